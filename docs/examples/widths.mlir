// Eight bits are enough for the elements of W, so that a plan may store it as bytes.

func.func @product(%X: tensor<64x128xf32> {sparse.name = "X"},
    %W: tensor<128x512xf32> {sparse.name = "W", tesa.constant, tesa.width = #tesa.width<[128, 512] by [128, 512] holds [si8]>})
    -> (tensor<64x512xf32> {sparse.name = "Y"}) {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<64x512xf32>
  %start = linalg.fill ins(%zero : f32) outs(%empty : tensor<64x512xf32>) -> tensor<64x512xf32>
  %Y = linalg.matmul ins(%X, %W : tensor<64x128xf32>, tensor<128x512xf32>)
      outs(%start : tensor<64x512xf32>) -> tensor<64x512xf32>
  return %Y : tensor<64x512xf32>
}
