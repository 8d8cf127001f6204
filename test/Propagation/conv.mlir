// RUN: sparse-opt %s --tesa-print --verify-diagnostics -o /dev/null

// Pruned filters make channels 0, through a pooling, and what the next weights do
// not read makes others dead. Behind strides some elements are never read.
func.func @channels(
    // expected-remark@below {{argument 0: 68 of 324 elements are dead, by [1, 4, 8, 8]}}
    %X: tensor<1x4x9x9xf32>,
    // expected-remark@below {{argument 1: 135 of 288 elements are zero, by [1, 3, 3, 3]; 36 of 288 elements are dead, by [1, 4, 3, 3]}}
    %W: tensor<8x4x3x3xf32> {tesa.mask = #tesa.mask<[8, 4, 3, 3] by [1, 1, 3, 3] keeps "0077ff70">},
    // expected-remark@below {{argument 2: 6 of 48 elements are zero, by [6, 1, 1, 1]; 18 of 48 elements are dead, by [6, 1, 1, 1]}}
    %W2: tensor<6x8x1x1xf32> {tesa.mask = #tesa.mask<[6, 8, 1, 1] by [6, 1, 1, 1] keeps "f7">}) -> tensor<1x6x2x2xf32> {
  %zero = arith.constant 0.0 : f32
  // expected-remark@below {{result 0 of 'tensor.pad': 160 of 484 elements are zero, by [1, 4, 1, 1]; 160 of 484 elements are dead, by [1, 4, 9, 9]}}
  %p = tensor.pad %X low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%a: index, %b: index, %c: index, %d: index):
    tensor.yield %zero : f32
  } : tensor<1x4x9x9xf32> to tensor<1x4x11x11xf32>
  // expected-remark@below {{result 0 of 'tensor.empty': 200 of 200 elements are dead}}
  %e = tensor.empty() : tensor<1x8x5x5xf32>
  // expected-remark@below {{result 0 of 'linalg.fill': 200 of 200 elements are zero; 88 of 200 elements are dead, by [1, 1, 4, 4]}}
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<1x8x5x5xf32>) -> tensor<1x8x5x5xf32>
  // expected-remark@below {{result 0 of 'linalg.conv_2d_nchw_fchw': 75 of 200 elements are zero, by [1, 1, 5, 5]; 88 of 200 elements are dead, by [1, 1, 4, 4]}}
  %y = linalg.conv_2d_nchw_fchw {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%p, %W : tensor<1x4x11x11xf32>, tensor<8x4x3x3xf32>) outs(%i : tensor<1x8x5x5xf32>) -> tensor<1x8x5x5xf32>
  // expected-remark@below {{result 0 of 'tensor.empty': 32 of 32 elements are dead}}
  %e2 = tensor.empty() : tensor<1x8x2x2xf32>
  %low = arith.constant 0xFF800000 : f32
  // expected-remark@below {{result 0 of 'linalg.fill': 4 of 32 elements are dead, by [1, 1, 2, 2]}}
  %i2 = linalg.fill ins(%low : f32) outs(%e2 : tensor<1x8x2x2xf32>) -> tensor<1x8x2x2xf32>
  // expected-remark@below {{result 0 of 'tensor.empty': 4 of 4 elements are dead}}
  %w = tensor.empty() : tensor<2x2xf32>
  // expected-remark@below {{result 0 of 'linalg.pooling_nchw_max': 12 of 32 elements are zero, by [1, 1, 2, 2]; 4 of 32 elements are dead, by [1, 1, 2, 2]}}
  %q = linalg.pooling_nchw_max {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%y, %w : tensor<1x8x5x5xf32>, tensor<2x2xf32>) outs(%i2 : tensor<1x8x2x2xf32>) -> tensor<1x8x2x2xf32>
  // expected-remark@below {{result 0 of 'tensor.empty': 24 of 24 elements are dead}}
  %e3 = tensor.empty() : tensor<1x6x2x2xf32>
  // expected-remark@below {{result 0 of 'linalg.fill': 24 of 24 elements are zero}}
  %i3 = linalg.fill ins(%zero : f32) outs(%e3 : tensor<1x6x2x2xf32>) -> tensor<1x6x2x2xf32>
  %r = linalg.conv_2d_nchw_fchw ins(%q, %W2 : tensor<1x8x2x2xf32>, tensor<6x8x1x1xf32>) outs(%i3 : tensor<1x6x2x2xf32>) -> tensor<1x6x2x2xf32>
  return %r : tensor<1x6x2x2xf32>
}

// Channel by channel.
func.func @depthwise(
    // expected-remark@below {{argument 0: 36 of 144 elements are zero, by [1, 1, 6, 6]; 36 of 144 elements are dead, by [1, 3, 6, 6]}}
    %X: tensor<1x4x6x6xf32> {tesa.mask = #tesa.mask<[1, 4, 6, 6] by [1, 1, 6, 6] keeps "0d">},
    // expected-remark@below {{argument 1: 9 of 36 elements are zero, by [3, 3, 3]; 9 of 36 elements are dead, by [1, 3, 3]}}
    %W: tensor<4x3x3xf32> {tesa.mask = #tesa.mask<[4, 3, 3] by [1, 3, 3] keeps "07">},
    // expected-remark@below {{argument 2: 64 of 64 elements are dead}}
    %init: tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32> {
  %zero = arith.constant 0.0 : f32
  // expected-remark@below {{result 0 of 'linalg.fill': 64 of 64 elements are zero}}
  %start = linalg.fill ins(%zero : f32) outs(%init : tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
  // expected-remark@below {{result 0 of 'linalg.depthwise_conv_2d_nchw_chw': 32 of 64 elements are zero, by [1, 1, 4, 4]}}
  %Y = linalg.depthwise_conv_2d_nchw_chw ins(%X, %W : tensor<1x4x6x6xf32>, tensor<4x3x3xf32>) outs(%start : tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
  return %Y : tensor<1x4x4x4xf32>
}

// Groups of two channels.
func.func @groups(
    // expected-remark@below {{argument 0: 72 of 144 elements are zero, by [1, 1, 2, 6, 6]}}
    %X: tensor<1x2x2x6x6xf32> {tesa.mask = #tesa.mask<[1, 2, 2, 6, 6] by [1, 1, 2, 6, 6] keeps "01">},
    // expected-remark@below {{argument 1: 54 of 108 elements are dead, by [1, 3, 2, 3, 3]}}
    %W: tensor<2x3x2x3x3xf32>,
    // expected-remark@below {{argument 2: 96 of 96 elements are dead}}
    %init: tensor<1x2x3x4x4xf32>) -> tensor<1x2x3x4x4xf32> {
  %zero = arith.constant 0.0 : f32
  // expected-remark@below {{result 0 of 'linalg.fill': 96 of 96 elements are zero}}
  %start = linalg.fill ins(%zero : f32) outs(%init : tensor<1x2x3x4x4xf32>) -> tensor<1x2x3x4x4xf32>
  // expected-remark@below {{result 0 of 'linalg.conv_2d_ngchw_gfchw': 48 of 96 elements are zero, by [1, 1, 3, 4, 4]}}
  %Y = linalg.conv_2d_ngchw_gfchw ins(%X, %W : tensor<1x2x2x6x6xf32>, tensor<2x3x2x3x3xf32>) outs(%start : tensor<1x2x3x4x4xf32>) -> tensor<1x2x3x4x4xf32>
  return %Y : tensor<1x2x3x4x4xf32>
}

// A mean over what is left of an image.
func.func @average(
    // expected-remark@below {{argument 0: 36 of 144 elements are zero, by [1, 1, 6, 6]}}
    %X: tensor<1x4x6x6xf32> {tesa.mask = #tesa.mask<[1, 4, 6, 6] by [1, 1, 6, 6] keeps "0d">},
    // expected-remark@+2 {{argument 1: 4 of 4 elements are dead}}
    // expected-remark@below {{argument 2: 36 of 36 elements are dead}}
    %window: tensor<2x2xf32>, %init: tensor<1x4x3x3xf32>) -> tensor<1x4x3x3xf32> {
  %zero = arith.constant 0.0 : f32
  // expected-remark@below {{result 0 of 'linalg.fill': 36 of 36 elements are zero}}
  %start = linalg.fill ins(%zero : f32) outs(%init : tensor<1x4x3x3xf32>) -> tensor<1x4x3x3xf32>
  // expected-remark@below {{result 0 of 'linalg.pooling_nchw_sum': 9 of 36 elements are zero, by [1, 1, 3, 3]}}
  %Y = linalg.pooling_nchw_sum {strides = dense<2> : tensor<2xi64>} ins(%X, %window : tensor<1x4x6x6xf32>, tensor<2x2xf32>) outs(%start : tensor<1x4x3x3xf32>) -> tensor<1x4x3x3xf32>
  return %Y : tensor<1x4x3x3xf32>
}
