// RUN: sparse-opt %s --split-input-file --verify-diagnostics

func.func @c1_fewer_axes_than_names(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{(C1) expected a name, an axis and a kind for each of at least one dimension but got 2 names, 1 axes and 2 kinds}}
  iter.nest "nest" ("i": %i, "j": %j) over (%I : !axis.axis<dense_fixed>) kinds [spatial, spatial] {
  }
  return
}

// -----

func.func @c1_fewer_kinds_than_axes(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{(C1) expected a name, an axis and a kind for each of at least one dimension but got 2 names, 2 axes and 1 kinds}}
  iter.nest "nest" ("i": %i, "j": %j at %r) over (%I, %I : !axis.axis<dense_fixed>, !axis.axis<dense_fixed>) kinds [spatial] {
  }
  return
}

// -----

func.func @c1_no_names(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{(C1) expected a name, an axis and a kind for each of at least one dimension but got 0 names, 1 axes and 0 kinds}}
  iter.nest "nest" () over (%I : !axis.axis<dense_fixed>) kinds [] {
  }
  return
}

// -----

func.func @c1_no_axes() {
  // expected-error @+1 {{expected SSA operand}}
  iter.nest "nest" () over () kinds [] {
  }
  return
}

// -----

func.func @c2_one_name_twice(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{(C2) expected different names of dimensions but got "i" twice}}
  iter.nest "nest" ("i": %i, "i": %j) over (%I, %I : !axis.axis<dense_fixed>, !axis.axis<dense_fixed>) kinds [spatial, spatial] {
  }
  return
}

// -----

func.func @c3_axis_of_an_argument(%I: !axis.axis<dense_fixed>) {
  // expected-error @+1 {{(C3) expected each axis to be made by an axis or sparse operation but got a block argument}}
  iter.nest "nest" ("i": %i) over (%I : !axis.axis<dense_fixed>) kinds [spatial] {
  }
  return
}

// -----

func.func @c3_axis_of_a_branch(%n: index, %b: i1) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-note @+1 {{made here}}
  %L = scf.if %b -> !axis.axis<dense_fixed> {
    scf.yield %I : !axis.axis<dense_fixed>
  } else {
    scf.yield %I : !axis.axis<dense_fixed>
  }
  // expected-error @+1 {{(C3) expected each axis to be made by an axis or sparse operation}}
  iter.nest "nest" ("i": %i) over (%L : !axis.axis<dense_fixed>) kinds [spatial] {
  }
  return
}

// -----

func.func @c4_parent_unknown(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-note @+1 {{the axis is made here}}
  %K = axis.dense_fixed %n of %I : !axis.axis<dense_fixed> -> !axis.axis<dense_fixed>
  // expected-error @+1 {{(C4) axis 0: expected an earlier entry to name its parent}}
  iter.nest "nest" ("k": %k) over (%K : !axis.axis<dense_fixed>) kinds [spatial] {
  }
  return
}

// -----

func.func @c4_child_before_its_parent(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-note @+1 {{the axis is made here}}
  %K = axis.dense_fixed %n of %I : !axis.axis<dense_fixed> -> !axis.axis<dense_fixed>
  // expected-error @+1 {{(C4) axis 0: expected an earlier entry to name its parent}}
  iter.nest "nest" ("k": %k, "i": %i) over (%K, %I : !axis.axis<dense_fixed>, !axis.axis<dense_fixed>) kinds [spatial, spatial] {
  }
  return
}

// -----

func.func @c4_child_of_a_later_entry(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-note @+1 {{the axis is made here}}
  %K = axis.dense_fixed %n of %I : !axis.axis<dense_fixed> -> !axis.axis<dense_fixed>
  // expected-error @+1 {{(C4) axis 0: expected the entry that it lies under to name its parent but got entry 1}}
  iter.nest "nest" ("k": %k, "i": %i) over (%K of 1, %I : !axis.axis<dense_fixed>, !axis.axis<dense_fixed>) kinds [spatial, spatial] {
  }
  return
}

// -----

func.func @c4_child_of_another_entry(%n: index, %m: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %L = axis.dense_fixed %m : !axis.axis<dense_fixed>
  // expected-note @+1 {{the axis is made here}}
  %K = axis.dense_fixed %n of %I : !axis.axis<dense_fixed> -> !axis.axis<dense_fixed>
  // expected-error @+1 {{(C4) axis 2: expected the entry that it lies under to name its parent but got entry 1}}
  iter.nest "nest" ("i": %i, "l": %l, "k": %k) over (%I, %L, %K of 1 : !axis.axis<dense_fixed>, !axis.axis<dense_fixed>, !axis.axis<dense_fixed>) kinds [spatial, spatial, spatial] {
  }
  return
}

// -----

func.func @c4_root_of_an_entry(%n: index, %m: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-note @+1 {{the axis is made here}}
  %L = axis.dense_fixed %m : !axis.axis<dense_fixed>
  // expected-error @+1 {{(C4) axis 1: expected a root to lie under no entry but got entry 0}}
  iter.nest "nest" ("i": %i, "l": %l) over (%I, %L of 0 : !axis.axis<dense_fixed>, !axis.axis<dense_fixed>) kinds [spatial, spatial] {
  }
  return
}

// -----

func.func @c4_root_under_a_site(%n: index) {
  // expected-note @+1 {{the axis is made here}}
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %r, %found = axis.locate %I[%n] : !axis.axis<dense_fixed> -> !axis.site
  // expected-error @+1 {{(C4) axis 0: expected a root to lie under no entry}}
  iter.nest "nest" ("i": %i) over (%I under %r : !axis.axis<dense_fixed>) kinds [spatial] {
  }
  return
}

// -----

func.func @c4_child_under_a_site_of_another_axis(%n: index, %m: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %L = axis.dense_fixed %m : !axis.axis<dense_fixed>
  // expected-note @+1 {{the axis is made here}}
  %K = axis.dense_fixed %n of %I : !axis.axis<dense_fixed> -> !axis.axis<dense_fixed>
  %r, %found = axis.locate %L[%n] : !axis.axis<dense_fixed> -> !axis.site
  // expected-error @+1 {{(C4) axis 0: expected a site on its parent}}
  iter.nest "nest" ("k": %k) over (%K under %r : !axis.axis<dense_fixed>) kinds [spatial] {
  }
  return
}

// -----

func.func @c4_child_under_an_unknown_site(%n: index, %r: !axis.site) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-note @+1 {{the axis is made here}}
  %K = axis.dense_fixed %n of %I : !axis.axis<dense_fixed> -> !axis.axis<dense_fixed>
  // expected-error @+1 {{(C4) axis 0: expected a site on its parent}}
  iter.nest "nest" ("k": %k) over (%K under %r : !axis.axis<dense_fixed>) kinds [spatial] {
  }
  return
}

// -----

// A nest does not run under its own sites.

func.func @c4_child_under_a_site_of_the_nest_itself(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %K = axis.dense_fixed %n of %I : !axis.axis<dense_fixed> -> !axis.axis<dense_fixed>
  // expected-note @+2 {{previously referenced here}}
  // expected-error @+1 {{region entry argument '%r' is already in use}}
  iter.nest "nest" ("i": %i at %r, "k": %k) over (%I, %K under %r : !axis.axis<dense_fixed>, !axis.axis<dense_fixed>) kinds [spatial, spatial] {
  }
  return
}

// -----

func.func @unknown_kind(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{expected 'spatial' or 'reduction' but got 'parallel'}}
  iter.nest "nest" ("i": %i) over (%I : !axis.axis<dense_fixed>) kinds [parallel] {
  }
  return
}

// -----

func.func @name_of_a_word(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{expected string}}
  iter.nest nest ("i": %i) over (%I : !axis.axis<dense_fixed>) kinds [spatial] {
  }
  return
}

// -----

func.func @dimension_of_a_word(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{expected string}}
  iter.nest "nest" (i: %i) over (%I : !axis.axis<dense_fixed>) kinds [spatial] {
  }
  return
}

// -----

func.func @one_coordinate_twice(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-note @+2 {{previously referenced here}}
  // expected-error @+1 {{region entry argument '%i' is already in use}}
  iter.nest "nest" ("i": %i, "j": %i) over (%I, %I : !axis.axis<dense_fixed>, !axis.axis<dense_fixed>) kinds [spatial, spatial] {
  }
  return
}

// -----

func.func @fewer_types_than_axes(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{number of operands and types do not match: got 2 operands and 1 types}}
  iter.nest "nest" ("i": %i, "j": %j) over (%I, %I : !axis.axis<dense_fixed>) kinds [spatial, spatial] {
  }
  return
}

// -----

func.func @nest_over_a_number(%n: index) {
  // expected-error @+1 {{operand #0 must be variadic of one level of a stored index space, but got 'index'}}
  iter.nest "nest" ("i": %i) over (%n : index) kinds [spatial] {
  }
  return
}

// -----

func.func @entry_of_a_word(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{expected integer value}}
  iter.nest "nest" ("i": %i) over (%I of %I : !axis.axis<dense_fixed>) kinds [spatial] {
  }
  return
}

// -----

func.func @attributes_that_the_text_gives(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{expected no attribute 'parents' after 'attributes': the text of a nest gives it}}
  iter.nest "nest" ("i": %i) over (%I : !axis.axis<dense_fixed>) kinds [spatial] attributes {parents = array<i64: 5>} {
  }
  return
}

// -----

func.func @body_with_another_end(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+2 {{expects regions to end with 'iter.yield', found 'llvm.unreachable'}}
  // expected-note @+1 {{in custom textual format, the absence of terminator implies 'iter.yield'}}
  iter.nest "nest" ("i": %i) over (%I : !axis.axis<dense_fixed>) kinds [spatial] {
    llvm.unreachable
  }
  return
}

// -----

func.func @body_of_two_blocks(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{expects region #0 to have 0 or 1 blocks}}
  iter.nest "nest" ("i": %i) over (%I : !axis.axis<dense_fixed>) kinds [spatial] {
    cf.br ^next
  ^next:
    iter.yield
  }
  return
}

// -----

func.func @yield_outside_of_a_nest() {
  // expected-error @+1 {{expects parent op 'iter.nest'}}
  iter.yield
}
