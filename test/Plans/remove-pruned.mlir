// RUN: sparse-opt %s --transform-interpreter --split-input-file | FileCheck %s --enable-var-scope

// Columns 1 and 4 of the hidden layer are not read, since rows of V are pruned: W, the bias, the
// sum and V are smaller, and the results are not.

// CHECK-LABEL: func.func @layers(
// CHECK-SAME: tensor<4x3xf32> {sparse.name = "X"}
// CHECK-SAME: tensor<3x4xf32> {sparse.name = "W", tesa.constant, tesa.kept = #tesa.kept<[3, 6] keeps ["07", "2d"]>}
// CHECK-SAME: tensor<4xf32> {sparse.name = "B", tesa.constant, tesa.kept = #tesa.kept<[6] keeps ["2d"]>}
// CHECK-SAME: tensor<4x2xf32> {sparse.name = "V", tesa.kept = #tesa.kept<[6, 2] keeps ["2d", "03"]>, tesa.mask = #tesa.mask<[4, 2] by [4, 2] keeps "01">}
// CHECK-SAME: -> tensor<4x2xf32>
// CHECK: linalg.matmul {{.*}} tensor<3x4xf32>) outs({{.*}} : tensor<4x4xf32>)
// CHECK: linalg.generic {{.*}} tensor<4xf32>)
// CHECK: linalg.matmul {{.*}} outs({{.*}} : tensor<4x2xf32>)
module attributes {transform.with_named_sequence} {
  func.func @layers(%X: tensor<4x3xf32> {sparse.name = "X"}, %W: tensor<3x6xf32> {sparse.name = "W", tesa.constant}, %B: tensor<6xf32> {sparse.name = "B", tesa.constant},
                    %V: tensor<6x2xf32> {sparse.name = "V", tesa.mask = #tesa.mask<[6, 2] by [1, 2] keeps "2d">}) -> tensor<4x2xf32> {
    %zero = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<4x6xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4x6xf32>) -> tensor<4x6xf32>
    %Y = linalg.matmul ins(%X, %W : tensor<4x3xf32>, tensor<3x6xf32>) outs(%f : tensor<4x6xf32>) -> tensor<4x6xf32>
    %R = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%Y, %B : tensor<4x6xf32>, tensor<6xf32>) outs(%e : tensor<4x6xf32>) {
    ^bb0(%y: f32, %b: f32, %o: f32):
      %s = arith.addf %y, %b : f32
      %r = arith.maximumf %s, %zero : f32
      linalg.yield %r : f32
    } -> tensor<4x6xf32>
    %e2 = tensor.empty() : tensor<4x2xf32>
    %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<4x2xf32>) -> tensor<4x2xf32>
    %Z = linalg.matmul ins(%R, %V : tensor<4x6xf32>, tensor<6x2xf32>) outs(%f2 : tensor<4x2xf32>) -> tensor<4x2xf32>
    return %Z : tensor<4x2xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    transform.tesa.remove_pruned %root : !transform.any_op
    // Again, nothing is left to remove.
    transform.tesa.remove_pruned %root : !transform.any_op
    transform.yield
  }
}

// -----

// A column of W is pruned, and the bias behind it is needed: nothing is removed.

// CHECK-LABEL: func.func @bias_stays(
// CHECK-SAME: tensor<3x6xf32>
// CHECK-SAME: tensor<6xf32>
// CHECK-NOT: tesa.kept
module attributes {transform.with_named_sequence} {
  func.func @bias_stays(%X: tensor<4x3xf32>, %W: tensor<3x6xf32> {tesa.mask = #tesa.mask<[3, 6] by [3, 1] keeps "2d">}, %B: tensor<6xf32> {tesa.constant}, %V: tensor<6x2xf32> {tesa.constant}) -> tensor<4x2xf32> {
    %zero = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<4x6xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4x6xf32>) -> tensor<4x6xf32>
    %Y = linalg.matmul ins(%X, %W : tensor<4x3xf32>, tensor<3x6xf32>) outs(%f : tensor<4x6xf32>) -> tensor<4x6xf32>
    %R = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%Y, %B : tensor<4x6xf32>, tensor<6xf32>) outs(%e : tensor<4x6xf32>) {
    ^bb0(%y: f32, %b: f32, %o: f32):
      %s = arith.addf %y, %b : f32
      linalg.yield %s : f32
    } -> tensor<4x6xf32>
    %e2 = tensor.empty() : tensor<4x2xf32>
    %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<4x2xf32>) -> tensor<4x2xf32>
    %Z = linalg.matmul ins(%R, %V : tensor<4x6xf32>, tensor<6x2xf32>) outs(%f2 : tensor<4x2xf32>) -> tensor<4x2xf32>
    return %Z : tensor<4x2xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    transform.tesa.remove_pruned %root : !transform.any_op
    transform.yield
  }
}

// -----

// Inputs that may differ from run to run keep their shape, and so does what is read with them. A
// maximum over what is 0 is not what it is without it.

// CHECK-LABEL: func.func @stays(
// CHECK-SAME: tensor<4x6xf32>, %{{[a-z0-9]+}}: tensor<6x2xf32> {tesa.mask = #tesa.mask<[6, 2] by [1, 2] keeps "2d">}
// CHECK-SAME: , %{{[a-z0-9]+}}: tensor<6x2xf32> {tesa.mask
// CHECK-NOT: tesa.kept
module attributes {transform.with_named_sequence} {
  func.func @stays(%X: tensor<4x6xf32>, %W: tensor<6x2xf32> {tesa.mask = #tesa.mask<[6, 2] by [1, 2] keeps "2d">}, %M: tensor<6x2xf32> {tesa.mask = #tesa.mask<[6, 2] by [1, 2] keeps "2d">}) -> (tensor<4x2xf32>, tensor<2xf32>) {
    %zero = arith.constant 0.0 : f32
    %low = arith.constant 0xFF800000 : f32
    %e2 = tensor.empty() : tensor<4x2xf32>
    %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<4x2xf32>) -> tensor<4x2xf32>
    %Z = linalg.matmul ins(%X, %W : tensor<4x6xf32>, tensor<6x2xf32>) outs(%f2 : tensor<4x2xf32>) -> tensor<4x2xf32>
    %e = tensor.empty() : tensor<2xf32>
    %f = linalg.fill ins(%low : f32) outs(%e : tensor<2xf32>) -> tensor<2xf32>
    %m = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%M : tensor<6x2xf32>) outs(%f : tensor<2xf32>) {
    ^bb0(%a: f32, %o: f32):
      %r = arith.maximumf %a, %o : f32
      linalg.yield %r : f32
    } -> tensor<2xf32>
    return %Z, %m : tensor<4x2xf32>, tensor<2xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    transform.tesa.remove_pruned %root : !transform.any_op
    transform.yield
  }
}

// -----

// Filters of a convolution, through a pad, a depthwise convolution, and into the channels of the
// next one; the window is left as it is. Constants lose their elements, too.

// CHECK-LABEL: func.func @filters(
// CHECK-SAME: tensor<2x2xf32> {tesa.kept = #tesa.kept<[4, 2] keeps ["05", "03"]>
// CHECK-SAME: tensor<2x3x3xf32> {tesa.constant, tesa.kept = #tesa.kept<[4, 3, 3] keeps ["05", "07", "07"]>}
// CHECK-SAME: tensor<3x2xf32> {tesa.constant, tesa.kept = #tesa.kept<[3, 4] keeps ["07", "05"]>}
// CHECK: arith.constant dense<[1.000000e+00, 3.000000e+00]> : tensor<2xf32>
// CHECK: tensor.pad
// CHECK: tensor<2x5x5xf32> to tensor<2x7x7xf32>
module attributes {transform.with_named_sequence} {
  func.func @filters(%X: tensor<2x5x5xf32>, %W: tensor<4x2xf32> {tesa.mask = #tesa.mask<[4, 2] by [1, 2] keeps "05">}, %D: tensor<4x3x3xf32> {tesa.constant}, %V: tensor<3x4xf32> {tesa.constant}) -> tensor<3x5x5xf32> {
    %zero = arith.constant 0.0 : f32
    %scale = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
    %e = tensor.empty() : tensor<4x5x5xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4x5x5xf32>) -> tensor<4x5x5xf32>
    %Y = linalg.generic {indexing_maps = [affine_map<(o, h, w, c) -> (c, h, w)>, affine_map<(o, h, w, c) -> (o, c)>, affine_map<(o, h, w, c) -> (o, h, w)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%X, %W : tensor<2x5x5xf32>, tensor<4x2xf32>) outs(%f : tensor<4x5x5xf32>) {
    ^bb0(%x: f32, %w: f32, %o: f32):
      %p = arith.mulf %x, %w : f32
      %s = arith.addf %o, %p : f32
      linalg.yield %s : f32
    } -> tensor<4x5x5xf32>
    %S = linalg.generic {indexing_maps = [affine_map<(c, h, w) -> (c, h, w)>, affine_map<(c, h, w) -> (c)>, affine_map<(c, h, w) -> (c, h, w)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%Y, %scale : tensor<4x5x5xf32>, tensor<4xf32>) outs(%e : tensor<4x5x5xf32>) {
    ^bb0(%y: f32, %k: f32, %o: f32):
      %p = arith.mulf %y, %k : f32
      linalg.yield %p : f32
    } -> tensor<4x5x5xf32>
    %P = tensor.pad %S low[0, 1, 1] high[0, 1, 1] {
    ^bb0(%i: index, %j: index, %k: index):
      tensor.yield %zero : f32
    } : tensor<4x5x5xf32> to tensor<4x7x7xf32>
    %C = linalg.generic {indexing_maps = [affine_map<(c, h, w, p, q) -> (c, h + p, w + q)>, affine_map<(c, h, w, p, q) -> (c, p, q)>, affine_map<(c, h, w, p, q) -> (c, h, w)>], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%P, %D : tensor<4x7x7xf32>, tensor<4x3x3xf32>) outs(%f : tensor<4x5x5xf32>) {
    ^bb0(%x: f32, %w: f32, %o: f32):
      %p = arith.mulf %x, %w : f32
      %s = arith.addf %o, %p : f32
      linalg.yield %s : f32
    } -> tensor<4x5x5xf32>
    %e3 = tensor.empty() : tensor<3x5x5xf32>
    %f3 = linalg.fill ins(%zero : f32) outs(%e3 : tensor<3x5x5xf32>) -> tensor<3x5x5xf32>
    %Z = linalg.generic {indexing_maps = [affine_map<(o, h, w, c) -> (c, h, w)>, affine_map<(o, h, w, c) -> (o, c)>, affine_map<(o, h, w, c) -> (o, h, w)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%C, %V : tensor<4x5x5xf32>, tensor<3x4xf32>) outs(%f3 : tensor<3x5x5xf32>) {
    ^bb0(%x: f32, %w: f32, %o: f32):
      %p = arith.mulf %x, %w : f32
      %s = arith.addf %o, %p : f32
      linalg.yield %s : f32
    } -> tensor<3x5x5xf32>
    return %Z : tensor<3x5x5xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    transform.tesa.remove_pruned %root : !transform.any_op
    transform.yield
  }
}

// -----

// Of 6 features in 3 heads of 2, the middle head is pruned in V, and one feature of the others is
// not: the whole head goes, and nothing else.

// CHECK-LABEL: func.func @heads(
// CHECK-SAME: tensor<4x4xf32> {tesa.constant, tesa.kept = #tesa.kept<[4, 6] keeps ["0f", "33"]>}
// CHECK-SAME: tensor<2x2xf32> {tesa.kept = #tesa.kept<[3, 2] keeps ["05", "03"]>
// CHECK: tensor.expand_shape {{.*}} output_shape [5, 2, 2] : tensor<5x4xf32> into tensor<5x2x2xf32>
module attributes {transform.with_named_sequence} {
  func.func @heads(%X: tensor<5x4xf32>, %W: tensor<4x6xf32> {tesa.constant}, %V: tensor<3x2xf32> {tesa.mask = #tesa.mask<[3, 2] by [1, 1] keeps "31">}) -> tensor<5xf32> {
    %zero = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<5x6xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<5x6xf32>) -> tensor<5x6xf32>
    %Y = linalg.matmul ins(%X, %W : tensor<5x4xf32>, tensor<4x6xf32>) outs(%f : tensor<5x6xf32>) -> tensor<5x6xf32>
    %H = tensor.expand_shape %Y [[0], [1, 2]] output_shape [5, 3, 2] : tensor<5x6xf32> into tensor<5x3x2xf32>
    %e5 = tensor.empty() : tensor<5xf32>
    %f5 = linalg.fill ins(%zero : f32) outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
    %Z = linalg.generic {indexing_maps = [affine_map<(t, h, d) -> (t, h, d)>, affine_map<(t, h, d) -> (h, d)>, affine_map<(t, h, d) -> (t)>], iterator_types = ["parallel", "reduction", "reduction"]} ins(%H, %V : tensor<5x3x2xf32>, tensor<3x2xf32>) outs(%f5 : tensor<5xf32>) {
    ^bb0(%x: f32, %w: f32, %o: f32):
      %p = arith.mulf %x, %w : f32
      %s = arith.addf %o, %p : f32
      linalg.yield %s : f32
    } -> tensor<5xf32>
    return %Z : tensor<5xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    transform.tesa.remove_pruned %root : !transform.any_op
    transform.yield
  }
}
