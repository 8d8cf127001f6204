// RUN: sparse-opt %s --transform-interpreter --split-input-file | FileCheck %s --enable-var-scope

// A schedule stores a tensor of all functions that take it in parts. Asked again, it finds that
// done.

// CHECK-LABEL: func.func @row_sums(
// CHECK-SAME: %[[A:.*]]: !sparse.tensor<?x?xf32, #sparse.hyb<1, 4>> {sparse.name = "A"}
// CHECK: sparse.generic driver(%[[A]])
// CHECK-LABEL: func.func @takes_another(
// CHECK-SAME: !sparse.tensor<?x?xf32, #sparse.csr>
// CHECK-LABEL: func.func @converts(
// CHECK-SAME: %{{.*}}: !sparse.tensor<?x?xf32, #sparse.csr>
!A = !sparse.tensor<?x?xf32, #sparse.csr>
!v = !sparse.tensor<?xf32, #sparse.dense>
module attributes {transform.with_named_sequence} {
  func.func @row_sums(%A: !A {sparse.name = "A"}, %y: !v) {
    sparse.generic driver(%A) ins(%A : !A) outs(%y : !v) maps [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>] kinds [spatial, reduction] combine [add] {
    ^bb0(%a: f32):
      sparse.yield %a : f32
    }
    return
  }
  func.func @takes_another(%B: !A {sparse.name = "B"}) {
    return
  }
  func.func @converts(%A: !A {sparse.name = "A"}) -> !A {
    %B = sparse.convert %A : !A -> !A
    return %B : !A
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %buckets = transform.param.constant #sparse.hyb<1, 4> -> !transform.any_param
    transform.sparse.decompose %root operand "A" format(%buckets) : !transform.any_op, !transform.any_param
    transform.sparse.decompose %root operand "A" format(%buckets) : !transform.any_op, !transform.any_param
    transform.yield
  }
}

// -----

// In the function of a name alone, into the format of a knob, with the function that makes the
// parts.

// CHECK-LABEL: func.func @first(
// CHECK-SAME: !sparse.tensor<?x?xf32, #sparse.csr>
// CHECK-LABEL: func.func @second(
// CHECK-SAME: !sparse.tensor<?x?xf32, #sparse.ell_coo<2>>
// CHECK-LABEL: func.func @second_convert_A(
// CHECK: sparse.convert %{{.*}} : !sparse.tensor<?x?xf32, #sparse.csr> -> !sparse.tensor<?x?xf32, #sparse.ell_coo<2>>
!A = !sparse.tensor<?x?xf32, #sparse.csr>
module attributes {transform.with_named_sequence} {
  func.func @first(%A: !A {sparse.name = "A"}) {
    return
  }
  func.func @second(%A: !A {sparse.name = "A"}) {
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %format = transform.tune.knob<"format"> = "ell-coo(2)" from options = ["ell-coo(2)", "hyb(1,3)"] -> !transform.any_param
    transform.sparse.decompose %root operand "A" format(%format) function "second" converter : !transform.any_op, !transform.any_param
    transform.yield
  }
}

// -----

// Where it refuses, `where_legal` leaves functions as they are.

// CHECK-LABEL: func.func @levels(
// CHECK-SAME: !sparse.tensor<?x?xf32, #sparse.csr>
// CHECK: iter.nest
!A = !sparse.tensor<?x?xf32, #sparse.csr>
module attributes {transform.with_named_sequence} {
  func.func @levels(%A: !A {sparse.name = "A"}) {
    %I, %J, %Av = sparse.unpack %A : !A -> !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>, !sparse.buffer<?xf32>
    iter.nest "rows" ("i": %i) over (%I : !axis.axis<dense_fixed>) kinds [spatial] {
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %format = transform.param.constant #sparse.columns<2> -> !transform.any_param
    transform.sparse.decompose %root operand "A" format(%format) {where_legal} : !transform.any_op, !transform.any_param
    transform.sparse.decompose %root operand "X" format(%format) {where_legal} : !transform.any_op, !transform.any_param
    transform.yield
  }
}
