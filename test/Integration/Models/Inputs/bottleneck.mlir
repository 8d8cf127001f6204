// Imported by utils/import-onnx. Result: Y.

#map = affine_map<(d0, d1, d2) -> (d0)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d3, d1, d2)>
#map3 = affine_map<(d0, d1, d2, d3) -> (d0, d3)>
#map4 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map5 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d3, d1 + d4, d2 + d5)>
#map6 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d3, d4, d5)>
#map7 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2)>
module {
  func.func @bottleneck(
    %X: tensor<1x8x5x5xf32> {sparse.name = "X"},
    %reduce.weight: tensor<2x8x1x1xf32> {sparse.name = "reduce.weight"},
    %reduce.bias: tensor<2xf32> {sparse.name = "reduce.bias"},
    %spread.weight: tensor<2x2x3x3xf32> {sparse.name = "spread.weight"},
    %spread.bias: tensor<2xf32> {sparse.name = "spread.bias"},
    %expand.weight: tensor<8x2x1x1xf32> {sparse.name = "expand.weight"},
    %expand.bias: tensor<8xf32> {sparse.name = "expand.bias"}) -> (tensor<1x8x5x5xf32> {sparse.name = "Y"}) {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<2x5x5xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%reduce.bias : tensor<2xf32>) outs(%0 : tensor<2x5x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x5x5xf32>
    %collapsed = tensor.collapse_shape %X [[0, 1], [2], [3]] : tensor<1x8x5x5xf32> into tensor<8x5x5xf32>
    %collapsed_0 = tensor.collapse_shape %reduce.weight [[0], [1, 2, 3]] : tensor<2x8x1x1xf32> into tensor<2x8xf32>
    %2 = linalg.generic {indexing_maps = [#map2, #map3, #map4], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%collapsed, %collapsed_0 : tensor<8x5x5xf32>, tensor<2x8xf32>) outs(%1 : tensor<2x5x5xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %12 = arith.mulf %in, %in_2 : f32
      %13 = arith.addf %out, %12 : f32
      linalg.yield %13 : f32
    } -> tensor<2x5x5xf32>
    %3 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%2 : tensor<2x5x5xf32>) outs(%0 : tensor<2x5x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %12 = arith.cmpf ugt, %in, %cst : f32
      %13 = arith.select %12, %in, %cst : f32
      linalg.yield %13 : f32
    } -> tensor<2x5x5xf32>
    %padded = tensor.pad %3 low[0, 1, 1] high[0, 1, 1] {
    ^bb0(%arg7: index, %arg8: index, %arg9: index):
      tensor.yield %cst : f32
    } : tensor<2x5x5xf32> to tensor<2x7x7xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%spread.bias : tensor<2xf32>) outs(%0 : tensor<2x5x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x5x5xf32>
    %5 = linalg.generic {indexing_maps = [#map5, #map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%padded, %spread.weight : tensor<2x7x7xf32>, tensor<2x2x3x3xf32>) outs(%4 : tensor<2x5x5xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %12 = arith.mulf %in, %in_2 : f32
      %13 = arith.addf %out, %12 : f32
      linalg.yield %13 : f32
    } -> tensor<2x5x5xf32>
    %6 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%5 : tensor<2x5x5xf32>) outs(%0 : tensor<2x5x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %12 = arith.cmpf ugt, %in, %cst : f32
      %13 = arith.select %12, %in, %cst : f32
      linalg.yield %13 : f32
    } -> tensor<2x5x5xf32>
    %7 = tensor.empty() : tensor<8x5x5xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expand.bias : tensor<8xf32>) outs(%7 : tensor<8x5x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x5x5xf32>
    %collapsed_1 = tensor.collapse_shape %expand.weight [[0], [1, 2, 3]] : tensor<8x2x1x1xf32> into tensor<8x2xf32>
    %9 = linalg.generic {indexing_maps = [#map2, #map3, #map4], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%6, %collapsed_1 : tensor<2x5x5xf32>, tensor<8x2xf32>) outs(%8 : tensor<8x5x5xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %12 = arith.mulf %in, %in_2 : f32
      %13 = arith.addf %out, %12 : f32
      linalg.yield %13 : f32
    } -> tensor<8x5x5xf32>
    %10 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%9, %collapsed : tensor<8x5x5xf32>, tensor<8x5x5xf32>) outs(%7 : tensor<8x5x5xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %12 = arith.addf %in, %in_2 : f32
      linalg.yield %12 : f32
    } -> tensor<8x5x5xf32>
    %11 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%10 : tensor<8x5x5xf32>) outs(%7 : tensor<8x5x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %12 = arith.cmpf ugt, %in, %cst : f32
      %13 = arith.select %12, %in, %cst : f32
      linalg.yield %13 : f32
    } -> tensor<8x5x5xf32>
    %expanded = tensor.expand_shape %11 [[0, 1], [2], [3]] output_shape [1, 8, 5, 5] : tensor<8x5x5xf32> into tensor<1x8x5x5xf32>
    return %expanded : tensor<1x8x5x5xf32>
  }
}
