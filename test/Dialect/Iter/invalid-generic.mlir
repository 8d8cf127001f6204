// RUN: sparse-opt %s --split-input-file --verify-diagnostics

// What the generic form can say and the text of a nest cannot: each is an
// error, also where a nest is asked about before it is verified.

func.func @c1_no_dimensions() {
  // expected-error @+1 {{(C1) expected a name, an axis and a kind for each of at least one dimension but got 0 names, 0 axes and 0 kinds}}
  "iter.nest"() <{combine = [], dims = [], groups = array<i64>, kinds = [], name = "nest", operandSegmentSizes = array<i32: 0, 0, 0>, parents = []}> ({
    "iter.yield"() : () -> ()
  }) : () -> ()
  return
}

// -----

func.func @c4_fewer_parents_than_axes(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{(C4) expected the parents of each axis, 1 lists, but got 0}}
  "iter.nest"(%I) <{combine = [], dims = ["i"], groups = array<i64: 1>, kinds = [0 : i32], name = "nest", operandSegmentSizes = array<i32: 1, 0, 0>, parents = []}> ({
  ^body(%i: index, %r: !axis.site):
    "iter.yield"() : () -> ()
  }) : (!axis.axis<dense_fixed>) -> ()
  return
}

// -----

func.func @c4_more_parents_than_axes(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{(C4) expected the parents of each axis, 1 lists, but got 3}}
  "iter.nest"(%I) <{combine = [], dims = ["i"], groups = array<i64: 1>, kinds = [0 : i32], name = "nest", operandSegmentSizes = array<i32: 1, 0, 0>, parents = [array<i64>, array<i64>, array<i64>]}> ({
  ^body(%i: index, %r: !axis.site):
    "iter.yield"() : () -> ()
  }) : (!axis.axis<dense_fixed>) -> ()
  return
}

// -----

func.func @c4_parent_out_of_range(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-note @+1 {{the axis is made here}}
  %K = axis.dense_fixed %n of %I : !axis.axis<dense_fixed> -> !axis.axis<dense_fixed>
  // expected-error @+1 {{(C4) axis 0: expected the entry that it lies under to name its parent but got entry 1000000}}
  "iter.nest"(%K) <{combine = [], dims = ["k"], groups = array<i64: 1>, kinds = [0 : i32], name = "nest", operandSegmentSizes = array<i32: 1, 0, 0>, parents = [array<i64: 1000000>]}> ({
  ^body(%k: index, %r: !axis.site):
    "iter.yield"() : () -> ()
  }) : (!axis.axis<dense_fixed>) -> ()
  return
}

// -----

func.func @c4_parent_below_none(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-note @+1 {{the axis is made here}}
  %K = axis.dense_fixed %n of %I : !axis.axis<dense_fixed> -> !axis.axis<dense_fixed>
  // expected-error @+1 {{(C4) axis 0: expected the entry that it lies under to name its parent but got entry -7}}
  "iter.nest"(%K) <{combine = [], dims = ["k"], groups = array<i64: 1>, kinds = [0 : i32], name = "nest", operandSegmentSizes = array<i32: 1, 0, 0>, parents = [array<i64: -7>]}> ({
  ^body(%k: index, %r: !axis.site):
    "iter.yield"() : () -> ()
  }) : (!axis.axis<dense_fixed>) -> ()
  return
}

// -----

func.func @c5_no_arguments(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{(C5) expected a coordinate and a site per dimension as arguments of the body}}
  "iter.nest"(%I) <{combine = [], dims = ["i"], groups = array<i64: 1>, kinds = [0 : i32], name = "nest", operandSegmentSizes = array<i32: 1, 0, 0>, parents = [array<i64>]}> ({
    "iter.yield"() : () -> ()
  }) : (!axis.axis<dense_fixed>) -> ()
  return
}

// -----

func.func @c5_more_arguments(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{(C5) expected a coordinate and a site per dimension as arguments of the body}}
  "iter.nest"(%I) <{combine = [], dims = ["i"], groups = array<i64: 1>, kinds = [0 : i32], name = "nest", operandSegmentSizes = array<i32: 1, 0, 0>, parents = [array<i64>]}> ({
  ^body(%i: index, %r: !axis.site, %j: index, %s: !axis.site):
    %q = "axis.position_of"(%s) : (!axis.site) -> index
    "iter.yield"() : () -> ()
  }) : (!axis.axis<dense_fixed>) -> ()
  return
}

// -----

func.func @c5_site_before_coordinate(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{(C5) expected a coordinate and a site per dimension as arguments of the body}}
  "iter.nest"(%I) <{combine = [], dims = ["i"], groups = array<i64: 1>, kinds = [0 : i32], name = "nest", operandSegmentSizes = array<i32: 1, 0, 0>, parents = [array<i64>]}> ({
  ^body(%r: !axis.site, %i: index):
    "iter.yield"() : () -> ()
  }) : (!axis.axis<dense_fixed>) -> ()
  return
}

// -----

func.func @no_body(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{requires one region}}
  "iter.nest"(%I) <{combine = [], dims = ["i"], groups = array<i64: 1>, kinds = [0 : i32], name = "nest", operandSegmentSizes = array<i32: 1, 0, 0>, parents = [array<i64>]}> : (!axis.axis<dense_fixed>) -> ()
  return
}

// -----

func.func @empty_body(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{region #0 ('body') failed to verify constraint: region with 1 blocks}}
  "iter.nest"(%I) <{combine = [], dims = ["i"], groups = array<i64: 1>, kinds = [0 : i32], name = "nest", operandSegmentSizes = array<i32: 1, 0, 0>, parents = [array<i64>]}> ({
  }) : (!axis.axis<dense_fixed>) -> ()
  return
}

// -----

func.func @no_parents(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{requires attribute 'parents'}}
  "iter.nest"(%I) <{combine = [], dims = ["i"], groups = array<i64: 1>, kinds = [0 : i32], name = "nest", operandSegmentSizes = array<i32: 1, 0, 0>}> ({
  ^body(%i: index, %r: !axis.site):
    %q = "axis.position_of"(%r) : (!axis.site) -> index
    "iter.yield"() : () -> ()
  }) : (!axis.axis<dense_fixed>) -> ()
  return
}

// -----

func.func @no_name(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{requires attribute 'name'}}
  "iter.nest"(%I) <{combine = [], dims = ["i"], groups = array<i64: 1>, kinds = [0 : i32], operandSegmentSizes = array<i32: 1, 0, 0>, parents = [array<i64>]}> ({
  ^body(%i: index, %r: !axis.site):
    "iter.yield"() : () -> ()
  }) : (!axis.axis<dense_fixed>) -> ()
  return
}

// -----

func.func @kinds_out_of_range(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{attribute 'kinds' failed to satisfy constraint}}
  "iter.nest"(%I) <{combine = [], dims = ["i"], groups = array<i64: 1>, kinds = [9 : i32], name = "nest", operandSegmentSizes = array<i32: 1, 0, 0>, parents = [array<i64>]}> ({
  ^body(%i: index, %r: !axis.site):
    "iter.yield"() : () -> ()
  }) : (!axis.axis<dense_fixed>) -> ()
  return
}

// -----

func.func @names_of_numbers(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{attribute 'dims' failed to satisfy constraint: string array attribute}}
  "iter.nest"(%I) <{combine = [], dims = [1], groups = array<i64: 1>, kinds = [0 : i32], name = "nest", operandSegmentSizes = array<i32: 1, 0, 0>, parents = [array<i64>]}> ({
  ^body(%i: index, %r: !axis.site):
    "iter.yield"() : () -> ()
  }) : (!axis.axis<dense_fixed>) -> ()
  return
}

// -----

func.func @c2_one_name_with_two_types(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{(C2) expected different names of dimensions but got "i" twice}}
  "iter.nest"(%I, %I) <{combine = [], dims = ["i", "i" : i32], groups = array<i64: 1, 1>, kinds = [0 : i32, 0 : i32], name = "nest", operandSegmentSizes = array<i32: 2, 0, 0>, parents = [array<i64>, array<i64>]}> ({
  ^body(%i: index, %r: !axis.site, %j: index, %s: !axis.site):
    "iter.yield"() : () -> ()
  }) : (!axis.axis<dense_fixed>, !axis.axis<dense_fixed>) -> ()
  return
}

// -----

func.func @segments_that_do_not_add_up(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{operand count (1) does not match with the total size (101) specified in attribute 'operandSegmentSizes'}}
  "iter.nest"(%I) <{combine = [], dims = ["i"], groups = array<i64: 1>, kinds = [0 : i32], name = "nest", operandSegmentSizes = array<i32: 1, 100, 0>, parents = [array<i64>]}> ({
  ^body(%i: index, %r: !axis.site):
    %q = "axis.position_of"(%r) : (!axis.site) -> index
    "iter.yield"() : () -> ()
  }) : (!axis.axis<dense_fixed>) -> ()
  return
}

// -----

// Forward references to the sites of a nest that is not verified yet.

func.func @site_of_a_later_nest_with_segments_that_do_not_add_up(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{(C1) expected a site made by a nest or a look-up}}
  %q = axis.position_of %r : !axis.site
  "iter.nest"(%I) <{combine = [], dims = ["i"], groups = array<i64: 1>, kinds = [0 : i32], name = "nest", operandSegmentSizes = array<i32: 1, 100, 0>, parents = [array<i64>]}> ({
  ^body(%i: index, %r: !axis.site):
    "iter.yield"() : () -> ()
  }) : (!axis.axis<dense_fixed>) -> ()
  return
}

// -----

func.func @site_of_a_later_nest_without_parents(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{(C1) expected a site made by a nest or a look-up}}
  %q = axis.position_of %r : !axis.site
  "iter.nest"(%I) <{combine = [], dims = ["i"], groups = array<i64: 1>, kinds = [0 : i32], name = "nest", operandSegmentSizes = array<i32: 1, 0, 0>}> ({
  ^body(%i: index, %r: !axis.site):
    "iter.yield"() : () -> ()
  }) : (!axis.axis<dense_fixed>) -> ()
  return
}

// -----

func.func @site_of_a_later_nest_with_more_arguments_than_axes(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{(C1) expected a site made by a nest or a look-up}}
  %q = axis.position_of %s : !axis.site
  "iter.nest"(%I) <{combine = [], dims = ["i"], groups = array<i64: 1>, kinds = [0 : i32], name = "nest", operandSegmentSizes = array<i32: 1, 0, 0>, parents = [array<i64>]}> ({
  ^body(%i: index, %r: !axis.site, %j: index, %s: !axis.site):
    "iter.yield"() : () -> ()
  }) : (!axis.axis<dense_fixed>) -> ()
  return
}

// -----

func.func @load_at_a_site_of_a_later_nest_with_a_parent_out_of_range(%n: index, %val: memref<?x?xf32>) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-note @+1 {{the axis is made here}}
  %K = axis.dense_fixed %n of %I : !axis.axis<dense_fixed> -> !axis.axis<dense_fixed>
  %v = sparse.bind %val on (%I, %K) : memref<?x?xf32> on (!axis.axis<dense_fixed>, !axis.axis<dense_fixed>) -> !sparse.buffer<?x?xf32>
  %x = sparse.load %v at [%r, %s] : !sparse.buffer<?x?xf32>
  // expected-error @+1 {{(C4) axis 1: expected the entry that it lies under to name its parent but got entry 1000000}}
  "iter.nest"(%I, %K) <{combine = [], dims = ["i", "k"], groups = array<i64: 1, 1>, kinds = [0 : i32, 0 : i32], name = "nest", operandSegmentSizes = array<i32: 2, 0, 0>, parents = [array<i64>, array<i64: 1000000>]}> ({
  ^body(%i: index, %r: !axis.site, %k: index, %s: !axis.site):
    "iter.yield"() : () -> ()
  }) : (!axis.axis<dense_fixed>, !axis.axis<dense_fixed>) -> ()
  return
}

// -----

func.func @parents_of_numbers(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{attribute 'parents' failed to satisfy constraint: the indices of each entry's parents}}
  "iter.nest"(%I) <{combine = [], dims = ["i"], groups = array<i64: 1>, kinds = [0 : i32], name = "nest", operandSegmentSizes = array<i32: 1, 0, 0>, parents = [-1]}> ({
  ^body(%i: index, %r: !axis.site):
    %q = "axis.position_of"(%r) : (!axis.site) -> index
    "iter.yield"() : () -> ()
  }) : (!axis.axis<dense_fixed>) -> ()
  return
}

// -----

func.func @site_of_a_later_nest_with_parents_of_numbers(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{(C1) expected a site made by a nest or a look-up}}
  %q = axis.position_of %r : !axis.site
  "iter.nest"(%I) <{combine = [], dims = ["i"], groups = array<i64: 1>, kinds = [0 : i32], name = "nest", operandSegmentSizes = array<i32: 1, 0, 0>, parents = [-1]}> ({
  ^body(%i: index, %r: !axis.site):
    "iter.yield"() : () -> ()
  }) : (!axis.axis<dense_fixed>) -> ()
  return
}

// -----

func.func @no_groups(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{requires attribute 'groups'}}
  "iter.nest"(%I) <{combine = [], dims = ["i"], kinds = [0 : i32], name = "nest", operandSegmentSizes = array<i32: 1, 0, 0>, parents = [array<i64>]}> ({
  ^body(%i: index, %r: !axis.site):
    "iter.yield"() : () -> ()
  }) : (!axis.axis<dense_fixed>) -> ()
  return
}

// -----

func.func @no_combine(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{requires attribute 'combine'}}
  "iter.nest"(%I) <{dims = ["i"], groups = array<i64: 1>, kinds = [0 : i32], name = "nest", operandSegmentSizes = array<i32: 1, 0, 0>, parents = [array<i64>]}> ({
  ^body(%i: index, %r: !axis.site):
    "iter.yield"() : () -> ()
  }) : (!axis.axis<dense_fixed>) -> ()
  return
}

// -----

func.func @combine_out_of_range(%n: index, %x: f32) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{attribute 'combine' failed to satisfy constraint}}
  %s = "iter.nest"(%I, %x) <{combine = [8 : i32], dims = ["i"], groups = array<i64: 1>, kinds = [1 : i32], name = "nest", operandSegmentSizes = array<i32: 1, 0, 1>, parents = [array<i64>]}> ({
  ^body(%i: index, %r: !axis.site):
    "iter.yield"(%x) : (f32) -> ()
  }) : (!axis.axis<dense_fixed>, f32) -> f32
  return
}
