// RUN: sparse-opt %s --split-input-file --verify-diagnostics

func.func @c1_load_from_an_argument(%v: !sparse.buffer<?xf32>, %i: index) {
  // expected-error @+1 {{(C1) expected a buffer made by an axis or sparse operation}}
  %x = sparse.load %v[%i] : !sparse.buffer<?xf32>
  return
}

// -----

func.func @c1_load_from_a_select(%n: index, %b: i1, %val: memref<?xf32>, %i: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %v = sparse.bind %val on (%I) : memref<?xf32> on (!axis.axis<dense_fixed>) -> !sparse.buffer<?xf32>
  %s = arith.select %b, %v, %v : !sparse.buffer<?xf32>
  // expected-error @+1 {{(C1) expected a buffer made by an axis or sparse operation}}
  %x = sparse.load %s[%i] : !sparse.buffer<?xf32>
  return
}

// -----

func.func @c2_look_up_by_one_coordinate(%A: !sparse.tensor<?x?xf32, #sparse.csr>, %i: index) {
  %I, %J, %v = sparse.unpack %A : !sparse.tensor<?x?xf32, #sparse.csr> -> !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>, !sparse.buffer<?xf32>
  // expected-error @+1 {{(C2) expected 2 coordinates but got 1}}
  %x = sparse.load %v[%i] : !sparse.buffer<?xf32>
  return
}

// -----

func.func @c2_direct_by_two_positions(%A: !sparse.tensor<?x?xf32, #sparse.csr>, %i: index) {
  %I, %J, %v = sparse.unpack %A : !sparse.tensor<?x?xf32, #sparse.csr> -> !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>, !sparse.buffer<?xf32>
  // expected-error @+1 {{(C2) expected 1 indices but got 2}}
  %x = sparse.load %v at positions [%i, %i] : !sparse.buffer<?xf32>
  return
}

// -----

func.func @c2_direct_without_places(%A: !sparse.tensor<?xf32, #sparse.dense>) {
  %I, %v = sparse.unpack %A : !sparse.tensor<?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
  // expected-error @+1 {{(C2) expected 1 indices but got 0}}
  %x = sparse.load %v at [] : !sparse.buffer<?xf32>
  return
}

// -----

func.func @c3_site_of_an_ancestor(%A: !sparse.tensor<?x?xf32, #sparse.csr>) {
  %I, %J, %v = sparse.unpack %A : !sparse.tensor<?x?xf32, #sparse.csr> -> !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>, !sparse.buffer<?xf32>
  iter.nest "nest" ("i": %i at %r, "j": %j) over (%I, %J : !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>) kinds [spatial, spatial] {
    // expected-error @+1 {{(C3) expected index 0 to be a site on the axis of storage dimension 0}}
    %x = sparse.load %v at [%r] : !sparse.buffer<?xf32>
  }
  return
}

// -----

func.func @c3_site_of_another_tensor(%A: !sparse.tensor<?xf32, #sparse.dense>, %B: !sparse.tensor<?xf32, #sparse.dense>) {
  %I, %v = sparse.unpack %A : !sparse.tensor<?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
  %K, %w = sparse.unpack %B : !sparse.tensor<?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
  iter.nest "nest" ("i": %i at %r) over (%I : !axis.axis<dense_fixed>) kinds [spatial] {
    // expected-error @+1 {{(C3) expected index 0 to be a site on the axis of storage dimension 0}}
    %x = sparse.load %w at [%r] : !sparse.buffer<?xf32>
  }
  return
}

// -----

func.func @c3_site_of_a_select(%A: !sparse.tensor<?xf32, #sparse.dense>, %b: i1) {
  %I, %v = sparse.unpack %A : !sparse.tensor<?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
  iter.nest "nest" ("i": %i at %r) over (%I : !axis.axis<dense_fixed>) kinds [spatial] {
    %s = arith.select %b, %r, %r : !axis.site
    // expected-error @+1 {{(C3) expected index 0 to be a site on the axis of storage dimension 0}}
    %x = sparse.load %v at [%s] : !sparse.buffer<?xf32>
  }
  return
}

// -----

func.func @c3_site_of_an_argument(%A: !sparse.tensor<?xf32, #sparse.dense>, %s: !axis.site) {
  %I, %v = sparse.unpack %A : !sparse.tensor<?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
  // expected-error @+1 {{(C3) expected index 0 to be a site on the axis of storage dimension 0}}
  %x = sparse.load %v at [%s] : !sparse.buffer<?xf32>
  return
}

// -----

// Two dimensions of one nest over the same blocks: the sites name an element
// of one block row and an offset in another one.

func.func @c4_sites_under_different_parents(%n: index, %val: memref<?x?xf32>) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %K = axis.dense_fixed %n of %I : !axis.axis<dense_fixed> -> !axis.axis<dense_fixed>
  %v = sparse.bind %val on (%I, %K) : memref<?x?xf32> on (!axis.axis<dense_fixed>, !axis.axis<dense_fixed>) -> !sparse.buffer<?x?xf32>
  iter.nest "nest" ("i": %i at %r, "l": %l, "k": %k at %p) over (%I, %I, %K of 1 : !axis.axis<dense_fixed>, !axis.axis<dense_fixed>, !axis.axis<dense_fixed>) kinds [spatial, spatial, spatial] {
    // expected-error @+1 {{(C4) expected the indices to agree about the site on axis 0}}
    %x = sparse.load %v at [%r, %p] : !sparse.buffer<?x?xf32>
  }
  return
}

// -----

func.func @c5_look_up_among_duplicates(%x: f32, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %val: memref<?xf32>) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !axis.axis<dense_fixed>, memref<?xi32>, memref<?xi32> -> !axis.axis<sparse_variable, sorted>
  %v = sparse.bind %val on (%I, %J) : memref<?xf32> on (!axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted>) -> !sparse.buffer<?xf32>
  // expected-error @+1 {{(C5) expected axis 1 to have unique coordinates for a look-up that writes but got '!axis.axis<sparse_variable, sorted>'}}
  sparse.store %x, %v[%n, %n] : !sparse.buffer<?xf32>
  return
}

// -----

func.func @c6_look_up_by_a_site(%A: !sparse.tensor<?xf32, #sparse.dense>) {
  %I, %v = sparse.unpack %A : !sparse.tensor<?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
  iter.nest "nest" ("i": %i at %r) over (%I : !axis.axis<dense_fixed>) kinds [spatial] {
    // expected-error @+1 {{(C6) expected coordinates of type index}}
    %x = "sparse.load"(%v, %r) <{form = 0 : i32}> : (!sparse.buffer<?xf32>, !axis.site) -> f32
  }
  return
}

// -----

func.func @c6_site_and_position(%A: !sparse.tensor<?x?xf32, #sparse.dense>) {
  %I, %K, %v = sparse.unpack %A : !sparse.tensor<?x?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !axis.axis<dense_fixed>, !sparse.buffer<?x?xf32>
  iter.nest "nest" ("i": %i at %r) over (%I : !axis.axis<dense_fixed>) kinds [spatial] {
    // expected-error @+1 {{(C6) expected indices of one type}}
    %x = "sparse.load"(%v, %r, %i) <{form = 1 : i32}> : (!sparse.buffer<?x?xf32>, !axis.site, index) -> f32
  }
  return
}

// -----

func.func @c7_load_of_another_type(%A: !sparse.tensor<?xf32, #sparse.dense>, %i: index) {
  %I, %v = sparse.unpack %A : !sparse.tensor<?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
  // expected-error @+1 {{(C7) expected a value of type 'f32' but got 'f64'}}
  %x = "sparse.load"(%v, %i) <{form = 0 : i32}> : (!sparse.buffer<?xf32>, index) -> f64
  return
}

// -----

func.func @load_from_memory(%v: memref<?xf32>, %i: index) {
  // expected-error @+1 {{expected a buffer type but got 'memref<?xf32>'}}
  %x = sparse.load %v[%i] : memref<?xf32>
  return
}

// -----

func.func @c7_store_of_another_type(%A: !sparse.tensor<?xf32, #sparse.dense>, %i: index) {
  %I, %v = sparse.unpack %A : !sparse.tensor<?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
  // expected-error @+1 {{(C7) expected a value of type 'f32' but got 'index'}}
  "sparse.store"(%i, %v, %i) <{form = 0 : i32}> : (index, !sparse.buffer<?xf32>, index) -> ()
  return
}

// -----

func.func @c1_store_to_an_argument(%v: !sparse.buffer<?xf32>, %x: f32, %i: index) {
  // expected-error @+1 {{(C1) expected a buffer made by an axis or sparse operation}}
  sparse.store %x, %v[%i] : !sparse.buffer<?xf32>
  return
}

// -----

func.func @c1_accumulate_into_an_argument(%v: !sparse.buffer<?xf32>, %x: f32, %i: index) {
  // expected-error @+1 {{(C1) expected a buffer made by an axis or sparse operation}}
  sparse.accumulate add %x into %v[%i] : !sparse.buffer<?xf32>
  return
}

// -----

func.func @c10_minimum_of_complex_numbers(%A: !sparse.tensor<?xcomplex<f32>, #sparse.dense>, %x: complex<f32>, %i: index) {
  %I, %v = sparse.unpack %A : !sparse.tensor<?xcomplex<f32>, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xcomplex<f32>>
  // expected-error @+1 {{(C10) expected a kind with a meaning in 'complex<f32>' but got 'min'}}
  sparse.accumulate min %x into %v[%i] : !sparse.buffer<?xcomplex<f32>>
  return
}

// -----

func.func @c10_and_of_floats(%A: !sparse.tensor<?xf32, #sparse.dense>, %x: f32, %i: index) {
  %I, %v = sparse.unpack %A : !sparse.tensor<?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
  // expected-error @+1 {{(C10) expected a kind with a meaning in 'f32' but got 'and'}}
  sparse.accumulate and %x into %v[%i] : !sparse.buffer<?xf32>
  return
}

// -----

func.func @c10_sum_of_bits(%A: !sparse.tensor<?xi1, #sparse.dense>, %x: i1, %i: index) {
  %I, %v = sparse.unpack %A : !sparse.tensor<?xi1, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xi1>
  // expected-error @+1 {{(C10) expected a kind with a meaning in 'i1' but got 'add'}}
  sparse.accumulate add %x into %v[%i] : !sparse.buffer<?xi1>
  return
}

// -----

func.func @c10_argmax_of_bits(%A: !sparse.tensor<?xi1, #sparse.dense>, %N: memref<?xindex>, %x: i1, %i: index) {
  %I, %v = sparse.unpack %A : !sparse.tensor<?xi1, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xi1>
  %w = sparse.bind %N on (%I) : memref<?xindex> on (!axis.axis<dense_fixed>) -> !sparse.buffer<?xindex>
  // expected-error @+1 {{(C10) expected a kind with a meaning in 'i1' but got 'argmax'}}
  sparse.accumulate argmax %x, %i into %v, %w[%i] : !sparse.buffer<?xi1>, !sparse.buffer<?xindex>
  return
}

// -----

func.func @c8_argmin_without_numbers(%A: !sparse.tensor<?xf32, #sparse.dense>, %x: f32, %i: index) {
  %I, %v = sparse.unpack %A : !sparse.tensor<?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
  // expected-error @+1 {{(C8) expected 2 value(s) and buffer(s) for 'argmin' but got 1 and 1}}
  sparse.accumulate argmin %x into %v[%i] : !sparse.buffer<?xf32>
  return
}

// -----

func.func @c8_sum_of_two(%A: !sparse.tensor<?xf32, #sparse.dense>, %x: f32, %i: index) {
  %I, %v = sparse.unpack %A : !sparse.tensor<?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
  // expected-error @+1 {{(C8) expected 1 value(s) and buffer(s) for 'add' but got 2 and 2}}
  sparse.accumulate add %x, %x into %v, %v[%i] : !sparse.buffer<?xf32>, !sparse.buffer<?xf32>
  return
}

// -----

func.func @c8_argmax_with_a_float_number(%A: !sparse.tensor<?xf32, #sparse.dense>, %x: f32, %i: index) {
  %I, %v = sparse.unpack %A : !sparse.tensor<?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
  // expected-error @+1 {{(C8) expected the second value to be an integer or index but got 'f32'}}
  sparse.accumulate argmax %x, %x into %v, %v[%i] : !sparse.buffer<?xf32>, !sparse.buffer<?xf32>
  return
}

// -----

func.func @c9_argmax_into_buffers_on_different_axes(%A: !sparse.tensor<?xf32, #sparse.dense>, %B: !sparse.tensor<?xindex, #sparse.dense>, %x: f32, %i: index) {
  %I, %v = sparse.unpack %A : !sparse.tensor<?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
  %K, %w = sparse.unpack %B : !sparse.tensor<?xindex, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xindex>
  // expected-error @+1 {{(C9) expected both buffers on the same axes}}
  sparse.accumulate argmax %x, %i into %v, %w[%i] : !sparse.buffer<?xf32>, !sparse.buffer<?xindex>
  return
}

// -----

func.func @c9_argmax_into_an_argument(%A: !sparse.tensor<?xf32, #sparse.dense>, %w: !sparse.buffer<?xindex>, %x: f32, %i: index) {
  %I, %v = sparse.unpack %A : !sparse.tensor<?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
  // expected-error @+1 {{(C9) expected both buffers on the same axes}}
  sparse.accumulate argmax %x, %i into %v, %w[%i] : !sparse.buffer<?xf32>, !sparse.buffer<?xindex>
  return
}

// -----

func.func @c11_atomic_argmax(%A: !sparse.tensor<?xf32, #sparse.dense>, %N: memref<?xindex>, %x: f32, %i: index) {
  %I, %v = sparse.unpack %A : !sparse.tensor<?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
  %w = sparse.bind %N on (%I) : memref<?xindex> on (!axis.axis<dense_fixed>) -> !sparse.buffer<?xindex>
  // expected-error @+1 {{(C11) expected a kind that combines 'f32' atomically but got 'argmax'}}
  sparse.accumulate atomic argmax %x, %i into %v, %w[%i] : !sparse.buffer<?xf32>, !sparse.buffer<?xindex>
  return
}

// -----

func.func @c11_atomic_product_of_complex_numbers(%A: !sparse.tensor<?xcomplex<f32>, #sparse.dense>, %x: complex<f32>, %i: index) {
  %I, %v = sparse.unpack %A : !sparse.tensor<?xcomplex<f32>, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xcomplex<f32>>
  // expected-error @+1 {{(C11) expected a kind that combines 'complex<f32>' atomically but got 'mul'}}
  sparse.accumulate atomic mul %x into %v[%i] : !sparse.buffer<?xcomplex<f32>>
  return
}

// -----

func.func @c12_segmented_and_not_atomic(%A: !sparse.tensor<?xf32, #sparse.dense>, %x: f32, %i: index) {
  %I, %v = sparse.unpack %A : !sparse.tensor<?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
  // expected-error @+1 {{(C12) expected what is segmented to be atomic}}
  sparse.accumulate segmented add %x into %v[%i] : !sparse.buffer<?xf32>
  return
}

// -----

func.func @accumulate_of_an_unknown_kind(%A: !sparse.tensor<?xf32, #sparse.dense>, %x: f32, %i: index) {
  %I, %v = sparse.unpack %A : !sparse.tensor<?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
  // expected-error @+1 {{'sparse.accumulate' expected string or keyword containing one of the following enum values for attribute 'kind' [add, mul, min, max, and, or, argmin, argmax]}}
  sparse.accumulate plus %x into %v[%i] : !sparse.buffer<?xf32>
  return
}

// -----

func.func @c7_accumulate_of_another_type(%A: !sparse.tensor<?xf32, #sparse.dense>, %x: f64, %i: index) {
  %I, %v = sparse.unpack %A : !sparse.tensor<?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
  // expected-error @+1 {{(C7) expected a value of type 'f32' but got 'f64'}}
  "sparse.accumulate"(%x, %v, %i) <{form = 0 : i32, kind = 0 : i32, operandSegmentSizes = array<i32: 1, 1, 1>}> : (f64, !sparse.buffer<?xf32>, index) -> ()
  return
}

// -----

// Axes on which elements have no coordinate.

func.func @c2_look_up_by_the_coordinate_of_an_occupancy(%n: index, %bits: memref<?xi1>, %val: memref<?xf32>) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %E = axis.occupancy %bits on (%I) : memref<?xi1> on (!axis.axis<dense_fixed>) -> !axis.axis<occupancy>
  %v = sparse.bind %val on (%I, %E) : memref<?xf32> on (!axis.axis<dense_fixed>, !axis.axis<occupancy>) -> !sparse.buffer<?xf32>
  // expected-error @+1 {{(C2) expected 1 coordinates but got 2}}
  %x = sparse.load %v[%n, %n] : !sparse.buffer<?xf32>
  return
}

// -----

func.func @c2_look_up_by_the_coordinate_of_a_product(%n: index, %pos: memref<?xi32>, %off: memref<?xi32>, %val: memref<?xf32>) {
  %B = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %I = axis.dense_variable %n of %B positions %pos : !axis.axis<dense_fixed>, memref<?xi32> -> !axis.axis<dense_variable>
  %J = axis.dense_variable %n of %B positions %pos : !axis.axis<dense_fixed>, memref<?xi32> -> !axis.axis<dense_variable>
  %IJ = axis.product %I, %J offsets %off : !axis.axis<dense_variable>, !axis.axis<dense_variable>, memref<?xi32> -> !axis.axis<product>
  %v = sparse.bind %val on (%B, %I, %J, %IJ) : memref<?xf32> on (!axis.axis<dense_fixed>, !axis.axis<dense_variable>, !axis.axis<dense_variable>, !axis.axis<product>) -> !sparse.buffer<?xf32>
  // expected-error @+1 {{(C2) expected 3 coordinates but got 4}}
  %x = sparse.load %v[%n, %n, %n, %n] : !sparse.buffer<?xf32>
  return
}

// -----

func.func @c5_look_up_by_the_rows_of_coo(%x: f32, %n: index, %row: memref<?xi32>, %col: memref<?xi32>, %val: memref<?xf32>) {
  %E = axis.sparse_variable %n count %n coordinates %row : memref<?xi32> -> !axis.axis<sparse_variable, sorted>
  %J = axis.singleton %n of %E coordinates %col : (!axis.axis<sparse_variable, sorted>), memref<?xi32> -> !axis.axis<singleton>
  %v = sparse.bind %val on (%E, %J) : memref<?xf32> on (!axis.axis<sparse_variable, sorted>, !axis.axis<singleton>) -> !sparse.buffer<?xf32>
  // expected-error @+1 {{(C5) expected axis 0 to have unique coordinates for a look-up that writes but got '!axis.axis<sparse_variable, sorted>'}}
  sparse.store %x, %v[%n, %n] : !sparse.buffer<?xf32>
  return
}

// -----

// Two sites under one combination: the element of one pair, and a row of another.

func.func @c4_sites_under_another_pair(%n: index, %pos: memref<?xi32>, %off: memref<?xi32>, %val: memref<?x?xf32>) {
  %B = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %I = axis.dense_variable %n of %B positions %pos : !axis.axis<dense_fixed>, memref<?xi32> -> !axis.axis<dense_variable>
  %J = axis.dense_variable %n of %B positions %pos : !axis.axis<dense_fixed>, memref<?xi32> -> !axis.axis<dense_variable>
  %IJ = axis.product %I, %J offsets %off : !axis.axis<dense_variable>, !axis.axis<dense_variable>, memref<?xi32> -> !axis.axis<product>
  %K = axis.dense_fixed %n of %J : !axis.axis<dense_variable> -> !axis.axis<dense_fixed>
  %v = sparse.bind %val on (%B, %I, %J, %IJ, %K) : memref<?x?xf32> on (!axis.axis<dense_fixed>, !axis.axis<dense_variable>, !axis.axis<dense_variable>, !axis.axis<product>, !axis.axis<dense_fixed>) -> !sparse.buffer<?x?xf32>
  iter.nest "nest" ("b": %b, "i": %i at %r, "j": %j at %s, "l": %l at %t, "k": %k at %p) over (%B, %I, %J, %J, %K of 2 : !axis.axis<dense_fixed>, !axis.axis<dense_variable>, !axis.axis<dense_variable>, !axis.axis<dense_variable>, !axis.axis<dense_fixed>) kinds [spatial, spatial, spatial, spatial, spatial] {
    %q = axis.join %IJ[%r, %t] : !axis.axis<product>
    // expected-error @+1 {{(C4) expected the indices to agree about the site on axis 2}}
    %x = sparse.load %v at [%q, %p] : !sparse.buffer<?x?xf32>
  }
  return
}

// -----

func.func @c8_found_of_a_direct_load(%A: !sparse.tensor<?xf32, #sparse.dense>, %i: index) {
  %I, %v = sparse.unpack %A : !sparse.tensor<?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
  // expected-error @+1 {{(C8) expected 'found' for a look-up alone}}
  %x, %f = sparse.load %v at positions [%i] found : !sparse.buffer<?xf32>
  return
}

// -----

func.func @c2_as_many_coordinates_as_axes(%A: !sparse.tensor<?x?xf32, #sparse.csr>, %i: index) {
  %I, %J, %v = sparse.unpack %A : !sparse.tensor<?x?xf32, #sparse.csr> -> !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>, !sparse.buffer<?xf32>
  // expected-error @+1 {{(C2) expected 2 coordinates but got 3}}
  %x = sparse.load %v[%i, any, any] : !sparse.buffer<?xf32>
  return
}

// -----

func.func @c8_any_of_a_direct_load(%A: !sparse.tensor<?xf32, #sparse.dense>) {
  %I, %v = sparse.unpack %A : !sparse.tensor<?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
  // expected-error @+1 {{(C8) expected 'any' for a look-up alone}}
  %x = sparse.load %v at positions [any] : !sparse.buffer<?xf32>
  return
}

// -----

func.func @c9_number_that_comes_twice(%A: !sparse.tensor<?x?xf32, #sparse.csr>) {
  %I, %J, %v = sparse.unpack %A : !sparse.tensor<?x?xf32, #sparse.csr> -> !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>, !sparse.buffer<?xf32>
  // expected-error @+1 {{(C9) expected ascending numbers in [1, 2) of 'any' but got 0}}
  %x = "sparse.load"(%v) <{form = 0 : i32, any = array<i64: 0, 0>}> : (!sparse.buffer<?xf32>) -> f32
  return
}

// -----

func.func @c9_number_that_is_too_large(%A: !sparse.tensor<?x?xf32, #sparse.csr>, %i: index) {
  %I, %J, %v = sparse.unpack %A : !sparse.tensor<?x?xf32, #sparse.csr> -> !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>, !sparse.buffer<?xf32>
  // expected-error @+1 {{(C9) expected ascending numbers in [0, 2) of 'any' but got 2}}
  %x = "sparse.load"(%v, %i) <{form = 0 : i32, any = array<i64: 2>}> : (!sparse.buffer<?xf32>, index) -> f32
  return
}
