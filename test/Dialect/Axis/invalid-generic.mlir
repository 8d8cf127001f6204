// RUN: sparse-opt %s --split-input-file --verify-diagnostics

// What the generic form can say and the text of the operations cannot: each is
// an error, also where an operation is asked about before it is verified.

func.func @dense_fixed_without_operands() {
  // expected-error @+1 {{expected 1 or more operands, but found 0}}
  %I = "axis.dense_fixed"() : () -> !axis.axis<dense_fixed>
  return
}

// -----

func.func @dense_fixed_with_many_operands(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{operand count (3) does not match with the total size (0) specified in attribute 'operandSegmentSizes'}}
  %K = "axis.dense_fixed"(%n, %I, %I) : (index, !axis.axis<dense_fixed>, !axis.axis<dense_fixed>) -> !axis.axis<dense_fixed>
  return
}

// -----

func.func @dense_fixed_under_a_number(%n: index) {
  // expected-error @+1 {{operand #1 must be one level of a stored index space, but got 'index'}}
  %K = "axis.dense_fixed"(%n, %n) {operandSegmentSizes = array<i32: 1, 0, 0, 0, 1, 0, 0>} : (index, index) -> !axis.axis<dense_fixed>
  return
}

// -----

func.func @dense_fixed_that_gives_a_number(%n: index) {
  // expected-error @+1 {{result #0 must be one level of a stored index space, but got 'index'}}
  %K = "axis.dense_fixed"(%n) {operandSegmentSizes = array<i32: 1, 0, 0, 0, 0, 0, 0>} : (index) -> index
  return
}

// -----

func.func @sparse_variable_without_memory(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{operand count (2) does not match with the total size (0) specified in attribute 'operandSegmentSizes'}}
  %J = "axis.sparse_variable"(%n, %I) : (index, !axis.axis<dense_fixed>) -> !axis.axis<sparse_variable>
  return
}

// -----

func.func @extent_of_a_number(%n: index) {
  // expected-error @+1 {{operand #0 must be one level of a stored index space, but got 'index'}}
  %e = "axis.extent"(%n) : (index) -> index
  return
}

// -----

func.func @locate_without_operands() {
  // expected-error @+1 {{expected 2 or more operands, but found 0}}
  %p, %f = "axis.locate"() : () -> (!axis.site, i1)
  return
}

// -----

func.func @locate_with_one_result(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{expected 2 results}}
  %p = "axis.locate"(%I, %n) : (!axis.axis<dense_fixed>, index) -> !axis.site
  return
}

// -----

func.func @locate_with_a_strategy_that_is_a_string(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{Invalid attribute `strategy` in property conversion: "direct"}}
  %p, %f = "axis.locate"(%I, %n) <{strategy = "direct"}> : (!axis.axis<dense_fixed>, index) -> (!axis.site, i1)
  return
}

// -----

func.func @locate_with_a_strategy_out_of_range(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{Invalid attribute `strategy` in property conversion: 77 : i32}}
  %p, %f = "axis.locate"(%I, %n) <{strategy = 77 : i32}> : (!axis.axis<dense_fixed>, index) -> (!axis.site, i1)
  return
}

// -----

func.func @position_of_a_number(%n: index) {
  // expected-error @+1 {{operand #0 must be a site, but got 'index'}}
  %q = "axis.position_of"(%n) : (index) -> index
  return
}

// -----

func.func @question_before_an_axis_without_operands(%n: index) {
  %len = axis.length %I : !axis.axis<dense_fixed>
  // expected-error @+1 {{expected 1 or more operands, but found 0}}
  %I = "axis.dense_fixed"() : () -> !axis.axis<dense_fixed>
  return
}

// -----

func.func @question_before_a_sparse_axis_without_operands(%n: index) {
  %len = axis.length %I : !axis.axis<sparse_variable>
  // expected-error @+1 {{expected 2 or more operands, but found 0}}
  %I = "axis.sparse_variable"() : () -> !axis.axis<sparse_variable>
  return
}

// -----

func.func @position_of_a_later_look_up_without_operands(%n: index) {
  // expected-error @+1 {{(C1) expected a site made by a nest or a look-up}}
  %q = axis.position_of %p : !axis.site
  %p, %f = "axis.locate"() : () -> (!axis.site, i1)
  return
}

// -----

func.func @axis_under_itself(%n: index) {
  // expected-error @+2 {{operand #1 does not dominate this use}}
  // expected-note @+1 {{operand defined here (op in the same block)}}
  %I = axis.dense_fixed %n of %I : !axis.axis<dense_fixed> -> !axis.axis<dense_fixed>
  return
}

// -----

func.func @axes_under_each_other(%n: index) {
  // expected-error @+1 {{operand #1 does not dominate this use}}
  %I = axis.dense_fixed %n of %K : !axis.axis<dense_fixed> -> !axis.axis<dense_fixed>
  // expected-note @+1 {{operand defined here (op in the same block)}}
  %K = axis.dense_fixed %n of %I : !axis.axis<dense_fixed> -> !axis.axis<dense_fixed>
  return
}

// -----

func.func @site_under_itself(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %K = axis.dense_fixed %n of %I : !axis.axis<dense_fixed> -> !axis.axis<dense_fixed>
  // expected-error @+1 {{(C3) expected a site on the axis' parent 0 after 'under'}}
  %p, %f = axis.locate %K[%n] under %p : !axis.site : !axis.axis<dense_fixed> -> !axis.site
  return
}

// -----

func.func @elements_under_an_axis_under_itself(%n: index, %crd: memref<?xi32>, %len: memref<?xi32>) {
  %I = axis.dense_fixed %n of %K : !axis.axis<dense_fixed> -> !axis.axis<dense_fixed>
  // expected-error @+1 {{(C5) expected axes that values can lie on}}
  %K = axis.dense_fixed %n lengths %len : memref<?xi32> of %I : !axis.axis<dense_fixed> -> !axis.axis<dense_fixed>
  return
}

// -----

func.func @product_before_its_factors(%n: index, %pos: memref<?xi32>) {
  // expected-error @+1 {{(C3) expected two variable factors with one only parent in common}}
  %P = axis.product %I, %I offsets %pos : !axis.axis<dense_variable>, !axis.axis<dense_variable>, memref<?xi32> -> !axis.axis<product>
  %I = "axis.dense_variable"() : () -> !axis.axis<dense_variable>
  return
}

// -----

func.func @occupancy_with_too_few_parents(%n: index, %bits: memref<?x?xi1>) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{(C3) expected the parents of each axis, 2 lists, but got 1}}
  %E = "axis.occupancy"(%bits, %I, %I) {parents = [array<i64>]} : (memref<?x?xi1>, !axis.axis<dense_fixed>, !axis.axis<dense_fixed>) -> !axis.axis<occupancy>
  return
}

// -----

func.func @occupancy_with_parents_out_of_range(%n: index, %bits: memref<?x?xi1>) {
  // expected-note @+1 {{the axis is made here}}
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{(C3) axis 1: expected a root to lie under no entry but got entry 99}}
  %E = "axis.occupancy"(%bits, %I, %I) {parents = [array<i64>, array<i64: 99>]} : (memref<?x?xi1>, !axis.axis<dense_fixed>, !axis.axis<dense_fixed>) -> !axis.axis<occupancy>
  return
}

// -----

// Operands that an operation cannot do without are in groups of one each, which
// the sizes of the groups need not say.

func.func @no_coordinates(%n: index, %pos: memref<?xi32>) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{expected one operand in group 5 of 'operandSegmentSizes' but got 0}}
  %J = "axis.sparse_variable"(%n, %I, %pos) <{operandSegmentSizes = array<i32: 1, 0, 0, 1, 1, 0>}> : (index, !axis.axis<dense_fixed>, memref<?xi32>) -> !axis.axis<sparse_variable>
  return
}

// -----

func.func @two_widths(%n: index, %crd: memref<?xi32>) {
  // expected-error @+1 {{expected one operand in group 2 of 'operandSegmentSizes' but got 2}}
  %J = "axis.sparse_fixed"(%n, %n, %n, %crd) <{operandSegmentSizes = array<i32: 1, 0, 2, 0, 0, 1, 0, 0>}> : (index, index, index, memref<?xi32>) -> !axis.axis<sparse_fixed>
  return
}

// -----

func.func @no_extent(%n: index) {
  // expected-error @+1 {{expected one operand in group 0 of 'operandSegmentSizes' but got 0}}
  %J = "axis.dense_variable"(%n) <{operandSegmentSizes = array<i32: 0, 0, 0, 1>}> : (index) -> !axis.axis<dense_variable>
  return
}

// -----

func.func @an_extent_among_optional_operands(%n: index) {
  // expected-error @+1 {{expected one operand in group 0 of 'operandSegmentSizes' but got 0}}
  %I = "axis.dense_fixed"(%n) <{operandSegmentSizes = array<i32: 0, 1, 0, 0, 0, 0, 0>}> : (index) -> !axis.axis<dense_fixed>
  return
}

// -----

func.func @no_coordinates_of_a_singleton(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{expected one operand in group 3 of 'operandSegmentSizes' but got 0}}
  %J = "axis.singleton"(%n, %I) <{operandSegmentSizes = array<i32: 1, 0, 1, 0>}> : (index, !axis.axis<dense_fixed>) -> !axis.axis<singleton>
  return
}

// -----

func.func @length_of_no_axis(%n: index) {
  // expected-error @+1 {{expected one operand in group 0 of 'operandSegmentSizes' but got 0}}
  %l = "axis.length"(%n) <{operandSegmentSizes = array<i32: 0, 0, 1, 0>}> : (index) -> index
  return
}

// -----

func.func @occupied_without_a_position(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{expected one operand in group 1 of 'operandSegmentSizes' but got 0}}
  %yes = "axis.occupied"(%I, %n) <{operandSegmentSizes = array<i32: 1, 0, 1, 0, 0>}> : (!axis.axis<dense_fixed>, index) -> i1
  return
}

// -----

func.func @locate_without_a_coordinate(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{expected one operand in group 1 of 'operandSegmentSizes' but got 0}}
  %p, %found = "axis.locate"(%I, %n) <{operandSegmentSizes = array<i32: 1, 0, 1, 0, 0, 0>}> : (!axis.axis<dense_fixed>, index) -> (index, i1)
  return
}

// -----

// What is asked about a constructor that is not verified yet.

func.func @cut_of_an_axis_made_badly_later(%n: index) {
  // expected-error @+1 {{(C3) expected an axis with a cut for 'cut at'}}
  %l = axis.length %I cut at %n : !axis.axis<dense_fixed>
  %I = "axis.dense_fixed"(%n) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0, 0, 0>}> : (index) -> !axis.axis<dense_fixed>
  return
}

// -----

func.func @product_made_badly_later(%n: index, %bits: memref<?xi1>) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{(C3) axis 1: expected a root to lie under no entry but got entry 0}}
  %E = axis.occupancy %bits on (%I, %P of 0) : memref<?xi1> on (!axis.axis<dense_fixed>, !axis.axis<product>) -> !axis.axis<occupancy>
  // expected-note @+1 {{the axis is made here}}
  %P = "axis.product"(%I) : (!axis.axis<dense_fixed>) -> !axis.axis<product>
  return
}

// -----

func.func @site_on_a_singleton_made_badly_later(%n: index, %r: !axis.site) {
  // expected-error @+1 {{(C2) expected 0 sites but got 1}}
  %p = axis.join %J[%r] : !axis.axis<singleton>
  %J = "axis.singleton"(%n) <{operandSegmentSizes = array<i32: 1, 0, 100, 0>}> : (index) -> !axis.axis<singleton>
  return
}

// -----

// An axis that lies under itself, and a site.

func.func @singleton_of_itself(%n: index, %crd: memref<?x?xi32>) {
  // expected-error @+1 {{(C4) expected several parents to be roots, or to have one only parent in common}}
  %J = axis.singleton %n of %J, %J coordinates %crd : (!axis.axis<singleton>, !axis.axis<singleton>), memref<?x?xi32> -> !axis.axis<singleton>
  return
}

// -----

func.func @length_of_a_product_of_itself(%n: index, %off: memref<?xi32>) {
  // expected-error @+1 {{(C2) expected a position after 'under' per parent of the axis, 3, but got 0}}
  %l = axis.length %J : !axis.axis<product>
  %J = axis.product %J, %J offsets %off : !axis.axis<product>, !axis.axis<product>, memref<?xi32> -> !axis.axis<product>
  return
}

// -----

func.func @under_a_site_under_itself(%n: index, %bits: memref<?x?xi1>) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %E = axis.occupancy %bits on (%I, %I) : memref<?x?xi1> on (!axis.axis<dense_fixed>, !axis.axis<dense_fixed>) -> !axis.axis<occupancy>
  // expected-error @+1 {{(C1) expected a product or singleton made by an axis operation but got '!axis.axis<occupancy>'}}
  %p = axis.join %E[%p] : !axis.axis<occupancy>
  return
}
