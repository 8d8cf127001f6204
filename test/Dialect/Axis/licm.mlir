// RUN: sparse-opt %s --loop-invariant-code-motion --allow-unregistered-dialect | FileCheck %s

!sparse = !axis.axis<sparse_variable, sorted, unique>

// A query whose answer needs no stored array moves out of a loop that may
// not run at all.

// CHECK-LABEL: func.func @questions_to_dense_axes_move_out(
func.func @questions_to_dense_axes_move_out(%m: index, %n: index, %i: index, %out: memref<?xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: axis.dense_fixed
  // CHECK: axis.dense_fixed
  // CHECK: axis.extent
  // CHECK: axis.size
  // CHECK: axis.length
  // CHECK: axis.position
  // CHECK: axis.coordinate
  // CHECK: axis.occupied
  // CHECK: axis.locate
  // CHECK: scf.for
  // CHECK-NEXT: axis.position_of {{.*}}
  // CHECK-NOT: axis.
  // CHECK: return
  scf.for %k = %c0 to %m step %c1 {
    %I = axis.dense_fixed %m : !axis.axis<dense_fixed>
    %II = axis.dense_fixed %n of %I : !axis.axis<dense_fixed> -> !axis.axis<dense_fixed>
    %extent = axis.extent %II : !axis.axis<dense_fixed>
    %size = axis.size %II : !axis.axis<dense_fixed>
    %length = axis.length %II under %i : !axis.axis<dense_fixed>
    %position = axis.position %II[%i] under %i : !axis.axis<dense_fixed>
    %coordinate = axis.coordinate %II[%i] under %i : !axis.axis<dense_fixed>
    %occupied = axis.occupied %II[%i] under %i : !axis.axis<dense_fixed>
    %site, %found = axis.locate %I[%i] : !axis.axis<dense_fixed> -> !axis.site
    %number = axis.position_of %site : !axis.site
    memref.store %extent, %out[%k] : memref<?xindex>
    memref.store %size, %out[%k] : memref<?xindex>
    memref.store %length, %out[%k] : memref<?xindex>
    memref.store %position, %out[%k] : memref<?xindex>
    memref.store %coordinate, %out[%k] : memref<?xindex>
    memref.store %number, %out[%k] : memref<?xindex>
    "test.use"(%occupied, %found) : (i1, i1) -> ()
  }
  return
}

// The extent and the size are there whatever is asked; what depends on a
// position must not be asked for one that does not exist.

// CHECK-LABEL: func.func @extent_and_size_of_sparse_axes_move_out(
func.func @extent_and_size_of_sparse_axes_move_out(%m: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %out: memref<?xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %I = axis.dense_fixed %m : !axis.axis<dense_fixed>
  // CHECK: %[[J:.*]] = axis.sparse_variable
  %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !axis.axis<dense_fixed>, memref<?xi32>, memref<?xi32> -> !sparse
  // CHECK: axis.extent %[[J]]
  // CHECK: axis.size %[[J]]
  // CHECK: scf.for
  // CHECK-NOT: axis.
  // CHECK: return
  scf.for %k = %c0 to %m step %c1 {
    %extent = axis.extent %J : !sparse
    %size = axis.size %J : !sparse
    memref.store %extent, %out[%k] : memref<?xindex>
    memref.store %size, %out[%k] : memref<?xindex>
  }
  return
}

// CHECK-LABEL: func.func @questions_to_stored_arrays_stay(
func.func @questions_to_stored_arrays_stay(%m: index, %i: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %out: memref<?xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %I = axis.dense_fixed %m : !axis.axis<dense_fixed>
  %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !axis.axis<dense_fixed>, memref<?xi32>, memref<?xi32> -> !sparse
  // CHECK: scf.for
  // CHECK: axis.length
  // CHECK: axis.position
  // CHECK: axis.coordinate
  // CHECK: axis.parent
  // CHECK: axis.occupied
  // CHECK: axis.locate
  scf.for %k = %c0 to %m step %c1 {
    %length = axis.length %J under %i : !sparse
    %position = axis.position %J[%i] under %i : !sparse
    %coordinate = axis.coordinate %J[%i] under %i : !sparse
    %parent = axis.parent %J[%i] : !sparse
    %occupied = axis.occupied %J[%i] under %i : !sparse
    %place, %found = axis.locate %J[%i] under %i : index : !sparse -> index
    memref.store %length, %out[%k] : memref<?xindex>
    memref.store %position, %out[%k] : memref<?xindex>
    memref.store %coordinate, %out[%k] : memref<?xindex>
    memref.store %parent, %out[%k] : memref<?xindex>
    memref.store %place, %out[%k] : memref<?xindex>
    "test.use"(%occupied, %found) : (i1, i1) -> ()
  }
  return
}

// A width of zero would make it a division by zero.

// CHECK-LABEL: func.func @the_parent_on_a_dense_axis_stays(
// CHECK: scf.for
// CHECK: axis.parent
func.func @the_parent_on_a_dense_axis_stays(%m: index, %i: index, %out: memref<?xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %I = axis.dense_fixed %m : !axis.axis<dense_fixed>
  %II = axis.dense_fixed %m of %I : !axis.axis<dense_fixed> -> !axis.axis<dense_fixed>
  scf.for %k = %c0 to %m step %c1 {
    %parent = axis.parent %II[%i] : !axis.axis<dense_fixed>
    memref.store %parent, %out[%k] : memref<?xindex>
  }
  return
}

// A constructor reads its memory, which the loop writes.

// CHECK-LABEL: func.func @a_constructor_over_memory_stays(
// CHECK: scf.for
// CHECK: axis.sparse_variable
func.func @a_constructor_over_memory_stays(%m: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %out: memref<?xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %I = axis.dense_fixed %m : !axis.axis<dense_fixed>
  scf.for %k = %c0 to %m step %c1 {
    %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !axis.axis<dense_fixed>, memref<?xi32>, memref<?xi32> -> !sparse
    %size = axis.size %J : !sparse
    memref.store %size, %out[%k] : memref<?xindex>
  }
  return
}

// A look-up's site is one only where it was found: what is done with it is not done
// early.

// CHECK-LABEL: func.func @position_of_a_look_up(
// CHECK: axis.locate
// CHECK: scf.for
// CHECK-NEXT: axis.position_of {{.*}}
func.func @position_of_a_look_up(%n: index, %j: index, %out: memref<?xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %p, %found = axis.locate %I[%j] : !axis.axis<dense_fixed> -> !axis.site
  %runs = arith.select %found, %n, %c0 : index
  scf.for %k = %c0 to %runs step %c1 {
    %q = axis.position_of %p : !axis.site
    memref.store %q, %out[%k] : memref<?xindex>
  }
  return
}

// CHECK-LABEL: func.func @position_in_a_nest(
// CHECK: iter.nest
// CHECK: axis.position_of
// CHECK: scf.for
func.func @position_in_a_nest(%n: index, %out: memref<?xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  iter.nest "n" ("i": %i at %p) over (%I : !axis.axis<dense_fixed>) kinds [spatial] {
    scf.for %k = %c0 to %n step %c1 {
      %q = axis.position_of %p : !axis.site
      memref.store %q, %out[%k] : memref<?xindex>
    }
  }
  return
}
