// RUN: rm -rf %t && mkdir %t && %cc -shared -fPIC -O1 %S/Inputs/functions.c -o %t/functions.so
// RUN: sparse-opt %s --split-input-file --tesa-print='libraries=%t/functions.so samples=256 samples-seed=1' --verify-diagnostics -o /dev/null


func.func private @running(tensor<2x4xf32>) -> tensor<2x4xf32>

// A running sum has zeros as long as there were only zeros. The last column that is
// needed needs those before it. What follows from samples is so marked.
func.func @sums(
    // expected-remark@below {{argument 0: 4 of 8 elements are zero, by [2, 2]; 2 of 8 elements are dead, by [2, 3], 2 of them by 256 samples}}
    %X: tensor<2x4xf32> {tesa.mask = #tesa.mask<[2, 4] by [2, 2] keeps "02">},
    // expected-remark@below {{argument 1: 4 of 8 elements are zero, by [2, 1]; 4 of 8 elements are dead, by [2, 2], 4 of them by 256 samples}}
    %Z: tensor<2x4xf32> {tesa.mask = #tesa.mask<[2, 4] by [2, 1] keeps "05">}) -> tensor<2x4xf32> {
  // expected-remark@below {{result 0 of 'func.call': 4 of 8 elements are zero, by [2, 2], 4 of them by 256 samples; 4 of 8 elements are dead, by [2, 1]}}
  %Y = func.call @running(%X) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  // expected-remark@below {{result 0 of 'arith.mulf': 6 of 8 elements are zero, by [2, 1], 2 of them by 256 samples}}
  %T = arith.mulf %Y, %Z : tensor<2x4xf32>
  return %T : tensor<2x4xf32>
}

// -----

func.func private @turned(tensor<2x4xf32>) -> (tensor<4x2xf32>, tensor<2x4xi8>)

// Two results, one of them in the memory of the operand. A random number is 0 now
// and then, or 1 - "is it 0?" would be taken for 1 where nothing is pruned.
func.func @two_results(
    // expected-remark@below {{argument 0: 4 of 8 elements are zero, by [2, 2]}}
    %X: tensor<2x4xf32> {tesa.mask = #tesa.mask<[2, 4] by [2, 2] keeps "02">}) -> (tensor<4x2xf32>, tensor<2x4xi8>) {
  // expected-remark@below {{result 0 of 'func.call': 4 of 8 elements are zero, by [2, 2], 4 of them by 256 samples}}
  %Y:2 = func.call @turned(%X) : (tensor<2x4xf32>) -> (tensor<4x2xf32>, tensor<2x4xi8>)
  return %Y#0, %Y#1 : tensor<4x2xf32>, tensor<2x4xi8>
}

// -----

func.func private @zeros() -> tensor<2x4xf32>

func.func @without_operands() -> tensor<2x4xf32> {
  // expected-remark@below {{result 0 of 'func.call': 8 of 8 elements are zero, 8 of them by 256 samples}}
  %Y = func.call @zeros() : () -> tensor<2x4xf32>
  return %Y : tensor<2x4xf32>
}

// -----

func.func private @product(tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>

// Sideways: what is multiplied by 0 is not needed. An element of a call of which no
// result is needed is not, either.
func.func @sideways(
    // expected-remark@below {{argument 0: 4 of 8 elements are zero, by [2, 2]; 2 of 8 elements are dead, by [2, 3], 2 of them by 256 samples}}
    %X: tensor<2x4xf32> {tesa.mask = #tesa.mask<[2, 4] by [2, 2] keeps "02">},
    // expected-remark@below {{argument 1: 6 of 8 elements are dead, by [2, 1], 6 of them by 256 samples}}
    %Y: tensor<2x4xf32>) -> tensor<2x3xf32> {
  // expected-remark@below {{result 0 of 'func.call': 4 of 8 elements are zero, by [2, 2], 4 of them by 256 samples; 2 of 8 elements are dead, by [2, 3]}}
  %Z = func.call @product(%X, %Y) : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  // expected-remark@below {{result 0 of 'tensor.extract_slice': 4 of 6 elements are zero, by [2, 2], 4 of them by 256 samples}}
  %S = tensor.extract_slice %Z[0, 0] [2, 3] [1, 1] : tensor<2x4xf32> to tensor<2x3xf32>
  return %S : tensor<2x3xf32>
}
