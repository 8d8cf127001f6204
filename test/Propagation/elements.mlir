// RUN: sparse-opt %s --tesa-print --verify-diagnostics -o /dev/null

// The classes of SparTA's Table 2, on tensors; the first argument has its first two
// elements, the second one its first and third.
func.func @sum(
    // expected-remark@below {{argument 0: 2 of 4 elements are zero, by [2]}}
    %X: tensor<4xf32> {tesa.mask = #tesa.mask<[4] by [2] keeps "01">},
    // expected-remark@below {{argument 1: 2 of 4 elements are zero, by [1]}}
    %Y: tensor<4xf32> {tesa.mask = #tesa.mask<[4] by [1] keeps "05">}) -> tensor<4xf32> {
  // expected-remark@below {{result 0 of 'arith.addf': 1 of 4 elements are zero, by [3]}}
  %Z = arith.addf %X, %Y : tensor<4xf32>
  return %Z : tensor<4xf32>
}

// Of a product, what meets a 0 is not needed.
func.func @product(
    // expected-remark@below {{argument 0: 2 of 4 elements are zero, by [2]; 2 of 4 elements are dead, by [1]}}
    %X: tensor<4xf32> {tesa.mask = #tesa.mask<[4] by [2] keeps "01">},
    // expected-remark@below {{argument 1: 2 of 4 elements are zero, by [1]; 2 of 4 elements are dead, by [2]}}
    %Y: tensor<4xf32> {tesa.mask = #tesa.mask<[4] by [1] keeps "05">}) -> tensor<4xf32> {
  // expected-remark@below {{result 0 of 'arith.mulf': 3 of 4 elements are zero, by [1]}}
  %Z = arith.mulf %X, %Y : tensor<4xf32>
  return %Z : tensor<4xf32>
}

// 0 by what may be 0 is not 0; by 2 it is.
func.func @quotient(
    // expected-remark@below {{argument 0: 2 of 4 elements are zero, by [2]}}
    %X: tensor<4xf32> {tesa.mask = #tesa.mask<[4] by [2] keeps "01">},
    %Y: tensor<4xf32>) -> tensor<4xf32> {
  %Z = arith.divf %X, %Y : tensor<4xf32>
  %two = arith.constant dense<2.0> : tensor<4xf32>
  // expected-remark@below {{result 0 of 'arith.divf': 2 of 4 elements are zero, by [2]}}
  %W = arith.divf %X, %two : tensor<4xf32>
  %U = arith.addf %Z, %W : tensor<4xf32>
  return %U : tensor<4xf32>
}

// sin 0 is 0, cos 0 and exp 0 are not.
func.func @functions(
    // expected-remark@below {{argument 0: 2 of 4 elements are zero, by [2]}}
    %X: tensor<4xf32> {tesa.mask = #tesa.mask<[4] by [2] keeps "01">}) -> tensor<4xf32> {
  // expected-remark@below {{result 0 of 'math.sin': 2 of 4 elements are zero, by [2]}}
  %sin = math.sin %X : tensor<4xf32>
  %cos = math.cos %sin : tensor<4xf32>
  %exp = math.exp %X : tensor<4xf32>
  %sum = arith.addf %cos, %exp : tensor<4xf32>
  return %sum : tensor<4xf32>
}

func.func @power(
    // expected-remark@below {{argument 0: 2 of 4 elements are zero, by [2]}}
    %X: tensor<4xf32> {tesa.mask = #tesa.mask<[4] by [2] keeps "01">}) -> tensor<4xf32> {
  %three = arith.constant dense<3.0> : tensor<4xf32>
  // expected-remark@below {{result 0 of 'math.powf': 2 of 4 elements are zero, by [2]}}
  %Y = math.powf %X, %three : tensor<4xf32>
  return %Y : tensor<4xf32>
}

// 0.5 x (1 + erf(x / sqrt 2)) is 0 where x is.
func.func @gelu(
    // expected-remark@below {{argument 0: 2 of 4 elements are zero, by [2]}}
    %X: tensor<4xf32> {tesa.mask = #tesa.mask<[4] by [2] keeps "01">},
    // expected-remark@below {{argument 1: 4 of 4 elements are dead}}
    %init: tensor<4xf32>) -> tensor<4xf32> {
  // expected-remark@below {{result 0 of 'linalg.generic': 2 of 4 elements are zero, by [2]}}
  %Y = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%X : tensor<4xf32>) outs(%init : tensor<4xf32>) {
  ^bb0(%x: f32, %o: f32):
    %half = arith.constant 0.5 : f32
    %one = arith.constant 1.0 : f32
    %root = arith.constant 1.41421354 : f32
    %scaled = arith.divf %x, %root : f32
    %erf = math.erf %scaled : f32
    %sum = arith.addf %erf, %one : f32
    %product = arith.mulf %x, %half : f32
    %y = arith.mulf %product, %sum : f32
    linalg.yield %y : f32
  } -> tensor<4xf32>
  return %Y : tensor<4xf32>
}

// The larger of x and 0, as models have it.
func.func @relu(
    // expected-remark@below {{argument 0: 2 of 4 elements are zero, by [2]}}
    %X: tensor<4xf32> {tesa.mask = #tesa.mask<[4] by [2] keeps "01">},
    // expected-remark@below {{argument 1: 4 of 4 elements are dead}}
    %init: tensor<4xf32>) -> tensor<4xf32> {
  %zero = arith.constant 0.0 : f32
  // expected-remark@below {{result 0 of 'linalg.generic': 2 of 4 elements are zero, by [2]}}
  %Y = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%X : tensor<4xf32>) outs(%init : tensor<4xf32>) {
  ^bb0(%x: f32, %o: f32):
    %positive = arith.cmpf ugt, %x, %zero : f32
    %y = arith.select %positive, %x, %zero : f32
    linalg.yield %y : f32
  } -> tensor<4xf32>
  return %Y : tensor<4xf32>
}

// A softmax has no zeros, and needs all: columns that are masked away have a sum.
func.func @softmax(
    // expected-remark@below {{argument 0: 4 of 8 elements are zero, by [2, 2]}}
    %X: tensor<2x4xf32> {tesa.mask = #tesa.mask<[2, 4] by [2, 2] keeps "01">},
    // expected-remark@+2 {{argument 1: 2 of 2 elements are dead}}
    // expected-remark@below {{argument 2: 8 of 8 elements are dead}}
    %sums: tensor<2xf32>, %init: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %zero = arith.constant 0.0 : f32
  // expected-remark@below {{result 0 of 'linalg.fill': 2 of 2 elements are zero}}
  %start = linalg.fill ins(%zero : f32) outs(%sums : tensor<2xf32>) -> tensor<2xf32>
  %exp = math.exp %X : tensor<2x4xf32>
  %sum = linalg.reduce ins(%exp : tensor<2x4xf32>) outs(%start : tensor<2xf32>) dimensions = [1]
    (%x: f32, %s: f32) {
      %t = arith.addf %x, %s : f32
      linalg.yield %t : f32
    }
  %Y = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%exp, %sum : tensor<2x4xf32>, tensor<2xf32>) outs(%init : tensor<2x4xf32>) {
  ^bb0(%x: f32, %s: f32, %o: f32):
    %y = arith.divf %x, %s : f32
    linalg.yield %y : f32
  } -> tensor<2x4xf32>
  return %Y : tensor<2x4xf32>
}

// The greatest of zeros is 0, whatever number is the least one.
func.func @maximum(
    // expected-remark@below {{argument 0: 4 of 8 elements are zero, by [1, 4]}}
    %X: tensor<2x4xf32> {tesa.mask = #tesa.mask<[2, 4] by [1, 4] keeps "01">},
    // expected-remark@below {{argument 1: 2 of 2 elements are dead}}
    %init: tensor<2xf32>) -> tensor<2xf32> {
  %low = arith.constant 0xFF800000 : f32
  %start = linalg.fill ins(%low : f32) outs(%init : tensor<2xf32>) -> tensor<2xf32>
  // expected-remark@below {{result 0 of 'linalg.reduce': 1 of 2 elements are zero, by [1]}}
  %Y = linalg.reduce ins(%X : tensor<2x4xf32>) outs(%start : tensor<2xf32>) dimensions = [1]
    (%x: f32, %s: f32) {
      %t = arith.maximumf %x, %s : f32
      linalg.yield %t : f32
    }
  return %Y : tensor<2xf32>
}

// Between 0 and 6, as models have it: where x is 0, what is compared decides.
func.func @clip(
    // expected-remark@below {{argument 0: 2 of 4 elements are zero, by [2]}}
    %X: tensor<4xf32> {tesa.mask = #tesa.mask<[4] by [2] keeps "01">},
    // expected-remark@below {{argument 1: 4 of 4 elements are dead}}
    %init: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %zero = arith.constant 0.0 : f32
  %six = arith.constant 6.0 : f32
  // expected-remark@below {{result 0 of 'linalg.generic': 2 of 4 elements are zero, by [2]}}
  %Y = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%X : tensor<4xf32>) outs(%init : tensor<4xf32>) {
  ^bb0(%x: f32, %o: f32):
    %low = arith.cmpf ult, %x, %zero : f32
    %a = arith.select %low, %zero, %x : f32
    %high = arith.cmpf ogt, %a, %six : f32
    %b = arith.select %high, %six, %a : f32
    linalg.yield %b : f32
  } -> tensor<4xf32>
  // From 6 on, 0 is 6.
  %Z = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%X : tensor<4xf32>) outs(%init : tensor<4xf32>) {
  ^bb0(%x: f32, %o: f32):
    %low = arith.cmpf ogt, %six, %x : f32
    %b = arith.select %low, %six, %x : f32
    linalg.yield %b : f32
  } -> tensor<4xf32>
  return %Y, %Z : tensor<4xf32>, tensor<4xf32>
}

// The smaller of 0 and 6 is 0, the larger one is not; of 0 and -6 the other way round.
func.func @bounds(
    // expected-remark@below {{argument 0: 2 of 4 elements are zero, by [2]}}
    %X: tensor<4xi32> {tesa.mask = #tesa.mask<[4] by [2] keeps "01">}) -> (tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) {
  %six = arith.constant dense<6> : tensor<4xi32>
  %low = arith.constant dense<-6> : tensor<4xi32>
  // expected-remark@below {{result 0 of 'arith.minsi': 2 of 4 elements are zero, by [2]}}
  %0 = arith.minsi %X, %six : tensor<4xi32>
  %1 = arith.maxsi %X, %six : tensor<4xi32>
  %2 = arith.minsi %X, %low : tensor<4xi32>
  // expected-remark@below {{result 0 of 'arith.maxsi': 2 of 4 elements are zero, by [2]}}
  %3 = arith.maxsi %X, %low : tensor<4xi32>
  return %0, %1, %2, %3 : tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>
}

// A maximum may start from a constant that says the least number.
func.func @maximum_of_constant(
    // expected-remark@below {{argument 0: 4 of 8 elements are zero, by [1, 4]}}
    %X: tensor<2x4xf32> {tesa.mask = #tesa.mask<[2, 4] by [1, 4] keeps "01">}) -> tensor<2xf32> {
  %start = arith.constant dense<0xFF800000> : tensor<2xf32>
  // expected-remark@below {{result 0 of 'linalg.reduce': 1 of 2 elements are zero, by [1]}}
  %Y = linalg.reduce ins(%X : tensor<2x4xf32>) outs(%start : tensor<2xf32>) dimensions = [1]
    (%x: f32, %s: f32) {
      %t = arith.maximumf %x, %s : f32
      linalg.yield %t : f32
    }
  return %Y : tensor<2xf32>
}
