// RUN: sparse-opt %s --canonicalize | FileCheck %s

!sparse = !axis.axis<sparse_variable, sorted, unique>

// CHECK-LABEL: func.func @extent_is_that_of_the_constructor(
// CHECK-SAME: %[[M:[a-z0-9]+]]: index, %[[N:[a-z0-9]+]]: index
// CHECK-NEXT: return %[[M]], %[[N]], %[[M]]
func.func @extent_is_that_of_the_constructor(%m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>) -> (index, index, index) {
  %I = axis.dense_fixed %m : !axis.axis<dense_fixed>
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !axis.axis<dense_fixed>, memref<?xi32>, memref<?xi32> -> !sparse
  %K = axis.dense_fixed %m of %J : !sparse -> !axis.axis<dense_fixed>
  %0 = axis.extent %I : !axis.axis<dense_fixed>
  %1 = axis.extent %J : !sparse
  %2 = axis.extent %K : !axis.axis<dense_fixed>
  return %0, %1, %2 : index, index, index
}

// CHECK-LABEL: func.func @extent_of_an_unpacked_axis_stays(
// CHECK: %[[J:.*]] = axis.extent
// CHECK-NEXT: return %[[J]]
func.func @extent_of_an_unpacked_axis_stays(%A: !sparse.tensor<?x?xf32, #sparse.csr>) -> index {
  %I, %J, %Av = sparse.unpack %A : !sparse.tensor<?x?xf32, #sparse.csr> -> !axis.axis<dense_fixed>, !sparse, !sparse.buffer<?xf32>
  %0 = axis.extent %J : !sparse
  return %0 : index
}

// CHECK-LABEL: func.func @positions_of_a_dense_root_are_offsets_and_coordinates(
// CHECK-SAME: %[[O:[a-z0-9]+]]: index)
// CHECK-NEXT: return %[[O]], %[[O]]
func.func @positions_of_a_dense_root_are_offsets_and_coordinates(%m: index, %o: index) -> (index, index) {
  %I = axis.dense_fixed %m : !axis.axis<dense_fixed>
  %0 = axis.position %I[%o] : !axis.axis<dense_fixed>
  %1 = axis.coordinate %I[%o] : !axis.axis<dense_fixed>
  return %0, %1 : index, index
}

// Under a parent, positions count through all fibres.

// CHECK-LABEL: func.func @positions_under_a_parent_stay(
// CHECK: %[[P:.*]] = axis.position
// CHECK: %[[C:.*]] = axis.coordinate
// CHECK: return %[[P]], %[[C]]
func.func @positions_under_a_parent_stay(%m: index, %o: index, %i: index) -> (index, index) {
  %I = axis.dense_fixed %m : !axis.axis<dense_fixed>
  %K = axis.dense_fixed %m of %I : !axis.axis<dense_fixed> -> !axis.axis<dense_fixed>
  %0 = axis.position %K[%o] under %i : !axis.axis<dense_fixed>
  %1 = axis.coordinate %K[%o] under %i : !axis.axis<dense_fixed>
  return %0, %1 : index, index
}

// CHECK-LABEL: func.func @sparse_positions_stay(
// CHECK: axis.position
// CHECK: axis.coordinate
func.func @sparse_positions_stay(%m: index, %o: index, %i: index, %pos: memref<?xi32>, %crd: memref<?xi32>) -> (index, index) {
  %I = axis.dense_fixed %m : !axis.axis<dense_fixed>
  %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !axis.axis<dense_fixed>, memref<?xi32>, memref<?xi32> -> !sparse
  %0 = axis.position %J[%o] under %i : !sparse
  %1 = axis.coordinate %J[%o] under %i : !sparse
  return %0, %1 : index, index
}

// CHECK-LABEL: func.func @unused_axes_and_questions_go(
// CHECK-NEXT: return
func.func @unused_axes_and_questions_go(%m: index, %i: index, %pos: memref<?xi32>, %crd: memref<?xi32>) {
  %I = axis.dense_fixed %m : !axis.axis<dense_fixed>
  %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !axis.axis<dense_fixed>, memref<?xi32>, memref<?xi32> -> !sparse
  %0 = axis.size %J : !sparse
  %1 = axis.length %J under %i : !sparse
  %2 = axis.parent %J[%i] : !sparse
  %3 = axis.occupied %J[%i] under %i : !sparse
  %4, %5 = axis.locate %J[%i] under %i : index : !sparse -> index
  return
}

// What is undefined where it runs may stand where it does not: constants found
// late make no program invalid.

// CHECK-LABEL: func.func @an_extent_that_is_not_the_width(
// CHECK: %[[EIGHT:.*]] = arith.constant 8 : index
// CHECK: axis.dense_fixed %[[EIGHT]] : !axis.axis<dense_fixed, width = 4>
func.func @an_extent_that_is_not_the_width(%never: i1, %out: memref<?xindex>, %i: index) {
  %c4 = arith.constant 4 : index
  %n = arith.addi %c4, %c4 : index
  scf.if %never {
    %I = axis.dense_fixed %n : !axis.axis<dense_fixed, width = 4>
    %size = axis.size %I : !axis.axis<dense_fixed, width = 4>
    memref.store %size, %out[%i] : memref<?xindex>
  }
  return
}
