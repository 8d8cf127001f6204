// RUN: sparse-opt %s --split-input-file --verify-diagnostics

func.func @product_c1_another_kind(%n: index, %pos: memref<?xi32>) {
  %B = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %I = axis.dense_variable %n of %B positions %pos : !axis.axis<dense_fixed>, memref<?xi32> -> !axis.axis<dense_variable>
  // expected-error @+1 {{(C1) expected a product axis but got '!axis.axis<dense_variable>'}}
  %IJ = axis.product %I, %I offsets %pos : !axis.axis<dense_variable>, !axis.axis<dense_variable>, memref<?xi32> -> !axis.axis<dense_variable>
  return
}

// -----

func.func @product_c2_other_offsets(%n: index, %pos: memref<?xi32>) {
  %B = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %I = axis.dense_variable %n of %B positions %pos : !axis.axis<dense_fixed>, memref<?xi32> -> !axis.axis<dense_variable>
  // expected-error @+1 {{(C2) expected offsets of 'i64' but got 'i32'}}
  %IJ = axis.product %I, %I offsets %pos : !axis.axis<dense_variable>, !axis.axis<dense_variable>, memref<?xi32> -> !axis.axis<product, pos = i64>
  return
}

// -----

func.func @product_c3_factor_of_unknown_maker(%n: index, %pos: memref<?xi32>, %I: !axis.axis<dense_variable>) {
  // expected-error @+1 {{(C3) expected each factor to be made by an axis or sparse operation but got a block argument}}
  %IJ = axis.product %I, %I offsets %pos : !axis.axis<dense_variable>, !axis.axis<dense_variable>, memref<?xi32> -> !axis.axis<product>
  return
}

// -----

func.func @product_c3_fixed_factor(%n: index, %pos: memref<?xi32>) {
  %B = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %I = axis.dense_variable %n of %B positions %pos : !axis.axis<dense_fixed>, memref<?xi32> -> !axis.axis<dense_variable>
  %K = axis.dense_fixed %n of %B : !axis.axis<dense_fixed> -> !axis.axis<dense_fixed>
  // expected-error @+1 {{(C3) expected two variable factors with one only parent in common}}
  %IK = axis.product %I, %K offsets %pos : !axis.axis<dense_variable>, !axis.axis<dense_fixed>, memref<?xi32> -> !axis.axis<product>
  return
}

// -----

func.func @product_c3_factors_of_two_parents(%n: index, %pos: memref<?xi32>) {
  %B = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %D = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %I = axis.dense_variable %n of %B positions %pos : !axis.axis<dense_fixed>, memref<?xi32> -> !axis.axis<dense_variable>
  %J = axis.dense_variable %n of %D positions %pos : !axis.axis<dense_fixed>, memref<?xi32> -> !axis.axis<dense_variable>
  // expected-error @+1 {{(C3) expected two variable factors with one only parent in common}}
  %IJ = axis.product %I, %J offsets %pos : !axis.axis<dense_variable>, !axis.axis<dense_variable>, memref<?xi32> -> !axis.axis<product>
  return
}

// -----

func.func @product_c3_root_factors(%n: index, %pos: memref<?xi32>) {
  %I = axis.dense_variable %n count %n : !axis.axis<dense_variable>
  // expected-error @+1 {{(C3) expected two variable factors with one only parent in common}}
  %II = axis.product %I, %I offsets %pos : !axis.axis<dense_variable>, !axis.axis<dense_variable>, memref<?xi32> -> !axis.axis<product>
  return
}

// -----

func.func @occupancy_c1_another_kind(%n: index, %bits: memref<?xi1>) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{(C1) expected an occupancy axis but got '!axis.axis<dense_fixed>'}}
  %E = axis.occupancy %bits on (%I) : memref<?xi1> on (!axis.axis<dense_fixed>) -> !axis.axis<dense_fixed>
  return
}

// -----

func.func @occupancy_c2_no_axis(%bits: memref<i1>) {
  // expected-error @+1 {{(C2) expected at least one axis}}
  %E = "axis.occupancy"(%bits) {parents = []} : (memref<i1>) -> !axis.axis<occupancy>
  return
}

// -----

func.func @occupancy_c2_axis_with_several_parents(%n: index, %crd: memref<?x?xi32>, %bits: memref<?x?xi1>) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %J = axis.singleton %n of %I, %I coordinates %crd : (!axis.axis<dense_fixed>, !axis.axis<dense_fixed>), memref<?x?xi32> -> !axis.axis<singleton>
  // expected-error @+1 {{(C2) axis 2: expected an axis with at most one parent but got '!axis.axis<singleton>'}}
  %E = axis.occupancy %bits on (%I, %I, %J) : memref<?x?xi1> on (!axis.axis<dense_fixed>, !axis.axis<dense_fixed>, !axis.axis<singleton>) -> !axis.axis<occupancy>
  return
}

// -----

func.func @occupancy_c3_child_without_its_parent(%n: index, %bits: memref<?xi1>) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-note @below {{the axis is made here}}
  %K = axis.dense_fixed %n of %I : !axis.axis<dense_fixed> -> !axis.axis<dense_fixed>
  // expected-error @+1 {{(C3) axis 0: expected an earlier entry to name its parent but got entry -1}}
  %E = axis.occupancy %bits on (%K) : memref<?xi1> on (!axis.axis<dense_fixed>) -> !axis.axis<occupancy>
  return
}

// -----

func.func @occupancy_c4_bits_of_another_shape(%n: index, %bits: memref<?xi1>) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{(C4) expected bits of the shape of 'memref<?x?xi1>' but got 'memref<?xi1>'}}
  %E = axis.occupancy %bits on (%I, %I) : memref<?xi1> on (!axis.axis<dense_fixed>, !axis.axis<dense_fixed>) -> !axis.axis<occupancy>
  return
}

// -----

func.func @join_c1_another_kind(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  iter.nest "n" ("i": %i at %r) over (%I : !axis.axis<dense_fixed>) kinds [spatial] {
    // expected-error @+1 {{(C1) expected a product or singleton made by an axis operation but got '!axis.axis<dense_fixed>'}}
    %p = axis.join %I[%r] : !axis.axis<dense_fixed>
  }
  return
}

// -----

func.func @join_c2_too_few_sites(%n: index, %pos: memref<?xi32>) {
  %B = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %I = axis.dense_variable %n of %B positions %pos : !axis.axis<dense_fixed>, memref<?xi32> -> !axis.axis<dense_variable>
  %II = axis.product %I, %I offsets %pos : !axis.axis<dense_variable>, !axis.axis<dense_variable>, memref<?xi32> -> !axis.axis<product>
  iter.nest "n" ("b": %b, "i": %i at %r) over (%B, %I : !axis.axis<dense_fixed>, !axis.axis<dense_variable>) kinds [spatial, spatial] {
    // expected-error @+1 {{(C2) expected 2 sites but got 1}}
    %p = axis.join %II[%r] : !axis.axis<product>
  }
  return
}

// -----

func.func @join_c2_site_on_another_axis(%n: index, %pos: memref<?xi32>) {
  %B = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %I = axis.dense_variable %n of %B positions %pos : !axis.axis<dense_fixed>, memref<?xi32> -> !axis.axis<dense_variable>
  %II = axis.product %I, %I offsets %pos : !axis.axis<dense_variable>, !axis.axis<dense_variable>, memref<?xi32> -> !axis.axis<product>
  iter.nest "n" ("b": %b at %q, "i": %i at %r) over (%B, %I : !axis.axis<dense_fixed>, !axis.axis<dense_variable>) kinds [spatial, spatial] {
    // expected-error @+1 {{(C2) expected site 1 to lie on parent 1 of the axis}}
    %p = axis.join %II[%r, %q] : !axis.axis<product>
  }
  return
}

// -----

func.func @join_c3_sites_under_two_places(%n: index, %pos: memref<?xi32>) {
  %B = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %I = axis.dense_variable %n of %B positions %pos : !axis.axis<dense_fixed>, memref<?xi32> -> !axis.axis<dense_variable>
  %II = axis.product %I, %I offsets %pos : !axis.axis<dense_variable>, !axis.axis<dense_variable>, memref<?xi32> -> !axis.axis<product>
  iter.nest "n" ("b": %b, "i": %i at %r, "c": %c, "j": %j at %s) over (%B, %I, %B, %I : !axis.axis<dense_fixed>, !axis.axis<dense_variable>, !axis.axis<dense_fixed>, !axis.axis<dense_variable>) kinds [spatial, spatial, spatial, spatial] {
    // expected-error @+1 {{(C3) expected sites that lie under the same site}}
    %p = axis.join %II[%r, %s] : !axis.axis<product>
  }
  return
}
