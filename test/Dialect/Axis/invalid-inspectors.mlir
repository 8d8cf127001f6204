// RUN: sparse-opt %s --split-input-file --verify-diagnostics

func.func @c1_wavefronts_of_an_argument(%J: !axis.axis<sparse_variable>, %a: memref<?xi32>) {
  // expected-error @+1 {{(C1) expected the axis to be made by an axis or sparse operation but got a block argument}}
  %count = axis.wavefronts %J into %a, %a, %a : !axis.axis<sparse_variable>, memref<?xi32>
  return
}

// -----

func.func @c2_wavefronts_of_another_kind(%n: index, %a: memref<?xi32>) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{(C2) expected a sparse_variable axis of integers of 32 or 64 bits under a dense_fixed root but got '!axis.axis<dense_fixed>'}}
  %count = axis.wavefronts %I into %a, %a, %a : !axis.axis<dense_fixed>, memref<?xi32>
  return
}

// -----

func.func @c2_wavefronts_of_a_root(%n: index, %a: memref<?xi32>) {
  %E = axis.sparse_variable %n count %n coordinates %a : memref<?xi32> -> !axis.axis<sparse_variable>
  // expected-error @+1 {{(C2) expected a sparse_variable axis of integers of 32 or 64 bits under a dense_fixed root but got '!axis.axis<sparse_variable>'}}
  %count = axis.wavefronts %E into %a, %a, %a : !axis.axis<sparse_variable>, memref<?xi32>
  return
}

// -----

func.func @c2_wavefronts_of_narrow_columns(%n: index, %pos: memref<?xi32>, %crd: memref<?xi16>, %a: memref<?xi32>) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !axis.axis<dense_fixed>, memref<?xi32>, memref<?xi16> -> !axis.axis<sparse_variable, crd = i16>
  // expected-error @+1 {{(C2) expected a sparse_variable axis of integers of 32 or 64 bits under a dense_fixed root but got '!axis.axis<sparse_variable, crd = i16>'}}
  %count = axis.wavefronts %J into %a, %a, %a : !axis.axis<sparse_variable, crd = i16>, memref<?xi32>
  return
}

// -----

func.func @c3_wavefronts_into_a_view(%n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %a: memref<?xi32, strided<[?]>>) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !axis.axis<dense_fixed>, memref<?xi32>, memref<?xi32> -> !axis.axis<sparse_variable>
  // expected-error @+1 {{(C3) expected memory without a layout but got 'memref<?xi32, strided<[?]>>'}}
  %count = axis.wavefronts %J into %a, %a, %a : !axis.axis<sparse_variable>, memref<?xi32, strided<[?]>>
  return
}

// -----

func.func @c2_tiles_of_a_root(%n: index, %a: memref<?xi32>) {
  %E = axis.sparse_variable %n count %n coordinates %a : memref<?xi32> -> !axis.axis<sparse_variable>
  // expected-error @+1 {{(C2) expected a sparse_variable axis of integers of 32 or 64 bits under a dense_fixed root but got '!axis.axis<sparse_variable>'}}
  %tiles, %rests, %most, %elements = axis.tile_fusion %E rows %n tile %n workers %n cache %n bytes(%n, %n, %n, %n, %n, %n) into %a, %a, %a, %a, %a, %a, %a : !axis.axis<sparse_variable>, memref<?xi32>
  return
}

// -----

func.func @c2_tiles_of_a_producer_that_is_a_root(%n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %a: memref<?xi32>) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !axis.axis<dense_fixed>, memref<?xi32>, memref<?xi32> -> !axis.axis<sparse_variable>
  %E = axis.sparse_variable %n count %n coordinates %a : memref<?xi32> -> !axis.axis<sparse_variable>
  // expected-error @+1 {{(C2) expected a sparse_variable axis of integers of 32 or 64 bits under a dense_fixed root but got '!axis.axis<sparse_variable>'}}
  %tiles, %rests, %most, %elements = axis.tile_fusion %J rows %n of %E : !axis.axis<sparse_variable> tile %n workers %n cache %n bytes(%n, %n, %n, %n, %n, %n) into %a, %a, %a, %a, %a, %a, %a : !axis.axis<sparse_variable>, memref<?xi32>
  return
}

// -----

func.func @c3_tiles_into_a_view(%n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %a: memref<?xi32, strided<[?]>>) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !axis.axis<dense_fixed>, memref<?xi32>, memref<?xi32> -> !axis.axis<sparse_variable>
  // expected-error @+1 {{(C3) expected memory without a layout but got 'memref<?xi32, strided<[?]>>'}}
  %tiles, %rests, %most, %elements = axis.tile_fusion %J rows %n tile %n workers %n cache %n bytes(%n, %n, %n, %n, %n, %n) into %a, %a, %a, %a, %a, %a, %a : !axis.axis<sparse_variable>, memref<?xi32, strided<[?]>>
  return
}

// -----

func.func @c4_tiles_of_five_numbers(%n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %a: memref<?xi32>) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !axis.axis<dense_fixed>, memref<?xi32>, memref<?xi32> -> !axis.axis<sparse_variable>
  // expected-error @+1 {{(C4) expected six numbers of bytes but got 5}}
  %tiles, %rests, %most, %elements = axis.tile_fusion %J rows %n tile %n workers %n cache %n bytes(%n, %n, %n, %n, %n) into %a, %a, %a, %a, %a, %a, %a : !axis.axis<sparse_variable>, memref<?xi32>
  return
}

// -----

func.func @c5_a_further_loop_of_two_numbers(%n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %a: memref<?xi32>, %b: memref<?xi64>) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !axis.axis<dense_fixed>, memref<?xi32>, memref<?xi32> -> !axis.axis<sparse_variable>
  // expected-error @+1 {{(C5) expected 3 numbers of bytes of 1 further loops but got 2}}
  %r:6 = axis.tile_fusion %J rows %n tile %n workers %n cache %n bytes(%n, %n, %n, %n, %n, %n) into %a, %a, %a, %a, %a, %a, %a then(%J : !axis.axis<sparse_variable>) bytes(%n, %n) into(%a, %a, %a, %a : memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xi32>) -> index, index : !axis.axis<sparse_variable>, memref<?xi32>
  return
}

// -----

func.func @c5_a_further_loop_of_three_arrays(%n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %a: memref<?xi32>, %b: memref<?xi64>) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !axis.axis<dense_fixed>, memref<?xi32>, memref<?xi32> -> !axis.axis<sparse_variable>
  // expected-error @+1 {{(C5) expected 4 arrays of 1 further loops but got 3}}
  %r:6 = axis.tile_fusion %J rows %n tile %n workers %n cache %n bytes(%n, %n, %n, %n, %n, %n) into %a, %a, %a, %a, %a, %a, %a then(%J : !axis.axis<sparse_variable>) bytes(%n, %n, %n) into(%a, %a, %a : memref<?xi32>, memref<?xi32>, memref<?xi32>) -> index, index : !axis.axis<sparse_variable>, memref<?xi32>
  return
}

// -----

func.func @c5_a_further_loop_of_one_result(%n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %a: memref<?xi32>, %b: memref<?xi64>) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !axis.axis<dense_fixed>, memref<?xi32>, memref<?xi32> -> !axis.axis<sparse_variable>
  // expected-error @+1 {{(C5) expected 2 results of 1 further loops but got 1}}
  %r:5 = axis.tile_fusion %J rows %n tile %n workers %n cache %n bytes(%n, %n, %n, %n, %n, %n) into %a, %a, %a, %a, %a, %a, %a then(%J : !axis.axis<sparse_variable>) bytes(%n, %n, %n) into(%a, %a, %a, %a : memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xi32>) -> index : !axis.axis<sparse_variable>, memref<?xi32>
  return
}

// -----

func.func @c5_arrays_of_other_integers(%n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %a: memref<?xi32>, %b: memref<?xi64>) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !axis.axis<dense_fixed>, memref<?xi32>, memref<?xi32> -> !axis.axis<sparse_variable>
  // expected-error @+1 {{(C5) expected arrays of further loops of type 'memref<?xi32>' but got 'memref<?xi64>'}}
  %r:6 = axis.tile_fusion %J rows %n tile %n workers %n cache %n bytes(%n, %n, %n, %n, %n, %n) into %a, %a, %a, %a, %a, %a, %a then(%J : !axis.axis<sparse_variable>) bytes(%n, %n, %n) into(%a, %a, %a, %b : memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xi64>) -> index, index : !axis.axis<sparse_variable>, memref<?xi32>
  return
}

// -----

func.func @c6_one_of_two_loops(%n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %a: memref<?xi32>, %b: memref<?xi64>) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !axis.axis<dense_fixed>, memref<?xi32>, memref<?xi32> -> !axis.axis<sparse_variable>
  // expected-error @+1 {{(C6) expected 'itself' of 1 loops but got one of 2}}
  %r:4 = axis.tile_fusion %J rows %n tile %n workers %n cache %n bytes(%n, %n, %n, %n, %n, %n) into %a, %a, %a, %a, %a, %a, %a : !axis.axis<sparse_variable>, memref<?xi32> {itself = array<i1: true, false>}
  return
}
