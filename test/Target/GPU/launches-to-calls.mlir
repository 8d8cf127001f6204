// RUN: sparse-opt %s --split-input-file --convert-launches-to-calls | FileCheck %s

// A cubin, PTX and bitcode, each with the GPU that it is for; the text ends in a
// zero.

// CHECK: llvm.mlir.global internal constant @kernels.image0("CUBIN") {{.*}}alignment = 16
// CHECK: llvm.mlir.global internal constant @kernels.image1("// PTX\0A.version 7.8\0A\00")
// CHECK: llvm.mlir.global internal constant @kernels.image2("BC")
// CHECK: llvm.mlir.global internal constant @kernels.images()
// CHECK-DAG: llvm.mlir.constant(80 : i32)
// CHECK-DAG: llvm.mlir.constant(11080 : i32)
// CHECK: llvm.mlir.global internal constant @kernels.name0("clear\00")
// CHECK: llvm.mlir.global internal @kernels() {{.*}}: !llvm.struct<(ptr, i32, i32, ptr, ptr)>

// CHECK: llvm.func @clear(
// CHECK-SAME: %[[X:[a-z0-9]+]]: !llvm.ptr, %[[BLOCKS:[a-z0-9]+]]: i64, %[[CALL:[a-z0-9]+]]: !llvm.ptr) attributes {sparse.launches = @kernels} {
// CHECK: llvm.alloca
// CHECK: llvm.alloca
// CHECK-NEXT: %[[ONE:.+]] = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT: %[[THREADS:.+]] = llvm.mlir.constant(128 : i64) : i64
// CHECK: %[[NUMBER:.+]] = llvm.mlir.constant(0 : i32) : i32
// CHECK: %[[SHARED:.+]] = llvm.mlir.constant(0 : i64) : i64
// CHECK: llvm.store %[[X]], %[[PLACE:.+]] : !llvm.ptr, !llvm.ptr
// CHECK: %[[ENTRY:.+]] = llvm.getelementptr %[[PARAMETERS:.+]][0]
// CHECK: llvm.store %[[PLACE]], %[[ENTRY]]
// CHECK: llvm.call @spindle_gpu_launch(%[[CALL]], %[[NUMBER]], %[[BLOCKS]], %[[ONE]], %[[ONE]], %[[THREADS]], %[[ONE]], %[[ONE]], %[[SHARED]], %[[PARAMETERS]])
// CHECK-NOT: gpu.
// CHECK: llvm.func @spindle_gpu_launch(!llvm.ptr, i32, i64, i64, i64, i64, i64, i64, i64, !llvm.ptr)

module attributes {gpu.container_module} {
  gpu.binary @kernels [
    #gpu.object<#nvvm.target<chip = "sm_80">, bin = "CUBIN">,
    #gpu.object<#nvvm.target<chip = "sm_90a">, assembly = "// PTX\0A.version 7.8\0A">,
    #gpu.object<#nvvm.target<chip = "sm_80">, offload = "BC">
  ]
  llvm.func @clear(%x: !llvm.ptr, %blocks: i64) {
    %one = llvm.mlir.constant(1 : i64) : i64
    %threads = llvm.mlir.constant(128 : i64) : i64
    gpu.launch_func @kernels::@clear blocks in (%blocks, %one, %one) threads in (%threads, %one, %one) : i64 args(%x : !llvm.ptr)
    llvm.return
  }
}

// -----

// Kernels have numbers in the order of their first launches; a kernel may have no
// operands, and a launch memory that the threads of a block share.

// CHECK: @kernels.name0("b\00")
// CHECK: @kernels.name1("a\00")
// CHECK: llvm.func @several
// CHECK: %[[FIRST:.+]] = llvm.mlir.constant(0 : i32) : i32
// CHECK: %[[BYTES:.+]] = llvm.zext %{{.+}} : i32 to i64
// CHECK: llvm.call @spindle_gpu_launch(%{{[^,]+}}, %[[FIRST]], {{.*}}, %[[BYTES]], %{{[^,]+}})
// CHECK: %[[SECOND:.+]] = llvm.mlir.constant(1 : i32) : i32
// CHECK: llvm.call @spindle_gpu_launch(%{{[^,]+}}, %[[SECOND]],
// CHECK: %[[AGAIN:.+]] = llvm.mlir.constant(0 : i32) : i32
// CHECK: llvm.call @spindle_gpu_launch(%{{[^,]+}}, %[[AGAIN]],

module attributes {gpu.container_module} {
  gpu.binary @kernels [#gpu.object<#nvvm.target<chip = "sm_80">, offload = "BC">]
  llvm.func @several(%n: i64, %bytes: i32) {
    gpu.launch_func @kernels::@b blocks in (%n, %n, %n) threads in (%n, %n, %n) : i64 dynamic_shared_memory_size %bytes
    gpu.launch_func @kernels::@a blocks in (%n, %n, %n) threads in (%n, %n, %n) : i64 args(%n : i64, %bytes : i32)
    gpu.launch_func @kernels::@b blocks in (%n, %n, %n) threads in (%n, %n, %n) : i64 dynamic_shared_memory_size %bytes
    llvm.return
  }
}

// -----

// What launches nothing, and what is a call already, stays as it is.

// CHECK: llvm.func @launches_nothing() {
// CHECK: llvm.func @clear({{.*}}) attributes {sparse.launches = @kernels} {
// CHECK-NEXT: llvm.return
// CHECK: gpu.binary @kernels
module attributes {gpu.container_module} {
  llvm.func @launches_nothing() {
    llvm.return
  }
  llvm.func @clear(%x: !llvm.ptr, %blocks: i64, %call: !llvm.ptr) attributes {sparse.launches = @kernels} {
    llvm.return
  }
  gpu.binary @kernels [#gpu.object<#nvvm.target<chip = "sm_80">, offload = "BC">]
}
