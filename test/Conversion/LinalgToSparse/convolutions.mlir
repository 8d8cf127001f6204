// RUN: sparse-opt %s --convert-linalg-to-sparse --split-input-file | FileCheck %s

// Of a convolution by a weight in rows, the weight drives: its columns are channels and
// windows. All 12 pixels of a filter are one loop, and the image is copied once for each
// of the 3 columns of the window, with 6 rows for the 4 of the result. The next
// convolution's copy is made of the result as it lies, and nothing is transposed.

// CHECK-DAG: #[[$IMAGE:.+]] = affine_map<(d0, d1, d2, d3) -> (d0, d2 - 1, d1 + d3 - 1)>
// CHECK-DAG: #[[$COPY:.+]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2 * 3 + d3)>
// CHECK-DAG: #[[$X:.+]] = affine_map<(d0, d1, d2, d3, d4) -> (d1, d3, d2 * 3 + d4)>
// CHECK-DAG: #[[$W:.+]] = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>
// CHECK-DAG: #[[$Y:.+]] = affine_map<(d0, d1, d2, d3, d4) -> (d0, d4)>
// CHECK-LABEL: func.func @chain(
// CHECK-SAME: %[[X:.+]]: !sparse.tensor<5x4x3xf32, #sparse.dense> {{.+}}, %[[V:.+]]: !sparse.tensor<7x5x3x3xf32, #sparse.format<(i, j, k, m) -> (i : dense, j : compressed(nonunique), k : singleton, m : singleton)>> {{.+}}, %[[W:.+]]: !sparse.tensor<8x7x1x1xf32,
// CHECK: sparse.generic "copy" ins(%[[X]], {{.+}}) outs(%[[T:.+]] : !sparse.tensor<5x3x18xf32, #sparse.dense>) maps [#[[$IMAGE]], {{.+}}, #[[$COPY]]] {{.+}} borders [0.000000e+00 : f32,
// CHECK: sparse.generic "V" driver(%[[V]]) ins(%[[T]], %[[V]] : {{.+}}) outs(%[[S:.+]] : !sparse.tensor<7x12xf32, #sparse.dense>) maps [#[[$X]], #[[$W]], #[[$Y]]] kinds [spatial, reduction, reduction, reduction, spatial] combine [add]
// CHECK: sparse.generic ins(%[[S]] : !sparse.tensor<7x12xf32, #sparse.dense>) outs(%[[H:.+]] : !sparse.tensor<7x12xf32, #sparse.dense>) {{.+}} kinds [spatial, spatial]
// CHECK-NOT: "copy"
// CHECK: sparse.generic "W" driver(%[[W]]) ins(%[[H]], %[[W]] : {{.+}}) outs(%{{.+}} : !sparse.tensor<8x12xf32, #sparse.dense>)
#image = affine_map<(f, y, x, c, h, w) -> (c, y + h, x + w)>
#weight = affine_map<(f, y, x, c, h, w) -> (f, c, h, w)>
#result = affine_map<(f, y, x, c, h, w) -> (f, y, x)>
#points = affine_map<(f, y, x, c) -> (c, y, x)>
#matrix = affine_map<(f, y, x, c) -> (f, c)>
#filters = affine_map<(f, y, x, c) -> (f, y, x)>
#id = affine_map<(f, y, x) -> (f, y, x)>
func.func @chain(%X: tensor<5x4x3xf32> {sparse.name = "X"}, %V: tensor<7x5x3x3xf32> {sparse.name = "V", sparse.format = #sparse.csr}, %W: tensor<8x7x1x1xf32> {sparse.name = "W", sparse.format = #sparse.csr}) -> tensor<8x4x3xf32> {
  %zero = arith.constant 0.0 : f32
  %padded = tensor.pad %X low[0, 1, 1] high[0, 1, 1] {
  ^bb0(%a: index, %b: index, %c: index):
    tensor.yield %zero : f32
  } : tensor<5x4x3xf32> to tensor<5x6x5xf32>
  %e = tensor.empty() : tensor<7x4x3xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<7x4x3xf32>) -> tensor<7x4x3xf32>
  %v = linalg.generic {indexing_maps = [#image, #weight, #result], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%padded, %V : tensor<5x6x5xf32>, tensor<7x5x3x3xf32>) outs(%f : tensor<7x4x3xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<7x4x3xf32>
  %h = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel"]} ins(%v : tensor<7x4x3xf32>) outs(%e : tensor<7x4x3xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.maximumf %a, %zero : f32
    linalg.yield %m : f32
  } -> tensor<7x4x3xf32>
  %W2 = tensor.collapse_shape %W [[0], [1, 2, 3]] : tensor<8x7x1x1xf32> into tensor<8x7xf32>
  %e2 = tensor.empty() : tensor<8x4x3xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<8x4x3xf32>) -> tensor<8x4x3xf32>
  %w = linalg.generic {indexing_maps = [#points, #matrix, #filters], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%h, %W2 : tensor<7x4x3xf32>, tensor<8x7xf32>) outs(%f2 : tensor<8x4x3xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<8x4x3xf32>
  return %w : tensor<8x4x3xf32>
}

// -----

// With a stride, rows are copied for each row of the window too. Images of a batch are a
// loop of their own.

// CHECK-DAG: #[[$IMAGE:.+]] = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2 + d4 * 2, d3 * 3 + d5 * 2)>
// CHECK-DAG: #[[$X:.+]] = affine_map<(d0, d1, d2, d3, d4, d5) -> (d2, d3, d4, d1, d5)>
// CHECK-LABEL: func.func @strides(
// CHECK-SAME: %[[W:[^ ]+]]: !sparse.tensor<8x5x2x3xf32, #sparse.format<(i, j, k, m) -> (io = i floordiv 4 : dense, j floordiv 2 : compressed(nonunique), k : singleton, m : singleton, i mod 4 : dense of io, j mod 2 : dense of m)>>
// CHECK: sparse.generic "copy" {{.+}} outs(%[[T:.+]] : !sparse.tensor<5x2x3x2x12xf32, #sparse.dense>) maps [#[[$IMAGE]],
// CHECK: sparse.generic "W" driver(%[[W]]) ins(%[[T]], {{.+}} outs(%{{.+}} : !sparse.tensor<8x2x12xf32, #sparse.dense>) maps [#[[$X]],
func.func @strides(%X: tensor<2x5x9x11xf32> {sparse.name = "X"}, %W: tensor<8x5x2x3xf32> {sparse.name = "W", sparse.format = #sparse.bsr<4, 2>}) -> tensor<2x8x4x3xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x8x4x3xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<2x8x4x3xf32>) -> tensor<2x8x4x3xf32>
  %r = linalg.conv_2d_nchw_fchw {dilations = dense<[1, 3]> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%X, %W : tensor<2x5x9x11xf32>, tensor<8x5x2x3xf32>) outs(%f : tensor<2x8x4x3xf32>) -> tensor<2x8x4x3xf32>
  return %r : tensor<2x8x4x3xf32>
}

// -----

// Outputs may be the last dimension of a weight: `csc` then has a column for each.

// CHECK-LABEL: func.func @last(
// CHECK-SAME: %[[W:[^ ]+]]: !sparse.tensor<3x3x5x8xf32, #sparse.format<(i, j, k, m) -> (m : dense, k : compressed(nonunique), i : singleton, j : singleton)>>
// CHECK: sparse.generic "copy" {{.+}} outs(%[[T:.+]] : !sparse.tensor<3x5x1x36xf32, #sparse.dense>)
// CHECK: sparse.generic "W" driver(%[[W]]) ins(%[[T]], {{.+}} outs(%{{.+}} : !sparse.tensor<8x1x24xf32, #sparse.dense>)
func.func @last(%X: tensor<1x6x8x5xf32> {sparse.name = "X"}, %W: tensor<3x3x5x8xf32> {sparse.name = "W", sparse.format = #sparse.csc}) -> tensor<1x4x6x8xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x4x6x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x4x6x8xf32>) -> tensor<1x4x6x8xf32>
  %r = linalg.conv_2d_nhwc_hwcf ins(%X, %W : tensor<1x6x8x5xf32>, tensor<3x3x5x8xf32>) outs(%f : tensor<1x4x6x8xf32>) -> tensor<1x4x6x8xf32>
  return %r : tensor<1x4x6x8xf32>
}

// -----

// A convolution in one dimension reads the image as it is.

// CHECK-DAG: #[[$X:.+]] = affine_map<(d0, d1, d2, d3, d4) -> (d1, d2, d3 * 2 + d4)>
// CHECK-LABEL: func.func @line(
// CHECK-SAME: %[[X:[^ ]+]]: !sparse.tensor<1x5x17xf32
// CHECK-NOT: "copy" {{.+}}tensor<5x
// CHECK: sparse.generic "W" driver(%{{.+}}) ins(%[[X]], {{.+}} maps [#[[$X]],
func.func @line(%X: tensor<1x5x17xf32> {sparse.name = "X"}, %W: tensor<8x5x3xf32> {sparse.name = "W", sparse.format = #sparse.csr}) -> tensor<1x8x13xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x8x13xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x8x13xf32>) -> tensor<1x8x13xf32>
  %r = linalg.conv_1d_ncw_fcw {dilations = dense<2> : vector<1xi64>} ins(%X, %W : tensor<1x5x17xf32>, tensor<8x5x3xf32>) outs(%f : tensor<1x8x13xf32>) -> tensor<1x8x13xf32>
  return %r : tensor<1x8x13xf32>
}

// -----

// In three dimensions rows and columns are copied, and planes read one after the other.

// CHECK-LABEL: func.func @space(
// CHECK: sparse.generic "copy" {{.+}} outs(%[[T:.+]] : !sparse.tensor<5x3x2x1x70xf32, #sparse.dense>)
// CHECK: sparse.generic "W" driver(%{{.+}}) ins(%[[T]], {{.+}} outs(%{{.+}} : !sparse.tensor<8x1x50xf32, #sparse.dense>)
func.func @space(%X: tensor<1x5x7x4x6xf32> {sparse.name = "X"}, %W: tensor<8x5x3x3x2xf32> {sparse.name = "W", sparse.format = #sparse.csr}) -> tensor<1x8x5x2x5xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x8x5x2x5xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x8x5x2x5xf32>) -> tensor<1x8x5x2x5xf32>
  %r = linalg.conv_3d_ncdhw_fcdhw ins(%X, %W : tensor<1x5x7x4x6xf32>, tensor<8x5x3x3x2xf32>) outs(%f : tensor<1x8x5x2x5xf32>) -> tensor<1x8x5x2x5xf32>
  return %r : tensor<1x8x5x2x5xf32>
}

// -----

// Dense weights have the same: all pixels are innermost, inside of the sum.

// CHECK-DAG: #[[$X:.+]] = affine_map<(d0, d1, d2, d3, d4, d5) -> (d2, d4, d1, d3 * 4 + d5)>
// CHECK-LABEL: func.func @dense(
// CHECK: sparse.generic "copy" {{.+}} outs(%[[T:.+]] : !sparse.tensor<5x3x2x16xf32, #sparse.dense>)
// CHECK: sparse.generic "W" ins(%[[T]], {{.+}} outs(%{{.+}} : !sparse.tensor<8x2x12xf32, #sparse.dense>) {{.+}} kinds [spatial, spatial, reduction, reduction, reduction, spatial]
func.func @dense(%X: tensor<2x5x4x6xf32> {sparse.name = "X"}, %W: tensor<8x5x2x3xf32> {sparse.name = "W"}) -> tensor<2x8x3x4xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x8x3x4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<2x8x3x4xf32>) -> tensor<2x8x3x4xf32>
  %r = linalg.conv_2d_nchw_fchw ins(%X, %W : tensor<2x5x4x6xf32>, tensor<8x5x2x3xf32>) outs(%f : tensor<2x8x3x4xf32>) -> tensor<2x8x3x4xf32>
  return %r : tensor<2x8x3x4xf32>
}
