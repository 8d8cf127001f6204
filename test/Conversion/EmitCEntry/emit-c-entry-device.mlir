// RUN: sparse-opt %s --spindle-emit-c-entry | FileCheck %s

// A program that launches kernels is called on the GPU's memory, of which nothing is
// read: positions are not looked at, pointers and the driver are.

// CHECK-LABEL: llvm.func @scale(
// CHECK-SAME: %arg0: i64, %arg1: i64, %arg2: !llvm.ptr, %arg3: i64, %arg4: !llvm.ptr, %arg5: i64, %arg6: !llvm.ptr, %arg7: i64, %arg8: !llvm.ptr) -> i32 {
// CHECK-NOT: llvm.getelementptr %arg2
// CHECK: %[[STATE:.+]] = llvm.alloca %{{.+}} x i64
// CHECK: %[[KERNELS:.+]] = llvm.mlir.addressof @kernels : !llvm.ptr
// CHECK: %[[BEGUN:.+]] = llvm.call @spindle_gpu_begin(%[[STATE]], %arg8, %[[KERNELS]])
// CHECK: %[[FAILED:.+]] = llvm.icmp "ne" %[[BEGUN]], %{{.+}} : i32
// CHECK: llvm.cond_br %[[FAILED]], ^[[LEAVE:.+]], ^{{.+}}
// CHECK: ^[[LEAVE]]:
// CHECK-NEXT: llvm.return %[[BEGUN]]
// CHECK: llvm.call @spindle_gpu_check_pointer(%[[STATE]], %arg2,
// CHECK: llvm.call @spindle_gpu_check_pointer(%[[STATE]], %arg4,
// CHECK: llvm.call @spindle_gpu_check_pointer(%[[STATE]], %arg6,
// CHECK: llvm.call @scale.kernel({{.*}}, %[[STATE]])
// CHECK: llvm.call @spindle_gpu_end(%[[STATE]])

// The kernels can be loaded before.

// CHECK-LABEL: llvm.func @scale_load(%arg0: !llvm.ptr) -> i32 {
// CHECK: %[[LOADED:.+]] = llvm.mlir.addressof @kernels : !llvm.ptr
// CHECK: llvm.call @spindle_gpu_load(%arg0, %[[LOADED]])

// It needs no workspace, and says so before arrays are there.

// CHECK-LABEL: llvm.func @scale_workspace(
// CHECK-SAME: %arg0: !llvm.ptr, %arg1: i64, %arg2: i64, %arg3: !llvm.ptr,
// CHECK: llvm.store %{{.+}}, %arg0 : i64, !llvm.ptr

// CHECK: llvm.func internal @scale.kernel(

llvm.mlir.global internal @kernels() : !llvm.struct<(ptr, i32, i32, ptr, ptr)> {
  %0 = llvm.mlir.zero : !llvm.struct<(ptr, i32, i32, ptr, ptr)>
  llvm.return %0 : !llvm.struct<(ptr, i32, i32, ptr, ptr)>
}
llvm.func @scale(%rows: i64, %columns: i64, %p: !llvm.ptr, %pa: !llvm.ptr, %po: i64, %ps: i64, %pt: i64, %c: !llvm.ptr, %ca: !llvm.ptr, %co: i64, %cs: i64, %ct: i64, %v: !llvm.ptr, %va: !llvm.ptr, %vo: i64, %vs: i64, %vt: i64, %call: !llvm.ptr) attributes {sparse.launches = @kernels, sparse.operands = [#sparse.operand<name = "A", type = !sparse.tensor<?x?xf32, #sparse.csr>, access = update>], sparse.signature = [#sparse.piece<"A", part [], dimension 0, size>, #sparse.piece<"A", part [], dimension 1, size>, #sparse.piece<"A", part [], level 1, positions>, #sparse.piece<"A", part [], level 1, coordinates>, #sparse.piece<"A", part [], values>]} {
  llvm.return
}
