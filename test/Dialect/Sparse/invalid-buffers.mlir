// RUN: sparse-opt %s --split-input-file --verify-diagnostics

// Bind, on axes with several parents or none of their own dimensions.

func.func @c2_bind_on_factors_of_two_entries(%n: index, %pos: memref<?xi32>, %off: memref<?xi32>, %val: memref<?x?xf32>) {
  %B = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %I = axis.dense_variable %n of %B positions %pos : !axis.axis<dense_fixed>, memref<?xi32> -> !axis.axis<dense_variable>
  %J = axis.dense_variable %n of %B positions %pos : !axis.axis<dense_fixed>, memref<?xi32> -> !axis.axis<dense_variable>
  // expected-note @+1 {{the axis is made here}}
  %IJ = axis.product %I, %J offsets %off : !axis.axis<dense_variable>, !axis.axis<dense_variable>, memref<?xi32> -> !axis.axis<product>
  // expected-error @+1 {{(C2) axis 4: expected its parent 2 to lie under the same position as its parent 0}}
  %v = sparse.bind %val on (%B, %I, %B, %J, %IJ of (0, 1, 3)) : memref<?x?xf32> on (!axis.axis<dense_fixed>, !axis.axis<dense_variable>, !axis.axis<dense_fixed>, !axis.axis<dense_variable>, !axis.axis<product>) -> !sparse.buffer<?x?xf32>
  return
}

// -----

func.func @c2_bind_on_a_singleton_with_fewer_entries(%n: index, %crd: memref<?x?xi32>, %val: memref<?x?xf32>) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %K = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-note @+1 {{the axis is made here}}
  %J = axis.singleton %n of %I, %K coordinates %crd : (!axis.axis<dense_fixed>, !axis.axis<dense_fixed>), memref<?x?xi32> -> !axis.axis<singleton>
  // expected-error @+1 {{(C2) axis 2: expected an entry for each of its parents, 2, but got 1}}
  %v = sparse.bind %val on (%I, %K, %J of 0) : memref<?x?xf32> on (!axis.axis<dense_fixed>, !axis.axis<dense_fixed>, !axis.axis<singleton>) -> !sparse.buffer<?x?xf32>
  return
}

// -----

func.func @c3_bind_that_closes_a_dimension_beside_a_product(%n: index, %pos: memref<?xi32>, %off: memref<?xi32>, %crd: memref<?xi32>, %val: memref<?xf32>) {
  %B = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %I = axis.dense_variable %n of %B positions %pos : !axis.axis<dense_fixed>, memref<?xi32> -> !axis.axis<dense_variable>
  %J = axis.dense_variable %n of %B positions %pos : !axis.axis<dense_fixed>, memref<?xi32> -> !axis.axis<dense_variable>
  %IJ = axis.product %I, %J offsets %off : !axis.axis<dense_variable>, !axis.axis<dense_variable>, memref<?xi32> -> !axis.axis<product>
  %L = axis.sparse_variable %n of %B positions %pos coordinates %crd : !axis.axis<dense_fixed>, memref<?xi32>, memref<?xi32> -> !axis.axis<sparse_variable>
  // expected-error @+1 {{(C3) axis 4: expected to close dimensions of its ancestors alone}}
  %v = sparse.bind %val on (%B, %I, %J, %IJ, %L) : memref<?xf32> on (!axis.axis<dense_fixed>, !axis.axis<dense_variable>, !axis.axis<dense_variable>, !axis.axis<product>, !axis.axis<sparse_variable>) -> !sparse.buffer<?xf32>
  return
}

// -----

func.func @c4_bind_of_fewer_dimensions_than_a_fixed_axis_opens(%n: index, %crd: memref<?x8xi32>, %val: memref<?xf32>) {
  %c8 = arith.constant 8 : index
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %J = axis.sparse_fixed %n width %c8 of %I coordinates %crd : !axis.axis<dense_fixed>, memref<?x8xi32> -> !axis.axis<sparse_fixed, width = 8>
  // expected-error @+1 {{(C4) expected memory and buffer of the shape of '!sparse.buffer<?x8xf32>' but got 'memref<?xf32>' and '!sparse.buffer<?xf32>'}}
  %v = sparse.bind %val on (%I, %J) : memref<?xf32> on (!axis.axis<dense_fixed>, !axis.axis<sparse_fixed, width = 8>) -> !sparse.buffer<?xf32>
  return
}

// -----

// Alloc.

func.func @c1_alloc_on_an_argument(%I: !axis.axis<dense_fixed>) {
  // expected-error @+1 {{(C1) expected each axis to be made by an axis or sparse operation but got a block argument}}
  %v = sparse.alloc on (%I) : (!axis.axis<dense_fixed>) -> !sparse.buffer<?xf32>
  return
}

// -----

func.func @c2_alloc_on_a_child_alone(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-note @+1 {{the axis is made here}}
  %K = axis.dense_fixed %n of %I : !axis.axis<dense_fixed> -> !axis.axis<dense_fixed>
  // expected-error @+1 {{(C2) axis 0: expected an earlier entry to name its parent but got entry -1}}
  %v = sparse.alloc on (%K) : (!axis.axis<dense_fixed>) -> !sparse.buffer<?xf32>
  return
}

// -----

func.func @c3_alloc_on_two_sparse_children(%n: index, %pos: memref<?xi32>, %crd: memref<?xi32>) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !axis.axis<dense_fixed>, memref<?xi32>, memref<?xi32> -> !axis.axis<sparse_variable>
  // expected-error @+1 {{(C3) axis 2: expected to close dimensions of its ancestors alone}}
  %v = sparse.alloc on (%I, %J, %J) : (!axis.axis<dense_fixed>, !axis.axis<sparse_variable>, !axis.axis<sparse_variable>) -> !sparse.buffer<?xf32>
  return
}

// -----

func.func @c4_alloc_of_another_shape(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{(C4) expected a buffer of the shape of '!sparse.buffer<?xf32>' but got '!sparse.buffer<4xf32>'}}
  %v = sparse.alloc on (%I) : (!axis.axis<dense_fixed>) -> !sparse.buffer<4xf32>
  return
}

// -----

func.func @c5_alloc_in_a_branch(%n: index, %yes: i1) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  scf.if %yes {
    // expected-error @+1 {{(C5) expected to stand in the first block of a function, in a nest or in a loop}}
    %v = sparse.alloc on (%I) : (!axis.axis<dense_fixed>) -> !sparse.buffer<?xf32>
  }
  return
}

// -----

func.func @c6_workspace_of_another_size_each_time(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    // expected-note @+1 {{here it is made}}
    %I = axis.dense_fixed %i : !axis.axis<dense_fixed>
    // expected-error @+1 {{(C6) expected axis 0 to be made outside of the nests and loops around}}
    %v = sparse.alloc on (%I) : (!axis.axis<dense_fixed>) -> !sparse.buffer<?xf32>
  }
  return
}

// -----

func.func @c5_alloc_in_the_second_block() {
  cf.br ^next
^next:
  // expected-error @+1 {{(C5) expected to stand in the first block of a function}}
  %v = sparse.alloc on () : () -> !sparse.buffer<f32>
  return
}

// -----

func.func @alloc_with_parents_as_an_attribute() {
  // expected-error @+1 {{expected no attribute 'parents': the list of axes gives it}}
  %v = sparse.alloc on () : () -> !sparse.buffer<f32> {parents = []}
  return
}

// -----

// Splat.

func.func @c1_splat_on_an_argument(%I: !axis.axis<dense_fixed>, %x: f32) {
  // expected-error @+1 {{(C1) expected each axis to be made by an axis or sparse operation but got a block argument}}
  %v = sparse.splat %x on (%I) : f32 on (!axis.axis<dense_fixed>) -> !sparse.buffer<?xf32>
  return
}

// -----

func.func @c2_splat_on_a_root_of_an_entry(%n: index, %x: f32) {
  // expected-note @+1 {{the axis is made here}}
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{(C2) axis 1: expected a root to lie under no entry but got entry 0}}
  %v = sparse.splat %x on (%I, %I of 0) : f32 on (!axis.axis<dense_fixed>, !axis.axis<dense_fixed>) -> !sparse.buffer<?x?xf32>
  return
}

// -----

func.func @c3_splat_on_two_sparse_children(%n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %x: f32) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !axis.axis<dense_fixed>, memref<?xi32>, memref<?xi32> -> !axis.axis<sparse_variable>
  // expected-error @+1 {{(C3) axis 2: expected to close dimensions of its ancestors alone}}
  %v = sparse.splat %x on (%I, %J, %J) : f32 on (!axis.axis<dense_fixed>, !axis.axis<sparse_variable>, !axis.axis<sparse_variable>) -> !sparse.buffer<?xf32>
  return
}

// -----

func.func @c4_splat_of_another_shape(%n: index, %x: f32) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{(C4) expected a buffer of the shape of '!sparse.buffer<?xf32>' but got '!sparse.buffer<f32>'}}
  %v = sparse.splat %x on (%I) : f32 on (!axis.axis<dense_fixed>) -> !sparse.buffer<f32>
  return
}

// -----

func.func @c5_splat_of_another_type(%n: index, %x: f64) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{(C5) expected a value of 'f32' but got 'f64'}}
  %v = sparse.splat %x on (%I) : f64 on (!axis.axis<dense_fixed>) -> !sparse.buffer<?xf32>
  return
}

// -----

func.func @c6_splat_that_is_filled(%n: index, %x: f32) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{(C6) expected the buffer to be only read}}
  %v = sparse.splat %x on (%I) : f32 on (!axis.axis<dense_fixed>) -> !sparse.buffer<?xf32>
  // expected-note @+1 {{here it is written}}
  sparse.fill %v, %x : !sparse.buffer<?xf32>
  return
}

// -----

func.func @c6_splat_whose_numbers_argmin_writes(%n: index, %x: f32) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %w = sparse.alloc on (%I) : (!axis.axis<dense_fixed>) -> !sparse.buffer<?xf32>
  // expected-error @+1 {{(C6) expected the buffer to be only read}}
  %v = sparse.splat %n on (%I) : index on (!axis.axis<dense_fixed>) -> !sparse.buffer<?xindex>
  // expected-note @+1 {{here it is written}}
  sparse.accumulate argmin %x, %n into %w, %v[%n] : !sparse.buffer<?xf32>, !sparse.buffer<?xindex>
  return
}

// -----

func.func @c6_splat_that_is_stored_to_as_a_tensor(%A: !sparse.tensor<?xf32, #sparse.dense>, %x: f32, %i: index) {
  %I, %w = sparse.unpack %A : !sparse.tensor<?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
  // expected-error @+1 {{(C6) expected the buffer to be only read}}
  %v = sparse.splat %x on (%I) : f32 on (!axis.axis<dense_fixed>) -> !sparse.buffer<?xf32>
  %P = sparse.with_values %A, %v : !sparse.tensor<?xf32, #sparse.dense>, !sparse.buffer<?xf32> -> !sparse.tensor<?xf32, #sparse.dense>
  %u = sparse.unpack %P on (%I) : !sparse.tensor<?xf32, #sparse.dense> on (!axis.axis<dense_fixed>) -> !sparse.buffer<?xf32>
  // expected-note @+1 {{here it is written}}
  sparse.store %x, %u[%i] : !sparse.buffer<?xf32>
  return
}

// -----

func.func @c6_splat_that_a_generic_operation_writes(%A: !sparse.tensor<?xf32, #sparse.dense>, %x: f32) {
  %I, %w = sparse.unpack %A : !sparse.tensor<?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
  // expected-error @+1 {{(C6) expected the buffer to be only read}}
  %v = sparse.splat %x on (%I) : f32 on (!axis.axis<dense_fixed>) -> !sparse.buffer<?xf32>
  %P = sparse.with_values %A, %v : !sparse.tensor<?xf32, #sparse.dense>, !sparse.buffer<?xf32> -> !sparse.tensor<?xf32, #sparse.dense>
  // expected-note @+1 {{here it is written}}
  sparse.generic outs(%P : !sparse.tensor<?xf32, #sparse.dense>) maps [affine_map<(i) -> (i)>] kinds [spatial] {
    sparse.yield %x : f32
  }
  return
}
