// RUN: sparse-opt %s --transform-interpreter --split-input-file | FileCheck %s

// Blocks of 4 filters by 4 channels are kept of a convolution's weight, which a plan finds:
// its inputs are channels and windows, with channels side by side. Of a weight that is
// dense, nothing is stored sparse, and what each channel has by itself is left alone.

// CHECK-LABEL: func.func @convolutions(
// CHECK-SAME: %[[W:.+]]: tensor<64x16x3x3xf32> {sparse.format = #sparse.{{csr|bsr<4, 4, full>}}, sparse.name = "W"
// CHECK-SAME: tensor<64x3x3xf32> {sparse.name = "D", tesa.mask
// CHECK-SAME: tensor<8x64x1x1xf32> {sparse.name = "V", tesa.constant}
module attributes {transform.with_named_sequence} {
  func.func @convolutions(%X: tensor<1x16x18x18xf32> {sparse.name = "X"}, %W: tensor<64x16x3x3xf32> {sparse.name = "W", tesa.mask = #tesa.mask<[64, 16, 3, 3] by [4, 4, 1, 1] keeps "900188a000000500000000010880010046000018010018040031000000498001014000008080c1090002028010121000100080020010100000102403000800002020003140204000">}, %D: tensor<64x3x3xf32> {sparse.name = "D", tesa.mask = #tesa.mask<[64, 3, 3] by [64, 1, 1] keeps "0100">}, %V: tensor<8x64x1x1xf32> {sparse.name = "V", tesa.constant}) -> tensor<1x8x14x14xf32> {
    %zero = arith.constant 0.0 : f32
    %ew = tensor.empty() : tensor<1x64x16x16xf32>
    %fw = linalg.fill ins(%zero : f32) outs(%ew : tensor<1x64x16x16xf32>) -> tensor<1x64x16x16xf32>
    %w = linalg.conv_2d_nchw_fchw ins(%X, %W : tensor<1x16x18x18xf32>, tensor<64x16x3x3xf32>) outs(%fw : tensor<1x64x16x16xf32>) -> tensor<1x64x16x16xf32>
    %ed = tensor.empty() : tensor<1x64x14x14xf32>
    %fd = linalg.fill ins(%zero : f32) outs(%ed : tensor<1x64x14x14xf32>) -> tensor<1x64x14x14xf32>
    %d = linalg.depthwise_conv_2d_nchw_chw ins(%w, %D : tensor<1x64x16x16xf32>, tensor<64x3x3xf32>) outs(%fd : tensor<1x64x14x14xf32>) -> tensor<1x64x14x14xf32>
    %ev = tensor.empty() : tensor<1x8x14x14xf32>
    %fv = linalg.fill ins(%zero : f32) outs(%ev : tensor<1x8x14x14xf32>) -> tensor<1x8x14x14xf32>
    %v = linalg.conv_2d_nchw_fchw ins(%d, %V : tensor<1x64x14x14xf32>, tensor<8x64x1x1xf32>) outs(%fv : tensor<1x8x14x14xf32>) -> tensor<1x8x14x14xf32>
    return %v : tensor<1x8x14x14xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    transform.tesa.plan %root : !transform.any_op
    transform.yield
  }
}

// -----

// A format is stored as it is written: it is spread where the model is converted.

// CHECK-LABEL: func.func @stored(
// CHECK-SAME: tensor<3x3x5x8xf32> {sparse.format = #sparse.csc, sparse.name = "W"}
module attributes {transform.with_named_sequence} {
  func.func @stored(%X: tensor<1x6x8x5xf32>, %W: tensor<3x3x5x8xf32> {sparse.name = "W"}) -> tensor<1x4x6x8xf32> {
    %zero = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<1x4x6x8xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x4x6x8xf32>) -> tensor<1x4x6x8xf32>
    %r = linalg.conv_2d_nhwc_hwcf ins(%X, %W : tensor<1x6x8x5xf32>, tensor<3x3x5x8xf32>) outs(%f : tensor<1x4x6x8xf32>) -> tensor<1x4x6x8xf32>
    return %r : tensor<1x4x6x8xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %columns = transform.param.constant "csc" -> !transform.any_param
    transform.tesa.store %root operand "W" format(%columns) : !transform.any_op, !transform.any_param
    transform.yield
  }
}
