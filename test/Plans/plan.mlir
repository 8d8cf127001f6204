// RUN: sparse-opt %s | sparse-opt | FileCheck %s --check-prefix=ROUND
// RUN: sparse-opt %s --transform-interpreter | FileCheck %s --enable-var-scope

// ROUND: transform.tesa.plan %{{.*}} threads 2 : !transform.any_op
// ROUND: transform.tesa.plan %{{.*}} whole : !transform.any_op

// Nothing reads column 0 of W, which goes. Of the rest one element in sixteen is kept, so that
// elements are stored one by one; dense weights, and short products, stay.

// CHECK-LABEL: func.func @layers(
// CHECK-SAME: tensor<64x63xf32> {sparse.format = #sparse.{{csc|composite}}
// CHECK-SAME: sparse.name = "W", tesa.kept
// CHECK-SAME: tensor<63x64xf32> {sparse.name = "V", tesa.kept
// CHECK-LABEL: func.func @short(
// CHECK-NOT: sparse.format
module attributes {transform.with_named_sequence} {
  func.func @layers(%X: tensor<512x64xf32> {sparse.name = "X"}, %W: tensor<64x64xf32> {sparse.name = "W", tesa.mask = #tesa.mask<[64, 64] by [1, 1] keeps "0100020004000800800000010002000402400080000001000001200040008000008000100020004020004000080010000010002000040008040008001000020000020004000800010000010002000480400080000001000201200040008000008000100020004000004000080010002010002000040008000008001000020004020004000800010000010002000480000080000001000240200040008000000100100020004000804000080010002000002000040008001008001000020004000004000800010002010002000480000080000001000240000040008000000120100020004000800000080010002000402000040008001000001000020004000804000800010002000002000480000001000001000240008040008000000120000020004000800010080010002000400000040008001000201000020004000800000800010002000402000480000001000001000240008000008000000120004020004000800010000010002000400008040008001000200000020004000800100800010002000400000480000001000201000240008000008000000120004000004000800010002010002000400008000008001000200004020004000800100000010002000400080480000001000200000240008000000100000120004000804000800010002000002000400008001008001000200004000004000800100002">},
                    %V: tensor<64x64xf32> {sparse.name = "V", tesa.mask = #tesa.mask<[64, 64] by [1, 64] keeps "feffffffffffffff">}) -> tensor<512x64xf32> {
    %zero = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<512x64xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<512x64xf32>) -> tensor<512x64xf32>
    %Y = linalg.matmul ins(%X, %W : tensor<512x64xf32>, tensor<64x64xf32>) outs(%f : tensor<512x64xf32>) -> tensor<512x64xf32>
    %Z = linalg.matmul ins(%Y, %V : tensor<512x64xf32>, tensor<64x64xf32>) outs(%f : tensor<512x64xf32>) -> tensor<512x64xf32>
    return %Z : tensor<512x64xf32>
  }
  func.func @short(%X: tensor<1x2xf32>, %W: tensor<2x2xf32> {tesa.mask = #tesa.mask<[2, 2] by [1, 1] keeps "06">}) -> tensor<1x2xf32> {
    %zero = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<1x2xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x2xf32>) -> tensor<1x2xf32>
    %Y = linalg.matmul ins(%X, %W : tensor<1x2xf32>, tensor<2x2xf32>) outs(%f : tensor<1x2xf32>) -> tensor<1x2xf32>
    return %Y : tensor<1x2xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    transform.tesa.plan %root threads 2 : !transform.any_op
    transform.tesa.plan %root whole : !transform.any_op
    transform.yield
  }
}
