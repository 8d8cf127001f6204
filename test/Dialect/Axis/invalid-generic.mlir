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
  %K = "axis.dense_fixed"(%n, %n) {operandSegmentSizes = array<i32: 1, 0, 0, 0, 1>} : (index, index) -> !axis.axis<dense_fixed>
  return
}

// -----

func.func @dense_fixed_that_gives_a_number(%n: index) {
  // expected-error @+1 {{result #0 must be one level of a stored index space, but got 'index'}}
  %K = "axis.dense_fixed"(%n) {operandSegmentSizes = array<i32: 1, 0, 0, 0, 0>} : (index) -> index
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
  // expected-error @+1 {{operand #0 must be a place in a level, but got 'index'}}
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
