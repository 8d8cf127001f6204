// RUN: sparse-opt %s --tesa-print --verify-diagnostics -o /dev/null
// RUN: sparse-opt %s --tesa-print=seed=1 --verify-diagnostics -o /dev/null
// RUN: sparse-opt %s --tesa-print=seed=2 --verify-diagnostics -o /dev/null

// Forward: a row of A that is 0 makes a row of Y 0, a column of X a column.
func.func @rows_and_columns(
    // expected-remark@below {{argument 0: 8 of 16 elements are zero, by [2, 4]}}
    %A: tensor<4x4xf32> {tesa.mask = #tesa.mask<[4, 4] by [2, 4] keeps "01">},
    // expected-remark@below {{argument 1: 4 of 16 elements are zero, by [4, 3]}}
    %X: tensor<4x4xf32> {tesa.mask = #tesa.mask<[4, 4] by [4, 1] keeps "07">},
    // expected-remark@below {{argument 2: 16 of 16 elements are dead}}
    %init: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %zero = arith.constant 0.0 : f32
  // expected-remark@below {{result 0 of 'linalg.fill': 16 of 16 elements are zero}}
  %start = linalg.fill ins(%zero : f32) outs(%init : tensor<4x4xf32>) -> tensor<4x4xf32>
  // expected-remark@below {{result 0 of 'linalg.matmul': 10 of 16 elements are zero, by [2, 3]}}
  %Y = linalg.matmul ins(%A, %X : tensor<4x4xf32>, tensor<4x4xf32>) outs(%start : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %Y : tensor<4x4xf32>
}

// Sums that start from other numbers are not 0.
func.func @added_to_what_is_there(
    // expected-remark@below {{argument 0: 8 of 16 elements are zero, by [2, 4]}}
    %A: tensor<4x4xf32> {tesa.mask = #tesa.mask<[4, 4] by [2, 4] keeps "01">},
    %X: tensor<4x4xf32>, %init: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %Y = linalg.matmul ins(%A, %X : tensor<4x4xf32>, tensor<4x4xf32>) outs(%init : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %Y : tensor<4x4xf32>
}

// Sideways: of X, what meets a column of A that is 0 is not needed. The other way
// round A is needed, of which nothing is 0 where X is not.
func.func @sideways(
    // expected-remark@below {{argument 0: 8 of 16 elements are zero, by [4, 2]}}
    %A: tensor<4x4xf32> {tesa.mask = #tesa.mask<[4, 4] by [4, 2] keeps "01">},
    // expected-remark@below {{argument 1: 8 of 16 elements are dead, by [2, 4]}}
    %X: tensor<4x4xf32>, %init: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %Y = linalg.matmul ins(%A, %X : tensor<4x4xf32>, tensor<4x4xf32>) outs(%init : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %Y : tensor<4x4xf32>
}

// Backward, Y = A X + B: of a result that is pruned, rows of A and of B are not
// needed.
func.func @backward(
    // expected-remark@below {{argument 0: 8 of 16 elements are dead, by [1, 4]}}
    %A: tensor<4x4xf32>, %X: tensor<4x4xf32>,
    // expected-remark@+2 {{argument 2: 2 of 4 elements are dead, by [1]}}
    // expected-remark@below {{argument 3: 16 of 16 elements are dead}}
    %B: tensor<4xf32>, %init: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %zero = arith.constant 0.0 : f32
  // expected-remark@below {{result 0 of 'linalg.fill': 16 of 16 elements are zero; 8 of 16 elements are dead, by [1, 4]}}
  %start = linalg.fill ins(%zero : f32) outs(%init : tensor<4x4xf32>) -> tensor<4x4xf32>
  // expected-remark@below {{result 0 of 'linalg.matmul': 8 of 16 elements are dead, by [1, 4]}}
  %AX = linalg.matmul ins(%A, %X : tensor<4x4xf32>, tensor<4x4xf32>) outs(%start : tensor<4x4xf32>) -> tensor<4x4xf32>
  // expected-remark@below {{result 0 of 'linalg.generic': 8 of 16 elements are dead, by [1, 4]}}
  %Y = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%AX, %B : tensor<4x4xf32>, tensor<4xf32>) outs(%init : tensor<4x4xf32>) {
  ^bb0(%ax: f32, %b: f32, %y: f32):
    %sum = arith.addf %ax, %b : f32
    linalg.yield %sum : f32
  } -> tensor<4x4xf32>
  // expected-remark@below {{result 0 of 'tesa.mark': 8 of 16 elements are zero, by [1, 4]}}
  %pruned = tesa.mark %Y keeps <[4, 4] by [1, 4] keeps "05"> : tensor<4x4xf32>
  return %pruned : tensor<4x4xf32>
}

// A pruned channel with a bias behind it is the bias, not 0; of the next weights
// what meets it is needed.
func.func @bias_behind_a_pruned_channel(
    %X: tensor<8x4xf32>,
    // expected-remark@below {{argument 1: 4 of 24 elements are zero, by [4, 5]}}
    %W: tensor<4x6xf32> {tesa.mask = #tesa.mask<[4, 6] by [4, 1] keeps "1f">},
    %B: tensor<6xf32>, %V: tensor<6x2xf32>,
    // expected-remark@below {{argument 4: 48 of 48 elements are dead}}
    %h: tensor<8x6xf32>, %y: tensor<8x2xf32>) -> tensor<8x2xf32> {
  %zero = arith.constant 0.0 : f32
  // expected-remark@below {{result 0 of 'linalg.fill': 48 of 48 elements are zero}}
  %start = linalg.fill ins(%zero : f32) outs(%h : tensor<8x6xf32>) -> tensor<8x6xf32>
  // expected-remark@below {{result 0 of 'linalg.matmul': 8 of 48 elements are zero, by [8, 5]}}
  %XW = linalg.matmul ins(%X, %W : tensor<8x4xf32>, tensor<4x6xf32>) outs(%start : tensor<8x6xf32>) -> tensor<8x6xf32>
  %H = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%XW, %B : tensor<8x6xf32>, tensor<6xf32>) outs(%h : tensor<8x6xf32>) {
  ^bb0(%xw: f32, %b: f32, %o: f32):
    %sum = arith.addf %xw, %b : f32
    %relu = arith.maximumf %sum, %zero : f32
    linalg.yield %relu : f32
  } -> tensor<8x6xf32>
  %Y = linalg.matmul ins(%H, %V : tensor<8x6xf32>, tensor<6x2xf32>) outs(%y : tensor<8x2xf32>) -> tensor<8x2xf32>
  return %Y : tensor<8x2xf32>
}

// Of two layers, what the second one does not read the first one need not make.
func.func @next_layer(
    // expected-remark@+2 {{argument 1: 8 of 24 elements are dead, by [4, 1]}}
    // expected-remark@below {{argument 2: 2 of 6 elements are dead, by [1]}}
    %X: tensor<8x4xf32>, %W: tensor<4x6xf32>, %B: tensor<6xf32>,
    // expected-remark@below {{argument 3: 4 of 12 elements are zero, by [1, 2]}}
    %V: tensor<6x2xf32> {tesa.mask = #tesa.mask<[6, 2] by [1, 2] keeps "2d">},
    // expected-remark@below {{argument 4: 48 of 48 elements are dead}}
    %h: tensor<8x6xf32>, %y: tensor<8x2xf32>) -> tensor<8x2xf32> {
  %zero = arith.constant 0.0 : f32
  // expected-remark@below {{result 0 of 'linalg.fill': 48 of 48 elements are zero; 16 of 48 elements are dead, by [8, 1]}}
  %start = linalg.fill ins(%zero : f32) outs(%h : tensor<8x6xf32>) -> tensor<8x6xf32>
  // expected-remark@below {{result 0 of 'linalg.matmul': 16 of 48 elements are dead, by [8, 1]}}
  %XW = linalg.matmul ins(%X, %W : tensor<8x4xf32>, tensor<4x6xf32>) outs(%start : tensor<8x6xf32>) -> tensor<8x6xf32>
  // expected-remark@below {{result 0 of 'linalg.generic': 16 of 48 elements are dead, by [8, 1]}}
  %H = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%XW, %B : tensor<8x6xf32>, tensor<6xf32>) outs(%h : tensor<8x6xf32>) {
  ^bb0(%xw: f32, %b: f32, %o: f32):
    %sum = arith.addf %xw, %b : f32
    %relu = arith.maximumf %sum, %zero : f32
    linalg.yield %relu : f32
  } -> tensor<8x6xf32>
  %Y = linalg.matmul ins(%H, %V : tensor<8x6xf32>, tensor<6x2xf32>) outs(%y : tensor<8x2xf32>) -> tensor<8x2xf32>
  return %Y : tensor<8x2xf32>
}

// A value that something else reads is needed where any of them needs it.
func.func @read_twice(
    // expected-remark@below {{argument 0: 8 of 32 elements are dead, by [8, 3]}}
    %X: tensor<8x4xf32>,
    // expected-remark@below {{argument 1: 12 of 24 elements are zero, by [2, 6]}}
    %W: tensor<4x6xf32> {tesa.mask = #tesa.mask<[4, 6] by [1, 6] keeps "03">},
    // expected-remark@below {{argument 2: 12 of 24 elements are zero, by [1, 6]}}
    %V: tensor<4x6xf32> {tesa.mask = #tesa.mask<[4, 6] by [1, 6] keeps "06">},
    %y: tensor<8x6xf32>) -> (tensor<8x6xf32>, tensor<8x6xf32>) {
  %Y = linalg.matmul ins(%X, %W : tensor<8x4xf32>, tensor<4x6xf32>) outs(%y : tensor<8x6xf32>) -> tensor<8x6xf32>
  %Z = linalg.matmul ins(%X, %V : tensor<8x4xf32>, tensor<4x6xf32>) outs(%y : tensor<8x6xf32>) -> tensor<8x6xf32>
  return %Y, %Z : tensor<8x6xf32>, tensor<8x6xf32>
}

// Batches of a batched product, one of which is pruned.
func.func @batches(
    // expected-remark@below {{argument 0: 6 of 24 elements are zero, by [3, 2, 3]}}
    %A: tensor<4x2x3xf32> {tesa.mask = #tesa.mask<[4, 2, 3] by [1, 2, 3] keeps "07">},
    // expected-remark@+2 {{argument 1: 6 of 24 elements are dead, by [3, 3, 2]}}
    // expected-remark@below {{argument 2: 16 of 16 elements are dead}}
    %B: tensor<4x3x2xf32>, %init: tensor<4x2x2xf32>) -> tensor<4x2x2xf32> {
  %zero = arith.constant 0.0 : f32
  // expected-remark@below {{result 0 of 'linalg.fill': 16 of 16 elements are zero}}
  %start = linalg.fill ins(%zero : f32) outs(%init : tensor<4x2x2xf32>) -> tensor<4x2x2xf32>
  // expected-remark@below {{result 0 of 'linalg.batch_matmul': 4 of 16 elements are zero, by [3, 2, 2]}}
  %C = linalg.batch_matmul ins(%A, %B : tensor<4x2x3xf32>, tensor<4x3x2xf32>) outs(%start : tensor<4x2x2xf32>) -> tensor<4x2x2xf32>
  return %C : tensor<4x2x2xf32>
}

// Of a call to what is not known nothing is, and all is needed.
func.func private @elsewhere(tensor<4xf32>) -> tensor<4xf32>

// expected-remark@below {{argument 0: 3 of 4 elements are zero, by [1]}}
func.func @unknown(%X: tensor<4xf32> {tesa.mask = #tesa.mask<[4] by [1] keeps "01">}) -> tensor<4xf32> {
  %Y = call @elsewhere(%X) : (tensor<4xf32>) -> tensor<4xf32>
  return %Y : tensor<4xf32>
}

// Nor of shapes that are not static.
func.func @dynamic(%A: tensor<?x4xf32>, %X: tensor<4x4xf32>, %init: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %Y = linalg.matmul ins(%A, %X : tensor<?x4xf32>, tensor<4x4xf32>) outs(%init : tensor<?x4xf32>) -> tensor<?x4xf32>
  return %Y : tensor<?x4xf32>
}
