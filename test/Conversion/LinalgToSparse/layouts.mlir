// RUN: sparse-opt %s --convert-linalg-to-sparse --split-input-file | FileCheck %s

// Two products by sparse weights, tokens of two sequences as rows of a matrix,
// and what is element-wise between them: tokens lie side by side everywhere, and
// what the caller has is copied once.

// CHECK-LABEL: func.func @chain(
// CHECK-SAME: %[[X:[^:]+]]: !sparse.tensor<2x4x6xf32, #sparse.dense>
// CHECK-SAME: %[[Y:[^:]+]]: !sparse.tensor<2x4x3xf32, #sparse.dense> {sparse.access = "write"
// CHECK: sparse.generic "copy" ins(%[[X]] : {{.+}}) outs(%{{.+}} : !sparse.tensor<6x8xf32, #sparse.dense>)
// CHECK: sparse.generic "V" {{.+}} outs(%[[V:.+]] : !sparse.tensor<5x8xf32, #sparse.dense>) {{.+}} combine [add]
// CHECK: sparse.generic ins(%[[V]] : !sparse.tensor<5x8xf32, #sparse.dense>) outs(%[[H:.+]] : !sparse.tensor<5x8xf32, #sparse.dense>) maps [#[[$SAME:.+]], #[[$SAME]]] kinds [spatial, spatial]
// CHECK: sparse.generic "W" {{.+}} ins(%[[H]], {{.+}} outs(%[[W:.+]] : !sparse.tensor<3x8xf32, #sparse.dense>) {{.+}} combine [add]
// CHECK: sparse.generic ins(%[[W]] : !sparse.tensor<3x8xf32, #sparse.dense>) outs(%[[R:.+]] : !sparse.tensor<3x8xf32, #sparse.dense>) maps [#[[$SAME]], #[[$SAME]]]
// CHECK: sparse.generic "copy" ins(%[[R]] : {{.+}}) outs(%[[Y]] :
// CHECK-NOT: sparse.generic
// CHECK: return
#x = affine_map<(m, n, k) -> (m, k)>
#w = affine_map<(m, n, k) -> (k, n)>
#y = affine_map<(m, n, k) -> (m, n)>
#id = affine_map<(b, t, n) -> (b, t, n)>
func.func @chain(%X: tensor<2x4x6xf32> {sparse.name = "X"}, %V: tensor<6x5xf32> {sparse.name = "V", sparse.format = #sparse.csc}, %W: tensor<5x3xf32> {sparse.name = "W", sparse.format = #sparse.csc}) -> tensor<2x4x3xf32> {
  %zero = arith.constant 0.0 : f32
  %rows = tensor.collapse_shape %X [[0, 1], [2]] : tensor<2x4x6xf32> into tensor<8x6xf32>
  %e5 = tensor.empty() : tensor<8x5xf32>
  %f5 = linalg.fill ins(%zero : f32) outs(%e5 : tensor<8x5xf32>) -> tensor<8x5xf32>
  %v = linalg.generic {indexing_maps = [#x, #w, #y], iterator_types = ["parallel", "parallel", "reduction"]} ins(%rows, %V : tensor<8x6xf32>, tensor<6x5xf32>) outs(%f5 : tensor<8x5xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<8x5xf32>
  %v3 = tensor.expand_shape %v [[0, 1], [2]] output_shape [2, 4, 5] : tensor<8x5xf32> into tensor<2x4x5xf32>
  %eh = tensor.empty() : tensor<2x4x5xf32>
  %h = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel"]} ins(%v3 : tensor<2x4x5xf32>) outs(%eh : tensor<2x4x5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.maximumf %a, %zero : f32
    linalg.yield %m : f32
  } -> tensor<2x4x5xf32>
  %h2 = tensor.collapse_shape %h [[0, 1], [2]] : tensor<2x4x5xf32> into tensor<8x5xf32>
  %e3 = tensor.empty() : tensor<8x3xf32>
  %f3 = linalg.fill ins(%zero : f32) outs(%e3 : tensor<8x3xf32>) -> tensor<8x3xf32>
  %w = linalg.generic {indexing_maps = [#x, #w, #y], iterator_types = ["parallel", "parallel", "reduction"]} ins(%h2, %W : tensor<8x5xf32>, tensor<5x3xf32>) outs(%f3 : tensor<8x3xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<8x3xf32>
  %w3 = tensor.expand_shape %w [[0, 1], [2]] output_shape [2, 4, 3] : tensor<8x3xf32> into tensor<2x4x3xf32>
  %ey = tensor.empty() : tensor<2x4x3xf32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel"]} ins(%w3 : tensor<2x4x3xf32>) outs(%ey : tensor<2x4x3xf32>) {
  ^bb0(%a: f32, %o: f32):
    %n = arith.negf %a : f32
    linalg.yield %n : f32
  } -> tensor<2x4x3xf32>
  return %r : tensor<2x4x3xf32>
}

// -----

// Heads that are transposed and joined are written where they are read: the
// sum over keys writes at two sums, and no copy is between it and the product.

// CHECK-LABEL: func.func @heads(
// CHECK: sparse.generic ins(%{{.+}}) outs(%[[O:.+]] : !sparse.tensor<6x8xf32, #sparse.dense>) {{.+}} combine [add]
// CHECK-NOT: "copy"
// CHECK: sparse.generic "W" {{.+}} ins(%[[O]],
#s = affine_map<(b, h, q, d, k) -> (b, h, q, k)>
#v = affine_map<(b, h, q, d, k) -> (b, h, k, d)>
#o = affine_map<(b, h, q, d, k) -> (b, h, q, d)>
#from = affine_map<(b, q, h, d) -> (b, h, q, d)>
#to = affine_map<(b, q, h, d) -> (b, q, h, d)>
#x = affine_map<(m, n, k) -> (m, k)>
#w = affine_map<(m, n, k) -> (k, n)>
#y = affine_map<(m, n, k) -> (m, n)>
func.func @heads(%S: tensor<2x3x4x5xf32>, %V: tensor<2x3x5x2xf32>, %W: tensor<6x7xf32> {sparse.name = "W", sparse.format = #sparse.csc}) -> tensor<8x7xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x3x4x2xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<2x3x4x2xf32>) -> tensor<2x3x4x2xf32>
  %o = linalg.generic {indexing_maps = [#s, #v, #o], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%S, %V : tensor<2x3x4x5xf32>, tensor<2x3x5x2xf32>) outs(%f : tensor<2x3x4x2xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %c, %p : f32
    linalg.yield %s : f32
  } -> tensor<2x3x4x2xf32>
  %et = tensor.empty() : tensor<2x4x3x2xf32>
  %t = linalg.generic {indexing_maps = [#from, #to], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%o : tensor<2x3x4x2xf32>) outs(%et : tensor<2x4x3x2xf32>) {
  ^bb0(%a: f32, %c: f32):
    linalg.yield %a : f32
  } -> tensor<2x4x3x2xf32>
  %j = tensor.collapse_shape %t [[0, 1], [2, 3]] : tensor<2x4x3x2xf32> into tensor<8x6xf32>
  %ey = tensor.empty() : tensor<8x7xf32>
  %fy = linalg.fill ins(%zero : f32) outs(%ey : tensor<8x7xf32>) -> tensor<8x7xf32>
  %r = linalg.generic {indexing_maps = [#x, #w, #y], iterator_types = ["parallel", "parallel", "reduction"]} ins(%j, %W : tensor<8x6xf32>, tensor<6x7xf32>) outs(%fy : tensor<8x7xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %c, %p : f32
    linalg.yield %s : f32
  } -> tensor<8x7xf32>
  return %r : tensor<8x7xf32>
}
