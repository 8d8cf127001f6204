// RUN: sparse-opt %s --tesa-print="constants=true widths=true" --verify-diagnostics -o /dev/null

// Weights of which nothing is left, and all: what reads the former is not needed.
func.func @all_pruned(
    // expected-remark@below {{argument 0: 6 of 6 elements are dead}}
    %X: tensor<2x3xf32>,
    // expected-remark@below {{argument 1: 12 of 12 elements are zero; 12 of 12 elements need ui0}}
    %W: tensor<3x4xf32> {tesa.mask = #tesa.mask<[3, 4] by [3, 4] keeps "00">}) -> tensor<2x4xf32> {
  // expected-remark@below {{result 0 of 'arith.constant': 8 of 8 elements are zero; 8 of 8 elements are constant; 8 of 8 elements need ui0}}
  %zero = arith.constant dense<0.0> : tensor<2x4xf32>
  // expected-remark@below {{result 0 of 'linalg.matmul': 8 of 8 elements are zero; 8 of 8 elements are constant; 8 of 8 elements need ui0}}
  %Y = linalg.matmul ins(%X, %W : tensor<2x3xf32>, tensor<3x4xf32>) outs(%zero : tensor<2x4xf32>) -> tensor<2x4xf32>
  return %Y : tensor<2x4xf32>
}

func.func @all_dense(
    %X: tensor<2x3xf32>,
    %W: tensor<3x4xf32> {tesa.mask = #tesa.mask<[3, 4] by [3, 4] keeps "01">}, %start: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %Y = linalg.matmul ins(%X, %W : tensor<2x3xf32>, tensor<3x4xf32>) outs(%start : tensor<2x4xf32>) -> tensor<2x4xf32>
  return %Y : tensor<2x4xf32>
}

// No token, one token, and no feature, whose sum is what it starts from.
func.func @no_token(
    %X: tensor<0x3xf32>,
    // expected-remark@below {{argument 1: 3 of 12 elements are zero, by [3, 3]; 12 of 12 elements are dead; 3 of 12 elements need ui0, by [3, 3]}}
    %W: tensor<3x4xf32> {tesa.mask = #tesa.mask<[3, 4] by [3, 1] keeps "07">}, %start: tensor<0x4xf32>) -> tensor<0x4xf32> {
  %Y = linalg.matmul ins(%X, %W : tensor<0x3xf32>, tensor<3x4xf32>) outs(%start : tensor<0x4xf32>) -> tensor<0x4xf32>
  %Z = arith.addf %Y, %Y : tensor<0x4xf32>
  return %Z : tensor<0x4xf32>
}

func.func @one_token(
    %X: tensor<1x3xi8>,
    // expected-remark@below {{argument 1: 3 of 12 elements are zero, by [3, 3]; 3 of 12 elements need ui0, by [3, 3]}}
    %W: tensor<3x4xi8> {tesa.mask = #tesa.mask<[3, 4] by [3, 1] keeps "07">}) -> tensor<1x4xi32> {
  // expected-remark@below {{result 0 of 'arith.constant': 4 of 4 elements are zero; 4 of 4 elements are constant; 4 of 4 elements need ui0}}
  %zero = arith.constant dense<0> : tensor<1x4xi32>
  // expected-remark@below {{result 0 of 'linalg.matmul': 1 of 4 elements are zero, by [1, 3]; 1 of 4 elements are constant, by [1, 3]; 3 of 4 elements need si17, 1 need ui0, by [1, 3]}}
  %Y = linalg.matmul ins(%X, %W : tensor<1x3xi8>, tensor<3x4xi8>) outs(%zero : tensor<1x4xi32>) -> tensor<1x4xi32>
  return %Y : tensor<1x4xi32>
}

func.func @no_feature(%X: tensor<2x0xf32>, %W: tensor<0x4xf32>) -> tensor<2x4xf32> {
  // expected-remark@below {{result 0 of 'arith.constant': 8 of 8 elements are zero; 8 of 8 elements are constant; 8 of 8 elements need ui0}}
  %zero = arith.constant dense<0.0> : tensor<2x4xf32>
  // expected-remark@below {{result 0 of 'linalg.matmul': 8 of 8 elements are zero; 8 of 8 elements need ui0}}
  %Y = linalg.matmul ins(%X, %W : tensor<2x0xf32>, tensor<0x4xf32>) outs(%zero : tensor<2x4xf32>) -> tensor<2x4xf32>
  return %Y : tensor<2x4xf32>
}

// Shapes that are not static have no facts, and what they are made of is needed.
func.func @dynamic(
    // expected-remark@below {{argument 0: 2 of 4 elements are zero, by [2]; 2 of 4 elements need ui0, by [2]}}
    %X: tensor<4xf32> {tesa.mask = #tesa.mask<[4] by [2] keeps "01">}, %n: index,
    %W: tensor<?xf32> {tesa.constant}) -> tensor<?xf32> {
  %Y = tensor.extract_slice %X[0] [%n] [1] : tensor<4xf32> to tensor<?xf32>
  %Z = arith.addf %Y, %W : tensor<?xf32>
  return %Z : tensor<?xf32>
}

// Of a value that a loop carries nothing is known: it is 0 the first time alone. What
// the loop computes is known where it follows from what is outside.
func.func @loop(
    // expected-remark@below {{argument 0: 2 of 4 elements are zero, by [2]; 2 of 4 elements need ui0, by [2]}}
    %X: tensor<4xf32> {tesa.mask = #tesa.mask<[4] by [2] keeps "01">}, %n: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-remark@below {{result 0 of 'arith.constant': 4 of 4 elements are constant; 4 of 4 elements need ui1}}
  %one = arith.constant dense<1.0> : tensor<4xf32>
  // expected-remark@below {{result 0 of 'arith.constant': 4 of 4 elements are zero; 4 of 4 elements are constant; 4 of 4 elements need ui0}}
  %zero = arith.constant dense<0.0> : tensor<4xf32>
  %Y = scf.for %i = %c0 to %n step %c1 iter_args(%before = %zero) -> (tensor<4xf32>) {
    // expected-remark@below {{result 0 of 'arith.addf': 2 of 4 elements are zero, by [2]; 2 of 4 elements need ui0, by [2]}}
    %twice = arith.addf %X, %X : tensor<4xf32>
    %sum = arith.addf %before, %one : tensor<4xf32>
    %more = arith.addf %sum, %twice : tensor<4xf32>
    scf.yield %more : tensor<4xf32>
  }
  return %Y : tensor<4xf32>
}

// Nor of what blocks hand on to one another.
func.func @blocks(
    // expected-remark@below {{argument 0: 2 of 4 elements are zero, by [2]; 2 of 4 elements need ui0, by [2]}}
    %X: tensor<4xf32> {tesa.mask = #tesa.mask<[4] by [2] keeps "01">}, %c: i1) -> tensor<4xf32> {
  // expected-remark@below {{result 0 of 'arith.constant': 4 of 4 elements are zero; 4 of 4 elements are constant; 4 of 4 elements need ui0}}
  %zero = arith.constant dense<0.0> : tensor<4xf32>
  cf.br ^again(%zero : tensor<4xf32>)
^again(%before: tensor<4xf32>):
  %sum = arith.addf %before, %X : tensor<4xf32>
  cf.cond_br %c, ^again(%sum : tensor<4xf32>), ^end(%sum : tensor<4xf32>)
^end(%last: tensor<4xf32>):
  return %last : tensor<4xf32>
}
