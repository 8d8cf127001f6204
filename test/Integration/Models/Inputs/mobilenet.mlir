// Imported by utils/import-onnx. Result: Y.

#map = affine_map<(d0, d1, d2, d3, d4) -> (d2, d0 * 2 + d3, d1 * 2 + d4)>
#map1 = affine_map<(d0, d1, d2, d3, d4) -> (d2, d3, d4)>
#map2 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1)>
#map3 = affine_map<(d0, d1) -> (d0, d1)>
#map4 = affine_map<(d0, d1, d2, d3) -> (d0 + d2, d1 + d3)>
#map5 = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
#map6 = affine_map<(d0, d1, d2, d3) -> (d0, d1)>
#map7 = affine_map<(d0, d1, d2) -> (d0)>
#map8 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map9 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map10 = affine_map<(d0, d1, d2, d3, d4) -> (d2, d0, d1)>
#map11 = affine_map<(d0, d1, d2, d3) -> (d3, d1, d2)>
#map12 = affine_map<(d0, d1, d2, d3) -> (d0, d3)>
#map13 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map14 = affine_map<(d0, d1, d2, d3, d4) -> (d2, d0 + d3, d1 + d4)>
#map15 = affine_map<(d0) -> (d0)>
#map16 = affine_map<(d0, d1) -> (d1)>
#map17 = affine_map<(d0, d1) -> (d0)>
#map18 = affine_map<(d0, d1) -> (d1, d0)>
module {
  func.func @mobilenet(
    %X: tensor<1x3x32x32xf32> {sparse.name = "X"},
    %conv0.weight: tensor<1x3x3x3xf32> {sparse.name = "conv0.weight"},
    %conv1.depthwise.weight: tensor<1x1x3x3xf32> {sparse.name = "conv1.depthwise.weight"},
    %conv1.pointwise.weight: tensor<2x1x1x1xf32> {sparse.name = "conv1.pointwise.weight"},
    %conv1.pointwise.bias: tensor<2xf32> {sparse.name = "conv1.pointwise.bias"},
    %conv2.depthwise.weight: tensor<2x1x3x3xf32> {sparse.name = "conv2.depthwise.weight"},
    %conv2.depthwise.bias: tensor<2xf32> {sparse.name = "conv2.depthwise.bias"},
    %conv2.pointwise.weight: tensor<4x2x1x1xf32> {sparse.name = "conv2.pointwise.weight"},
    %conv2.pointwise.bias: tensor<4xf32> {sparse.name = "conv2.pointwise.bias"},
    %conv3.depthwise.weight: tensor<4x1x3x3xf32> {sparse.name = "conv3.depthwise.weight"},
    %conv3.depthwise.bias: tensor<4xf32> {sparse.name = "conv3.depthwise.bias"},
    %conv3.pointwise.weight: tensor<4x4x1x1xf32> {sparse.name = "conv3.pointwise.weight"},
    %conv3.pointwise.bias: tensor<4xf32> {sparse.name = "conv3.pointwise.bias"},
    %conv4.depthwise.weight: tensor<4x1x3x3xf32> {sparse.name = "conv4.depthwise.weight"},
    %conv4.depthwise.bias: tensor<4xf32> {sparse.name = "conv4.depthwise.bias"},
    %conv4.pointwise.weight: tensor<8x4x1x1xf32> {sparse.name = "conv4.pointwise.weight"},
    %conv4.pointwise.bias: tensor<8xf32> {sparse.name = "conv4.pointwise.bias"},
    %conv5.depthwise.weight: tensor<8x1x3x3xf32> {sparse.name = "conv5.depthwise.weight"},
    %conv5.depthwise.bias: tensor<8xf32> {sparse.name = "conv5.depthwise.bias"},
    %conv5.pointwise.weight: tensor<8x8x1x1xf32> {sparse.name = "conv5.pointwise.weight"},
    %conv5.pointwise.bias: tensor<8xf32> {sparse.name = "conv5.pointwise.bias"},
    %conv6.depthwise.weight: tensor<8x1x3x3xf32> {sparse.name = "conv6.depthwise.weight"},
    %conv6.depthwise.bias: tensor<8xf32> {sparse.name = "conv6.depthwise.bias"},
    %conv6.pointwise.weight: tensor<16x8x1x1xf32> {sparse.name = "conv6.pointwise.weight"},
    %conv6.pointwise.bias: tensor<16xf32> {sparse.name = "conv6.pointwise.bias"},
    %conv7.depthwise.weight: tensor<16x1x3x3xf32> {sparse.name = "conv7.depthwise.weight"},
    %conv7.depthwise.bias: tensor<16xf32> {sparse.name = "conv7.depthwise.bias"},
    %conv7.pointwise.weight: tensor<16x16x1x1xf32> {sparse.name = "conv7.pointwise.weight"},
    %conv7.pointwise.bias: tensor<16xf32> {sparse.name = "conv7.pointwise.bias"},
    %conv8.depthwise.weight: tensor<16x1x3x3xf32> {sparse.name = "conv8.depthwise.weight"},
    %conv8.depthwise.bias: tensor<16xf32> {sparse.name = "conv8.depthwise.bias"},
    %conv8.pointwise.weight: tensor<16x16x1x1xf32> {sparse.name = "conv8.pointwise.weight"},
    %conv8.pointwise.bias: tensor<16xf32> {sparse.name = "conv8.pointwise.bias"},
    %conv9.depthwise.weight: tensor<16x1x3x3xf32> {sparse.name = "conv9.depthwise.weight"},
    %conv9.depthwise.bias: tensor<16xf32> {sparse.name = "conv9.depthwise.bias"},
    %conv9.pointwise.weight: tensor<16x16x1x1xf32> {sparse.name = "conv9.pointwise.weight"},
    %conv9.pointwise.bias: tensor<16xf32> {sparse.name = "conv9.pointwise.bias"},
    %conv10.depthwise.weight: tensor<16x1x3x3xf32> {sparse.name = "conv10.depthwise.weight"},
    %conv10.depthwise.bias: tensor<16xf32> {sparse.name = "conv10.depthwise.bias"},
    %conv10.pointwise.weight: tensor<16x16x1x1xf32> {sparse.name = "conv10.pointwise.weight"},
    %conv10.pointwise.bias: tensor<16xf32> {sparse.name = "conv10.pointwise.bias"},
    %conv11.depthwise.weight: tensor<16x1x3x3xf32> {sparse.name = "conv11.depthwise.weight"},
    %conv11.depthwise.bias: tensor<16xf32> {sparse.name = "conv11.depthwise.bias"},
    %conv11.pointwise.weight: tensor<16x16x1x1xf32> {sparse.name = "conv11.pointwise.weight"},
    %conv11.pointwise.bias: tensor<16xf32> {sparse.name = "conv11.pointwise.bias"},
    %conv12.depthwise.weight: tensor<16x1x3x3xf32> {sparse.name = "conv12.depthwise.weight"},
    %conv12.depthwise.bias: tensor<16xf32> {sparse.name = "conv12.depthwise.bias"},
    %conv12.pointwise.weight: tensor<32x16x1x1xf32> {sparse.name = "conv12.pointwise.weight"},
    %conv12.pointwise.bias: tensor<32xf32> {sparse.name = "conv12.pointwise.bias"},
    %conv13.depthwise.weight: tensor<32x1x3x3xf32> {sparse.name = "conv13.depthwise.weight"},
    %conv13.depthwise.bias: tensor<32xf32> {sparse.name = "conv13.depthwise.bias"},
    %conv13.pointwise.weight: tensor<32x32x1x1xf32> {sparse.name = "conv13.pointwise.weight"},
    %conv13.pointwise.bias: tensor<32xf32> {sparse.name = "conv13.pointwise.bias"},
    %classes.weight: tensor<32x10xf32> {sparse.name = "classes.weight"},
    %classes.bias: tensor<10xf32> {sparse.name = "classes.bias"}) -> tensor<1x10xf32> {
    %cst = arith.constant 6.000000e+00 : f32
    %cst_0 = arith.constant dense<-0.247116044> : tensor<16x16xf32>
    %cst_1 = arith.constant dense<0.04862817> : tensor<16x16xf32>
    %cst_2 = arith.constant 0.000000e+00 : f32
    %collapsed = tensor.collapse_shape %X [[0, 1], [2], [3]] : tensor<1x3x32x32xf32> into tensor<3x32x32xf32>
    %padded = tensor.pad %collapsed low[0, 0, 0] high[0, 1, 1] {
    ^bb0(%arg55: index, %arg56: index, %arg57: index):
      tensor.yield %cst_2 : f32
    } : tensor<3x32x32xf32> to tensor<3x33x33xf32>
    %collapsed_3 = tensor.collapse_shape %conv0.weight [[0, 1], [2], [3]] : tensor<1x3x3x3xf32> into tensor<3x3x3xf32>
    %0 = linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%padded, %collapsed_3 : tensor<3x33x33xf32>, tensor<3x3x3xf32>) outs(%cst_1 : tensor<16x16xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %91 = arith.mulf %in, %in_44 : f32
      %92 = arith.addf %out, %91 : f32
      linalg.yield %92 : f32
    } -> tensor<16x16xf32>
    %1 = tensor.empty() : tensor<16x16xf32>
    %2 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%0 : tensor<16x16xf32>) outs(%1 : tensor<16x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %91 = arith.cmpf ult, %in, %cst_2 : f32
      %92 = arith.select %91, %cst_2, %in : f32
      %93 = arith.cmpf ugt, %92, %cst : f32
      %94 = arith.select %93, %cst, %92 : f32
      linalg.yield %94 : f32
    } -> tensor<16x16xf32>
    %padded_4 = tensor.pad %2 low[1, 1] high[1, 1] {
    ^bb0(%arg55: index, %arg56: index):
      tensor.yield %cst_2 : f32
    } : tensor<16x16xf32> to tensor<18x18xf32>
    %collapsed_5 = tensor.collapse_shape %conv1.depthwise.weight [[0, 1, 2], [3]] : tensor<1x1x3x3xf32> into tensor<3x3xf32>
    %3 = linalg.generic {indexing_maps = [#map4, #map5, #map6], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%padded_4, %collapsed_5 : tensor<18x18xf32>, tensor<3x3xf32>) outs(%cst_0 : tensor<16x16xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %91 = arith.mulf %in, %in_44 : f32
      %92 = arith.addf %out, %91 : f32
      linalg.yield %92 : f32
    } -> tensor<16x16xf32>
    %4 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%3 : tensor<16x16xf32>) outs(%1 : tensor<16x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %91 = arith.cmpf ult, %in, %cst_2 : f32
      %92 = arith.select %91, %cst_2, %in : f32
      %93 = arith.cmpf ugt, %92, %cst : f32
      %94 = arith.select %93, %cst, %92 : f32
      linalg.yield %94 : f32
    } -> tensor<16x16xf32>
    %5 = tensor.empty() : tensor<2x16x16xf32>
    %6 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel", "parallel", "parallel"]} ins(%conv1.pointwise.bias : tensor<2xf32>) outs(%5 : tensor<2x16x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x16x16xf32>
    %collapsed_6 = tensor.collapse_shape %conv1.pointwise.weight [[0, 1, 2, 3]] : tensor<2x1x1x1xf32> into tensor<2xf32>
    %7 = linalg.generic {indexing_maps = [#map9, #map7, #map8, #map8], iterator_types = ["parallel", "parallel", "parallel"]} ins(%4, %collapsed_6, %6 : tensor<16x16xf32>, tensor<2xf32>, tensor<2x16x16xf32>) outs(%5 : tensor<2x16x16xf32>) {
    ^bb0(%in: f32, %in_44: f32, %in_45: f32, %out: f32):
      %91 = arith.mulf %in, %in_44 : f32
      %92 = arith.addf %in_45, %91 : f32
      linalg.yield %92 : f32
    } -> tensor<2x16x16xf32>
    %8 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel", "parallel"]} ins(%7 : tensor<2x16x16xf32>) outs(%5 : tensor<2x16x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %91 = arith.cmpf ult, %in, %cst_2 : f32
      %92 = arith.select %91, %cst_2, %in : f32
      %93 = arith.cmpf ugt, %92, %cst : f32
      %94 = arith.select %93, %cst, %92 : f32
      linalg.yield %94 : f32
    } -> tensor<2x16x16xf32>
    %padded_7 = tensor.pad %8 low[0, 0, 0] high[0, 1, 1] {
    ^bb0(%arg55: index, %arg56: index, %arg57: index):
      tensor.yield %cst_2 : f32
    } : tensor<2x16x16xf32> to tensor<2x17x17xf32>
    %9 = tensor.empty() : tensor<2x8x8xf32>
    %10 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel", "parallel", "parallel"]} ins(%conv2.depthwise.bias : tensor<2xf32>) outs(%9 : tensor<2x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x8xf32>
    %collapsed_8 = tensor.collapse_shape %conv2.depthwise.weight [[0, 1], [2], [3]] : tensor<2x1x3x3xf32> into tensor<2x3x3xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map1, #map10], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%padded_7, %collapsed_8 : tensor<2x17x17xf32>, tensor<2x3x3xf32>) outs(%10 : tensor<2x8x8xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %91 = arith.mulf %in, %in_44 : f32
      %92 = arith.addf %out, %91 : f32
      linalg.yield %92 : f32
    } -> tensor<2x8x8xf32>
    %12 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel", "parallel"]} ins(%11 : tensor<2x8x8xf32>) outs(%9 : tensor<2x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %91 = arith.cmpf ult, %in, %cst_2 : f32
      %92 = arith.select %91, %cst_2, %in : f32
      %93 = arith.cmpf ugt, %92, %cst : f32
      %94 = arith.select %93, %cst, %92 : f32
      linalg.yield %94 : f32
    } -> tensor<2x8x8xf32>
    %13 = tensor.empty() : tensor<4x8x8xf32>
    %14 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel", "parallel", "parallel"]} ins(%conv2.pointwise.bias : tensor<4xf32>) outs(%13 : tensor<4x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x8x8xf32>
    %collapsed_9 = tensor.collapse_shape %conv2.pointwise.weight [[0], [1, 2, 3]] : tensor<4x2x1x1xf32> into tensor<4x2xf32>
    %15 = linalg.generic {indexing_maps = [#map11, #map12, #map13], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%12, %collapsed_9 : tensor<2x8x8xf32>, tensor<4x2xf32>) outs(%14 : tensor<4x8x8xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %91 = arith.mulf %in, %in_44 : f32
      %92 = arith.addf %out, %91 : f32
      linalg.yield %92 : f32
    } -> tensor<4x8x8xf32>
    %16 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel", "parallel"]} ins(%15 : tensor<4x8x8xf32>) outs(%13 : tensor<4x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %91 = arith.cmpf ult, %in, %cst_2 : f32
      %92 = arith.select %91, %cst_2, %in : f32
      %93 = arith.cmpf ugt, %92, %cst : f32
      %94 = arith.select %93, %cst, %92 : f32
      linalg.yield %94 : f32
    } -> tensor<4x8x8xf32>
    %padded_10 = tensor.pad %16 low[0, 1, 1] high[0, 1, 1] {
    ^bb0(%arg55: index, %arg56: index, %arg57: index):
      tensor.yield %cst_2 : f32
    } : tensor<4x8x8xf32> to tensor<4x10x10xf32>
    %17 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel", "parallel", "parallel"]} ins(%conv3.depthwise.bias : tensor<4xf32>) outs(%13 : tensor<4x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x8x8xf32>
    %collapsed_11 = tensor.collapse_shape %conv3.depthwise.weight [[0, 1], [2], [3]] : tensor<4x1x3x3xf32> into tensor<4x3x3xf32>
    %18 = linalg.generic {indexing_maps = [#map14, #map1, #map10], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%padded_10, %collapsed_11 : tensor<4x10x10xf32>, tensor<4x3x3xf32>) outs(%17 : tensor<4x8x8xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %91 = arith.mulf %in, %in_44 : f32
      %92 = arith.addf %out, %91 : f32
      linalg.yield %92 : f32
    } -> tensor<4x8x8xf32>
    %19 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel", "parallel"]} ins(%18 : tensor<4x8x8xf32>) outs(%13 : tensor<4x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %91 = arith.cmpf ult, %in, %cst_2 : f32
      %92 = arith.select %91, %cst_2, %in : f32
      %93 = arith.cmpf ugt, %92, %cst : f32
      %94 = arith.select %93, %cst, %92 : f32
      linalg.yield %94 : f32
    } -> tensor<4x8x8xf32>
    %20 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel", "parallel", "parallel"]} ins(%conv3.pointwise.bias : tensor<4xf32>) outs(%13 : tensor<4x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x8x8xf32>
    %collapsed_12 = tensor.collapse_shape %conv3.pointwise.weight [[0], [1, 2, 3]] : tensor<4x4x1x1xf32> into tensor<4x4xf32>
    %21 = linalg.generic {indexing_maps = [#map11, #map12, #map13], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%19, %collapsed_12 : tensor<4x8x8xf32>, tensor<4x4xf32>) outs(%20 : tensor<4x8x8xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %91 = arith.mulf %in, %in_44 : f32
      %92 = arith.addf %out, %91 : f32
      linalg.yield %92 : f32
    } -> tensor<4x8x8xf32>
    %22 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel", "parallel"]} ins(%21 : tensor<4x8x8xf32>) outs(%13 : tensor<4x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %91 = arith.cmpf ult, %in, %cst_2 : f32
      %92 = arith.select %91, %cst_2, %in : f32
      %93 = arith.cmpf ugt, %92, %cst : f32
      %94 = arith.select %93, %cst, %92 : f32
      linalg.yield %94 : f32
    } -> tensor<4x8x8xf32>
    %padded_13 = tensor.pad %22 low[0, 0, 0] high[0, 1, 1] {
    ^bb0(%arg55: index, %arg56: index, %arg57: index):
      tensor.yield %cst_2 : f32
    } : tensor<4x8x8xf32> to tensor<4x9x9xf32>
    %23 = tensor.empty() : tensor<4x4x4xf32>
    %24 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel", "parallel", "parallel"]} ins(%conv4.depthwise.bias : tensor<4xf32>) outs(%23 : tensor<4x4x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4x4xf32>
    %collapsed_14 = tensor.collapse_shape %conv4.depthwise.weight [[0, 1], [2], [3]] : tensor<4x1x3x3xf32> into tensor<4x3x3xf32>
    %25 = linalg.generic {indexing_maps = [#map, #map1, #map10], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%padded_13, %collapsed_14 : tensor<4x9x9xf32>, tensor<4x3x3xf32>) outs(%24 : tensor<4x4x4xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %91 = arith.mulf %in, %in_44 : f32
      %92 = arith.addf %out, %91 : f32
      linalg.yield %92 : f32
    } -> tensor<4x4x4xf32>
    %26 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel", "parallel"]} ins(%25 : tensor<4x4x4xf32>) outs(%23 : tensor<4x4x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %91 = arith.cmpf ult, %in, %cst_2 : f32
      %92 = arith.select %91, %cst_2, %in : f32
      %93 = arith.cmpf ugt, %92, %cst : f32
      %94 = arith.select %93, %cst, %92 : f32
      linalg.yield %94 : f32
    } -> tensor<4x4x4xf32>
    %27 = tensor.empty() : tensor<8x4x4xf32>
    %28 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel", "parallel", "parallel"]} ins(%conv4.pointwise.bias : tensor<8xf32>) outs(%27 : tensor<8x4x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x4x4xf32>
    %collapsed_15 = tensor.collapse_shape %conv4.pointwise.weight [[0], [1, 2, 3]] : tensor<8x4x1x1xf32> into tensor<8x4xf32>
    %29 = linalg.generic {indexing_maps = [#map11, #map12, #map13], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%26, %collapsed_15 : tensor<4x4x4xf32>, tensor<8x4xf32>) outs(%28 : tensor<8x4x4xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %91 = arith.mulf %in, %in_44 : f32
      %92 = arith.addf %out, %91 : f32
      linalg.yield %92 : f32
    } -> tensor<8x4x4xf32>
    %30 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel", "parallel"]} ins(%29 : tensor<8x4x4xf32>) outs(%27 : tensor<8x4x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %91 = arith.cmpf ult, %in, %cst_2 : f32
      %92 = arith.select %91, %cst_2, %in : f32
      %93 = arith.cmpf ugt, %92, %cst : f32
      %94 = arith.select %93, %cst, %92 : f32
      linalg.yield %94 : f32
    } -> tensor<8x4x4xf32>
    %padded_16 = tensor.pad %30 low[0, 1, 1] high[0, 1, 1] {
    ^bb0(%arg55: index, %arg56: index, %arg57: index):
      tensor.yield %cst_2 : f32
    } : tensor<8x4x4xf32> to tensor<8x6x6xf32>
    %31 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel", "parallel", "parallel"]} ins(%conv5.depthwise.bias : tensor<8xf32>) outs(%27 : tensor<8x4x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x4x4xf32>
    %collapsed_17 = tensor.collapse_shape %conv5.depthwise.weight [[0, 1], [2], [3]] : tensor<8x1x3x3xf32> into tensor<8x3x3xf32>
    %32 = linalg.generic {indexing_maps = [#map14, #map1, #map10], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%padded_16, %collapsed_17 : tensor<8x6x6xf32>, tensor<8x3x3xf32>) outs(%31 : tensor<8x4x4xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %91 = arith.mulf %in, %in_44 : f32
      %92 = arith.addf %out, %91 : f32
      linalg.yield %92 : f32
    } -> tensor<8x4x4xf32>
    %33 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel", "parallel"]} ins(%32 : tensor<8x4x4xf32>) outs(%27 : tensor<8x4x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %91 = arith.cmpf ult, %in, %cst_2 : f32
      %92 = arith.select %91, %cst_2, %in : f32
      %93 = arith.cmpf ugt, %92, %cst : f32
      %94 = arith.select %93, %cst, %92 : f32
      linalg.yield %94 : f32
    } -> tensor<8x4x4xf32>
    %34 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel", "parallel", "parallel"]} ins(%conv5.pointwise.bias : tensor<8xf32>) outs(%27 : tensor<8x4x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x4x4xf32>
    %collapsed_18 = tensor.collapse_shape %conv5.pointwise.weight [[0], [1, 2, 3]] : tensor<8x8x1x1xf32> into tensor<8x8xf32>
    %35 = linalg.generic {indexing_maps = [#map11, #map12, #map13], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%33, %collapsed_18 : tensor<8x4x4xf32>, tensor<8x8xf32>) outs(%34 : tensor<8x4x4xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %91 = arith.mulf %in, %in_44 : f32
      %92 = arith.addf %out, %91 : f32
      linalg.yield %92 : f32
    } -> tensor<8x4x4xf32>
    %36 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel", "parallel"]} ins(%35 : tensor<8x4x4xf32>) outs(%27 : tensor<8x4x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %91 = arith.cmpf ult, %in, %cst_2 : f32
      %92 = arith.select %91, %cst_2, %in : f32
      %93 = arith.cmpf ugt, %92, %cst : f32
      %94 = arith.select %93, %cst, %92 : f32
      linalg.yield %94 : f32
    } -> tensor<8x4x4xf32>
    %padded_19 = tensor.pad %36 low[0, 0, 0] high[0, 1, 1] {
    ^bb0(%arg55: index, %arg56: index, %arg57: index):
      tensor.yield %cst_2 : f32
    } : tensor<8x4x4xf32> to tensor<8x5x5xf32>
    %37 = tensor.empty() : tensor<8x2x2xf32>
    %38 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel", "parallel", "parallel"]} ins(%conv6.depthwise.bias : tensor<8xf32>) outs(%37 : tensor<8x2x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x2x2xf32>
    %collapsed_20 = tensor.collapse_shape %conv6.depthwise.weight [[0, 1], [2], [3]] : tensor<8x1x3x3xf32> into tensor<8x3x3xf32>
    %39 = linalg.generic {indexing_maps = [#map, #map1, #map10], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%padded_19, %collapsed_20 : tensor<8x5x5xf32>, tensor<8x3x3xf32>) outs(%38 : tensor<8x2x2xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %91 = arith.mulf %in, %in_44 : f32
      %92 = arith.addf %out, %91 : f32
      linalg.yield %92 : f32
    } -> tensor<8x2x2xf32>
    %40 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel", "parallel"]} ins(%39 : tensor<8x2x2xf32>) outs(%37 : tensor<8x2x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %91 = arith.cmpf ult, %in, %cst_2 : f32
      %92 = arith.select %91, %cst_2, %in : f32
      %93 = arith.cmpf ugt, %92, %cst : f32
      %94 = arith.select %93, %cst, %92 : f32
      linalg.yield %94 : f32
    } -> tensor<8x2x2xf32>
    %41 = tensor.empty() : tensor<16x2x2xf32>
    %42 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel", "parallel", "parallel"]} ins(%conv6.pointwise.bias : tensor<16xf32>) outs(%41 : tensor<16x2x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x2x2xf32>
    %collapsed_21 = tensor.collapse_shape %conv6.pointwise.weight [[0], [1, 2, 3]] : tensor<16x8x1x1xf32> into tensor<16x8xf32>
    %43 = linalg.generic {indexing_maps = [#map11, #map12, #map13], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%40, %collapsed_21 : tensor<8x2x2xf32>, tensor<16x8xf32>) outs(%42 : tensor<16x2x2xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %91 = arith.mulf %in, %in_44 : f32
      %92 = arith.addf %out, %91 : f32
      linalg.yield %92 : f32
    } -> tensor<16x2x2xf32>
    %44 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel", "parallel"]} ins(%43 : tensor<16x2x2xf32>) outs(%41 : tensor<16x2x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %91 = arith.cmpf ult, %in, %cst_2 : f32
      %92 = arith.select %91, %cst_2, %in : f32
      %93 = arith.cmpf ugt, %92, %cst : f32
      %94 = arith.select %93, %cst, %92 : f32
      linalg.yield %94 : f32
    } -> tensor<16x2x2xf32>
    %padded_22 = tensor.pad %44 low[0, 1, 1] high[0, 1, 1] {
    ^bb0(%arg55: index, %arg56: index, %arg57: index):
      tensor.yield %cst_2 : f32
    } : tensor<16x2x2xf32> to tensor<16x4x4xf32>
    %45 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel", "parallel", "parallel"]} ins(%conv7.depthwise.bias : tensor<16xf32>) outs(%41 : tensor<16x2x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x2x2xf32>
    %collapsed_23 = tensor.collapse_shape %conv7.depthwise.weight [[0, 1], [2], [3]] : tensor<16x1x3x3xf32> into tensor<16x3x3xf32>
    %46 = linalg.generic {indexing_maps = [#map14, #map1, #map10], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%padded_22, %collapsed_23 : tensor<16x4x4xf32>, tensor<16x3x3xf32>) outs(%45 : tensor<16x2x2xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %91 = arith.mulf %in, %in_44 : f32
      %92 = arith.addf %out, %91 : f32
      linalg.yield %92 : f32
    } -> tensor<16x2x2xf32>
    %47 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel", "parallel"]} ins(%46 : tensor<16x2x2xf32>) outs(%41 : tensor<16x2x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %91 = arith.cmpf ult, %in, %cst_2 : f32
      %92 = arith.select %91, %cst_2, %in : f32
      %93 = arith.cmpf ugt, %92, %cst : f32
      %94 = arith.select %93, %cst, %92 : f32
      linalg.yield %94 : f32
    } -> tensor<16x2x2xf32>
    %48 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel", "parallel", "parallel"]} ins(%conv7.pointwise.bias : tensor<16xf32>) outs(%41 : tensor<16x2x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x2x2xf32>
    %collapsed_24 = tensor.collapse_shape %conv7.pointwise.weight [[0], [1, 2, 3]] : tensor<16x16x1x1xf32> into tensor<16x16xf32>
    %49 = linalg.generic {indexing_maps = [#map11, #map12, #map13], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%47, %collapsed_24 : tensor<16x2x2xf32>, tensor<16x16xf32>) outs(%48 : tensor<16x2x2xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %91 = arith.mulf %in, %in_44 : f32
      %92 = arith.addf %out, %91 : f32
      linalg.yield %92 : f32
    } -> tensor<16x2x2xf32>
    %50 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel", "parallel"]} ins(%49 : tensor<16x2x2xf32>) outs(%41 : tensor<16x2x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %91 = arith.cmpf ult, %in, %cst_2 : f32
      %92 = arith.select %91, %cst_2, %in : f32
      %93 = arith.cmpf ugt, %92, %cst : f32
      %94 = arith.select %93, %cst, %92 : f32
      linalg.yield %94 : f32
    } -> tensor<16x2x2xf32>
    %padded_25 = tensor.pad %50 low[0, 1, 1] high[0, 1, 1] {
    ^bb0(%arg55: index, %arg56: index, %arg57: index):
      tensor.yield %cst_2 : f32
    } : tensor<16x2x2xf32> to tensor<16x4x4xf32>
    %51 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel", "parallel", "parallel"]} ins(%conv8.depthwise.bias : tensor<16xf32>) outs(%41 : tensor<16x2x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x2x2xf32>
    %collapsed_26 = tensor.collapse_shape %conv8.depthwise.weight [[0, 1], [2], [3]] : tensor<16x1x3x3xf32> into tensor<16x3x3xf32>
    %52 = linalg.generic {indexing_maps = [#map14, #map1, #map10], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%padded_25, %collapsed_26 : tensor<16x4x4xf32>, tensor<16x3x3xf32>) outs(%51 : tensor<16x2x2xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %91 = arith.mulf %in, %in_44 : f32
      %92 = arith.addf %out, %91 : f32
      linalg.yield %92 : f32
    } -> tensor<16x2x2xf32>
    %53 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel", "parallel"]} ins(%52 : tensor<16x2x2xf32>) outs(%41 : tensor<16x2x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %91 = arith.cmpf ult, %in, %cst_2 : f32
      %92 = arith.select %91, %cst_2, %in : f32
      %93 = arith.cmpf ugt, %92, %cst : f32
      %94 = arith.select %93, %cst, %92 : f32
      linalg.yield %94 : f32
    } -> tensor<16x2x2xf32>
    %54 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel", "parallel", "parallel"]} ins(%conv8.pointwise.bias : tensor<16xf32>) outs(%41 : tensor<16x2x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x2x2xf32>
    %collapsed_27 = tensor.collapse_shape %conv8.pointwise.weight [[0], [1, 2, 3]] : tensor<16x16x1x1xf32> into tensor<16x16xf32>
    %55 = linalg.generic {indexing_maps = [#map11, #map12, #map13], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%53, %collapsed_27 : tensor<16x2x2xf32>, tensor<16x16xf32>) outs(%54 : tensor<16x2x2xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %91 = arith.mulf %in, %in_44 : f32
      %92 = arith.addf %out, %91 : f32
      linalg.yield %92 : f32
    } -> tensor<16x2x2xf32>
    %56 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel", "parallel"]} ins(%55 : tensor<16x2x2xf32>) outs(%41 : tensor<16x2x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %91 = arith.cmpf ult, %in, %cst_2 : f32
      %92 = arith.select %91, %cst_2, %in : f32
      %93 = arith.cmpf ugt, %92, %cst : f32
      %94 = arith.select %93, %cst, %92 : f32
      linalg.yield %94 : f32
    } -> tensor<16x2x2xf32>
    %padded_28 = tensor.pad %56 low[0, 1, 1] high[0, 1, 1] {
    ^bb0(%arg55: index, %arg56: index, %arg57: index):
      tensor.yield %cst_2 : f32
    } : tensor<16x2x2xf32> to tensor<16x4x4xf32>
    %57 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel", "parallel", "parallel"]} ins(%conv9.depthwise.bias : tensor<16xf32>) outs(%41 : tensor<16x2x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x2x2xf32>
    %collapsed_29 = tensor.collapse_shape %conv9.depthwise.weight [[0, 1], [2], [3]] : tensor<16x1x3x3xf32> into tensor<16x3x3xf32>
    %58 = linalg.generic {indexing_maps = [#map14, #map1, #map10], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%padded_28, %collapsed_29 : tensor<16x4x4xf32>, tensor<16x3x3xf32>) outs(%57 : tensor<16x2x2xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %91 = arith.mulf %in, %in_44 : f32
      %92 = arith.addf %out, %91 : f32
      linalg.yield %92 : f32
    } -> tensor<16x2x2xf32>
    %59 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel", "parallel"]} ins(%58 : tensor<16x2x2xf32>) outs(%41 : tensor<16x2x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %91 = arith.cmpf ult, %in, %cst_2 : f32
      %92 = arith.select %91, %cst_2, %in : f32
      %93 = arith.cmpf ugt, %92, %cst : f32
      %94 = arith.select %93, %cst, %92 : f32
      linalg.yield %94 : f32
    } -> tensor<16x2x2xf32>
    %60 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel", "parallel", "parallel"]} ins(%conv9.pointwise.bias : tensor<16xf32>) outs(%41 : tensor<16x2x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x2x2xf32>
    %collapsed_30 = tensor.collapse_shape %conv9.pointwise.weight [[0], [1, 2, 3]] : tensor<16x16x1x1xf32> into tensor<16x16xf32>
    %61 = linalg.generic {indexing_maps = [#map11, #map12, #map13], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%59, %collapsed_30 : tensor<16x2x2xf32>, tensor<16x16xf32>) outs(%60 : tensor<16x2x2xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %91 = arith.mulf %in, %in_44 : f32
      %92 = arith.addf %out, %91 : f32
      linalg.yield %92 : f32
    } -> tensor<16x2x2xf32>
    %62 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel", "parallel"]} ins(%61 : tensor<16x2x2xf32>) outs(%41 : tensor<16x2x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %91 = arith.cmpf ult, %in, %cst_2 : f32
      %92 = arith.select %91, %cst_2, %in : f32
      %93 = arith.cmpf ugt, %92, %cst : f32
      %94 = arith.select %93, %cst, %92 : f32
      linalg.yield %94 : f32
    } -> tensor<16x2x2xf32>
    %padded_31 = tensor.pad %62 low[0, 1, 1] high[0, 1, 1] {
    ^bb0(%arg55: index, %arg56: index, %arg57: index):
      tensor.yield %cst_2 : f32
    } : tensor<16x2x2xf32> to tensor<16x4x4xf32>
    %63 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel", "parallel", "parallel"]} ins(%conv10.depthwise.bias : tensor<16xf32>) outs(%41 : tensor<16x2x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x2x2xf32>
    %collapsed_32 = tensor.collapse_shape %conv10.depthwise.weight [[0, 1], [2], [3]] : tensor<16x1x3x3xf32> into tensor<16x3x3xf32>
    %64 = linalg.generic {indexing_maps = [#map14, #map1, #map10], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%padded_31, %collapsed_32 : tensor<16x4x4xf32>, tensor<16x3x3xf32>) outs(%63 : tensor<16x2x2xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %91 = arith.mulf %in, %in_44 : f32
      %92 = arith.addf %out, %91 : f32
      linalg.yield %92 : f32
    } -> tensor<16x2x2xf32>
    %65 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel", "parallel"]} ins(%64 : tensor<16x2x2xf32>) outs(%41 : tensor<16x2x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %91 = arith.cmpf ult, %in, %cst_2 : f32
      %92 = arith.select %91, %cst_2, %in : f32
      %93 = arith.cmpf ugt, %92, %cst : f32
      %94 = arith.select %93, %cst, %92 : f32
      linalg.yield %94 : f32
    } -> tensor<16x2x2xf32>
    %66 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel", "parallel", "parallel"]} ins(%conv10.pointwise.bias : tensor<16xf32>) outs(%41 : tensor<16x2x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x2x2xf32>
    %collapsed_33 = tensor.collapse_shape %conv10.pointwise.weight [[0], [1, 2, 3]] : tensor<16x16x1x1xf32> into tensor<16x16xf32>
    %67 = linalg.generic {indexing_maps = [#map11, #map12, #map13], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%65, %collapsed_33 : tensor<16x2x2xf32>, tensor<16x16xf32>) outs(%66 : tensor<16x2x2xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %91 = arith.mulf %in, %in_44 : f32
      %92 = arith.addf %out, %91 : f32
      linalg.yield %92 : f32
    } -> tensor<16x2x2xf32>
    %68 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel", "parallel"]} ins(%67 : tensor<16x2x2xf32>) outs(%41 : tensor<16x2x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %91 = arith.cmpf ult, %in, %cst_2 : f32
      %92 = arith.select %91, %cst_2, %in : f32
      %93 = arith.cmpf ugt, %92, %cst : f32
      %94 = arith.select %93, %cst, %92 : f32
      linalg.yield %94 : f32
    } -> tensor<16x2x2xf32>
    %padded_34 = tensor.pad %68 low[0, 1, 1] high[0, 1, 1] {
    ^bb0(%arg55: index, %arg56: index, %arg57: index):
      tensor.yield %cst_2 : f32
    } : tensor<16x2x2xf32> to tensor<16x4x4xf32>
    %69 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel", "parallel", "parallel"]} ins(%conv11.depthwise.bias : tensor<16xf32>) outs(%41 : tensor<16x2x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x2x2xf32>
    %collapsed_35 = tensor.collapse_shape %conv11.depthwise.weight [[0, 1], [2], [3]] : tensor<16x1x3x3xf32> into tensor<16x3x3xf32>
    %70 = linalg.generic {indexing_maps = [#map14, #map1, #map10], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%padded_34, %collapsed_35 : tensor<16x4x4xf32>, tensor<16x3x3xf32>) outs(%69 : tensor<16x2x2xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %91 = arith.mulf %in, %in_44 : f32
      %92 = arith.addf %out, %91 : f32
      linalg.yield %92 : f32
    } -> tensor<16x2x2xf32>
    %71 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel", "parallel"]} ins(%70 : tensor<16x2x2xf32>) outs(%41 : tensor<16x2x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %91 = arith.cmpf ult, %in, %cst_2 : f32
      %92 = arith.select %91, %cst_2, %in : f32
      %93 = arith.cmpf ugt, %92, %cst : f32
      %94 = arith.select %93, %cst, %92 : f32
      linalg.yield %94 : f32
    } -> tensor<16x2x2xf32>
    %72 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel", "parallel", "parallel"]} ins(%conv11.pointwise.bias : tensor<16xf32>) outs(%41 : tensor<16x2x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x2x2xf32>
    %collapsed_36 = tensor.collapse_shape %conv11.pointwise.weight [[0], [1, 2, 3]] : tensor<16x16x1x1xf32> into tensor<16x16xf32>
    %73 = linalg.generic {indexing_maps = [#map11, #map12, #map13], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%71, %collapsed_36 : tensor<16x2x2xf32>, tensor<16x16xf32>) outs(%72 : tensor<16x2x2xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %91 = arith.mulf %in, %in_44 : f32
      %92 = arith.addf %out, %91 : f32
      linalg.yield %92 : f32
    } -> tensor<16x2x2xf32>
    %74 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel", "parallel"]} ins(%73 : tensor<16x2x2xf32>) outs(%41 : tensor<16x2x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %91 = arith.cmpf ult, %in, %cst_2 : f32
      %92 = arith.select %91, %cst_2, %in : f32
      %93 = arith.cmpf ugt, %92, %cst : f32
      %94 = arith.select %93, %cst, %92 : f32
      linalg.yield %94 : f32
    } -> tensor<16x2x2xf32>
    %padded_37 = tensor.pad %74 low[0, 0, 0] high[0, 1, 1] {
    ^bb0(%arg55: index, %arg56: index, %arg57: index):
      tensor.yield %cst_2 : f32
    } : tensor<16x2x2xf32> to tensor<16x3x3xf32>
    %collapsed_38 = tensor.collapse_shape %conv12.depthwise.weight [[0, 1], [2], [3]] : tensor<16x1x3x3xf32> into tensor<16x3x3xf32>
    %75 = linalg.generic {indexing_maps = [#map8, #map8, #map7], iterator_types = ["parallel", "reduction", "reduction"]} ins(%padded_37, %collapsed_38 : tensor<16x3x3xf32>, tensor<16x3x3xf32>) outs(%conv12.depthwise.bias : tensor<16xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %91 = arith.mulf %in, %in_44 : f32
      %92 = arith.addf %out, %91 : f32
      linalg.yield %92 : f32
    } -> tensor<16xf32>
    %76 = tensor.empty() : tensor<16xf32>
    %77 = linalg.generic {indexing_maps = [#map15, #map15], iterator_types = ["parallel"]} ins(%75 : tensor<16xf32>) outs(%76 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %91 = arith.cmpf ult, %in, %cst_2 : f32
      %92 = arith.select %91, %cst_2, %in : f32
      %93 = arith.cmpf ugt, %92, %cst : f32
      %94 = arith.select %93, %cst, %92 : f32
      linalg.yield %94 : f32
    } -> tensor<16xf32>
    %collapsed_39 = tensor.collapse_shape %conv12.pointwise.weight [[0], [1, 2, 3]] : tensor<32x16x1x1xf32> into tensor<32x16xf32>
    %78 = linalg.generic {indexing_maps = [#map16, #map3, #map17], iterator_types = ["parallel", "reduction"]} ins(%77, %collapsed_39 : tensor<16xf32>, tensor<32x16xf32>) outs(%conv12.pointwise.bias : tensor<32xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %91 = arith.mulf %in, %in_44 : f32
      %92 = arith.addf %out, %91 : f32
      linalg.yield %92 : f32
    } -> tensor<32xf32>
    %79 = tensor.empty() : tensor<32xf32>
    %80 = linalg.generic {indexing_maps = [#map15, #map15], iterator_types = ["parallel"]} ins(%78 : tensor<32xf32>) outs(%79 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %91 = arith.cmpf ult, %in, %cst_2 : f32
      %92 = arith.select %91, %cst_2, %in : f32
      %93 = arith.cmpf ugt, %92, %cst : f32
      %94 = arith.select %93, %cst, %92 : f32
      linalg.yield %94 : f32
    } -> tensor<32xf32>
    %expanded = tensor.expand_shape %80 [[0, 1, 2]] output_shape [32, 1, 1] : tensor<32xf32> into tensor<32x1x1xf32>
    %padded_40 = tensor.pad %expanded low[0, 1, 1] high[0, 1, 1] {
    ^bb0(%arg55: index, %arg56: index, %arg57: index):
      tensor.yield %cst_2 : f32
    } : tensor<32x1x1xf32> to tensor<32x3x3xf32>
    %collapsed_41 = tensor.collapse_shape %conv13.depthwise.weight [[0, 1], [2], [3]] : tensor<32x1x3x3xf32> into tensor<32x3x3xf32>
    %81 = linalg.generic {indexing_maps = [#map8, #map8, #map7], iterator_types = ["parallel", "reduction", "reduction"]} ins(%padded_40, %collapsed_41 : tensor<32x3x3xf32>, tensor<32x3x3xf32>) outs(%conv13.depthwise.bias : tensor<32xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %91 = arith.mulf %in, %in_44 : f32
      %92 = arith.addf %out, %91 : f32
      linalg.yield %92 : f32
    } -> tensor<32xf32>
    %82 = linalg.generic {indexing_maps = [#map15, #map15], iterator_types = ["parallel"]} ins(%81 : tensor<32xf32>) outs(%79 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %91 = arith.cmpf ult, %in, %cst_2 : f32
      %92 = arith.select %91, %cst_2, %in : f32
      %93 = arith.cmpf ugt, %92, %cst : f32
      %94 = arith.select %93, %cst, %92 : f32
      linalg.yield %94 : f32
    } -> tensor<32xf32>
    %collapsed_42 = tensor.collapse_shape %conv13.pointwise.weight [[0], [1, 2, 3]] : tensor<32x32x1x1xf32> into tensor<32x32xf32>
    %83 = linalg.generic {indexing_maps = [#map16, #map3, #map17], iterator_types = ["parallel", "reduction"]} ins(%82, %collapsed_42 : tensor<32xf32>, tensor<32x32xf32>) outs(%conv13.pointwise.bias : tensor<32xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %91 = arith.mulf %in, %in_44 : f32
      %92 = arith.addf %out, %91 : f32
      linalg.yield %92 : f32
    } -> tensor<32xf32>
    %84 = linalg.generic {indexing_maps = [#map15, #map15], iterator_types = ["parallel"]} ins(%83 : tensor<32xf32>) outs(%79 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %91 = arith.cmpf ult, %in, %cst_2 : f32
      %92 = arith.select %91, %cst_2, %in : f32
      %93 = arith.cmpf ugt, %92, %cst : f32
      %94 = arith.select %93, %cst, %92 : f32
      linalg.yield %94 : f32
    } -> tensor<32xf32>
    %85 = linalg.generic {indexing_maps = [#map15], iterator_types = ["parallel"]} outs(%79 : tensor<32xf32>) {
    ^bb0(%out: f32):
      linalg.yield %cst_2 : f32
    } -> tensor<32xf32>
    %86 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%84, %85 : tensor<32xf32>, tensor<32xf32>) outs(%79 : tensor<32xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %91 = arith.addf %in_44, %in : f32
      linalg.yield %91 : f32
    } -> tensor<32xf32>
    %87 = tensor.empty() : tensor<10xf32>
    %88 = linalg.generic {indexing_maps = [#map15], iterator_types = ["parallel"]} outs(%87 : tensor<10xf32>) {
    ^bb0(%out: f32):
      linalg.yield %cst_2 : f32
    } -> tensor<10xf32>
    %89 = linalg.generic {indexing_maps = [#map16, #map18, #map17], iterator_types = ["parallel", "reduction"]} ins(%86, %classes.weight : tensor<32xf32>, tensor<32x10xf32>) outs(%88 : tensor<10xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %91 = arith.mulf %in, %in_44 : f32
      %92 = arith.addf %out, %91 : f32
      linalg.yield %92 : f32
    } -> tensor<10xf32>
    %90 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%89, %classes.bias : tensor<10xf32>, tensor<10xf32>) outs(%87 : tensor<10xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %91 = arith.addf %in, %in_44 : f32
      linalg.yield %91 : f32
    } -> tensor<10xf32>
    %expanded_43 = tensor.expand_shape %90 [[0, 1]] output_shape [1, 10] : tensor<10xf32> into tensor<1x10xf32>
    return %expanded_43 : tensor<1x10xf32>
  }
}
