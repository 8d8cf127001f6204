// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(convert-iter-to-scf),canonicalize,cse)' | FileCheck %s
// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(convert-iter-to-scf),spindle-verify-stage{stage=positions})' -o /dev/null

!dense = !axis.axis<dense_fixed>
!block = !axis.axis<dense_fixed, width = 4>
!ragged = !axis.axis<dense_variable>
!ell = !axis.axis<sparse_fixed, width = 8, sorted, unique>
!sparse = !axis.axis<sparse_variable, sorted, unique>
!list = !axis.axis<sparse_variable, sorted>
!single = !axis.axis<singleton>
!product = !axis.axis<product>

// A fixed axis with coordinates: a loop over offsets as far as the length. The
// storage is indexed by the offset, the coordinate is that of the position.

// CHECK-LABEL: func.func @sparse_fixed
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[ONE:.*]] = arith.constant 1 : index
// CHECK: %[[J:.*]] = axis.sparse_fixed
// CHECK: %[[AV:.*]] = sparse.bind
// CHECK: scf.for %[[ROW:.*]] = %[[ZERO]]
// CHECK-NEXT: %[[LENGTH:.*]] = axis.length %[[J]] under %[[ROW]] :
// CHECK-NEXT: scf.for %[[O:.*]] = %[[ZERO]] to %[[LENGTH]] step %[[ONE]] {
// CHECK-NEXT: %[[P:.*]] = axis.position %[[J]][%[[O]]] under %[[ROW]] :
// CHECK-NEXT: %[[COL:.*]] = axis.coordinate %[[J]][%[[P]]] under %[[ROW]] :
// CHECK-NEXT: %[[X:.*]] = sparse.load %[[AV]] at positions [%[[ROW]], %[[O]]]
// CHECK-NEXT: func.call @use(%[[COL]], %[[P]], %[[X]])
// CHECK-NEXT: } {iter.loop = #iter.loop<nest = "n", dims = ["j"], axis = sparse_fixed, kind = reduction, role = level>}
func.func @sparse_fixed(%m: index, %n: index, %len: memref<?xi32>, %crd: memref<?x8xi32>, %val: memref<?x8xf32>) {
  %c8 = arith.constant 8 : index
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_fixed %n width %c8 of %I lengths %len coordinates %crd : !dense, memref<?xi32>, memref<?x8xi32> -> !ell
  %Av = sparse.bind %val on (%I, %J) : memref<?x8xf32> on (!dense, !ell) -> !sparse.buffer<?x8xf32>
  iter.nest "n" ("i": %i at %r, "j": %j at %p) over (%I, %J : !dense, !ell) kinds [spatial, reduction] {
    %x = sparse.load %Av at [%r, %p] : !sparse.buffer<?x8xf32>
    %q = axis.position_of %p : !axis.site
    func.call @use(%j, %q, %x) : (index, index, f32) -> ()
  }
  return
}
func.func private @use(index, index, f32)

// Lengths of dense fibres, and cuts: the coordinate that a cut depends on is
// passed on where the nest knows it, of the parent and of an ancestor.

// CHECK-LABEL: func.func @lengths_and_cuts
// CHECK: %[[JO:.*]] = axis.sparse_variable
// CHECK: %[[II:.*]] = axis.dense_fixed {{.*}} cut %{{.*}} by
// CHECK: %[[JI:.*]] = axis.dense_fixed {{.*}} cut
// CHECK: %[[L:.*]] = axis.dense_fixed {{.*}} lengths
// CHECK: scf.for %[[ROW:.*]] =
// CHECK: scf.for %[[P:.*]] =
// CHECK-NEXT: %[[COL:.*]] = axis.coordinate %[[JO]][%[[P]]] under %[[ROW]] :
// CHECK-NEXT: %[[N:.*]] = axis.length %[[II]] under %[[P]] cut at %[[ROW]] :
// CHECK-NEXT: scf.for %{{.*}} = %{{.*}} to %[[N]]
// CHECK-NEXT: %[[N2:.*]] = axis.length %[[JI]] under %[[P]] cut at %[[COL]] :
// CHECK-NEXT: scf.for %{{.*}} = %{{.*}} to %[[N2]]
// CHECK: scf.for %[[ROW2:.*]] =
// CHECK-NEXT: %[[N3:.*]] = axis.length %[[L]] under %[[ROW2]] :
// CHECK-NEXT: scf.for %{{.*}} = %{{.*}} to %[[N3]]
func.func @lengths_and_cuts(%m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %len: memref<?xi32>) {
  %c4 = arith.constant 4 : index
  %IO = axis.dense_fixed %m : !dense
  %JO = axis.sparse_variable %n of %IO positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %II = axis.dense_fixed %c4 cut %m by %IO : !dense of %JO : !sparse -> !block
  %JI = axis.dense_fixed %c4 cut %n of %JO : !sparse -> !block
  %L = axis.dense_fixed %n lengths %len : memref<?xi32> of %IO : !dense -> !dense
  iter.nest "n" ("io": %io, "jo": %jo, "ii": %ii, "ji": %ji) over (%IO, %JO, %II, %JI : !dense, !sparse, !block, !block) kinds [spatial, reduction, spatial, reduction] {
    func.call @use2(%ii, %ji) : (index, index) -> ()
  }
  iter.nest "n" ("i": %i, "l": %l) over (%IO, %L : !dense, !dense) kinds [spatial, spatial] {
    func.call @use2(%i, %l) : (index, index) -> ()
  }
  return
}
func.func private @use2(index, index)

// A cut under a site of another nest, and under one that is looked up.

// CHECK-LABEL: func.func @cuts_under_sites
// CHECK-SAME: %[[C:[^:]*]]: index
// CHECK: %[[JI:.*]] = axis.dense_fixed {{.*}} cut
// CHECK: %[[R:.*]], %{{.*}} = axis.locate %{{.*}}[%[[C]]]
// CHECK: axis.length %[[JI]] under %[[R]] cut at %[[C]] :
// CHECK: axis.locate %[[JI]][%[[C]]] under %[[R]] : index cut at %[[C]] :
// CHECK: scf.for %[[ROW:.*]] =
// CHECK: axis.length %[[JI]] under %[[ROW]] cut at %[[ROW]] :
func.func @cuts_under_sites(%c: index, %m: index, %n: index) {
  %c4 = arith.constant 4 : index
  %JO = axis.dense_fixed %m : !dense
  %JI = axis.dense_fixed %c4 cut %n of %JO : !dense -> !block
  %r, %found = axis.locate %JO[%c] : !dense -> !axis.site
  iter.nest "n" ("ji": %ji) over (%JI under %r : !block) kinds [spatial] {
    func.call @use2(%ji, %ji) : (index, index) -> ()
  }
  %s, %found2 = axis.locate %JI[%c] under %r : !axis.site : !block -> !axis.site
  %p = axis.position_of %s : !axis.site
  func.call @use2(%p, %p) : (index, index) -> ()
  iter.nest "outer" ("jo": %jo at %q) over (%JO : !dense) kinds [spatial] {
    iter.nest "n" ("ji": %ji) over (%JI under %q : !block) kinds [spatial] {
      func.call @use2(%ji, %ji) : (index, index) -> ()
    }
  }
  return
}

// A ragged axis: a loop over positions, by which the storage is indexed.

// CHECK-LABEL: func.func @dense_variable
// CHECK: %[[J:.*]] = axis.dense_variable
// CHECK: scf.for %[[ROW:.*]] =
// CHECK-NEXT: %[[LENGTH:.*]] = axis.length %[[J]] under %[[ROW]]
// CHECK-NEXT: %[[BEGIN:.*]] = axis.position %[[J]][%{{.*}}] under %[[ROW]]
// CHECK-NEXT: %[[END:.*]] = arith.addi %[[BEGIN]], %[[LENGTH]]
// CHECK-NEXT: scf.for %[[P:.*]] = %[[BEGIN]] to %[[END]]
// CHECK-NEXT: %[[COL:.*]] = axis.coordinate %[[J]][%[[P]]] under %[[ROW]]
// CHECK-NEXT: %[[X:.*]] = sparse.load %{{.*}} at positions [%[[P]]]
// CHECK-NEXT: func.call @use(%[[COL]], %[[P]], %[[X]])
func.func @dense_variable(%m: index, %n: index, %pos: memref<?xi32>, %val: memref<?xf32>) {
  %I = axis.dense_fixed %m : !dense
  %J = axis.dense_variable %n of %I positions %pos : !dense, memref<?xi32> -> !ragged
  %Av = sparse.bind %val on (%I, %J) : memref<?xf32> on (!dense, !ragged) -> !sparse.buffer<?xf32>
  iter.nest "n" ("i": %i, "j": %j at %p) over (%I, %J : !dense, !ragged) kinds [spatial, reduction] {
    %x = sparse.load %Av at [%p] : !sparse.buffer<?xf32>
    %q = axis.position_of %p : !axis.site
    func.call @use(%j, %q, %x) : (index, index, f32) -> ()
  }
  return
}

// A root with a count, and a singleton under it: one loop, two coordinates.

// CHECK-LABEL: func.func @coordinate_list
// CHECK-SAME: %{{.*}}: index, %{{.*}}: index, %[[COUNT:[a-z0-9]+]]: index,
// CHECK: %[[I:.*]] = axis.sparse_variable
// CHECK: %[[J:.*]] = axis.singleton
// CHECK: scf.for %[[P:.*]] = %{{.*}} to %[[COUNT]] step
// CHECK-NEXT: %[[ROW:.*]] = axis.coordinate %[[I]][%[[P]]] :
// CHECK-NEXT: %[[Q:.*]] = axis.position %[[J]][%{{.*}}] under %[[P]]
// CHECK-NEXT: %[[COL:.*]] = axis.coordinate %[[J]][%[[Q]]] under %[[P]]
// CHECK-NEXT: %[[X:.*]] = sparse.load %{{.*}} at positions [%[[P]]]
// CHECK-NEXT: func.call @use(%[[ROW]], %[[COL]], %[[X]])
// CHECK-NEXT: } {iter.loop = #iter.loop<nest = "coo", dims = ["i"], axis = sparse_variable,
// CHECK-NEXT: return
func.func @coordinate_list(%m: index, %n: index, %nnz: index, %row: memref<?xi32>, %col: memref<?xi32>, %val: memref<?xf32>) {
  %I = axis.sparse_variable %m count %nnz coordinates %row : memref<?xi32> -> !list
  %J = axis.singleton %n of %I coordinates %col : (!list), memref<?xi32> -> !single
  %Av = sparse.bind %val on (%I, %J) : memref<?xf32> on (!list, !single) -> !sparse.buffer<?xf32>
  iter.nest "coo" ("i": %i at %p, "j": %j) over (%I, %J : !list, !single) kinds [spatial, reduction] {
    %x = sparse.load %Av at [%p] : !sparse.buffer<?xf32>
    func.call @use(%i, %j, %x) : (index, index, f32) -> ()
  }
  return
}

// A singleton with several parents: under a position of each, those of the axis
// in common first; as a dimension, and joined from the sites of its parents.

// CHECK-LABEL: func.func @sliced
// CHECK: %[[J:.*]] = axis.singleton
// CHECK: scf.for %[[SLICE:.*]] =
// CHECK: scf.for %[[S:.*]] =
// CHECK: scf.for %[[LANE:.*]] =
// CHECK-NEXT: %[[PI:.*]] = axis.position %{{.*}}[%[[LANE]]] under %[[SLICE]]
// CHECK-NEXT: %[[P:.*]] = axis.position %[[J]][%{{.*}}] under %[[SLICE]], %[[S]], %[[PI]]
// CHECK-NEXT: %[[COL:.*]] = axis.coordinate %[[J]][%[[P]]] under %[[SLICE]], %[[S]], %[[PI]]
// CHECK-NEXT: %[[X:.*]] = sparse.load %{{.*}} at positions [%[[S]], %[[LANE]]]
// CHECK-NEXT: func.call @use(%[[COL]], %[[P]], %[[X]])
// CHECK: scf.for %[[SLICE2:.*]] =
// CHECK: scf.for %[[S2:.*]] =
// CHECK: scf.for %[[LANE2:.*]] =
// CHECK: %[[PI2:.*]] = axis.position %{{.*}}[%[[LANE2]]] under %[[SLICE2]]
// CHECK: %[[P2:.*]] = axis.position %[[J]][%{{.*}}] under %[[SLICE2]], %[[S2]], %[[PI2]]
// CHECK-NEXT: func.call @use2(%[[P2]], %[[P2]])
func.func @sliced(%m: index, %n: index, %pos: memref<?xi32>, %col: memref<?x4xi32>, %val: memref<?x4xf32>) {
  %c4 = arith.constant 4 : index
  %PO = axis.dense_fixed %m : !dense
  %S = axis.dense_variable %n of %PO positions %pos : !dense, memref<?xi32> -> !ragged
  %PI = axis.dense_fixed %c4 of %PO : !dense -> !block
  %J = axis.singleton %n of %S, %PI coordinates %col : (!ragged, !block), memref<?x4xi32> -> !single
  %Av = sparse.bind %val on (%PO, %S, %PI, %J) : memref<?x4xf32> on (!dense, !ragged, !block, !single) -> !sparse.buffer<?x4xf32>
  iter.nest "n" ("po": %po, "s": %s at %p, "pi": %pi at %l, "j": %j at %q) over (%PO, %S, %PI, %J : !dense, !ragged, !block, !single) kinds [spatial, reduction, spatial, reduction] {
    %x = sparse.load %Av at [%p, %l] : !sparse.buffer<?x4xf32>
    %r = axis.position_of %q : !axis.site
    func.call @use(%j, %r, %x) : (index, index, f32) -> ()
  }
  iter.nest "joined" ("po": %po, "s": %s at %p, "pi": %pi at %l) over (%PO, %S, %PI : !dense, !ragged, !block) kinds [spatial, reduction, spatial] {
    %q = axis.join %J[%p, %l] : !single
    %r = axis.position_of %q : !axis.site
    func.call @use2(%r, %r) : (index, index) -> ()
  }
  return
}

// A product: one position per pair, and none of its own; as a dimension, and
// joined from the sites of both factors.

// CHECK-LABEL: func.func @product
// CHECK: %[[IJ:.*]] = axis.product
// CHECK: scf.for %[[B:.*]] =
// CHECK: scf.for %[[I:.*]] =
// CHECK: scf.for %[[J:.*]] =
// CHECK: %[[P:.*]] = axis.position %[[IJ]][%{{.*}}] under %[[B]], %[[I]], %[[J]]
// CHECK-NEXT: sparse.load %{{.*}} at positions [%[[P]]]
// CHECK: scf.for %[[B2:.*]] =
// CHECK: scf.for %[[I2:.*]] =
// CHECK: scf.for %[[J2:.*]] =
// CHECK: %[[P2:.*]] = axis.position %[[IJ]][%{{.*}}] under %[[B2]], %[[I2]], %[[J2]]
// CHECK-NEXT: sparse.load %{{.*}} at positions [%[[P2]]]
func.func @product(%b: index, %m: index, %n: index, %pos: memref<?xi32>, %pos2: memref<?xi32>, %off: memref<?xi32>, %val: memref<?xf32>) {
  %B = axis.dense_fixed %b : !dense
  %I = axis.dense_variable %m of %B positions %pos : !dense, memref<?xi32> -> !ragged
  %J = axis.dense_variable %n of %B positions %pos2 : !dense, memref<?xi32> -> !ragged
  %IJ = axis.product %I, %J offsets %off : !ragged, !ragged, memref<?xi32> -> !product
  %Av = sparse.bind %val on (%B, %I, %J, %IJ) : memref<?xf32> on (!dense, !ragged, !ragged, !product) -> !sparse.buffer<?xf32>
  iter.nest "n" ("b": %bb, "i": %i, "j": %j, "p": %p at %q) over (%B, %I, %J, %IJ : !dense, !ragged, !ragged, !product) kinds [spatial, spatial, spatial, spatial] {
    %x = sparse.load %Av at [%q] : !sparse.buffer<?xf32>
    func.call @use(%i, %j, %x) : (index, index, f32) -> ()
  }
  iter.nest "joined" ("b": %bb, "i": %i at %r, "j": %j at %s) over (%B, %I, %J : !dense, !ragged, !ragged) kinds [spatial, spatial, spatial] {
    %q = axis.join %IJ[%r, %s] : !product
    %x = sparse.load %Av at [%q] : !sparse.buffer<?xf32>
    func.call @use(%i, %j, %x) : (index, index, f32) -> ()
  }
  return
}

// Nothing is left to loop over under a site of the only parent.

// CHECK-LABEL: func.func @no_loop
// CHECK: scf.for %[[P:.*]] =
// CHECK-NEXT: %[[Q:.*]] = axis.position %[[J:.*]][%{{.*}}] under %[[P]]
// CHECK-NEXT: %[[COL:.*]] = axis.coordinate %[[J]][%[[Q]]] under %[[P]]
// CHECK-NEXT: func.call @use2(%[[COL]], %[[COL]])
// CHECK-NEXT: }
func.func @no_loop(%m: index, %n: index, %nnz: index, %row: memref<?xi32>, %col: memref<?xi32>) {
  %I = axis.sparse_variable %m count %nnz coordinates %row : memref<?xi32> -> !list
  %J = axis.singleton %n of %I coordinates %col : (!list), memref<?xi32> -> !single
  iter.nest "outer" ("i": %i at %p) over (%I : !list) kinds [spatial] {
    iter.nest "inner" ("j": %j) over (%J under %p : !single) kinds [reduction] {
      func.call @use2(%j, %j) : (index, index) -> ()
    }
  }
  return
}
