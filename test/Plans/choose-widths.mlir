// RUN: sparse-opt %s | sparse-opt | FileCheck %s --check-prefix=ROUND
// RUN: sparse-opt %s --transform-interpreter | FileCheck %s --enable-var-scope
// RUN: sparse-opt %s --transform-interpreter=entry-point=kept | FileCheck %s --check-prefix=KEPT

// ROUND: transform.tesa.plan %{{.*}} whole {keep_inputs} : !transform.any_op

// All elements need few bits, and bytes by bytes are faster, with what it takes to round X.

// CHECK-LABEL: func.func @bytes(
// CHECK-SAME: tensor<256x1024xi8> {sparse.name = "W_i8"
// CHECK-SAME: tensor<1024xf32> {sparse.name = "W_i8_steps"
// CHECK: math.absf
// CHECK: math.roundeven
// CHECK: arith.muli

// Products of floats gain nothing from fewer bits.

// KEPT-LABEL: func.func @bytes(
// KEPT-SAME: tensor<256x1024xf32> {sparse.name = "W", tesa.constant, tesa.width
// KEPT-NOT: math.roundeven

// Halves of bytes are multiplied as bytes.

// CHECK-LABEL: func.func @halves(
// CHECK-SAME: tensor<256x1024xi4> {sparse.name = "W_i4"

// One block of 16 needs its floats, so that all others are bytes.

// CHECK-LABEL: func.func @parts(
// CHECK-SAME: tensor<256x1024xi8> {sparse.name = "W_i8", tesa.mask
// CHECK-SAME: tensor<256x1024xf32> {sparse.format = {{.*}}, sparse.name = "W_f32"
// CHECK: arith.mulf
// CHECK: arith.muli

// Rounding X takes longer than what 16 outputs gain.

// CHECK-LABEL: func.func @few_outputs(
// CHECK-SAME: tensor<256x16xf32> {sparse.name = "W", tesa.constant, tesa.width
// CHECK-NOT: arith.muli

// Six weights gain enough for X to be rounded, once for all of them.

// CHECK-LABEL: func.func @together(
// CHECK-SAME: tensor<256x16xi8> {sparse.name = "W_i8"
// CHECK-SAME: tensor<256x16xi8> {sparse.name = "V_i8"
// CHECK-COUNT-1: math.roundeven
// CHECK-NOT: math.roundeven

// Nothing says that elements may be rounded, of W as of the numbers that they need.

// CHECK-LABEL: func.func @unsaid(
// CHECK-SAME: tensor<256x1024xf32> {sparse.name = "W", tesa.constant}
// CHECK-NOT: arith.muli

// CHECK-LABEL: func.func @floats(
// CHECK-SAME: tensor<256x1024xf32> {sparse.name = "W", tesa.constant, tesa.width
// CHECK-NOT: arith.muli

// What is read by more than products stays as it is.

// CHECK-LABEL: func.func @read_twice(
// CHECK-SAME: tensor<256x1024xf32> {sparse.name = "W", tesa.constant, tesa.width
// CHECK-NOT: arith.muli

// A run is too short.

// CHECK-LABEL: func.func @short(
// CHECK-SAME: tensor<8x8xf32> {sparse.name = "W", tesa.constant, tesa.width
// CHECK-NOT: arith.muli

// Integers are as they are, in as few bits as they need.

// CHECK-LABEL: func.func @integers(
// CHECK-SAME: tensor<256x1024xi8> {sparse.name = "W_i8"
// CHECK-NOT: math.roundeven
module attributes {transform.with_named_sequence} {
  func.func @bytes(%X: tensor<512x256xf32> {sparse.name = "X"}, %W: tensor<256x1024xf32> {sparse.name = "W", tesa.constant, tesa.width = #tesa.width<[256, 1024] by [256, 1024] holds [si8]>}) -> tensor<512x1024xf32> {
    %zero = arith.constant 0.0 : f32
    %e1024 = tensor.empty() : tensor<512x1024xf32>
    %f1024 = linalg.fill ins(%zero : f32) outs(%e1024 : tensor<512x1024xf32>) -> tensor<512x1024xf32>
    %YW = linalg.matmul ins(%X, %W : tensor<512x256xf32>, tensor<256x1024xf32>) outs(%f1024 : tensor<512x1024xf32>) -> tensor<512x1024xf32>
    return %YW : tensor<512x1024xf32>
  }
  func.func @halves(%X: tensor<512x256xf32> {sparse.name = "X"}, %W: tensor<256x1024xf32> {sparse.name = "W", tesa.constant, tesa.width = #tesa.width<[256, 1024] by [256, 1024] holds [si3]>}) -> tensor<512x1024xf32> {
    %zero = arith.constant 0.0 : f32
    %e1024 = tensor.empty() : tensor<512x1024xf32>
    %f1024 = linalg.fill ins(%zero : f32) outs(%e1024 : tensor<512x1024xf32>) -> tensor<512x1024xf32>
    %YW = linalg.matmul ins(%X, %W : tensor<512x256xf32>, tensor<256x1024xf32>) outs(%f1024 : tensor<512x1024xf32>) -> tensor<512x1024xf32>
    return %YW : tensor<512x1024xf32>
  }
  func.func @parts(%X: tensor<512x256xf32> {sparse.name = "X"}, %W: tensor<256x1024xf32> {sparse.name = "W", tesa.constant, tesa.width = #tesa.width<[256, 1024] by [64, 256] holds [si8, si8, si8, si8, si8, f32, si8, si8, si8, si8, si8, si8, si8, si8, si8, si8]>}) -> tensor<512x1024xf32> {
    %zero = arith.constant 0.0 : f32
    %e1024 = tensor.empty() : tensor<512x1024xf32>
    %f1024 = linalg.fill ins(%zero : f32) outs(%e1024 : tensor<512x1024xf32>) -> tensor<512x1024xf32>
    %YW = linalg.matmul ins(%X, %W : tensor<512x256xf32>, tensor<256x1024xf32>) outs(%f1024 : tensor<512x1024xf32>) -> tensor<512x1024xf32>
    return %YW : tensor<512x1024xf32>
  }
  func.func @few_outputs(%X: tensor<512x256xf32> {sparse.name = "X"}, %W: tensor<256x16xf32> {sparse.name = "W", tesa.constant, tesa.width = #tesa.width<[256, 16] by [256, 16] holds [si8]>}) -> tensor<512x16xf32> {
    %zero = arith.constant 0.0 : f32
    %e16 = tensor.empty() : tensor<512x16xf32>
    %f16 = linalg.fill ins(%zero : f32) outs(%e16 : tensor<512x16xf32>) -> tensor<512x16xf32>
    %YW = linalg.matmul ins(%X, %W : tensor<512x256xf32>, tensor<256x16xf32>) outs(%f16 : tensor<512x16xf32>) -> tensor<512x16xf32>
    return %YW : tensor<512x16xf32>
  }
  func.func @together(%X: tensor<512x256xf32> {sparse.name = "X"}, %W: tensor<256x16xf32> {sparse.name = "W", tesa.constant, tesa.width = #tesa.width<[256, 16] by [256, 16] holds [si8]>}, %V: tensor<256x16xf32> {sparse.name = "V", tesa.constant, tesa.width = #tesa.width<[256, 16] by [256, 16] holds [si8]>}, %U: tensor<256x16xf32> {sparse.name = "U", tesa.constant, tesa.width = #tesa.width<[256, 16] by [256, 16] holds [si8]>}, %T: tensor<256x16xf32> {sparse.name = "T", tesa.constant, tesa.width = #tesa.width<[256, 16] by [256, 16] holds [si8]>}, %S: tensor<256x16xf32> {sparse.name = "S", tesa.constant, tesa.width = #tesa.width<[256, 16] by [256, 16] holds [si8]>}, %R: tensor<256x16xf32> {sparse.name = "R", tesa.constant, tesa.width = #tesa.width<[256, 16] by [256, 16] holds [si8]>}) -> (tensor<512x16xf32>, tensor<512x16xf32>, tensor<512x16xf32>, tensor<512x16xf32>, tensor<512x16xf32>, tensor<512x16xf32>) {
    %zero = arith.constant 0.0 : f32
    %e16 = tensor.empty() : tensor<512x16xf32>
    %f16 = linalg.fill ins(%zero : f32) outs(%e16 : tensor<512x16xf32>) -> tensor<512x16xf32>
    %YW = linalg.matmul ins(%X, %W : tensor<512x256xf32>, tensor<256x16xf32>) outs(%f16 : tensor<512x16xf32>) -> tensor<512x16xf32>
    %YV = linalg.matmul ins(%X, %V : tensor<512x256xf32>, tensor<256x16xf32>) outs(%f16 : tensor<512x16xf32>) -> tensor<512x16xf32>
    %YU = linalg.matmul ins(%X, %U : tensor<512x256xf32>, tensor<256x16xf32>) outs(%f16 : tensor<512x16xf32>) -> tensor<512x16xf32>
    %YT = linalg.matmul ins(%X, %T : tensor<512x256xf32>, tensor<256x16xf32>) outs(%f16 : tensor<512x16xf32>) -> tensor<512x16xf32>
    %YS = linalg.matmul ins(%X, %S : tensor<512x256xf32>, tensor<256x16xf32>) outs(%f16 : tensor<512x16xf32>) -> tensor<512x16xf32>
    %YR = linalg.matmul ins(%X, %R : tensor<512x256xf32>, tensor<256x16xf32>) outs(%f16 : tensor<512x16xf32>) -> tensor<512x16xf32>
    return %YW, %YV, %YU, %YT, %YS, %YR : tensor<512x16xf32>, tensor<512x16xf32>, tensor<512x16xf32>, tensor<512x16xf32>, tensor<512x16xf32>, tensor<512x16xf32>
  }
  func.func @unsaid(%X: tensor<512x256xf32> {sparse.name = "X"}, %W: tensor<256x1024xf32> {sparse.name = "W", tesa.constant}) -> tensor<512x1024xf32> {
    %zero = arith.constant 0.0 : f32
    %e1024 = tensor.empty() : tensor<512x1024xf32>
    %f1024 = linalg.fill ins(%zero : f32) outs(%e1024 : tensor<512x1024xf32>) -> tensor<512x1024xf32>
    %YW = linalg.matmul ins(%X, %W : tensor<512x256xf32>, tensor<256x1024xf32>) outs(%f1024 : tensor<512x1024xf32>) -> tensor<512x1024xf32>
    return %YW : tensor<512x1024xf32>
  }
  func.func @floats(%X: tensor<512x256xf32> {sparse.name = "X"}, %W: tensor<256x1024xf32> {sparse.name = "W", tesa.constant, tesa.width = #tesa.width<[256, 1024] by [256, 1024] holds [f32]>}) -> tensor<512x1024xf32> {
    %zero = arith.constant 0.0 : f32
    %e1024 = tensor.empty() : tensor<512x1024xf32>
    %f1024 = linalg.fill ins(%zero : f32) outs(%e1024 : tensor<512x1024xf32>) -> tensor<512x1024xf32>
    %YW = linalg.matmul ins(%X, %W : tensor<512x256xf32>, tensor<256x1024xf32>) outs(%f1024 : tensor<512x1024xf32>) -> tensor<512x1024xf32>
    return %YW : tensor<512x1024xf32>
  }
  func.func @read_twice(%X: tensor<512x256xf32> {sparse.name = "X"}, %W: tensor<256x1024xf32> {sparse.name = "W", tesa.constant, tesa.width = #tesa.width<[256, 1024] by [256, 1024] holds [si8]>}) -> (tensor<512x1024xf32>, tensor<256x1024xf32>) {
    %zero = arith.constant 0.0 : f32
    %e1024 = tensor.empty() : tensor<512x1024xf32>
    %f1024 = linalg.fill ins(%zero : f32) outs(%e1024 : tensor<512x1024xf32>) -> tensor<512x1024xf32>
    %YW = linalg.matmul ins(%X, %W : tensor<512x256xf32>, tensor<256x1024xf32>) outs(%f1024 : tensor<512x1024xf32>) -> tensor<512x1024xf32>
    %g = tensor.empty() : tensor<256x1024xf32>
    %Z = linalg.exp ins(%W : tensor<256x1024xf32>) outs(%g : tensor<256x1024xf32>) -> tensor<256x1024xf32>
    return %YW, %Z : tensor<512x1024xf32>, tensor<256x1024xf32>
  }
  func.func @short(%X: tensor<1x8xf32> {sparse.name = "X"}, %W: tensor<8x8xf32> {sparse.name = "W", tesa.constant, tesa.width = #tesa.width<[8, 8] by [8, 8] holds [si8]>}) -> tensor<1x8xf32> {
    %zero = arith.constant 0.0 : f32
    %e8 = tensor.empty() : tensor<1x8xf32>
    %f8 = linalg.fill ins(%zero : f32) outs(%e8 : tensor<1x8xf32>) -> tensor<1x8xf32>
    %YW = linalg.matmul ins(%X, %W : tensor<1x8xf32>, tensor<8x8xf32>) outs(%f8 : tensor<1x8xf32>) -> tensor<1x8xf32>
    return %YW : tensor<1x8xf32>
  }
  func.func @integers(%X: tensor<512x256xi8> {sparse.name = "X"}, %W: tensor<256x1024xi32> {sparse.name = "W", tesa.constant, tesa.width = #tesa.width<[256, 1024] by [256, 1024] holds [si8]>}) -> tensor<512x1024xi32> {
    %zero = arith.constant 0 : i32
    %e1024 = tensor.empty() : tensor<512x1024xi32>
    %f1024 = linalg.fill ins(%zero : i32) outs(%e1024 : tensor<512x1024xi32>) -> tensor<512x1024xi32>
    %YW = linalg.matmul ins(%X, %W : tensor<512x256xi8>, tensor<256x1024xi32>) outs(%f1024 : tensor<512x1024xi32>) -> tensor<512x1024xi32>
    return %YW : tensor<512x1024xi32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    transform.tesa.plan %root threads 1 : !transform.any_op
    transform.yield
  }
  transform.named_sequence @kept(%root: !transform.any_op) {
    transform.tesa.plan %root whole {keep_inputs} : !transform.any_op
    transform.yield
  }
}
