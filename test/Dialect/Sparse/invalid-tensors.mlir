// RUN: sparse-opt %s --split-input-file --verify-diagnostics

// Unpack, on the axes of another tensor.

func.func @c1_unpack_on_fewer_axes(%A: !sparse.tensor<?x?xf32, #sparse.csr> {sparse.name = "A"}, %P: !sparse.tensor<?x?xf32, #sparse.csr> {sparse.structure_of = "A"}) {
  %I, %J, %v = sparse.unpack %A : !sparse.tensor<?x?xf32, #sparse.csr> -> !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>, !sparse.buffer<?xf32>
  // expected-error @+1 {{(C1) expected 3 axes and results but got 2}}
  %w = sparse.unpack %P on (%I) : !sparse.tensor<?x?xf32, #sparse.csr> on (!axis.axis<dense_fixed>) -> !sparse.buffer<?xf32>
  return
}

// -----

func.func @c1_unpack_on_another_axis(%A: !sparse.tensor<?x?xf32, #sparse.csr> {sparse.name = "A"}, %P: !sparse.tensor<?x?xf32, #sparse.csr> {sparse.structure_of = "A"}) {
  %I, %J, %v = sparse.unpack %A : !sparse.tensor<?x?xf32, #sparse.csr> -> !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>, !sparse.buffer<?xf32>
  // expected-error @+1 {{(C1) expected axis 1 to be '!axis.axis<sparse_variable, sorted, unique>' but got '!axis.axis<dense_fixed>'}}
  %w = sparse.unpack %P on (%I, %I) : !sparse.tensor<?x?xf32, #sparse.csr> on (!axis.axis<dense_fixed>, !axis.axis<dense_fixed>) -> !sparse.buffer<?xf32>
  return
}

// -----

func.func @c1_unpack_on_axes_to_another_buffer(%A: !sparse.tensor<?x?xf32, #sparse.csr> {sparse.name = "A"}, %P: !sparse.tensor<?x?xf32, #sparse.csr> {sparse.structure_of = "A"}) {
  %I, %J, %v = sparse.unpack %A : !sparse.tensor<?x?xf32, #sparse.csr> -> !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>, !sparse.buffer<?xf32>
  // expected-error @+1 {{(C1) expected result 0 to be '!sparse.buffer<?xf32>' but got '!sparse.buffer<?xf64>'}}
  %w = sparse.unpack %P on (%I, %J) : !sparse.tensor<?x?xf32, #sparse.csr> on (!axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>) -> !sparse.buffer<?xf64>
  return
}

// -----

func.func @c3_unpack_of_shared_structure(%A: !sparse.tensor<?xf32, #sparse.dense> {sparse.name = "A"}, %P: !sparse.tensor<?xf32, #sparse.dense> {sparse.structure_of = "A"}) {
  // expected-error @+1 {{(C3) expected a tensor that shares its structure to be unpacked 'on' the axes of the tensor that has it}}
  %I, %v = sparse.unpack %P : !sparse.tensor<?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
  return
}

// -----

func.func @c3_unpack_of_values_of_its_own(%A: !sparse.tensor<?xf32, #sparse.dense>) {
  %I, %v = sparse.unpack %A : !sparse.tensor<?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
  %P = sparse.with_values %A, %v : !sparse.tensor<?xf32, #sparse.dense>, !sparse.buffer<?xf32> -> !sparse.tensor<?xf32, #sparse.dense>
  // expected-error @+1 {{(C3) expected a tensor that shares its structure to be unpacked 'on' the axes of the tensor that has it}}
  %K, %w = sparse.unpack %P : !sparse.tensor<?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
  return
}

// -----

func.func @c3_unpack_on_axes_of_its_own(%A: !sparse.tensor<?xf32, #sparse.dense>) {
  %I, %v = sparse.unpack %A : !sparse.tensor<?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
  // expected-error @+1 {{(C3) expected no axes after 'on' for a tensor with a structure of its own}}
  %w = sparse.unpack %A on (%I) : !sparse.tensor<?xf32, #sparse.dense> on (!axis.axis<dense_fixed>) -> !sparse.buffer<?xf32>
  return
}

// -----

func.func @c4_unpack_on_the_axes_of_another_tensor(%A: !sparse.tensor<?xf32, #sparse.dense> {sparse.name = "A"}, %P: !sparse.tensor<?xf32, #sparse.dense> {sparse.structure_of = "A"}, %B: !sparse.tensor<?xf32, #sparse.dense>) {
  %I, %v = sparse.unpack %B : !sparse.tensor<?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
  // expected-error @+1 {{(C4) expected all axes that one 'sparse.unpack' of the tensor with the structure gives, in order}}
  %w = sparse.unpack %P on (%I) : !sparse.tensor<?xf32, #sparse.dense> on (!axis.axis<dense_fixed>) -> !sparse.buffer<?xf32>
  return
}

// -----

func.func @c4_unpack_on_the_axes_of_two_unpacks(%A: !sparse.tensor<?x?xf32, #sparse.csr> {sparse.name = "A"}, %P: !sparse.tensor<?x?xf32, #sparse.csr> {sparse.structure_of = "A"}) {
  %I, %J, %v = sparse.unpack %A : !sparse.tensor<?x?xf32, #sparse.csr> -> !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>, !sparse.buffer<?xf32>
  %K, %L, %w = sparse.unpack %A : !sparse.tensor<?x?xf32, #sparse.csr> -> !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>, !sparse.buffer<?xf32>
  // expected-error @+1 {{(C4) expected all axes that one 'sparse.unpack' of the tensor with the structure gives, in order}}
  %x = sparse.unpack %P on (%I, %L) : !sparse.tensor<?x?xf32, #sparse.csr> on (!axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>) -> !sparse.buffer<?xf32>
  return
}

// -----

func.func @c4_unpack_on_axes_in_another_order(%A: !sparse.tensor<?x?xf32, #sparse.dense> {sparse.name = "A"}, %P: !sparse.tensor<?x?xf32, #sparse.dense> {sparse.structure_of = "A"}) {
  %I, %J, %v = sparse.unpack %A : !sparse.tensor<?x?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !axis.axis<dense_fixed>, !sparse.buffer<?x?xf32>
  // expected-error @+1 {{(C4) expected all axes that one 'sparse.unpack' of the tensor with the structure gives, in order}}
  %w = sparse.unpack %P on (%J, %I) : !sparse.tensor<?x?xf32, #sparse.dense> on (!axis.axis<dense_fixed>, !axis.axis<dense_fixed>) -> !sparse.buffer<?x?xf32>
  return
}

// -----

// Values of a tensor's own.

func.func @c1_with_values_of_a_call(%n: index, %m: memref<f32>) {
  %v = sparse.bind %m on () : memref<f32> on () -> !sparse.buffer<f32>
  %A = call @make() : () -> !sparse.tensor<f32, #sparse.dense>
  // expected-error @+1 {{(C1) expected the tensor to be an argument of a function or made by 'sparse.with_values' or 'sparse.parts', of a structure that is known}}
  %P = sparse.with_values %A, %v : !sparse.tensor<f32, #sparse.dense>, !sparse.buffer<f32> -> !sparse.tensor<f32, #sparse.dense>
  return
}
func.func private @make() -> !sparse.tensor<f32, #sparse.dense>

// -----

func.func @c2_with_values_of_another_shape(%A: !sparse.tensor<?xf32, #sparse.dense>) {
  %I, %v = sparse.unpack %A : !sparse.tensor<?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
  // expected-error @+1 {{(C2) expected the result to be '!sparse.tensor<?xf32, #sparse.dense>' but got '!sparse.tensor<4xf32, #sparse.dense>'}}
  %P = sparse.with_values %A, %v : !sparse.tensor<?xf32, #sparse.dense>, !sparse.buffer<?xf32> -> !sparse.tensor<4xf32, #sparse.dense>
  return
}

// -----

func.func @c2_with_values_of_another_format(%A: !sparse.tensor<?x?xf32, #sparse.dense>) {
  %I, %J, %v = sparse.unpack %A : !sparse.tensor<?x?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !axis.axis<dense_fixed>, !sparse.buffer<?x?xf32>
  // expected-error @+1 {{(C2) expected the result to be '!sparse.tensor<?x?xf32, #sparse.dense>' but got '!sparse.tensor<?x?xf32, #sparse.csr>'}}
  %P = sparse.with_values %A, %v : !sparse.tensor<?x?xf32, #sparse.dense>, !sparse.buffer<?x?xf32> -> !sparse.tensor<?x?xf32, #sparse.csr>
  return
}

// -----

func.func @c2_with_values_of_other_elements(%A: !sparse.tensor<?xf32, #sparse.dense>) {
  %I, %v = sparse.unpack %A : !sparse.tensor<?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
  // expected-error @+1 {{(C2) expected the result to be '!sparse.tensor<?xf32, #sparse.dense>' but got '!sparse.tensor<?xf64, #sparse.dense>'}}
  %P = sparse.with_values %A, %v : !sparse.tensor<?xf32, #sparse.dense>, !sparse.buffer<?xf32> -> !sparse.tensor<?xf64, #sparse.dense>
  return
}

// -----

func.func @c2_with_values_of_another_fill(%A: !sparse.tensor<?xf32, #sparse.dense>) {
  %I, %v = sparse.unpack %A : !sparse.tensor<?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
  %w = sparse.alloc on (%I) : (!axis.axis<dense_fixed>) -> !sparse.buffer<?xf32, fill = 1.0>
  // expected-error @+1 {{(C2) expected values of type '!sparse.buffer<?xf32>' but got '!sparse.buffer<?xf32, fill = 1.000000e+00>'}}
  %P = sparse.with_values %A, %w : !sparse.tensor<?xf32, #sparse.dense>, !sparse.buffer<?xf32, fill = 1.0> -> !sparse.tensor<?xf32, #sparse.dense>
  return
}

// -----

func.func @c3_with_values_on_other_axes(%A: !sparse.tensor<?xf32, #sparse.dense>, %B: !sparse.tensor<?xf32, #sparse.dense>) {
  %I, %v = sparse.unpack %B : !sparse.tensor<?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
  // expected-error @+1 {{(C3) expected values on all axes that one 'sparse.unpack' of the tensor with the structure gives, in order}}
  %P = sparse.with_values %A, %v : !sparse.tensor<?xf32, #sparse.dense>, !sparse.buffer<?xf32> -> !sparse.tensor<?xf32, #sparse.dense>
  return
}

// -----

func.func @c3_with_values_of_an_argument(%A: !sparse.tensor<?xf32, #sparse.dense>, %v: !sparse.buffer<?xf32>) {
  // expected-error @+1 {{(C3) expected values on all axes that one 'sparse.unpack' of the tensor with the structure gives, in order}}
  %P = sparse.with_values %A, %v : !sparse.tensor<?xf32, #sparse.dense>, !sparse.buffer<?xf32> -> !sparse.tensor<?xf32, #sparse.dense>
  return
}

// -----

func.func @c3_with_values_on_fewer_axes(%A: !sparse.tensor<?x?xf32, #sparse.csr>) {
  %I, %J, %v = sparse.unpack %A : !sparse.tensor<?x?xf32, #sparse.csr> -> !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>, !sparse.buffer<?xf32>
  %w = sparse.alloc on (%I) : (!axis.axis<dense_fixed>) -> !sparse.buffer<?xf32>
  // expected-error @+1 {{(C3) expected values on all axes that one 'sparse.unpack' of the tensor with the structure gives, in order}}
  %P = sparse.with_values %A, %w : !sparse.tensor<?x?xf32, #sparse.csr>, !sparse.buffer<?xf32> -> !sparse.tensor<?x?xf32, #sparse.csr>
  return
}

// -----

// Formats of which cells are told apart.

func.func @c1_unpack_without_the_bitmap(%A: !sparse.tensor<?x?xf32, #sparse.dense<bitmap>>) {
  // expected-error @+1 {{(C1) expected 4 results but got 3}}
  %I, %J, %v = sparse.unpack %A : !sparse.tensor<?x?xf32, #sparse.dense<bitmap>> -> !axis.axis<dense_fixed>, !axis.axis<dense_fixed>, !sparse.buffer<?x?xf32>
  return
}

// -----

func.func @c4_unpack_on_another_bitmap(%A: !sparse.tensor<?xf32, #sparse.dense<bitmap>> {sparse.name = "A"}, %P: !sparse.tensor<?xf32, #sparse.dense<bitmap>> {sparse.structure_of = "A"}, %B: !sparse.tensor<?xf32, #sparse.dense<bitmap>>) {
  %I, %E, %v = sparse.unpack %A : !sparse.tensor<?xf32, #sparse.dense<bitmap>> -> !axis.axis<dense_fixed>, !axis.axis<occupancy>, !sparse.buffer<?xf32>
  %K, %F, %w = sparse.unpack %B : !sparse.tensor<?xf32, #sparse.dense<bitmap>> -> !axis.axis<dense_fixed>, !axis.axis<occupancy>, !sparse.buffer<?xf32>
  // expected-error @+1 {{(C4) expected all axes that one 'sparse.unpack' of the tensor with the structure gives, in order}}
  %x = sparse.unpack %P on (%I, %F) : !sparse.tensor<?xf32, #sparse.dense<bitmap>> on (!axis.axis<dense_fixed>, !axis.axis<occupancy>) -> !sparse.buffer<?xf32>
  return
}

// -----

func.func @c3_with_values_without_the_bitmap(%A: !sparse.tensor<?xf32, #sparse.dense<bitmap>>) {
  %I, %E, %v = sparse.unpack %A : !sparse.tensor<?xf32, #sparse.dense<bitmap>> -> !axis.axis<dense_fixed>, !axis.axis<occupancy>, !sparse.buffer<?xf32>
  %w = sparse.alloc on (%I) : (!axis.axis<dense_fixed>) -> !sparse.buffer<?xf32>
  // expected-error @+1 {{(C3) expected values on all axes that one 'sparse.unpack' of the tensor with the structure gives, in order}}
  %P = sparse.with_values %A, %w : !sparse.tensor<?xf32, #sparse.dense<bitmap>>, !sparse.buffer<?xf32> -> !sparse.tensor<?xf32, #sparse.dense<bitmap>>
  return
}

// -----

// An occupancy lies under all levels of its tensor.

func.func @occupancy_without_its_levels(%A: !sparse.tensor<?x?xf32, #sparse.dense<bitmap>>) {
  // expected-note @+1 {{the axis is made here}}
  %I, %J, %E, %v = sparse.unpack %A : !sparse.tensor<?x?xf32, #sparse.dense<bitmap>> -> !axis.axis<dense_fixed>, !axis.axis<dense_fixed>, !axis.axis<occupancy>, !sparse.buffer<?x?xf32>
  // expected-error @+1 {{(C2) axis 1: expected an earlier entry to name its parent but got entry -1}}
  %w = sparse.alloc on (%I, %E) : (!axis.axis<dense_fixed>, !axis.axis<occupancy>) -> !sparse.buffer<?xf32>
  return
}

// -----

// Of two block rows above, the columns' is meant: cells lie under one of them.

func.func @occupancy_of_two_block_rows(%A: !sparse.tensor<?x?xf32, #sparse.bsr<2, 3>>) {
  // expected-note @+1 {{the axis is made here}}
  %IO, %JO, %II, %JI, %E, %v = sparse.unpack %A : !sparse.tensor<?x?xf32, #sparse.bsr<2, 3>> -> !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>, !axis.axis<dense_fixed, width = 2>, !axis.axis<dense_fixed, width = 3>, !axis.axis<occupancy>, !sparse.buffer<?x2x3xf32>
  // expected-error @+1 {{(C4) axis 5: expected its parent 2 to lie under the same position as its parent 0}}
  iter.nest "n" ("io": %io, "jo": %jo, "ip": %ip, "ii": %ii, "ji": %ji, "e": %e) over (%IO, %JO, %IO, %II of 2, %JI, %E of (0, 1, 3, 4) : !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>, !axis.axis<dense_fixed>, !axis.axis<dense_fixed, width = 2>, !axis.axis<dense_fixed, width = 3>, !axis.axis<occupancy>) kinds [spatial, spatial, spatial, spatial, spatial, spatial] {
  }
  return
}

// -----

func.func @group_of_slots_with_lengths(%A: !sparse.tensor<?x?xf32, #sparse.ell<4>>) {
  // expected-note @+1 {{the axis is made here}}
  %I, %J, %v = sparse.unpack %A : !sparse.tensor<?x?xf32, #sparse.ell<4>> -> !axis.axis<dense_fixed>, !axis.axis<sparse_fixed, width = 4, sorted, unique>, !sparse.buffer<?x4xf32>
  // expected-error @+1 {{(C6) expected dimension "j" of a group to lack no cells}}
  iter.nest "n" ("i": %i, "j": %j) over ((%I, %J) : !axis.axis<dense_fixed>, !axis.axis<sparse_fixed, width = 4, sorted, unique>) kinds [spatial, spatial] {
  }
  return
}

// -----

func.func @group_of_cut_blocks(%A: !sparse.tensor<?xf32, #sparse.format<(i) -> (io = i floordiv 4 : compressed, i mod 4 : dense) full>>) {
  // expected-note @+1 {{the axis is made here}}
  %IO, %II, %v = sparse.unpack %A : !sparse.tensor<?xf32, #sparse.format<(i) -> (io = i floordiv 4 : compressed, i mod 4 : dense) full>> -> !axis.axis<sparse_variable, sorted, unique>, !axis.axis<dense_fixed, width = 4>, !sparse.buffer<?x4xf32>
  // expected-error @+1 {{(C6) expected dimension "ii" of a group to lack no cells}}
  iter.nest "n" ("io": %io, "ii": %ii) over ((%IO, %II) : !axis.axis<sparse_variable, sorted, unique>, !axis.axis<dense_fixed, width = 4>) kinds [spatial, spatial] {
  }
  return
}

// -----

func.func @dim_of_a_converted_tensor(%A: !sparse.tensor<?x?xf32, #sparse.csr>) -> !sparse.tensor<?x?xf32, #sparse.coo> {
  %B = sparse.convert %A : !sparse.tensor<?x?xf32, #sparse.csr> -> !sparse.tensor<?x?xf32, #sparse.coo>
  // expected-error @+1 {{(C1) expected a tensor whose structure is known}}
  %n = sparse.dim %B, 1 : !sparse.tensor<?x?xf32, #sparse.coo>
  return %B : !sparse.tensor<?x?xf32, #sparse.coo>
}

// -----

func.func @dim_past_the_last(%A: !sparse.tensor<?x?xf32, #sparse.csr>) {
  // expected-error @+1 {{(C2) expected a dimension below 2 but got 2}}
  %n = sparse.dim %A, 2 : !sparse.tensor<?x?xf32, #sparse.csr>
  return
}

// -----

func.func @range_of_no_dimension(%n: index) {
  // expected-error @+1 {{(C1) expected a dimension of at least 0 but got -1}}
  sparse.expect_range "I" from %n to %n in "A" dimension -1 of %n
  return
}
