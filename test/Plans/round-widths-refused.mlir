// RUN: sparse-opt %s --transform-interpreter --split-input-file --verify-diagnostics

module attributes {transform.with_named_sequence} {
  // expected-error @+1 {{cannot round widths of 'V' of function @model: expected a tensor of the arguments (X, W) but got 'V'}}
  func.func @model(%X: tensor<5x4xf32> {sparse.name = "X"}, %W: tensor<4x6xf32> {sparse.name = "W", tesa.constant}) -> tensor<5x6xf32> {
    %zero = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<5x6xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<5x6xf32>) -> tensor<5x6xf32>
    %Y = linalg.matmul ins(%X, %W : tensor<5x4xf32>, tensor<4x6xf32>) outs(%f : tensor<5x6xf32>) -> tensor<5x6xf32>
    return %Y : tensor<5x6xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    // expected-note @+1 {{the schedule asks for it here}}
    %parts, %told = transform.tesa.round_widths %root operand "V" : (!transform.any_op) -> (!transform.any_param, !transform.any_param)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-error @+1 {{cannot round widths of 'X' of function @model: expected 'X' to be a matrix that is the same in each run and that sums of products are made with but got another tensor}}
  func.func @model(%X: tensor<5x4xf32> {sparse.name = "X"}, %W: tensor<4x6xf32> {sparse.name = "W", tesa.constant}) -> tensor<5x6xf32> {
    %zero = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<5x6xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<5x6xf32>) -> tensor<5x6xf32>
    %Y = linalg.matmul ins(%X, %W : tensor<5x4xf32>, tensor<4x6xf32>) outs(%f : tensor<5x6xf32>) -> tensor<5x6xf32>
    return %Y : tensor<5x6xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    // expected-note @+1 {{the schedule asks for it here}}
    %parts, %told = transform.tesa.round_widths %root operand "X" : (!transform.any_op) -> (!transform.any_param, !transform.any_param)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-error @+1 {{cannot round widths of 'W' of function @model: expected formats, or an argument with tesa.width, but got none of 'W'}}
  func.func @model(%X: tensor<5x4xf32> {sparse.name = "X"}, %W: tensor<4x6xf32> {sparse.name = "W", tesa.constant}) -> tensor<5x6xf32> {
    %zero = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<5x6xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<5x6xf32>) -> tensor<5x6xf32>
    %Y = linalg.matmul ins(%X, %W : tensor<5x4xf32>, tensor<4x6xf32>) outs(%f : tensor<5x6xf32>) -> tensor<5x6xf32>
    return %Y : tensor<5x6xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    // expected-note @+1 {{the schedule asks for it here}}
    %parts, %told = transform.tesa.round_widths %root operand "W" : (!transform.any_op) -> (!transform.any_param, !transform.any_param)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-error @+1 {{cannot round widths of 'W' of function @model: expected formats of a tensor of shape [4, 6] but got them of one of shape [6, 4]}}
  func.func @model(%X: tensor<5x4xf32> {sparse.name = "X"}, %W: tensor<4x6xf32> {sparse.name = "W", tesa.constant}) -> tensor<5x6xf32> {
    %zero = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<5x6xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<5x6xf32>) -> tensor<5x6xf32>
    %Y = linalg.matmul ins(%X, %W : tensor<5x4xf32>, tensor<4x6xf32>) outs(%f : tensor<5x6xf32>) -> tensor<5x6xf32>
    return %Y : tensor<5x6xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    // expected-note @+1 {{the schedule asks for it here}}
    %parts, %told = transform.tesa.round_widths %root operand "W" as <[6, 4] by [6, 4] holds [si8]> : (!transform.any_op) -> (!transform.any_param, !transform.any_param)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-error @+1 {{cannot round widths of 'W' of function @model: expected formats of at most 32 bits but got si33 for block 1}}
  func.func @model(%X: tensor<5x4xf32> {sparse.name = "X"}, %W: tensor<4x6xf32> {sparse.name = "W", tesa.constant}) -> tensor<5x6xf32> {
    %zero = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<5x6xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<5x6xf32>) -> tensor<5x6xf32>
    %Y = linalg.matmul ins(%X, %W : tensor<5x4xf32>, tensor<4x6xf32>) outs(%f : tensor<5x6xf32>) -> tensor<5x6xf32>
    return %Y : tensor<5x6xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    // expected-note @+1 {{the schedule asks for it here}}
    %parts, %told = transform.tesa.round_widths %root operand "W" as <[4, 6] by [4, 3] holds [si8, si33]> : (!transform.any_op) -> (!transform.any_param, !transform.any_param)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-error @+1 {{cannot round widths of 'W' of function @model: expected formats whose numbers f32 has but got si28 for block 0}}
  func.func @model(%X: tensor<5x4xf32> {sparse.name = "X"}, %W: tensor<4x6xf32> {sparse.name = "W", tesa.constant}) -> tensor<5x6xf32> {
    %zero = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<5x6xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<5x6xf32>) -> tensor<5x6xf32>
    %Y = linalg.matmul ins(%X, %W : tensor<5x4xf32>, tensor<4x6xf32>) outs(%f : tensor<5x6xf32>) -> tensor<5x6xf32>
    return %Y : tensor<5x6xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    // expected-note @+1 {{the schedule asks for it here}}
    %parts, %told = transform.tesa.round_widths %root operand "W" as <[4, 6] by [4, 3] holds [si28, si3]> : (!transform.any_op) -> (!transform.any_param, !transform.any_param)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-error @+1 {{cannot round widths of 'W' of function @model: expected widths that its elements are rounded to ([32], [8, 32]) but got [8]}}
  func.func @model(%X: tensor<5x4xf32> {sparse.name = "X"}, %W: tensor<4x6xf32> {sparse.name = "W", tesa.constant}) -> tensor<5x6xf32> {
    %zero = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<5x6xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<5x6xf32>) -> tensor<5x6xf32>
    %Y = linalg.matmul ins(%X, %W : tensor<5x4xf32>, tensor<4x6xf32>) outs(%f : tensor<5x6xf32>) -> tensor<5x6xf32>
    return %Y : tensor<5x6xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    // expected-note @+1 {{the schedule asks for it here}}
    %parts, %told = transform.tesa.round_widths %root operand "W" as <[4, 6] by [4, 3] holds [si8, f32]> widths [8] : (!transform.any_op) -> (!transform.any_param, !transform.any_param)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    // expected-error @+1 {{expected one of the widths 4, 8, 16 and 32, or two that rise, but got [32, 8]}}
    %parts, %told = transform.tesa.round_widths %root operand "W" widths [32, 8] : (!transform.any_op) -> (!transform.any_param, !transform.any_param)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    // expected-error @+1 {{expected one of the widths 4, 8, 16 and 32, or two that rise, but got [2]}}
    %parts, %told = transform.tesa.round_widths %root operand "W" widths [2] : (!transform.any_op) -> (!transform.any_param, !transform.any_param)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    // expected-error @+1 {{expected a cost for each of 4 widths but got 2}}
    %parts, %told = transform.tesa.round_widths %root operand "W" costs [1.0, 2.0] : (!transform.any_op) -> (!transform.any_param, !transform.any_param)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    // expected-error @+1 {{expected costs above 0 and up to 1e12 but got -1.000000e+00}}
    %parts, %told = transform.tesa.round_widths %root operand "W" costs [1.0, 2.0, 3.0, -1.0] : (!transform.any_op) -> (!transform.any_param, !transform.any_param)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-error @+1 {{cannot store 'W' of function @model: expected formats of si4, si8, si16, f16, bf16 or the weight's own type f32 but got si5}}
  func.func @model(%X: tensor<5x4xf32> {sparse.name = "X"}, %W: tensor<4x6xf32> {sparse.name = "W", tesa.constant}) -> tensor<5x6xf32> {
    %zero = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<5x6xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<5x6xf32>) -> tensor<5x6xf32>
    %Y = linalg.matmul ins(%X, %W : tensor<5x4xf32>, tensor<4x6xf32>) outs(%f : tensor<5x6xf32>) -> tensor<5x6xf32>
    return %Y : tensor<5x6xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %parts = transform.param.constant #tesa.width<[4, 6] by [4, 3] holds [si5, f32]> -> !transform.any_param
    // expected-note @+1 {{the schedule asks for it here}}
    transform.tesa.store %root operand "W" format(%parts) : !transform.any_op, !transform.any_param
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-error @+1 {{cannot store 'W' of function @model: expected formats of the shape of the weight but got #tesa.width<[6, 4] by [6, 4] holds [si8]>}}
  func.func @model(%X: tensor<5x4xf32> {sparse.name = "X"}, %W: tensor<4x6xf32> {sparse.name = "W", tesa.constant}) -> tensor<5x6xf32> {
    %zero = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<5x6xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<5x6xf32>) -> tensor<5x6xf32>
    %Y = linalg.matmul ins(%X, %W : tensor<5x4xf32>, tensor<4x6xf32>) outs(%f : tensor<5x6xf32>) -> tensor<5x6xf32>
    return %Y : tensor<5x6xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %parts = transform.param.constant #tesa.width<[6, 4] by [6, 4] holds [si8]> -> !transform.any_param
    // expected-note @+1 {{the schedule asks for it here}}
    transform.tesa.store %root operand "W" format(%parts) : !transform.any_op, !transform.any_param
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-error @+1 {{cannot store 'W' of function @model: expected that only products read 'W' but got linalg.exp}}
  func.func @model(%X: tensor<5x4xf32> {sparse.name = "X"}, %W: tensor<4x6xf32> {sparse.name = "W", tesa.constant}) -> tensor<5x6xf32> {
    %zero = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<5x6xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<5x6xf32>) -> tensor<5x6xf32>
    %Y = linalg.matmul ins(%X, %W : tensor<5x4xf32>, tensor<4x6xf32>) outs(%f : tensor<5x6xf32>) -> tensor<5x6xf32>
    %e2 = tensor.empty() : tensor<4x6xf32>
    %E = linalg.exp ins(%W : tensor<4x6xf32>) outs(%e2 : tensor<4x6xf32>) -> tensor<4x6xf32>
    return %Y : tensor<5x6xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %parts = transform.param.constant #tesa.width<[4, 6] by [4, 3] holds [si8, f32]> -> !transform.any_param
    // expected-note @+1 {{the schedule asks for it here}}
    transform.tesa.store %root operand "W" format(%parts) : !transform.any_op, !transform.any_param
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-error @+1 {{cannot store 'W' of function @model: expected 'W' to be a factor of products of two tensors but got 'linalg.generic'}}
  func.func @model(%X: tensor<5x4xf32> {sparse.name = "X"}, %W: tensor<4x6xf32> {sparse.name = "W", tesa.constant}) -> tensor<5x6xf32> {
    %zero = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<5x6xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<5x6xf32>) -> tensor<5x6xf32>
    %Y = linalg.generic {indexing_maps = [affine_map<(t, o, i) -> (t, i)>, affine_map<(t, o, i) -> (i, o)>, affine_map<(t, o, i) -> (t, o)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%X, %W : tensor<5x4xf32>, tensor<4x6xf32>) outs(%f : tensor<5x6xf32>) {
    ^bb0(%x: f32, %w: f32, %o: f32):
      %v = math.exp %w : f32
      %p = arith.mulf %x, %v : f32
      %s = arith.addf %p, %o : f32
      linalg.yield %s : f32
    } -> tensor<5x6xf32>
    return %Y : tensor<5x6xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %parts = transform.param.constant #tesa.width<[4, 6] by [4, 3] holds [si8, f32]> -> !transform.any_param
    // expected-note @+1 {{the schedule asks for it here}}
    transform.tesa.store %root operand "W" format(%parts) : !transform.any_op, !transform.any_param
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-error @+1 {{cannot store '1' of function @model: expected a weight with a name but got argument 1}}
  func.func @model(%X: tensor<5x4xf32> {sparse.name = "X"}, %W: tensor<4x6xf32> {tesa.constant}) -> tensor<5x6xf32> {
    %zero = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<5x6xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<5x6xf32>) -> tensor<5x6xf32>
    %Y = linalg.matmul ins(%X, %W : tensor<5x4xf32>, tensor<4x6xf32>) outs(%f : tensor<5x6xf32>) -> tensor<5x6xf32>
    return %Y : tensor<5x6xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %parts = transform.param.constant #tesa.width<[4, 6] by [4, 3] holds [si8, f32]> -> !transform.any_param
    // expected-note @+1 {{the schedule asks for it here}}
    transform.tesa.store %root operand "1" format(%parts) : !transform.any_op, !transform.any_param
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-error @+1 {{cannot store 'W' of function @model: expected products and sums in f16 of tensors by 'W' but got 'linalg.generic' of tensor<5x4xf32>}}
  func.func @model(%X: tensor<5x4xf32> {sparse.name = "X"}, %W: tensor<4x6xf16> {sparse.name = "W", tesa.constant}, %f: tensor<5x6xf32>) -> tensor<5x6xf32> {
    %Y = linalg.generic {indexing_maps = [affine_map<(t, o, i) -> (t, i)>, affine_map<(t, o, i) -> (i, o)>, affine_map<(t, o, i) -> (t, o)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%X, %W : tensor<5x4xf32>, tensor<4x6xf16>) outs(%f : tensor<5x6xf32>) {
    ^bb0(%x: f32, %w: f16, %o: f32):
      %v = arith.extf %w : f16 to f32
      %p = arith.mulf %x, %v : f32
      %s = arith.addf %p, %o : f32
      linalg.yield %s : f32
    } -> tensor<5x6xf32>
    return %Y : tensor<5x6xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %parts = transform.param.constant #tesa.width<[4, 6] by [4, 3] holds [si8, f16]> -> !transform.any_param
    // expected-note @+1 {{the schedule asks for it here}}
    transform.tesa.store %root operand "W" format(%parts) : !transform.any_op, !transform.any_param
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-error @+1 {{cannot store 'W' of function @wide: expected at most 132103 inputs of products of bytes but got 132104}}
  func.func @wide(%X: tensor<1x132104xf32>, %W: tensor<132104x1xf32> {sparse.name = "W", tesa.constant}, %f: tensor<1x1xf32>) -> tensor<1x1xf32> {
    %Y = linalg.matmul ins(%X, %W : tensor<1x132104xf32>, tensor<132104x1xf32>) outs(%f : tensor<1x1xf32>) -> tensor<1x1xf32>
    return %Y : tensor<1x1xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %parts = transform.param.constant #tesa.width<[132104, 1] by [132104, 1] holds [si8]> -> !transform.any_param
    // expected-note @+1 {{the schedule asks for it here}}
    transform.tesa.store %root operand "W" format(%parts) : !transform.any_op, !transform.any_param
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-error @+1 {{cannot store 'W_f32' of function @model: expected a whole weight but got a part of one}}
  func.func @model(%X: tensor<5x4xf32> {sparse.name = "X"}, %W: tensor<4x6xf32> {sparse.name = "W", tesa.constant}) -> tensor<5x6xf32> {
    %zero = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<5x6xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<5x6xf32>) -> tensor<5x6xf32>
    %Y = linalg.matmul ins(%X, %W : tensor<5x4xf32>, tensor<4x6xf32>) outs(%f : tensor<5x6xf32>) -> tensor<5x6xf32>
    return %Y : tensor<5x6xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %parts = transform.param.constant #tesa.width<[4, 6] by [4, 3] holds [si8, f32]> -> !transform.any_param
    transform.tesa.store %root operand "W" format(%parts) : !transform.any_op, !transform.any_param
    %again = transform.param.constant #tesa.width<[4, 6] by [4, 3] holds [si8, f32]> -> !transform.any_param
    // expected-note @+1 {{the schedule asks for it here}}
    transform.tesa.store %root operand "W_f32" format(%again) : !transform.any_op, !transform.any_param
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-error @+1 {{cannot store 'W' of function @names: expected no other argument called 'W_i8_steps' but got one}}
  func.func @names(%X: tensor<5x4xf32> {sparse.name = "W_i8_steps"}, %W: tensor<4x6xf32> {sparse.name = "W", tesa.constant}, %f: tensor<5x6xf32>) -> tensor<5x6xf32> {
    %Y = linalg.matmul ins(%X, %W : tensor<5x4xf32>, tensor<4x6xf32>) outs(%f : tensor<5x6xf32>) -> tensor<5x6xf32>
    return %Y : tensor<5x6xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %parts = transform.param.constant #tesa.width<[4, 6] by [4, 6] holds [si8]> -> !transform.any_param
    // expected-note @+1 {{the schedule asks for it here}}
    transform.tesa.store %root operand "W" format(%parts) : !transform.any_op, !transform.any_param
    transform.yield
  }
}
