// RUN: sparse-opt %s --tesa-print --verify-diagnostics -o /dev/null

// What a product starts from is a factor of it: 1 is not what a sum of nothing is.
func.func @product_of_all(
    // expected-remark@below {{argument 0: 4 of 8 elements are zero, by [1, 4]}}
    %X: tensor<2x4xf32> {tesa.mask = #tesa.mask<[2, 4] by [1, 4] keeps "01">},
    // expected-remark@below {{argument 1: 2 of 2 elements are dead}}
    %init: tensor<2xf32>) -> tensor<2xf32> {
  %one = arith.constant 1.0 : f32
  // expected-remark@below {{result 0 of 'linalg.fill': 1 of 2 elements are dead, by [1]}}
  %start = linalg.fill ins(%one : f32) outs(%init : tensor<2xf32>) -> tensor<2xf32>
  %Y = linalg.reduce ins(%X : tensor<2x4xf32>) outs(%start : tensor<2xf32>) dimensions = [1]
    (%x: f32, %s: f32) {
      %t = arith.mulf %x, %s : f32
      linalg.yield %t : f32
    }
  return %Y : tensor<2xf32>
}

func.func @all_bits(
    // expected-remark@+2 {{argument 1: 2 of 2 elements are dead}}
    %X: tensor<2x4xi32>,
    %init: tensor<2xi32>) -> tensor<2xi32> {
  %ones = arith.constant -1 : i32
  %start = linalg.fill ins(%ones : i32) outs(%init : tensor<2xi32>) -> tensor<2xi32>
  %Y = linalg.reduce ins(%X : tensor<2x4xi32>) outs(%start : tensor<2xi32>) dimensions = [1]
    (%x: i32, %s: i32) {
      %t = arith.andi %x, %s : i32
      linalg.yield %t : i32
    }
  return %Y : tensor<2xi32>
}

// Y / Z + log U times 0 has no effect, and Y may become 0. Z and U may not:
// infinity times 0 is not 0.
func.func @divisors(
    // expected-remark@below {{argument 0: 2 of 4 elements are zero, by [2]}}
    %X: tensor<4xf32> {tesa.mask = #tesa.mask<[4] by [2] keeps "01">},
    // expected-remark@below {{argument 1: 2 of 4 elements are dead, by [2]}}
    %Y: tensor<4xf32>, %Z: tensor<4xf32>, %U: tensor<4xf32>) -> tensor<4xf32> {
  // expected-remark@below {{result 0 of 'arith.divf': 2 of 4 elements are dead, by [2]}}
  %quotient = arith.divf %Y, %Z : tensor<4xf32>
  // expected-remark@below {{result 0 of 'math.log': 2 of 4 elements are dead, by [2]}}
  %log = math.log %U : tensor<4xf32>
  // expected-remark@below {{result 0 of 'arith.addf': 2 of 4 elements are dead, by [2]}}
  %sum = arith.addf %quotient, %log : tensor<4xf32>
  // expected-remark@below {{result 0 of 'arith.mulf': 2 of 4 elements are zero, by [2]}}
  %product = arith.mulf %X, %sum : tensor<4xf32>
  return %product : tensor<4xf32>
}

func.func @divisors_in_body(
    // expected-remark@below {{argument 0: 2 of 4 elements are zero, by [2]}}
    %X: tensor<4xf32> {tesa.mask = #tesa.mask<[4] by [2] keeps "01">},
    // expected-remark@below {{argument 1: 2 of 4 elements are dead, by [2]}}
    %Y: tensor<4xf32>, %Z: tensor<4xf32>, %U: tensor<4xf32>,
    // expected-remark@below {{argument 4: 4 of 4 elements are dead}}
    %init: tensor<4xf32>) -> tensor<4xf32> {
  // expected-remark@below {{result 0 of 'linalg.generic': 2 of 4 elements are zero, by [2]}}
  %W = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%X, %Y, %Z, %U : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) outs(%init : tensor<4xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32, %u: f32, %o: f32):
    %quotient = arith.divf %y, %z : f32
    %root = math.rsqrt %u : f32
    %sum = arith.addf %quotient, %root : f32
    %product = arith.mulf %x, %sum : f32
    linalg.yield %product : f32
  } -> tensor<4xf32>
  return %W : tensor<4xf32>
}

// Without iterations a result is what it starts from.
func.func @no_iterations(%X: tensor<2x0xf32>, %init: tensor<2xf32>) -> tensor<2xf32> {
  %low = arith.constant 0xFF800000 : f32
  %Y = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "parallel"]} ins(%X : tensor<2x0xf32>) outs(%init : tensor<2xf32>) {
  ^bb0(%x: f32, %o: f32):
    linalg.yield %x : f32
  } -> tensor<2xf32>
  return %Y : tensor<2xf32>
}

// The first result is what the second one was an iteration before.
func.func @two_sums(
    // expected-remark@below {{argument 0: 4 of 8 elements are zero, by [1, 4]}}
    %X: tensor<2x4xf32> {tesa.mask = #tesa.mask<[2, 4] by [1, 4] keeps "01">},
    %B: tensor<2xf32>) -> tensor<2xf32> {
  // expected-remark@below {{result 0 of 'arith.constant': 2 of 2 elements are zero; 2 of 2 elements are dead}}
  %zero = arith.constant dense<0.0> : tensor<2xf32>
  // expected-remark@below {{result 1 of 'linalg.generic': 2 of 2 elements are dead}}
  %Y:2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%X : tensor<2x4xf32>) outs(%zero, %B : tensor<2xf32>, tensor<2xf32>) {
  ^bb0(%x: f32, %a: f32, %b: f32):
    linalg.yield %b, %x : f32, f32
  } -> (tensor<2xf32>, tensor<2xf32>)
  return %Y#0 : tensor<2xf32>
}

// And what the second one reads is needed for the first, though the second is not.
func.func @needed_by_other_sum(%X: tensor<2x4xf32>, %B: tensor<2xf32>) -> tensor<2xf32> {
  // expected-remark@below {{result 0 of 'arith.constant': 2 of 2 elements are zero}}
  %zero = arith.constant dense<0.0> : tensor<2xf32>
  // expected-remark@below {{result 1 of 'linalg.generic': 2 of 2 elements are dead}}
  %Y:2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%X : tensor<2x4xf32>) outs(%zero, %B : tensor<2xf32>, tensor<2xf32>) {
  ^bb0(%x: f32, %a: f32, %b: f32):
    linalg.yield %b, %x : f32, f32
  } -> (tensor<2xf32>, tensor<2xf32>)
  return %Y#0 : tensor<2xf32>
}

// A body that calls has effects, whatever becomes of its result.
func.func private @observe(f32) -> f32

func.func @effects(%X: tensor<4xf32>, %init: tensor<4xf32>) {
  // expected-remark@below {{result 0 of 'linalg.generic': 4 of 4 elements are dead}}
  %Y = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%X : tensor<4xf32>) outs(%init : tensor<4xf32>) {
  ^bb0(%x: f32, %o: f32):
    %y = func.call @observe(%x) : (f32) -> f32
    linalg.yield %y : f32
  } -> tensor<4xf32>
  return
}

// The bits of the integer 0 are 0; those of -0.0 are not.
func.func @bits(
    // expected-remark@below {{argument 0: 2 of 4 elements are zero, by [2]}}
    %X: tensor<4xf32> {tesa.mask = #tesa.mask<[4] by [2] keeps "01">},
    // expected-remark@below {{argument 1: 2 of 4 elements are zero, by [2]}}
    %Y: tensor<4xi32> {tesa.mask = #tesa.mask<[4] by [2] keeps "01">}) -> (tensor<4xi32>, tensor<4xf32>) {
  %U = arith.bitcast %X : tensor<4xf32> to tensor<4xi32>
  // expected-remark@below {{result 0 of 'arith.bitcast': 2 of 4 elements are zero, by [2]}}
  %V = arith.bitcast %Y : tensor<4xi32> to tensor<4xf32>
  return %U, %V : tensor<4xi32>, tensor<4xf32>
}

// f8E8M0FNU has no 0.
func.func @no_zero(
    // expected-remark@below {{argument 0: 2 of 4 elements are zero, by [2]}}
    %X: tensor<4xf32> {tesa.mask = #tesa.mask<[4] by [2] keeps "01">}) -> tensor<4xf32> {
  %scale = arith.truncf %X : tensor<4xf32> to tensor<4xf8E8M0FNU>
  %Y = arith.extf %scale : tensor<4xf8E8M0FNU> to tensor<4xf32>
  return %Y : tensor<4xf32>
}

// A large piece is stored as one block.
func.func @large_piece(
    // expected-remark@below {{argument 0: 4294967296 of 4294967296 elements are zero}}
    %X: tensor<65536x65536xf32> {tesa.mask = #tesa.mask<[65536, 65536] by [65536, 65536] keeps "00">},
    // expected-remark@below {{argument 1: 4294967296 of 17179869184 elements are dead, by [65536, 65536]}}
    %Y: tensor<131072x131072xf32>) -> tensor<131072x131072xf32> {
  // expected-remark@below {{result 0 of 'tensor.insert_slice': 4294967296 of 17179869184 elements are zero, by [65536, 65536]}}
  %Z = tensor.insert_slice %X into %Y[65536, 65536] [65536, 65536] [1, 1] : tensor<65536x65536xf32> into tensor<131072x131072xf32>
  return %Z : tensor<131072x131072xf32>
}
