// Two layers, max(X W + B, 0) V, of which a quarter of W and of V are pruned.
// Columns 0 to 3 of W are 0: those of the sum are the bias, and rows 0 to 3 of V
// are needed. Rows 12 to 15 of V are 0: columns of W and elements of B before
// them are dead.

#rows = affine_map<(i, j, k) -> (i, k)>
#columns = affine_map<(i, j, k) -> (k, j)>
#product = affine_map<(i, j, k) -> (i, j)>
#each = affine_map<(i, j) -> (i, j)>
#column = affine_map<(i, j) -> (j)>

func.func @pruned(
    %X: tensor<6x8xf32> {sparse.name = "X"},
    %W: tensor<8x16xf32> {tesa.mask = #tesa.mask<[8, 16] by [8, 4] keeps "0e">, sparse.name = "W"},
    %B: tensor<16xf32> {sparse.name = "B"},
    %V: tensor<16x4xf32> {tesa.mask = #tesa.mask<[16, 4] by [4, 4] keeps "07">, sparse.name = "V"})
    -> tensor<6x4xf32> {
  %zero = arith.constant 0.0 : f32
  %hidden_size = tensor.empty() : tensor<6x16xf32>
  %no_hidden = linalg.fill ins(%zero : f32) outs(%hidden_size : tensor<6x16xf32>) -> tensor<6x16xf32>
  %sum = linalg.generic {indexing_maps = [#rows, #columns, #product],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%X, %W : tensor<6x8xf32>, tensor<8x16xf32>) outs(%no_hidden : tensor<6x16xf32>) {
  ^bb0(%x: f32, %w: f32, %total: f32):
    %xw = arith.mulf %x, %w : f32
    %more = arith.addf %total, %xw : f32
    linalg.yield %more : f32
  } -> tensor<6x16xf32>
  %biased = linalg.generic {indexing_maps = [#each, #column, #each],
      iterator_types = ["parallel", "parallel"]}
      ins(%sum, %B : tensor<6x16xf32>, tensor<16xf32>) outs(%hidden_size : tensor<6x16xf32>) {
  ^bb0(%s: f32, %b: f32, %out: f32):
    %more = arith.addf %s, %b : f32
    linalg.yield %more : f32
  } -> tensor<6x16xf32>
  %hidden = linalg.generic {indexing_maps = [#each, #each],
      iterator_types = ["parallel", "parallel"]}
      ins(%biased : tensor<6x16xf32>) outs(%hidden_size : tensor<6x16xf32>) {
  ^bb0(%h: f32, %out: f32):
    %positive = arith.maximumf %h, %zero : f32
    linalg.yield %positive : f32
  } -> tensor<6x16xf32>
  %result_size = tensor.empty() : tensor<6x4xf32>
  %no_result = linalg.fill ins(%zero : f32) outs(%result_size : tensor<6x4xf32>) -> tensor<6x4xf32>
  %result = linalg.generic {indexing_maps = [#rows, #columns, #product],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%hidden, %V : tensor<6x16xf32>, tensor<16x4xf32>) outs(%no_result : tensor<6x4xf32>) {
  ^bb0(%h: f32, %v: f32, %total: f32):
    %hv = arith.mulf %h, %v : f32
    %more = arith.addf %total, %hv : f32
    linalg.yield %more : f32
  } -> tensor<6x4xf32>
  return %result : tensor<6x4xf32>
}
