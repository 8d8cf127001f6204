// RUN: sparse-opt %s | FileCheck %s
// RUN: sparse-opt %s | sparse-opt | FileCheck %s
// RUN: sparse-opt %s --mlir-print-op-generic | sparse-opt | FileCheck %s

// Buffers on axes of every kind.

!dense = !axis.axis<dense_fixed>
!block = !axis.axis<dense_fixed, width = 4>
!sparse = !axis.axis<sparse_variable, sorted, unique>
!rows = !axis.axis<sparse_variable, sorted>
!ragged = !axis.axis<dense_variable>
!ell = !axis.axis<sparse_fixed, width = 8, sorted, unique>
!one = !axis.axis<singleton>
!pairs = !axis.axis<product>
!bitmap = !axis.axis<occupancy>

// CHECK-LABEL: func.func @memory_of_the_functions_own(
// CHECK: sparse.alloc on (%[[I:.*]], %[[J:.*]]) : (!axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>) -> !sparse.buffer<?xf64>
// CHECK: sparse.alloc on (%[[I]], %[[I]], %[[J]] of 0) : (!axis.axis<dense_fixed>, !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>) -> !sparse.buffer<?x?xi8, fill = -1> {note = "kept"}
// CHECK: sparse.alloc on () : () -> !sparse.buffer<f32>
func.func @memory_of_the_functions_own(%A: !sparse.tensor<?x?xf32, #sparse.csr>) {
  %I, %J, %Av = sparse.unpack %A : !sparse.tensor<?x?xf32, #sparse.csr> -> !dense, !sparse, !sparse.buffer<?xf32>
  %Tv = sparse.alloc on (%I, %J) : (!axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>) -> !sparse.buffer<?xf64>
  %Uv = sparse.alloc on (%I, %I, %J of 0) : (!dense, !dense, !sparse) -> !sparse.buffer<?x?xi8, fill = -1> {note = "kept"}
  %s = sparse.alloc on () : () -> !sparse.buffer<f32>
  return
}

// CHECK-LABEL: func.func @a_workspace(
// CHECK: iter.nest
// CHECK: sparse.alloc on (%{{.*}}) : (!axis.axis<dense_fixed>) -> !sparse.buffer<?xf64>
func.func @a_workspace(%m: index) {
  %I = axis.dense_fixed %m : !dense
  iter.nest "rows" ("i": %i) over (%I : !dense) kinds [spatial] {
    %w = sparse.alloc on (%I) : (!dense) -> !sparse.buffer<?xf64>
  }
  return
}

// CHECK-LABEL: func.func @a_pattern(
// CHECK: sparse.splat %[[ONE:.*]] on (%[[I:.*]], %[[J:.*]]) : f32 on (!axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>) -> !sparse.buffer<?xf32>
// CHECK: sparse.splat %[[ONE]] on () : f32 on () -> !sparse.buffer<f32, fill = 2.000000e+00> {note = "kept"}
// CHECK: sparse.load %{{.*}}[%{{.*}}, %{{.*}}] : !sparse.buffer<?xf32>
func.func @a_pattern(%A: !sparse.tensor<?x?xf32, #sparse.csr>, %one: f32, %i: index) -> f32 {
  %I, %J, %Av = sparse.unpack %A : !sparse.tensor<?x?xf32, #sparse.csr> -> !dense, !sparse, !sparse.buffer<?xf32>
  %ones = sparse.splat %one on (%I, %J) : f32 on (!axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>) -> !sparse.buffer<?xf32>
  %s = sparse.splat %one on () : f32 on () -> !sparse.buffer<f32, fill = 2.0> {note = "kept"}
  %x = sparse.load %ones[%i, %i] : !sparse.buffer<?xf32>
  return %x : f32
}

// CHECK-LABEL: func.func @some_coordinates_are_not_asked_for(
// CHECK-SAME: %{{.*}}: !sparse.tensor<{{.*}}>, %[[K:.*]]: index
// CHECK: sparse.load %[[BV:.*]][any, %[[K]]] : !sparse.buffer<?x?xf32>
// CHECK: sparse.load %[[BV]][%[[K]], any] : !sparse.buffer<?x?xf32>
// CHECK: sparse.load %[[BV]][any, any] found : !sparse.buffer<?x?xf32>
func.func @some_coordinates_are_not_asked_for(%B: !sparse.tensor<?x?xf32, #sparse.dense>, %k: index) -> (f32, f32, i1) {
  %J, %K, %Bv = sparse.unpack %B : !sparse.tensor<?x?xf32, #sparse.dense> -> !dense, !dense, !sparse.buffer<?x?xf32>
  %y = sparse.load %Bv[any, %k] : !sparse.buffer<?x?xf32>
  %z = sparse.load %Bv[%k, any] : !sparse.buffer<?x?xf32>
  %w, %stored = sparse.load %Bv[any, any] found : !sparse.buffer<?x?xf32>
  return %y, %z, %stored : f32, f32, i1
}

// CHECK-LABEL: func.func @whether_an_element_is_stored(
// CHECK: %{{.*}}, %[[STORED:.*]] = sparse.load %[[AV:.*]][%{{.*}}, %{{.*}}] found : !sparse.buffer<?xf32>
// CHECK: return %[[STORED]]
func.func @whether_an_element_is_stored(%A: !sparse.tensor<?x?xf32, #sparse.csr>, %i: index, %j: index) -> i1 {
  %I, %J, %Av = sparse.unpack %A : !sparse.tensor<?x?xf32, #sparse.csr> -> !dense, !sparse, !sparse.buffer<?xf32>
  %z, %stored = sparse.load %Av[%i, %j] found : !sparse.buffer<?xf32>
  return %stored : i1
}

// A singleton opens no dimension: the values of COO are those of its rows.

// CHECK-LABEL: func.func @coo(
// CHECK: %[[V:.*]] = sparse.bind %{{.*}} on (%[[E:.*]], %[[J:.*]]) : memref<?xf32> on (!axis.axis<sparse_variable, sorted>, !axis.axis<singleton>) -> !sparse.buffer<?xf32>
// CHECK: iter.nest "n" ("e": %{{.*}} at %[[P:.*]], "j": %{{.*}}) over (%[[E]], %[[J]]
// CHECK: sparse.load %[[V]] at [%[[P]]]
func.func @coo(%n: index, %nnz: index, %row: memref<?xi32>, %col: memref<?xi32>, %val: memref<?xf32>) {
  %E = axis.sparse_variable %n count %nnz coordinates %row : memref<?xi32> -> !rows
  %J = axis.singleton %n of %E coordinates %col : (!rows), memref<?xi32> -> !one
  %v = sparse.bind %val on (%E, %J) : memref<?xf32> on (!rows, !one) -> !sparse.buffer<?xf32>
  iter.nest "n" ("e": %e at %p, "j": %j) over (%E, %J : !rows, !one) kinds [spatial, spatial] {
    %x = sparse.load %v at [%p] : !sparse.buffer<?xf32>
  }
  return
}

// CHECK-LABEL: func.func @ell(
// CHECK: sparse.bind %{{.*}} : memref<?x8xf32> on {{.*}} -> !sparse.buffer<?x8xf32>
// CHECK: sparse.load %{{.*}}[%{{.*}}, %{{.*}}] : !sparse.buffer<?x8xf32>
func.func @ell(%m: index, %len: memref<?xi32>, %crd: memref<?x8xi32>, %val: memref<?x8xf32>) -> f32 {
  %c8 = arith.constant 8 : index
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_fixed %m width %c8 of %I lengths %len coordinates %crd : !dense, memref<?xi32>, memref<?x8xi32> -> !ell
  %v = sparse.bind %val on (%I, %J) : memref<?x8xf32> on (!dense, !ell) -> !sparse.buffer<?x8xf32>
  %x = sparse.load %v[%m, %m] : !sparse.buffer<?x8xf32>
  return %x : f32
}

// Columns of SELL lie under a slot and a row of one panel; a nest may say which.

// CHECK-LABEL: func.func @sell(
// CHECK: %[[V:.*]] = sparse.bind %{{.*}} on (%[[P:.*]], %[[S:.*]], %[[I:.*]], %[[J:.*]]) : memref<?x4xf32>
// CHECK: sparse.bind %{{.*}} on (%[[P]], %[[P]], %[[S]] of 0, %[[I]] of 0, %[[J]] of (0, 2, 3)) : memref<?x?x4xf32>
// CHECK: iter.nest "n" ("p": %{{.*}}, "s": %{{.*}} at %[[SS:.*]], "i": %{{.*}} at %[[SI:.*]], "j": %{{.*}}) over
// CHECK: sparse.load %[[V]] at [%[[SS]], %[[SI]]]
// CHECK: sparse.load %[[V]][%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}]
func.func @sell(%m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?x4xi32>, %val: memref<?x4xf32>, %two: memref<?x?x4xf32>) {
  %c4 = arith.constant 4 : index
  %P = axis.dense_fixed %m : !dense
  %S = axis.dense_variable %n of %P positions %pos : !dense, memref<?xi32> -> !ragged
  %I = axis.dense_fixed %c4 of %P : !dense -> !block
  %J = axis.singleton %n of %S, %I coordinates %crd : (!ragged, !block), memref<?x4xi32> -> !one
  %v = sparse.bind %val on (%P, %S, %I, %J) : memref<?x4xf32> on (!dense, !ragged, !block, !one) -> !sparse.buffer<?x4xf32>
  %w = sparse.bind %two on (%P, %P, %S of 0, %I of 0, %J of (0, 2, 3)) : memref<?x?x4xf32> on (!dense, !dense, !ragged, !block, !one) -> !sparse.buffer<?x?x4xf32>
  iter.nest "n" ("p": %p, "s": %s at %ss, "i": %i at %si, "j": %j) over (%P, %S, %I, %J : !dense, !ragged, !block, !one) kinds [spatial, reduction, spatial, spatial] {
    %x = sparse.load %v at [%ss, %si] : !sparse.buffer<?x4xf32>
    %y = sparse.load %v[%p, %s, %i, %j] : !sparse.buffer<?x4xf32>
  }
  return
}

// Elements have no coordinate on a product: a look-up in a ragged batch gives
// those of the batch, the row and the column.

// CHECK-LABEL: func.func @ragged_batch(
// CHECK: %[[V:.*]] = sparse.bind %{{.*}} on (%{{.*}}, %{{.*}}, %{{.*}}, %[[IJ:.*]]) : memref<?xf32>
// CHECK: iter.nest
// CHECK: %[[Q:.*]] = axis.join %[[IJ]]
// CHECK: sparse.load %[[V]] at [%[[Q]]] : !sparse.buffer<?xf32>
// CHECK: sparse.load %[[V]][%{{[^,]*}}, %{{[^,]*}}, %{{[^,]*}}] : !sparse.buffer<?xf32>
func.func @ragged_batch(%m: index, %pos: memref<?xi32>, %off: memref<?xi32>, %val: memref<?xf32>) {
  %B = axis.dense_fixed %m : !dense
  %I = axis.dense_variable %m of %B positions %pos : !dense, memref<?xi32> -> !ragged
  %J = axis.dense_variable %m of %B positions %pos : !dense, memref<?xi32> -> !ragged
  %IJ = axis.product %I, %J offsets %off : !ragged, !ragged, memref<?xi32> -> !pairs
  %v = sparse.bind %val on (%B, %I, %J, %IJ) : memref<?xf32> on (!dense, !ragged, !ragged, !pairs) -> !sparse.buffer<?xf32>
  iter.nest "n" ("b": %b, "i": %i at %r, "j": %j at %s) over (%B, %I, %J : !dense, !ragged, !ragged) kinds [spatial, spatial, spatial] {
    %q = axis.join %IJ[%r, %s] : !pairs
    %x = sparse.load %v at [%q] : !sparse.buffer<?xf32>
    %y = sparse.load %v[%b, %i, %j] : !sparse.buffer<?xf32>
  }
  return
}

// An occupancy opens no dimension and has no coordinate either.

// CHECK-LABEL: func.func @bitmap(
// CHECK: %[[V:.*]] = sparse.bind %{{.*}} on (%[[I:.*]], %[[K:.*]], %[[E:.*]]) : memref<?x4xf32>
// CHECK: sparse.bind %{{.*}} on (%[[I]], %[[K]], %[[I]], %[[K]], %[[E]] of (0, 1)) : memref<?x4x?x4xf32>
// CHECK: iter.nest "n" ("i": %{{.*}} at %[[R:.*]], "k": %{{.*}} at %[[C:.*]], "e": %{{.*}}) over
// CHECK: sparse.load %[[V]] at [%[[R]], %[[C]]] : !sparse.buffer<?x4xf32>
// CHECK: sparse.load %[[V]][%{{[^,]*}}, %{{[^,]*}}] : !sparse.buffer<?x4xf32>
func.func @bitmap(%m: index, %bits: memref<?x4xi1>, %val: memref<?x4xf32>, %two: memref<?x4x?x4xf32>) {
  %c4 = arith.constant 4 : index
  %I = axis.dense_fixed %m : !dense
  %K = axis.dense_fixed %c4 : !block
  %E = axis.occupancy %bits on (%I, %K) : memref<?x4xi1> on (!dense, !block) -> !bitmap
  %v = sparse.bind %val on (%I, %K, %E) : memref<?x4xf32> on (!dense, !block, !bitmap) -> !sparse.buffer<?x4xf32>
  %w = sparse.bind %two on (%I, %K, %I, %K, %E of (0, 1)) : memref<?x4x?x4xf32> on (!dense, !block, !dense, !block, !bitmap) -> !sparse.buffer<?x4x?x4xf32>
  iter.nest "n" ("i": %i at %r, "k": %k at %c, "e": %e) over (%I, %K, %E : !dense, !block, !bitmap) kinds [spatial, spatial, spatial] {
    %x = sparse.load %v at [%r, %c] : !sparse.buffer<?x4xf32>
    %y = sparse.load %v[%i, %k] : !sparse.buffer<?x4xf32>
  }
  return
}

// CHECK-LABEL: func.func @workspace_of_a_worker(
// CHECK: scf.forall
// CHECK: %[[W:.*]] = axis.dense_fixed
// CHECK: scf.for
// CHECK: sparse.alloc on (%[[W]])
func.func @workspace_of_a_worker(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.forall (%t) in (%n) {
    %W = axis.dense_fixed %t : !axis.axis<dense_fixed>
    scf.for %i = %c0 to %n step %c1 {
      %v = sparse.alloc on (%W) : (!axis.axis<dense_fixed>) -> !sparse.buffer<?xf32>
    }
  }
  return
}
