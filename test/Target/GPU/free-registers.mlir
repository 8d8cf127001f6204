// RUN: sparse-opt %s --pass-pipeline='builtin.module(gpu.module(llvm.func(spindle-free-registers)))' | FileCheck %s

gpu.module @kernels {
  // CHECK: llvm.func @row(%{{.+}}: i32) attributes {nvvm.kernel} {
  llvm.func @row(%n: i32) attributes {nvvm.kernel, nvvm.maxntid = array<i32: 32, 4, 1>} {
    llvm.return
  }
}

// As the pass makes it; and blocks of which all registers would not fit.

gpu.module @others {
  // CHECK: llvm.func @row(%{{.+}}: i32) attributes {nvvm.kernel} {
  llvm.func @row(%n: i32) attributes {nvvm.kernel} {
    llvm.return
  }
  // CHECK: llvm.func @large(%{{.+}}: i32) attributes {nvvm.kernel, nvvm.maxntid = array<i32: 32, 16, 1>} {
  llvm.func @large(%n: i32) attributes {nvvm.kernel, nvvm.maxntid = array<i32: 32, 16, 1>} {
    llvm.return
  }
}
