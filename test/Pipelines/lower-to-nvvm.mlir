// RUN: sparse-opt %s --spindle-lower-to-nvvm=index-bitwidth=64 | FileCheck %s
// RUN: sparse-opt %s --spindle-lower-to-nvvm="chip=sm_80 threads=32 index-bitwidth=32" | FileCheck %s --check-prefix=NARROW
// RUN: sparse-opt %s --spindle-lower-to-nvvm="format=ptx index-bitwidth=64" | FileCheck %s --check-prefix=PTX

// The host's function launches a kernel for the fill and one for the nest.

// CHECK: module attributes {gpu.container_module}
// CHECK-LABEL: func.func @spmv(
// CHECK-SAME: %[[M:[^ ]+]]: index
// CHECK-DAG: %[[THREADS:.+]] = arith.constant 128 : index
// CHECK: %[[SOME:.+]] = arith.maxsi %[[M]], %[[ONE:.+]] : index
// CHECK: %[[BLOCKS:.+]] = arith.ceildivui %[[SOME]], %[[THREADS]] : index
// CHECK: %[[LENGTH:.+]] = arith.minui %[[BLOCKS]], %{{.+}} : index
// CHECK: %[[HEIGHT:.+]] = arith.ceildivui %[[BLOCKS]], %[[LENGTH]] : index
// CHECK: gpu.launch_func @kernels::@spmv_fill blocks in (%[[LENGTH]], %[[HEIGHT]], %[[ONE]]) threads in (%[[ONE]], %[[THREADS]], %[[ONE]])
// CHECK: gpu.launch_func @kernels::@spmv_spmv blocks in (%[[LENGTH]], %[[HEIGHT]], %[[ONE]]) threads in (%[[ONE]], %[[THREADS]], %[[ONE]])

// In the kernel the sum is made in order; a product and its sum are one instruction.

// CHECK: gpu.module @kernels [#nvvm.target<O = 3, chip = "sm_90">]
// CHECK-LABEL: llvm.func @spmv_fill(%{{.+}}: !llvm.ptr {llvm.noalias},
// CHECK-LABEL: llvm.func @spmv_spmv(%{{.+}}: !llvm.ptr {llvm.noalias, llvm.readonly},
// CHECK-SAME: gpu.known_block_size = array<i32: 1, 128, 1>, nvvm.kernel, nvvm.maxntid = array<i32: 1, 128, 1>, nvvm.minctasm = 4 : i32}
// CHECK: nvvm.read.ptx.sreg.ctaid.x
// CHECK: nvvm.read.ptx.sreg.tid.y
// CHECK: llvm.icmp "slt" %{{.+}}, %{{.+}} : i64
// CHECK: %[[A:.+]] = llvm.load %{{.+}} : !llvm.ptr -> f32
// CHECK: %[[B:.+]] = llvm.load %{{.+}} : !llvm.ptr -> f32
// CHECK: %[[SUM:.+]] = llvm.load %{{.+}} : !llvm.ptr -> f32
// CHECK-NEXT: llvm.intr.fma(%[[A]], %[[B]], %[[SUM]]) : (f32, f32, f32) -> f32

// NARROW: gpu.module @kernels [#nvvm.target<O = 3, chip = "sm_80">]
// NARROW-LABEL: llvm.func @spmv_spmv(
// NARROW-SAME: %{{.+}}: !llvm.ptr {llvm.noalias, llvm.readonly}, %{{.+}}: i32,
// NARROW-SAME: gpu.known_block_size = array<i32: 1, 32, 1>
// What is no address is computed in 32 bits.
// NARROW-NOT: i64
// NARROW: llvm.icmp "slt" %{{.+}}, %{{.+}} : i32
// NARROW-NOT: llvm.{{(mul|icmp "slt")}} {{.*}} : i64
// NARROW: llvm.load %{{.+}} : !llvm.ptr -> i32

// PTX-LABEL: func.func @spmv(
// PTX: gpu.launch_func @kernels::@spmv_spmv
// PTX: gpu.binary @kernels [#gpu.object<#nvvm.target<O = 3, chip = "sm_90">
// PTX-SAME: .visible .entry spmv_spmv(
// PTX-SAME: ld.global.nc.b32
// PTX-SAME: fma.rn.f32

!dense = !axis.axis<dense_fixed>
!sparse = !axis.axis<sparse_variable, sorted, unique>

func.func @spmv(%m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %val: memref<?xf32>, %x: memref<?xf32>, %y: memref<?xf32>) {
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %Jx = axis.dense_fixed %n : !dense
  %Av = sparse.bind %val on (%I, %J) : memref<?xf32> on (!dense, !sparse) -> !sparse.buffer<?xf32>
  %xv = sparse.bind %x on (%Jx) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  %yv = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  %zero = arith.constant 0.0 : f32
  sparse.fill %yv, %zero : !sparse.buffer<?xf32>
  iter.nest "spmv" ("i": %i, "j": %j at %p) over (%I, %J : !dense, !sparse) kinds [spatial, reduction] {
    %a = sparse.load %Av at [%p] : !sparse.buffer<?xf32>
    %b = sparse.load %xv[%j] : !sparse.buffer<?xf32>
    %t = arith.mulf %a, %b : f32
    sparse.accumulate add %t into %yv[%i] : !sparse.buffer<?xf32>
  }
  return
}
