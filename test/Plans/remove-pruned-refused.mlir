// RUN: sparse-opt %s --transform-interpreter --split-input-file --verify-diagnostics

module attributes {transform.with_named_sequence} {
  // expected-error @+1 {{cannot make smaller function @called: expected a function that nothing calls, as the types of its arguments change, but got a call}}
  func.func private @called(%X: tensor<4xf32>) -> tensor<4xf32> {
    return %X : tensor<4xf32>
  }
  func.func @caller(%X: tensor<4xf32>) -> tensor<4xf32> {
    %Y = func.call @called(%X) : (tensor<4xf32>) -> tensor<4xf32>
    return %Y : tensor<4xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    // expected-note @+1 {{the schedule asks for it here}}
    transform.tesa.remove_pruned %root : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-error @+1 {{cannot make smaller function @blocks: expected a function of one block but got 2}}
  func.func @blocks(%X: tensor<4xf32>) -> tensor<4xf32> {
    cf.br ^bb1
  ^bb1:
    return %X : tensor<4xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    // expected-note @+1 {{the schedule asks for it here}}
    transform.tesa.remove_pruned %root : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @no_tensors(%X: memref<4xf32>) {
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    transform.tesa.remove_pruned %root {where_legal} : !transform.any_op
    // expected-error @+1 {{expected a function on builtin tensors but got none}}
    transform.tesa.remove_pruned %root : !transform.any_op
    transform.yield
  }
}
