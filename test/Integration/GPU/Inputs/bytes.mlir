func.func @product(%X: tensor<64x64xi8> {sparse.name = "X"}, %W: tensor<64x256xi8> {sparse.name = "W"}) -> (tensor<64x256xi32> {sparse.name = "Y"}) {
  %zero = arith.constant 0 : i32
  %none = tensor.empty() : tensor<64x256xi32>
  %zeros = linalg.fill ins(%zero : i32) outs(%none : tensor<64x256xi32>) -> tensor<64x256xi32>
  %Y = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%X, %W : tensor<64x64xi8>, tensor<64x256xi8>) outs(%zeros : tensor<64x256xi32>) {
  ^bb0(%a: i8, %b: i8, %sum: i32):
    %c = arith.extsi %a : i8 to i32
    %d = arith.extsi %b : i8 to i32
    %p = arith.muli %c, %d : i32
    %s = arith.addi %sum, %p : i32
    linalg.yield %s : i32
  } -> tensor<64x256xi32>
  return %Y : tensor<64x256xi32>
}
