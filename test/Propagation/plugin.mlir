// The rows of a dialect that a plugin brings, with its rules for facts as an external
// model (unittests/Propagation/RotationPlugin.cpp).

// UNSUPPORTED: sanitizers

// DEFINE: %{opt} = sparse-opt --load-dialect-plugin=%spindle_obj_root/lib/RotationPlugin.so
// RUN: %{opt} %s --tesa-print=masks -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=remark
// RUN: %{opt} %s --tesa-print="masks strict" -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=remark
// RUN: %{opt} %s --tesa-prune-dead | FileCheck %s --check-prefix=PRUNED
// RUN: not sparse-opt %s --tesa-print 2>&1 | FileCheck %s --check-prefix=ALONE

// ALONE: [[#@LINE+11]]:{{.*}} error: operation being parsed with an unregistered dialect

// Zeros travel forward, and rows that are not returned backward.
// CHECK: [[#@LINE+4]]:{{.*}} remark: argument 0: 4 of 8 elements are zero: #tesa.mask<[4, 2] by [1, 2] keeps "05">; 4 of 8 elements are dead: #tesa.mask<[4, 2] by [1, 2] keeps "09">
// CHECK: [[#@LINE+7]]:{{.*}} remark: result 0 of 'rotation.rows': 4 of 8 elements are zero: #tesa.mask<[4, 2] by [1, 2] keeps "0a">; 4 of 8 elements are dead: #tesa.mask<[4, 2] by [2, 2] keeps "02">
// CHECK: [[#@LINE+7]]:{{.*}} remark: result 0 of 'tensor.extract_slice'
func.func @rotated(
    %X: tensor<4x2xf32> {tesa.mask = #tesa.mask<[4, 2] by [1, 2] keeps "0a">})
    -> tensor<2x2xf32> {
  // PRUNED: %[[X:.*]] = tesa.mark %{{.*}} keeps <[4, 2] by [1, 2] keeps "02">
  // PRUNED: "rotation.rows"(%[[X]])
  %Y = "rotation.rows"(%X) {by = 1} : (tensor<4x2xf32>) -> tensor<4x2xf32>
  %Z = tensor.extract_slice %Y[0, 0] [2, 2] [1, 1] : tensor<4x2xf32> to tensor<2x2xf32>
  return %Z : tensor<2x2xf32>
}
