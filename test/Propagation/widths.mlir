// RUN: sparse-opt %s --tesa-print=widths=true --verify-diagnostics -o /dev/null
// RUN: sparse-opt %s --tesa-print="widths=true seed=1" --verify-diagnostics -o /dev/null

// 64 products of 8 and 4 bits need 8 + 4 + 6 bits; one of no sign less.
func.func @product(
    %X: tensor<8x64xi8>,
    // expected-remark@below {{argument 1: 192 of 384 elements need si4, 192 need ui2, by [64, 3]}}
    %W: tensor<64x6xi8> {tesa.width = #tesa.width<[64, 6] by [64, 3] holds [si4, ui2]>}) -> tensor<8x6xi32> {
  // expected-remark@below {{result 0 of 'arith.constant': 48 of 48 elements are zero; 48 of 48 elements need ui0}}
  %start = arith.constant dense<0> : tensor<8x6xi32>
  // expected-remark@below {{result 0 of 'linalg.matmul': 24 of 48 elements need si18, 24 need si16, by [8, 3]}}
  %Y = linalg.matmul ins(%X, %W : tensor<8x64xi8>, tensor<64x6xi8>) outs(%start : tensor<8x6xi32>) -> tensor<8x6xi32>
  return %Y : tensor<8x6xi32>
}

// A sum that its type does not hold may be any number.
func.func @overflow(%X: tensor<8x1024xi8>, %W: tensor<1024x6xi8>) -> tensor<8x6xi16> {
  // expected-remark@below {{result 0 of 'arith.constant': 48 of 48 elements are zero; 48 of 48 elements need ui0}}
  %start = arith.constant dense<0> : tensor<8x6xi16>
  %Y = linalg.matmul ins(%X, %W : tensor<8x1024xi8>, tensor<1024x6xi8>) outs(%start : tensor<8x6xi16>) -> tensor<8x6xi16>
  return %Y : tensor<8x6xi16>
}

// Formats of floats and of integers that floats stand for, through conversions: a
// format that is too narrow rounds.
func.func @conversions(
    %X: tensor<4xi8>,
    // expected-remark@below {{argument 1: 4 of 4 elements need f8E5M2}}
    %Y: tensor<4xf32> {tesa.width = #tesa.width<[4] by [4] holds [f8E5M2]>}, %Z: tensor<4xi16>) -> (tensor<4xi16>, tensor<4xf64>, tensor<4xf16>) {
  // expected-remark@below {{result 0 of 'arith.sitofp': 4 of 4 elements need si8}}
  %float = arith.sitofp %X : tensor<4xi8> to tensor<4xf32>
  // expected-remark@below {{result 0 of 'arith.negf': 4 of 4 elements need si9}}
  %neg = arith.negf %float : tensor<4xf32>
  // expected-remark@below {{result 0 of 'math.absf': 4 of 4 elements need ui8}}
  %abs = math.absf %neg : tensor<4xf32>
  // expected-remark@below {{result 0 of 'arith.fptosi': 4 of 4 elements need ui8}}
  %back = arith.fptosi %abs : tensor<4xf32> to tensor<4xi16>
  // expected-remark@below {{result 0 of 'arith.extf': 4 of 4 elements need f8E5M2}}
  %wide = arith.extf %Y : tensor<4xf32> to tensor<4xf64>
  %half = arith.sitofp %Z : tensor<4xi16> to tensor<4xf16>
  return %back, %wide, %half : tensor<4xi16>, tensor<4xf64>, tensor<4xf16>
}

// Clamping narrows, and extending keeps what is narrow.
func.func @clamp(%X: tensor<4xi32>) -> tensor<4xi64> {
  // expected-remark@below {{result 0 of 'arith.constant': 4 of 4 elements need si8}}
  %low = arith.constant dense<-128> : tensor<4xi32>
  // expected-remark@below {{result 0 of 'arith.constant': 4 of 4 elements need ui7}}
  %high = arith.constant dense<127> : tensor<4xi32>
  %Y = arith.maxsi %X, %low : tensor<4xi32>
  // expected-remark@below {{result 0 of 'arith.minsi': 4 of 4 elements need si8}}
  %Z = arith.minsi %Y, %high : tensor<4xi32>
  // expected-remark@below {{result 0 of 'arith.extsi': 4 of 4 elements need si8}}
  %W = arith.extsi %Z : tensor<4xi32> to tensor<4xi64>
  return %W : tensor<4xi64>
}

// What is rounded and clamped as a float is an integer of few bits.
func.func @quantize(%X: tensor<4xf32>) -> tensor<4xi32> {
  // expected-remark@below {{result 0 of 'arith.constant': 4 of 4 elements need si8}}
  %low = arith.constant dense<-128.0> : tensor<4xf32>
  // expected-remark@below {{result 0 of 'arith.constant': 4 of 4 elements need ui7}}
  %high = arith.constant dense<127.0> : tensor<4xf32>
  %round = math.roundeven %X : tensor<4xf32>
  %Y = arith.maximumf %round, %low : tensor<4xf32>
  // expected-remark@below {{result 0 of 'arith.minimumf': 4 of 4 elements need si8}}
  %Z = arith.minimumf %Y, %high : tensor<4xf32>
  // expected-remark@below {{result 0 of 'arith.fptosi': 4 of 4 elements need si8}}
  %W = arith.fptosi %Z : tensor<4xf32> to tensor<4xi32>
  return %W : tensor<4xi32>
}

// ReLU has no sign, and a maximum of windows the format of its elements.
func.func @relu_and_pooling(
    // expected-remark@below {{argument 0: 16 of 16 elements need si5}}
    %X: tensor<1x1x4x4xf32> {tesa.width = #tesa.width<[1, 1, 4, 4] by [1, 1, 4, 4] holds [si5]>}) -> tensor<1x1x2x2xf32> {
  // expected-remark@below {{result 0 of 'arith.constant': 16 of 16 elements are zero; 16 of 16 elements need ui0}}
  %zero = arith.constant dense<0.0> : tensor<1x1x4x4xf32>
  %low = arith.constant 0xFF800000 : f32
  // expected-remark@below {{result 0 of 'arith.maximumf': 16 of 16 elements need ui4}}
  %R = arith.maximumf %X, %zero : tensor<1x1x4x4xf32>
  // expected-remark@below {{result 0 of 'tensor.empty': 4 of 4 elements are dead}}
  %w = tensor.empty() : tensor<2x2xf32>
  // expected-remark@below {{result 0 of 'tensor.empty': 4 of 4 elements are dead}}
  %e = tensor.empty() : tensor<1x1x2x2xf32>
  // expected-remark@below {{result 0 of 'linalg.fill': 4 of 4 elements need f8E5M2}}
  %i = linalg.fill ins(%low : f32) outs(%e : tensor<1x1x2x2xf32>) -> tensor<1x1x2x2xf32>
  %Y = linalg.pooling_nchw_max {strides = dense<2> : tensor<2xi64>} ins(%R, %w : tensor<1x1x4x4xf32>, tensor<2x2xf32>) outs(%i : tensor<1x1x2x2xf32>) -> tensor<1x1x2x2xf32>
  return %Y : tensor<1x1x2x2xf32>
}

// Both ends of what moves elements have the narrower of their formats.
func.func @both_ends(
    // expected-remark@below {{argument 0: 6 of 8 elements need si8, 2 need si4, by [1, 2]}}
    %X: tensor<2x4xi32> {tesa.width = #tesa.width<[2, 4] by [1, 4] holds [si8, si16]>}) -> (tensor<4x2xi32>, tensor<8xi32>) {
  // expected-remark@below {{result 0 of 'tensor.empty': 8 of 8 elements are dead}}
  %e = tensor.empty() : tensor<4x2xi32>
  // expected-remark@below {{result 0 of 'linalg.transpose': 6 of 8 elements need si8, 2 need si4, by [2, 1]}}
  %T = linalg.transpose ins(%X : tensor<2x4xi32>) outs(%e : tensor<4x2xi32>) permutation = [1, 0]
  // expected-remark@below {{result 0 of 'tesa.width': 6 of 8 elements need si8, 2 need si4, by [2, 1]}}
  %narrow = tesa.width %T as <[4, 2] by [4, 1] holds [si16, si8]> : tensor<4x2xi32>
  // expected-remark@below {{result 0 of 'tensor.collapse_shape': 6 of 8 elements need si8, 2 need si4, by [6]}}
  %flat = tensor.collapse_shape %X [[0, 1]] : tensor<2x4xi32> into tensor<8xi32>
  // expected-remark@below {{result 0 of 'tesa.width': 6 of 8 elements need si8, 2 need si4, by [6]}}
  %last = tesa.width %flat as <[8] by [2] holds [si32, si9, si32, si4]> : tensor<8xi32>
  return %narrow, %last : tensor<4x2xi32>, tensor<8xi32>
}

// Around what is padded lie numbers of their own format, and a slice, an insertion
// and a concatenation say of their operands what is known of the whole.
func.func @pieces(
    // expected-remark@below {{argument 0: 2 of 4 elements need si4, by [1, 2]}}
    %X: tensor<2x2xi32>,
    // expected-remark@below {{argument 1: 4 of 8 elements need si4, by [2, 2]}}
    %Y: tensor<4x2xi32>) -> (tensor<3x2xi32>, tensor<6x2xi32>, tensor<4x2xi32>) {
  %three = arith.constant 3 : i32
  // expected-remark@below {{result 0 of 'tensor.pad': 2 of 6 elements need ui2, 2 need si4, by [1, 2]}}
  %P = tensor.pad %X low[1, 0] high[0, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %three : i32
  } : tensor<2x2xi32> to tensor<3x2xi32>
  // expected-remark@below {{result 0 of 'tensor.concat': 6 of 12 elements need si4, by [1, 2]}}
  %C = tensor.concat dim(0) %X, %Y : (tensor<2x2xi32>, tensor<4x2xi32>) -> tensor<6x2xi32>
  // expected-remark@below {{result 0 of 'tesa.width': 6 of 12 elements need si4, by [1, 2]}}
  %D = tesa.width %C as <[6, 2] by [2, 2] holds [si32, si4, si32]> : tensor<6x2xi32>
  // expected-remark@below {{result 0 of 'tensor.insert_slice': 2 of 8 elements are dead, by [1, 2]; 6 of 8 elements need si4, by [1, 2]}}
  %I = tensor.insert_slice %X into %Y[2, 0] [2, 2] [1, 1] : tensor<2x2xi32> into tensor<4x2xi32>
  // expected-remark@below {{result 0 of 'tensor.extract_slice': 2 of 2 elements need si4}}
  %E = tensor.extract_slice %X[1, 0] [1, 2] [1, 1] : tensor<2x2xi32> to tensor<1x2xi32>
  // expected-remark@below {{result 0 of 'tesa.width': 2 of 2 elements need si4}}
  %F = tesa.width %E as <[1, 2] by [1, 2] holds [si4]> : tensor<1x2xi32>
  // expected-remark@below {{result 0 of 'tensor.insert_slice': 6 of 8 elements need si4, by [1, 2]}}
  %G = tensor.insert_slice %F into %I[0, 0] [1, 2] [1, 1] : tensor<1x2xi32> into tensor<4x2xi32>
  return %P, %D, %G : tensor<3x2xi32>, tensor<6x2xi32>, tensor<4x2xi32>
}

// A product of integers is not movement: nothing is known of what it reads.
func.func @not_backward(%X: tensor<4xi32>, %Y: tensor<4xi32>) -> tensor<4xi32> {
  // expected-remark@below {{result 0 of 'arith.muli': 4 of 4 elements need si8}}
  %P = arith.muli %X, %Y : tensor<4xi32>
  // expected-remark@below {{result 0 of 'tesa.width': 4 of 4 elements need si8}}
  %Z = tesa.width %P as <[4] by [4] holds [si8]> : tensor<4xi32>
  return %Z : tensor<4xi32>
}

// What holds where a branch is taken need not hold before it.
func.func @branch(%c: i1, %X: tensor<4xi32>) -> tensor<4xi32> {
  %Y = scf.if %c -> (tensor<4xi32>) {
    // expected-remark@below {{result 0 of 'tesa.width': 4 of 4 elements need si8}}
    %Z = tesa.width %X as <[4] by [4] holds [si8]> : tensor<4xi32>
    scf.yield %Z : tensor<4xi32>
  } else {
    scf.yield %X : tensor<4xi32>
  }
  return %Y : tensor<4xi32>
}

// A float without bounds is not below 0, and may be any number as an integer.
func.func @large(%X: tensor<4xf64>) -> tensor<4xi64> {
  %abs = math.absf %X : tensor<4xf64>
  %Y = arith.fptoui %abs : tensor<4xf64> to tensor<4xi64>
  return %Y : tensor<4xi64>
}
