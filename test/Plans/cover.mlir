// RUN: sparse-opt %s --transform-interpreter | FileCheck %s --enable-var-scope

// The parts of a cover that nothing would be in are left out: blocks alone, elements alone, both.

// CHECK-LABEL: func.func @blocks(
// CHECK-SAME: sparse.format = #sparse.bsr<8, 8, full>
// CHECK-LABEL: func.func @elements(
// CHECK-SAME: sparse.format = #sparse.csr
// CHECK-LABEL: func.func @nothing_kept(
// CHECK-SAME: sparse.format = #sparse.csr
// CHECK-LABEL: func.func @inputs_by_outputs(
// CHECK-SAME: sparse.format = #sparse.format<(i, j) -> (j floordiv 8 : dense, i floordiv 8 : compressed, j mod 8 : dense, i mod 8 : dense) full>
// CHECK-LABEL: func.func @structured(
// CHECK-SAME: sparse.format = #sparse.nm<2, 4>
module attributes {transform.with_named_sequence} {
  func.func @blocks(%W: tensor<16x8xf32> {sparse.name = "W", tesa.mask = #tesa.mask<[16, 8] by [8, 8] keeps "01">}, %X: tensor<8x3xf32>) -> tensor<16x3xf32> {
    %e = arith.constant dense<0.0> : tensor<16x3xf32>
    %Y = linalg.matmul ins(%W, %X : tensor<16x8xf32>, tensor<8x3xf32>) outs(%e : tensor<16x3xf32>) -> tensor<16x3xf32>
    return %Y : tensor<16x3xf32>
  }
  func.func @elements(%W: tensor<16x8xf32> {sparse.name = "W", tesa.mask = #tesa.mask<[16, 8] by [1, 1] keeps "01020408102040800102040810204080">}, %X: tensor<8x3xf32>) -> tensor<16x3xf32> {
    %e = arith.constant dense<0.0> : tensor<16x3xf32>
    %Y = linalg.matmul ins(%W, %X : tensor<16x8xf32>, tensor<8x3xf32>) outs(%e : tensor<16x3xf32>) -> tensor<16x3xf32>
    return %Y : tensor<16x3xf32>
  }
  func.func @nothing_kept(%W: tensor<16x8xf32> {sparse.name = "W", tesa.mask = #tesa.mask<[16, 8] by [16, 8] keeps "00">}, %X: tensor<8x3xf32>) -> tensor<16x3xf32> {
    %e = arith.constant dense<0.0> : tensor<16x3xf32>
    %Y = linalg.matmul ins(%W, %X : tensor<16x8xf32>, tensor<8x3xf32>) outs(%e : tensor<16x3xf32>) -> tensor<16x3xf32>
    return %Y : tensor<16x3xf32>
  }
  func.func @inputs_by_outputs(%X: tensor<3x16xf32>, %W: tensor<16x8xf32> {sparse.name = "W", tesa.mask = #tesa.mask<[16, 8] by [8, 8] keeps "01">}) -> tensor<3x8xf32> {
    %e = arith.constant dense<0.0> : tensor<3x8xf32>
    %Y = linalg.matmul ins(%X, %W : tensor<3x16xf32>, tensor<16x8xf32>) outs(%e : tensor<3x8xf32>) -> tensor<3x8xf32>
    return %Y : tensor<3x8xf32>
  }
  func.func @structured(%W: tensor<16x8xf32> {sparse.name = "W", tesa.mask = #tesa.mask<[16, 8] by [1, 1] keeps "33333333333333333333333333333333">}, %X: tensor<8x3xf32>) -> tensor<16x3xf32> {
    %e = arith.constant dense<0.0> : tensor<16x3xf32>
    %Y = linalg.matmul ins(%W, %X : tensor<16x8xf32>, tensor<8x3xf32>) outs(%e : tensor<16x3xf32>) -> tensor<16x3xf32>
    return %Y : tensor<16x3xf32>
  }
  transform.named_sequence @cover(%root: !transform.any_op {transform.readonly}) {
    %blocks = transform.tesa.cover %root operand "W" sizes [8, 8, 1, 1] costs [20.0, 1.0] : (!transform.any_op) -> !transform.any_param
    transform.tesa.store %root operand "W" format(%blocks) : !transform.any_op, !transform.any_param
    transform.yield
  }
  transform.named_sequence @halve(%root: !transform.any_op {transform.readonly}) {
    %halves = transform.tesa.structure %root operand "W" keeps 2 of 4 : (!transform.any_op) -> !transform.any_param
    transform.tesa.store %root operand "W" format(%halves) : !transform.any_op, !transform.any_param
    transform.yield
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %all = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %some:5 = transform.split_handle %all : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    transform.include @cover failures(propagate) (%some#0) : (!transform.any_op) -> ()
    transform.include @cover failures(propagate) (%some#1) : (!transform.any_op) -> ()
    transform.include @cover failures(propagate) (%some#2) : (!transform.any_op) -> ()
    transform.include @cover failures(propagate) (%some#3) : (!transform.any_op) -> ()
    transform.include @halve failures(propagate) (%some#4) : (!transform.any_op) -> ()
    transform.yield
  }
}
