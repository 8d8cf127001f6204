// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(spindle-request-c-interface))' | FileCheck %s

// The example of the pass: what was given is what is left.

// CHECK: func.func private @spmv.spmv.body(%{{.*}}: memref<?xf32>) attributes {llvm.linkage = #llvm.linkage<internal>}
// CHECK: func.func @spmv(%{{.*}}: memref<?xf32>) attributes {llvm.emit_c_interface}
func.func private @spmv.spmv.body(%X: memref<?xf32>) attributes {llvm.linkage = #llvm.linkage<internal>} {
  return
}
func.func @spmv(%X: memref<?xf32>) attributes {llvm.emit_c_interface} {
  return
}

// Those that others call, or have, are marked, also where they are private.

// CHECK: func.func @other(%{{.*}}: memref<?xf32>) attributes {llvm.emit_c_interface}
// CHECK: func.func private @private() attributes {llvm.emit_c_interface, llvm.linkage = #llvm.linkage<external>}
// CHECK: func.func private @declared(memref<?xf32>) attributes {llvm.emit_c_interface}
func.func @other(%X: memref<?xf32>) {
  return
}
func.func private @private() attributes {llvm.linkage = #llvm.linkage<external>} {
  return
}
func.func private @declared(memref<?xf32>)
