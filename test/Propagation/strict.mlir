// RUN: sparse-opt %s --tesa-print=strict --verify-diagnostics -o /dev/null
// RUN: sparse-opt %s --tesa-prune-dead=strict | FileCheck %s

// Infinity times 0 is not 0: of floats only 0 times 0 is, or times a finite constant,
// which has an effect on the sign of the 0 (zero-signs.mlir).
func.func @product(
    // expected-remark@below {{argument 0: 2 of 4 elements are zero, by [2]}}
    %X: tensor<4xf32> {tesa.mask = #tesa.mask<[4] by [2] keeps "01">},
    // expected-remark@below {{argument 1: 2 of 4 elements are zero, by [1]}}
    %Y: tensor<4xf32> {tesa.mask = #tesa.mask<[4] by [1] keeps "05">}) -> tensor<4xf32> {
  %two = arith.constant dense<2.0> : tensor<4xf32>
  // expected-remark@below {{result 0 of 'arith.mulf': 1 of 4 elements are zero, by [3]}}
  %Z = arith.mulf %X, %Y : tensor<4xf32>
  // expected-remark@below {{result 0 of 'arith.mulf': 2 of 4 elements are zero, by [2]}}
  %W = arith.mulf %X, %two : tensor<4xf32>
  // expected-remark@below {{result 0 of 'arith.addf': 1 of 4 elements are zero, by [3]}}
  %U = arith.addf %Z, %W : tensor<4xf32>
  return %U : tensor<4xf32>
}

// CHECK-LABEL: func.func @infinite_constant
func.func @infinite_constant(
    // expected-remark@below {{argument 0: 2 of 4 elements are zero, by [2]}}
    %X: tensor<4xf32> {tesa.mask = #tesa.mask<[4] by [2] keeps "01">}) -> tensor<4xf32> {
  %infinity = arith.constant dense<0x7F800000> : tensor<4xf32>
  %Y = arith.mulf %X, %infinity : tensor<4xf32>
  return %Y : tensor<4xf32>
}

// Of a splat one element is looked at.
// CHECK-LABEL: func.func @huge_splat
func.func @huge_splat(
    // expected-remark@below {{argument 0: 549755813888 of 1099511627776 elements are zero, by [549755813888]}}
    %X: tensor<1099511627776xf32> {tesa.mask = #tesa.mask<[1099511627776] by [549755813888] keeps "01">}) -> tensor<1099511627776xf32> {
  %two = arith.constant dense<2.0> : tensor<1099511627776xf32>
  // expected-remark@below {{result 0 of 'arith.mulf': 549755813888 of 1099511627776 elements are zero, by [549755813888]}}
  %Y = arith.mulf %X, %two : tensor<1099511627776xf32>
  return %Y : tensor<1099511627776xf32>
}

// CHECK-LABEL: func.func @product_of_matrices
// CHECK-NOT: tesa.mark
func.func @product_of_matrices(
    // expected-remark@below {{argument 0: 8 of 16 elements are zero, by [4, 2]}}
    %A: tensor<4x4xf32> {tesa.mask = #tesa.mask<[4, 4] by [4, 2] keeps "01">},
    %X: tensor<4x4xf32>, %init: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %Y = linalg.matmul ins(%A, %X : tensor<4x4xf32>, tensor<4x4xf32>) outs(%init : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %Y : tensor<4x4xf32>
}

// Integers are finite.
// CHECK-LABEL: func.func @integers
// CHECK: tesa.mark %{{.*}} keeps <[4, 4] by [2, 4] keeps "01">
func.func @integers(
    // expected-remark@below {{argument 0: 8 of 16 elements are zero, by [4, 2]}}
    %A: tensor<4x4xi32> {tesa.mask = #tesa.mask<[4, 4] by [4, 2] keeps "01">},
    // expected-remark@below {{argument 1: 8 of 16 elements are dead, by [2, 4]}}
    %X: tensor<4x4xi32>, %init: tensor<4x4xi32>) -> tensor<4x4xi32> {
  %Y = linalg.matmul ins(%A, %X : tensor<4x4xi32>, tensor<4x4xi32>) outs(%init : tensor<4x4xi32>) -> tensor<4x4xi32>
  return %Y : tensor<4x4xi32>
}

// So are floats that were integers, if their type has all of these.
func.func @converted(
    // expected-remark@below {{argument 0: 2 of 4 elements are zero, by [2]}}
    %X: tensor<4xf16> {tesa.mask = #tesa.mask<[4] by [2] keeps "01">},
    %I: tensor<4xi8>, %J: tensor<4xi32>) -> (tensor<4xf16>, tensor<4xf16>) {
  %S = arith.sitofp %I : tensor<4xi8> to tensor<4xf16>
  %T = arith.sitofp %J : tensor<4xi32> to tensor<4xf16>
  // expected-remark@below {{result 0 of 'arith.mulf': 2 of 4 elements are zero, by [2]}}
  %Y = arith.mulf %X, %S : tensor<4xf16>
  %Z = arith.mulf %X, %T : tensor<4xf16>
  return %Y, %Z : tensor<4xf16>, tensor<4xf16>
}

// What is not read is not needed, whatever it is.
// CHECK-LABEL: func.func @pruned_result
// CHECK: tesa.mark %{{.*}} keeps <[2, 4] by [1, 4] keeps "02">
func.func @pruned_result(
    // expected-remark@below {{argument 0: 4 of 8 elements are dead, by [1, 4]}}
    %X: tensor<2x4xf32>) -> tensor<2x4xf32> {
  // expected-remark@below {{result 0 of 'math.exp': 4 of 8 elements are dead, by [1, 4]}}
  %Y = math.exp %X : tensor<2x4xf32>
  // expected-remark@below {{result 0 of 'tesa.mark': 4 of 8 elements are zero, by [1, 4]}}
  %Z = tesa.mark %Y keeps <[2, 4] by [1, 4] keeps "02"> : tensor<2x4xf32>
  return %Z : tensor<2x4xf32>
}

// In a body: the product of a constant is 0, and that of two elements is not.
func.func @body(
    // expected-remark@below {{argument 0: 2 of 4 elements are zero, by [2]}}
    %X: tensor<4xf32> {tesa.mask = #tesa.mask<[4] by [2] keeps "01">},
    // expected-remark@+2 {{argument 2: 4 of 4 elements are dead}}
    // expected-remark@below {{argument 1: 2 of 4 elements are zero, by [1]}}
    %Y: tensor<4xf32> {tesa.mask = #tesa.mask<[4] by [1] keeps "05">}, %init: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %two = arith.constant 2.0 : f32
  // expected-remark@+2 {{result 0 of 'linalg.generic': 1 of 4 elements are zero, by [3]}}
  // expected-remark@below {{result 1 of 'linalg.generic': 2 of 4 elements are zero, by [2]}}
  %Z:2 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%X, %Y : tensor<4xf32>, tensor<4xf32>) outs(%init, %init : tensor<4xf32>, tensor<4xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32, %p: f32):
    %z = arith.mulf %x, %y : f32
    %w = arith.mulf %x, %two : f32
    linalg.yield %z, %w : f32, f32
  } -> (tensor<4xf32>, tensor<4xf32>)
  return %Z#0, %Z#1 : tensor<4xf32>, tensor<4xf32>
}
