// RUN: sparse-opt %s --pass-pipeline='builtin.module(gpu.module(spindle-exact-square-roots))' | FileCheck %s

gpu.module @kernels {
  // CHECK-NOT: @__nv_sqrtf
  llvm.func @__nv_sqrtf(f32) -> f32
  // CHECK: llvm.func @__nv_sqrt(f64) -> f64
  llvm.func @__nv_sqrt(f64) -> f64

  // CHECK-LABEL: llvm.func @square_roots(
  // CHECK-SAME: %[[X:[^ ]+]]: f32, %[[D:[^ ]+]]: f64
  llvm.func @square_roots(%x: f32, %d: f64, %to: !llvm.ptr) {
    // CHECK: %[[Y:.+]] = llvm.intr.sqrt(%[[X]]) : (f32) -> f32
    %y = llvm.call @__nv_sqrtf(%x) : (f32) -> f32
    // CHECK: %[[Z:.+]] = llvm.intr.sqrt(%[[Y]]) : (f32) -> f32
    %z = llvm.call @__nv_sqrtf(%y) : (f32) -> f32
    // CHECK: llvm.call @__nv_sqrt(%[[D]])
    %e = llvm.call @__nv_sqrt(%d) : (f64) -> f64
    // CHECK: llvm.store %[[Z]]
    llvm.store %z, %to : f32, !llvm.ptr
    llvm.return
  }

  // The same as the pass makes it.

  // CHECK-LABEL: llvm.func @is_exact_already(
  // CHECK-NEXT: llvm.intr.sqrt
  // CHECK-NEXT: llvm.return
  llvm.func @is_exact_already(%x: f32) -> f32 {
    %y = llvm.intr.sqrt(%x) : (f32) -> f32
    llvm.return %y : f32
  }
}
