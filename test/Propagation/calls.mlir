// RUN: sparse-opt %s --tesa-print --verify-diagnostics -o /dev/null
// RUN: sparse-opt %s --tesa-print=seed=1 --verify-diagnostics -o /dev/null

// Facts about this function's own values hold for all calls.
func.func private @layer(%X: tensor<2x4xf32>, %W: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %Y = arith.mulf %X, %W : tensor<2x4xf32>
  return %Y : tensor<2x4xf32>
}

// Each call is what the function is for its operands, in all directions.
func.func @two_calls(
    // expected-remark@below {{argument 0: 6 of 8 elements are dead, by [1, 2]}}
    %X: tensor<2x4xf32>,
    // expected-remark@below {{argument 1: 4 of 8 elements are zero, by [1, 4]}}
    %V: tensor<2x4xf32> {tesa.mask = #tesa.mask<[2, 4] by [1, 4] keeps "01">},
    // expected-remark@below {{argument 2: 4 of 8 elements are zero, by [2, 2]; 4 of 8 elements are dead, by [1, 4]}}
    %W: tensor<2x4xf32> {tesa.mask = #tesa.mask<[2, 4] by [2, 2] keeps "02">}) -> tensor<2x4xf32> {
  // expected-remark@below {{result 0 of 'func.call': 4 of 8 elements are zero, by [1, 4]; 4 of 8 elements are dead, by [2, 2]}}
  %Y = func.call @layer(%X, %V) : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  // expected-remark@below {{result 0 of 'func.call': 6 of 8 elements are zero, by [1, 2]}}
  %Z = func.call @layer(%Y, %W) : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return %Z : tensor<2x4xf32>
}

// Through two functions, one by another.
func.func private @outer(%X: tensor<2x4xf32>, %W: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %Y = func.call @layer(%X, %W) : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return %Y : tensor<2x4xf32>
}

func.func @nested(
    // expected-remark@below {{argument 0: 4 of 8 elements are dead, by [1, 4]}}
    %X: tensor<2x4xf32>,
    // expected-remark@below {{argument 1: 4 of 8 elements are zero, by [1, 4]}}
    %W: tensor<2x4xf32> {tesa.mask = #tesa.mask<[2, 4] by [1, 4] keeps "01">}) -> tensor<2x4xf32> {
  // expected-remark@below {{result 0 of 'func.call': 4 of 8 elements are zero, by [1, 4]}}
  %Y = func.call @outer(%X, %W) : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return %Y : tensor<2x4xf32>
}

// A result that nobody reads needs nothing, unless the function does more.
func.func private @stores(%X: tensor<2x4xf32>, %M: memref<2x4xf32>) -> tensor<2x4xf32> {
  bufferization.materialize_in_destination %X in restrict writable %M : (tensor<2x4xf32>, memref<2x4xf32>) -> ()
  return %X : tensor<2x4xf32>
}

func.func @effects(
    // expected-remark@below {{argument 0: 8 of 8 elements are dead}}
    %X: tensor<2x4xf32>, %Y: tensor<2x4xf32>, %M: memref<2x4xf32>) {
  // expected-remark@below {{result 0 of 'func.call': 8 of 8 elements are dead}}
  %0 = func.call @layer(%X, %X) : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  // expected-remark@below {{result 0 of 'func.call': 8 of 8 elements are dead}}
  %1 = func.call @stores(%Y, %M) : (tensor<2x4xf32>, memref<2x4xf32>) -> tensor<2x4xf32>
  return
}

// Of a function that calls itself nothing is known.
func.func private @endless(%X: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %Y = func.call @endless(%X) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return %Y : tensor<2x4xf32>
}

func.func @recursive(
    // expected-remark@below {{argument 0: 8 of 8 elements are zero}}
    %X: tensor<2x4xf32> {tesa.mask = #tesa.mask<[2, 4] by [2, 4] keeps "00">}) -> tensor<2x4xf32> {
  %Y = func.call @endless(%X) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return %Y : tensor<2x4xf32>
}

// Nor of one without a body, or with several blocks.
func.func private @unknown(tensor<2x4xf32>) -> tensor<2x4xf32>

func.func private @branches(%X: tensor<2x4xf32>) -> tensor<2x4xf32> {
  cf.br ^bb1(%X : tensor<2x4xf32>)
^bb1(%Y: tensor<2x4xf32>):
  return %Y : tensor<2x4xf32>
}

func.func @no_body(
    // expected-remark@below {{argument 0: 8 of 8 elements are zero}}
    %X: tensor<2x4xf32> {tesa.mask = #tesa.mask<[2, 4] by [2, 4] keeps "00">}) -> (tensor<2x4xf32>, tensor<2x4xf32>) {
  %Y = func.call @unknown(%X) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  %Z = func.call @branches(%X) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return %Y, %Z : tensor<2x4xf32>, tensor<2x4xf32>
}
