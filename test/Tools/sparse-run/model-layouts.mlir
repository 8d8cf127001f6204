// RUN: sparse-run %s --explain | FileCheck %s

// Rows of two sequences, of 32 tokens each, are turned by tiles, which workers
// share: what they write at 32 * b + t is of one b each.

// CHECK: transposed_tiles, since neighbours in what is read and what is stored differ
// CHECK: nest copy_1
// CHECK: nest copy
// CHECK-NEXT: d0: 0 to 2 (dense_fixed, spatial); may run in parallel
// CHECK-NEXT: d2: 0 to 48
// CHECK-NEXT: d1: 0 to 32
// CHECK-NEXT: d2: d2 to d2 + 16
// CHECK-NEXT: d1: d1 to d1 + 16
// CHECK: nest W
// CHECK-NEXT: d0: 0 to 16 (dense_fixed, spatial); may run in parallel
// CHECK: nest copy_1
// CHECK-NEXT: d0: 0 to 2 (dense_fixed, spatial); may run in parallel
#x = affine_map<(m, n, k) -> (m, k)>
#w = affine_map<(m, n, k) -> (k, n)>
#y = affine_map<(m, n, k) -> (m, n)>
func.func @model(%X: tensor<2x32x48xf32> {sparse.name = "X"}, %W: tensor<48x16xf32> {sparse.name = "W", sparse.format = #sparse.csc}) -> (tensor<2x32x16xf32> {sparse.name = "Y"}) {
  %zero = arith.constant 0.0 : f32
  %rows = tensor.collapse_shape %X [[0, 1], [2]] : tensor<2x32x48xf32> into tensor<64x48xf32>
  %e = tensor.empty() : tensor<64x16xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<64x16xf32>) -> tensor<64x16xf32>
  %p = linalg.generic {indexing_maps = [#x, #w, #y], iterator_types = ["parallel", "parallel", "reduction"]} ins(%rows, %W : tensor<64x48xf32>, tensor<48x16xf32>) outs(%f : tensor<64x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %m = arith.mulf %a, %b : f32
    %s = arith.addf %o, %m : f32
    linalg.yield %s : f32
  } -> tensor<64x16xf32>
  %y = tensor.expand_shape %p [[0, 1], [2]] output_shape [2, 32, 16] : tensor<64x16xf32> into tensor<2x32x16xf32>
  return %y : tensor<2x32x16xf32>
}
