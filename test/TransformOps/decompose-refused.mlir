// RUN: sparse-opt %s --transform-interpreter --split-input-file --verify-diagnostics

!A = !sparse.tensor<?x?xf32, #sparse.csr>
module attributes {transform.with_named_sequence} {
  func.func @no_such_tensor(%A: !A {sparse.name = "A"}) {
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %format = transform.param.constant #sparse.hyb<1, 4> -> !transform.any_param
    // expected-error @+1 {{expected a function that takes a tensor 'B' but got none}}
    transform.sparse.decompose %root operand "B" format(%format) : !transform.any_op, !transform.any_param
    transform.yield
  }
}

// -----

!A = !sparse.tensor<?x?xf32, #sparse.csr>
module attributes {transform.with_named_sequence} {
  // expected-error @+1 {{cannot decompose function @named: it takes no tensor 'B' in a format of levels}}
  func.func @named(%A: !A {sparse.name = "A"}) {
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %format = transform.param.constant #sparse.hyb<1, 4> -> !transform.any_param
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.decompose %root operand "B" format(%format) function "named" : !transform.any_op, !transform.any_param
    transform.yield
  }
}

// -----

!A = !sparse.tensor<?x?xf32, #sparse.csr>
module attributes {transform.with_named_sequence} {
  // expected-error @+1 {{cannot decompose function @levels_are_used: its levels are used by 'iter.nest'}}
  func.func @levels_are_used(%A: !A {sparse.name = "A"}) {
    %I, %J, %Av = sparse.unpack %A : !A -> !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>, !sparse.buffer<?xf32>
    iter.nest "rows" ("i": %i) over (%I : !axis.axis<dense_fixed>) kinds [spatial] {
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %format = transform.param.constant #sparse.hyb<1, 4> -> !transform.any_param
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.decompose %root operand "A" format(%format) : !transform.any_op, !transform.any_param
    transform.yield
  }
}

// -----

!A = !sparse.tensor<?x?x?xf32, #sparse.csf>
module attributes {transform.with_named_sequence} {
  // expected-error @+1 {{cannot decompose function @another_rank: 'A' has 3 dimensions, the format 2}}
  func.func @another_rank(%A: !A {sparse.name = "A"}) {
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %format = transform.param.constant #sparse.hyb<1, 4> -> !transform.any_param
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.decompose %root operand "A" format(%format) : !transform.any_op, !transform.any_param
    transform.yield
  }
}

// -----

!A = !sparse.tensor<?x?xf32, #sparse.csr>
module attributes {transform.with_named_sequence} {
  func.func @levels(%A: !A {sparse.name = "A"}) {
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %format = transform.param.constant #sparse.bsr<2, 2> -> !transform.any_param
    // expected-error @+1 {{expected a composite format but got #sparse.bsr<2, 2>}}
    transform.sparse.decompose %root operand "A" format(%format) : !transform.any_op, !transform.any_param
    transform.yield
  }
}

// -----

!A = !sparse.tensor<?x?xf32, #sparse.csr>
module attributes {transform.with_named_sequence} {
  func.func @text(%A: !A {sparse.name = "A"}) {
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %format = transform.param.constant "hyb(1)" -> !transform.any_param
    // expected-error @+1 {{format 'hyb(1)': expected hyb<c, k> but got 1 number(s)}}
    transform.sparse.decompose %root operand "A" format(%format) : !transform.any_op, !transform.any_param
    transform.yield
  }
}
