// RUN: sparse-opt %s | sparse-opt | FileCheck %s --check-prefix=ROUND
// RUN: sparse-opt %s --transform-interpreter --split-input-file | FileCheck %s --enable-var-scope
// RUN: sparse-opt %s --transform-interpreter --convert-linalg-to-sparse -o /dev/null

// ROUND: transform.tesa.remove_pruned %{{.*}} : !transform.any_op
// ROUND: transform.tesa.store %{{.*}} operand "W" format(%{{.*}}) : !transform.any_op, !transform.any_param
// ROUND: transform.tesa.cover %{{.*}} operand "V" sizes [2, 2, 1, 1] costs [3.000000e+00, 1.000000e+00] : (!transform.any_op) -> !transform.any_param
// ROUND: transform.tesa.structure %{{.*}} operand "W" keeps 2 of 4 : (!transform.any_op) -> !transform.any_param

// W has inputs by outputs, V outputs by inputs: formats have outputs first. Two blocks of V are
// full, and one element stands alone.

// CHECK-LABEL: func.func @layers(
// CHECK-SAME: sparse.format = #sparse.composite<(i, j) -> (slot(i in j, i floordiv 4) below 2 : #sparse.format<(i, j) -> (j : dense, i floordiv 4 : dense, i mod 4 : structured(2, 4))>, rest : #sparse.csc)>, sparse.name = "W"
// CHECK-SAME: sparse.format = #sparse.composite<(i, j) -> (cover(i, j by (2, 2) at 300, (1, 1) at 100) is 0 : #sparse.bsr<2, 2>, rest : #sparse.csr)>, sparse.name = "V"
// CHECK-SAME: {sparse.name = "U"
module attributes {transform.with_named_sequence} {
  func.func @layers(%X: tensor<5x4xf32>, %W: tensor<4x4xf32> {sparse.name = "W", tesa.constant}, %V: tensor<4x4xf32> {sparse.name = "V", tesa.mask = #tesa.mask<[4, 4] by [1, 1] keeps "33cd">}, %U: tensor<4x4xf32> {sparse.name = "U", tesa.constant}) -> (tensor<5x4xf32>, tensor<4x5xf32>) {
    %zero = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<5x4xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<5x4xf32>) -> tensor<5x4xf32>
    %Y = linalg.matmul ins(%X, %W : tensor<5x4xf32>, tensor<4x4xf32>) outs(%f : tensor<5x4xf32>) -> tensor<5x4xf32>
    %Y2 = linalg.matmul ins(%Y, %U : tensor<5x4xf32>, tensor<4x4xf32>) outs(%f : tensor<5x4xf32>) -> tensor<5x4xf32>
    %e2 = tensor.empty() : tensor<4x5xf32>
    %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<4x5xf32>) -> tensor<4x5xf32>
    %Z = linalg.generic {indexing_maps = [affine_map<(o, t, i) -> (o, i)>, affine_map<(o, t, i) -> (t, i)>, affine_map<(o, t, i) -> (o, t)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%V, %X : tensor<4x4xf32>, tensor<5x4xf32>) outs(%f2 : tensor<4x5xf32>) {
    ^bb0(%w: f32, %x: f32, %o: f32):
      %p = arith.mulf %x, %w : f32
      %s = arith.addf %o, %p : f32
      linalg.yield %s : f32
    } -> tensor<4x5xf32>
    return %Y2, %Z : tensor<5x4xf32>, tensor<4x5xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    transform.tesa.remove_pruned %root : !transform.any_op
    %columns = transform.param.constant #sparse.csc -> !transform.any_param
    transform.tesa.store %root operand "W" format(%columns) : !transform.any_op, !transform.any_param
    %blocks = transform.tesa.cover %root operand "V" sizes [2, 2, 1, 1] costs [3.0, 1.0] : (!transform.any_op) -> !transform.any_param
    transform.tesa.store %root operand "V" format(%blocks) : !transform.any_op, !transform.any_param
    %halves = transform.tesa.structure %root operand "W" keeps 2 of 4 : (!transform.any_op) -> !transform.any_param
    transform.tesa.store %root operand "W" format(%halves) : !transform.any_op, !transform.any_param
    // All of U is stored: a format is of no use.
    transform.tesa.store %root operand "U" format(%columns) : !transform.any_op, !transform.any_param
    %all = transform.tesa.cover %root operand "U" sizes [2, 2, 1, 1] costs [3.0, 1.0] dense 0.5 : (!transform.any_op) -> !transform.any_param
    transform.tesa.store %root operand "U" format(%all) : !transform.any_op, !transform.any_param
    transform.yield
  }
}
