// RUN: sparse-opt %s --split-input-file --verify-diagnostics

func.func @c7_spatial_dimension(%n: index, %zero: f32) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{(C7) expected reductions alone in a nest with results but got 'spatial' for dimension "k"}}
  %r = iter.nest "nest" ("i": %i, "k": %k) over (%I, %I : !axis.axis<dense_fixed>, !axis.axis<dense_fixed>) kinds [reduction, spatial] combine [add] init(%zero) -> f32 {
    iter.yield %zero : f32
  }
  return
}

// -----

func.func @c8_nothing_yielded(%n: index, %zero: f32) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{(C8) expected an initial value, a yielded value and a result for each of 1 values to combine but got 1, 0 and 1}}
  %r = iter.nest "nest" ("i": %i) over (%I : !axis.axis<dense_fixed>) kinds [reduction] combine [add] init(%zero) -> f32 {
  }
  return
}

// -----

func.func @c8_yield_without_combine(%n: index, %zero: f32) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{(C8) expected an initial value, a yielded value and a result for each of 0 values to combine but got 0, 1 and 0}}
  iter.nest "nest" ("i": %i) over (%I : !axis.axis<dense_fixed>) kinds [reduction] {
    iter.yield %zero : f32
  }
  return
}

// -----

func.func @c8_more_values_than_kinds(%n: index, %zero: f32) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{(C8) expected an initial value, a yielded value and a result for each of 1 values to combine but got 2, 2 and 2}}
  %r:2 = iter.nest "nest" ("i": %i) over (%I : !axis.axis<dense_fixed>) kinds [reduction] combine [add] init(%zero, %zero) -> f32, f32 {
    iter.yield %zero, %zero : f32, f32
  }
  return
}

// -----

func.func @c8_argmin_of_one_value(%n: index, %zero: f32) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{(C8) expected an initial value, a yielded value and a result for each of 2 values to combine but got 1, 1 and 1}}
  %r = iter.nest "nest" ("i": %i) over (%I : !axis.axis<dense_fixed>) kinds [reduction] combine [argmin] init(%zero) -> f32 {
    iter.yield %zero : f32
  }
  return
}

// -----

func.func @c8_another_type_yielded(%n: index, %zero: f32) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{(C8) expected one type for value 1 to combine but got 'f32' to begin with, 'index' yielded and 'f32' as result}}
  %r:2 = iter.nest "nest" ("i": %i) over (%I : !axis.axis<dense_fixed>) kinds [reduction] combine [add, mul] init(%zero, %zero) -> f32, f32 {
    iter.yield %zero, %i : f32, index
  }
  return
}

// -----

func.func @c9_floats_by_or(%n: index, %zero: f32) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{(C9) expected a kind with a meaning in 'f32' but got 'or'}}
  %r = iter.nest "nest" ("i": %i) over (%I : !axis.axis<dense_fixed>) kinds [reduction] combine [or] init(%zero) -> f32 {
    iter.yield %zero : f32
  }
  return
}

// -----

func.func @c9_truth_values_by_add(%n: index, %no: i1) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{(C9) expected a kind with a meaning in 'i1' but got 'add'}}
  %r = iter.nest "nest" ("i": %i) over (%I : !axis.axis<dense_fixed>) kinds [reduction] combine [add] init(%no) -> i1 {
    iter.yield %no : i1
  }
  return
}

// -----

func.func @c9_complex_numbers_by_argmax(%n: index, %zero: complex<f32>) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{(C9) expected a kind with a meaning in 'complex<f32>' but got 'argmax'}}
  %r:2 = iter.nest "nest" ("i": %i) over (%I : !axis.axis<dense_fixed>) kinds [reduction] combine [argmax] init(%zero, %n) -> complex<f32>, index {
    iter.yield %zero, %i : complex<f32>, index
  }
  return
}

// -----

func.func @c9_complex_numbers_of_integers(%n: index, %zero: complex<i32>) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{(C9) expected a kind with a meaning in 'complex<i32>' but got 'add'}}
  %r = iter.nest "nest" ("i": %i) over (%I : !axis.axis<dense_fixed>) kinds [reduction] combine [add] init(%zero) -> complex<i32> {
    iter.yield %zero : complex<i32>
  }
  return
}

// -----

func.func @c9_integers_that_no_buffer_holds(%n: index, %zero: i128) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{(C9) expected a kind with a meaning in 'i128' but got 'add'}}
  %r = iter.nest "nest" ("i": %i) over (%I : !axis.axis<dense_fixed>) kinds [reduction] combine [add] init(%zero) -> i128 {
    iter.yield %zero : i128
  }
  return
}

// -----

func.func @c9_sites(%n: index, %r: !axis.site) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{(C9) expected a kind with a meaning in '!axis.site' but got 'max'}}
  %last = iter.nest "nest" ("i": %i at %s) over (%I : !axis.axis<dense_fixed>) kinds [reduction] combine [max] init(%r) -> !axis.site {
    iter.yield %s : !axis.site
  }
  return
}

// -----

func.func @c9_number_of_a_float(%n: index, %zero: f32) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{(C9) expected the second value of 'argmin' to be an integer or index but got 'f32'}}
  %r:3 = iter.nest "nest" ("i": %i) over (%I : !axis.axis<dense_fixed>) kinds [reduction] combine [add, argmin] init(%zero, %zero, %zero) -> f32, f32, f32 {
    iter.yield %zero, %zero, %zero : f32, f32, f32
  }
  return
}

// -----

func.func @unknown_kind_to_combine_by(%n: index, %zero: f32) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{expected a kind to combine by but got 'sum'}}
  %r = iter.nest "nest" ("i": %i) over (%I : !axis.axis<dense_fixed>) kinds [reduction] combine [sum] init(%zero) -> f32 {
    iter.yield %zero : f32
  }
  return
}

// -----

func.func @fewer_types_than_initial_values(%n: index, %zero: f32) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{number of operands and types do not match: got 2 operands and 1 types}}
  %r = iter.nest "nest" ("i": %i) over (%I : !axis.axis<dense_fixed>) kinds [reduction] combine [add, add] init(%zero, %zero) -> f32 {
    iter.yield %zero, %zero : f32, f32
  }
  return
}

// -----

func.func @no_initial_values(%n: index, %zero: f32) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{expected 'init'}}
  %r = iter.nest "nest" ("i": %i) over (%I : !axis.axis<dense_fixed>) kinds [reduction] combine [add] -> f32 {
    iter.yield %zero : f32
  }
  return
}

// -----

func.func @no_types(%n: index, %zero: f32) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{expected '->'}}
  iter.nest "nest" ("i": %i) over (%I : !axis.axis<dense_fixed>) kinds [reduction] combine [add] init(%zero) {
    iter.yield %zero : f32
  }
  return
}
