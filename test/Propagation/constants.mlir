// RUN: sparse-opt %s --tesa-print=constants=true --verify-diagnostics -o /dev/null
// RUN: sparse-opt %s --tesa-print="constants=true seed=1" --verify-diagnostics -o /dev/null

// A pruned channel with a bias behind it is the bias: constant, and not zero. It is
// known where the bias is, and the same in every run if only that is said of it.
func.func @pruned_channel(
    %X: tensor<8x4xf32>,
    // expected-remark@below {{argument 1: 4 of 12 elements are zero, by [4, 2]}}
    %W: tensor<4x3xf32> {tesa.mask = #tesa.mask<[4, 3] by [4, 1] keeps "03">},
    // expected-remark@below {{argument 2: 3 of 3 elements are constant}}
    %B: tensor<3xf32> {tesa.constant = dense<[1.0, 2.0, -0.5]> : tensor<3xf32>},
    // expected-remark@below {{argument 3: 3 of 3 elements are constant, 0 known}}
    %C: tensor<3xf32> {tesa.constant}) -> (tensor<8x3xf32>, tensor<8x3xf32>) {
  // expected-remark@below {{result 0 of 'arith.constant': 24 of 24 elements are zero; 24 of 24 elements are constant}}
  %start = arith.constant dense<0.0> : tensor<8x3xf32>
  // expected-remark@below {{result 0 of 'linalg.matmul': 8 of 24 elements are zero, by [8, 2]; 8 of 24 elements are constant, by [8, 2]}}
  %XW = linalg.matmul ins(%X, %W : tensor<8x4xf32>, tensor<4x3xf32>) outs(%start : tensor<8x3xf32>) -> tensor<8x3xf32>
  // expected-remark@below {{result 0 of 'linalg.generic': 8 of 24 elements are constant, by [8, 2]}}
  %Y = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%XW, %B : tensor<8x3xf32>, tensor<3xf32>) outs(%start : tensor<8x3xf32>) {
  ^bb0(%xw: f32, %b: f32, %o: f32):
    %sum = arith.addf %xw, %b : f32
    linalg.yield %sum : f32
  } -> tensor<8x3xf32>
  // expected-remark@below {{result 0 of 'linalg.generic': 8 of 24 elements are constant, by [8, 2], 0 known}}
  %Z = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%XW, %C : tensor<8x3xf32>, tensor<3xf32>) outs(%start : tensor<8x3xf32>) {
  ^bb0(%xw: f32, %c: f32, %o: f32):
    %sum = arith.addf %xw, %c : f32
    linalg.yield %sum : f32
  } -> tensor<8x3xf32>
  return %Y, %Z : tensor<8x3xf32>, tensor<8x3xf32>
}

// The norm of a pruned channel is its shift, whatever its variance is.
func.func @batch_norm(
    // expected-remark@below {{argument 0: 9 of 18 elements are zero, by [1, 3, 3]}}
    %X: tensor<2x3x3xf32> {tesa.mask = #tesa.mask<[2, 3, 3] by [1, 3, 3] keeps "01">},
    // expected-remark@below {{argument 1: 1 of 2 elements are dead, by [1]}}
    %scale: tensor<2xf32>,
    // expected-remark@below {{argument 2: 2 of 2 elements are constant}}
    %shift: tensor<2xf32> {tesa.constant = dense<[0.5, 3.0]> : tensor<2xf32>}) -> tensor<2x3x3xf32> {
  // expected-remark@below {{result 0 of 'tensor.empty': 18 of 18 elements are dead}}
  %e = tensor.empty() : tensor<2x3x3xf32>
  // expected-remark@below {{result 0 of 'linalg.generic': 9 of 18 elements are constant, by [1, 3, 3]}}
  %Y = linalg.generic {indexing_maps = [affine_map<(c, i, j) -> (c, i, j)>, affine_map<(c, i, j) -> (c)>, affine_map<(c, i, j) -> (c)>, affine_map<(c, i, j) -> (c, i, j)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%X, %scale, %shift : tensor<2x3x3xf32>, tensor<2xf32>, tensor<2xf32>) outs(%e : tensor<2x3x3xf32>) {
  ^bb0(%x: f32, %s: f32, %b: f32, %o: f32):
    %scaled = arith.mulf %x, %s : f32
    %y = arith.addf %scaled, %b : f32
    linalg.yield %y : f32
  } -> tensor<2x3x3xf32>
  return %Y : tensor<2x3x3xf32>
}

// A softmax of constants is the same in every run. What it is, is not known: exp has
// no one right result.
// expected-remark@below {{argument 0: 4 of 4 elements are constant}}
func.func @softmax(%X: tensor<4xf32> {tesa.constant = dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>}) -> tensor<4xf32> {
  // expected-remark@below {{result 0 of 'arith.constant': 1 of 1 elements are zero; 1 of 1 elements are constant}}
  %zero = arith.constant dense<0.0> : tensor<f32>
  // expected-remark@below {{result 0 of 'tensor.empty': 4 of 4 elements are dead}}
  %e = tensor.empty() : tensor<4xf32>
  // expected-remark@below {{result 0 of 'math.exp': 4 of 4 elements are constant, 0 known}}
  %exp = math.exp %X : tensor<4xf32>
  // expected-remark@below {{result 0 of 'linalg.reduce': 1 of 1 elements are constant, 0 known}}
  %sum = linalg.reduce ins(%exp : tensor<4xf32>) outs(%zero : tensor<f32>) dimensions = [0]
    (%x: f32, %s: f32) {
      %t = arith.addf %x, %s : f32
      linalg.yield %t : f32
    }
  // expected-remark@below {{result 0 of 'linalg.generic': 4 of 4 elements are constant, 0 known}}
  %Y = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%exp, %sum : tensor<4xf32>, tensor<f32>) outs(%e : tensor<4xf32>) {
  ^bb0(%x: f32, %s: f32, %o: f32):
    %y = arith.divf %x, %s : f32
    linalg.yield %y : f32
  } -> tensor<4xf32>
  return %Y : tensor<4xf32>
}

// 3 - 3 is 0 as long as 3 is there: constant, and not zero, so that what it is
// multiplied by is needed. If both were dead, both could become -3.
// expected-remark@below {{argument 0: 2 of 2 elements are constant}}
func.func @difference(%X: tensor<2xf32> {tesa.constant = dense<3.0> : tensor<2xf32>}, %Y: tensor<2xf32>) -> tensor<2xf32> {
  // expected-remark@below {{result 0 of 'arith.constant': 2 of 2 elements are constant}}
  %three = arith.constant dense<3.0> : tensor<2xf32>
  // expected-remark@below {{result 0 of 'arith.subf': 2 of 2 elements are constant}}
  %Z = arith.subf %X, %three : tensor<2xf32>
  // expected-remark@below {{result 0 of 'arith.mulf': 2 of 2 elements are zero by their numbers}}
  %P = arith.mulf %Z, %Y : tensor<2xf32>
  return %P : tensor<2xf32>
}

// 0 times a number is one of two zeros, and 1 by it one of two infinities; 0 added
// to it is 0 of one sign.
func.func @signs(
    // expected-remark@below {{argument 0: 2 of 2 elements are zero}}
    %X: tensor<2xf32> {tesa.mask = #tesa.mask<[2] by [2] keeps "00">},
    // expected-remark@below {{argument 1: 2 of 2 elements are dead}}
    %Y: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  // expected-remark@below {{result 0 of 'arith.constant': 2 of 2 elements are constant}}
  %one = arith.constant dense<1.0> : tensor<2xf32>
  // expected-remark@below {{result 0 of 'arith.constant': 2 of 2 elements are zero; 2 of 2 elements are constant}}
  %zero = arith.constant dense<0.0> : tensor<2xf32>
  // expected-remark@below {{result 0 of 'arith.mulf': 2 of 2 elements are zero}}
  %P = arith.mulf %X, %Y : tensor<2xf32>
  %Q = arith.divf %one, %P : tensor<2xf32>
  // expected-remark@below {{result 0 of 'arith.addf': 2 of 2 elements are zero; 2 of 2 elements are constant}}
  %S = arith.addf %P, %zero : tensor<2xf32>
  return %Q, %S : tensor<2xf32>, tensor<2xf32>
}

// Sums of floats are known where each order gives the same: not of tenths.
func.func @orders(
    // expected-remark@below {{argument 0: 3 of 12 elements are zero, by [2, 1]; 12 of 12 elements are constant}}
    %X: tensor<3x4xf32> {tesa.constant = dense<[[0.5, 0.25, 2.0, 1.0], [0.1, 0.1, 0.1, 0.1], [0.0, 0.1, 0.0, 0.0]]> : tensor<3x4xf32>}) -> tensor<3xf32> {
  // expected-remark@below {{result 0 of 'arith.constant': 3 of 3 elements are zero; 3 of 3 elements are constant}}
  %zero = arith.constant dense<0.0> : tensor<3xf32>
  // expected-remark@below {{result 0 of 'linalg.reduce': 3 of 3 elements are constant, 2 known}}
  %Y = linalg.reduce ins(%X : tensor<3x4xf32>) outs(%zero : tensor<3xf32>) dimensions = [1]
    (%x: f32, %s: f32) {
      %t = arith.addf %x, %s : f32
      linalg.yield %t : f32
    }
  return %Y : tensor<3xf32>
}

// What may be reordered, or is not a number, is not known.
func.func @not_known() -> (tensor<f32>, tensor<f32>) {
  // expected-remark@below {{result 0 of 'arith.constant': 1 of 1 elements are constant}}
  %one = arith.constant dense<1.0> : tensor<f32>
  // expected-remark@below {{result 0 of 'arith.constant': 1 of 1 elements are zero; 1 of 1 elements are constant}}
  %zero = arith.constant dense<0.0> : tensor<f32>
  // expected-remark@below {{result 0 of 'arith.addf': 1 of 1 elements are constant, 0 known}}
  %fast = arith.addf %one, %one fastmath<contract> : tensor<f32>
  // expected-remark@below {{result 0 of 'arith.divf': 1 of 1 elements are constant, 0 known}}
  %nan = arith.divf %zero, %zero : tensor<f32>
  return %fast, %nan : tensor<f32>, tensor<f32>
}

// A maximum of windows, in any order, and the numbers around them.
func.func @windows() -> tensor<1x1x2x2xf32> {
  // expected-remark@below {{result 0 of 'arith.constant': 16 of 16 elements are constant}}
  %X = arith.constant dense<[[[[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0], [1.0, 1.0, 2.0, 2.0], [1.0, 1.0, 2.0, 9.0]]]]> : tensor<1x1x4x4xf32>
  %low = arith.constant 0xFF800000 : f32
  // expected-remark@below {{result 0 of 'tensor.empty': 4 of 4 elements are dead}}
  %w = tensor.empty() : tensor<2x2xf32>
  // expected-remark@below {{result 0 of 'tensor.empty': 4 of 4 elements are dead}}
  %e = tensor.empty() : tensor<1x1x2x2xf32>
  // expected-remark@below {{result 0 of 'linalg.fill': 4 of 4 elements are constant}}
  %i = linalg.fill ins(%low : f32) outs(%e : tensor<1x1x2x2xf32>) -> tensor<1x1x2x2xf32>
  // expected-remark@below {{result 0 of 'linalg.pooling_nchw_max': 4 of 4 elements are constant}}
  %Y = linalg.pooling_nchw_max {strides = dense<2> : tensor<2xi64>} ins(%X, %w : tensor<1x1x4x4xf32>, tensor<2x2xf32>) outs(%i : tensor<1x1x2x2xf32>) -> tensor<1x1x2x2xf32>
  return %Y : tensor<1x1x2x2xf32>
}

// Elements that move, around others that do not.
// expected-remark@below {{argument 0: 2 of 4 elements are dead, by [1, 2]}}
func.func @movement(%X: tensor<2x2xi32>) -> tensor<2x4xi32> {
  %seven = arith.constant 7 : i32
  // expected-remark@below {{result 0 of 'tensor.splat': 2 of 4 elements are dead, by [1, 2]; 4 of 4 elements are constant}}
  %S = tensor.splat %seven : tensor<2x2xi32>
  // expected-remark@below {{result 0 of 'tensor.concat': 4 of 8 elements are dead, by [1, 2]; 4 of 8 elements are constant, by [2, 2]}}
  %C = tensor.concat dim(0) %X, %S : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<4x2xi32>
  // expected-remark@below {{result 0 of 'tensor.extract_slice': 2 of 4 elements are constant, by [1, 2]}}
  %T = tensor.extract_slice %C[1, 0] [2, 2] [1, 1] : tensor<4x2xi32> to tensor<2x2xi32>
  // expected-remark@below {{result 0 of 'tensor.pad': 6 of 8 elements are constant, by [1, 1]}}
  %P = tensor.pad %T low[0, 1] high[0, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %seven : i32
  } : tensor<2x2xi32> to tensor<2x4xi32>
  return %P : tensor<2x4xi32>
}

// A sum that another operand scales is not one of constants alone, and what comes
// from outside a body counts; nor has each operation that adds two operands.
func.func @captured(%s: f32) -> (tensor<2xf32>, tensor<2xf32>) {
  // expected-remark@below {{result 0 of 'arith.constant': 8 of 8 elements are constant}}
  %X = arith.constant dense<2.0> : tensor<2x4xf32>
  // expected-remark@below {{result 0 of 'arith.constant': 2 of 2 elements are zero; 2 of 2 elements are constant}}
  %zero = arith.constant dense<0.0> : tensor<2xf32>
  %Y = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%X : tensor<2x4xf32>) outs(%zero : tensor<2xf32>) {
  ^bb0(%x: f32, %o: f32):
    %scaled = arith.mulf %o, %s : f32
    %sum = arith.addf %scaled, %x : f32
    linalg.yield %sum : f32
  } -> tensor<2xf32>
  // expected-remark@below {{result 0 of 'linalg.generic': 2 of 2 elements are constant, 0 known}}
  %Z = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%X : tensor<2x4xf32>) outs(%zero : tensor<2xf32>) {
  ^bb0(%x: f32, %o: f32):
    %sum = math.fma %x, %x, %o : f32
    linalg.yield %sum : f32
  } -> tensor<2xf32>
  return %Y, %Z : tensor<2xf32>, tensor<2xf32>
}
