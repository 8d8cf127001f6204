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
