// RUN: sparse-opt %s --cse | sparse-opt | FileCheck %s

// CSE may merge two axes of one nest: which dimension an axis lies under stays.

!dense = !axis.axis<dense_fixed>
!sparse = !axis.axis<sparse_variable, sorted, unique>

// CHECK-LABEL: func.func @merged_axes_in_one_nest(
// CHECK: %[[I:.*]] = axis.dense_fixed
// CHECK-NOT: axis.dense_fixed
// CHECK: %[[J:.*]] = axis.sparse_variable
// CHECK-NOT: axis.sparse_variable
// CHECK: iter.nest "rows first" {{.*}} over (%[[I]], %[[I]], %[[J]] of 0, %[[J]] : !axis
// CHECK: iter.nest "in turn" {{.*}} over (%[[I]], %[[J]], %[[I]], %[[J]] : !axis
func.func @merged_axes_in_one_nest(%n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %out: memref<?xindex>) {
  %I1 = axis.dense_fixed %n : !dense
  %I2 = axis.dense_fixed %n : !dense
  %J1 = axis.sparse_variable %n of %I1 positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %J2 = axis.sparse_variable %n of %I2 positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  iter.nest "rows first" ("a": %a, "b": %b, "j": %j, "k": %k) over (%I1, %I2, %J1, %J2 : !dense, !dense, !sparse, !sparse) kinds [spatial, spatial, spatial, spatial] {
    memref.store %j, %out[%k] : memref<?xindex>
  }
  iter.nest "in turn" ("a": %a, "j": %j, "b": %b, "k": %k) over (%I1, %J1, %I2, %J2 : !dense, !sparse, !dense, !sparse) kinds [spatial, spatial, spatial, spatial] {
    memref.store %j, %out[%k] : memref<?xindex>
  }
  return
}

// A site on one of two merged axes lies on the merged one.

// CHECK-LABEL: func.func @merged_axes_in_two_nests(
// CHECK: %[[I:.*]] = axis.dense_fixed
// CHECK: %[[J:.*]] = axis.sparse_variable
// CHECK: iter.nest "rows" ("i": %{{.*}} at %[[R:[^)]+]]) over (%[[I]] :
// CHECK: iter.nest "row" ({{.*}}) over (%[[I]], %[[J]] under %[[R]], %[[J]] :
func.func @merged_axes_in_two_nests(%n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %out: memref<?xindex>) {
  %I1 = axis.dense_fixed %n : !dense
  %I2 = axis.dense_fixed %n : !dense
  %J1 = axis.sparse_variable %n of %I1 positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %J2 = axis.sparse_variable %n of %I2 positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  iter.nest "rows" ("i": %i at %r) over (%I1 : !dense) kinds [spatial] {
    iter.nest "row" ("b": %b, "j": %j, "k": %k) over (%I2, %J1 under %r, %J2 : !dense, !sparse, !sparse) kinds [spatial, spatial, spatial] {
      memref.store %j, %out[%k] : memref<?xindex>
    }
  }
  return
}

// A query in a nest merges with one before it.

// CHECK-LABEL: func.func @questions_in_nests_merge(
// CHECK: %[[SIZE:.*]] = axis.size
// CHECK: iter.nest
// CHECK-NEXT: memref.store %[[SIZE]]
func.func @questions_in_nests_merge(%n: index, %out: memref<?xindex>) -> index {
  %I = axis.dense_fixed %n : !dense
  %size = axis.size %I : !dense
  iter.nest "nest" ("i": %i) over (%I : !dense) kinds [spatial] {
    %again = axis.size %I : !dense
    memref.store %again, %out[%i] : memref<?xindex>
  }
  return %size : index
}

// CHECK-LABEL: func.func @two_nests_that_write_stay(
// CHECK-COUNT-2: iter.nest
func.func @two_nests_that_write_stay(%n: index, %out: memref<?xindex>) {
  %I = axis.dense_fixed %n : !dense
  iter.nest "nest" ("i": %i) over (%I : !dense) kinds [spatial] {
    memref.store %i, %out[%i] : memref<?xindex>
  }
  iter.nest "nest" ("i": %i) over (%I : !dense) kinds [spatial] {
    memref.store %i, %out[%i] : memref<?xindex>
  }
  return
}

// A nest that writes between two loads keeps them.

// CHECK-LABEL: func.func @loads_around_a_nest_that_writes_stay(
// CHECK: sparse.load
// CHECK: iter.nest
// CHECK: sparse.load
func.func @loads_around_a_nest_that_writes_stay(%A: !sparse.tensor<?xf32, #sparse.dense>, %x: f32, %i: index) -> (f32, f32) {
  %I, %v = sparse.unpack %A : !sparse.tensor<?xf32, #sparse.dense> -> !dense, !sparse.buffer<?xf32>
  %0 = sparse.load %v[%i] : !sparse.buffer<?xf32>
  iter.nest "nest" ("k": %k) over (%I : !dense) kinds [spatial] {
    sparse.store %x, %v[%k] : !sparse.buffer<?xf32>
  }
  %1 = sparse.load %v[%i] : !sparse.buffer<?xf32>
  return %0, %1 : f32, f32
}

// The factors of a product may become one axis: each entry keeps its own slot.

!ragged = !axis.axis<dense_variable>
!product = !axis.axis<product>
!coordinate = !axis.axis<singleton>

// CHECK-LABEL: func.func @merged_factors_of_a_product(
// CHECK: %[[B:.*]] = axis.dense_fixed
// CHECK-NOT: axis.dense_fixed
// CHECK: %[[I:.*]] = axis.dense_variable
// CHECK-NOT: axis.dense_variable
// CHECK: %[[II:.*]] = axis.product %[[I]], %[[I]] offsets
// CHECK-NOT: axis.product
// CHECK: iter.nest "pairs" {{.*}} over (%[[B]], %[[I]], %[[I]], %[[II]] of (0, 2, 1) : !axis
// CHECK: iter.nest "batches" {{.*}} over (%[[B]], %[[B]], %[[I]] of 0, %[[I]], %[[I]] of 0, %[[II]] of (1, 3, 3) : !axis
// CHECK: iter.nest "rows" ({{.*}} at %[[BS:[^,]+]], {{.*}} at %[[R:[^)]+]]) over (%[[B]], %[[I]] :
// CHECK-NEXT: iter.nest "row" {{.*}} over (%[[I]] under %[[BS]], %[[II]] of (%[[BS]], 0, %[[R]]) :
func.func @merged_factors_of_a_product(%n: index, %pos: memref<?xi32>, %off: memref<?xi32>, %out: memref<?xindex>) {
  %B1 = axis.dense_fixed %n : !dense
  %B2 = axis.dense_fixed %n : !dense
  %I = axis.dense_variable %n of %B1 positions %pos : !dense, memref<?xi32> -> !ragged
  %J = axis.dense_variable %n of %B1 positions %pos : !dense, memref<?xi32> -> !ragged
  %L = axis.dense_variable %n of %B2 positions %pos : !dense, memref<?xi32> -> !ragged
  %IJ = axis.product %I, %J offsets %off : !ragged, !ragged, memref<?xi32> -> !product
  %LL = axis.product %L, %L offsets %off : !ragged, !ragged, memref<?xi32> -> !product
  iter.nest "pairs" ("b": %b, "j": %j, "i": %i, "ij": %ij) over (%B1, %J, %I, %IJ : !dense, !ragged, !ragged, !product) kinds [spatial, spatial, spatial, spatial] {
    memref.store %j, %out[%i] : memref<?xindex>
  }
  iter.nest "batches" ("a": %a, "b": %b, "i": %i, "l": %l, "j": %j, "ll": %ll) over (%B1, %B2, %I, %L, %J, %LL of (1, 3, 3) : !dense, !dense, !ragged, !ragged, !ragged, !product) kinds [spatial, spatial, spatial, spatial, spatial, spatial] {
    memref.store %j, %out[%l] : memref<?xindex>
  }
  iter.nest "rows" ("b": %b at %bs, "j": %j at %r) over (%B1, %J : !dense, !ragged) kinds [spatial, spatial] {
    iter.nest "row" ("i": %i, "ij": %ij) over (%I under %bs, %IJ of (%bs, 0, %r) : !ragged, !product) kinds [spatial, spatial] {
      memref.store %j, %out[%i] : memref<?xindex>
    }
  }
  return
}

// So may the parents of a singleton, roots and siblings.

// CHECK-LABEL: func.func @merged_parents_of_a_singleton(
// CHECK: %[[K:.*]] = axis.dense_fixed %{{[^ ]+}} :
// CHECK: %[[KL:.*]] = axis.singleton %{{[^ ]+}} of %[[K]], %[[K]] coordinates
// CHECK: %[[P:.*]] = axis.dense_fixed %{{[^ ]+}} of %[[K]]
// CHECK: %[[J:.*]] = axis.singleton %{{[^ ]+}} of %[[P]], %[[P]] coordinates
// CHECK: iter.nest "roots" {{.*}} over (%[[K]], %[[K]], %[[KL]] of (1, 0) : !axis
// CHECK: iter.nest "siblings" {{.*}} over (%[[K]], %[[P]], %[[P]], %[[J]] : !axis
func.func @merged_parents_of_a_singleton(%n: index, %c: memref<?x?xi32>, %d: memref<?x?x?xi32>, %out: memref<?xindex>) {
  %K = axis.dense_fixed %n : !dense
  %L = axis.dense_fixed %n : !dense
  %KL = axis.singleton %n of %K, %L coordinates %c : (!dense, !dense), memref<?x?xi32> -> !coordinate
  %P = axis.dense_fixed %n of %K : !dense -> !dense
  %Q = axis.dense_fixed %n of %K : !dense -> !dense
  %J = axis.singleton %n of %P, %Q coordinates %d : (!dense, !dense), memref<?x?x?xi32> -> !coordinate
  iter.nest "roots" ("l": %l, "k": %k, "kl": %kl) over (%L, %K, %KL : !dense, !dense, !coordinate) kinds [spatial, spatial, spatial] {
    memref.store %k, %out[%kl] : memref<?xindex>
  }
  iter.nest "siblings" ("k": %k, "p": %p, "q": %q, "j": %j) over (%K, %P, %Q, %J : !dense, !dense, !dense, !coordinate) kinds [spatial, spatial, spatial, spatial] {
    memref.store %p, %out[%j] : memref<?xindex>
  }
  return
}

// A group stays a chain when another entry becomes the axis before it.

// CHECK-LABEL: func.func @merged_axes_beside_a_group(
// CHECK: iter.nest "nest" {{.*}} over (%[[I:[^,]+]], (%[[I]], %{{[^)]+}}), %[[I]] : !axis
func.func @merged_axes_beside_a_group(%n: index, %out: memref<?xindex>) {
  %I1 = axis.dense_fixed %n : !dense
  %I2 = axis.dense_fixed %n : !dense
  %K = axis.dense_fixed %n of %I1 : !dense -> !dense
  iter.nest "nest" ("a": %a, "i": %i, "k": %k, "b": %b) over (%I2, (%I1, %K), %I2 : !dense, !dense, !dense, !dense) kinds [spatial, spatial, spatial, spatial] {
    memref.store %k, %out[%b] : memref<?xindex>
  }
  return
}

// Nests without effects that give the same results are one.

// CHECK-LABEL: func.func @two_nests_with_equal_results_merge(
// CHECK: %[[R:.*]] = iter.nest "sum"
// CHECK-NOT: iter.nest
// CHECK: return %[[R]], %[[R]]
func.func @two_nests_with_equal_results_merge(%n: index, %zero: index) -> (index, index) {
  %I = axis.dense_fixed %n : !dense
  %r = iter.nest "sum" ("i": %i) over (%I : !dense) kinds [reduction] combine [add] init(%zero) -> index {
    iter.yield %i : index
  }
  %s = iter.nest "sum" ("i": %i) over (%I : !dense) kinds [reduction] combine [add] init(%zero) -> index {
    iter.yield %i : index
  }
  return %r, %s : index, index
}

// CHECK-LABEL: func.func @nests_that_combine_by_other_kinds_stay(
// CHECK: %[[R:.*]] = iter.nest "fold" {{.*}} combine [add]
// CHECK: %[[S:.*]] = iter.nest "fold" {{.*}} combine [mul]
// CHECK: %[[T:.*]] = iter.nest "fold" {{.*}} combine [add] init(%{{[^)]+}}) -> index {
// CHECK: return %[[R]], %[[S]], %[[T]]
func.func @nests_that_combine_by_other_kinds_stay(%n: index, %zero: index) -> (index, index, index) {
  %I = axis.dense_fixed %n : !dense
  %r = iter.nest "fold" ("i": %i) over (%I : !dense) kinds [reduction] combine [add] init(%zero) -> index {
    iter.yield %i : index
  }
  %s = iter.nest "fold" ("i": %i) over (%I : !dense) kinds [reduction] combine [mul] init(%zero) -> index {
    iter.yield %i : index
  }
  %t = iter.nest "fold" ("i": %i) over (%I : !dense) kinds [reduction] combine [add] init(%n) -> index {
    iter.yield %i : index
  }
  return %r, %s, %t : index, index, index
}

// Loads may read something else the second time.

// CHECK-LABEL: func.func @nests_that_read_stay(
// CHECK: iter.nest "sum"
// CHECK: memref.store
// CHECK: iter.nest "sum"
func.func @nests_that_read_stay(%n: index, %m: memref<?xf32>, %zero: f32) -> (f32, f32) {
  %I = axis.dense_fixed %n : !dense
  %r = iter.nest "sum" ("i": %i) over (%I : !dense) kinds [reduction] combine [add] init(%zero) -> f32 {
    %x = memref.load %m[%i] : memref<?xf32>
    iter.yield %x : f32
  }
  memref.store %r, %m[%n] : memref<?xf32>
  %s = iter.nest "sum" ("i": %i) over (%I : !dense) kinds [reduction] combine [add] init(%zero) -> f32 {
    %x = memref.load %m[%i] : memref<?xf32>
    iter.yield %x : f32
  }
  return %r, %s : f32, f32
}
