// RUN: sparse-opt %s --convert-forall-to-gpu | FileCheck %s
// RUN: not sparse-opt %s --convert-forall-to-gpu=index-bitwidth=32 2>&1 | FileCheck %s --check-prefix=NARROW

// Indices in memory have 64 bits.

// NARROW: error: expected index-bitwidth 64, which indices in memory have, but got 32
// CHECK: gpu.launch
func.func @clear(%n: index, %a: memref<?xindex>) {
  %c0 = arith.constant 0 : index
  scf.forall (%i) in (%n) {
    memref.store %c0, %a[%i] : memref<?xindex>
  } {iter.loop = #iter.loop<nest = "clear", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>}
  return
}
