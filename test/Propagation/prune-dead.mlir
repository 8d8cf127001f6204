// RUN: sparse-opt %s --tesa-prune-dead | FileCheck %s --enable-var-scope
// RUN: sparse-opt %s --tesa-prune-dead --tesa-prune-dead | FileCheck %s --enable-var-scope

// What the next layer does not read: a column of the weights, and a bias. An
// argument that is dead as a whole is left.
// CHECK-LABEL: func.func @next_layer
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<8x4xf32>, %[[W:[a-z0-9]+]]: tensor<4x6xf32>, %[[B:[a-z0-9]+]]: tensor<6xf32>
func.func @next_layer(
    %X: tensor<8x4xf32>, %W: tensor<4x6xf32>, %B: tensor<6xf32>,
    %V: tensor<6x2xf32> {tesa.mask = #tesa.mask<[6, 2] by [1, 2] keeps "2d">},
    %h: tensor<8x6xf32>, %y: tensor<8x2xf32>) -> tensor<8x2xf32> {
  // CHECK-DAG: %[[W0:.*]] = tesa.mark %[[W]] keeps <[4, 6] by [4, 1] keeps "2d"> : tensor<4x6xf32>
  // CHECK-DAG: %[[B0:.*]] = tesa.mark %[[B]] keeps <[6] by [1] keeps "2d"> : tensor<6xf32>
  // CHECK-NOT: tesa.mark
  // CHECK: linalg.matmul ins(%[[X]], %[[W0]] :
  // CHECK: linalg.generic {{.*}} ins(%{{.*}}, %[[B0]] :
  %zero = arith.constant 0.0 : f32
  %start = linalg.fill ins(%zero : f32) outs(%h : tensor<8x6xf32>) -> tensor<8x6xf32>
  %XW = linalg.matmul ins(%X, %W : tensor<8x4xf32>, tensor<4x6xf32>) outs(%start : tensor<8x6xf32>) -> tensor<8x6xf32>
  %H = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%XW, %B : tensor<8x6xf32>, tensor<6xf32>) outs(%h : tensor<8x6xf32>) {
  ^bb0(%xw: f32, %b: f32, %o: f32):
    %sum = arith.addf %xw, %b : f32
    linalg.yield %sum : f32
  } -> tensor<8x6xf32>
  %Y = linalg.matmul ins(%H, %V : tensor<8x6xf32>, tensor<6x2xf32>) outs(%y : tensor<8x2xf32>) -> tensor<8x2xf32>
  return %Y : tensor<8x2xf32>
}

// x y with both 0: each is dead since the other one is 0, and both stay 0.
// CHECK-LABEL: func.func @both_zero
// CHECK-NOT: tesa.mark
func.func @both_zero(
    %X: tensor<4xf32> {tesa.mask = #tesa.mask<[4] by [2] keeps "01">},
    %Y: tensor<4xf32> {tesa.mask = #tesa.mask<[4] by [2] keeps "01">}) -> tensor<4xf32> {
  %Z = arith.mulf %X, %Y : tensor<4xf32>
  return %Z : tensor<4xf32>
}
