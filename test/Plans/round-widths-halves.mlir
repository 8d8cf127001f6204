// What needs 4 bits is stored in halves of bytes, and multiplied by bytes.

// RUN: sparse-opt %s --transform-interpreter --verify-diagnostics | FileCheck %s

// CHECK-LABEL: func.func @model(
// CHECK-SAME: %[[W4:[a-z0-9]+]]: tensor<4x6xi4> {sparse.name = "W_i4", tesa.mask = #tesa.mask<[4, 6] by [4, 3] keeps "01">, tesa.part = #tesa.part<"W" of tensor<4x6xf32> as si4 by 1>}
// CHECK-SAME: %[[STEPS:[a-z0-9]+]]: tensor<6xf32> {sparse.name = "W_i4_steps", tesa.constant, tesa.part = #tesa.part<"W" of tensor<4x6xf32> as si4 by 1>}
// CHECK-SAME: sparse.name = "W_f32"
// CHECK: %[[BYTES:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<5x4xi8>)
// CHECK: %[[PRODUCT:.*]] = linalg.generic {{.*}} ins(%[[BYTES]], %[[W4]] : tensor<5x4xi8>, tensor<4x6xi4>) outs(%{{.*}} : tensor<5x6xi32>)
// CHECK: arith.extsi %{{.*}} : i4 to i32
// CHECK: linalg.generic {{.*}} ins(%[[PRODUCT]], %[[STEPS]]
module attributes {transform.with_named_sequence} {
  func.func @model(%X: tensor<5x4xf32> {sparse.name = "X"}, %W: tensor<4x6xf32> {sparse.name = "W", tesa.constant}) -> tensor<5x6xf32> {
    %zero = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<5x6xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<5x6xf32>) -> tensor<5x6xf32>
    %Y = linalg.matmul ins(%X, %W : tensor<5x4xf32>, tensor<4x6xf32>) outs(%f : tensor<5x6xf32>) -> tensor<5x6xf32>
    return %Y : tensor<5x6xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    // Halves are multiplied as bytes: 24 elements at a fourth, and with a second part 6 additions.
    %both, %told = transform.tesa.round_widths %root operand "W" as <[4, 6] by [4, 3] holds [ui3, si8]> : (!transform.any_op) -> (!transform.any_param, !transform.any_param)
    // expected-remark @+1 {{costs 6.000000e+00 : f64, 1.200000e+01 : f64}}
    transform.debug.emit_param_as_remark %told, "costs" : !transform.any_param
    // expected-remark @+1 {{parts #tesa.width<[4, 6] by [4, 3] holds [si8, si8]>}}
    transform.debug.emit_param_as_remark %both, "parts" : !transform.any_param
    %halves, %told2 = transform.tesa.round_widths %root operand "W" as <[4, 6] by [4, 3] holds [ui3, si2]> widths [4] : (!transform.any_op) -> (!transform.any_param, !transform.any_param)
    // expected-remark @+1 {{halves #tesa.width<[4, 6] by [4, 3] holds [si4, si4]>}}
    transform.debug.emit_param_as_remark %halves, "halves" : !transform.any_param
    %parts, %told3 = transform.tesa.round_widths %root operand "W" as <[4, 6] by [4, 3] holds [ui3, f32]> widths [4, 32] : (!transform.any_op) -> (!transform.any_param, !transform.any_param)
    transform.tesa.store %root operand "W" format(%parts) : !transform.any_op, !transform.any_param
    transform.yield
  }
}
