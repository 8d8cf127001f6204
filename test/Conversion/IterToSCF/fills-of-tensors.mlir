// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(convert-iter-to-scf))' | FileCheck %s

!dense = !axis.axis<dense_fixed>

// The width of a tensor's fibres is not known before it is expanded.

// CHECK-LABEL: func.func @unexpanded
// CHECK: sparse.fill
func.func @unexpanded(%A: !sparse.tensor<?x?xf32, #sparse.ell<?, full>>, %x: f32) {
  %I, %J, %Av = sparse.unpack %A : !sparse.tensor<?x?xf32, #sparse.ell<?, full>> -> !dense, !axis.axis<sparse_fixed, sorted, unique>, !sparse.buffer<?x?xf32>
  sparse.fill %Av, %x : !sparse.buffer<?x?xf32>
  return
}
