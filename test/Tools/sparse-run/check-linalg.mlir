// RUN: sparse-run %s --bind x=ones --bind init=random:2 --out y=%t.npy --check | FileCheck %s

// A model is checked against what linalg says of it, not what it was converted to: of
// `init` one column alone is written.

// CHECK: checked by the interpreter, 4 body runs
// CHECK: right
func.func @f(%x: tensor<4xf32> {sparse.name = "x"}, %init: tensor<4x3xf32> {sparse.name = "init"}) -> (tensor<4x3xf32> {sparse.name = "y"}) {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0, 1)>], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%init : tensor<4x3xf32>) {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}
