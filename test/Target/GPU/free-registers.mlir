// RUN: sparse-opt %s --pass-pipeline='builtin.module(gpu.module(llvm.func(spindle-free-registers)))' | FileCheck %s
// RUN: sparse-opt %s --pass-pipeline='builtin.module(gpu.module(llvm.func(spindle-free-registers{threads=1024})))' | FileCheck %s --check-prefix=MORE

gpu.module @kernels {
  // CHECK: llvm.func @row(%{{.+}}: i32) attributes {nvvm.kernel, nvvm.maxntid = array<i32: 32, 4, 1>, nvvm.minctasm = 4 : i32} {
  // MORE: llvm.func @row({{.+}}nvvm.minctasm = 8 : i32} {
  llvm.func @row(%n: i32) attributes {nvvm.kernel, nvvm.maxntid = array<i32: 32, 4, 1>} {
    llvm.return
  }
}

// As the pass makes it; of no size that is known; larger than what registers are for.

gpu.module @others {
  // CHECK: llvm.func @row(%{{.+}}: i32) attributes {nvvm.kernel, nvvm.maxntid = array<i32: 32, 4, 1>, nvvm.minctasm = 4 : i32} {
  llvm.func @row(%n: i32) attributes {nvvm.kernel, nvvm.maxntid = array<i32: 32, 4, 1>, nvvm.minctasm = 4 : i32} {
    llvm.return
  }
  // CHECK: llvm.func @any(%{{.+}}: i32) attributes {nvvm.kernel} {
  llvm.func @any(%n: i32) attributes {nvvm.kernel} {
    llvm.return
  }
  // CHECK: llvm.func @large(%{{.+}}: i32) attributes {nvvm.kernel, nvvm.maxntid = array<i32: 32, 32, 1>} {
  // MORE: llvm.func @row({{.+}}nvvm.minctasm = 4 : i32} {
  // MORE: llvm.func @large({{.+}}nvvm.minctasm = 1 : i32} {
  llvm.func @large(%n: i32) attributes {nvvm.kernel, nvvm.maxntid = array<i32: 32, 32, 1>} {
    llvm.return
  }
}
