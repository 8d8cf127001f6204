// RUN: sparse-opt %s | FileCheck %s
// RUN: sparse-opt %s | sparse-opt | FileCheck %s
// RUN: sparse-opt %s --emit-bytecode | sparse-opt | FileCheck %s
// RUN: sparse-opt %s --canonicalize | FileCheck %s --check-prefix=FOLD

// CHECK-LABEL: func.func @layer
// CHECK-SAME: {tesa.mask = #tesa.mask<[8, 4] by [8, 1] keeps "09">}
func.func @layer(%W: tensor<8x4xf32> {tesa.mask = #tesa.mask<[8, 4] by [8, 1] keeps "09">}) {
  return
}

// CHECK-LABEL: func.func @mark
// FOLD-LABEL: func.func @mark
func.func @mark(%Y: tensor<8x4xf32>) -> tensor<8x4xf32> {
  // CHECK: tesa.mark %{{.*}} keeps <[8, 4] by [8, 1] keeps "09"> : tensor<8x4xf32>
  // FOLD: tesa.mark
  %pruned = tesa.mark %Y keeps <[8, 4] by [8, 1] keeps "09"> : tensor<8x4xf32>
  return %pruned : tensor<8x4xf32>
}

// CHECK-LABEL: func.func @nothing_pruned
// FOLD-LABEL: func.func @nothing_pruned
func.func @nothing_pruned(%Y: tensor<8x4xi8>) -> tensor<8x4xi8> {
  // FOLD-NEXT: return
  %same = tesa.mark %Y keeps <[8, 4] by [8, 1] keeps "0f"> : tensor<8x4xi8>
  return %same : tensor<8x4xi8>
}

// CHECK-LABEL: func.func @no_elements
// CHECK-SAME: #tesa.mask<[0, 4] by [1, 4] keeps "">
func.func @no_elements(%Y: tensor<0x4xf32> {tesa.mask = #tesa.mask<[0, 4] by [1, 4] keeps "">}) {
  return
}

// What tesa-prune-dead writes behind an argument.
// CHECK-LABEL: func.func @weights
func.func @weights(%W: tensor<4x6xf32>) -> tensor<4x6xf32> {
  // CHECK: tesa.mark %{{.*}} keeps <[4, 6] by [4, 1] keeps "2d"> : tensor<4x6xf32>
  %W0 = tesa.mark %W keeps <[4, 6] by [4, 1] keeps "2d"> : tensor<4x6xf32>
  return %W0 : tensor<4x6xf32>
}

// CHECK-LABEL: func.func @scalar
// CHECK-SAME: #tesa.mask<[] by [] keeps "01">
func.func @scalar(%Y: tensor<f32> {tesa.mask = #tesa.mask<[] by [] keeps "01">}) {
  return
}

// CHECK-LABEL: func.func @constant
// CHECK-SAME: tesa.constant = dense<[1, 0]> : tensor<2xi8>, tesa.mask
// CHECK-SAME: {tesa.constant}
func.func @constant(%X: tensor<2xi8> {tesa.constant = dense<[1, 0]> : tensor<2xi8>, tesa.mask = #tesa.mask<[2] by [1] keeps "01">}, %Y: tensor<?xf32> {tesa.constant}) {
  return
}

// CHECK-LABEL: func.func @scores
// CHECK-SAME: {tesa.width = #tesa.width<[8, 4] by [4, 4] holds [si8, ui4]>}
func.func @scores(%X: tensor<8x4xi32> {tesa.width = #tesa.width<[8, 4] by [4, 4] holds [si8, ui4]>}) {
  return
}

// CHECK-LABEL: func.func @no_formats
// CHECK-SAME: #tesa.width<[0, 4] by [1, 4] holds []>
func.func @no_formats(%X: tensor<0x4xi32> {tesa.width = #tesa.width<[0, 4] by [1, 4] holds []>}) {
  return
}

// CHECK-LABEL: func.func @replace
func.func @replace(%Y: tensor<8x4xf32>, %H: tensor<8x6xf32>) -> (tensor<8x4xf32>, tensor<8x6xf32>) {
  // CHECK: tesa.replace %{{.*}} keeps <[8, 4] by [8, 1] keeps "09"> with dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32> : tensor<8x4xf32>
  %fixed = tesa.replace %Y keeps <[8, 4] by [8, 1] keeps "09"> with dense<[1.0, 2.0]> : tensor<2xf32> : tensor<8x4xf32>
  // What tesa-fold-constants writes behind a result.
  // CHECK: tesa.replace %{{.*}} keeps <[8, 6] by [8, 1] keeps "1f"> with dense<5.000000e+00> : tensor<1xf32> : tensor<8x6xf32>
  %0 = tesa.replace %H keeps <[8, 6] by [8, 1] keeps "1f"> with dense<5.000000e+00> : tensor<1xf32> : tensor<8x6xf32>
  return %fixed, %0 : tensor<8x4xf32>, tensor<8x6xf32>
}

// CHECK-LABEL: func.func @width
func.func @width(%Y: tensor<8x4xf32>) -> tensor<8x4xf32> {
  // CHECK: tesa.width %{{.*}} as <[8, 4] by [4, 4] holds [si8, f16]> : tensor<8x4xf32>
  %narrow = tesa.width %Y as <[8, 4] by [4, 4] holds [si8, f16]> : tensor<8x4xf32>
  return %narrow : tensor<8x4xf32>
}

// CHECK-LABEL: func.func @smaller
// CHECK-SAME: {tesa.kept = #tesa.kept<[8, 4] keeps ["09", "0f"]>}
func.func @smaller(%W: tensor<2x4xf32> {tesa.kept = #tesa.kept<[8, 4] keeps ["09", "0f"]>}) {
  return
}

// CHECK-LABEL: func.func @part
// CHECK-SAME: %{{.*}}: tensor<8x4xi8> {tesa.part = #tesa.part<"W" of tensor<8x4xf32> as si8 by 1>}
// CHECK-SAME: %{{.*}}: tensor<4xf32> {tesa.part = #tesa.part<"W" of tensor<8x4xf32> as si8 by 1>}
// CHECK-SAME: %{{.*}}: tensor<8x4xf32> {tesa.part = #tesa.part<"W" of tensor<8x4xf32> as f32>}
func.func @part(%W: tensor<8x4xi8> {tesa.part = #tesa.part<"W" of tensor<8x4xf32> as si8 by 1>},
                %S: tensor<4xf32> {tesa.part = #tesa.part<"W" of tensor<8x4xf32> as si8 by 1>},
                %R: tensor<8x4xf32> {tesa.part = #tesa.part<"W" of tensor<8x4xf32> as f32>}) {
  return
}

// CHECK-LABEL: func.func @bytes
func.func @bytes(%W: tensor<8x4xi8> {tesa.part = #tesa.part<"W" of tensor<8x4xf32> as si8 by 1>}) {
  return
}
