// RUN: sparse-opt %s --split-input-file --verify-diagnostics

func.func @c6_two_roots(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{(C6) expected dimension "k" of a group to lie just under the one before it}}
  iter.nest "nest" ("i": %i, "k": %k) over ((%I, %I) : !axis.axis<dense_fixed>, !axis.axis<dense_fixed>) kinds [spatial, spatial] {
  }
  return
}

// -----

func.func @c6_two_children_of_one_axis(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %K = axis.dense_fixed %n of %I : !axis.axis<dense_fixed> -> !axis.axis<dense_fixed>
  // expected-error @+1 {{(C6) expected dimension "l" of a group to lie just under the one before it}}
  iter.nest "nest" ("i": %i, "k": %k, "l": %l) over ((%I, %K, %K of 0) : !axis.axis<dense_fixed>, !axis.axis<dense_fixed>, !axis.axis<dense_fixed>) kinds [spatial, spatial, spatial] {
  }
  return
}

// -----

// The same axis under another entry is no link of the chain.

func.func @c6_child_of_another_entry(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %K = axis.dense_fixed %n of %I : !axis.axis<dense_fixed> -> !axis.axis<dense_fixed>
  // expected-error @+1 {{(C6) expected dimension "k" of a group to lie just under the one before it}}
  iter.nest "nest" ("a": %a, "i": %i, "k": %k) over (%I, (%I, %K of 0) : !axis.axis<dense_fixed>, !axis.axis<dense_fixed>, !axis.axis<dense_fixed>) kinds [spatial, spatial, spatial] {
  }
  return
}

// -----

func.func @c6_child_under_a_site(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %K = axis.dense_fixed %n of %I : !axis.axis<dense_fixed> -> !axis.axis<dense_fixed>
  %r, %found = axis.locate %I[%n] : !axis.axis<dense_fixed> -> !axis.site
  // expected-error @+1 {{(C6) expected dimension "k" of a group to lie just under the one before it}}
  iter.nest "nest" ("i": %i, "k": %k) over ((%I, %K under %r) : !axis.axis<dense_fixed>, !axis.axis<dense_fixed>) kinds [spatial, spatial] {
  }
  return
}

// -----

func.func @c6_last_with_several_parents(%n: index, %crd: memref<?x?x?xi32>) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %K = axis.dense_fixed %n of %I : !axis.axis<dense_fixed> -> !axis.axis<dense_fixed>
  %L = axis.dense_fixed %n of %I : !axis.axis<dense_fixed> -> !axis.axis<dense_fixed>
  %J = axis.singleton %n of %K, %L coordinates %crd : (!axis.axis<dense_fixed>, !axis.axis<dense_fixed>), memref<?x?x?xi32> -> !axis.axis<singleton>
  // expected-error @+1 {{(C6) expected dimension "j" of a group to lie just under the one before it}}
  iter.nest "nest" ("i": %i, "k": %k, "l": %l, "j": %j) over (%I, %K, (%L of 0, %J) : !axis.axis<dense_fixed>, !axis.axis<dense_fixed>, !axis.axis<dense_fixed>, !axis.axis<singleton>) kinds [spatial, spatial, spatial, spatial] {
  }
  return
}

// -----

func.func @c6_child_with_lengths(%n: index, %len: memref<?xi32>) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-note @+1 {{the axis is made here}}
  %K = axis.dense_fixed %n lengths %len : memref<?xi32> of %I : !axis.axis<dense_fixed> -> !axis.axis<dense_fixed>
  // expected-error @+1 {{(C6) expected dimension "k" of a group to lack no cells}}
  iter.nest "nest" ("i": %i, "k": %k) over ((%I, %K) : !axis.axis<dense_fixed>, !axis.axis<dense_fixed>) kinds [spatial, spatial] {
  }
  return
}

// -----

func.func @c6_first_with_a_cut(%n: index, %m: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-note @+1 {{the axis is made here}}
  %K = axis.dense_fixed %n cut %m of %I : !axis.axis<dense_fixed> -> !axis.axis<dense_fixed>
  %L = axis.dense_fixed %n of %K : !axis.axis<dense_fixed> -> !axis.axis<dense_fixed>
  // expected-error @+1 {{(C6) expected dimension "k" of a group to lack no cells}}
  iter.nest "nest" ("i": %i, "k": %k, "l": %l) over (%I, (%K, %L) : !axis.axis<dense_fixed>, !axis.axis<dense_fixed>, !axis.axis<dense_fixed>) kinds [spatial, spatial, spatial] {
  }
  return
}

// -----

func.func @c6_occupancy(%n: index, %bits: memref<?xi1>) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-note @+1 {{the axis is made here}}
  %E = axis.occupancy %bits on (%I) : memref<?xi1> on (!axis.axis<dense_fixed>) -> !axis.axis<occupancy>
  // expected-error @+1 {{(C6) expected dimension "e" of a group to lack no cells}}
  iter.nest "nest" ("i": %i, "e": %e) over ((%I, %E) : !axis.axis<dense_fixed>, !axis.axis<occupancy>) kinds [spatial, spatial] {
  }
  return
}

// -----

func.func @group_of_no_axes(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{expected SSA operand}}
  iter.nest "nest" ("i": %i) over (%I, () : !axis.axis<dense_fixed>) kinds [spatial] {
  }
  return
}

// -----

func.func @group_in_a_group(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{expected SSA operand}}
  iter.nest "nest" ("i": %i) over (((%I)) : !axis.axis<dense_fixed>) kinds [spatial] {
  }
  return
}
