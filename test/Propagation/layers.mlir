// RUN: sparse-opt %s --tesa-print --verify-diagnostics -o /dev/null

// Y = A X + B, forward: a row of A and the same element of B make a row of Y 0.
func.func @forward(
    // expected-remark@below {{argument 0: 6 of 12 elements are zero, by [2, 3]}}
    %A: tensor<4x3xf32> {tesa.mask = #tesa.mask<[4, 3] by [1, 3] keeps "03">},
    %X: tensor<3x2xf32>,
    // expected-remark@below {{argument 2: 2 of 4 elements are zero, by [1]}}
    %B: tensor<4xf32> {tesa.mask = #tesa.mask<[4] by [1] keeps "05">}) -> tensor<4x2xf32> {
  // expected-remark@below {{result 0 of 'arith.constant': 8 of 8 elements are zero}}
  %zero = arith.constant dense<0.0> : tensor<4x2xf32>
  // expected-remark@below {{result 0 of 'linalg.matmul': 4 of 8 elements are zero, by [2, 2]}}
  %AX = linalg.matmul ins(%A, %X : tensor<4x3xf32>, tensor<3x2xf32>) outs(%zero : tensor<4x2xf32>) -> tensor<4x2xf32>
  // expected-remark@below {{result 0 of 'linalg.generic': 2 of 8 elements are zero, by [3, 2]}}
  %Y = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%AX, %B : tensor<4x2xf32>, tensor<4xf32>) outs(%zero : tensor<4x2xf32>) {
  ^bb0(%ax: f32, %b: f32, %o: f32):
    %sum = arith.addf %ax, %b : f32
    linalg.yield %sum : f32
  } -> tensor<4x2xf32>
  return %Y : tensor<4x2xf32>
}

// Backward, the same: what is pruned of Y is not needed of A and of B, and what is
// pruned of X not of A.
func.func @backward(
    // expected-remark@below {{argument 0: 6 of 12 elements are dead, by [1, 1]}}
    %A: tensor<4x3xf32>,
    // expected-remark@below {{argument 1: 2 of 6 elements are zero, by [1, 2]}}
    %X: tensor<3x2xf32> {tesa.mask = #tesa.mask<[3, 2] by [1, 2] keeps "06">},
    // expected-remark@below {{argument 2: 1 of 4 elements are dead, by [1]}}
    %B: tensor<4xf32>) -> tensor<4x2xf32> {
  // expected-remark@below {{result 0 of 'arith.constant': 8 of 8 elements are zero; 2 of 8 elements are dead, by [1, 2]}}
  %zero = arith.constant dense<0.0> : tensor<4x2xf32>
  // expected-remark@below {{result 0 of 'linalg.matmul': 2 of 8 elements are dead, by [1, 2]}}
  %AX = linalg.matmul ins(%A, %X : tensor<4x3xf32>, tensor<3x2xf32>) outs(%zero : tensor<4x2xf32>) -> tensor<4x2xf32>
  // expected-remark@below {{result 0 of 'linalg.generic': 2 of 8 elements are dead, by [1, 2]}}
  %Y = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%AX, %B : tensor<4x2xf32>, tensor<4xf32>) outs(%zero : tensor<4x2xf32>) {
  ^bb0(%ax: f32, %b: f32, %o: f32):
    %sum = arith.addf %ax, %b : f32
    linalg.yield %sum : f32
  } -> tensor<4x2xf32>
  // expected-remark@below {{result 0 of 'tesa.mark': 2 of 8 elements are zero, by [1, 2]}}
  %pruned = tesa.mark %Y keeps <[4, 2] by [1, 2] keeps "0e"> : tensor<4x2xf32>
  return %pruned : tensor<4x2xf32>
}

// A batch norm of a pruned channel is its shift, which is not 0; where the scale is
// pruned, the channel is not needed.
func.func @batch_norm(
    // expected-remark@below {{argument 0: 8 of 24 elements are zero, by [2, 1, 4]; 8 of 24 elements are dead, by [2, 2, 4]}}
    %X: tensor<2x3x4xf32> {tesa.mask = #tesa.mask<[2, 3, 4] by [2, 1, 4] keeps "06">},
    // expected-remark@below {{argument 1: 1 of 3 elements are zero, by [2]; 1 of 3 elements are dead, by [1]}}
    %scale: tensor<3xf32> {tesa.mask = #tesa.mask<[3] by [1] keeps "03">},
    // expected-remark@below {{argument 2: 1 of 3 elements are zero, by [2]}}
    %shift: tensor<3xf32> {tesa.mask = #tesa.mask<[3] by [1] keeps "03">}) -> tensor<2x3x4xf32> {
  // expected-remark@below {{result 0 of 'tensor.empty': 24 of 24 elements are dead}}
  %e = tensor.empty() : tensor<2x3x4xf32>
  // expected-remark@below {{result 0 of 'linalg.generic': 8 of 24 elements are zero, by [2, 2, 4]}}
  %Y = linalg.generic {indexing_maps = [affine_map<(n, c, i) -> (n, c, i)>, affine_map<(n, c, i) -> (c)>, affine_map<(n, c, i) -> (c)>, affine_map<(n, c, i) -> (n, c, i)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%X, %scale, %shift : tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>) outs(%e : tensor<2x3x4xf32>) {
  ^bb0(%x: f32, %s: f32, %b: f32, %o: f32):
    %scaled = arith.mulf %x, %s : f32
    %y = arith.addf %scaled, %b : f32
    linalg.yield %y : f32
  } -> tensor<2x3x4xf32>
  return %Y : tensor<2x3x4xf32>
}

// A layer norm of features that are pruned has no zeros: their mean is not 0. A
// feature that the next layer does not read is needed all the same, for the mean; its
// scale and its shift are not.
func.func @layer_norm(
    // expected-remark@below {{argument 0: 2 of 8 elements are zero, by [2, 3]}}
    %X: tensor<2x4xf32> {tesa.mask = #tesa.mask<[2, 4] by [2, 1] keeps "07">},
    // expected-remark@+2 {{argument 1: 1 of 4 elements are dead, by [1]}}
    // expected-remark@below {{argument 2: 1 of 4 elements are dead, by [1]}}
    %scale: tensor<4xf32>, %shift: tensor<4xf32>) -> tensor<2x4xf32> {
  // expected-remark@below {{result 0 of 'arith.constant': 2 of 2 elements are zero}}
  %zero = arith.constant dense<0.0> : tensor<2xf32>
  %count = arith.constant 4.0 : f32
  %small = arith.constant 1.0e-5 : f32
  // expected-remark@below {{result 0 of 'tensor.empty': 8 of 8 elements are dead}}
  %e = tensor.empty() : tensor<2x4xf32>
  %sum = linalg.reduce ins(%X : tensor<2x4xf32>) outs(%zero : tensor<2xf32>) dimensions = [1]
    (%x: f32, %s: f32) {
      %t = arith.addf %x, %s : f32
      linalg.yield %t : f32
    }
  %centred = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%X, %sum : tensor<2x4xf32>, tensor<2xf32>) outs(%e : tensor<2x4xf32>) {
  ^bb0(%x: f32, %s: f32, %o: f32):
    %mean = arith.divf %s, %count : f32
    %c = arith.subf %x, %mean : f32
    linalg.yield %c : f32
  } -> tensor<2x4xf32>
  %squares = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%centred : tensor<2x4xf32>) outs(%zero : tensor<2xf32>) {
  ^bb0(%c: f32, %s: f32):
    %square = arith.mulf %c, %c : f32
    %t = arith.addf %s, %square : f32
    linalg.yield %t : f32
  } -> tensor<2xf32>
  // expected-remark@below {{result 0 of 'linalg.generic': 2 of 8 elements are dead, by [2, 1]}}
  %Y = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%centred, %squares, %scale, %shift : tensor<2x4xf32>, tensor<2xf32>, tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<2x4xf32>) {
  ^bb0(%c: f32, %s: f32, %w: f32, %b: f32, %o: f32):
    %variance = arith.divf %s, %count : f32
    %some = arith.addf %variance, %small : f32
    %root = math.rsqrt %some : f32
    %normed = arith.mulf %c, %root : f32
    %scaled = arith.mulf %normed, %w : f32
    %y = arith.addf %scaled, %b : f32
    linalg.yield %y : f32
  } -> tensor<2x4xf32>
  // expected-remark@below {{result 0 of 'tesa.mark': 2 of 8 elements are zero, by [2, 1]}}
  %read = tesa.mark %Y keeps <[2, 4] by [2, 1] keeps "0e"> : tensor<2x4xf32>
  return %read : tensor<2x4xf32>
}

// A residual is 0 where both branches are, and needed by both.
func.func @residual(
    // expected-remark@below {{argument 0: 4 of 16 elements are zero, by [4, 3]}}
    %X: tensor<4x4xf32> {tesa.mask = #tesa.mask<[4, 4] by [4, 1] keeps "07">},
    // expected-remark@below {{argument 1: 8 of 16 elements are zero, by [4, 2]; 7 of 16 elements are dead, by [3, 1]}}
    %W: tensor<4x4xf32> {tesa.mask = #tesa.mask<[4, 4] by [4, 2] keeps "01">}) -> tensor<4x4xf32> {
  // expected-remark@below {{result 0 of 'arith.constant': 16 of 16 elements are zero; 4 of 16 elements are dead, by [4, 1]}}
  %zero = arith.constant dense<0.0> : tensor<4x4xf32>
  // expected-remark@below {{result 0 of 'linalg.matmul': 8 of 16 elements are zero, by [4, 2]; 4 of 16 elements are dead, by [4, 1]}}
  %XW = linalg.matmul ins(%X, %W : tensor<4x4xf32>, tensor<4x4xf32>) outs(%zero : tensor<4x4xf32>) -> tensor<4x4xf32>
  // expected-remark@below {{result 0 of 'arith.addf': 4 of 16 elements are zero, by [4, 3]; 4 of 16 elements are dead, by [4, 1]}}
  %Y = arith.addf %X, %XW : tensor<4x4xf32>
  // expected-remark@below {{result 0 of 'tesa.mark': 8 of 16 elements are zero, by [4, 1]}}
  %read = tesa.mark %Y keeps <[4, 4] by [4, 1] keeps "0e"> : tensor<4x4xf32>
  return %read : tensor<4x4xf32>
}
