// RUN: sparse-opt %s --tesa-fold-constants | FileCheck %s --enable-var-scope
// RUN: sparse-opt %s --tesa-fold-constants --tesa-fold-constants | FileCheck %s --enable-var-scope
// RUN: sparse-opt %s --tesa-fold-constants --tesa-prune-dead --canonicalize | FileCheck %s --check-prefix=DEAD --enable-var-scope

// Behind a pruned channel of the weights, the bias: only what the next product reads
// is replaced, and the bias of that channel is not needed any more.
// CHECK-LABEL: func.func @pruned_channel
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<8x4xf32>, %[[W:[a-z0-9]+]]: tensor<4x6xf32> {{.*}}, %[[B:[a-z0-9]+]]: tensor<6xf32>
// DEAD-LABEL: func.func @pruned_channel
func.func @pruned_channel(
    %X: tensor<8x4xf32>,
    %W: tensor<4x6xf32> {tesa.mask = #tesa.mask<[4, 6] by [4, 1] keeps "1f">},
    %B: tensor<6xf32> {tesa.constant = dense<[6.0, 1.0, 2.0, 3.0, 4.0, 5.0]> : tensor<6xf32>},
    %V: tensor<6x2xf32>, %start: tensor<8x2xf32>) -> tensor<8x2xf32> {
  // CHECK-NOT: tesa.replace
  // CHECK: %[[H:.*]] = linalg.generic
  // CHECK: %[[fixed:.*]] = tesa.replace %[[H]] keeps <[8, 6] by [8, 5] keeps "01"> with dense<5.000000e+00> : tensor<1xf32> : tensor<8x6xf32>
  // CHECK-NOT: tesa.replace
  // CHECK: linalg.matmul ins(%[[fixed]],
  // DEAD: tesa.mark %{{.*}} keeps <[6] by [5] keeps "01"> : tensor<6xf32>
  // DEAD: tesa.replace
  %zero = arith.constant dense<0.0> : tensor<8x6xf32>
  %XW = linalg.matmul ins(%X, %W : tensor<8x4xf32>, tensor<4x6xf32>) outs(%zero : tensor<8x6xf32>) -> tensor<8x6xf32>
  %H = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%XW, %B : tensor<8x6xf32>, tensor<6xf32>) outs(%zero : tensor<8x6xf32>) {
  ^bb0(%xw: f32, %b: f32, %o: f32):
    %c0 = arith.constant 0.0 : f32
    %sum = arith.addf %xw, %b : f32
    %relu = arith.maximumf %sum, %c0 : f32
    linalg.yield %relu : f32
  } -> tensor<8x6xf32>
  %Y = linalg.matmul ins(%H, %V : tensor<8x6xf32>, tensor<6x2xf32>) outs(%start : tensor<8x2xf32>) -> tensor<8x2xf32>
  return %Y : tensor<8x2xf32>
}

// All elements of what is returned.
// CHECK-LABEL: func.func @whole
// DEAD-LABEL: func.func @whole
func.func @whole(%X: tensor<2xi32> {tesa.constant = dense<[1, 2]> : tensor<2xi32>}) -> (tensor<2xi32>, tensor<2x2xi32>) {
  // CHECK-DAG: %[[sum:.*]] = arith.constant dense<[11, 12]> : tensor<2xi32>
  // CHECK-DAG: %[[rows:.*]] = arith.constant dense<{{\[\[}}11, 12], [11, 12]]> : tensor<2x2xi32>
  // CHECK: return %[[sum]], %[[rows]]
  // DEAD-NOT: linalg.broadcast
  // DEAD: return
  %ten = arith.constant dense<10> : tensor<2xi32>
  %Y = arith.addi %X, %ten : tensor<2xi32>
  %e = tensor.empty() : tensor<2x2xi32>
  %Z = linalg.broadcast ins(%Y : tensor<2xi32>) outs(%e : tensor<2x2xi32>) dimensions = [0]
  return %Y, %Z : tensor<2xi32>, tensor<2x2xi32>
}

// What is the same in every run and not known, what is just 0, and what has no
// effect stay.
// CHECK-LABEL: func.func @left
// CHECK-NOT: tesa.replace
// CHECK: math.exp
// CHECK-NOT: tesa.replace
// CHECK: arith.mulf
// CHECK-NOT: tesa.replace
// CHECK: return
// DEAD-LABEL: func.func @left
func.func @left(
    %X: tensor<2xf32> {tesa.constant = dense<[1.0, 2.0]> : tensor<2xf32>},
    %Y: tensor<2xf32> {tesa.mask = #tesa.mask<[2] by [1] keeps "01">}, %Z: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %exp = math.exp %X : tensor<2xf32>
  %P = arith.mulf %Y, %Z : tensor<2xf32>
  return %exp, %P : tensor<2xf32>, tensor<2xf32>
}

// An element that is not needed stays, though all others are known: it may be read
// by what is not replaced.
// CHECK-LABEL: func.func @not_needed
// CHECK: %[[t:.*]] = tensor.concat
// CHECK-NOT: arith.constant dense<[7, 0]>
// CHECK: return
// DEAD-LABEL: func.func @not_needed
func.func @not_needed(
    %p: tensor<1xi32> {tesa.width = #tesa.width<[1] by [1] holds [ui7]>},
    %m: tensor<2xi32> {tesa.mask = #tesa.mask<[2] by [1] keeps "01">}) -> (tensor<2xi32>, tensor<2xi32>) {
  %one = arith.constant dense<1> : tensor<1xi32>
  %seven = arith.constant dense<7> : tensor<1xi32>
  %bounds = arith.constant dense<[9, 1]> : tensor<2xi32>
  %x = arith.addi %p, %one : tensor<1xi32>
  %t = tensor.concat dim(0) %seven, %x : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %s = arith.minsi %t, %bounds : tensor<2xi32>
  %r = tesa.replace %s keeps <[2] by [1] keeps "02"> with dense<4> : tensor<1xi32> : tensor<2xi32>
  %q = arith.muli %t, %m : tensor<2xi32>
  return %r, %q : tensor<2xi32>, tensor<2xi32>
}
