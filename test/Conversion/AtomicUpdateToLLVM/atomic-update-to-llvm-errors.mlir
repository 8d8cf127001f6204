// RUN: not sparse-opt %s --convert-atomic-update-to-llvm 2>&1 | FileCheck %s

// Vectors are taken apart before.

// CHECK: error: failed to legalize operation 'iter.atomic_update'
func.func @four(%xs: vector<4xf32>, %Y: memref<?xf32>, %i: index) {
  iter.atomic_update add %xs into %Y[%i] : vector<4xf32>, memref<?xf32>
  return
}
