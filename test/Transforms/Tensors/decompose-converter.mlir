// RUN: sparse-opt %s --split-input-file --verify-diagnostics --spindle-decompose='tensor=A format=ell-coo(4) converter' | FileCheck %s --enable-var-scope

// Behind the function stands the one that makes the parts, from the tensor as it was.

// CHECK-LABEL: func.func @row_sums(
// CHECK-SAME: %{{.*}}: !sparse.tensor<?x?xf32, #sparse.ell_coo<4>> {sparse.dims = ["I", "J"], sparse.name = "A"}
// CHECK: func.func @row_sums_convert_A(%[[A:.*]]: !sparse.tensor<?x?xf32, #sparse.csr> {sparse.dims = ["I", "J"], sparse.name = "A"}) -> !sparse.tensor<?x?xf32, #sparse.ell_coo<4>> {
// CHECK-NEXT: %[[parts:.*]] = sparse.convert %[[A]] : !sparse.tensor<?x?xf32, #sparse.csr> -> !sparse.tensor<?x?xf32, #sparse.ell_coo<4>>
// CHECK-NEXT: return %[[parts]]
// CHECK: func.func @next(
func.func @row_sums(%A: !sparse.tensor<?x?xf32, #sparse.csr> {sparse.dims = ["I", "J"], sparse.name = "A"}, %y: !sparse.tensor<?xf32, #sparse.dense>) {
  sparse.generic driver(%A) ins(%A : !sparse.tensor<?x?xf32, #sparse.csr>) outs(%y : !sparse.tensor<?xf32, #sparse.dense>) maps [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>] kinds [spatial, reduction] combine [add] {
  ^bb0(%a: f32):
    sparse.yield %a : f32
  }
  return
}
func.func @next() {
  return
}

// -----

// expected-error @below {{expected tensor 'A' to be one that can be in parts but there is a function 'nothing_convert_A' already}}
func.func @nothing(%A: !sparse.tensor<?x?xf32, #sparse.csr> {sparse.name = "A"}) {
  return
}
func.func @nothing_convert_A() {
  return
}
