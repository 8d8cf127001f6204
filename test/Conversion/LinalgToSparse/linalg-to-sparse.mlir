// RUN: sparse-opt %s --convert-linalg-to-sparse --split-input-file | FileCheck %s

// A weight in a sparse format drives the product, whose rows lie side by side; what
// its sums start from is filled once, and callers have rows as they are.

// CHECK-LABEL: func.func @product(
// CHECK-SAME: %[[X:.+]]: !sparse.tensor<4x6xf32, #sparse.dense> {sparse.access = "read", sparse.name = "X"}
// CHECK-SAME: %[[W:.+]]: !sparse.tensor<6x5xf32, #sparse.csr> {sparse.access = "read", sparse.name = "W"}
// CHECK-SAME: %[[Y:.+]]: !sparse.tensor<4x5xf32, #sparse.dense> {sparse.access = "write", sparse.name = "Y"})
// CHECK: %[[ZERO:.+]] = arith.constant 0.0
// CHECK: sparse.generic "copy" ins(%[[X]] : {{.+}}) outs(%[[TURNED:.+]] : !sparse.tensor<6x4xf32, #sparse.dense>)
// CHECK: %[[SUMS:.+]] = sparse.alloc {{.+}} !sparse.buffer<5x4xf32>
// CHECK-NEXT: %[[SUM:.+]] = sparse.pack %[[SUMS]]
// CHECK-NEXT: sparse.fill %[[SUMS]], %[[ZERO]]
// CHECK-NEXT: sparse.generic "W" driver(%[[W]]) ins(%[[TURNED]], %[[W]] : {{.+}}) outs(%[[SUM]] :
// CHECK-SAME: kinds [spatial, reduction, spatial] combine [add]
// CHECK-NEXT: ^bb0(%[[A:.+]]: f32, %[[B:.+]]: f32):
// CHECK-NEXT: %[[T:.+]] = arith.mulf %[[A]], %[[B]]
// CHECK-NEXT: sparse.yield %[[T]]
// CHECK: sparse.generic "copy" ins(%[[SUM]] : {{.+}}) outs(%[[Y]] :
// CHECK: return
func.func @product(%X: tensor<4x6xf32> {sparse.name = "X"}, %W: tensor<6x5xf32> {sparse.name = "W", sparse.format = #sparse.csr}) -> (tensor<4x5xf32> {sparse.name = "Y"}) {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<4x5xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%empty : tensor<4x5xf32>) -> tensor<4x5xf32>
  %Y = linalg.matmul ins(%X, %W : tensor<4x6xf32>, tensor<6x5xf32>) outs(%fill : tensor<4x5xf32>) -> tensor<4x5xf32>
  return %Y : tensor<4x5xf32>
}

// -----

// What nobody else reads is summed up in; what others read, or the caller has,
// is copied first.

// CHECK-LABEL: func.func @inits(
// CHECK-SAME: %[[B:.+]]: !sparse.tensor<5xf32, #sparse.dense>
// CHECK: %[[OWN:.+]] = sparse.pack
// CHECK: sparse.generic {{.+}} outs(%[[OWN]] :
// CHECK: sparse.generic {{.+}} outs(%[[OWN]] : {{.+}} combine [add]
// CHECK: %[[COPY:.+]] = sparse.pack
// CHECK: sparse.generic "copy" ins(%[[OWN]] : {{.+}}) outs(%[[COPY]] :
// CHECK: sparse.generic {{.+}} outs(%[[COPY]] : {{.+}} combine [max]
// CHECK: sparse.generic "copy" ins(%[[COPY]] : {{.+}}) outs(%{{.+}} :
#rows = affine_map<(i, j) -> (i)>
#all = affine_map<(i, j) -> (i, j)>
func.func @inits(%B: tensor<5xf32>, %X: tensor<5x6xf32>) -> tensor<5xf32> {
  %empty = tensor.empty() : tensor<5xf32>
  %twice = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%B : tensor<5xf32>) outs(%empty : tensor<5xf32>) {
  ^bb0(%b: f32, %o: f32):
    %t = arith.addf %b, %b : f32
    linalg.yield %t : f32
  } -> tensor<5xf32>
  %sum = linalg.generic {indexing_maps = [#all, #rows], iterator_types = ["parallel", "reduction"]} ins(%X : tensor<5x6xf32>) outs(%twice : tensor<5xf32>) {
  ^bb0(%x: f32, %o: f32):
    %t = arith.addf %x, %o : f32
    linalg.yield %t : f32
  } -> tensor<5xf32>
  %max = linalg.generic {indexing_maps = [#all, #rows], iterator_types = ["parallel", "reduction"]} ins(%X : tensor<5x6xf32>) outs(%sum : tensor<5xf32>) {
  ^bb0(%x: f32, %o: f32):
    %t = arith.maximumf %o, %x : f32
    linalg.yield %t : f32
  } -> tensor<5xf32>
  %both = linalg.generic {indexing_maps = [#all, #rows, #rows], iterator_types = ["parallel", "reduction"]} ins(%X, %sum : tensor<5x6xf32>, tensor<5xf32>) outs(%max : tensor<5xf32>) {
  ^bb0(%x: f32, %s: f32, %o: f32):
    %p = arith.mulf %x, %s : f32
    %t = arith.addf %o, %p : f32
    linalg.yield %t : f32
  } -> tensor<5xf32>
  return %both : tensor<5xf32>
}

// -----

// Shapes are read through; a dimension of size 1 of the result gets a loop.

// CHECK-DAG: #[[$HEADS:.+]] = affine_map<(d0, d1, d2, d3) -> (d2, d1 * 4 + d3)>
// CHECK-DAG: #[[$UNIT:.+]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
// CHECK-LABEL: func.func @shapes(
// CHECK-SAME: %[[X:.+]]: !sparse.tensor<1x5x8xf32, #sparse.dense>
// CHECK-SAME: %[[Y:.+]]: !sparse.tensor<1x2x5x4xf32, #sparse.dense>
// CHECK: sparse.generic ins(%[[X]] : {{.+}}) outs(%[[SUM:.+]] :
// CHECK: sparse.generic ins(%[[SUM]] : {{.+}}) outs(%[[Y]] : {{.+}}) maps [#[[$HEADS]], #[[$UNIT]]] kinds [spatial, spatial, spatial, spatial]
#all = affine_map<(i, j) -> (i, j)>
func.func @shapes(%X: tensor<1x5x8xf32>) -> tensor<1x2x5x4xf32> {
  %x = tensor.collapse_shape %X [[0, 1], [2]] : tensor<1x5x8xf32> into tensor<5x8xf32>
  %empty = tensor.empty() : tensor<5x8xf32>
  %sum = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<5x8xf32>) outs(%empty : tensor<5x8xf32>) {
  ^bb0(%b: f32, %o: f32):
    %t = arith.addf %b, %b : f32
    linalg.yield %t : f32
  } -> tensor<5x8xf32>
  %heads = tensor.expand_shape %sum [[0], [1, 2]] output_shape [5, 2, 4] : tensor<5x8xf32> into tensor<5x2x4xf32>
  %to = tensor.empty() : tensor<2x5x4xf32>
  %turned = linalg.transpose ins(%heads : tensor<5x2x4xf32>) outs(%to : tensor<2x5x4xf32>) permutation = [1, 0, 2]
  %Y = tensor.expand_shape %turned [[0, 1], [2], [3]] output_shape [1, 2, 5, 4] : tensor<2x5x4xf32> into tensor<1x2x5x4xf32>
  return %Y : tensor<1x2x5x4xf32>
}

// -----

// Padding is a border of the readers.

// CHECK-DAG: #[[$AT:.+]] = affine_map<(d0, d1) -> (d0 + d1 - 1)>
// CHECK-LABEL: func.func @padded(
// CHECK: sparse.generic {{.+}} ins(%{{.+}}, %{{.+}} : {{.+}} maps [#[[$AT]], {{.+}} combine [add] borders [0.000000e+00 : f32, none]
func.func @padded(%X: tensor<8xf32>, %W: tensor<3xf32> {sparse.name = "W"}) -> tensor<8xf32> {
  %zero = arith.constant 0.0 : f32
  %p = tensor.pad %X low[1] high[1] {
  ^bb0(%i: index):
    tensor.yield %zero : f32
  } : tensor<8xf32> to tensor<10xf32>
  %empty = tensor.empty() : tensor<8xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%empty : tensor<8xf32>) -> tensor<8xf32>
  %Y = linalg.conv_1d ins(%p, %W : tensor<10xf32>, tensor<3xf32>) outs(%fill : tensor<8xf32>) -> tensor<8xf32>
  return %Y : tensor<8xf32>
}

// -----

// A table is read by numbers that are computed.

// CHECK-LABEL: func.func @look_up(
// CHECK: %{{.+}}, %[[TABLE:[A-Za-z0-9_]+]] = sparse.unpack
// CHECK: sparse.generic {{.+}} {
// CHECK-NEXT: ^bb0(%[[ID:.+]]: i64, %[[I:.+]]: index, %[[J:.+]]: index):
// CHECK-NEXT: %[[ROW:.+]] = arith.index_cast %[[ID]]
// CHECK: %[[X:.+]] = sparse.load %[[TABLE]][
// CHECK-NEXT: sparse.yield %[[X]]
func.func @look_up(%T: tensor<9x6xf32> {sparse.name = "T"}, %I: tensor<4xi64> {sparse.name = "I"}) -> tensor<4x6xf32> {
  %empty = tensor.empty() : tensor<4x6xf32>
  %Y = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%I : tensor<4xi64>) outs(%empty : tensor<4x6xf32>) {
  ^bb0(%id: i64, %o: f32):
    %row = arith.index_cast %id : i64 to index
    %j = linalg.index 1 : index
    %t = tensor.extract %T[%row, %j] : tensor<9x6xf32>
    linalg.yield %t : f32
  } -> tensor<4x6xf32>
  return %Y : tensor<4x6xf32>
}

// -----

// What is on Spindle's tensors already, and what is only declared, stays.

// CHECK-LABEL: func.func @product(
// CHECK: sparse.generic "W" driver(
// CHECK: func.func private @declared(tensor<?xf32>)
func.func @product(%X: !sparse.tensor<4x6xf32, #sparse.dense> {sparse.access = "read", sparse.name = "X"}, %W: !sparse.tensor<6x5xf32, #sparse.csr> {sparse.access = "read", sparse.name = "W"}, %Y: !sparse.tensor<4x5xf32, #sparse.dense> {sparse.access = "write", sparse.name = "Y"}) {
  %I, %J, %Yv = sparse.unpack %Y : !sparse.tensor<4x5xf32, #sparse.dense> -> !axis.axis<dense_fixed, width = 4>, !axis.axis<dense_fixed, width = 5>, !sparse.buffer<4x5xf32>
  %zero = arith.constant 0.0 : f32
  sparse.fill %Yv, %zero : !sparse.buffer<4x5xf32>
  sparse.generic "W" driver(%W) ins(%X, %W : !sparse.tensor<4x6xf32, #sparse.dense>, !sparse.tensor<6x5xf32, #sparse.csr>) outs(%Y : !sparse.tensor<4x5xf32, #sparse.dense>) maps [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>] kinds [spatial, spatial, reduction] combine [add] {
  ^bb0(%x: f32, %w: f32):
    %t = arith.mulf %x, %w : f32
    sparse.yield %t : f32
  }
  return
}
func.func private @declared(tensor<?xf32>)

// -----

// Operations on tensors by elements are generic; what a number chooses, too.

// CHECK-LABEL: func.func @elements(
// CHECK-SAME: %[[X:[a-z0-9]+]]: {{[^,]+}}, #sparse.dense> {{[^%]+}}%[[B:[a-z0-9]+]]: i1
// CHECK: sparse.generic "x" ins(%[[X]], %[[X]] : {{.+}}
// CHECK: arith.addf
// CHECK: sparse.generic
// CHECK: math.exp
// CHECK: sparse.generic
// CHECK: arith.select %[[B]], %{{.+}}, %{{.+}} : f32
// CHECK-NOT: tensor<4xf32>
func.func @elements(%x: tensor<4xf32> {sparse.name = "x"}, %b: i1) -> tensor<4xf32> {
  %s = arith.addf %x, %x : tensor<4xf32>
  %e = math.exp %s : tensor<4xf32>
  %y = arith.select %b, %e, %s : tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// A mask has memory for the dimensions in which it varies.

// CHECK-DAG: #[[$ROWS:.+]] = affine_map<(d0, d1) -> (d0)>
// CHECK-DAG: #[[$ALL:.+]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-LABEL: func.func @marked(
// CHECK-SAME: %[[X:[a-z0-9]+]]: {{.+}}) {
// CHECK: %[[BITS:.+]] = sparse.pack %{{.+}} : !sparse.buffer<4xi1>
// CHECK: %[[ZERO:.+]] = arith.constant 0.0{{.*}} : f32
// CHECK: sparse.generic "x" ins(%[[BITS]], %{{.+}} : {{.+}} maps [#[[$ROWS]], #[[$ALL]], #[[$ALL]]]
// CHECK-NEXT: ^bb0(%[[KEPT:.+]]: i1, %[[A:.+]]: f32):
// CHECK-NEXT: %[[T:.+]] = arith.select %[[KEPT]], %[[A]], %[[ZERO]]
// CHECK-NEXT: sparse.yield %[[T]]
func.func @marked(%x: tensor<4x6xf32> {sparse.name = "x"}) -> tensor<4x6xf32> {
  %y = tesa.mark %x keeps <[4, 6] by [1, 6] keeps "05"> : tensor<4x6xf32>
  return %y : tensor<4x6xf32>
}

// -----

// What is replaced comes from constants, which vary as it does.

// CHECK-LABEL: func.func @replaced(
// CHECK: %[[BITS:.+]] = sparse.pack %{{.+}} : !sparse.buffer<2xi1>
// CHECK: %[[NUMBERS:.+]] = sparse.pack %{{.+}} : !sparse.buffer<2xf32>
// CHECK: sparse.generic {{.*}}ins(%[[BITS]], %{{.+}}, %[[NUMBERS]] :
// CHECK: arith.select
func.func @replaced(%x: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %y = tesa.replace %x keeps <[4, 2] by [4, 1] keeps "01"> with dense<7.0> : tensor<1xf32> : tensor<4x2xf32>
  return %y : tensor<4x2xf32>
}

// -----

// Many constants are memory beside the function.

// CHECK: memref.global "private" constant @[[$BITS:.+]] : memref<33x32xi1> = dense<{{.+}}> {alignment = 64 : i64}
// CHECK-LABEL: func.func @marked_more(
// CHECK: %[[MEMORY:.+]] = memref.get_global @[[$BITS]] : memref<33x32xi1>
// CHECK: %[[VALUES:.+]] = sparse.bind %[[MEMORY]] on (
// CHECK: %[[TENSOR:.+]] = sparse.pack %[[VALUES]]
// CHECK: sparse.generic {{.*}}ins(%[[TENSOR]], %
func.func @marked_more(%x: tensor<33x32xf32>) -> tensor<33x32xf32> {
  %y = tesa.mark %x keeps <[33, 32] by [1, 1] keeps "5a5a5a5aa5a5a5a55a5a5a5aa5a5a5a55a5a5a5aa5a5a5a55a5a5a5aa5a5a5a55a5a5a5aa5a5a5a55a5a5a5aa5a5a5a55a5a5a5aa5a5a5a55a5a5a5aa5a5a5a55a5a5a5aa5a5a5a55a5a5a5aa5a5a5a55a5a5a5aa5a5a5a55a5a5a5aa5a5a5a55a5a5a5aa5a5a5a55a5a5a5aa5a5a5a55a5a5a5aa5a5a5a55a5a5a5aa5a5a5a55a5a5a5a"> : tensor<33x32xf32>
  return %y : tensor<33x32xf32>
}

// -----

// What a mark leaves of an argument in a format is chosen by who reads it:
// it still drives.

// CHECK-LABEL: func.func @marked_in_a_format(
// CHECK-SAME: %[[W:[a-z0-9]+]]: !sparse.tensor<6x5xf32, #sparse.csr>
// CHECK: %[[BITS:.+]] = sparse.pack %{{.+}} : !sparse.buffer<6xi1>
// CHECK: sparse.generic "W" driver(%[[W]]) ins(%{{.+}}, %[[BITS]], %[[W]] :
// CHECK-NEXT: ^bb0(%[[A:.+]]: f32, %[[KEPT:.+]]: i1, %[[B:.+]]: f32):
// CHECK-NEXT: %[[S:.+]] = arith.select %[[KEPT]], %[[B]], %{{.+}} : f32
// CHECK-NEXT: %[[T:.+]] = arith.mulf %[[A]], %[[S]]
// CHECK-NEXT: sparse.yield %[[T]]
// CHECK: sparse.generic "W" driver(%[[W]])
func.func @marked_in_a_format(%X: tensor<4x6xf32> {sparse.name = "X"}, %W: tensor<6x5xf32> {sparse.name = "W", sparse.format = #sparse.csr}) -> (tensor<4x5xf32>, tensor<4x5xf32>) {
  %kept = tesa.mark %W keeps <[6, 5] by [1, 5] keeps "39"> : tensor<6x5xf32>
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<4x5xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%empty : tensor<4x5xf32>) -> tensor<4x5xf32>
  %Y = linalg.matmul ins(%X, %kept : tensor<4x6xf32>, tensor<6x5xf32>) outs(%fill : tensor<4x5xf32>) -> tensor<4x5xf32>
  %Z = linalg.matmul ins(%X, %kept : tensor<4x6xf32>, tensor<6x5xf32>) outs(%Y : tensor<4x5xf32>) -> tensor<4x5xf32>
  return %Y, %Z : tensor<4x5xf32>, tensor<4x5xf32>
}

// -----

// Functions that are called are a part of who calls them; those that may be
// called from outside are there as well.

// CHECK-LABEL: func.func @shared(
// CHECK: arith.addf
// CHECK-NOT: func.func private
// CHECK-LABEL: func.func @calls(
// CHECK: arith.addf
// CHECK: arith.mulf
// CHECK: arith.addf
// CHECK: arith.mulf
// CHECK: return
func.func @shared(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = arith.addf %x, %x : tensor<4xf32>
  return %y : tensor<4xf32>
}
func.func private @squares(%x: tensor<4xf32>) -> tensor<4xf32> {
  %s = call @shared(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %y = arith.mulf %s, %s : tensor<4xf32>
  return %y : tensor<4xf32>
}
func.func @calls(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = call @squares(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %z = call @squares(%y) : (tensor<4xf32>) -> tensor<4xf32>
  return %z : tensor<4xf32>
}

// -----

// A splat is a number, whatever it stands for.

// CHECK-LABEL: func.func @splat(
// CHECK-SAME: %[[X:[^:]+]]: !sparse.tensor<1099511627776xf32, #sparse.dense>
// CHECK: %[[TWO:.+]] = arith.constant 2.0
// CHECK: sparse.generic ins(%[[X]] :
// CHECK-NEXT: ^bb0(%[[ELEMENT:.+]]: f32):
// CHECK-NEXT: arith.mulf %[[ELEMENT]], %[[TWO]]
func.func @splat(%X: tensor<1099511627776xf32>) -> tensor<1099511627776xf32> {
  %two = arith.constant dense<2.0> : tensor<1099511627776xf32>
  %empty = tensor.empty() : tensor<1099511627776xf32>
  %Y = linalg.mul ins(%X, %two : tensor<1099511627776xf32>, tensor<1099511627776xf32>) outs(%empty : tensor<1099511627776xf32>) -> tensor<1099511627776xf32>
  return %Y : tensor<1099511627776xf32>
}

// -----

// A map with a constant names some elements of its output: what the body gives for these
// is chosen, and the others are those of the init.

// CHECK-LABEL: func.func @column(
// CHECK-SAME: %[[X:[^:]+]]: !sparse.tensor<4xf32, #sparse.dense> {{.+}}, %[[INIT:[^:]+]]: !sparse.tensor<4x3xf32, #sparse.dense> {{.+}}, %[[Y:[^:]+]]: !sparse.tensor<4x3xf32, #sparse.dense>
// CHECK: sparse.generic {{.*}}ins(%[[X]], %[[INIT]] : {{.+}}) outs(%[[PART:.+]] : !sparse.tensor<4xf32, #sparse.dense>)
// CHECK: arith.addf
// CHECK: sparse.generic {{.*}}ins(%[[PART]], %[[INIT]] : {{.+}}) outs(%[[Y]] :
// CHECK: ^bb0(%[[NEW:.+]]: f32, %[[OLD:.+]]: f32, %{{.+}}: index, %[[J:.+]]: index):
// CHECK: %[[IS:.+]] = arith.cmpi eq, %[[J]], %{{.+}} : index
// CHECK: %[[CHOSEN:.+]] = arith.select %[[IS]], %[[NEW]], %[[OLD]]
// CHECK: sparse.yield %[[CHOSEN]]
func.func @column(%x: tensor<4xf32>, %init: tensor<4x3xf32>) -> tensor<4x3xf32> {
  %y = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i, 1)>], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%init : tensor<4x3xf32>) {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<4x3xf32>
  return %y : tensor<4x3xf32>
}

// -----

// In a dimension of size 1 there is one coordinate: the output is written whole.

// CHECK-LABEL: func.func @unit(
// CHECK-COUNT-1: sparse.generic
// CHECK-NOT: sparse.generic
// CHECK: return
func.func @unit(%x: tensor<4xf32>, %init: tensor<1x4xf32>) -> tensor<1x4xf32> {
  %y = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (0, i)>], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%init : tensor<1x4xf32>) {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %a : f32
    linalg.yield %s : f32
  } -> tensor<1x4xf32>
  return %y : tensor<1x4xf32>
}
