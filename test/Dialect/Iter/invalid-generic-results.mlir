// RUN: sparse-opt %s --split-input-file --verify-diagnostics

// Groups, sites and results that the text of a nest cannot get wrong.

func.func @c6_no_groups(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{(C6) expected the sizes of groups of all 1 dimensions but got []}}
  "iter.nest"(%I) <{combine = [], dims = ["i"], groups = array<i64>, kinds = [0 : i32], name = "nest", operandSegmentSizes = array<i32: 1, 0, 0>, parents = [array<i64>]}> ({
  ^body(%i: index, %r: !axis.site):
    "iter.yield"() : () -> ()
  }) : (!axis.axis<dense_fixed>) -> ()
  return
}

// -----

func.func @c6_more_groups_than_dimensions(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{(C6) expected the sizes of groups of all 1 dimensions but got [1, 1]}}
  "iter.nest"(%I) <{combine = [], dims = ["i"], groups = array<i64: 1, 1>, kinds = [0 : i32], name = "nest", operandSegmentSizes = array<i32: 1, 0, 0>, parents = [array<i64>]}> ({
  ^body(%i: index, %r: !axis.site):
    "iter.yield"() : () -> ()
  }) : (!axis.axis<dense_fixed>) -> ()
  return
}

// -----

func.func @c6_group_of_none(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{(C6) expected the sizes of groups of all 1 dimensions but got [0, 1]}}
  "iter.nest"(%I) <{combine = [], dims = ["i"], groups = array<i64: 0, 1>, kinds = [0 : i32], name = "nest", operandSegmentSizes = array<i32: 1, 0, 0>, parents = [array<i64>]}> ({
  ^body(%i: index, %r: !axis.site):
    "iter.yield"() : () -> ()
  }) : (!axis.axis<dense_fixed>) -> ()
  return
}

// -----

func.func @c6_groups_that_overflow(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{(C6) expected the sizes of groups of all 1 dimensions but got [9223372036854775807, 9223372036854775807, 3]}}
  "iter.nest"(%I) <{combine = [], dims = ["i"], groups = array<i64: 9223372036854775807, 9223372036854775807, 3>, kinds = [0 : i32], name = "nest", operandSegmentSizes = array<i32: 1, 0, 0>, parents = [array<i64>]}> ({
  ^body(%i: index, %r: !axis.site):
    "iter.yield"() : () -> ()
  }) : (!axis.axis<dense_fixed>) -> ()
  return
}

// -----

func.func @c4_more_sites_than_parents(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %r, %found = axis.locate %I[%n] : !axis.axis<dense_fixed> -> !axis.site
  // expected-error @+1 {{(C4) expected as many sites as entries that lie under one, but got 1 sites}}
  "iter.nest"(%I, %r) <{combine = [], dims = ["i"], groups = array<i64: 1>, kinds = [0 : i32], name = "nest", operandSegmentSizes = array<i32: 1, 1, 0>, parents = [array<i64>]}> ({
  ^body(%i: index, %s: !axis.site):
    "iter.yield"() : () -> ()
  }) : (!axis.axis<dense_fixed>, !axis.site) -> ()
  return
}

// -----

// The site of a nest whose parents' sites are missing lies under none.

func.func @load_at_a_site_of_a_later_nest_without_its_site(%n: index, %val: memref<?x?xf32>) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-note @+1 {{the axis is made here}}
  %K = axis.dense_fixed %n of %I : !axis.axis<dense_fixed> -> !axis.axis<dense_fixed>
  %v = sparse.bind %val on (%I, %K) : memref<?x?xf32> on (!axis.axis<dense_fixed>, !axis.axis<dense_fixed>) -> !sparse.buffer<?x?xf32>
  %r, %found = axis.locate %I[%n] : !axis.axis<dense_fixed> -> !axis.site
  %x = sparse.load %v at [%r, %s] : !sparse.buffer<?x?xf32>
  // expected-error @+1 {{(C4) axis 0: expected an earlier entry to name its parent but got entry -1}}
  "iter.nest"(%K) <{combine = [], dims = ["k"], groups = array<i64: 1>, kinds = [0 : i32], name = "nest", operandSegmentSizes = array<i32: 1, 0, 0>, parents = [array<i64: -1>]}> ({
  ^body(%k: index, %s: !axis.site):
    "iter.yield"() : () -> ()
  }) : (!axis.axis<dense_fixed>) -> ()
  return
}

// -----

func.func @c7_results_without_combine(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{(C7) expected results just with 'combine' but got 1 results and 0 kinds to combine by}}
  %s = "iter.nest"(%I) <{combine = [], dims = ["i"], groups = array<i64: 1>, kinds = [1 : i32], name = "nest", operandSegmentSizes = array<i32: 1, 0, 0>, parents = [array<i64>]}> ({
  ^body(%i: index, %r: !axis.site):
    "iter.yield"() : () -> ()
  }) : (!axis.axis<dense_fixed>) -> f32
  return
}

// -----

func.func @c7_combine_without_results(%n: index, %x: f32) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{(C7) expected results just with 'combine' but got 0 results and 1 kinds to combine by}}
  "iter.nest"(%I, %x) <{combine = [0 : i32], dims = ["i"], groups = array<i64: 1>, kinds = [1 : i32], name = "nest", operandSegmentSizes = array<i32: 1, 0, 1>, parents = [array<i64>]}> ({
  ^body(%i: index, %r: !axis.site):
    "iter.yield"(%x) : (f32) -> ()
  }) : (!axis.axis<dense_fixed>, f32) -> ()
  return
}

// -----

func.func @c8_no_initial_value(%n: index, %x: f32) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{(C8) expected an initial value, a yielded value and a result for each of 1 values to combine but got 0, 1 and 1}}
  %s = "iter.nest"(%I) <{combine = [0 : i32], dims = ["i"], groups = array<i64: 1>, kinds = [1 : i32], name = "nest", operandSegmentSizes = array<i32: 1, 0, 0>, parents = [array<i64>]}> ({
  ^body(%i: index, %r: !axis.site):
    "iter.yield"(%x) : (f32) -> ()
  }) : (!axis.axis<dense_fixed>) -> f32
  return
}

// -----

func.func @c8_another_type_to_begin_with(%n: index, %x: f32, %y: f64) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{(C8) expected one type for value 0 to combine but got 'f64' to begin with, 'f32' yielded and 'f32' as result}}
  %s = "iter.nest"(%I, %y) <{combine = [0 : i32], dims = ["i"], groups = array<i64: 1>, kinds = [1 : i32], name = "nest", operandSegmentSizes = array<i32: 1, 0, 1>, parents = [array<i64>]}> ({
  ^body(%i: index, %r: !axis.site):
    "iter.yield"(%x) : (f32) -> ()
  }) : (!axis.axis<dense_fixed>, f64) -> f32
  return
}
