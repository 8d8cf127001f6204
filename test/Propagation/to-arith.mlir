// RUN: sparse-opt %s --convert-tesa-to-arith | FileCheck %s --enable-var-scope

// CHECK-LABEL: func.func @rows
// CHECK-SAME: %[[Y:.*]]: tensor<2x4xf32>
func.func @rows(%Y: tensor<2x4xf32>) -> tensor<2x4xf32> {
  // CHECK-DAG: %[[mask:.*]] = arith.constant dense<{{\[\[}}true, true, true, true], [false, false, false, false]]> : tensor<2x4xi1>
  // CHECK-DAG: %[[zero:.*]] = arith.constant dense<0.000000e+00> : tensor<2x4xf32>
  // CHECK: %[[pruned:.*]] = arith.select %[[mask]], %[[Y]], %[[zero]] : tensor<2x4xi1>, tensor<2x4xf32>
  // CHECK: return %[[pruned]]
  %0 = tesa.mark %Y keeps <[2, 4] by [1, 4] keeps "01"> : tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// CHECK-LABEL: func.func @integers
func.func @integers(%Y: tensor<4xi8>) -> tensor<4xi8> {
  // CHECK: arith.select %{{.*}} : tensor<4xi1>, tensor<4xi8>
  %0 = tesa.mark %Y keeps <[4] by [1] keeps "05"> : tensor<4xi8>
  return %0 : tensor<4xi8>
}

// Constants in their blocks.
// CHECK-LABEL: func.func @constants
// CHECK-SAME: %[[Y:.*]]: tensor<2x4xf32>
func.func @constants(%Y: tensor<2x4xf32>) -> tensor<2x4xf32> {
  // CHECK-DAG: %[[mask:.*]] = arith.constant dense<{{\[\[}}false, false, true, true], [true, true, false, false]]> : tensor<2x4xi1>
  // CHECK-DAG: %[[others:.*]] = arith.constant dense<{{\[\[}}1.500000e+00, 1.500000e+00, 0.000000e+00, 0.000000e+00], [0.000000e+00, 0.000000e+00, -2.000000e+00, -2.000000e+00]]> : tensor<2x4xf32>
  // CHECK: arith.select %[[mask]], %[[Y]], %[[others]] : tensor<2x4xi1>, tensor<2x4xf32>
  %0 = tesa.replace %Y keeps <[2, 4] by [1, 2] keeps "06"> with dense<[1.5, -2.0]> : tensor<2xf32> : tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// What is said of arguments is said of tensors.
// CHECK-LABEL: func.func @arguments(
// CHECK-SAME: %{{[^ ]*}}: tensor<4xi8>, %{{[^ ]*}}: tensor<4xi8> {test.name}, %{{[^ ]*}}: tensor<4xi8>)
func.func @arguments(
    %X: tensor<4xi8> {tesa.mask = #tesa.mask<[4] by [1] keeps "05">},
    %Y: tensor<4xi8> {tesa.constant, test.name},
    %Z: tensor<4xi8> {tesa.width = #tesa.width<[4] by [4] holds [si4]>}) {
  return
}

// What an element needs changes no element.
// CHECK-LABEL: func.func @width
// CHECK-SAME: %[[Y:.*]]: tensor<4xi8>
func.func @width(%Y: tensor<4xi8>) -> tensor<4xi8> {
  // CHECK-NEXT: return %[[Y]]
  %0 = tesa.width %Y as <[4] by [4] holds [si4]> : tensor<4xi8>
  return %0 : tensor<4xi8>
}

// What is not a number stays what it is.
// CHECK-LABEL: func.func @not_a_number
func.func @not_a_number(%Y: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK: arith.constant dense<[0.000000e+00, 0x7FC00001]> : tensor<2xf32>
  %0 = tesa.replace %Y keeps <[2] by [1] keeps "01"> with dense<0x7FC00001> : tensor<1xf32> : tensor<2xf32>
  return %0 : tensor<2xf32>
}
