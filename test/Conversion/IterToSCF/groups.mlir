// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(convert-iter-to-scf),canonicalize,cse)' | FileCheck %s
// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(convert-iter-to-scf),spindle-verify-stage{stage=positions})' -o /dev/null

!dense = !axis.axis<dense_fixed>
!block = !axis.axis<dense_fixed, width = 4>
!sparse = !axis.axis<sparse_variable, sorted, unique>
!single = !axis.axis<singleton>

// One loop over the positions of the last axis, in all fibres of the first: from
// where those under its begin begin, to where those under its end would.

// CHECK-LABEL: func.func @rows_and_columns
// CHECK-SAME: %[[M:[a-z0-9]+]]: index,
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[ONE:.*]] = arith.constant 1 : index
// CHECK: %[[I:.*]] = axis.dense_fixed
// CHECK: %[[J:.*]] = axis.sparse_variable
// CHECK: %[[BEGIN:.*]] = axis.position %[[J]][%[[ZERO]]] under %[[ZERO]]
// CHECK-NEXT: %[[END:.*]] = axis.position %[[J]][%[[ZERO]]] under %[[M]]
// CHECK-NEXT: scf.for %[[P:.*]] = %[[BEGIN]] to %[[END]] step %[[ONE]] {
// CHECK-NEXT: %[[ROW:.*]] = axis.parent %[[J]][%[[P]]]
// CHECK-NEXT: %[[COL:.*]] = axis.coordinate %[[J]][%[[P]]] under %[[ROW]]
// CHECK-NEXT: sparse.load %{{.*}} at positions [%[[P]]]
// CHECK-NEXT: sparse.load %{{.*}} at positions [%[[ROW]]]
// CHECK-NEXT: func.call @use2(%[[ROW]], %[[COL]]
// CHECK-NEXT: } {iter.loop = #iter.loop<nest = "n", dims = ["i", "j"], axis = sparse_variable, kind = reduction, role = level>}
// CHECK-NEXT: return
func.func @rows_and_columns(%m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %val: memref<?xf32>, %y: memref<?xf32>) {
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %Av = sparse.bind %val on (%I, %J) : memref<?xf32> on (!dense, !sparse) -> !sparse.buffer<?xf32>
  %Yv = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  iter.nest "n" ("i": %i at %r, "j": %j at %p) over ((%I, %J) : !dense, !sparse) kinds [spatial, reduction] {
    %x = sparse.load %Av at [%p] : !sparse.buffer<?xf32>
    %z = sparse.load %Yv at [%r] : !sparse.buffer<?xf32>
    func.call @use2(%i, %j, %x, %z) : (index, index, f32, f32) -> ()
  }
  return
}
func.func private @use2(index, index, f32, f32)

// What the body does not ask for is not computed: no parent is searched.

// CHECK-LABEL: func.func @without_parents
// CHECK: scf.for %[[P:.*]] =
// CHECK-NEXT: %[[X:.*]] = sparse.load %{{.*}} at positions [%[[P]]]
// CHECK-NEXT: sparse.store %[[X]], %{{.*}} at positions [%[[P]]]
// CHECK-NEXT: } {iter.loop = #iter.loop<nest = "n", dims = ["i", "j"], axis = sparse_variable, kind = spatial, role = level>}
func.func @without_parents(%m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %val: memref<?xf32>) {
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %Av = sparse.bind %val on (%I, %J) : memref<?xf32> on (!dense, !sparse) -> !sparse.buffer<?xf32>
  iter.nest "n" ("i": %i, "j": %j at %p) over ((%I, %J) : !dense, !sparse) kinds [spatial, spatial] {
    %x = sparse.load %Av at [%p] : !sparse.buffer<?xf32>
    sparse.store %x, %Av at [%p] : !sparse.buffer<?xf32>
  }
  return
}

// A group inside of a nest, with a block in it: its storage is indexed by the
// offset, what lies under it by the position; a loop of its own follows.

// CHECK-LABEL: func.func @in_the_middle
// CHECK: %[[J:.*]] = axis.sparse_variable
// CHECK: %[[K:.*]] = axis.dense_fixed {{.*}} of %[[J]]
// CHECK: scf.for %[[ROW:.*]] =
// CHECK-NEXT: %[[B:.*]] = axis.position %[[J]][%[[ZERO:.*]]] under %[[ROW]]
// CHECK-NEXT: %[[N:.*]] = axis.length %[[J]] under %[[ROW]]
// CHECK-NEXT: %[[E:.*]] = arith.addi %[[B]], %[[N]]
// CHECK-NEXT: %[[B2:.*]] = axis.position %[[K]][%[[ZERO]]] under %[[B]]
// CHECK-NEXT: %[[E2:.*]] = axis.position %[[K]][%[[ZERO]]] under %[[E]]
// CHECK-NEXT: scf.for %[[Q:.*]] = %[[B2]] to %[[E2]]
// CHECK-NEXT: %[[P:.*]] = axis.parent %[[K]][%[[Q]]]
// CHECK-NEXT: %[[O:.*]] = axis.coordinate %[[K]][%[[Q]]] under %[[P]]
// CHECK: scf.for %[[L:.*]] =
// CHECK: sparse.load %{{.*}} at positions [%[[P]], %[[O]], %[[L]]]
// CHECK: } {iter.loop = #iter.loop<nest = "n", dims = ["l"], axis = dense_fixed, kind = spatial, role = level>}
// CHECK-NEXT: } {iter.loop = #iter.loop<nest = "n", dims = ["j", "k"], axis = dense_fixed, kind = reduction, role = level>}
func.func @in_the_middle(%m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %val: memref<?x4x?xf32>) {
  %c4 = arith.constant 4 : index
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %K = axis.dense_fixed %c4 of %J : !sparse -> !block
  %L = axis.dense_fixed %n : !dense
  %Av = sparse.bind %val on (%I, %J, %K, %L) : memref<?x4x?xf32> on (!dense, !sparse, !block, !dense) -> !sparse.buffer<?x4x?xf32>
  iter.nest "n" ("i": %i, "j": %j at %p, "k": %k at %q, "l": %l at %s) over (%I, (%J, %K), %L : !dense, !sparse, !block, !dense) kinds [spatial, reduction, spatial, spatial] {
    %x = sparse.load %Av at [%p, %q, %s] : !sparse.buffer<?x4x?xf32>
    func.call @use2(%k, %k, %x, %x) : (index, index, f32, f32) -> ()
  }
  return
}

// A group of a list and its singleton has the positions of the list.

// CHECK-LABEL: func.func @coordinate_list
// CHECK: %[[I:.*]] = axis.sparse_variable
// CHECK: %[[J:.*]] = axis.singleton
// CHECK: %[[B:.*]] = axis.position %[[J]][%{{.*}}] under
// CHECK: %[[E:.*]] = axis.position %[[J]][%{{.*}}] under
// CHECK-NEXT: scf.for %[[Q:.*]] = %[[B]] to %[[E]]
// CHECK-NEXT: axis.coordinate %[[I]][%[[Q]]]
// CHECK-NEXT: axis.coordinate %[[J]][%[[Q]]] under %[[Q]]
// CHECK-NEXT: sparse.load %{{.*}} at positions [%[[Q]]]
func.func @coordinate_list(%m: index, %n: index, %nnz: index, %row: memref<?xi32>, %col: memref<?xi32>, %val: memref<?xf32>) {
  %I = axis.sparse_variable %m count %nnz coordinates %row : memref<?xi32> -> !sparse
  %J = axis.singleton %n of %I coordinates %col : (!sparse), memref<?xi32> -> !single
  %Av = sparse.bind %val on (%I, %J) : memref<?xf32> on (!sparse, !single) -> !sparse.buffer<?xf32>
  iter.nest "n" ("i": %i at %p, "j": %j) over ((%I, %J) : !sparse, !single) kinds [spatial, spatial] {
    %x = sparse.load %Av at [%p] : !sparse.buffer<?xf32>
    func.call @use2(%i, %j, %x, %x) : (index, index, f32, f32) -> ()
  }
  return
}
