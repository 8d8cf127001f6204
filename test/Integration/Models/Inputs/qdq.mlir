// Imported by utils/import-onnx. Result: Y.

#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d2)>
#map2 = affine_map<(d0, d1, d2) -> (d2, d1)>
#map3 = affine_map<(d0, d1, d2) -> (d0, d1)>
module {
  func.func @qdq(
    %X: tensor<4x6xf32> {sparse.name = "X"},
    %W: tensor<6x5xi8> {sparse.name = "W"}) -> (tensor<4x5xf32> {sparse.name = "Y"}) {
    %cst = arith.constant -1.280000e+02 : f32
    %cst_0 = arith.constant 1.270000e+02 : f32
    %c0_i32 = arith.constant 0 : i32
    %c-5_i64 = arith.constant -5 : i64
    %cst_1 = arith.constant 3.125000e-02 : f32
    %cst_2 = arith.constant 3.000000e+00 : f32
    %c3_i32 = arith.constant 3 : i32
    %cst_3 = arith.constant 6.10351563E-5 : f32
    %cst_4 = arith.constant 6.250000e-02 : f32
    %cst_5 = arith.constant -5.000000e+00 : f32
    %0 = tensor.empty() : tensor<4x6xi8>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%X : tensor<4x6xf32>) outs(%0 : tensor<4x6xi8>) {
    ^bb0(%in: f32, %out: i8):
      %10 = arith.divf %in, %cst_1 : f32
      %11 = math.roundeven %10 : f32
      %12 = arith.addf %11, %cst_2 : f32
      %13 = arith.maximumf %12, %cst : f32
      %14 = arith.minimumf %13, %cst_0 : f32
      %15 = arith.fptosi %14 : f32 to i8
      linalg.yield %15 : i8
    } -> tensor<4x6xi8>
    %2 = tensor.empty() : tensor<4x5xi32>
    %3 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel"]} outs(%2 : tensor<4x5xi32>) {
    ^bb0(%out: i32):
      linalg.yield %c0_i32 : i32
    } -> tensor<4x5xi32>
    %4 = linalg.generic {indexing_maps = [#map1, #map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%1, %W : tensor<4x6xi8>, tensor<6x5xi8>) outs(%3 : tensor<4x5xi32>) {
    ^bb0(%in: i8, %in_6: i8, %out: i32):
      %10 = arith.extsi %in : i8 to i32
      %11 = arith.subi %10, %c3_i32 : i32
      %12 = arith.extsi %in_6 : i8 to i32
      %13 = arith.muli %11, %12 : i32
      %14 = arith.addi %out, %13 : i32
      linalg.yield %14 : i32
    } -> tensor<4x5xi32>
    %5 = tensor.empty() : tensor<4x5xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%4 : tensor<4x5xi32>) outs(%5 : tensor<4x5xf32>) {
    ^bb0(%in: i32, %out: f32):
      %10 = arith.sitofp %in : i32 to f32
      %11 = arith.mulf %10, %cst_3 : f32
      linalg.yield %11 : f32
    } -> tensor<4x5xf32>
    %7 = tensor.empty() : tensor<4x5xi8>
    %8 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%6 : tensor<4x5xf32>) outs(%7 : tensor<4x5xi8>) {
    ^bb0(%in: f32, %out: i8):
      %10 = arith.divf %in, %cst_4 : f32
      %11 = math.roundeven %10 : f32
      %12 = arith.addf %11, %cst_5 : f32
      %13 = arith.maximumf %12, %cst : f32
      %14 = arith.minimumf %13, %cst_0 : f32
      %15 = arith.fptosi %14 : f32 to i8
      linalg.yield %15 : i8
    } -> tensor<4x5xi8>
    %9 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%8 : tensor<4x5xi8>) outs(%5 : tensor<4x5xf32>) {
    ^bb0(%in: i8, %out: f32):
      %10 = arith.extsi %in : i8 to i64
      %11 = arith.subi %10, %c-5_i64 : i64
      %12 = arith.sitofp %11 : i64 to f32
      %13 = arith.mulf %12, %cst_4 : f32
      linalg.yield %13 : f32
    } -> tensor<4x5xf32>
    return %9 : tensor<4x5xf32>
  }
}
