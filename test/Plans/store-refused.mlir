// RUN: sparse-opt %s --transform-interpreter --split-input-file --verify-diagnostics

module attributes {transform.with_named_sequence} {
  // expected-error @+1 {{cannot store 'U' of function @name: expected a tensor of the arguments (0, W) but got 'U'}}
  func.func @name(%X: tensor<4x4xf32>, %W: tensor<4x4xf32> {sparse.name = "W"}) -> tensor<4x4xf32> {
    return %X : tensor<4x4xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %format = transform.param.constant #sparse.csr -> !transform.any_param
    // expected-note @+1 {{the schedule asks for it here}}
    transform.tesa.store %root operand "U" format(%format) : !transform.any_op, !transform.any_param
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-error @+1 {{cannot store 'W' of function @rank: 'sparse' dialect (C10) expected 'sparse.format' of argument 0 to have rank 1 but got 2}}
  func.func @rank(%W: tensor<4xf32> {sparse.name = "W"}) -> tensor<4xf32> {
    return %W : tensor<4xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %format = transform.param.constant #sparse.csr -> !transform.any_param
    // expected-note @+1 {{the schedule asks for it here}}
    transform.tesa.store %root operand "W" format(%format) : !transform.any_op, !transform.any_param
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-error @+1 {{cannot store 'W' of function @parts: 'linalg.generic' op expected a tensor in a composite format}}
  func.func @parts(%W: tensor<4x4xf32> {sparse.name = "W"}) -> tensor<4x4xf32> {
    %e = tensor.empty() : tensor<4x4xf32>
    %Y = linalg.exp ins(%W : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
    return %Y : tensor<4x4xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %format = transform.param.constant "hyb(1, 4)" -> !transform.any_param
    // expected-note @+1 {{the schedule asks for it here}}
    transform.tesa.store %root operand "W" format(%format) : !transform.any_op, !transform.any_param
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-error @+1 {{cannot find a format in function @no_product: expected 'W' to be a matrix that is the same in each run and that sums of products are made with but got another tensor}}
  func.func @no_product(%W: tensor<4x4xf32> {sparse.name = "W", tesa.constant}) -> tensor<4x4xf32> {
    return %W : tensor<4x4xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    // expected-note @+1 {{the schedule asks for it here}}
    %format = transform.tesa.structure %root operand "W" keeps 2 of 4 : (!transform.any_op) -> !transform.any_param
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    // expected-error @+1 {{expected to keep 1 to 4 of 4 but got 5}}
    %format = transform.tesa.structure %root operand "W" keeps 5 of 4 : (!transform.any_op) -> !transform.any_param
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    // expected-error @+1 {{expected sizes of at least 1, each of which divides the one before, but got 3 for block 1}}
    %format = transform.tesa.cover %root operand "W" sizes [4, 4, 3, 1] costs [2.0, 1.0] : (!transform.any_op) -> !transform.any_param
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    // expected-error @+1 {{expected a cost for each pair of sizes but got 1 for 4 sizes}}
    %format = transform.tesa.cover %root operand "W" sizes [4, 4, 1, 1] costs [2.0] : (!transform.any_op) -> !transform.any_param
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    // expected-error @+1 {{expected costs above 0 and up to 1e12 but got 0.000000e+00}}
    %format = transform.tesa.cover %root operand "W" sizes [4, 4] costs [0.0] : (!transform.any_op) -> !transform.any_param
    transform.yield
  }
}

// -----

// The weight of a convolution is in one part.

module attributes {transform.with_named_sequence} {
  // expected-error @+1 {{cannot find a format in function @refused: expected 'W' to be a matrix that is the same in each run and that sums of products are made with but got another tensor}}
  func.func @refused(%X: tensor<1x5x6x8xf32>, %W: tensor<8x5x3x3xf32> {sparse.name = "W", tesa.constant}) -> tensor<1x8x4x6xf32> {
    %zero = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<1x8x4x6xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x8x4x6xf32>) -> tensor<1x8x4x6xf32>
    %r = linalg.conv_2d_nchw_fchw ins(%X, %W : tensor<1x5x6x8xf32>, tensor<8x5x3x3xf32>) outs(%f : tensor<1x8x4x6xf32>) -> tensor<1x8x4x6xf32>
    return %r : tensor<1x8x4x6xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    // expected-note @+1 {{the schedule asks for it here}}
    %blocks = transform.tesa.cover %root operand "W" sizes [8, 8, 1, 1] costs [20.0, 1.0] : (!transform.any_op) -> !transform.any_param
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-error @+1 {{cannot store 'W' of function @parts: expected argument 1, of 4 dimensions, to be in one part but got #sparse.columns<2>}}
  func.func @parts(%X: tensor<1x5x6x8xf32>, %W: tensor<8x5x3x3xf32> {sparse.name = "W"}) -> tensor<1x8x4x6xf32> {
    %zero = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<1x8x4x6xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x8x4x6xf32>) -> tensor<1x8x4x6xf32>
    %r = linalg.conv_2d_nchw_fchw ins(%X, %W : tensor<1x5x6x8xf32>, tensor<8x5x3x3xf32>) outs(%f : tensor<1x8x4x6xf32>) -> tensor<1x8x4x6xf32>
    return %r : tensor<1x8x4x6xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %parts = transform.param.constant "columns(2)" -> !transform.any_param
    // expected-note @+1 {{the schedule asks for it here}}
    transform.tesa.store %root operand "W" format(%parts) : !transform.any_op, !transform.any_param
    transform.yield
  }
}
