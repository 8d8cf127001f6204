// RUN: sparse-opt %s --tesa-print --verify-diagnostics -o /dev/null

// Through a loop nothing travels: not into it, nor out of it. Inside facts do.
func.func @loop(
    // expected-remark@below {{argument 0: 8 of 8 elements are zero}}
    %X: tensor<2x4xf32> {tesa.mask = #tesa.mask<[2, 4] by [2, 4] keeps "00">},
    // expected-remark@below {{argument 1: 4 of 8 elements are zero, by [1, 4]}}
    %W: tensor<2x4xf32> {tesa.mask = #tesa.mask<[2, 4] by [1, 4] keeps "01">}, %n: index) -> tensor<2x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-remark@below {{argument 1: 4 of 8 elements are dead, by [1, 4]}}
  %Y = scf.for %i = %c0 to %n step %c1 iter_args(%Z = %X) -> tensor<2x4xf32> {
    // expected-remark@below {{result 0 of 'arith.mulf': 4 of 8 elements are zero, by [1, 4]}}
    %T = arith.mulf %Z, %W : tensor<2x4xf32>
    %U = math.cos %T : tensor<2x4xf32>
    scf.yield %U : tensor<2x4xf32>
  }
  return %Y : tensor<2x4xf32>
}

// Blocks that follow one another in a circle.
func.func @circle(
    // expected-remark@below {{argument 0: 8 of 8 elements are zero}}
    %X: tensor<2x4xf32> {tesa.mask = #tesa.mask<[2, 4] by [2, 4] keeps "00">}, %again: i1) -> tensor<2x4xf32> {
  cf.br ^bb1(%X : tensor<2x4xf32>)
^bb1(%Y: tensor<2x4xf32>):
  %Z = math.exp %Y : tensor<2x4xf32>
  cf.cond_br %again, ^bb1(%Z : tensor<2x4xf32>), ^bb2
^bb2:
  return %Y : tensor<2x4xf32>
}

// Shapes that are not static have no facts, and what becomes of them needs all.
func.func @dynamic(
    // expected-remark@below {{argument 0: 4 of 8 elements are zero, by [1, 4]}}
    %X: tensor<2x4xf32> {tesa.mask = #tesa.mask<[2, 4] by [1, 4] keeps "01">}, %V: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %Y = tensor.cast %X : tensor<2x4xf32> to tensor<?x4xf32>
  %Z = arith.mulf %Y, %V : tensor<?x4xf32>
  return %Z : tensor<?x4xf32>
}
