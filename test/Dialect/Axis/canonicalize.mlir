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

// What each fibre of a fixed axis keeps, and a root's count, is the length where no
// cells lack.

!ragged = !axis.axis<dense_variable>
!ell = !axis.axis<sparse_fixed, sorted, unique>

// CHECK-LABEL: func.func @lengths_of_whole_fibres(
// CHECK-SAME: %[[N:[a-z0-9]+]]: index, %[[W:[a-z0-9]+]]: index, %[[COUNT:[a-z0-9]+]]: index
// CHECK-NEXT: return %[[N]], %[[W]], %[[W]], %[[COUNT]], %[[COUNT]]
func.func @lengths_of_whole_fibres(%n: index, %w: index, %count: index, %i: index, %crd: memref<?xi32>, %ells: memref<?x?xi32>) -> (index, index, index, index, index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %K = axis.dense_fixed %w of %I : !axis.axis<dense_fixed> -> !axis.axis<dense_fixed>
  %L = axis.sparse_fixed %n width %w of %I coordinates %ells : !axis.axis<dense_fixed>, memref<?x?xi32> -> !ell
  %E = axis.sparse_variable %n count %count coordinates %crd : memref<?xi32> -> !sparse
  %R = axis.dense_variable %n count %count : !ragged
  %0 = axis.length %I : !axis.axis<dense_fixed>
  %1 = axis.length %K under %i : !axis.axis<dense_fixed>
  %2 = axis.length %L under %i : !ell
  %3 = axis.length %E : !sparse
  %4 = axis.length %R : !ragged
  return %0, %1, %2, %3, %4 : index, index, index, index, index
}

// CHECK-LABEL: func.func @lengths_that_depend_on_the_fibre_stay(
// CHECK-COUNT-4: axis.length
func.func @lengths_that_depend_on_the_fibre_stay(%n: index, %w: index, %i: index, %len: memref<?xi32>, %pos: memref<?xi32>, %ells: memref<?x?xi32>) -> (index, index, index, index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %K = axis.dense_fixed %w lengths %len : memref<?xi32> of %I : !axis.axis<dense_fixed> -> !axis.axis<dense_fixed>
  %C = axis.dense_fixed %w cut %n of %I : !axis.axis<dense_fixed> -> !axis.axis<dense_fixed>
  %L = axis.sparse_fixed %n width %w of %I lengths %len coordinates %ells : !axis.axis<dense_fixed>, memref<?xi32>, memref<?x?xi32> -> !ell
  %R = axis.dense_variable %n of %I positions %pos : !axis.axis<dense_fixed>, memref<?xi32> -> !ragged
  %0 = axis.length %K under %i : !axis.axis<dense_fixed>
  %1 = axis.length %C under %i : !axis.axis<dense_fixed>
  %2 = axis.length %L under %i : !ell
  %3 = axis.length %R under %i : !ragged
  return %0, %1, %2, %3 : index, index, index, index
}

// CHECK-LABEL: func.func @sizes_of_roots(
// CHECK-SAME: %[[N:[a-z0-9]+]]: index, %[[W:[a-z0-9]+]]: index, %[[COUNT:[a-z0-9]+]]: index
// CHECK-NEXT: return %[[N]], %[[W]], %[[COUNT]]
func.func @sizes_of_roots(%n: index, %w: index, %count: index, %crd: memref<?xi32>) -> (index, index, index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %L = axis.sparse_fixed %n width %w coordinates %crd : memref<?xi32> -> !ell
  %E = axis.sparse_variable %n count %count coordinates %crd : memref<?xi32> -> !sparse
  %0 = axis.size %I : !axis.axis<dense_fixed>
  %1 = axis.size %L : !ell
  %2 = axis.size %E : !sparse
  return %0, %1, %2 : index, index, index
}

// CHECK-LABEL: func.func @sizes_under_a_parent_stay(
// CHECK-COUNT-2: axis.size
func.func @sizes_under_a_parent_stay(%n: index, %w: index, %pos: memref<?xi32>) -> (index, index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %K = axis.dense_fixed %w of %I : !axis.axis<dense_fixed> -> !axis.axis<dense_fixed>
  %R = axis.dense_variable %n of %I positions %pos : !axis.axis<dense_fixed>, memref<?xi32> -> !ragged
  %0 = axis.size %K : !axis.axis<dense_fixed>
  %1 = axis.size %R : !ragged
  return %0, %1 : index, index
}

// CHECK-LABEL: func.func @answers_about_thin_axes(
// CHECK-SAME: %[[N:[a-z0-9]+]]: index, %[[I:[a-z0-9]+]]: index
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[ONE:.*]] = arith.constant 1 : index
// CHECK: return %[[ONE]], %[[ONE]], %[[ONE]], %[[ZERO]], %[[I]]
func.func @answers_about_thin_axes(%n: index, %i: index, %pos: memref<?xi32>, %crd: memref<?xi32>) -> (index, index, index, index, index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %R = axis.dense_variable %n of %I positions %pos : !axis.axis<dense_fixed>, memref<?xi32> -> !ragged
  %P = axis.product %R, %R offsets %pos : !ragged, !ragged, memref<?xi32> -> !axis.axis<product>
  %S = axis.singleton %n of %I coordinates %crd : (!axis.axis<dense_fixed>), memref<?xi32> -> !axis.axis<singleton>
  %0 = axis.length %P under %i, %i, %i : !axis.axis<product>
  %1 = axis.length %S under %i : !axis.axis<singleton>
  %2 = axis.extent %P : !axis.axis<product>
  %3 = axis.coordinate %P[%i] under %i, %i, %i : !axis.axis<product>
  %4 = axis.parent %S[%i] : !axis.axis<singleton>
  return %0, %1, %2, %3, %4 : index, index, index, index, index
}

// Whether a bit is set, and which parent of a block, stays to be asked.

// CHECK-LABEL: func.func @answers_about_stored_bits_and_blocks_stay(
// CHECK: axis.length
// CHECK: axis.parent
func.func @answers_about_stored_bits_and_blocks_stay(%n: index, %i: index, %bits: memref<?xi1>) -> (index, index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %E = axis.occupancy %bits on (%I) : memref<?xi1> on (!axis.axis<dense_fixed>) -> !axis.axis<occupancy>
  %K = axis.dense_fixed %n of %I : !axis.axis<dense_fixed> -> !axis.axis<dense_fixed>
  %0 = axis.length %E under %i : !axis.axis<occupancy>
  %1 = axis.parent %K[%i] : !axis.axis<dense_fixed>
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
func.func @an_extent_that_is_not_the_width(%never: i1, %out: memref<?xi1>, %i: index) {
  %c4 = arith.constant 4 : index
  %n = arith.addi %c4, %c4 : index
  scf.if %never {
    %I = axis.dense_fixed %n : !axis.axis<dense_fixed, width = 4>
    %yes = axis.occupied %I[%i] : !axis.axis<dense_fixed, width = 4>
    memref.store %yes, %out[%i] : memref<?xi1>
  }
  return
}
