// RUN: sparse-opt %s --tesa-print=constants=true -o /dev/null 2>&1 | FileCheck %s
// RUN: sparse-opt %s --tesa-print="constants=true seed=3" -o /dev/null 2>&1 | FileCheck %s
// RUN: sparse-opt %s --tesa-print="constants=true strict=true" -o /dev/null 2>&1 | FileCheck %s --check-prefix=STRICT
// RUN: sparse-opt %s --tesa-fold-constants --tesa-prune-dead | FileCheck %s --check-prefix=KEPT

// Lines of one number. A difference that is 0 for that reason may be -0: no constant
// replaces one of floats.
// KEPT-COUNT-6: arith.subf

#map_ij = affine_map<(i, j) -> (i, j)>
#map_ji = affine_map<(i, j) -> (j, i)>
#map_i = affine_map<(i, j) -> (i)>
#map_j = affine_map<(i, j) -> (j)>
#map_ik = affine_map<(i, j, k) -> (i, k)>
#map_jk = affine_map<(i, j, k) -> (j, k)>
#map_ij_of_k = affine_map<(i, j, k) -> (i, j)>

// Of the weights of keys two columns are pruned, and of queries the third, so that what
// is read of each key is the bias, and each score of a query is the largest one.
func.func @keys_are_a_bias(%Q: tensor<4x3xf32> {tesa.mask = #tesa.mask<[4, 3] by [4, 1] keeps "03">}, %X: tensor<5x6xf32>,
    %W: tensor<6x3xf32> {tesa.mask = #tesa.mask<[6, 3] by [6, 1] keeps "04">},
    %b: tensor<3xf32>) -> tensor<4x5xf32> {
  %zero = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %k0 = tensor.empty() : tensor<5x3xf32>
  %k1 = linalg.fill ins(%zero : f32) outs(%k0 : tensor<5x3xf32>) -> tensor<5x3xf32>
  %k2 = linalg.matmul ins(%X, %W : tensor<5x6xf32>, tensor<6x3xf32>) outs(%k1 : tensor<5x3xf32>) -> tensor<5x3xf32>
  %K = linalg.generic {indexing_maps = [#map_ij, #map_j, #map_ij], iterator_types = ["parallel", "parallel"]} ins(%k2, %b : tensor<5x3xf32>, tensor<3xf32>) outs(%k0 : tensor<5x3xf32>) {
  ^bb0(%k: f32, %bias: f32, %o: f32):
    %s = arith.addf %k, %bias : f32
    linalg.yield %s : f32
  } -> tensor<5x3xf32>
  %s0 = tensor.empty() : tensor<4x5xf32>
  %s1 = linalg.fill ins(%zero : f32) outs(%s0 : tensor<4x5xf32>) -> tensor<4x5xf32>
  %S = linalg.generic {indexing_maps = [#map_ik, #map_jk, #map_ij_of_k], iterator_types = ["parallel", "parallel", "reduction"]} ins(%Q, %K : tensor<4x3xf32>, tensor<5x3xf32>) outs(%s1 : tensor<4x5xf32>) {
  ^bb0(%q: f32, %k: f32, %o: f32):
    %p = arith.mulf %q, %k : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<4x5xf32>
  %m0 = tensor.empty() : tensor<4xf32>
  %m1 = linalg.fill ins(%least : f32) outs(%m0 : tensor<4xf32>) -> tensor<4xf32>
  %M = linalg.generic {indexing_maps = [#map_ij, #map_i], iterator_types = ["parallel", "reduction"]} ins(%S : tensor<4x5xf32>) outs(%m1 : tensor<4xf32>) {
  ^bb0(%s: f32, %o: f32):
    %m = arith.maximumf %s, %o : f32
    linalg.yield %m : f32
  } -> tensor<4xf32>
  // CHECK: [[#@LINE+2]]:8: remark: result 0 of 'linalg.generic': 20 of 20 elements are zero by their numbers{{$}}
  // STRICT-NOT: [[#@LINE+1]]:8:
  %D = linalg.generic {indexing_maps = [#map_ij, #map_i, #map_ij], iterator_types = ["parallel", "parallel"]} ins(%S, %M : tensor<4x5xf32>, tensor<4xf32>) outs(%s0 : tensor<4x5xf32>) {
  ^bb0(%s: f32, %m: f32, %o: f32):
    %d = arith.subf %s, %m : f32
    linalg.yield %d : f32
  } -> tensor<4x5xf32>
  return %D : tensor<4x5xf32>
}

// Rows of which the first two are pruned, and a largest number that keeps its dimension.
func.func @rows_of_zeros(%X: tensor<4x5xi32> {tesa.mask = #tesa.mask<[4, 5] by [2, 5] keeps "02">}) -> tensor<4x5xi32> {
  %least = arith.constant -2147483648 : i32
  %m0 = tensor.empty() : tensor<4xi32>
  %m1 = linalg.fill ins(%least : i32) outs(%m0 : tensor<4xi32>) -> tensor<4xi32>
  %o0 = tensor.empty() : tensor<4x5xi32>
  // A copy, of which all columns are the first.
  %C = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, 0)>, #map_ij], iterator_types = ["parallel", "parallel"]} ins(%X : tensor<4x5xi32>) outs(%o0 : tensor<4x5xi32>) {
  ^bb0(%x: i32, %o: i32):
    linalg.yield %x : i32
  } -> tensor<4x5xi32>
  %M = linalg.generic {indexing_maps = [#map_ij, #map_i], iterator_types = ["parallel", "reduction"]} ins(%C : tensor<4x5xi32>) outs(%m1 : tensor<4xi32>) {
  ^bb0(%x: i32, %o: i32):
    %m = arith.maxsi %o, %x : i32
    linalg.yield %m : i32
  } -> tensor<4xi32>
  %E = tensor.expand_shape %M [[0, 1]] output_shape [4, 1] : tensor<4xi32> into tensor<4x1xi32>
  // CHECK: [[#@LINE+2]]:8: remark: result 0 of 'linalg.generic': 10 of 20 elements are zero, by [2, 5]; {{.*}}; 10 of 20 elements are zero by their numbers, by [2, 5]
  // STRICT: [[#@LINE+1]]:8: remark: result 0 of 'linalg.generic': 10 of 20 elements are zero, by [2, 5]; {{.*}}; 10 of 20 elements are zero by their numbers, by [2, 5]
  %D = linalg.generic {indexing_maps = [#map_ij, affine_map<(i, j) -> (i, 0)>, #map_ij], iterator_types = ["parallel", "parallel"]} ins(%C, %E : tensor<4x5xi32>, tensor<4x1xi32>) outs(%o0 : tensor<4x5xi32>) {
  ^bb0(%x: i32, %m: i32, %o: i32):
    %d = arith.subi %m, %x : i32
    linalg.yield %d : i32
  } -> tensor<4x5xi32>
  return %D : tensor<4x5xi32>
}

// One element: the largest of a line of one, as a reduction and as it is folded.
func.func @one_token(%S: tensor<3x1xf32>) -> (tensor<3x1xf32>, tensor<3xf32>) {
  %least = arith.constant 0xFF800000 : f32
  %m0 = tensor.empty() : tensor<3xf32>
  %m1 = linalg.fill ins(%least : f32) outs(%m0 : tensor<3xf32>) -> tensor<3xf32>
  %M = linalg.generic {indexing_maps = [#map_ij, #map_i], iterator_types = ["parallel", "reduction"]} ins(%S : tensor<3x1xf32>) outs(%m1 : tensor<3xf32>) {
  ^bb0(%s: f32, %o: f32):
    %m = arith.maximumf %s, %o : f32
    linalg.yield %m : f32
  } -> tensor<3xf32>
  %d0 = tensor.empty() : tensor<3x1xf32>
  // CHECK: [[#@LINE+1]]:8: remark: result 0 of 'linalg.generic': 3 of 3 elements are zero by their numbers
  %D = linalg.generic {indexing_maps = [#map_ij, #map_i, #map_ij], iterator_types = ["parallel", "parallel"]} ins(%S, %M : tensor<3x1xf32>, tensor<3xf32>) outs(%d0 : tensor<3x1xf32>) {
  ^bb0(%s: f32, %m: f32, %o: f32):
    %d = arith.subf %s, %m : f32
    linalg.yield %d : f32
  } -> tensor<3x1xf32>
  %C = tensor.collapse_shape %S [[0, 1]] : tensor<3x1xf32> into tensor<3xf32>
  %N = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%m1, %C : tensor<3xf32>, tensor<3xf32>) outs(%m0 : tensor<3xf32>) {
  ^bb0(%l: f32, %c: f32, %o: f32):
    %m = arith.maximumf %l, %c : f32
    linalg.yield %m : f32
  } -> tensor<3xf32>
  // CHECK: [[#@LINE+1]]:8: remark: result 0 of 'linalg.generic': 3 of 3 elements are zero by their numbers
  %F = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%C, %N : tensor<3xf32>, tensor<3xf32>) outs(%m0 : tensor<3xf32>) {
  ^bb0(%c: f32, %n: f32, %o: f32):
    %d = arith.subf %c, %n : f32
    linalg.yield %d : f32
  } -> tensor<3xf32>
  return %D, %F : tensor<3x1xf32>, tensor<3xf32>
}

// Not: what starts from 0 may be larger than all of the line, the line is the other
// one, each element has its place in it, and copysign tells 0 from -0.
// CHECK-NOT: by their numbers
func.func @other_numbers(%x: tensor<4xf32>, %Z: tensor<4x5xf32> {tesa.mask = #tesa.mask<[4, 5] by [4, 5] keeps "00">}) -> (tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xi32>, tensor<4x5xf32>) {
  %zero = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %first = arith.constant -2147483648 : i32
  %one = arith.constant 1.0 : f32
  %o0 = tensor.empty() : tensor<4x5xf32>
  %i0 = tensor.empty() : tensor<4x5xi32>
  %m0 = tensor.empty() : tensor<4xf32>
  %n0 = tensor.empty() : tensor<5xf32>
  %l0 = tensor.empty() : tensor<4xi32>
  %m1 = linalg.fill ins(%zero : f32) outs(%m0 : tensor<4xf32>) -> tensor<4xf32>
  %m2 = linalg.fill ins(%least : f32) outs(%m0 : tensor<4xf32>) -> tensor<4xf32>
  %n1 = linalg.fill ins(%least : f32) outs(%n0 : tensor<5xf32>) -> tensor<5xf32>
  %l1 = linalg.fill ins(%first : i32) outs(%l0 : tensor<4xi32>) -> tensor<4xi32>
  %X = linalg.broadcast ins(%x : tensor<4xf32>) outs(%o0 : tensor<4x5xf32>) dimensions = [1]
  %M = linalg.reduce {arith.maximumf} ins(%X : tensor<4x5xf32>) outs(%m1 : tensor<4xf32>) dimensions = [1]
  %N = linalg.reduce {arith.maximumf} ins(%X : tensor<4x5xf32>) outs(%n1 : tensor<5xf32>) dimensions = [0]
  %A = linalg.generic {indexing_maps = [#map_ij, #map_i, #map_ij], iterator_types = ["parallel", "parallel"]} ins(%X, %M : tensor<4x5xf32>, tensor<4xf32>) outs(%o0 : tensor<4x5xf32>) {
  ^bb0(%a: f32, %m: f32, %o: f32):
    %d = arith.subf %a, %m : f32
    linalg.yield %d : f32
  } -> tensor<4x5xf32>
  %B = linalg.generic {indexing_maps = [#map_ij, #map_j, #map_ij], iterator_types = ["parallel", "parallel"]} ins(%X, %N : tensor<4x5xf32>, tensor<5xf32>) outs(%o0 : tensor<4x5xf32>) {
  ^bb0(%a: f32, %n: f32, %o: f32):
    %d = arith.subf %a, %n : f32
    linalg.yield %d : f32
  } -> tensor<4x5xf32>
  %I = linalg.generic {indexing_maps = [#map_ij], iterator_types = ["parallel", "parallel"]} outs(%i0 : tensor<4x5xi32>) {
  ^bb0(%o: i32):
    %j = linalg.index 1 : index
    %c = arith.index_cast %j : index to i32
    linalg.yield %c : i32
  } -> tensor<4x5xi32>
  %L = linalg.reduce {arith.maxsi} ins(%I : tensor<4x5xi32>) outs(%l1 : tensor<4xi32>) dimensions = [1]
  %C = linalg.generic {indexing_maps = [#map_ij, #map_i, #map_ij], iterator_types = ["parallel", "parallel"]} ins(%I, %L : tensor<4x5xi32>, tensor<4xi32>) outs(%i0 : tensor<4x5xi32>) {
  ^bb0(%a: i32, %l: i32, %o: i32):
    %d = arith.subi %a, %l : i32
    linalg.yield %d : i32
  } -> tensor<4x5xi32>
  %S = linalg.generic {indexing_maps = [#map_ij, #map_ij], iterator_types = ["parallel", "parallel"]} ins(%Z : tensor<4x5xf32>) outs(%o0 : tensor<4x5xf32>) {
  ^bb0(%z: f32, %o: f32):
    %s = math.copysign %one, %z : f32
    linalg.yield %s : f32
  } -> tensor<4x5xf32>
  %T = linalg.reduce {arith.maximumf} ins(%S : tensor<4x5xf32>) outs(%m2 : tensor<4xf32>) dimensions = [1]
  %D = linalg.generic {indexing_maps = [#map_ij, #map_i, #map_ij], iterator_types = ["parallel", "parallel"]} ins(%S, %T : tensor<4x5xf32>, tensor<4xf32>) outs(%o0 : tensor<4x5xf32>) {
  ^bb0(%a: f32, %t: f32, %o: f32):
    %d = arith.subf %a, %t : f32
    linalg.yield %d : f32
  } -> tensor<4x5xf32>
  return %A, %B, %C, %D : tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xi32>, tensor<4x5xf32>
}
