// RUN: sparse-opt %s --tesa-prune-dead=strict | FileCheck %s --enable-var-scope
// RUN: sparse-opt %s --tesa-prune-dead | FileCheck %s --check-prefix=LOOSE

// In strict mode what decides the sign of a zero that is seen stays. Factors are
// integers, so that they are finite.

// LOOSE-COUNT-10: tesa.mark

#map = affine_map<(i) -> (i)>

// A sum that starts from 0 is 0, and never -0.
// CHECK-LABEL: func.func @sum
// CHECK: tesa.mark %{{.*}} keeps <[4] by [2] keeps "01">
func.func @sum(%X: tensor<4xf32> {tesa.mask = #tesa.mask<[4] by [2] keeps "01">}, %I: tensor<4xi8>) -> tensor<f32> {
  %start = arith.constant dense<0.0> : tensor<f32>
  %S = arith.sitofp %I : tensor<4xi8> to tensor<4xf32>
  %Y = linalg.dot ins(%X, %S : tensor<4xf32>, tensor<4xf32>) outs(%start : tensor<f32>) -> tensor<f32>
  return %Y : tensor<f32>
}

// One that starts from -0, or from any number, has the sign of its terms.
// CHECK-LABEL: func.func @sum_from_any
// CHECK-NOT: tesa.mark
func.func @sum_from_any(%X: tensor<4xf32> {tesa.mask = #tesa.mask<[4] by [2] keeps "01">}, %I: tensor<4xi8>, %J: tensor<4xi8>, %any: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  %start = arith.constant dense<-0.0> : tensor<f32>
  %S = arith.sitofp %I : tensor<4xi8> to tensor<4xf32>
  %T = arith.sitofp %J : tensor<4xi8> to tensor<4xf32>
  %Y = linalg.dot ins(%X, %S : tensor<4xf32>, tensor<4xf32>) outs(%start : tensor<f32>) -> tensor<f32>
  %Z = linalg.dot ins(%X, %T : tensor<4xf32>, tensor<4xf32>) outs(%any : tensor<f32>) -> tensor<f32>
  return %Y, %Z : tensor<f32>, tensor<f32>
}

// The caller sees the sign.
// CHECK-LABEL: func.func @returned
// CHECK-NOT: tesa.mark
func.func @returned(%X: tensor<4xf32> {tesa.mask = #tesa.mask<[4] by [2] keeps "01">}, %I: tensor<4xi8>) -> tensor<4xf32> {
  %S = arith.sitofp %I : tensor<4xi8> to tensor<4xf32>
  %Y = arith.mulf %X, %S : tensor<4xf32>
  return %Y : tensor<4xf32>
}

// So do a divisor, copysign and the bits, which a comparison, a magnitude and
// a sum with 1 do not.
// CHECK-LABEL: func.func @seen
// CHECK-NOT: tesa.mark
func.func @seen(%X: tensor<4xf32> {tesa.mask = #tesa.mask<[4] by [2] keeps "01">}, %I: tensor<4xi8>, %J: tensor<4xi8>, %K: tensor<4xi8>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xi32>) {
  %one = arith.constant dense<1.0> : tensor<4xf32>
  %R = arith.sitofp %I : tensor<4xi8> to tensor<4xf32>
  %S = arith.sitofp %J : tensor<4xi8> to tensor<4xf32>
  %T = arith.sitofp %K : tensor<4xi8> to tensor<4xf32>
  %x = arith.mulf %X, %R : tensor<4xf32>
  %y = arith.mulf %X, %S : tensor<4xf32>
  %z = arith.mulf %X, %T : tensor<4xf32>
  %d = arith.divf %one, %x : tensor<4xf32>
  %c = math.copysign %one, %y : tensor<4xf32>
  %b = arith.bitcast %z : tensor<4xf32> to tensor<4xi32>
  return %d, %c, %b : tensor<4xf32>, tensor<4xf32>, tensor<4xi32>
}

// CHECK-LABEL: func.func @not_seen
// CHECK-COUNT-3: tesa.mark %{{.*}} keeps <[4] by [2] keeps "01">
func.func @not_seen(%X: tensor<4xf32> {tesa.mask = #tesa.mask<[4] by [2] keeps "01">}, %I: tensor<4xi8>, %J: tensor<4xi8>, %K: tensor<4xi8>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xi1>) {
  %one = arith.constant dense<1.0> : tensor<4xf32>
  %R = arith.sitofp %I : tensor<4xi8> to tensor<4xf32>
  %S = arith.sitofp %J : tensor<4xi8> to tensor<4xf32>
  %T = arith.sitofp %K : tensor<4xi8> to tensor<4xf32>
  %x = arith.mulf %X, %R : tensor<4xf32>
  %y = arith.mulf %X, %S : tensor<4xf32>
  %z = arith.mulf %X, %T : tensor<4xf32>
  %a = arith.addf %x, %one : tensor<4xf32>
  %m = math.absf %y : tensor<4xf32>
  %c = arith.cmpf oge, %z, %one : tensor<4xf32>
  return %a, %m, %c : tensor<4xf32>, tensor<4xf32>, tensor<4xi1>
}

// In a body, and through another: the copysign of one that reads the product.
// CHECK-LABEL: func.func @bodies
// CHECK-SAME: tensor<4xf32> {{{.*}}}, %[[I:[a-z0-9]+]]: tensor<4xi8>
// CHECK: tesa.mark %[[I]] keeps <[4] by [2] keeps "01">
// CHECK-NOT: tesa.mark
func.func @bodies(%X: tensor<4xf32> {tesa.mask = #tesa.mask<[4] by [2] keeps "01">}, %I: tensor<4xi8>, %J: tensor<4xi8>) -> (tensor<4xf32>, tensor<4xf32>) {
  %one = arith.constant 1.0 : f32
  %o = tensor.empty() : tensor<4xf32>
  %P:2 = linalg.generic {indexing_maps = [#map, #map, #map, #map, #map], iterator_types = ["parallel"]} ins(%X, %I, %J : tensor<4xf32>, tensor<4xi8>, tensor<4xi8>) outs(%o, %o : tensor<4xf32>, tensor<4xf32>) {
  ^bb0(%x: f32, %i: i8, %j: i8, %a: f32, %b: f32):
    %r = arith.sitofp %i : i8 to f32
    %s = arith.sitofp %j : i8 to f32
    %p = arith.mulf %x, %r : f32
    %q = arith.mulf %x, %s : f32
    linalg.yield %p, %q : f32, f32
  } -> (tensor<4xf32>, tensor<4xf32>)
  %E = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%P#0 : tensor<4xf32>) outs(%o : tensor<4xf32>) {
  ^bb0(%p: f32, %a: f32):
    %e = math.exp %p : f32
    linalg.yield %e : f32
  } -> tensor<4xf32>
  %C = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%P#1 : tensor<4xf32>) outs(%o : tensor<4xf32>) {
  ^bb0(%p: f32, %a: f32):
    %c = math.copysign %one, %p : f32
    linalg.yield %c : f32
  } -> tensor<4xf32>
  return %E, %C : tensor<4xf32>, tensor<4xf32>
}

// A zero that stays keeps its sign: only what is not read is made 0.
// CHECK-LABEL: func.func @zeros_stay
// CHECK: tesa.mark %{{.*}} keeps <[4] by [3] keeps "01">
func.func @zeros_stay(%X: tensor<4xf32> {tesa.mask = #tesa.mask<[4] by [2] keeps "02">}) -> tensor<3xf32> {
  %Y = tensor.extract_slice %X[0] [3] [1] : tensor<4xf32> to tensor<3xf32>
  return %Y : tensor<3xf32>
}
