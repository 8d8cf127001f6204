// RUN: sparse-opt %s --split-input-file --verify-diagnostics

// What several parents are to be: one entry or site each, under one another.

func.func @c4_only_one_factor(%n: index, %pos: memref<?xi32>, %off: memref<?xi32>) {
  %B = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %I = axis.dense_variable %n of %B positions %pos : !axis.axis<dense_fixed>, memref<?xi32> -> !axis.axis<dense_variable>
  %J = axis.dense_variable %n of %B positions %off : !axis.axis<dense_fixed>, memref<?xi32> -> !axis.axis<dense_variable>
  // expected-note @+1 {{the axis is made here}}
  %IJ = axis.product %I, %J offsets %off : !axis.axis<dense_variable>, !axis.axis<dense_variable>, memref<?xi32> -> !axis.axis<product>
  // expected-error @+1 {{(C4) axis 2: expected an earlier entry to name its parent but got entry -1}}
  iter.nest "nest" ("a": %a, "b": %b, "c": %c) over (%B, %I, %IJ : !axis.axis<dense_fixed>, !axis.axis<dense_variable>, !axis.axis<product>) kinds [spatial, spatial, spatial] {
  }
  return
}

// -----

func.func @c4_factor_after_the_product(%n: index, %pos: memref<?xi32>, %off: memref<?xi32>) {
  %B = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %I = axis.dense_variable %n of %B positions %pos : !axis.axis<dense_fixed>, memref<?xi32> -> !axis.axis<dense_variable>
  %J = axis.dense_variable %n of %B positions %off : !axis.axis<dense_fixed>, memref<?xi32> -> !axis.axis<dense_variable>
  // expected-note @+1 {{the axis is made here}}
  %IJ = axis.product %I, %J offsets %off : !axis.axis<dense_variable>, !axis.axis<dense_variable>, memref<?xi32> -> !axis.axis<product>
  // expected-error @+1 {{(C4) axis 2: expected an earlier entry to name its parent but got entry -1}}
  iter.nest "nest" ("a": %a, "b": %b, "c": %c, "d": %d) over (%B, %I, %IJ, %J : !axis.axis<dense_fixed>, !axis.axis<dense_variable>, !axis.axis<product>, !axis.axis<dense_variable>) kinds [spatial, spatial, spatial, spatial] {
  }
  return
}

// -----

func.func @c4_factors_in_the_other_order(%n: index, %pos: memref<?xi32>, %off: memref<?xi32>) {
  %B = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %I = axis.dense_variable %n of %B positions %pos : !axis.axis<dense_fixed>, memref<?xi32> -> !axis.axis<dense_variable>
  %J = axis.dense_variable %n of %B positions %off : !axis.axis<dense_fixed>, memref<?xi32> -> !axis.axis<dense_variable>
  // expected-note @+1 {{the axis is made here}}
  %IJ = axis.product %I, %J offsets %off : !axis.axis<dense_variable>, !axis.axis<dense_variable>, memref<?xi32> -> !axis.axis<product>
  // expected-error @+1 {{(C4) axis 3: expected the entry that it lies under to name its parent but got entry 2}}
  iter.nest "nest" ("a": %a, "b": %b, "c": %c, "d": %d) over (%B, %I, %J, %IJ of (0, 2, 1) : !axis.axis<dense_fixed>, !axis.axis<dense_variable>, !axis.axis<dense_variable>, !axis.axis<product>) kinds [spatial, spatial, spatial, spatial] {
  }
  return
}

// -----

func.func @c4_fewer_entries_than_parents(%n: index, %pos: memref<?xi32>, %off: memref<?xi32>) {
  %B = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %I = axis.dense_variable %n of %B positions %pos : !axis.axis<dense_fixed>, memref<?xi32> -> !axis.axis<dense_variable>
  %J = axis.dense_variable %n of %B positions %off : !axis.axis<dense_fixed>, memref<?xi32> -> !axis.axis<dense_variable>
  // expected-note @+1 {{the axis is made here}}
  %IJ = axis.product %I, %J offsets %off : !axis.axis<dense_variable>, !axis.axis<dense_variable>, memref<?xi32> -> !axis.axis<product>
  // expected-error @+1 {{(C4) axis 3: expected an entry for each of its parents, 3, the one that others lie under first, but got 2}}
  iter.nest "nest" ("a": %a, "b": %b, "c": %c, "d": %d) over (%B, %I, %J, %IJ of (1, 2) : !axis.axis<dense_fixed>, !axis.axis<dense_variable>, !axis.axis<dense_variable>, !axis.axis<product>) kinds [spatial, spatial, spatial, spatial] {
  }
  return
}

// -----

func.func @c4_more_entries_than_parents(%n: index, %pos: memref<?xi32>, %off: memref<?xi32>) {
  %B = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %I = axis.dense_variable %n of %B positions %pos : !axis.axis<dense_fixed>, memref<?xi32> -> !axis.axis<dense_variable>
  %J = axis.dense_variable %n of %B positions %off : !axis.axis<dense_fixed>, memref<?xi32> -> !axis.axis<dense_variable>
  // expected-note @+1 {{the axis is made here}}
  %IJ = axis.product %I, %J offsets %off : !axis.axis<dense_variable>, !axis.axis<dense_variable>, memref<?xi32> -> !axis.axis<product>
  // expected-error @+1 {{(C4) axis 3: expected an entry for each of its parents, 3, the one that others lie under first, but got 4}}
  iter.nest "nest" ("a": %a, "b": %b, "c": %c, "d": %d) over (%B, %I, %J, %IJ of (0, 1, 2, 2) : !axis.axis<dense_fixed>, !axis.axis<dense_variable>, !axis.axis<dense_variable>, !axis.axis<product>) kinds [spatial, spatial, spatial, spatial] {
  }
  return
}

// -----

// The pairs are of positions under one position of the parent.

func.func @c4_factors_under_different_entries(%n: index, %pos: memref<?xi32>, %off: memref<?xi32>) {
  %B = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %I = axis.dense_variable %n of %B positions %pos : !axis.axis<dense_fixed>, memref<?xi32> -> !axis.axis<dense_variable>
  %J = axis.dense_variable %n of %B positions %off : !axis.axis<dense_fixed>, memref<?xi32> -> !axis.axis<dense_variable>
  // expected-note @+1 {{the axis is made here}}
  %IJ = axis.product %I, %J offsets %off : !axis.axis<dense_variable>, !axis.axis<dense_variable>, memref<?xi32> -> !axis.axis<product>
  // expected-error @+1 {{(C4) axis 4: expected its parent 2 to lie under the same position as its parent 0}}
  iter.nest "nest" ("a": %a, "b": %b, "c": %c, "d": %d, "e": %e) over (%B, %I, %B, %J, %IJ of (0, 1, 3) : !axis.axis<dense_fixed>, !axis.axis<dense_variable>, !axis.axis<dense_fixed>, !axis.axis<dense_variable>, !axis.axis<product>) kinds [spatial, spatial, spatial, spatial, spatial] {
  }
  return
}

// -----

func.func @c4_factors_under_another_entry(%n: index, %pos: memref<?xi32>, %off: memref<?xi32>) {
  %B = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %I = axis.dense_variable %n of %B positions %pos : !axis.axis<dense_fixed>, memref<?xi32> -> !axis.axis<dense_variable>
  %J = axis.dense_variable %n of %B positions %off : !axis.axis<dense_fixed>, memref<?xi32> -> !axis.axis<dense_variable>
  // expected-note @+1 {{the axis is made here}}
  %IJ = axis.product %I, %J offsets %off : !axis.axis<dense_variable>, !axis.axis<dense_variable>, memref<?xi32> -> !axis.axis<product>
  // expected-error @+1 {{(C4) axis 4: expected its parent 1 to lie under the same position as its parent 0}}
  iter.nest "nest" ("a": %a, "b": %b, "c": %c, "d": %d, "e": %e) over (%B, %I, %J, %B, %IJ of (3, 1, 2) : !axis.axis<dense_fixed>, !axis.axis<dense_variable>, !axis.axis<dense_variable>, !axis.axis<dense_fixed>, !axis.axis<product>) kinds [spatial, spatial, spatial, spatial, spatial] {
  }
  return
}

// -----

func.func @c4_a_site_and_an_entry_that_lie_apart(%n: index, %pos: memref<?xi32>, %off: memref<?xi32>) {
  %B = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %I = axis.dense_variable %n of %B positions %pos : !axis.axis<dense_fixed>, memref<?xi32> -> !axis.axis<dense_variable>
  %J = axis.dense_variable %n of %B positions %off : !axis.axis<dense_fixed>, memref<?xi32> -> !axis.axis<dense_variable>
  // expected-note @+1 {{the axis is made here}}
  %IJ = axis.product %I, %J offsets %off : !axis.axis<dense_variable>, !axis.axis<dense_variable>, memref<?xi32> -> !axis.axis<product>
  iter.nest "outer" ("b": %x at %bs, "i": %y at %r) over (%B, %I : !axis.axis<dense_fixed>, !axis.axis<dense_variable>) kinds [spatial, spatial] {
    // expected-error @+1 {{(C4) axis 2: expected its parent 1 to lie under the same position as its parent 0}}
    iter.nest "nest" ("a": %a, "b": %b, "c": %c) over (%B, %J, %IJ of (0, %r, 1) : !axis.axis<dense_fixed>, !axis.axis<dense_variable>, !axis.axis<product>) kinds [spatial, spatial, spatial] {
    }
  }
  return
}

// -----

func.func @c4_sites_that_lie_apart(%n: index, %pos: memref<?xi32>, %off: memref<?xi32>) {
  %B = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %I = axis.dense_variable %n of %B positions %pos : !axis.axis<dense_fixed>, memref<?xi32> -> !axis.axis<dense_variable>
  %J = axis.dense_variable %n of %B positions %off : !axis.axis<dense_fixed>, memref<?xi32> -> !axis.axis<dense_variable>
  // expected-note @+1 {{the axis is made here}}
  %IJ = axis.product %I, %J offsets %off : !axis.axis<dense_variable>, !axis.axis<dense_variable>, memref<?xi32> -> !axis.axis<product>
  iter.nest "outer" ("b": %x at %bs, "i": %y at %r, "d": %z, "j": %w at %s) over (%B, %I, %B, %J of 2 : !axis.axis<dense_fixed>, !axis.axis<dense_variable>, !axis.axis<dense_fixed>, !axis.axis<dense_variable>) kinds [spatial, spatial, spatial, spatial] {
    // expected-error @+1 {{(C4) axis 0: expected its parent 2 to lie under the same position as its parent 0}}
    iter.nest "nest" ("a": %a) over (%IJ of (%bs, %r, %s) : !axis.axis<product>) kinds [spatial] {
    }
  }
  return
}

// -----

func.func @c4_site_of_the_other_factor(%n: index, %pos: memref<?xi32>, %off: memref<?xi32>) {
  %B = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %I = axis.dense_variable %n of %B positions %pos : !axis.axis<dense_fixed>, memref<?xi32> -> !axis.axis<dense_variable>
  %J = axis.dense_variable %n of %B positions %off : !axis.axis<dense_fixed>, memref<?xi32> -> !axis.axis<dense_variable>
  // expected-note @+1 {{the axis is made here}}
  %IJ = axis.product %I, %J offsets %off : !axis.axis<dense_variable>, !axis.axis<dense_variable>, memref<?xi32> -> !axis.axis<product>
  iter.nest "outer" ("b": %x at %bs, "j": %w at %s) over (%B, %J : !axis.axis<dense_fixed>, !axis.axis<dense_variable>) kinds [spatial, spatial] {
    // expected-error @+1 {{(C4) axis 1: expected a site on its parent}}
    iter.nest "nest" ("a": %a, "b": %b) over (%J under %bs, %IJ of (%bs, %s, 0) : !axis.axis<dense_variable>, !axis.axis<product>) kinds [spatial, spatial] {
    }
  }
  return
}

// -----

func.func @c4_one_site_for_all_parents(%n: index, %pos: memref<?xi32>, %off: memref<?xi32>) {
  %B = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %I = axis.dense_variable %n of %B positions %pos : !axis.axis<dense_fixed>, memref<?xi32> -> !axis.axis<dense_variable>
  %J = axis.dense_variable %n of %B positions %off : !axis.axis<dense_fixed>, memref<?xi32> -> !axis.axis<dense_variable>
  // expected-note @+1 {{the axis is made here}}
  %IJ = axis.product %I, %J offsets %off : !axis.axis<dense_variable>, !axis.axis<dense_variable>, memref<?xi32> -> !axis.axis<product>
  iter.nest "outer" ("b": %x at %bs) over (%B : !axis.axis<dense_fixed>) kinds [spatial] {
    // expected-error @+1 {{(C4) axis 0: expected an entry for each of its parents, 3, the one that others lie under first, but got 1}}
    iter.nest "nest" ("a": %a) over (%IJ under %bs : !axis.axis<product>) kinds [spatial] {
    }
  }
  return
}

// -----

func.func @c4_minus_one_in_the_text(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-note @+1 {{the axis is made here}}
  %K = axis.dense_fixed %n of %I : !axis.axis<dense_fixed> -> !axis.axis<dense_fixed>
  // expected-error @+1 {{(C4) axis 0: expected an earlier entry to name its parent}}
  iter.nest "nest" ("k": %k) over (%K of -1 : !axis.axis<dense_fixed>) kinds [spatial] {
  }
  return
}

// -----

func.func @site_after_of(%n: index, %r: !axis.site) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %K = axis.dense_fixed %n of %I : !axis.axis<dense_fixed> -> !axis.axis<dense_fixed>
  // expected-error @+1 {{expected integer value}}
  iter.nest "nest" ("k": %k) over (%K of %r : !axis.axis<dense_fixed>) kinds [spatial] {
  }
  return
}
