// RUN: sparse-opt %s | FileCheck %s
// RUN: sparse-opt %s | sparse-opt | FileCheck %s
// RUN: sparse-opt %s --mlir-print-op-generic | sparse-opt | FileCheck %s

// CHECK-LABEL: func.func @dense_fixed(
// CHECK-SAME: %[[M:[a-z0-9]+]]: index, %[[N:[a-z0-9]+]]: index, %[[W:[a-z0-9]+]]: index,
// CHECK-SAME: %[[LEN:[a-z0-9]+]]: memref<?xi32>
func.func @dense_fixed(%m: index, %n: index, %w: index, %len: memref<?xi32>, %pos: memref<?xi32>, %crd: memref<?xi32>) {
  %c4 = arith.constant 4 : index
  // CHECK: %[[C4:.*]] = arith.constant 4 : index
  %IO = axis.dense_fixed %m : !axis.axis<dense_fixed>
  // CHECK: %[[IO:.*]] = axis.dense_fixed %[[M]] : !axis.axis<dense_fixed>
  %I = axis.dense_fixed %m : !axis.axis<dense_fixed>
  // CHECK: %[[I:.*]] = axis.dense_fixed %[[M]] : !axis.axis<dense_fixed>
  %JO = axis.sparse_variable %n of %IO positions %pos coordinates %crd : !axis.axis<dense_fixed>, memref<?xi32>, memref<?xi32> -> !axis.axis<sparse_variable, sorted, unique>
  // CHECK: %[[JO:.*]] = axis.sparse_variable
  // CHECK: axis.dense_fixed %[[C4]] cut %[[M]] by %[[IO]] : !axis.axis<dense_fixed> of %[[JO]] : !axis.axis<sparse_variable, sorted, unique> -> !axis.axis<dense_fixed, width = 4>
  %II = axis.dense_fixed %c4 cut %m by %IO : !axis.axis<dense_fixed> of %JO : !axis.axis<sparse_variable, sorted, unique> -> !axis.axis<dense_fixed, width = 4>
  // CHECK: axis.dense_fixed %[[C4]] cut %[[N]] of %[[JO]] : !axis.axis<sparse_variable, sorted, unique> -> !axis.axis<dense_fixed, width = 4>
  %JI = axis.dense_fixed %c4 cut %n of %JO : !axis.axis<sparse_variable, sorted, unique> -> !axis.axis<dense_fixed, width = 4>
  // CHECK: axis.dense_fixed %[[W]] lengths %[[LEN]] : memref<?xi32> of %[[I]] : !axis.axis<dense_fixed> -> !axis.axis<dense_fixed>
  %K = axis.dense_fixed %w lengths %len : memref<?xi32> of %I : !axis.axis<dense_fixed> -> !axis.axis<dense_fixed>
  return
}

// CHECK-LABEL: func.func @skewed_rows(
// CHECK-SAME: %[[M:[a-z0-9]+]]: index, %[[N:[a-z0-9]+]]: index, %[[P:[a-z0-9]+]]: index, %[[D_AT:[a-z0-9]+]]: index
func.func @skewed_rows(%m: index, %n: index, %p: index, %d: index, %from: index, %crd: memref<?xi32>) {
  // CHECK: %[[D:.*]] = axis.sparse_variable
  %D = axis.sparse_variable %m from %from count %n coordinates %crd : memref<?xi32> -> !axis.axis<sparse_variable, sorted, unique>
  // CHECK: %[[DI:.*]] = axis.dense_fixed %[[M]] skew %[[N]] along %[[D]] : !axis.axis<sparse_variable, sorted, unique> of %[[D]] : !axis.axis<sparse_variable, sorted, unique> -> !axis.axis<dense_fixed>
  %DI = axis.dense_fixed %m skew %n along %D : !axis.axis<sparse_variable, sorted, unique> of %D : !axis.axis<sparse_variable, sorted, unique> -> !axis.axis<dense_fixed>
  // CHECK: axis.start %[[DI]] under %[[P]] skew at %[[D_AT]] : !axis.axis<dense_fixed>
  %o = axis.start %DI under %p skew at %d : !axis.axis<dense_fixed>
  return
}

// CHECK-LABEL: func.func @cut_groups(
// CHECK-SAME: %[[N:[a-z0-9]+]]: index, %{{.*}}: memref<?xi32>, %{{.*}}: memref<?x8xi32>, %[[CRD:[a-z0-9]+]]: memref<?x?x2xi32>
func.func @cut_groups(%n: index, %len: memref<?xi32>, %crd: memref<?x8xi32>, %pairs: memref<?x?x2xi32>) {
  // CHECK: %[[C2:.*]] = arith.constant 2 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  // CHECK: %[[C4:.*]] = arith.constant 4 : index
  %c4 = arith.constant 4 : index
  // CHECK: %[[I:.*]] = axis.dense_fixed
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // CHECK: %[[JO:.*]] = axis.dense_fixed %{{.*}} of
  %JO = axis.dense_fixed %n of %I : !axis.axis<dense_fixed> -> !axis.axis<dense_fixed>
  // CHECK: axis.sparse_fixed %{{.*}} width %{{.*}} of %[[I]]
  // CHECK: axis.sparse_fixed %[[C4]] width %[[C2]] cut %[[N]] of %[[JO]] coordinates %[[CRD]] : !axis.axis<dense_fixed>, memref<?x?x2xi32> -> !axis.axis<sparse_fixed, width = 2, unique>
  %J = axis.sparse_fixed %n width %c8 of %I lengths %len coordinates %crd : !axis.axis<dense_fixed>, memref<?xi32>, memref<?x8xi32> -> !axis.axis<sparse_fixed, width = 8, sorted, unique>
  %P = axis.sparse_fixed %c4 width %c2 cut %n of %JO coordinates %pairs : !axis.axis<dense_fixed>, memref<?x?x2xi32> -> !axis.axis<sparse_fixed, width = 2, unique>
  return
}

// CHECK-LABEL: func.func @variable(
// CHECK-SAME: %[[M:[a-z0-9]+]]: index, %[[N:[a-z0-9]+]]: index, %[[NNZ:[a-z0-9]+]]: index,
// CHECK-SAME: %[[POS:[a-z0-9]+]]: memref<?xi32>, %[[ROW:[a-z0-9]+]]: memref<?xi32>
func.func @variable(%m: index, %n: index, %nnz: index, %pos: memref<?xi32>, %row: memref<?xi32>) {
  // CHECK: %[[I:.*]] = axis.dense_fixed %[[M]]
  %I = axis.dense_fixed %m : !axis.axis<dense_fixed>
  // CHECK: axis.dense_variable %[[N]] of %[[I]] positions %[[POS]] : !axis.axis<dense_fixed>, memref<?xi32> -> !axis.axis<dense_variable>
  %J = axis.dense_variable %n of %I positions %pos : !axis.axis<dense_fixed>, memref<?xi32> -> !axis.axis<dense_variable>
  // CHECK: axis.dense_variable %[[N]] count %[[NNZ]] : !axis.axis<dense_variable, pos = i64>
  %R = axis.dense_variable %n count %nnz : !axis.axis<dense_variable, pos = i64>
  // CHECK: axis.sparse_variable %[[M]] count %[[NNZ]] coordinates %[[ROW]] : memref<?xi32> -> !axis.axis<sparse_variable, sorted>
  %E = axis.sparse_variable %m count %nnz coordinates %row : memref<?xi32> -> !axis.axis<sparse_variable, sorted>
  // CHECK: axis.sparse_variable %[[M]] from %[[N]] of %[[I]] positions %[[POS]] coordinates %[[ROW]] : !axis.axis<dense_fixed>, memref<?xi32>, memref<?xi32> -> !axis.axis<sparse_variable>
  %D = axis.sparse_variable %m from %n of %I positions %pos coordinates %row : !axis.axis<dense_fixed>, memref<?xi32>, memref<?xi32> -> !axis.axis<sparse_variable>
  return
}

// CHECK-LABEL: func.func @sparse_fixed(
// CHECK-SAME: %[[N:[a-z0-9]+]]: index, %[[W:[a-z0-9]+]]: index, %[[LEN:[a-z0-9]+]]: memref<?xi32>,
// CHECK-SAME: %[[CRD:[a-z0-9]+]]: memref<?x8xi32>, %[[WIDE:[a-z0-9]+]]: memref<?x?xi64>, %[[ROOT:[a-z0-9]+]]: memref<?xi16>
func.func @sparse_fixed(%n: index, %w: index, %len: memref<?xi32>, %crd: memref<?x8xi32>, %wide: memref<?x?xi64>, %root: memref<?xi16>) {
  %c8 = arith.constant 8 : index
  // CHECK: %[[C8:.*]] = arith.constant 8 : index
  // CHECK: %[[I:.*]] = axis.dense_fixed %[[N]]
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // CHECK: axis.sparse_fixed %[[N]] width %[[C8]] of %[[I]] lengths %[[LEN]] coordinates %[[CRD]] : !axis.axis<dense_fixed>, memref<?xi32>, memref<?x8xi32> -> !axis.axis<sparse_fixed, width = 8, sorted, unique>
  %J = axis.sparse_fixed %n width %c8 of %I lengths %len coordinates %crd : !axis.axis<dense_fixed>, memref<?xi32>, memref<?x8xi32> -> !axis.axis<sparse_fixed, width = 8, sorted, unique>
  // CHECK: axis.sparse_fixed %[[N]] from %[[W]] width %[[W]] of %[[I]] coordinates %[[WIDE]] : !axis.axis<dense_fixed>, memref<?x?xi64> -> !axis.axis<sparse_fixed, crd = i64>
  %F = axis.sparse_fixed %n from %w width %w of %I coordinates %wide : !axis.axis<dense_fixed>, memref<?x?xi64> -> !axis.axis<sparse_fixed, crd = i64>
  // CHECK: axis.sparse_fixed %[[N]] width %[[W]] coordinates %[[ROOT]] : memref<?xi16> -> !axis.axis<sparse_fixed, crd = i16>
  %R = axis.sparse_fixed %n width %w coordinates %root : memref<?xi16> -> !axis.axis<sparse_fixed, crd = i16>
  return
}

// CHECK-LABEL: func.func @singleton(
// CHECK-SAME: %[[N:[a-z0-9]+]]: index, %[[NNZ:[a-z0-9]+]]: index, %[[POS:[a-z0-9]+]]: memref<?xi32>,
// CHECK-SAME: %[[COL:[a-z0-9]+]]: memref<?xi32>, %[[PERM:[a-z0-9]+]]: memref<?x4xi32>, %[[CELLS:[a-z0-9]+]]: memref<?x4xi32>
func.func @singleton(%n: index, %nnz: index, %pos: memref<?xi32>, %col: memref<?xi32>, %perm: memref<?x4xi32>, %cells: memref<?x4xi32>) {
  %c4 = arith.constant 4 : index
  // CHECK: %[[E:.*]] = axis.sparse_variable
  %E = axis.sparse_variable %n count %nnz coordinates %col : memref<?xi32> -> !axis.axis<sparse_variable, sorted>
  // CHECK: axis.singleton %[[N]] of %[[E]] coordinates %[[COL]] : (!axis.axis<sparse_variable, sorted>), memref<?xi32> -> !axis.axis<singleton>
  %J = axis.singleton %n of %E coordinates %col : (!axis.axis<sparse_variable, sorted>), memref<?xi32> -> !axis.axis<singleton>
  %PO = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // CHECK: %[[S:.*]] = axis.dense_variable
  %S = axis.dense_variable %n of %PO positions %pos : !axis.axis<dense_fixed>, memref<?xi32> -> !axis.axis<dense_variable>
  // CHECK: %[[PI:.*]] = axis.dense_fixed
  %PI = axis.dense_fixed %c4 of %PO : !axis.axis<dense_fixed> -> !axis.axis<dense_fixed, width = 4>
  // CHECK: axis.singleton %[[N]] of %[[PI]] coordinates %[[PERM]] : (!axis.axis<dense_fixed, width = 4>), memref<?x4xi32> -> !axis.axis<singleton, unique>
  %I = axis.singleton %n of %PI coordinates %perm : (!axis.axis<dense_fixed, width = 4>), memref<?x4xi32> -> !axis.axis<singleton, unique>
  // CHECK: axis.singleton %[[N]] of %[[S]], %[[PI]] coordinates %[[CELLS]] : (!axis.axis<dense_variable>, !axis.axis<dense_fixed, width = 4>), memref<?x4xi32> -> !axis.axis<singleton>
  %JS = axis.singleton %n of %S, %PI coordinates %cells : (!axis.axis<dense_variable>, !axis.axis<dense_fixed, width = 4>), memref<?x4xi32> -> !axis.axis<singleton>
  return
}

// CHECK-LABEL: func.func @product(
// CHECK-SAME: %[[OFF:[a-z0-9]+]]: memref<?xi32>
func.func @product(%off: memref<?xi32>, %n: index, %pos: memref<?xi32>) {
  %B = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // CHECK: %[[I:.*]] = axis.dense_variable
  %I = axis.dense_variable %n of %B positions %pos : !axis.axis<dense_fixed>, memref<?xi32> -> !axis.axis<dense_variable>
  // CHECK: %[[J:.*]] = axis.dense_variable
  %J = axis.dense_variable %n of %B positions %pos : !axis.axis<dense_fixed>, memref<?xi32> -> !axis.axis<dense_variable>
  // CHECK: %[[IJ:.*]] = axis.product %[[I]], %[[J]] offsets %[[OFF]] : !axis.axis<dense_variable>, !axis.axis<dense_variable>, memref<?xi32> -> !axis.axis<product>
  %IJ = axis.product %I, %J offsets %off : !axis.axis<dense_variable>, !axis.axis<dense_variable>, memref<?xi32> -> !axis.axis<product>
  iter.nest "pairs" ("b": %b, "i": %i at %r, "j": %j at %s) over (%B, %I, %J : !axis.axis<dense_fixed>, !axis.axis<dense_variable>, !axis.axis<dense_variable>) kinds [spatial, spatial, spatial] {
    // CHECK: at %[[R:.*]], "j": %{{.*}} at %[[S:[^)]*]]) over
    // CHECK: %[[P:.*]] = axis.join %[[IJ]][%[[R]], %[[S]]] : !axis.axis<product>
    %p = axis.join %IJ[%r, %s] : !axis.axis<product>
    // CHECK: axis.position_of %[[P]] : !axis.site
    %q = axis.position_of %p : !axis.site
  }
  return
}

// CHECK-LABEL: func.func @occupancy(
// CHECK-SAME: %[[BITS:[a-z0-9]+]]: memref<?x4x4xi1>, %[[SQUARE:[a-z0-9]+]]: memref<?x?xi8>
func.func @occupancy(%bits: memref<?x4x4xi1>, %square: memref<?x?xi8>, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>) {
  %c4 = arith.constant 4 : index
  // CHECK: %[[IO:.*]] = axis.dense_fixed
  %IO = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // CHECK: %[[JO:.*]] = axis.sparse_variable
  %JO = axis.sparse_variable %n of %IO positions %pos coordinates %crd : !axis.axis<dense_fixed>, memref<?xi32>, memref<?xi32> -> !axis.axis<sparse_variable, sorted, unique>
  // CHECK: %[[II:.*]] = axis.dense_fixed
  %II = axis.dense_fixed %c4 of %IO : !axis.axis<dense_fixed> -> !axis.axis<dense_fixed, width = 4>
  // CHECK: %[[JI:.*]] = axis.dense_fixed
  %JI = axis.dense_fixed %c4 of %JO : !axis.axis<sparse_variable, sorted, unique> -> !axis.axis<dense_fixed, width = 4>
  // CHECK: axis.occupancy %[[BITS]] on (%[[IO]], %[[JO]], %[[II]], %[[JI]]) : memref<?x4x4xi1> on (!axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>, !axis.axis<dense_fixed, width = 4>, !axis.axis<dense_fixed, width = 4>) -> !axis.axis<occupancy>
  %E = axis.occupancy %bits on (%IO, %JO, %II of 0, %JI) : memref<?x4x4xi1> on (!axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>, !axis.axis<dense_fixed, width = 4>, !axis.axis<dense_fixed, width = 4>) -> !axis.axis<occupancy>
  // CHECK: axis.occupancy %[[SQUARE]] on (%[[IO]], %[[IO]]) : memref<?x?xi8> on (!axis.axis<dense_fixed>, !axis.axis<dense_fixed>) -> !axis.axis<occupancy> {note = "kept"}
  %S = axis.occupancy %square on (%IO, %IO) : memref<?x?xi8> on (!axis.axis<dense_fixed>, !axis.axis<dense_fixed>) -> !axis.axis<occupancy> {note = "kept"}
  return
}

// CHECK-LABEL: func.func @questions_to_several_parents(
// CHECK-SAME: %[[PO:[a-z0-9]+]]: index, %[[P:[a-z0-9]+]]: index, %[[Q:[a-z0-9]+]]: index
func.func @questions_to_several_parents(%o: index, %p: index, %q: index, %n: index, %pos: memref<?xi32>, %cells: memref<?x4xi32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %PO = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %S = axis.dense_variable %n of %PO positions %pos : !axis.axis<dense_fixed>, memref<?xi32> -> !axis.axis<dense_variable>
  // CHECK: %[[PI:.*]] = axis.dense_fixed %{{.*}} cut
  %PI = axis.dense_fixed %c4 cut %n of %PO : !axis.axis<dense_fixed> -> !axis.axis<dense_fixed, width = 4>
  // CHECK: %[[J:.*]] = axis.singleton
  %J = axis.singleton %n of %S, %PI coordinates %cells : (!axis.axis<dense_variable>, !axis.axis<dense_fixed, width = 4>), memref<?x4xi32> -> !axis.axis<singleton>
  // CHECK: axis.length %[[J]] under %[[PO]], %[[P]], %[[Q]] : !axis.axis<singleton>
  %len = axis.length %J under %o, %p, %q : !axis.axis<singleton>
  // CHECK: %[[AT:.*]] = axis.position %[[J]][%{{.*}}] under %[[PO]], %[[P]], %[[Q]] : !axis.axis<singleton>
  %at = axis.position %J[%c0] under %o, %p, %q : !axis.axis<singleton>
  // CHECK: axis.coordinate %[[J]][%[[AT]]] under %[[PO]], %[[P]], %[[Q]] : !axis.axis<singleton>
  %j = axis.coordinate %J[%at] under %o, %p, %q : !axis.axis<singleton>
  // CHECK: axis.locate %[[J]][%{{.*}}] under %[[PO]], %[[P]], %[[Q]] : index, index, index by linear : !axis.axis<singleton> -> index
  %place, %found = axis.locate %J[%j] under %o, %p, %q : index, index, index by linear : !axis.axis<singleton> -> index
  // CHECK: axis.length %[[PI]] under %[[PO]] cut at %[[PO]] : !axis.axis<dense_fixed, width = 4>
  %w = axis.length %PI under %o cut at %o : !axis.axis<dense_fixed, width = 4>
  // CHECK: axis.occupied %[[PI]][%[[Q]]] under %[[PO]] cut at %[[PO]] : !axis.axis<dense_fixed, width = 4>
  %in = axis.occupied %PI[%q] under %o cut at %o : !axis.axis<dense_fixed, width = 4>
  // CHECK: axis.locate %[[PI]][%[[Q]]] under %[[PO]] : index cut at %[[PO]] by direct : !axis.axis<dense_fixed, width = 4> -> index
  %place2, %found2 = axis.locate %PI[%q] under %o : index cut at %o by direct : !axis.axis<dense_fixed, width = 4> -> index
  return
}

// CHECK-LABEL: func.func @a_walk_along_a_fibre(
// CHECK-SAME: %[[I:[a-z0-9]+]]: index, %[[COORDINATE:[a-z0-9]+]]: index, %[[CURSOR:[a-z0-9]+]]: index
func.func @a_walk_along_a_fibre(%i: index, %j: index, %cursor: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // CHECK: %[[J:.*]] = axis.sparse_variable
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !axis.axis<dense_fixed>, memref<?xi32>, memref<?xi32> -> !axis.axis<sparse_variable, sorted, unique>
  // CHECK: axis.locate %[[J]][%[[COORDINATE]]] under %[[I]] : index by carry from %[[CURSOR]] : !axis.axis<sparse_variable, sorted, unique> -> index
  %next, %found = axis.locate %J[%j] under %i : index by carry from %cursor : !axis.axis<sparse_variable, sorted, unique> -> index
  return
}

// CHECK-LABEL: func.func @examples(
// CHECK: axis.dense_fixed
// CHECK-COUNT-2: axis.sparse_variable
// CHECK-COUNT-4: axis.dense_fixed
// CHECK-COUNT-2: axis.sparse_variable
func.func @examples(%m: index, %n: index, %w: index, %nnz: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %row: memref<?xi32>, %len: memref<?xi32>) {
  %c4 = arith.constant 4 : index
  %IO = axis.dense_fixed %m : !axis.axis<dense_fixed>
  %JO = axis.sparse_variable %n of %IO positions %pos coordinates %crd : !axis.axis<dense_fixed>, memref<?xi32>, memref<?xi32> -> !axis.axis<sparse_variable, sorted, unique>
  %D = axis.sparse_variable %m from %n count %nnz coordinates %crd : memref<?xi32> -> !axis.axis<sparse_variable, sorted, unique>
  %I = axis.dense_fixed %m : !axis.axis<dense_fixed>
  %II = axis.dense_fixed %c4 cut %m by %IO : !axis.axis<dense_fixed> of %JO : !axis.axis<sparse_variable, sorted, unique> -> !axis.axis<dense_fixed, width = 4>
  %K = axis.dense_fixed %w lengths %len : memref<?xi32> of %I : !axis.axis<dense_fixed> -> !axis.axis<dense_fixed>
  %DI = axis.dense_fixed %m skew %n along %D : !axis.axis<sparse_variable, sorted, unique> of %D : !axis.axis<sparse_variable, sorted, unique> -> !axis.axis<dense_fixed>
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !axis.axis<dense_fixed>, memref<?xi32>, memref<?xi32> -> !axis.axis<sparse_variable, sorted, unique>
  %E = axis.sparse_variable %m count %nnz coordinates %row : memref<?xi32> -> !axis.axis<sparse_variable, sorted>
  return
}
