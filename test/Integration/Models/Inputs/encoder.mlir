// Imported by utils/import-onnx. Result: Y.

#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d2)>
#map2 = affine_map<(d0, d1, d2) -> (d2, d1)>
#map3 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map4 = affine_map<(d0, d1) -> (d1)>
#map5 = affine_map<(d0, d1, d2) -> (d1, d0, d2)>
#map6 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map7 = affine_map<(d0, d1, d2) -> (d2, d0, d1)>
#map8 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
#map9 = affine_map<(d0, d1, d2, d3) -> (d0, d3, d2)>
#map10 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map11 = affine_map<(d0) -> (d0)>
#map12 = affine_map<(d0, d1) -> (d0)>
module {
  func.func @encoder(
    %X: tensor<1x5x8xf32> {sparse.name = "X"},
    %attention.query.weight: tensor<8x8xf32> {sparse.name = "attention.query.weight"},
    %attention.query.bias: tensor<8xf32> {sparse.name = "attention.query.bias"},
    %attention.key.weight: tensor<8x8xf32> {sparse.name = "attention.key.weight"},
    %attention.key.bias: tensor<8xf32> {sparse.name = "attention.key.bias"},
    %attention.value.weight: tensor<8x8xf32> {sparse.name = "attention.value.weight"},
    %attention.value.bias: tensor<8xf32> {sparse.name = "attention.value.bias"},
    %attention.out.weight: tensor<8x8xf32> {sparse.name = "attention.out.weight"},
    %attention.out.bias: tensor<8xf32> {sparse.name = "attention.out.bias"},
    %attention.norm.weight: tensor<8xf32> {sparse.name = "attention.norm.weight"},
    %attention.norm.bias: tensor<8xf32> {sparse.name = "attention.norm.bias"},
    %ffn.hidden.weight: tensor<8x32xf32> {sparse.name = "ffn.hidden.weight"},
    %ffn.hidden.bias: tensor<32xf32> {sparse.name = "ffn.hidden.bias"},
    %ffn.out.weight: tensor<32x8xf32> {sparse.name = "ffn.out.weight"},
    %ffn.out.bias: tensor<8xf32> {sparse.name = "ffn.out.bias"},
    %ffn.norm.weight: tensor<8xf32> {sparse.name = "ffn.norm.weight"},
    %ffn.norm.bias: tensor<8xf32> {sparse.name = "ffn.norm.bias"}) -> (tensor<1x5x8xf32> {sparse.name = "Y"}) {
    %cst = arith.constant 1.000000e+00 : f32
    %cst_0 = arith.constant 1.41421354 : f32
    %cst_1 = arith.constant 5.000000e-01 : f32
    %cst_2 = arith.constant 0.000000e+00 : f32
    %cst_3 = arith.constant 0xFF800000 : f32
    %cst_4 = arith.constant 8.000000e+00 : f32
    %cst_5 = arith.constant 9.99999974E-6 : f32
    %collapsed = tensor.collapse_shape %X [[0, 1], [2]] : tensor<1x5x8xf32> into tensor<5x8xf32>
    %0 = tensor.empty() : tensor<5x8xf32>
    %1 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel"]} outs(%0 : tensor<5x8xf32>) {
    ^bb0(%out: f32):
      linalg.yield %cst_2 : f32
    } -> tensor<5x8xf32>
    %2 = linalg.generic {indexing_maps = [#map1, #map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%collapsed, %attention.query.weight : tensor<5x8xf32>, tensor<8x8xf32>) outs(%1 : tensor<5x8xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %72 = arith.mulf %in, %in_10 : f32
      %73 = arith.addf %out, %72 : f32
      linalg.yield %73 : f32
    } -> tensor<5x8xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map4, #map], iterator_types = ["parallel", "parallel"]} ins(%2, %attention.query.bias : tensor<5x8xf32>, tensor<8xf32>) outs(%0 : tensor<5x8xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %72 = arith.addf %in, %in_10 : f32
      linalg.yield %72 : f32
    } -> tensor<5x8xf32>
    %expanded = tensor.expand_shape %3 [[0], [1, 2]] output_shape [5, 2, 4] : tensor<5x8xf32> into tensor<5x2x4xf32>
    %4 = tensor.empty() : tensor<2x5x4xf32>
    %5 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded : tensor<5x2x4xf32>) outs(%4 : tensor<2x5x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x5x4xf32>
    %6 = linalg.generic {indexing_maps = [#map1, #map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%collapsed, %attention.key.weight : tensor<5x8xf32>, tensor<8x8xf32>) outs(%1 : tensor<5x8xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %72 = arith.mulf %in, %in_10 : f32
      %73 = arith.addf %out, %72 : f32
      linalg.yield %73 : f32
    } -> tensor<5x8xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map4, #map], iterator_types = ["parallel", "parallel"]} ins(%6, %attention.key.bias : tensor<5x8xf32>, tensor<8xf32>) outs(%0 : tensor<5x8xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %72 = arith.addf %in, %in_10 : f32
      linalg.yield %72 : f32
    } -> tensor<5x8xf32>
    %expanded_6 = tensor.expand_shape %7 [[0], [1, 2]] output_shape [5, 2, 4] : tensor<5x8xf32> into tensor<5x2x4xf32>
    %8 = tensor.empty() : tensor<2x4x5xf32>
    %9 = linalg.generic {indexing_maps = [#map7, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_6 : tensor<5x2x4xf32>) outs(%8 : tensor<2x4x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x4x5xf32>
    %10 = linalg.generic {indexing_maps = [#map1, #map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%collapsed, %attention.value.weight : tensor<5x8xf32>, tensor<8x8xf32>) outs(%1 : tensor<5x8xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %72 = arith.mulf %in, %in_10 : f32
      %73 = arith.addf %out, %72 : f32
      linalg.yield %73 : f32
    } -> tensor<5x8xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map4, #map], iterator_types = ["parallel", "parallel"]} ins(%10, %attention.value.bias : tensor<5x8xf32>, tensor<8xf32>) outs(%0 : tensor<5x8xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %72 = arith.addf %in, %in_10 : f32
      linalg.yield %72 : f32
    } -> tensor<5x8xf32>
    %expanded_7 = tensor.expand_shape %11 [[0], [1, 2]] output_shape [5, 2, 4] : tensor<5x8xf32> into tensor<5x2x4xf32>
    %12 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_7 : tensor<5x2x4xf32>) outs(%4 : tensor<2x5x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x5x4xf32>
    %13 = tensor.empty() : tensor<2x5x5xf32>
    %14 = linalg.generic {indexing_maps = [#map6], iterator_types = ["parallel", "parallel", "parallel"]} outs(%13 : tensor<2x5x5xf32>) {
    ^bb0(%out: f32):
      linalg.yield %cst_2 : f32
    } -> tensor<2x5x5xf32>
    %15 = linalg.generic {indexing_maps = [#map8, #map9, #map10], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%5, %9 : tensor<2x5x4xf32>, tensor<2x4x5xf32>) outs(%14 : tensor<2x5x5xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %72 = arith.mulf %in, %in_10 : f32
      %73 = arith.addf %out, %72 : f32
      linalg.yield %73 : f32
    } -> tensor<2x5x5xf32>
    %16 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%15 : tensor<2x5x5xf32>) outs(%13 : tensor<2x5x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %72 = arith.mulf %in, %cst_1 : f32
      linalg.yield %72 : f32
    } -> tensor<2x5x5xf32>
    %17 = tensor.empty() : tensor<2x5xf32>
    %18 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel"]} outs(%17 : tensor<2x5xf32>) {
    ^bb0(%out: f32):
      linalg.yield %cst_3 : f32
    } -> tensor<2x5xf32>
    %19 = linalg.generic {indexing_maps = [#map6, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%16 : tensor<2x5x5xf32>) outs(%18 : tensor<2x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %72 = arith.maximumf %in, %out : f32
      linalg.yield %72 : f32
    } -> tensor<2x5xf32>
    %20 = linalg.generic {indexing_maps = [#map6, #map3, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%16, %19 : tensor<2x5x5xf32>, tensor<2x5xf32>) outs(%13 : tensor<2x5x5xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %72 = arith.subf %in, %in_10 : f32
      linalg.yield %72 : f32
    } -> tensor<2x5x5xf32>
    %21 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%20 : tensor<2x5x5xf32>) outs(%13 : tensor<2x5x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %72 = math.exp %in : f32
      linalg.yield %72 : f32
    } -> tensor<2x5x5xf32>
    %22 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel"]} outs(%17 : tensor<2x5xf32>) {
    ^bb0(%out: f32):
      linalg.yield %cst_2 : f32
    } -> tensor<2x5xf32>
    %23 = linalg.generic {indexing_maps = [#map6, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%21 : tensor<2x5x5xf32>) outs(%22 : tensor<2x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %72 = arith.addf %in, %out : f32
      linalg.yield %72 : f32
    } -> tensor<2x5xf32>
    %24 = linalg.generic {indexing_maps = [#map6, #map3, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%21, %23 : tensor<2x5x5xf32>, tensor<2x5xf32>) outs(%13 : tensor<2x5x5xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %72 = arith.divf %in, %in_10 : f32
      linalg.yield %72 : f32
    } -> tensor<2x5x5xf32>
    %25 = linalg.generic {indexing_maps = [#map6], iterator_types = ["parallel", "parallel", "parallel"]} outs(%4 : tensor<2x5x4xf32>) {
    ^bb0(%out: f32):
      linalg.yield %cst_2 : f32
    } -> tensor<2x5x4xf32>
    %26 = linalg.generic {indexing_maps = [#map8, #map9, #map10], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%24, %12 : tensor<2x5x5xf32>, tensor<2x5x4xf32>) outs(%25 : tensor<2x5x4xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %72 = arith.mulf %in, %in_10 : f32
      %73 = arith.addf %out, %72 : f32
      linalg.yield %73 : f32
    } -> tensor<2x5x4xf32>
    %27 = tensor.empty() : tensor<5x2x4xf32>
    %28 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%26 : tensor<2x5x4xf32>) outs(%27 : tensor<5x2x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<5x2x4xf32>
    %collapsed_8 = tensor.collapse_shape %28 [[0], [1, 2]] : tensor<5x2x4xf32> into tensor<5x8xf32>
    %29 = linalg.generic {indexing_maps = [#map1, #map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%collapsed_8, %attention.out.weight : tensor<5x8xf32>, tensor<8x8xf32>) outs(%1 : tensor<5x8xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %72 = arith.mulf %in, %in_10 : f32
      %73 = arith.addf %out, %72 : f32
      linalg.yield %73 : f32
    } -> tensor<5x8xf32>
    %30 = linalg.generic {indexing_maps = [#map, #map4, #map], iterator_types = ["parallel", "parallel"]} ins(%29, %attention.out.bias : tensor<5x8xf32>, tensor<8xf32>) outs(%0 : tensor<5x8xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %72 = arith.addf %in, %in_10 : f32
      linalg.yield %72 : f32
    } -> tensor<5x8xf32>
    %31 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%collapsed, %30 : tensor<5x8xf32>, tensor<5x8xf32>) outs(%0 : tensor<5x8xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %72 = arith.addf %in, %in_10 : f32
      linalg.yield %72 : f32
    } -> tensor<5x8xf32>
    %32 = tensor.empty() : tensor<5xf32>
    %33 = linalg.generic {indexing_maps = [#map11], iterator_types = ["parallel"]} outs(%32 : tensor<5xf32>) {
    ^bb0(%out: f32):
      linalg.yield %cst_2 : f32
    } -> tensor<5xf32>
    %34 = linalg.generic {indexing_maps = [#map, #map12], iterator_types = ["parallel", "reduction"]} ins(%31 : tensor<5x8xf32>) outs(%33 : tensor<5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %72 = arith.addf %in, %out : f32
      linalg.yield %72 : f32
    } -> tensor<5xf32>
    %35 = linalg.generic {indexing_maps = [#map11, #map11], iterator_types = ["parallel"]} ins(%34 : tensor<5xf32>) outs(%32 : tensor<5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %72 = arith.divf %in, %cst_4 : f32
      linalg.yield %72 : f32
    } -> tensor<5xf32>
    %36 = linalg.generic {indexing_maps = [#map12, #map], iterator_types = ["parallel", "parallel"]} ins(%35 : tensor<5xf32>) outs(%0 : tensor<5x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<5x8xf32>
    %37 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%31, %36 : tensor<5x8xf32>, tensor<5x8xf32>) outs(%0 : tensor<5x8xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %72 = arith.subf %in, %in_10 : f32
      linalg.yield %72 : f32
    } -> tensor<5x8xf32>
    %38 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%37, %37 : tensor<5x8xf32>, tensor<5x8xf32>) outs(%0 : tensor<5x8xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %72 = arith.mulf %in, %in_10 : f32
      linalg.yield %72 : f32
    } -> tensor<5x8xf32>
    %39 = linalg.generic {indexing_maps = [#map, #map12], iterator_types = ["parallel", "reduction"]} ins(%38 : tensor<5x8xf32>) outs(%33 : tensor<5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %72 = arith.addf %in, %out : f32
      linalg.yield %72 : f32
    } -> tensor<5xf32>
    %40 = linalg.generic {indexing_maps = [#map11, #map11], iterator_types = ["parallel"]} ins(%39 : tensor<5xf32>) outs(%32 : tensor<5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %72 = arith.divf %in, %cst_4 : f32
      linalg.yield %72 : f32
    } -> tensor<5xf32>
    %41 = linalg.generic {indexing_maps = [#map11, #map11], iterator_types = ["parallel"]} ins(%40 : tensor<5xf32>) outs(%32 : tensor<5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %72 = arith.addf %in, %cst_5 : f32
      linalg.yield %72 : f32
    } -> tensor<5xf32>
    %42 = linalg.generic {indexing_maps = [#map11, #map11], iterator_types = ["parallel"]} ins(%41 : tensor<5xf32>) outs(%32 : tensor<5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %72 = math.rsqrt %in : f32
      linalg.yield %72 : f32
    } -> tensor<5xf32>
    %43 = linalg.generic {indexing_maps = [#map12, #map], iterator_types = ["parallel", "parallel"]} ins(%42 : tensor<5xf32>) outs(%0 : tensor<5x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<5x8xf32>
    %44 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%37, %43 : tensor<5x8xf32>, tensor<5x8xf32>) outs(%0 : tensor<5x8xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %72 = arith.mulf %in, %in_10 : f32
      linalg.yield %72 : f32
    } -> tensor<5x8xf32>
    %45 = linalg.generic {indexing_maps = [#map, #map4, #map], iterator_types = ["parallel", "parallel"]} ins(%44, %attention.norm.weight : tensor<5x8xf32>, tensor<8xf32>) outs(%0 : tensor<5x8xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %72 = arith.mulf %in, %in_10 : f32
      linalg.yield %72 : f32
    } -> tensor<5x8xf32>
    %46 = linalg.generic {indexing_maps = [#map, #map4, #map], iterator_types = ["parallel", "parallel"]} ins(%45, %attention.norm.bias : tensor<5x8xf32>, tensor<8xf32>) outs(%0 : tensor<5x8xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %72 = arith.addf %in, %in_10 : f32
      linalg.yield %72 : f32
    } -> tensor<5x8xf32>
    %47 = tensor.empty() : tensor<5x32xf32>
    %48 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel"]} outs(%47 : tensor<5x32xf32>) {
    ^bb0(%out: f32):
      linalg.yield %cst_2 : f32
    } -> tensor<5x32xf32>
    %49 = linalg.generic {indexing_maps = [#map1, #map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%46, %ffn.hidden.weight : tensor<5x8xf32>, tensor<8x32xf32>) outs(%48 : tensor<5x32xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %72 = arith.mulf %in, %in_10 : f32
      %73 = arith.addf %out, %72 : f32
      linalg.yield %73 : f32
    } -> tensor<5x32xf32>
    %50 = linalg.generic {indexing_maps = [#map, #map4, #map], iterator_types = ["parallel", "parallel"]} ins(%49, %ffn.hidden.bias : tensor<5x32xf32>, tensor<32xf32>) outs(%47 : tensor<5x32xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %72 = arith.addf %in, %in_10 : f32
      linalg.yield %72 : f32
    } -> tensor<5x32xf32>
    %51 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%50 : tensor<5x32xf32>) outs(%47 : tensor<5x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %72 = arith.divf %in, %cst_0 : f32
      linalg.yield %72 : f32
    } -> tensor<5x32xf32>
    %52 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%51 : tensor<5x32xf32>) outs(%47 : tensor<5x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %72 = math.erf %in : f32
      linalg.yield %72 : f32
    } -> tensor<5x32xf32>
    %53 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%52 : tensor<5x32xf32>) outs(%47 : tensor<5x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %72 = arith.addf %in, %cst : f32
      linalg.yield %72 : f32
    } -> tensor<5x32xf32>
    %54 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%50, %53 : tensor<5x32xf32>, tensor<5x32xf32>) outs(%47 : tensor<5x32xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %72 = arith.mulf %in, %in_10 : f32
      linalg.yield %72 : f32
    } -> tensor<5x32xf32>
    %55 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%54 : tensor<5x32xf32>) outs(%47 : tensor<5x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %72 = arith.mulf %in, %cst_1 : f32
      linalg.yield %72 : f32
    } -> tensor<5x32xf32>
    %56 = linalg.generic {indexing_maps = [#map1, #map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%55, %ffn.out.weight : tensor<5x32xf32>, tensor<32x8xf32>) outs(%1 : tensor<5x8xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %72 = arith.mulf %in, %in_10 : f32
      %73 = arith.addf %out, %72 : f32
      linalg.yield %73 : f32
    } -> tensor<5x8xf32>
    %57 = linalg.generic {indexing_maps = [#map, #map4, #map], iterator_types = ["parallel", "parallel"]} ins(%56, %ffn.out.bias : tensor<5x8xf32>, tensor<8xf32>) outs(%0 : tensor<5x8xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %72 = arith.addf %in, %in_10 : f32
      linalg.yield %72 : f32
    } -> tensor<5x8xf32>
    %58 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%46, %57 : tensor<5x8xf32>, tensor<5x8xf32>) outs(%0 : tensor<5x8xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %72 = arith.addf %in, %in_10 : f32
      linalg.yield %72 : f32
    } -> tensor<5x8xf32>
    %59 = linalg.generic {indexing_maps = [#map, #map12], iterator_types = ["parallel", "reduction"]} ins(%58 : tensor<5x8xf32>) outs(%33 : tensor<5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %72 = arith.addf %in, %out : f32
      linalg.yield %72 : f32
    } -> tensor<5xf32>
    %60 = linalg.generic {indexing_maps = [#map11, #map11], iterator_types = ["parallel"]} ins(%59 : tensor<5xf32>) outs(%32 : tensor<5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %72 = arith.divf %in, %cst_4 : f32
      linalg.yield %72 : f32
    } -> tensor<5xf32>
    %61 = linalg.generic {indexing_maps = [#map12, #map], iterator_types = ["parallel", "parallel"]} ins(%60 : tensor<5xf32>) outs(%0 : tensor<5x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<5x8xf32>
    %62 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%58, %61 : tensor<5x8xf32>, tensor<5x8xf32>) outs(%0 : tensor<5x8xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %72 = arith.subf %in, %in_10 : f32
      linalg.yield %72 : f32
    } -> tensor<5x8xf32>
    %63 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%62, %62 : tensor<5x8xf32>, tensor<5x8xf32>) outs(%0 : tensor<5x8xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %72 = arith.mulf %in, %in_10 : f32
      linalg.yield %72 : f32
    } -> tensor<5x8xf32>
    %64 = linalg.generic {indexing_maps = [#map, #map12], iterator_types = ["parallel", "reduction"]} ins(%63 : tensor<5x8xf32>) outs(%33 : tensor<5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %72 = arith.addf %in, %out : f32
      linalg.yield %72 : f32
    } -> tensor<5xf32>
    %65 = linalg.generic {indexing_maps = [#map11, #map11], iterator_types = ["parallel"]} ins(%64 : tensor<5xf32>) outs(%32 : tensor<5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %72 = arith.divf %in, %cst_4 : f32
      linalg.yield %72 : f32
    } -> tensor<5xf32>
    %66 = linalg.generic {indexing_maps = [#map11, #map11], iterator_types = ["parallel"]} ins(%65 : tensor<5xf32>) outs(%32 : tensor<5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %72 = arith.addf %in, %cst_5 : f32
      linalg.yield %72 : f32
    } -> tensor<5xf32>
    %67 = linalg.generic {indexing_maps = [#map11, #map11], iterator_types = ["parallel"]} ins(%66 : tensor<5xf32>) outs(%32 : tensor<5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %72 = math.rsqrt %in : f32
      linalg.yield %72 : f32
    } -> tensor<5xf32>
    %68 = linalg.generic {indexing_maps = [#map12, #map], iterator_types = ["parallel", "parallel"]} ins(%67 : tensor<5xf32>) outs(%0 : tensor<5x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<5x8xf32>
    %69 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%62, %68 : tensor<5x8xf32>, tensor<5x8xf32>) outs(%0 : tensor<5x8xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %72 = arith.mulf %in, %in_10 : f32
      linalg.yield %72 : f32
    } -> tensor<5x8xf32>
    %70 = linalg.generic {indexing_maps = [#map, #map4, #map], iterator_types = ["parallel", "parallel"]} ins(%69, %ffn.norm.weight : tensor<5x8xf32>, tensor<8xf32>) outs(%0 : tensor<5x8xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %72 = arith.mulf %in, %in_10 : f32
      linalg.yield %72 : f32
    } -> tensor<5x8xf32>
    %71 = linalg.generic {indexing_maps = [#map, #map4, #map], iterator_types = ["parallel", "parallel"]} ins(%70, %ffn.norm.bias : tensor<5x8xf32>, tensor<8xf32>) outs(%0 : tensor<5x8xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %72 = arith.addf %in, %in_10 : f32
      linalg.yield %72 : f32
    } -> tensor<5x8xf32>
    %expanded_9 = tensor.expand_shape %71 [[0, 1], [2]] output_shape [1, 5, 8] : tensor<5x8xf32> into tensor<1x5x8xf32>
    return %expanded_9 : tensor<1x5x8xf32>
  }
}
