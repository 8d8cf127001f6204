// RUN: sparse-opt %s --split-input-file --verify-diagnostics

// Constructors.

func.func @c1_dense_fixed_of_another_kind(%n: index) {
  // expected-error @+1 {{(C1) expected a dense_fixed axis but got '!axis.axis<sparse_variable>'}}
  %I = axis.dense_fixed %n : !axis.axis<sparse_variable>
  return
}

// -----

func.func @c2_dense_fixed_under_an_argument(%n: index, %I: !axis.axis<dense_fixed>) {
  // expected-error @+1 {{(C2) expected the parent to be made by an axis or sparse operation but got a block argument}}
  %K = axis.dense_fixed %n of %I : !axis.axis<dense_fixed> -> !axis.axis<dense_fixed>
  return
}

// -----

func.func @c2_dense_fixed_under_a_select(%n: index, %b: i1) {
  %I1 = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %I2 = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-note @+1 {{made here}}
  %I = arith.select %b, %I1, %I2 : !axis.axis<dense_fixed>
  // expected-error @+1 {{(C2) expected the parent to be made by an axis or sparse operation}}
  %K = axis.dense_fixed %n of %I : !axis.axis<dense_fixed> -> !axis.axis<dense_fixed>
  return
}

// -----

func.func @c1_sparse_variable_of_another_kind(%n: index, %pos: memref<?xi32>, %crd: memref<?xi32>) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{(C1) expected a sparse_variable axis but got '!axis.axis<dense_fixed>'}}
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !axis.axis<dense_fixed>, memref<?xi32>, memref<?xi32> -> !axis.axis<dense_fixed>
  return
}

// -----

func.func @c2_positions_of_another_type(%n: index, %pos: memref<?xi64>, %crd: memref<?xi32>) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{(C2) expected positions of 'i32' but got 'i64'}}
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !axis.axis<dense_fixed>, memref<?xi64>, memref<?xi32> -> !axis.axis<sparse_variable>
  return
}

// -----

func.func @c2_coordinates_of_another_type(%n: index, %pos: memref<?xi32>, %crd: memref<?xi16>) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{(C2) expected coordinates of 'i32' but got 'i16'}}
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !axis.axis<dense_fixed>, memref<?xi32>, memref<?xi16> -> !axis.axis<sparse_variable>
  return
}

// -----

func.func @c3_sparse_variable_under_an_argument(%n: index, %I: !axis.axis<dense_fixed>, %pos: memref<?xi32>, %crd: memref<?xi32>) {
  // expected-error @+1 {{(C3) expected the parent to be made by an axis or sparse operation but got a block argument}}
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !axis.axis<dense_fixed>, memref<?xi32>, memref<?xi32> -> !axis.axis<sparse_variable>
  return
}

// -----

func.func @positions_of_rank_two(%n: index, %pos: memref<?x?xi32>, %crd: memref<?xi32>) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{operand #2 must be 1D memref of signless integer values}}
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !axis.axis<dense_fixed>, memref<?x?xi32>, memref<?xi32> -> !axis.axis<sparse_variable>
  return
}

// -----

// Queries.

func.func @c1_extent_of_an_argument(%I: !axis.axis<dense_fixed>) {
  // expected-error @+1 {{(C1) expected the axis to be made by an axis or sparse operation but got a block argument}}
  %n = axis.extent %I : !axis.axis<dense_fixed>
  return
}

// -----

func.func @c1_size_of_an_argument(%I: !axis.axis<dense_fixed>) {
  // expected-error @+1 {{(C1) expected the axis to be made by an axis or sparse operation but got a block argument}}
  %n = axis.size %I : !axis.axis<dense_fixed>
  return
}

// -----

func.func @c1_length_of_an_argument(%I: !axis.axis<dense_fixed>) {
  // expected-error @+1 {{(C1) expected the axis to be made by an axis or sparse operation but got a block argument}}
  %n = axis.length %I : !axis.axis<dense_fixed>
  return
}

// -----

func.func @c2_length_under_nothing(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %K = axis.dense_fixed %n of %I : !axis.axis<dense_fixed> -> !axis.axis<dense_fixed>
  // expected-error @+1 {{(C2) expected a position after 'under' per parent of the axis, 1, but got 0}}
  %len = axis.length %K : !axis.axis<dense_fixed>
  return
}

// -----

func.func @c2_length_of_a_root_under_something(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{(C2) expected a position after 'under' per parent of the axis, 0, but got 1}}
  %len = axis.length %I under %n : !axis.axis<dense_fixed>
  return
}

// -----

func.func @c1_position_on_an_argument(%I: !axis.axis<dense_fixed>, %o: index) {
  // expected-error @+1 {{(C1) expected the axis to be made by an axis or sparse operation but got a block argument}}
  %p = axis.position %I[%o] : !axis.axis<dense_fixed>
  return
}

// -----

func.func @c2_position_of_a_root_under_something(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{(C2) expected a position after 'under' per parent of the axis, 0, but got 1}}
  %p = axis.position %I[%n] under %n : !axis.axis<dense_fixed>
  return
}

// -----

func.func @c1_coordinate_on_an_argument(%I: !axis.axis<dense_fixed>, %p: index) {
  // expected-error @+1 {{(C1) expected the axis to be made by an axis or sparse operation but got a block argument}}
  %i = axis.coordinate %I[%p] : !axis.axis<dense_fixed>
  return
}

// -----

func.func @c2_coordinate_under_nothing(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %K = axis.dense_fixed %n of %I : !axis.axis<dense_fixed> -> !axis.axis<dense_fixed>
  // expected-error @+1 {{(C2) expected a position after 'under' per parent of the axis, 1, but got 0}}
  %k = axis.coordinate %K[%n] : !axis.axis<dense_fixed>
  return
}

// -----

func.func @c1_parent_on_an_argument(%I: !axis.axis<dense_fixed>, %p: index) {
  // expected-error @+1 {{(C1) expected the axis to be made by an axis or sparse operation but got a block argument}}
  %i = axis.parent %I[%p] : !axis.axis<dense_fixed>
  return
}

// -----

func.func @c2_parent_on_a_root(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{(C2) expected an axis with one parent}}
  %i = axis.parent %I[%n] : !axis.axis<dense_fixed>
  return
}

// -----

func.func @c1_occupied_on_an_argument(%I: !axis.axis<dense_fixed>, %p: index) {
  // expected-error @+1 {{(C1) expected the axis to be made by an axis or sparse operation but got a block argument}}
  %in = axis.occupied %I[%p] : !axis.axis<dense_fixed>
  return
}

// -----

func.func @c2_occupied_under_nothing(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %K = axis.dense_fixed %n of %I : !axis.axis<dense_fixed> -> !axis.axis<dense_fixed>
  // expected-error @+1 {{(C2) expected a position after 'under' per parent of the axis, 1, but got 0}}
  %in = axis.occupied %K[%n] : !axis.axis<dense_fixed>
  return
}

// -----

// Sites.

func.func @position_of_an_argument(%p: !axis.site) {
  // expected-error @+1 {{(C1) expected a site made by a nest or a look-up}}
  %q = axis.position_of %p : !axis.site
  return
}

// -----

func.func @position_of_a_select(%n: index, %b: i1) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %p, %f = axis.locate %I[%n] : !axis.axis<dense_fixed> -> !axis.site
  %s = arith.select %b, %p, %p : !axis.site
  // expected-error @+1 {{(C1) expected a site made by a nest or a look-up}}
  %q = axis.position_of %s : !axis.site
  return
}

// -----

func.func @position_of_a_branch(%n: index, %b: i1) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %s = scf.if %b -> !axis.site {
    %p, %f = axis.locate %I[%n] : !axis.axis<dense_fixed> -> !axis.site
    scf.yield %p : !axis.site
  } else {
    %p, %f = axis.locate %I[%n] : !axis.axis<dense_fixed> -> !axis.site
    scf.yield %p : !axis.site
  }
  // expected-error @+1 {{(C1) expected a site made by a nest or a look-up}}
  %q = axis.position_of %s : !axis.site
  return
}

// -----

func.func @position_of_a_block_argument(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %p, %f = axis.locate %I[%n] : !axis.axis<dense_fixed> -> !axis.site
  cf.br ^next(%p : !axis.site)
^next(%s: !axis.site):
  // expected-error @+1 {{(C1) expected a site made by a nest or a look-up}}
  %q = axis.position_of %s : !axis.site
  return
}

// -----

func.func @c1_locate_on_an_argument(%I: !axis.axis<dense_fixed>, %i: index) {
  // expected-error @+1 {{(C1) expected the axis to be made by an axis or sparse operation but got a block argument}}
  %p, %f = axis.locate %I[%i] : !axis.axis<dense_fixed> -> !axis.site
  return
}

// -----

func.func @c1_locate_on_a_call(%i: index) {
  // expected-note @+1 {{made here}}
  %I = call @make() : () -> !axis.axis<dense_fixed>
  // expected-error @+1 {{(C1) expected the axis to be made by an axis or sparse operation}}
  %p, %f = axis.locate %I[%i] : !axis.axis<dense_fixed> -> !axis.site
  return
}
func.func private @make() -> !axis.axis<dense_fixed>

// -----

func.func @c2_locate_under_nothing(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %K = axis.dense_fixed %n of %I : !axis.axis<dense_fixed> -> !axis.axis<dense_fixed>
  // expected-error @+1 {{(C2) expected a site or an index after 'under' per parent of the axis, 1, but got 0}}
  %p, %f = axis.locate %K[%n] : !axis.axis<dense_fixed> -> !axis.site
  return
}

// -----

func.func @c2_locate_on_a_root_under_something(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{(C2) expected a site or an index after 'under' per parent of the axis, 0, but got 1}}
  %p, %f = axis.locate %I[%n] under %n : index : !axis.axis<dense_fixed> -> index
  return
}

// -----

func.func @c3_locate_under_a_site_of_another_axis(%n: index, %m: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %L = axis.dense_fixed %m : !axis.axis<dense_fixed>
  %K = axis.dense_fixed %n of %I : !axis.axis<dense_fixed> -> !axis.axis<dense_fixed>
  %r, %f0 = axis.locate %L[%n] : !axis.axis<dense_fixed> -> !axis.site
  // expected-error @+1 {{(C3) expected a site on the axis' parent 0 after 'under'}}
  %p, %f = axis.locate %K[%n] under %r : !axis.site : !axis.axis<dense_fixed> -> !axis.site
  return
}

// -----

func.func @c3_locate_under_an_unknown_site(%n: index, %r: !axis.site) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %K = axis.dense_fixed %n of %I : !axis.axis<dense_fixed> -> !axis.axis<dense_fixed>
  // expected-error @+1 {{(C3) expected a site on the axis' parent 0 after 'under'}}
  %p, %f = axis.locate %K[%n] under %r : !axis.site : !axis.axis<dense_fixed> -> !axis.site
  return
}

// -----

func.func @c4_locate_among_duplicates(%n: index, %pos: memref<?xi32>, %crd: memref<?xi32>) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !axis.axis<dense_fixed>, memref<?xi32>, memref<?xi32> -> !axis.axis<sparse_variable, sorted>
  // expected-error @+1 {{(C4) expected an axis with unique coordinates, or 'by carry', but got '!axis.axis<sparse_variable, sorted>'}}
  %p, %f = axis.locate %J[%n] under %n : index : !axis.axis<sparse_variable, sorted> -> index
  return
}

// -----

func.func @c5_direct_on_a_sparse_axis(%n: index, %pos: memref<?xi32>, %crd: memref<?xi32>) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !axis.axis<dense_fixed>, memref<?xi32>, memref<?xi32> -> !axis.axis<sparse_variable, sorted, unique>
  // expected-error @+1 {{(C5) expected an axis without an array of coordinates for the strategy 'direct' but got '!axis.axis<sparse_variable, sorted, unique>'}}
  %p, %f = axis.locate %J[%n] under %n : index by direct : !axis.axis<sparse_variable, sorted, unique> -> index
  return
}

// -----

func.func @c5_binary_on_an_unsorted_axis(%n: index, %pos: memref<?xi32>, %crd: memref<?xi32>) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !axis.axis<dense_fixed>, memref<?xi32>, memref<?xi32> -> !axis.axis<sparse_variable, unique>
  // expected-error @+1 {{(C5) expected a sorted axis for the strategy 'binary' but got '!axis.axis<sparse_variable, unique>'}}
  %p, %f = axis.locate %J[%n] under %n : index by binary : !axis.axis<sparse_variable, unique> -> index
  return
}

// -----

func.func @c6_site_under_a_position(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %K = axis.dense_fixed %n of %I : !axis.axis<dense_fixed> -> !axis.axis<dense_fixed>
  // expected-error @+1 {{(C6) expected a result of type 'index' as 'under' is but got '!axis.site'}}
  %p, %f = axis.locate %K[%n] under %n : index : !axis.axis<dense_fixed> -> !axis.site
  return
}

// -----

func.func @unknown_strategy(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{expected string or keyword containing one of the following enum values for attribute 'strategy' [direct, binary, linear, carry]}}
  %p, %f = axis.locate %I[%n] by guessing : !axis.axis<dense_fixed> -> !axis.site
  return
}

// -----

func.func @length_c3_cut_at_without_a_cut(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{(C3) expected an axis with a cut for 'cut at'}}
  %len = axis.length %I cut at %n : !axis.axis<dense_fixed>
  return
}

// -----

func.func @occupied_c3_cut_at_without_a_cut(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{(C3) expected an axis with a cut for 'cut at'}}
  %in = axis.occupied %I[%n] cut at %n : !axis.axis<dense_fixed>
  return
}

// -----

func.func @parent_c2_several_parents(%n: index, %p: index, %crd: memref<?x?xi32>) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %J = axis.singleton %n of %I, %I coordinates %crd : (!axis.axis<dense_fixed>, !axis.axis<dense_fixed>), memref<?x?xi32> -> !axis.axis<singleton>
  // expected-error @+1 {{(C2) expected an axis with one parent}}
  %i = axis.parent %J[%p] : !axis.axis<singleton>
  return
}

// -----

func.func @length_c2_too_few_parents(%n: index, %crd: memref<?x?xi32>) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %J = axis.singleton %n of %I, %I coordinates %crd : (!axis.axis<dense_fixed>, !axis.axis<dense_fixed>), memref<?x?xi32> -> !axis.axis<singleton>
  // expected-error @+1 {{(C2) expected a position after 'under' per parent of the axis, 2, but got 1}}
  %len = axis.length %J under %n : !axis.axis<singleton>
  return
}

// -----

func.func @locate_c5_carry_without_from(%n: index, %pos: memref<?xi32>, %crd: memref<?xi32>) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !axis.axis<dense_fixed>, memref<?xi32>, memref<?xi32> -> !axis.axis<sparse_variable, sorted, unique>
  // expected-error @+1 {{(C5) expected 'from' just with the strategy 'carry'}}
  %p, %f = axis.locate %J[%n] under %n : index by carry : !axis.axis<sparse_variable, sorted, unique> -> index
  return
}

// -----

func.func @locate_c5_carry_on_unsorted_axis(%n: index, %pos: memref<?xi32>, %crd: memref<?xi32>) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !axis.axis<dense_fixed>, memref<?xi32>, memref<?xi32> -> !axis.axis<sparse_variable, unique>
  // expected-error @+1 {{(C5) expected a sorted axis for the strategy 'carry' but got '!axis.axis<sparse_variable, unique>'}}
  %p, %f = axis.locate %J[%n] under %n : index by carry from %n : !axis.axis<sparse_variable, unique> -> index
  return
}

// -----

func.func @locate_c6_cut_at_with_sites(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %K = axis.dense_fixed %n cut %n of %I : !axis.axis<dense_fixed> -> !axis.axis<dense_fixed>
  iter.nest "n" ("i": %i at %r) over (%I : !axis.axis<dense_fixed>) kinds [spatial] {
    // expected-error @+1 {{(C6) expected positions with 'cut at', 'skew at' and 'from'}}
    %p, %f = axis.locate %K[%n] under %r : !axis.site cut at %n : !axis.axis<dense_fixed> -> !axis.site
  }
  return
}

// -----

func.func @locate_c7_no_coordinates(%n: index, %bits: memref<?xi1>) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %E = axis.occupancy %bits on (%I) : memref<?xi1> on (!axis.axis<dense_fixed>) -> !axis.axis<occupancy>
  // expected-error @+1 {{(C7) expected an axis with coordinates but got '!axis.axis<occupancy>'}}
  %p, %f = axis.locate %E[%n] under %n : index : !axis.axis<occupancy> -> index
  return
}

// -----

func.func @locate_c8_cut_at_without_a_cut(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{(C8) expected an axis with a cut for 'cut at'}}
  %p, %f = axis.locate %I[%n] cut at %n : !axis.axis<dense_fixed> -> index
  return
}

// -----

func.func @length_c3_skew_at_without_a_skew(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{(C3) expected an axis with a skew for 'skew at'}}
  %len = axis.length %I skew at %n : !axis.axis<dense_fixed>
  return
}

// -----

func.func @start_c2_without_under(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %K = axis.dense_fixed %n of %I : !axis.axis<dense_fixed> -> !axis.axis<dense_fixed>
  // expected-error @+1 {{(C2) expected a position after 'under' per parent of the axis, 1, but got 0}}
  %o = axis.start %K : !axis.axis<dense_fixed>
  return
}

// -----

func.func @start_c3_cut_at_without_a_cut(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{(C3) expected an axis with a cut for 'cut at'}}
  %o = axis.start %I cut at %n : !axis.axis<dense_fixed>
  return
}

// -----

func.func @locate_c8_skew_at_without_a_skew(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{(C8) expected an axis with a skew for 'skew at'}}
  %p, %f = axis.locate %I[%n] skew at %n : !axis.axis<dense_fixed> -> index
  return
}
