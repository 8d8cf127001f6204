// RUN: sparse-opt %s --split-input-file --verify-diagnostics

// Unpack.

func.func @c1_unpack_to_fewer_axes(%A: !sparse.tensor<?x?xf32, #sparse.csr>) {
  // expected-error @+1 {{(C1) expected 3 results but got 2}}
  %I, %v = sparse.unpack %A : !sparse.tensor<?x?xf32, #sparse.csr> -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
  return
}

// -----

func.func @c1_unpack_to_another_axis(%A: !sparse.tensor<?x?xf32, #sparse.csr>) {
  // expected-error @+1 {{(C1) expected result 1 to be '!axis.axis<sparse_variable, sorted, unique>' but got '!axis.axis<dense_fixed>'}}
  %I, %J, %v = sparse.unpack %A : !sparse.tensor<?x?xf32, #sparse.csr> -> !axis.axis<dense_fixed>, !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
  return
}

// -----

func.func @c1_unpack_to_another_buffer(%A: !sparse.tensor<?x?xf32, #sparse.csr>) {
  // expected-error @+1 {{(C1) expected result 2 to be '!sparse.buffer<?xf32>' but got '!sparse.buffer<?x?xf32>'}}
  %I, %J, %v = sparse.unpack %A : !sparse.tensor<?x?xf32, #sparse.csr> -> !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>, !sparse.buffer<?x?xf32>
  return
}

// -----

func.func @c1_unpack_to_an_axis_of_unknown_width(%A: !sparse.tensor<8xf32, #sparse.dense>) {
  // expected-error @+1 {{(C1) expected result 0 to be '!axis.axis<dense_fixed, width = 8>' but got '!axis.axis<dense_fixed>'}}
  %I, %v = sparse.unpack %A : !sparse.tensor<8xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<8xf32>
  return
}

// -----

func.func @c2_unpack_of_a_call() {
  %A = call @make() : () -> !sparse.tensor<?xf32, #sparse.dense>
  // expected-error @+1 {{(C2) expected the tensor to be an argument of a function or made by 'sparse.with_values', 'sparse.pack' or 'sparse.parts'}}
  %I, %v = sparse.unpack %A : !sparse.tensor<?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
  return
}
func.func private @make() -> !sparse.tensor<?xf32, #sparse.dense>

// -----

func.func @c2_unpack_of_a_block_argument(%A: !sparse.tensor<?xf32, #sparse.dense>) {
  cf.br ^next(%A : !sparse.tensor<?xf32, #sparse.dense>)
^next(%B: !sparse.tensor<?xf32, #sparse.dense>):
  // expected-error @+1 {{(C2) expected the tensor to be an argument of a function or made by 'sparse.with_values', 'sparse.pack' or 'sparse.parts'}}
  %I, %v = sparse.unpack %B : !sparse.tensor<?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
  return
}

// -----

func.func @unpack_to_an_axis_last(%A: !sparse.tensor<?xf32, #sparse.dense>) {
  // expected-error @+1 {{result #1 must be values on a list of axes, but got '!axis.axis<dense_fixed>'}}
  %I, %v = sparse.unpack %A : !sparse.tensor<?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !axis.axis<dense_fixed>
  return
}

// -----

// Bind.

func.func @c1_bind_on_an_argument(%I: !axis.axis<dense_fixed>, %val: memref<?xf32>) {
  // expected-error @+1 {{(C1) expected each axis to be made by an axis or sparse operation but got a block argument}}
  %v = sparse.bind %val on (%I) : memref<?xf32> on (!axis.axis<dense_fixed>) -> !sparse.buffer<?xf32>
  return
}

// -----

func.func @c2_bind_on_a_child_alone(%n: index, %val: memref<?xf32>) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-note @+1 {{the axis is made here}}
  %K = axis.dense_fixed %n of %I : !axis.axis<dense_fixed> -> !axis.axis<dense_fixed>
  // expected-error @+1 {{(C2) axis 0: expected an earlier entry to name its parent but got entry -1}}
  %v = sparse.bind %val on (%K) : memref<?xf32> on (!axis.axis<dense_fixed>) -> !sparse.buffer<?xf32>
  return
}

// -----

func.func @c2_bind_on_a_child_before_its_parent(%n: index, %val: memref<?x?xf32>) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-note @+1 {{the axis is made here}}
  %K = axis.dense_fixed %n of %I : !axis.axis<dense_fixed> -> !axis.axis<dense_fixed>
  // expected-error @+1 {{(C2) axis 0: expected the entry that it lies under to name its parent but got entry 1}}
  %v = sparse.bind %val on (%K of 1, %I) : memref<?x?xf32> on (!axis.axis<dense_fixed>, !axis.axis<dense_fixed>) -> !sparse.buffer<?x?xf32>
  return
}

// -----

func.func @c2_bind_on_a_child_of_another_entry(%n: index, %m: index, %val: memref<?x?x?xf32>) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %L = axis.dense_fixed %m : !axis.axis<dense_fixed>
  // expected-note @+1 {{the axis is made here}}
  %K = axis.dense_fixed %n of %I : !axis.axis<dense_fixed> -> !axis.axis<dense_fixed>
  // expected-error @+1 {{(C2) axis 2: expected the entry that it lies under to name its parent but got entry 1}}
  %v = sparse.bind %val on (%I, %L, %K of 1) : memref<?x?x?xf32> on (!axis.axis<dense_fixed>, !axis.axis<dense_fixed>, !axis.axis<dense_fixed>) -> !sparse.buffer<?x?x?xf32>
  return
}

// -----

func.func @c2_bind_on_a_root_of_an_entry(%n: index, %val: memref<?x?xf32>) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-note @+1 {{the axis is made here}}
  %K = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{(C2) axis 1: expected a root to lie under no entry but got entry 0}}
  %v = sparse.bind %val on (%I, %K of 0) : memref<?x?xf32> on (!axis.axis<dense_fixed>, !axis.axis<dense_fixed>) -> !sparse.buffer<?x?xf32>
  return
}

// -----

func.func @c2_bind_under_a_site(%n: index, %r: !axis.site, %val: memref<?xf32>) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{expected ')'}}
  %v = sparse.bind %val on (%I under %r) : memref<?xf32> on (!axis.axis<dense_fixed>) -> !sparse.buffer<?xf32>
  return
}

// -----

// Two sparse children of one parent: the second would close a dimension into
// which the first is merged.

func.func @c3_bind_on_two_sparse_children(%n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %val: memref<?xf32>) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !axis.axis<dense_fixed>, memref<?xi32>, memref<?xi32> -> !axis.axis<sparse_variable>
  %K = axis.sparse_variable %n of %I positions %pos coordinates %crd : !axis.axis<dense_fixed>, memref<?xi32>, memref<?xi32> -> !axis.axis<sparse_variable>
  // expected-error @+1 {{(C3) axis 2: expected to close dimensions of its ancestors alone}}
  %v = sparse.bind %val on (%I, %J, %K) : memref<?xf32> on (!axis.axis<dense_fixed>, !axis.axis<sparse_variable>, !axis.axis<sparse_variable>) -> !sparse.buffer<?xf32>
  return
}

// -----

func.func @c3_bind_on_a_sparse_child_of_an_uncle(%n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %val: memref<?xf32>) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %II = axis.dense_fixed %n of %I : !axis.axis<dense_fixed> -> !axis.axis<dense_fixed>
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !axis.axis<dense_fixed>, memref<?xi32>, memref<?xi32> -> !axis.axis<sparse_variable>
  %K = axis.sparse_variable %n of %II positions %pos coordinates %crd : !axis.axis<dense_fixed>, memref<?xi32>, memref<?xi32> -> !axis.axis<sparse_variable>
  // expected-error @+1 {{(C3) axis 3: expected to close dimensions of its ancestors alone}}
  %v = sparse.bind %val on (%I, %II, %J, %K) : memref<?xf32> on (!axis.axis<dense_fixed>, !axis.axis<dense_fixed>, !axis.axis<sparse_variable>, !axis.axis<sparse_variable>) -> !sparse.buffer<?xf32>
  return
}

// -----

func.func @c4_bind_memory_of_another_rank(%n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %val: memref<?x?xf32>) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !axis.axis<dense_fixed>, memref<?xi32>, memref<?xi32> -> !axis.axis<sparse_variable>
  // expected-error @+1 {{(C4) expected memory and buffer of the shape of '!sparse.buffer<?xf32>' but got 'memref<?x?xf32>' and '!sparse.buffer<?x?xf32>'}}
  %v = sparse.bind %val on (%I, %J) : memref<?x?xf32> on (!axis.axis<dense_fixed>, !axis.axis<sparse_variable>) -> !sparse.buffer<?x?xf32>
  return
}

// -----

func.func @c4_bind_memory_of_unknown_size(%val: memref<?xf32>) {
  %c4 = arith.constant 4 : index
  %I = axis.dense_fixed %c4 : !axis.axis<dense_fixed, width = 4>
  // expected-error @+1 {{(C4) expected memory and buffer of the shape of '!sparse.buffer<4xf32>' but got 'memref<?xf32>' and '!sparse.buffer<4xf32>'}}
  %v = sparse.bind %val on (%I) : memref<?xf32> on (!axis.axis<dense_fixed, width = 4>) -> !sparse.buffer<4xf32>
  return
}

// -----

func.func @bind_unranked_memory(%n: index, %val: memref<*xf32>) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{operand #0 must be memref of any type values, but got 'memref<*xf32>'}}
  %v = sparse.bind %val on (%I) : memref<*xf32> on (!axis.axis<dense_fixed>) -> !sparse.buffer<?xf32>
  return
}

// -----

func.func @c5_bind_memory_of_other_elements(%n: index, %val: memref<?xf64>) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{(C5) expected memory of 'f32' but got 'f64'}}
  %v = sparse.bind %val on (%I) : memref<?xf64> on (!axis.axis<dense_fixed>) -> !sparse.buffer<?xf32>
  return
}

// -----

func.func @bind_with_parents_as_an_attribute(%n: index, %val: memref<?xf32>) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{expected no attribute 'parents': the list of axes gives it}}
  %v = sparse.bind %val on (%I) : memref<?xf32> on (!axis.axis<dense_fixed>) -> !sparse.buffer<?xf32> {parents = []}
  return
}

// -----

func.func @bind_with_fewer_types(%n: index, %val: memref<?x?xf32>) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{number of operands and types do not match: got 2 operands and 1 types}}
  %v = sparse.bind %val on (%I, %I) : memref<?x?xf32> on (!axis.axis<dense_fixed>) -> !sparse.buffer<?x?xf32>
  return
}

// -----

// Fill.

func.func @c1_fill_with_another_type(%n: index, %val: memref<?xf32>, %x: f64) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %v = sparse.bind %val on (%I) : memref<?xf32> on (!axis.axis<dense_fixed>) -> !sparse.buffer<?xf32>
  // expected-error @+1 {{(C1) expected a value of 'f32' but got 'f64'}}
  "sparse.fill"(%v, %x) : (!sparse.buffer<?xf32>, f64) -> ()
  return
}

// -----

func.func @c2_fill_of_an_argument(%v: !sparse.buffer<?xf32>, %x: f32) {
  // expected-error @+1 {{(C2) expected a buffer made by an axis or sparse operation}}
  sparse.fill %v, %x : !sparse.buffer<?xf32>
  return
}
