// RUN: sparse-opt %s | sparse-opt | FileCheck %s --check-prefix=ROUND
// RUN: sparse-opt %s --transform-interpreter --verify-diagnostics | FileCheck %s --enable-var-scope
// RUN: sparse-opt %s --transform-interpreter 2> /dev/null | sparse-opt --convert-linalg-to-sparse -o /dev/null

// ROUND: transform.tesa.round_widths %{{.*}} operand "W" : (!transform.any_op) -> (!transform.any_param, !transform.any_param)
// ROUND: transform.tesa.round_widths %{{.*}} operand "V" as <[4, 6] by [2, 3] holds [si5, ui9, f16, f32]> widths [8, 32] costs [1.000000e+00, 1.000000e+00, 2.000000e+00, 3.000000e+00] : (!transform.any_op) -> (!transform.any_param, !transform.any_param)
// ROUND: transform.tesa.store %{{.*}} operand "U" format(%{{.*}}) {keep_inputs} : !transform.any_op, !transform.any_param

// W has bytes and floats, of which the mask keeps all in two rows; inputs are rounded once for W and V. The
// product by the floats is added to what the product was added to before.

// CHECK-LABEL: func.func @layers(
// CHECK-SAME: %[[X:.*]]: tensor<5x4xf32> {sparse.name = "X"}
// CHECK-SAME: %[[W8:[a-z0-9]+]]: tensor<4x6xi8> {sparse.name = "W_i8", tesa.mask = #tesa.mask<[4, 6] by [2, 3] keeps "01">, tesa.part = #tesa.part<"W" of tensor<4x6xf32> as si8 by 1>}
// CHECK-SAME: %[[WS:[a-z0-9]+]]: tensor<6xf32> {sparse.name = "W_i8_steps", tesa.constant, tesa.part = #tesa.part<"W" of tensor<4x6xf32> as si8 by 1>}
// CHECK-SAME: %[[W32:[a-z0-9]+]]: tensor<4x6xf32> {sparse.name = "W_f32", tesa.mask = #tesa.mask<[4, 6] by [2, 3] keeps "02">, tesa.part = #tesa.part<"W" of tensor<4x6xf32> as f32>}
// CHECK-SAME: %[[V8:[a-z0-9]+]]: tensor<4x6xi8> {sparse.name = "V_i8"
// CHECK-SAME: sparse.name = "V_i8_steps"
// CHECK-SAME: %[[V32:[a-z0-9]+]]: tensor<4x6xf32> {sparse.name = "V_f32"
// CHECK-SAME: %[[U16:[a-z0-9]+]]: tensor<3x4xi16> {sparse.name = "U_i16", tesa.constant, tesa.part = #tesa.part<"U" of tensor<3x4xf32> as si16 by 0>}
// CHECK-SAME: %[[US:[a-z0-9]+]]: tensor<3xf32> {sparse.name = "U_i16_steps"
// CHECK-SAME: %[[N8:[a-z0-9]+]]: tensor<4x6xi8> {sparse.name = "N_i8", tesa.mask = {{.*}}, tesa.part = #tesa.part<"N" of tensor<4x6xi32> as si8>}
// CHECK-SAME: %[[N32:[a-z0-9]+]]: tensor<4x6xi32> {sparse.name = "N_i32", tesa.mask = {{.*}}, tesa.part = #tesa.part<"N" of tensor<4x6xi32> as si32>}

// CHECK: %[[SUM:.*]] = linalg.generic {{.*}} ins(%[[X]], %[[W32]] : tensor<5x4xf32>, tensor<4x6xf32>)
// CHECK: %[[LARGEST:.*]] = linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]} ins(%[[X]] :
// CHECK: arith.maximumf
// CHECK: %[[STEPS:.*]] = linalg.generic {{.*}} ins(%[[LARGEST]] : tensor<5xf32>)
// CHECK: arith.divf
// CHECK: arith.subf
// CHECK: %[[BYTES:.*]] = linalg.generic {{.*}} ins(%[[X]], %[[STEPS]] : tensor<5x4xf32>, tensor<5xf32>) outs(%{{.*}} : tensor<5x4xi8>)
// CHECK: math.roundeven
// CHECK: arith.fptosi
// CHECK: %[[PRODUCT:.*]] = linalg.generic {{.*}} ins(%[[BYTES]], %[[W8]] : tensor<5x4xi8>, tensor<4x6xi8>) outs(%{{.*}} : tensor<5x6xi32>)
// CHECK: arith.muli
// CHECK: linalg.generic {{.*}} ins(%[[PRODUCT]], %[[WS]], %[[STEPS]], %[[SUM]] : tensor<5x6xi32>, tensor<6xf32>, tensor<5xf32>, tensor<5x6xf32>)
// CHECK: arith.sitofp
// CHECK: linalg.generic {{.*}} ins(%[[X]], %[[V32]] :
// CHECK-NOT: math.roundeven
// CHECK: linalg.generic {{.*}} ins(%[[BYTES]], %[[V8]] :

// Words are multiplied as floats, and what they are added to is 0.

// CHECK: %[[WORDS:.*]] = linalg.generic {{.*}} ins(%[[U16]], %[[X]] : tensor<3x4xi16>, tensor<5x4xf32>)
// CHECK: arith.sitofp %{{.*}} : i16 to f32
// CHECK: linalg.generic {{.*}} ins(%[[WORDS]], %[[US]] : tensor<3x5xf32>, tensor<3xf32>)
// CHECK-NOT: arith.addf

// Integers stay what they are: a sum begins with the other.

// CHECK: %[[BEGUN:.*]] = linalg.generic {{.*}} ins(%{{.*}}, %[[N8]] : tensor<5x4xi32>, tensor<4x6xi8>)
// CHECK: arith.extsi %{{.*}} : i8 to i32
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %[[N32]] : tensor<5x4xi32>, tensor<4x6xi32>) outs(%[[BEGUN]] :
module attributes {transform.with_named_sequence} {
  func.func @layers(%X: tensor<5x4xf32> {sparse.name = "X"},
                    %W: tensor<4x6xf32> {sparse.name = "W", tesa.width = #tesa.width<[4, 6] by [4, 3] holds [si8, f32]>, tesa.mask = #tesa.mask<[4, 6] by [2, 6] keeps "01">},
                    %V: tensor<4x6xf32> {sparse.name = "V", tesa.constant},
                    %U: tensor<3x4xf32> {sparse.name = "U", tesa.constant},
                    %I: tensor<5x4xi32> {sparse.name = "I"},
                    %N: tensor<4x6xi32> {sparse.name = "N", tesa.width = #tesa.width<[4, 6] by [4, 3] holds [si8, si17]>, tesa.constant}) -> (tensor<5x6xf32>, tensor<5x6xf32>, tensor<3x5xf32>, tensor<5x6xi32>) {
    %zero = arith.constant 0.0 : f32
    %one = arith.constant 1.0 : f32
    %e = tensor.empty() : tensor<5x6xf32>
    %ones = linalg.fill ins(%one : f32) outs(%e : tensor<5x6xf32>) -> tensor<5x6xf32>
    %Y = linalg.matmul ins(%X, %W : tensor<5x4xf32>, tensor<4x6xf32>) outs(%ones : tensor<5x6xf32>) -> tensor<5x6xf32>
    %Z = linalg.matmul ins(%X, %V : tensor<5x4xf32>, tensor<4x6xf32>) outs(%ones : tensor<5x6xf32>) -> tensor<5x6xf32>
    %e1 = tensor.empty() : tensor<3x5xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e1 : tensor<3x5xf32>) -> tensor<3x5xf32>
    %T = linalg.generic {indexing_maps = [affine_map<(o, t, i) -> (o, i)>, affine_map<(o, t, i) -> (t, i)>, affine_map<(o, t, i) -> (o, t)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%U, %X : tensor<3x4xf32>, tensor<5x4xf32>) outs(%f : tensor<3x5xf32>) {
    ^bb0(%w: f32, %x: f32, %o: f32):
      %p = arith.mulf %x, %w : f32
      %s = arith.addf %p, %o : f32
      linalg.yield %s : f32
    } -> tensor<3x5xf32>
    %none = arith.constant 0 : i32
    %e2 = tensor.empty() : tensor<5x6xi32>
    %g = linalg.fill ins(%none : i32) outs(%e2 : tensor<5x6xi32>) -> tensor<5x6xi32>
    %M = linalg.matmul ins(%I, %N : tensor<5x4xi32>, tensor<4x6xi32>) outs(%g : tensor<5x6xi32>) -> tensor<5x6xi32>
    return %Y, %Z, %T, %M : tensor<5x6xf32>, tensor<5x6xf32>, tensor<3x5xf32>, tensor<5x6xi32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    // Of 12 kept elements 6 are bytes: 12 in one width, 1.5 + 6 and 6 additions in two.
    %parts, %told = transform.tesa.round_widths %root operand "W" : (!transform.any_op) -> (!transform.any_param, !transform.any_param)
    // expected-remark @+1 {{costs 1.200000e+01 : f64, 1.350000e+01 : f64}}
    transform.debug.emit_param_as_remark %told, "costs" : !transform.any_param
    // expected-remark @+1 {{parts #tesa.width<[4, 6] by [4, 3] holds [f32, f32]>}}
    transform.debug.emit_param_as_remark %parts, "parts" : !transform.any_param
    %two, %told2 = transform.tesa.round_widths %root operand "W" widths [8, 32] : (!transform.any_op) -> (!transform.any_param, !transform.any_param)
    transform.tesa.store %root operand "W" format(%two) : !transform.any_op, !transform.any_param
    // Widths 8, 16 and 32: what needs 16 is in either part, and as f16 in the lower one.
    %parts3, %told3 = transform.tesa.round_widths %root operand "V" as <[4, 6] by [2, 3] holds [si5, ui9, f16, f32]> widths [8, 32] costs [1.0, 1.0, 2.0, 3.0] : (!transform.any_op) -> (!transform.any_param, !transform.any_param)
    // expected-remark @+1 {{costs 7.200000e+01 : f64, 6.600000e+01 : f64, 6.000000e+01 : f64}}
    transform.debug.emit_param_as_remark %told3, "costs" : !transform.any_param
    // expected-remark @+1 {{parts #tesa.width<[4, 6] by [2, 3] holds [si8, f32, f32, f32]>}}
    transform.debug.emit_param_as_remark %parts3, "parts" : !transform.any_param
    transform.tesa.store %root operand "V" format(%parts3) : !transform.any_op, !transform.any_param
    %words, %told4 = transform.tesa.round_widths %root operand "U" as <[3, 4] by [3, 4] holds [si12]> : (!transform.any_op) -> (!transform.any_param, !transform.any_param)
    // expected-remark @+1 {{costs 6.000000e+00 : f64}}
    transform.debug.emit_param_as_remark %told4, "costs" : !transform.any_param
    transform.tesa.store %root operand "U" format(%words) {keep_inputs} : !transform.any_op, !transform.any_param
    %integers, %told5 = transform.tesa.round_widths %root operand "N" widths [8, 32] : (!transform.any_op) -> (!transform.any_param, !transform.any_param)
    transform.tesa.store %root operand "N" format(%integers) : !transform.any_op, !transform.any_param
    transform.yield
  }
}
