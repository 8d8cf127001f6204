// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(convert-iter-to-scf),canonicalize,cse)' | FileCheck %s
// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(convert-iter-to-scf),spindle-verify-stage{stage=positions})' -o /dev/null

!dense = !axis.axis<dense_fixed>
!block = !axis.axis<dense_fixed, width = 4>
!ragged = !axis.axis<dense_variable>
!ell = !axis.axis<sparse_fixed, width = 8, sorted, unique>
!sparse = !axis.axis<sparse_variable, sorted, unique>
!single = !axis.axis<singleton>
!product = !axis.axis<product>
!occupancy = !axis.axis<occupancy>

// A fixed axis with coordinates: the storage is indexed by the offset in the
// fibre.

// CHECK-LABEL: func.func @sparse_fixed
// CHECK-SAME: %[[I:[^:]*]]: index, %[[J:[^:]*]]: index
// CHECK: %[[JAXIS:.*]] = axis.sparse_fixed
// CHECK: %[[P:.*]], %[[FOUND:.*]] = axis.locate %[[JAXIS]][%[[J]]] under %[[I]] : index
// CHECK-NEXT: %[[BEGIN:.*]] = axis.position %[[JAXIS]][%{{.*}}] under %[[I]]
// CHECK-NEXT: %[[O:.*]] = arith.subi %[[P]], %[[BEGIN]]
// CHECK-NEXT: scf.if %[[FOUND]]
// CHECK-NEXT: sparse.load %{{.*}} at positions [%[[I]], %[[O]]]
func.func @sparse_fixed(%i: index, %j: index, %m: index, %n: index, %crd: memref<?x8xi32>, %val: memref<?x8xf32>) -> f32 {
  %c8 = arith.constant 8 : index
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_fixed %n width %c8 of %I coordinates %crd : !dense, memref<?x8xi32> -> !ell
  %Av = sparse.bind %val on (%I, %J) : memref<?x8xf32> on (!dense, !ell) -> !sparse.buffer<?x8xf32>
  %x = sparse.load %Av[%i, %j] : !sparse.buffer<?x8xf32>
  return %x : f32
}

// Dense fibres that may lack cells are asked; a cut depends on the coordinate
// that was given. What lies under is only asked for where the cell is.

// CHECK-LABEL: func.func @lengths_and_cuts
// CHECK-SAME: %[[I:[^:]*]]: index, %[[J:[^:]*]]: index
// CHECK: %[[II:.*]] = axis.dense_fixed {{.*}} cut
// CHECK: %[[L:.*]] = axis.dense_fixed {{.*}} lengths
// CHECK: %[[P:.*]], %[[FOUND:.*]] = axis.locate %[[II]][%[[J]]] under %[[I]] : index cut at %[[I]] :
// CHECK-NEXT: scf.if %[[FOUND]]
// CHECK-NEXT: sparse.load %{{.*}} at positions [%[[I]], %[[J]]]
// CHECK: %[[Q:.*]], %[[FOUND2:.*]] = axis.locate %[[L]][%[[J]]] under %[[I]] : index :
// CHECK-NEXT: scf.if %[[FOUND2]]
// CHECK-NEXT: sparse.load %{{.*}} at positions [%[[I]], %[[J]]]
func.func @lengths_and_cuts(%i: index, %j: index, %m: index, %len: memref<?xi32>, %val: memref<?x4xf32>) -> (f32, f32) {
  %c4 = arith.constant 4 : index
  %IO = axis.dense_fixed %m : !dense
  %II = axis.dense_fixed %c4 cut %m of %IO : !dense -> !block
  %L = axis.dense_fixed %c4 lengths %len : memref<?xi32> of %IO : !dense -> !block
  %Av = sparse.bind %val on (%IO, %II) : memref<?x4xf32> on (!dense, !block) -> !sparse.buffer<?x4xf32>
  %Bv = sparse.bind %val on (%IO, %L) : memref<?x4xf32> on (!dense, !block) -> !sparse.buffer<?x4xf32>
  %x = sparse.load %Av[%i, %j] : !sparse.buffer<?x4xf32>
  %y = sparse.load %Bv[%i, %j] : !sparse.buffer<?x4xf32>
  return %x, %y : f32, f32
}

// A cut by an ancestor depends on the ancestor's coordinate, not on the parent's.

// CHECK-LABEL: func.func @cut_by_an_ancestor
// CHECK-SAME: %[[IO:[^:]*]]: index, %[[JO:[^:]*]]: index, %[[I:[^:]*]]: index
// CHECK: %[[II:.*]] = axis.dense_fixed {{.*}} cut
// CHECK: %[[P:.*]], %{{.*}} = axis.locate %{{.*}}[%[[JO]]] under %[[IO]] : index :
// CHECK: axis.locate %[[II]][%[[I]]] under %[[P]] : index cut at %[[IO]] :
func.func @cut_by_an_ancestor(%io: index, %jo: index, %i: index, %m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %val: memref<?x4xf32>) -> f32 {
  %c4 = arith.constant 4 : index
  %IO = axis.dense_fixed %m : !dense
  %JO = axis.sparse_variable %n of %IO positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %II = axis.dense_fixed %c4 cut %m by %IO : !dense of %JO : !sparse -> !block
  %Av = sparse.bind %val on (%IO, %JO, %II) : memref<?x4xf32> on (!dense, !sparse, !block) -> !sparse.buffer<?x4xf32>
  %x = sparse.load %Av[%io, %jo, %i] : !sparse.buffer<?x4xf32>
  return %x : f32
}

// A ragged fibre may be too short; `found` tells.

// CHECK-LABEL: func.func @found
// CHECK: %[[FILL:.*]] = arith.constant 2.000000e+00
// CHECK: %[[P:.*]], %[[FOUND:.*]] = axis.locate
// CHECK-NEXT: %[[X:.*]] = scf.if %[[FOUND]] -> (f32) {
// CHECK-NEXT: %[[V:.*]] = sparse.load %{{.*}} at positions [%[[P]]]
// CHECK-NEXT: scf.yield %[[V]]
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %[[FILL]]
// CHECK-NEXT: }
// CHECK: return %[[X]], %[[FOUND]]
func.func @found(%i: index, %j: index, %m: index, %n: index, %pos: memref<?xi32>, %val: memref<?xf32>) -> (f32, i1) {
  %I = axis.dense_fixed %m : !dense
  %J = axis.dense_variable %n of %I positions %pos : !dense, memref<?xi32> -> !ragged
  %Av = sparse.bind %val on (%I, %J) : memref<?xf32> on (!dense, !ragged) -> !sparse.buffer<?xf32, fill = 2.0>
  %x, %found = sparse.load %Av[%i, %j] found : !sparse.buffer<?xf32, fill = 2.0>
  return %x, %found : f32, i1
}

// What is always there is found.

// CHECK-LABEL: func.func @found_at_once
// CHECK: %[[TRUE:.*]] = arith.constant true
// CHECK: %[[X:.*]] = sparse.load
// CHECK: return %[[X]], %[[TRUE]]
func.func @found_at_once(%i: index, %m: index, %val: memref<?xf32>) -> (f32, i1) {
  %I = axis.dense_fixed %m : !dense
  %Av = sparse.bind %val on (%I) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  %x, %found = sparse.load %Av[%i] found : !sparse.buffer<?xf32>
  return %x, %found : f32, i1
}

// A singleton has one coordinate per position of its parents: it is compared.

// CHECK-LABEL: func.func @singleton
// CHECK-SAME: %[[I:[^:]*]]: index, %[[J:[^:]*]]: index
// CHECK: %[[IAXIS:.*]] = axis.sparse_variable
// CHECK: %[[JAXIS:.*]] = axis.singleton
// CHECK: %[[P:.*]], %[[FOUND:.*]] = axis.locate %[[IAXIS]][%[[I]]] :
// CHECK-NEXT: scf.if %[[FOUND]]
// CHECK-NEXT: %{{.*}}, %[[FOUND2:.*]] = axis.locate %[[JAXIS]][%[[J]]] under %[[P]]
// CHECK-NEXT: scf.if %[[FOUND2]]
// CHECK-NEXT: sparse.load %{{.*}} at positions [%[[P]]]
func.func @singleton(%i: index, %j: index, %m: index, %n: index, %nnz: index, %row: memref<?xi32>, %col: memref<?xi32>, %val: memref<?xf32>) -> f32 {
  %I = axis.sparse_variable %m count %nnz coordinates %row : memref<?xi32> -> !sparse
  %J = axis.singleton %n of %I coordinates %col : (!sparse), memref<?xi32> -> !single
  %Av = sparse.bind %val on (%I, %J) : memref<?xf32> on (!sparse, !single) -> !sparse.buffer<?xf32>
  %x = sparse.load %Av[%i, %j] : !sparse.buffer<?xf32>
  return %x : f32
}

// Several parents: under a position of each.

// CHECK-LABEL: func.func @sliced
// CHECK-SAME: %[[PO:[^:]*]]: index, %[[S:[^:]*]]: index, %[[PI:[^:]*]]: index, %[[J:[^:]*]]: index
// CHECK: %[[JAXIS:.*]] = axis.singleton
// CHECK: %[[P:.*]], %[[FOUND:.*]] = axis.locate %{{.*}}[%[[S]]] under %[[PO]]
// CHECK-NEXT: scf.if %[[FOUND]]
// CHECK-NEXT: %[[L:.*]] = axis.position %{{.*}}[%[[PI]]] under %[[PO]]
// CHECK-NEXT: %{{.*}}, %[[FOUND2:.*]] = axis.locate %[[JAXIS]][%[[J]]] under %[[PO]], %[[P]], %[[L]]
// CHECK-NEXT: scf.if %[[FOUND2]]
// CHECK-NEXT: sparse.load %{{.*}} at positions [%[[P]], %[[PI]]]
func.func @sliced(%po: index, %s: index, %pi: index, %j: index, %m: index, %n: index, %pos: memref<?xi32>, %col: memref<?x4xi32>, %val: memref<?x4xf32>) -> f32 {
  %c4 = arith.constant 4 : index
  %PO = axis.dense_fixed %m : !dense
  %S = axis.dense_variable %n of %PO positions %pos : !dense, memref<?xi32> -> !ragged
  %PI = axis.dense_fixed %c4 of %PO : !dense -> !block
  %J = axis.singleton %n of %S, %PI coordinates %col : (!ragged, !block), memref<?x4xi32> -> !single
  %Av = sparse.bind %val on (%PO, %S, %PI, %J) : memref<?x4xf32> on (!dense, !ragged, !block, !single) -> !sparse.buffer<?x4xf32>
  %x = sparse.load %Av[%po, %s, %pi, %j] : !sparse.buffer<?x4xf32>
  return %x : f32
}

// A product has no coordinate: its position follows from those of the factors.

// CHECK-LABEL: func.func @product
// CHECK-SAME: %[[B:[^:]*]]: index, %[[I:[^:]*]]: index, %[[J:[^:]*]]: index
// CHECK: %[[IJ:.*]] = axis.product
// CHECK: %[[P:.*]], %[[FOUND:.*]] = axis.locate %{{.*}}[%[[I]]] under %[[B]]
// CHECK: %[[Q:.*]], %[[FOUND2:.*]] = axis.locate %{{.*}}[%[[J]]] under %[[B]]
// CHECK-NEXT: scf.if %[[FOUND2]]
// CHECK-NEXT: %[[PQ:.*]] = axis.position %[[IJ]][%{{.*}}] under %[[B]], %[[P]], %[[Q]]
// CHECK-NEXT: sparse.load %{{.*}} at positions [%[[PQ]]]
func.func @product(%bb: index, %i: index, %j: index, %b: index, %m: index, %n: index, %pos: memref<?xi32>, %pos2: memref<?xi32>, %off: memref<?xi32>, %val: memref<?xf32>) -> f32 {
  %B = axis.dense_fixed %b : !dense
  %I = axis.dense_variable %m of %B positions %pos : !dense, memref<?xi32> -> !ragged
  %J = axis.dense_variable %n of %B positions %pos2 : !dense, memref<?xi32> -> !ragged
  %IJ = axis.product %I, %J offsets %off : !ragged, !ragged, memref<?xi32> -> !product
  %Av = sparse.bind %val on (%B, %I, %J, %IJ) : memref<?xf32> on (!dense, !ragged, !ragged, !product) -> !sparse.buffer<?xf32>
  %x = sparse.load %Av[%bb, %i, %j] : !sparse.buffer<?xf32>
  return %x : f32
}

// A cell whose bit is 0 is missing, and not written.

// CHECK-LABEL: func.func @occupancy
// CHECK-SAME: %[[I:[^:]*]]: index, %[[J:[^:]*]]: index
// CHECK: %[[E:.*]] = axis.occupancy
// CHECK: %[[P:.*]] = axis.position %[[E]][%{{.*}}] under %[[I]], %[[J]]
// CHECK-NEXT: %[[BIT:.*]] = axis.occupied %[[E]][%[[P]]] under %[[I]], %[[J]]
// CHECK-NEXT: %[[X:.*]] = scf.if %[[BIT]] -> (f32) {
// CHECK-NEXT: sparse.load %{{.*}} at positions [%[[I]], %[[J]]]
// CHECK: scf.if %[[BIT]] {
// CHECK-NEXT: sparse.store %[[X]], %{{.*}} at positions [%[[I]], %[[J]]]
// CHECK-NEXT: }
func.func @occupancy(%i: index, %j: index, %m: index, %n: index, %bits: memref<?x?xi8>, %val: memref<?x?xf32>) {
  %I = axis.dense_fixed %m : !dense
  %J = axis.dense_fixed %n : !dense
  %E = axis.occupancy %bits on (%I, %J) : memref<?x?xi8> on (!dense, !dense) -> !occupancy
  %Av = sparse.bind %val on (%I, %J, %E) : memref<?x?xf32> on (!dense, !dense, !occupancy) -> !sparse.buffer<?x?xf32>
  %x = sparse.load %Av[%i, %j] : !sparse.buffer<?x?xf32>
  sparse.store %x, %Av[%i, %j] : !sparse.buffer<?x?xf32>
  return
}

// What the nest has asked is not asked again.

// CHECK-LABEL: func.func @known_to_the_nest
// CHECK: axis.occupied
// CHECK-NEXT: scf.if
// CHECK-NEXT: %[[X:.*]] = sparse.load
// CHECK-NEXT: sparse.store %[[X]]
// CHECK-NOT: axis.occupied
// CHECK: axis.occupied
// CHECK: return
func.func @known_to_the_nest(%m: index, %bits: memref<?x?xi1>, %val: memref<?x?xf32>) {
  %I = axis.dense_fixed %m : !dense
  %J = axis.dense_fixed %m : !dense
  %E = axis.occupancy %bits on (%I, %J) : memref<?x?xi1> on (!dense, !dense) -> !occupancy
  %Av = sparse.bind %val on (%I, %J, %E) : memref<?x?xf32> on (!dense, !dense, !occupancy) -> !sparse.buffer<?x?xf32>
  iter.nest "n" ("i": %i, "j": %j, "e": %e) over (%I, %J, %E : !dense, !dense, !occupancy) kinds [spatial, spatial, spatial] {
    %x = sparse.load %Av[%i, %j] : !sparse.buffer<?x?xf32>
    sparse.store %x, %Av[%i, %j] : !sparse.buffer<?x?xf32>
    %y = sparse.load %Av[%j, %i] : !sparse.buffer<?x?xf32>
    func.call @use(%y) : (f32) -> ()
  }
  return
}
func.func private @use(f32)
