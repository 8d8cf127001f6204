// Imported by utils/import-onnx. Result: Y.

#map = affine_map<(d0, d1, d2) -> (d0)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map2 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d3, d1 * 2 + d4, d2 * 2 + d5)>
#map3 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d3, d4, d5)>
#map4 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2)>
#map5 = affine_map<(d0, d1, d2, d3, d4) -> (d2, d0 + d3, d1 + d4)>
#map6 = affine_map<(d0, d1, d2, d3, d4) -> (d2, d3, d4)>
#map7 = affine_map<(d0, d1, d2, d3, d4) -> (d2, d0, d1)>
#map8 = affine_map<(d0, d1, d2, d3) -> (d3, d1, d2)>
#map9 = affine_map<(d0, d1, d2, d3) -> (d0, d3)>
#map10 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map11 = affine_map<(d0, d1, d2, d3, d4) -> (d2, d0 * 2 + d3, d1 * 2 + d4)>
#map12 = affine_map<(d0) -> (d0)>
#map13 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map14 = affine_map<(d0, d1) -> (d1)>
#map15 = affine_map<(d0, d1) -> (d1, d0)>
#map16 = affine_map<(d0, d1) -> (d0)>
module {
  func.func @mobilenet(
    %X: tensor<1x3x32x32xf32> {sparse.name = "X"},
    %conv0.weight: tensor<2x3x3x3xf32> {sparse.name = "conv0.weight"},
    %conv0.bias: tensor<2xf32> {sparse.name = "conv0.bias"},
    %conv1.depthwise.weight: tensor<2x1x3x3xf32> {sparse.name = "conv1.depthwise.weight"},
    %conv1.depthwise.bias: tensor<2xf32> {sparse.name = "conv1.depthwise.bias"},
    %conv1.pointwise.weight: tensor<4x2x1x1xf32> {sparse.name = "conv1.pointwise.weight"},
    %conv1.pointwise.bias: tensor<4xf32> {sparse.name = "conv1.pointwise.bias"},
    %conv2.depthwise.weight: tensor<4x1x3x3xf32> {sparse.name = "conv2.depthwise.weight"},
    %conv2.depthwise.bias: tensor<4xf32> {sparse.name = "conv2.depthwise.bias"},
    %conv2.pointwise.weight: tensor<8x4x1x1xf32> {sparse.name = "conv2.pointwise.weight"},
    %conv2.pointwise.bias: tensor<8xf32> {sparse.name = "conv2.pointwise.bias"},
    %conv3.depthwise.weight: tensor<8x1x3x3xf32> {sparse.name = "conv3.depthwise.weight"},
    %conv3.depthwise.bias: tensor<8xf32> {sparse.name = "conv3.depthwise.bias"},
    %conv3.pointwise.weight: tensor<8x8x1x1xf32> {sparse.name = "conv3.pointwise.weight"},
    %conv3.pointwise.bias: tensor<8xf32> {sparse.name = "conv3.pointwise.bias"},
    %conv4.depthwise.weight: tensor<8x1x3x3xf32> {sparse.name = "conv4.depthwise.weight"},
    %conv4.depthwise.bias: tensor<8xf32> {sparse.name = "conv4.depthwise.bias"},
    %conv4.pointwise.weight: tensor<16x8x1x1xf32> {sparse.name = "conv4.pointwise.weight"},
    %conv4.pointwise.bias: tensor<16xf32> {sparse.name = "conv4.pointwise.bias"},
    %conv5.depthwise.weight: tensor<16x1x3x3xf32> {sparse.name = "conv5.depthwise.weight"},
    %conv5.depthwise.bias: tensor<16xf32> {sparse.name = "conv5.depthwise.bias"},
    %conv5.pointwise.weight: tensor<16x16x1x1xf32> {sparse.name = "conv5.pointwise.weight"},
    %conv5.pointwise.bias: tensor<16xf32> {sparse.name = "conv5.pointwise.bias"},
    %conv6.depthwise.weight: tensor<16x1x3x3xf32> {sparse.name = "conv6.depthwise.weight"},
    %conv6.depthwise.bias: tensor<16xf32> {sparse.name = "conv6.depthwise.bias"},
    %conv6.pointwise.weight: tensor<32x16x1x1xf32> {sparse.name = "conv6.pointwise.weight"},
    %conv6.pointwise.bias: tensor<32xf32> {sparse.name = "conv6.pointwise.bias"},
    %classes.weight: tensor<32x10xf32> {sparse.name = "classes.weight"},
    %classes.bias: tensor<10xf32> {sparse.name = "classes.bias"}) -> (tensor<1x10xf32> {sparse.name = "Y"}) {
    %cst = arith.constant 6.000000e+00 : f32
    %cst_0 = arith.constant 0.000000e+00 : f32
    %cst_1 = arith.constant 4.000000e+00 : f32
    %collapsed = tensor.collapse_shape %X [[0, 1], [2], [3]] : tensor<1x3x32x32xf32> into tensor<3x32x32xf32>
    %padded = tensor.pad %collapsed low[0, 0, 0] high[0, 1, 1] {
    ^bb0(%arg29: index, %arg30: index, %arg31: index):
      tensor.yield %cst_0 : f32
    } : tensor<3x32x32xf32> to tensor<3x33x33xf32>
    %0 = tensor.empty() : tensor<2x16x16xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%conv0.bias : tensor<2xf32>) outs(%0 : tensor<2x16x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x16x16xf32>
    %2 = linalg.generic {indexing_maps = [#map2, #map3, #map4], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%padded, %conv0.weight : tensor<3x33x33xf32>, tensor<2x3x3x3xf32>) outs(%1 : tensor<2x16x16xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %56 = arith.mulf %in, %in_20 : f32
      %57 = arith.addf %out, %56 : f32
      linalg.yield %57 : f32
    } -> tensor<2x16x16xf32>
    %3 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%2 : tensor<2x16x16xf32>) outs(%0 : tensor<2x16x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %56 = arith.cmpf ult, %in, %cst_0 : f32
      %57 = arith.select %56, %cst_0, %in : f32
      %58 = arith.cmpf ugt, %57, %cst : f32
      %59 = arith.select %58, %cst, %57 : f32
      linalg.yield %59 : f32
    } -> tensor<2x16x16xf32>
    %padded_2 = tensor.pad %3 low[0, 1, 1] high[0, 1, 1] {
    ^bb0(%arg29: index, %arg30: index, %arg31: index):
      tensor.yield %cst_0 : f32
    } : tensor<2x16x16xf32> to tensor<2x18x18xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%conv1.depthwise.bias : tensor<2xf32>) outs(%0 : tensor<2x16x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x16x16xf32>
    %collapsed_3 = tensor.collapse_shape %conv1.depthwise.weight [[0, 1], [2], [3]] : tensor<2x1x3x3xf32> into tensor<2x3x3xf32>
    %5 = linalg.generic {indexing_maps = [#map5, #map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%padded_2, %collapsed_3 : tensor<2x18x18xf32>, tensor<2x3x3xf32>) outs(%4 : tensor<2x16x16xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %56 = arith.mulf %in, %in_20 : f32
      %57 = arith.addf %out, %56 : f32
      linalg.yield %57 : f32
    } -> tensor<2x16x16xf32>
    %6 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%5 : tensor<2x16x16xf32>) outs(%0 : tensor<2x16x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %56 = arith.cmpf ult, %in, %cst_0 : f32
      %57 = arith.select %56, %cst_0, %in : f32
      %58 = arith.cmpf ugt, %57, %cst : f32
      %59 = arith.select %58, %cst, %57 : f32
      linalg.yield %59 : f32
    } -> tensor<2x16x16xf32>
    %7 = tensor.empty() : tensor<4x16x16xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%conv1.pointwise.bias : tensor<4xf32>) outs(%7 : tensor<4x16x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x16x16xf32>
    %collapsed_4 = tensor.collapse_shape %conv1.pointwise.weight [[0], [1, 2, 3]] : tensor<4x2x1x1xf32> into tensor<4x2xf32>
    %9 = linalg.generic {indexing_maps = [#map8, #map9, #map10], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%6, %collapsed_4 : tensor<2x16x16xf32>, tensor<4x2xf32>) outs(%8 : tensor<4x16x16xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %56 = arith.mulf %in, %in_20 : f32
      %57 = arith.addf %out, %56 : f32
      linalg.yield %57 : f32
    } -> tensor<4x16x16xf32>
    %10 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%9 : tensor<4x16x16xf32>) outs(%7 : tensor<4x16x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %56 = arith.cmpf ult, %in, %cst_0 : f32
      %57 = arith.select %56, %cst_0, %in : f32
      %58 = arith.cmpf ugt, %57, %cst : f32
      %59 = arith.select %58, %cst, %57 : f32
      linalg.yield %59 : f32
    } -> tensor<4x16x16xf32>
    %padded_5 = tensor.pad %10 low[0, 0, 0] high[0, 1, 1] {
    ^bb0(%arg29: index, %arg30: index, %arg31: index):
      tensor.yield %cst_0 : f32
    } : tensor<4x16x16xf32> to tensor<4x17x17xf32>
    %11 = tensor.empty() : tensor<4x8x8xf32>
    %12 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%conv2.depthwise.bias : tensor<4xf32>) outs(%11 : tensor<4x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x8x8xf32>
    %collapsed_6 = tensor.collapse_shape %conv2.depthwise.weight [[0, 1], [2], [3]] : tensor<4x1x3x3xf32> into tensor<4x3x3xf32>
    %13 = linalg.generic {indexing_maps = [#map11, #map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%padded_5, %collapsed_6 : tensor<4x17x17xf32>, tensor<4x3x3xf32>) outs(%12 : tensor<4x8x8xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %56 = arith.mulf %in, %in_20 : f32
      %57 = arith.addf %out, %56 : f32
      linalg.yield %57 : f32
    } -> tensor<4x8x8xf32>
    %14 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%13 : tensor<4x8x8xf32>) outs(%11 : tensor<4x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %56 = arith.cmpf ult, %in, %cst_0 : f32
      %57 = arith.select %56, %cst_0, %in : f32
      %58 = arith.cmpf ugt, %57, %cst : f32
      %59 = arith.select %58, %cst, %57 : f32
      linalg.yield %59 : f32
    } -> tensor<4x8x8xf32>
    %15 = tensor.empty() : tensor<8x8x8xf32>
    %16 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%conv2.pointwise.bias : tensor<8xf32>) outs(%15 : tensor<8x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x8x8xf32>
    %collapsed_7 = tensor.collapse_shape %conv2.pointwise.weight [[0], [1, 2, 3]] : tensor<8x4x1x1xf32> into tensor<8x4xf32>
    %17 = linalg.generic {indexing_maps = [#map8, #map9, #map10], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%14, %collapsed_7 : tensor<4x8x8xf32>, tensor<8x4xf32>) outs(%16 : tensor<8x8x8xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %56 = arith.mulf %in, %in_20 : f32
      %57 = arith.addf %out, %56 : f32
      linalg.yield %57 : f32
    } -> tensor<8x8x8xf32>
    %18 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%17 : tensor<8x8x8xf32>) outs(%15 : tensor<8x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %56 = arith.cmpf ult, %in, %cst_0 : f32
      %57 = arith.select %56, %cst_0, %in : f32
      %58 = arith.cmpf ugt, %57, %cst : f32
      %59 = arith.select %58, %cst, %57 : f32
      linalg.yield %59 : f32
    } -> tensor<8x8x8xf32>
    %padded_8 = tensor.pad %18 low[0, 1, 1] high[0, 1, 1] {
    ^bb0(%arg29: index, %arg30: index, %arg31: index):
      tensor.yield %cst_0 : f32
    } : tensor<8x8x8xf32> to tensor<8x10x10xf32>
    %19 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%conv3.depthwise.bias : tensor<8xf32>) outs(%15 : tensor<8x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x8x8xf32>
    %collapsed_9 = tensor.collapse_shape %conv3.depthwise.weight [[0, 1], [2], [3]] : tensor<8x1x3x3xf32> into tensor<8x3x3xf32>
    %20 = linalg.generic {indexing_maps = [#map5, #map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%padded_8, %collapsed_9 : tensor<8x10x10xf32>, tensor<8x3x3xf32>) outs(%19 : tensor<8x8x8xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %56 = arith.mulf %in, %in_20 : f32
      %57 = arith.addf %out, %56 : f32
      linalg.yield %57 : f32
    } -> tensor<8x8x8xf32>
    %21 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%20 : tensor<8x8x8xf32>) outs(%15 : tensor<8x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %56 = arith.cmpf ult, %in, %cst_0 : f32
      %57 = arith.select %56, %cst_0, %in : f32
      %58 = arith.cmpf ugt, %57, %cst : f32
      %59 = arith.select %58, %cst, %57 : f32
      linalg.yield %59 : f32
    } -> tensor<8x8x8xf32>
    %22 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%conv3.pointwise.bias : tensor<8xf32>) outs(%15 : tensor<8x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x8x8xf32>
    %collapsed_10 = tensor.collapse_shape %conv3.pointwise.weight [[0], [1, 2, 3]] : tensor<8x8x1x1xf32> into tensor<8x8xf32>
    %23 = linalg.generic {indexing_maps = [#map8, #map9, #map10], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%21, %collapsed_10 : tensor<8x8x8xf32>, tensor<8x8xf32>) outs(%22 : tensor<8x8x8xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %56 = arith.mulf %in, %in_20 : f32
      %57 = arith.addf %out, %56 : f32
      linalg.yield %57 : f32
    } -> tensor<8x8x8xf32>
    %24 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%23 : tensor<8x8x8xf32>) outs(%15 : tensor<8x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %56 = arith.cmpf ult, %in, %cst_0 : f32
      %57 = arith.select %56, %cst_0, %in : f32
      %58 = arith.cmpf ugt, %57, %cst : f32
      %59 = arith.select %58, %cst, %57 : f32
      linalg.yield %59 : f32
    } -> tensor<8x8x8xf32>
    %padded_11 = tensor.pad %24 low[0, 0, 0] high[0, 1, 1] {
    ^bb0(%arg29: index, %arg30: index, %arg31: index):
      tensor.yield %cst_0 : f32
    } : tensor<8x8x8xf32> to tensor<8x9x9xf32>
    %25 = tensor.empty() : tensor<8x4x4xf32>
    %26 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%conv4.depthwise.bias : tensor<8xf32>) outs(%25 : tensor<8x4x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x4x4xf32>
    %collapsed_12 = tensor.collapse_shape %conv4.depthwise.weight [[0, 1], [2], [3]] : tensor<8x1x3x3xf32> into tensor<8x3x3xf32>
    %27 = linalg.generic {indexing_maps = [#map11, #map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%padded_11, %collapsed_12 : tensor<8x9x9xf32>, tensor<8x3x3xf32>) outs(%26 : tensor<8x4x4xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %56 = arith.mulf %in, %in_20 : f32
      %57 = arith.addf %out, %56 : f32
      linalg.yield %57 : f32
    } -> tensor<8x4x4xf32>
    %28 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%27 : tensor<8x4x4xf32>) outs(%25 : tensor<8x4x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %56 = arith.cmpf ult, %in, %cst_0 : f32
      %57 = arith.select %56, %cst_0, %in : f32
      %58 = arith.cmpf ugt, %57, %cst : f32
      %59 = arith.select %58, %cst, %57 : f32
      linalg.yield %59 : f32
    } -> tensor<8x4x4xf32>
    %29 = tensor.empty() : tensor<16x4x4xf32>
    %30 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%conv4.pointwise.bias : tensor<16xf32>) outs(%29 : tensor<16x4x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x4x4xf32>
    %collapsed_13 = tensor.collapse_shape %conv4.pointwise.weight [[0], [1, 2, 3]] : tensor<16x8x1x1xf32> into tensor<16x8xf32>
    %31 = linalg.generic {indexing_maps = [#map8, #map9, #map10], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%28, %collapsed_13 : tensor<8x4x4xf32>, tensor<16x8xf32>) outs(%30 : tensor<16x4x4xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %56 = arith.mulf %in, %in_20 : f32
      %57 = arith.addf %out, %56 : f32
      linalg.yield %57 : f32
    } -> tensor<16x4x4xf32>
    %32 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%31 : tensor<16x4x4xf32>) outs(%29 : tensor<16x4x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %56 = arith.cmpf ult, %in, %cst_0 : f32
      %57 = arith.select %56, %cst_0, %in : f32
      %58 = arith.cmpf ugt, %57, %cst : f32
      %59 = arith.select %58, %cst, %57 : f32
      linalg.yield %59 : f32
    } -> tensor<16x4x4xf32>
    %padded_14 = tensor.pad %32 low[0, 1, 1] high[0, 1, 1] {
    ^bb0(%arg29: index, %arg30: index, %arg31: index):
      tensor.yield %cst_0 : f32
    } : tensor<16x4x4xf32> to tensor<16x6x6xf32>
    %33 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%conv5.depthwise.bias : tensor<16xf32>) outs(%29 : tensor<16x4x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x4x4xf32>
    %collapsed_15 = tensor.collapse_shape %conv5.depthwise.weight [[0, 1], [2], [3]] : tensor<16x1x3x3xf32> into tensor<16x3x3xf32>
    %34 = linalg.generic {indexing_maps = [#map5, #map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%padded_14, %collapsed_15 : tensor<16x6x6xf32>, tensor<16x3x3xf32>) outs(%33 : tensor<16x4x4xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %56 = arith.mulf %in, %in_20 : f32
      %57 = arith.addf %out, %56 : f32
      linalg.yield %57 : f32
    } -> tensor<16x4x4xf32>
    %35 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%34 : tensor<16x4x4xf32>) outs(%29 : tensor<16x4x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %56 = arith.cmpf ult, %in, %cst_0 : f32
      %57 = arith.select %56, %cst_0, %in : f32
      %58 = arith.cmpf ugt, %57, %cst : f32
      %59 = arith.select %58, %cst, %57 : f32
      linalg.yield %59 : f32
    } -> tensor<16x4x4xf32>
    %36 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%conv5.pointwise.bias : tensor<16xf32>) outs(%29 : tensor<16x4x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x4x4xf32>
    %collapsed_16 = tensor.collapse_shape %conv5.pointwise.weight [[0], [1, 2, 3]] : tensor<16x16x1x1xf32> into tensor<16x16xf32>
    %37 = linalg.generic {indexing_maps = [#map8, #map9, #map10], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%35, %collapsed_16 : tensor<16x4x4xf32>, tensor<16x16xf32>) outs(%36 : tensor<16x4x4xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %56 = arith.mulf %in, %in_20 : f32
      %57 = arith.addf %out, %56 : f32
      linalg.yield %57 : f32
    } -> tensor<16x4x4xf32>
    %38 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%37 : tensor<16x4x4xf32>) outs(%29 : tensor<16x4x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %56 = arith.cmpf ult, %in, %cst_0 : f32
      %57 = arith.select %56, %cst_0, %in : f32
      %58 = arith.cmpf ugt, %57, %cst : f32
      %59 = arith.select %58, %cst, %57 : f32
      linalg.yield %59 : f32
    } -> tensor<16x4x4xf32>
    %padded_17 = tensor.pad %38 low[0, 0, 0] high[0, 1, 1] {
    ^bb0(%arg29: index, %arg30: index, %arg31: index):
      tensor.yield %cst_0 : f32
    } : tensor<16x4x4xf32> to tensor<16x5x5xf32>
    %39 = tensor.empty() : tensor<16x2x2xf32>
    %40 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%conv6.depthwise.bias : tensor<16xf32>) outs(%39 : tensor<16x2x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x2x2xf32>
    %collapsed_18 = tensor.collapse_shape %conv6.depthwise.weight [[0, 1], [2], [3]] : tensor<16x1x3x3xf32> into tensor<16x3x3xf32>
    %41 = linalg.generic {indexing_maps = [#map11, #map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%padded_17, %collapsed_18 : tensor<16x5x5xf32>, tensor<16x3x3xf32>) outs(%40 : tensor<16x2x2xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %56 = arith.mulf %in, %in_20 : f32
      %57 = arith.addf %out, %56 : f32
      linalg.yield %57 : f32
    } -> tensor<16x2x2xf32>
    %42 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%41 : tensor<16x2x2xf32>) outs(%39 : tensor<16x2x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %56 = arith.cmpf ult, %in, %cst_0 : f32
      %57 = arith.select %56, %cst_0, %in : f32
      %58 = arith.cmpf ugt, %57, %cst : f32
      %59 = arith.select %58, %cst, %57 : f32
      linalg.yield %59 : f32
    } -> tensor<16x2x2xf32>
    %43 = tensor.empty() : tensor<32x2x2xf32>
    %44 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%conv6.pointwise.bias : tensor<32xf32>) outs(%43 : tensor<32x2x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32x2x2xf32>
    %collapsed_19 = tensor.collapse_shape %conv6.pointwise.weight [[0], [1, 2, 3]] : tensor<32x16x1x1xf32> into tensor<32x16xf32>
    %45 = linalg.generic {indexing_maps = [#map8, #map9, #map10], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%42, %collapsed_19 : tensor<16x2x2xf32>, tensor<32x16xf32>) outs(%44 : tensor<32x2x2xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %56 = arith.mulf %in, %in_20 : f32
      %57 = arith.addf %out, %56 : f32
      linalg.yield %57 : f32
    } -> tensor<32x2x2xf32>
    %46 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%45 : tensor<32x2x2xf32>) outs(%43 : tensor<32x2x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %56 = arith.cmpf ult, %in, %cst_0 : f32
      %57 = arith.select %56, %cst_0, %in : f32
      %58 = arith.cmpf ugt, %57, %cst : f32
      %59 = arith.select %58, %cst, %57 : f32
      linalg.yield %59 : f32
    } -> tensor<32x2x2xf32>
    %47 = tensor.empty() : tensor<32xf32>
    %48 = linalg.generic {indexing_maps = [#map12], iterator_types = ["parallel"]} outs(%47 : tensor<32xf32>) {
    ^bb0(%out: f32):
      linalg.yield %cst_0 : f32
    } -> tensor<32xf32>
    %49 = tensor.empty() : tensor<2x2xf32>
    %50 = linalg.generic {indexing_maps = [#map1, #map13, #map], iterator_types = ["parallel", "reduction", "reduction"]} ins(%46, %49 : tensor<32x2x2xf32>, tensor<2x2xf32>) outs(%48 : tensor<32xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %56 = arith.addf %out, %in : f32
      linalg.yield %56 : f32
    } -> tensor<32xf32>
    %51 = linalg.generic {indexing_maps = [#map12, #map12], iterator_types = ["parallel"]} ins(%50 : tensor<32xf32>) outs(%47 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %56 = arith.divf %in, %cst_1 : f32
      linalg.yield %56 : f32
    } -> tensor<32xf32>
    %52 = tensor.empty() : tensor<10xf32>
    %53 = linalg.generic {indexing_maps = [#map12], iterator_types = ["parallel"]} outs(%52 : tensor<10xf32>) {
    ^bb0(%out: f32):
      linalg.yield %cst_0 : f32
    } -> tensor<10xf32>
    %54 = linalg.generic {indexing_maps = [#map14, #map15, #map16], iterator_types = ["parallel", "reduction"]} ins(%51, %classes.weight : tensor<32xf32>, tensor<32x10xf32>) outs(%53 : tensor<10xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %56 = arith.mulf %in, %in_20 : f32
      %57 = arith.addf %out, %56 : f32
      linalg.yield %57 : f32
    } -> tensor<10xf32>
    %55 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel"]} ins(%54, %classes.bias : tensor<10xf32>, tensor<10xf32>) outs(%52 : tensor<10xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %56 = arith.addf %in, %in_20 : f32
      linalg.yield %56 : f32
    } -> tensor<10xf32>
    %expanded = tensor.expand_shape %55 [[0, 1]] output_shape [1, 10] : tensor<10xf32> into tensor<1x10xf32>
    return %expanded : tensor<1x10xf32>
  }
}
