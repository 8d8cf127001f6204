// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(tesa-print))' --verify-diagnostics -o /dev/null

// A pass on one function does not look into others, which another thread may change.

func.func @twice(
    // expected-remark@below {{argument 0: 2 of 4 elements are zero, by [2]}}
    %X: tensor<4xf32> {tesa.mask = #tesa.mask<[4] by [2] keeps "01">}) -> tensor<4xf32> {
  // expected-remark@below {{result 0 of 'arith.addf': 2 of 4 elements are zero, by [2]}}
  %Y = arith.addf %X, %X : tensor<4xf32>
  return %Y : tensor<4xf32>
}

func.func @caller(
    // expected-remark@below {{argument 0: 2 of 4 elements are zero, by [2]}}
    %X: tensor<4xf32> {tesa.mask = #tesa.mask<[4] by [2] keeps "01">}) -> tensor<4xf32> {
  %Y = func.call @twice(%X) : (tensor<4xf32>) -> tensor<4xf32>
  return %Y : tensor<4xf32>
}
