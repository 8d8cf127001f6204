// RUN: sparse-opt %s --split-input-file --verify-diagnostics

func.func @dense_fixed_c3_lengths_and_cut(%n: index, %len: memref<?xi32>) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{(C3) expected 'lengths' or 'cut' but got both}}
  %K = axis.dense_fixed %n cut %n lengths %len : memref<?xi32> of %I : !axis.axis<dense_fixed> -> !axis.axis<dense_fixed>
  return
}

// -----

func.func @dense_fixed_c3_root_with_a_cut(%n: index) {
  // expected-error @+1 {{(C3) expected a parent for 'lengths' and 'cut'}}
  %K = axis.dense_fixed %n cut %n : !axis.axis<dense_fixed>
  return
}

// -----

func.func @dense_fixed_c4_by_without_cut(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{(C4) expected a 'cut' for 'by'}}
  %K = axis.dense_fixed %n by %I : !axis.axis<dense_fixed> of %I : !axis.axis<dense_fixed> -> !axis.axis<dense_fixed>
  return
}

// -----

func.func @dense_fixed_c4_by_another_tree(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %J = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{(C4) expected 'by' to name the parent or one of its ancestors}}
  %K = axis.dense_fixed %n cut %n by %J : !axis.axis<dense_fixed> of %I : !axis.axis<dense_fixed> -> !axis.axis<dense_fixed>
  return
}

// -----

func.func @dense_fixed_c4_cut_by_a_product(%n: index, %pos: memref<?xi32>) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %J = axis.dense_variable %n of %I positions %pos : !axis.axis<dense_fixed>, memref<?xi32> -> !axis.axis<dense_variable>
  %JJ = axis.product %J, %J offsets %pos : !axis.axis<dense_variable>, !axis.axis<dense_variable>, memref<?xi32> -> !axis.axis<product>
  // expected-error @+1 {{(C4) expected a cut by an axis with coordinates but got '!axis.axis<product>'}}
  %K = axis.dense_fixed %n cut %n of %JJ : !axis.axis<product> -> !axis.axis<dense_fixed>
  return
}

// -----

func.func @dense_fixed_c5_lengths_of_another_shape(%n: index, %len: memref<?x?xi32>) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{(C5) expected lengths of the shape of 'memref<?xi32>' but got 'memref<?x?xi32>'}}
  %K = axis.dense_fixed %n lengths %len : memref<?x?xi32> of %I : !axis.axis<dense_fixed> -> !axis.axis<dense_fixed>
  return
}

// -----

func.func @dense_fixed_c6_negative_extent() {
  %n = arith.constant -1 : index
  // expected-error @+1 {{(C6) expected an extent of at least 0 but got -1}}
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  return
}

// -----

func.func @dense_variable_c1_another_kind(%n: index, %pos: memref<?xi32>) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{(C1) expected a dense_variable axis but got '!axis.axis<sparse_variable>'}}
  %J = axis.dense_variable %n of %I positions %pos : !axis.axis<dense_fixed>, memref<?xi32> -> !axis.axis<sparse_variable>
  return
}

// -----

func.func @dense_variable_c2_other_positions(%n: index, %pos: memref<?xi64>) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{(C2) expected positions of 'i32' but got 'i64'}}
  %J = axis.dense_variable %n of %I positions %pos : !axis.axis<dense_fixed>, memref<?xi64> -> !axis.axis<dense_variable>
  return
}

// -----

func.func @dense_variable_c3_parent_of_unknown_maker(%n: index, %pos: memref<?xi32>, %I: !axis.axis<dense_fixed>) {
  // expected-error @+1 {{(C3) expected the parent to be made by an axis or sparse operation but got a block argument}}
  %J = axis.dense_variable %n of %I positions %pos : !axis.axis<dense_fixed>, memref<?xi32> -> !axis.axis<dense_variable>
  return
}

// -----

func.func @dense_variable_c4_neither_parent_nor_count(%n: index) {
  // expected-error @+1 {{(C4) expected a parent with positions, or a count}}
  %J = axis.dense_variable %n : !axis.axis<dense_variable>
  return
}

// -----

func.func @dense_variable_c5_count_of_32_bits(%n: index) {
  %count = arith.constant 2147483648 : index
  // expected-error @+1 {{(C5) expected a count below 2^31, which fits i32, but got 2147483648}}
  %J = axis.dense_variable %n count %count : !axis.axis<dense_variable>
  return
}

// -----

func.func @dense_variable_c5_count_of_64_bits_is_right(%n: index) {
  %count = arith.constant 2147483648 : index
  %J = axis.dense_variable %n count %count : !axis.axis<dense_variable, pos = i64>
  return
}

// -----

func.func @sparse_variable_c4_parent_and_count(%n: index, %pos: memref<?xi32>, %crd: memref<?xi32>) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{(C4) expected a parent with positions, or a count}}
  %J = axis.sparse_variable %n count %n of %I positions %pos coordinates %crd : !axis.axis<dense_fixed>, memref<?xi32>, memref<?xi32> -> !axis.axis<sparse_variable>
  return
}

// -----

func.func @sparse_variable_c5_count_of_32_bits(%n: index, %crd: memref<?xi32>) {
  %count = arith.constant 3000000000 : index
  // expected-error @+1 {{(C5) expected a count below 2^31, which fits i32, but got 3000000000}}
  %J = axis.sparse_variable %n count %count coordinates %crd : memref<?xi32> -> !axis.axis<sparse_variable>
  return
}

// -----

func.func @sparse_variable_c5_extent_of_8_bits(%n: index, %crd: memref<?xi8>) {
  %c129 = arith.constant 129 : index
  // expected-error @+1 {{(C5) expected coordinates that fit 'i8' but got 0 to 128}}
  %J = axis.sparse_variable %c129 count %n coordinates %crd : memref<?xi8> -> !axis.axis<sparse_variable, crd = i8>
  return
}

// -----

func.func @sparse_variable_c5_extent_of_8_bits_from_below_0_is_right(%n: index, %crd: memref<?xi8>) {
  %c129 = arith.constant 129 : index
  %from = arith.constant -64 : index
  %J = axis.sparse_variable %c129 from %from count %n coordinates %crd : memref<?xi8> -> !axis.axis<sparse_variable, crd = i8>
  return
}

// -----

func.func @sparse_variable_c5_negative_extent(%n: index, %crd: memref<?xi32>) {
  %extent = arith.constant -3 : index
  // expected-error @+1 {{(C5) expected an extent of at least 0 but got -3}}
  %J = axis.sparse_variable %extent count %n coordinates %crd : memref<?xi32> -> !axis.axis<sparse_variable>
  return
}

// -----

func.func @sparse_fixed_c1_another_kind(%n: index, %crd: memref<?xi32>) {
  // expected-error @+1 {{(C1) expected a sparse_fixed axis but got '!axis.axis<sparse_variable>'}}
  %J = axis.sparse_fixed %n width %n coordinates %crd : memref<?xi32> -> !axis.axis<sparse_variable>
  return
}

// -----

func.func @sparse_fixed_c2_other_coordinates(%n: index, %crd: memref<?xi64>) {
  // expected-error @+1 {{(C2) expected coordinates of 'i32' but got 'i64'}}
  %J = axis.sparse_fixed %n width %n coordinates %crd : memref<?xi64> -> !axis.axis<sparse_fixed>
  return
}

// -----

func.func @sparse_fixed_c3_parent_of_unknown_maker(%n: index, %crd: memref<?x?xi32>, %I: !axis.axis<dense_fixed>) {
  // expected-error @+1 {{(C3) expected the parent to be made by an axis or sparse operation but got a block argument}}
  %J = axis.sparse_fixed %n width %n of %I coordinates %crd : !axis.axis<dense_fixed>, memref<?x?xi32> -> !axis.axis<sparse_fixed>
  return
}

// -----

func.func @sparse_fixed_c4_lengths_of_a_root(%n: index, %len: memref<?xi32>, %crd: memref<?xi32>) {
  // expected-error @+1 {{(C4) expected a parent for 'lengths'}}
  %J = axis.sparse_fixed %n width %n lengths %len coordinates %crd : memref<?xi32>, memref<?xi32> -> !axis.axis<sparse_fixed>
  return
}

// -----

func.func @sparse_fixed_c4_coordinates_of_another_shape(%n: index, %crd: memref<?x8xi32>) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{(C4) expected coordinates of the shape of 'memref<?x4xi32>' but got 'memref<?x8xi32>'}}
  %J = axis.sparse_fixed %n width %n of %I coordinates %crd : !axis.axis<dense_fixed>, memref<?x8xi32> -> !axis.axis<sparse_fixed, width = 4>
  return
}

// -----

func.func @sparse_fixed_c4_lengths_of_another_shape(%n: index, %len: memref<4xi32>, %crd: memref<?x?xi32>) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{(C4) expected lengths of the shape of 'memref<?xi32>' but got 'memref<4xi32>'}}
  %J = axis.sparse_fixed %n width %n of %I lengths %len coordinates %crd : !axis.axis<dense_fixed>, memref<4xi32>, memref<?x?xi32> -> !axis.axis<sparse_fixed>
  return
}

// -----

func.func @sparse_fixed_c5_coordinates_that_do_not_fit(%n: index, %crd: memref<?xi16>) {
  %extent = arith.constant 40000 : index
  // expected-error @+1 {{(C5) expected coordinates that fit 'i16' but got 0 to 39999}}
  %J = axis.sparse_fixed %extent width %n coordinates %crd : memref<?xi16> -> !axis.axis<sparse_fixed, crd = i16>
  return
}

// -----

func.func @singleton_c1_another_kind(%n: index, %crd: memref<?xi32>) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{(C1) expected a singleton axis but got '!axis.axis<occupancy>'}}
  %J = axis.singleton %n of %I coordinates %crd : (!axis.axis<dense_fixed>), memref<?xi32> -> !axis.axis<occupancy>
  return
}

// -----

func.func @singleton_c2_other_coordinates(%n: index, %crd: memref<?xi64>) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{(C2) expected coordinates of 'i32' but got 'i64'}}
  %J = axis.singleton %n of %I coordinates %crd : (!axis.axis<dense_fixed>), memref<?xi64> -> !axis.axis<singleton>
  return
}

// -----

func.func @singleton_c3_no_parent(%n: index, %crd: memref<i32>) {
  // expected-error @+1 {{(C3) expected at least one parent}}
  %J = "axis.singleton"(%n, %crd) {operandSegmentSizes = array<i32: 1, 0, 0, 1>} : (index, memref<i32>) -> !axis.axis<singleton>
  return
}

// -----

func.func @singleton_c3_parent_of_unknown_maker(%n: index, %crd: memref<?xi32>, %I: !axis.axis<dense_fixed>) {
  // expected-error @+1 {{(C3) expected each parent to be made by an axis or sparse operation but got a block argument}}
  %J = axis.singleton %n of %I coordinates %crd : (!axis.axis<dense_fixed>), memref<?xi32> -> !axis.axis<singleton>
  return
}

// -----

func.func @singleton_c4_parent_and_child(%n: index, %crd: memref<?x?xi32>) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %K = axis.dense_fixed %n of %I : !axis.axis<dense_fixed> -> !axis.axis<dense_fixed>
  // expected-error @+1 {{(C4) expected several parents to be roots, or to have one only parent in common}}
  %J = axis.singleton %n of %I, %K coordinates %crd : (!axis.axis<dense_fixed>, !axis.axis<dense_fixed>), memref<?x?xi32> -> !axis.axis<singleton>
  return
}

// -----

func.func @singleton_c5_coordinates_of_another_shape(%n: index, %crd: memref<?xi32>) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %K = axis.dense_fixed %n of %I : !axis.axis<dense_fixed> -> !axis.axis<dense_fixed>
  // expected-error @+1 {{(C5) expected coordinates of the shape of 'memref<?x?xi32>' but got 'memref<?xi32>'}}
  %J = axis.singleton %n of %K coordinates %crd : (!axis.axis<dense_fixed>), memref<?xi32> -> !axis.axis<singleton>
  return
}

// -----

func.func @singleton_c6_negative_extent(%crd: memref<?xi32>, %m: index) {
  %I = axis.dense_fixed %m : !axis.axis<dense_fixed>
  %n = arith.constant -1 : index
  // expected-error @+1 {{(C6) expected an extent of at least 0 but got -1}}
  %J = axis.singleton %n of %I coordinates %crd : (!axis.axis<dense_fixed>), memref<?xi32> -> !axis.axis<singleton>
  return
}

// -----

func.func @dense_fixed_c7_skew_without_along(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{(C7) expected 'skew' and 'along' together}}
  %K = axis.dense_fixed %n skew %n of %I : !axis.axis<dense_fixed> -> !axis.axis<dense_fixed>
  return
}

// -----

func.func @dense_fixed_c3_lengths_and_skew(%n: index, %len: memref<?xi32>) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{(C3) expected 'lengths' or 'skew' but got both}}
  %K = axis.dense_fixed %n skew %n along %I : !axis.axis<dense_fixed> lengths %len : memref<?xi32> of %I : !axis.axis<dense_fixed> -> !axis.axis<dense_fixed>
  return
}

// -----

func.func @dense_fixed_c3_skew_of_a_root(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{(C3) expected a parent for 'skew'}}
  %K = axis.dense_fixed %n skew %n along %I : !axis.axis<dense_fixed> : !axis.axis<dense_fixed>
  return
}

// -----

func.func @dense_fixed_c7_along_an_axis_beside(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %J = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{(C7) expected 'along' to name the parent or one of its ancestors}}
  %K = axis.dense_fixed %n skew %n along %J : !axis.axis<dense_fixed> of %I : !axis.axis<dense_fixed> -> !axis.axis<dense_fixed>
  return
}

// -----

func.func @sparse_fixed_c6_by_without_a_cut(%n: index, %crd: memref<?x2xi32>) {
  %c2 = arith.constant 2 : index
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{(C6) expected a 'cut' for 'by'}}
  %J = axis.sparse_fixed %n width %c2 by %I : !axis.axis<dense_fixed> of %I coordinates %crd : !axis.axis<dense_fixed>, memref<?x2xi32> -> !axis.axis<sparse_fixed, width = 2, unique>
  return
}
