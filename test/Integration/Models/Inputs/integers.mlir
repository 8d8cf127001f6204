// Imported by utils/import-onnx. Result: Y.

#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d2)>
#map2 = affine_map<(d0, d1, d2) -> (d2, d1)>
#map3 = affine_map<(d0, d1, d2) -> (d0, d1)>
module {
  func.func @integers(
    %X: tensor<4x6xi8> {sparse.name = "X"},
    %W: tensor<6x5xi8> {sparse.name = "W"}) -> (tensor<4x5xi32> {sparse.name = "Y"}) {
    %c7_i32 = arith.constant 7 : i32
    %c0_i64 = arith.constant 0 : i64
    %0 = tensor.empty() : tensor<4x6xi32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%X : tensor<4x6xi8>) outs(%0 : tensor<4x6xi32>) {
    ^bb0(%in: i8, %out: i32):
      %10 = arith.extsi %in : i8 to i32
      linalg.yield %10 : i32
    } -> tensor<4x6xi32>
    %2 = tensor.empty() : tensor<6x5xi32>
    %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%W : tensor<6x5xi8>) outs(%2 : tensor<6x5xi32>) {
    ^bb0(%in: i8, %out: i32):
      %10 = arith.extsi %in : i8 to i32
      linalg.yield %10 : i32
    } -> tensor<6x5xi32>
    %4 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%1 : tensor<4x6xi32>) outs(%0 : tensor<4x6xi32>) {
    ^bb0(%in: i32, %out: i32):
      %10 = arith.subi %in, %c7_i32 : i32
      linalg.yield %10 : i32
    } -> tensor<4x6xi32>
    %5 = tensor.empty() : tensor<4x5xi64>
    %6 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel"]} outs(%5 : tensor<4x5xi64>) {
    ^bb0(%out: i64):
      linalg.yield %c0_i64 : i64
    } -> tensor<4x5xi64>
    %7 = linalg.generic {indexing_maps = [#map1, #map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%4, %3 : tensor<4x6xi32>, tensor<6x5xi32>) outs(%6 : tensor<4x5xi64>) {
    ^bb0(%in: i32, %in_0: i32, %out: i64):
      %10 = arith.extsi %in : i32 to i64
      %11 = arith.extsi %in_0 : i32 to i64
      %12 = arith.muli %10, %11 : i64
      %13 = arith.addi %out, %12 : i64
      linalg.yield %13 : i64
    } -> tensor<4x5xi64>
    %8 = tensor.empty() : tensor<4x5xi32>
    %9 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%7 : tensor<4x5xi64>) outs(%8 : tensor<4x5xi32>) {
    ^bb0(%in: i64, %out: i32):
      %10 = arith.trunci %in : i64 to i32
      linalg.yield %10 : i32
    } -> tensor<4x5xi32>
    return %9 : tensor<4x5xi32>
  }
}
