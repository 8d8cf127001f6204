// RUN: sparse-opt %s --pass-pipeline='builtin.module(gpu.module(spindle-fma-instructions))' | FileCheck %s

gpu.module @kernels {
  // CHECK-NOT: @__nv_fma
  llvm.func @__nv_fmaf(f32, f32, f32) -> f32
  llvm.func @__nv_fma(f64, f64, f64) -> f64
  // CHECK: llvm.func @__nv_expf(f32) -> f32
  llvm.func @__nv_expf(f32) -> f32

  // CHECK-LABEL: llvm.func @products(
  // CHECK-SAME: %[[A:[^ ]+]]: f32, %[[B:[^ ]+]]: f32, %[[C:[^ ]+]]: f32
  llvm.func @products(%a: f32, %b: f32, %c: f32, %d: f64, %to: !llvm.ptr) {
    // CHECK: %[[S:.+]] = llvm.intr.fma(%[[A]], %[[B]], %[[C]]) : (f32, f32, f32) -> f32
    %s = llvm.call @__nv_fmaf(%a, %b, %c) : (f32, f32, f32) -> f32
    // CHECK: llvm.call @__nv_expf(%[[S]])
    %e = llvm.call @__nv_expf(%s) : (f32) -> f32
    // CHECK: llvm.intr.fma(%{{.+}}) : (f64, f64, f64) -> f64
    %t = llvm.call @__nv_fma(%d, %d, %d) : (f64, f64, f64) -> f64
    llvm.store %e, %to : f32, !llvm.ptr
    llvm.store %t, %to : f64, !llvm.ptr
    llvm.return
  }

  // The same as the pass makes it.

  // CHECK-LABEL: llvm.func @is_an_instruction_already(
  // CHECK-NEXT: llvm.intr.fma
  // CHECK-NEXT: llvm.return
  llvm.func @is_an_instruction_already(%a: f32, %b: f32, %c: f32) -> f32 {
    %s = llvm.intr.fma(%a, %b, %c) : (f32, f32, f32) -> f32
    llvm.return %s : f32
  }
}
