// RUN: sparse-opt %s --tesa-print --verify-diagnostics -o /dev/null

func.func @reshape(
    // expected-remark@below {{argument 0: 8 of 24 elements are zero, by [2, 4]}}
    %X: tensor<6x4xf32> {tesa.mask = #tesa.mask<[6, 4] by [2, 4] keeps "05">}) -> tensor<3x2x2x2xf32> {
  // expected-remark@below {{result 0 of 'tensor.collapse_shape': 8 of 24 elements are zero, by [8]}}
  %flat = tensor.collapse_shape %X [[0, 1]] : tensor<6x4xf32> into tensor<24xf32>
  // expected-remark@below {{result 0 of 'tensor.expand_shape': 8 of 24 elements are zero, by [1, 2, 2, 2]}}
  %Y = tensor.expand_shape %flat [[0, 1, 2, 3]] output_shape [3, 2, 2, 2] : tensor<24xf32> into tensor<3x2x2x2xf32>
  return %Y : tensor<3x2x2x2xf32>
}

func.func @transpose(
    // expected-remark@below {{argument 0: 8 of 24 elements are zero, by [2, 4]; 6 of 24 elements are dead, by [6, 1]}}
    %X: tensor<6x4xf32> {tesa.mask = #tesa.mask<[6, 4] by [2, 4] keeps "05">},
    // expected-remark@below {{argument 1: 24 of 24 elements are dead}}
    %init: tensor<4x6xf32>) -> tensor<4x6xf32> {
  // expected-remark@below {{result 0 of 'linalg.transpose': 8 of 24 elements are zero, by [4, 2]; 6 of 24 elements are dead, by [1, 6]}}
  %Y = linalg.transpose ins(%X : tensor<6x4xf32>) outs(%init : tensor<4x6xf32>) permutation = [1, 0]
  // expected-remark@below {{result 0 of 'tesa.mark': 12 of 24 elements are zero, by [1, 2]}}
  %Z = tesa.mark %Y keeps <[4, 6] by [1, 6] keeps "0e"> : tensor<4x6xf32>
  return %Z : tensor<4x6xf32>
}

func.func @broadcast(
    // expected-remark@below {{argument 0: 1 of 4 elements are zero, by [1]}}
    %X: tensor<4xf32> {tesa.mask = #tesa.mask<[4] by [1] keeps "0d">},
    // expected-remark@below {{argument 1: 24 of 24 elements are dead}}
    %init: tensor<4x6xf32>) -> tensor<4x6xf32> {
  // expected-remark@below {{result 0 of 'linalg.broadcast': 6 of 24 elements are zero, by [1, 6]}}
  %Y = linalg.broadcast ins(%X : tensor<4xf32>) outs(%init : tensor<4x6xf32>) dimensions = [1]
  return %Y : tensor<4x6xf32>
}

// What is not cut out is not needed.
func.func @slice(
    // expected-remark@below {{argument 0: 8 of 32 elements are zero, by [2, 4]; 24 of 32 elements are dead, by [1, 4]}}
    %X: tensor<8x4xf32> {tesa.mask = #tesa.mask<[8, 4] by [2, 4] keeps "0d">}) -> tensor<2x4xf32> {
  // expected-remark@below {{result 0 of 'tensor.extract_slice': 4 of 8 elements are zero, by [1, 4]}}
  %Y = tensor.extract_slice %X[1, 0] [2, 4] [2, 1] : tensor<8x4xf32> to tensor<2x4xf32>
  return %Y : tensor<2x4xf32>
}

func.func @one_row(
    // expected-remark@below {{argument 0: 8 of 32 elements are zero, by [8, 1]; 28 of 32 elements are dead, by [1, 4]}}
    %X: tensor<8x4xf32> {tesa.mask = #tesa.mask<[8, 4] by [8, 1] keeps "0d">}) -> tensor<4xf32> {
  // expected-remark@below {{result 0 of 'tensor.extract_slice': 1 of 4 elements are zero, by [1]}}
  %Y = tensor.extract_slice %X[3, 0] [1, 4] [1, 1] : tensor<8x4xf32> to tensor<4xf32>
  return %Y : tensor<4xf32>
}

// What is written over is not needed.
func.func @insert(
    // expected-remark@below {{argument 0: 4 of 8 elements are zero, by [1, 4]}}
    %X: tensor<2x4xf32> {tesa.mask = #tesa.mask<[2, 4] by [1, 4] keeps "02">},
    // expected-remark@below {{argument 1: 8 of 32 elements are zero, by [8, 3]; 8 of 32 elements are dead, by [2, 4]}}
    %Y: tensor<8x4xf32> {tesa.mask = #tesa.mask<[8, 4] by [8, 1] keeps "07">}) -> tensor<8x4xf32> {
  // expected-remark@below {{result 0 of 'tensor.insert_slice': 10 of 32 elements are zero, by [1, 3]}}
  %Z = tensor.insert_slice %X into %Y[4, 0] [2, 4] [1, 1] : tensor<2x4xf32> into tensor<8x4xf32>
  return %Z : tensor<8x4xf32>
}

func.func @concat(
    // expected-remark@below {{argument 0: 4 of 8 elements are zero, by [1, 4]}}
    %X: tensor<2x4xf32> {tesa.mask = #tesa.mask<[2, 4] by [1, 4] keeps "02">},
    // expected-remark@below {{argument 1: 4 of 12 elements are dead, by [2, 4]}}
    %Y: tensor<3x4xf32>) -> tensor<5x4xf32> {
  // expected-remark@below {{result 0 of 'tensor.concat': 4 of 20 elements are zero, by [1, 4]; 4 of 20 elements are dead, by [4, 4]}}
  %Z = tensor.concat dim(0) %X, %Y : (tensor<2x4xf32>, tensor<3x4xf32>) -> tensor<5x4xf32>
  // expected-remark@below {{result 0 of 'tesa.mark': 8 of 20 elements are zero, by [1, 4]}}
  %W = tesa.mark %Z keeps <[5, 4] by [1, 4] keeps "0f"> : tensor<5x4xf32>
  return %W : tensor<5x4xf32>
}

// Zeros around, as many as stand in the text.
func.func @pad(
    // expected-remark@below {{argument 0: 4 of 16 elements are zero, by [4, 1]}}
    %X: tensor<4x4xf32> {tesa.mask = #tesa.mask<[4, 4] by [4, 1] keeps "0e">}) -> tensor<6x4xf32> {
  %zero = arith.constant 0.0 : f32
  // expected-remark@below {{result 0 of 'tensor.pad': 12 of 24 elements are zero, by [1, 1]}}
  %Y = tensor.pad %X low[1, 0] high[1, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<4x4xf32> to tensor<6x4xf32>
  return %Y : tensor<6x4xf32>
}

func.func @pad_with_ones(
    // expected-remark@below {{argument 0: 4 of 16 elements are zero, by [4, 1]}}
    %X: tensor<4x4xf32> {tesa.mask = #tesa.mask<[4, 4] by [4, 1] keeps "0e">}) -> tensor<6x4xf32> {
  %one = arith.constant 1.0 : f32
  // expected-remark@below {{result 0 of 'tensor.pad': 4 of 24 elements are zero, by [1, 1]}}
  %Y = tensor.pad %X low[1, 0] high[1, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %one : f32
  } : tensor<4x4xf32> to tensor<6x4xf32>
  return %Y : tensor<6x4xf32>
}

// Both zeros of floats are 0.
func.func @constant() -> tensor<2x3xf32> {
  // expected-remark@below {{result 0 of 'arith.constant': 3 of 6 elements are zero, by [1, 1]}}
  %X = arith.constant dense<[[0.0, -0.0, 1.0], [0.0, 2.0, 3.0]]> : tensor<2x3xf32>
  return %X : tensor<2x3xf32>
}

func.func @integers() -> tensor<4xi8> {
  // expected-remark@below {{result 0 of 'arith.constant': 2 of 4 elements are zero, by [1]}}
  %X = arith.constant dense<[0, 1, 0, -1]> : tensor<4xi8>
  return %X : tensor<4xi8>
}
