// RUN: sparse-opt %s --split-input-file --verify-diagnostics

func.func @c1_fewer_maps(%A: !sparse.tensor<?xf32, #sparse.dense>, %B: !sparse.tensor<?xf32, #sparse.dense>) {
  // expected-error @+1 {{(C1) expected 2 maps but got 1}}
  sparse.generic ins(%A : !sparse.tensor<?xf32, #sparse.dense>) outs(%B : !sparse.tensor<?xf32, #sparse.dense>) maps [affine_map<(i) -> (i)>] kinds [spatial] {
  ^bb0(%a: f32):
    sparse.yield %a : f32
  }
  return
}

// -----

func.func @c1_map_of_other_dimensions(%A: !sparse.tensor<?xf32, #sparse.dense>) {
  // expected-error @+1 {{(C1) expected map 0 to give 1 dimensions from 1 but got affine_map<(d0, d1) -> (d0)>}}
  sparse.generic ins(%A : !sparse.tensor<?xf32, #sparse.dense>) maps [affine_map<(i, j) -> (i)>] kinds [spatial] {
  ^bb0(%a: f32):
  }
  return
}

// -----

func.func @c1_map_to_another_rank(%A: !sparse.tensor<?xf32, #sparse.dense>) {
  // expected-error @+1 {{(C1) expected map 0 to give 1 dimensions from 2 but got affine_map<(d0, d1) -> (d0, d1)>}}
  sparse.generic ins(%A : !sparse.tensor<?xf32, #sparse.dense>) maps [affine_map<(i, j) -> (i, j)>] kinds [spatial, spatial] {
  ^bb0(%a: f32):
  }
  return
}

// -----

func.func @c1_map_to_one_dimension_twice(%A: !sparse.tensor<?x?xf32, #sparse.csr>) {
  // expected-error @+1 {{(C1) expected map 0 to give each of 2 dimensions another of 1 but got affine_map<(d0) -> (d0, d0)>}}
  sparse.generic driver(%A) ins(%A : !sparse.tensor<?x?xf32, #sparse.csr>) maps [affine_map<(i) -> (i, i)>] kinds [spatial] {
  ^bb0(%a: f32):
  }
  return
}

// -----

func.func @c1_map_to_a_quotient(%A: !sparse.tensor<?xf32, #sparse.dense>, %B: !sparse.tensor<?xf32, #sparse.dense>) {
  // expected-error @+1 {{(C1) expected map 0 to give dimensions and sums of them, times integers up to 2^20, but got affine_map<(d0) -> (d0 floordiv 2)>}}
  sparse.generic ins(%A : !sparse.tensor<?xf32, #sparse.dense>) outs(%B : !sparse.tensor<?xf32, #sparse.dense>) maps [affine_map<(i) -> (i floordiv 2)>, affine_map<(i) -> (i)>] kinds [spatial] {
  ^bb0(%a: f32):
    sparse.yield %a : f32
  }
  return
}

// -----

func.func @c1_large_factor(%A: !sparse.tensor<?xf32, #sparse.dense>, %B: !sparse.tensor<?xf32, #sparse.dense>) {
  // expected-error @+1 {{(C1) expected map 0 to give dimensions and sums of them, times integers up to 2^20, but got affine_map<(d0) -> (d0 * 1048577)>}}
  sparse.generic ins(%A : !sparse.tensor<?xf32, #sparse.dense>) outs(%B : !sparse.tensor<?xf32, #sparse.dense>) maps [affine_map<(i) -> (i * 1048577)>, affine_map<(i) -> (i)>] kinds [spatial] {
  ^bb0(%a: f32):
    sparse.yield %a : f32
  }
  return
}

// -----

func.func @c14_output_at_a_sum_that_is_no_number(%A: !sparse.tensor<?xf32, #sparse.dense>, %B: !sparse.tensor<?xf32, #sparse.dense>) {
  // expected-error @+1 {{(C14) expected output 0 to be written at other coordinates for all elements but got affine_map<(d0) -> (d0 + 1)>}}
  sparse.generic ins(%A : !sparse.tensor<?xf32, #sparse.dense>) outs(%B : !sparse.tensor<?xf32, #sparse.dense>) maps [affine_map<(i) -> (i)>, affine_map<(i) -> (i + 1)>] kinds [spatial] {
  ^bb0(%a: f32):
    sparse.yield %a : f32
  }
  return
}

// -----

func.func @c1_driver_at_a_constant(%A: !sparse.tensor<?x?xf32, #sparse.csr>) {
  // expected-error @+1 {{(C1) expected map 0 to give each of 2 dimensions another of 1 but got affine_map<(d0) -> (d0, 0)>}}
  sparse.generic driver(%A) ins(%A : !sparse.tensor<?x?xf32, #sparse.csr>) maps [affine_map<(i) -> (i, 0)>] kinds [spatial] {
  ^bb0(%a: f32):
  }
  return
}

// -----

func.func @c2_sum_that_ends_outside(%A: !sparse.tensor<8xf32, #sparse.dense>, %W: !sparse.tensor<3xf32, #sparse.dense>, %B: !sparse.tensor<4xf32, #sparse.dense>) {
  // expected-error @+1 {{(C2) expected dimension 0 of operand 0 to be at least 9, for the coordinate 2 * d0 + d1, but got 8}}
  sparse.generic ins(%A, %W : !sparse.tensor<8xf32, #sparse.dense>, !sparse.tensor<3xf32, #sparse.dense>) outs(%B : !sparse.tensor<4xf32, #sparse.dense>) maps [affine_map<(i, r) -> (2 * i + r)>, affine_map<(i, r) -> (r)>, affine_map<(i, r) -> (i)>] kinds [spatial, reduction] combine [add] {
  ^bb0(%a: f32, %w: f32):
    sparse.yield %a : f32
  }
  return
}

// -----

func.func @c2_sum_that_begins_outside(%A: !sparse.tensor<?xf32, #sparse.dense>, %B: !sparse.tensor<4xf32, #sparse.dense>) {
  // expected-error @+1 {{(C2) expected the coordinate -d0 + 2 of dimension 0 of operand 0 to be at least 0 but got -1}}
  sparse.generic ins(%A : !sparse.tensor<?xf32, #sparse.dense>) outs(%B : !sparse.tensor<4xf32, #sparse.dense>) maps [affine_map<(i) -> (2 - i)>, affine_map<(i) -> (i)>] kinds [spatial] {
  ^bb0(%a: f32):
    sparse.yield %a : f32
  }
  return
}

// -----

func.func @c4_dimension_of_sums_alone(%A: !sparse.tensor<?xf32, #sparse.dense>) {
  // expected-error @+1 {{(C4) expected the driver or a dense tensor to give the extent of dimension 0}}
  sparse.generic ins(%A : !sparse.tensor<?xf32, #sparse.dense>) maps [affine_map<(i) -> (i + 1)>] kinds [spatial] {
  ^bb0(%a: f32):
  }
  return
}

// -----

func.func @c13_fewer_borders(%A: !sparse.tensor<?xf32, #sparse.dense>, %B: !sparse.tensor<?xf32, #sparse.dense>) {
  // expected-error @+1 {{(C13) expected 1 borders but got 0}}
  sparse.generic ins(%A : !sparse.tensor<?xf32, #sparse.dense>) outs(%B : !sparse.tensor<?xf32, #sparse.dense>) maps [affine_map<(i) -> (i + 1)>, affine_map<(i) -> (i)>] kinds [spatial] borders [] {
  ^bb0(%a: f32):
    sparse.yield %a : f32
  }
  return
}

// -----

func.func @c13_border_of_another_type(%A: !sparse.tensor<?xf32, #sparse.dense>, %B: !sparse.tensor<?xf32, #sparse.dense>) {
  // expected-error @+1 {{(C13) expected the border of input 0 to be none or a number of type 'f32' but got 0.000000e+00 : f64}}
  sparse.generic ins(%A : !sparse.tensor<?xf32, #sparse.dense>) outs(%B : !sparse.tensor<?xf32, #sparse.dense>) maps [affine_map<(i) -> (i + 1)>, affine_map<(i) -> (i)>] kinds [spatial] borders [0.0 : f64] {
  ^bb0(%a: f32):
    sparse.yield %a : f32
  }
  return
}

// -----

func.func @c13_border_that_is_not_reached(%A: !sparse.tensor<?xf32, #sparse.dense>, %B: !sparse.tensor<?xf32, #sparse.dense>) {
  // expected-error @+1 {{(C13) expected no border of input 0, whose map has no sum}}
  sparse.generic ins(%A : !sparse.tensor<?xf32, #sparse.dense>) outs(%B : !sparse.tensor<?xf32, #sparse.dense>) maps [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>] kinds [spatial] borders [0.0 : f32] {
  ^bb0(%a: f32):
    sparse.yield %a : f32
  }
  return
}

// -----

func.func @c2_sizes_of_one_dimension(%A: !sparse.tensor<?x4xf32, #sparse.csr>, %B: !sparse.tensor<5xf32, #sparse.dense>) {
  // expected-error @+1 {{(C2) expected dimension 0 of operand 1 to have the size 4 but got 5}}
  sparse.generic driver(%A) ins(%A, %B : !sparse.tensor<?x4xf32, #sparse.csr>, !sparse.tensor<5xf32, #sparse.dense>) maps [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>] kinds [spatial, spatial] {
  ^bb0(%a: f32, %b: f32):
  }
  return
}

// -----

func.func @c3_driver_that_is_no_operand(%A: !sparse.tensor<?xf32, #sparse.dense>, %B: !sparse.tensor<?xf32, #sparse.dense>) {
  // expected-error @+1 {{(C3) expected the driver to be one of 'ins' or 'outs'}}
  sparse.generic driver(%B) ins(%A : !sparse.tensor<?xf32, #sparse.dense>) maps [affine_map<(i) -> (i)>] kinds [spatial] {
  ^bb0(%a: f32):
  }
  return
}

// -----

func.func @c3_driver_out_of_range(%A: !sparse.tensor<?xf32, #sparse.dense>) {
  // expected-error @+1 {{(C3) expected the driver to be one of 1 operands but got 1}}
  sparse.generic driver(1) ins(%A : !sparse.tensor<?xf32, #sparse.dense>) maps [affine_map<(i) -> (i)>] kinds [spatial] {
  ^bb0(%a: f32):
  }
  return
}

// -----

func.func @c3_driver_below_none(%A: !sparse.tensor<?xf32, #sparse.dense>) {
  // expected-error @+1 {{(C3) expected the driver to be one of 1 operands but got -1}}
  sparse.generic driver(-1) ins(%A : !sparse.tensor<?xf32, #sparse.dense>) maps [affine_map<(i) -> (i)>] kinds [spatial] {
  ^bb0(%a: f32):
  }
  return
}

// -----

func.func @c4_dimension_of_a_sparse_tensor_that_does_not_drive(%A: !sparse.tensor<?x?xf32, #sparse.csr>, %B: !sparse.tensor<?xf32, #sparse.dense>) {
  // expected-error @+1 {{(C4) expected the driver or a dense tensor to give the extent of dimension 1}}
  sparse.generic ins(%A, %B : !sparse.tensor<?x?xf32, #sparse.csr>, !sparse.tensor<?xf32, #sparse.dense>) maps [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>] kinds [spatial, spatial] {
  ^bb0(%a: f32, %b: f32):
  }
  return
}

// -----

// Rows of blocks that lie under columns do not give the rows without these.

#blocks = #sparse.format<(i, j) -> (io = i floordiv 4 : dense, j : dense of io, i mod 4 : dense of j)>
func.func @c4_dimension_of_blocks_under_another(%A: !sparse.tensor<?x?xf32, #blocks>, %B: !sparse.tensor<?xf32, #sparse.dense>) {
  // expected-error @+1 {{(C4) expected the driver or a dense tensor to give the extent of dimension 0}}
  sparse.generic ins(%A, %B : !sparse.tensor<?x?xf32, #blocks>, !sparse.tensor<?xf32, #sparse.dense>) maps [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>] kinds [spatial, spatial] {
  ^bb0(%a: f32, %b: f32):
  }
  return
}

// -----

func.func @c5_fewer_arguments(%A: !sparse.tensor<?xf32, #sparse.dense>) {
  // expected-error @+1 {{(C5) expected 1 arguments of the body but got 0}}
  sparse.generic ins(%A : !sparse.tensor<?xf32, #sparse.dense>) maps [affine_map<(i) -> (i)>] kinds [spatial] {
  }
  return
}

// -----

func.func @c5_argument_of_another_type(%A: !sparse.tensor<?xf32, #sparse.dense>) {
  // expected-error @+1 {{(C5) expected argument 0 of the body to be 'f32' but got 'f64'}}
  sparse.generic ins(%A : !sparse.tensor<?xf32, #sparse.dense>) maps [affine_map<(i) -> (i)>] kinds [spatial] {
  ^bb0(%a: f64):
  }
  return
}

// -----

func.func @c5_coordinate_of_another_type(%A: !sparse.tensor<?x?xf32, #sparse.dense>) {
  // expected-error @+1 {{(C5) expected the coordinate of dimension 1 in the body to be an index but got 'i64'}}
  sparse.generic ins(%A : !sparse.tensor<?x?xf32, #sparse.dense>) maps [affine_map<(i, j) -> (i, j)>] kinds [spatial, spatial] {
  ^bb0(%a: f32, %i: index, %j: i64):
  }
  return
}

// -----

func.func @c5_coordinates_of_some_dimensions(%A: !sparse.tensor<?x?xf32, #sparse.dense>) {
  // expected-error @+1 {{(C5) expected 1 arguments of the body but got 2}}
  sparse.generic ins(%A : !sparse.tensor<?x?xf32, #sparse.dense>) maps [affine_map<(i, j) -> (i, j)>] kinds [spatial, spatial] {
  ^bb0(%a: f32, %i: index):
  }
  return
}

// -----

func.func @c5_fewer_results(%A: !sparse.tensor<?xf32, #sparse.dense>) {
  // expected-error @+1 {{(C5) expected 1 results of the body but got 0}}
  sparse.generic outs(%A : !sparse.tensor<?xf32, #sparse.dense>) maps [affine_map<(i) -> (i)>] kinds [spatial] {
  }
  return
}

// -----

func.func @c5_result_of_another_type(%A: !sparse.tensor<?xf32, #sparse.dense>, %x: f64) {
  // expected-error @+1 {{(C5) expected result 0 of the body to be 'f32' but got 'f64'}}
  sparse.generic outs(%A : !sparse.tensor<?xf32, #sparse.dense>) maps [affine_map<(i) -> (i)>] kinds [spatial] {
    sparse.yield %x : f64
  }
  return
}

// -----

func.func @c6_more_kinds_than_outputs(%A: !sparse.tensor<?xf32, #sparse.dense>, %x: f32) {
  // expected-error @+1 {{(C6) expected kinds that combine 1 outputs but got more}}
  sparse.generic outs(%A : !sparse.tensor<?xf32, #sparse.dense>) maps [affine_map<(i) -> (i)>] kinds [spatial] combine [add, add] {
    sparse.yield %x : f32
  }
  return
}

// -----

func.func @c6_argmax_of_one_output(%A: !sparse.tensor<?xf32, #sparse.dense>, %x: f32) {
  // expected-error @+1 {{(C6) expected kinds that combine 1 outputs but got more}}
  sparse.generic outs(%A : !sparse.tensor<?xf32, #sparse.dense>) maps [affine_map<(i) -> (i)>] kinds [spatial] combine [argmax] {
    sparse.yield %x : f32
  }
  return
}

// -----

func.func @c6_fewer_kinds_than_outputs(%A: !sparse.tensor<?xf32, #sparse.dense>, %B: !sparse.tensor<?xf32, #sparse.dense>, %x: f32) {
  // expected-error @+1 {{(C6) expected kinds that combine 2 outputs but got 1}}
  sparse.generic outs(%A, %B : !sparse.tensor<?xf32, #sparse.dense>, !sparse.tensor<?xf32, #sparse.dense>) maps [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>] kinds [spatial] combine [add] {
    sparse.yield %x, %x : f32, f32
  }
  return
}

// -----

func.func @c7_kind_without_a_meaning(%A: !sparse.tensor<?xf32, #sparse.dense>, %x: f32) {
  // expected-error @+1 {{(C7) expected a kind with a meaning in 'f32' but got 'and'}}
  sparse.generic outs(%A : !sparse.tensor<?xf32, #sparse.dense>) maps [affine_map<(i) -> (i)>] kinds [spatial] combine [and] {
    sparse.yield %x : f32
  }
  return
}

// -----

func.func @c7_argmin_without_numbers(%A: !sparse.tensor<?xf32, #sparse.dense> {sparse.name = "A"}, %B: !sparse.tensor<?xf32, #sparse.dense> {sparse.structure_of = "A"}, %x: f32) {
  // expected-error @+1 {{(C7) expected the second output of 'argmin' to be of integers or index but got 'f32'}}
  sparse.generic outs(%A, %B : !sparse.tensor<?xf32, #sparse.dense>, !sparse.tensor<?xf32, #sparse.dense>) maps [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>] kinds [spatial] combine [argmin] {
    sparse.yield %x, %x : f32, f32
  }
  return
}

// -----

func.func @c8_tensor_of_a_call() {
  %A = call @make() : () -> !sparse.tensor<?xf32, #sparse.dense>
  // expected-error @+1 {{(C8) expected operand 0 to be an argument of a function or made by 'sparse.with_values', 'sparse.parts' or 'sparse.compose', of a structure that is known}}
  sparse.generic ins(%A : !sparse.tensor<?xf32, #sparse.dense>) maps [affine_map<(i) -> (i)>] kinds [spatial] {
  ^bb0(%a: f32):
  }
  return
}
func.func private @make() -> !sparse.tensor<?xf32, #sparse.dense>

// -----

func.func @c9_output_of_another_structure(%A: !sparse.tensor<?x?xf32, #sparse.csr>, %C: !sparse.tensor<?x?xf32, #sparse.csr>) {
  // expected-error @+1 {{(C9) expected output 0 to be dense or to share the driver's structure, with its map}}
  sparse.generic driver(%A) ins(%A : !sparse.tensor<?x?xf32, #sparse.csr>) outs(%C : !sparse.tensor<?x?xf32, #sparse.csr>) maps [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>] kinds [spatial, spatial] {
  ^bb0(%a: f32):
    sparse.yield %a : f32
  }
  return
}

// -----

func.func @c9_output_under_another_map(%A: !sparse.tensor<?x?xf32, #sparse.csr> {sparse.name = "A"}, %C: !sparse.tensor<?x?xf32, #sparse.csr> {sparse.structure_of = "A"}) {
  // expected-error @+1 {{(C9) expected output 0 to be dense or to share the driver's structure, with its map}}
  sparse.generic driver(%A) ins(%A : !sparse.tensor<?x?xf32, #sparse.csr>) outs(%C : !sparse.tensor<?x?xf32, #sparse.csr>) maps [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, i)>] kinds [spatial, spatial] {
  ^bb0(%a: f32):
    sparse.yield %a : f32
  }
  return
}

// -----

func.func @c9_sparse_output_without_a_driver(%A: !sparse.tensor<?x?xf32, #sparse.dense>, %C: !sparse.tensor<?x?xf32, #sparse.csr>) {
  // expected-error @+1 {{(C9) expected output 0 to be dense or to share the driver's structure, with its map}}
  sparse.generic ins(%A : !sparse.tensor<?x?xf32, #sparse.dense>) outs(%C : !sparse.tensor<?x?xf32, #sparse.csr>) maps [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>] kinds [spatial, spatial] {
  ^bb0(%a: f32):
    sparse.yield %a : f32
  }
  return
}

// -----

func.func @c9_output_of_which_a_bitmap_lacks_cells(%A: !sparse.tensor<?xf32, #sparse.dense>, %C: !sparse.tensor<?xf32, #sparse.dense<bitmap>>) {
  // expected-error @+1 {{(C9) expected output 0 to be dense or to share the driver's structure, with its map}}
  sparse.generic ins(%A : !sparse.tensor<?xf32, #sparse.dense>) outs(%C : !sparse.tensor<?xf32, #sparse.dense<bitmap>>) maps [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>] kinds [spatial] {
  ^bb0(%a: f32):
    sparse.yield %a : f32
  }
  return
}

// -----

func.func @c11_argmax_into_two_structures(%M: !sparse.tensor<?xf32, #sparse.dense>, %N: !sparse.tensor<?xindex, #sparse.dense>, %x: f32, %i: index) {
  // expected-error @+1 {{(C11) expected the two outputs of 'argmax' to share one structure, under one map}}
  sparse.generic outs(%M, %N : !sparse.tensor<?xf32, #sparse.dense>, !sparse.tensor<?xindex, #sparse.dense>) maps [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>] kinds [spatial] combine [argmax] {
    sparse.yield %x, %i : f32, index
  }
  return
}

// -----

func.func @c11_argmax_under_two_maps(%M: !sparse.tensor<?xf32, #sparse.dense> {sparse.name = "M"}, %N: !sparse.tensor<?xindex, #sparse.dense> {sparse.structure_of = "M"}, %x: f32, %i: index) {
  // expected-error @+1 {{(C11) expected the two outputs of 'argmax' to share one structure, under one map}}
  sparse.generic outs(%M, %N : !sparse.tensor<?xf32, #sparse.dense>, !sparse.tensor<?xindex, #sparse.dense>) maps [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (j)>] kinds [spatial, spatial] combine [argmax] {
    sparse.yield %x, %i : f32, index
  }
  return
}

// -----

// Text.

func.func @unknown_kind_of_dimension() {
  // expected-error @+1 {{expected 'spatial' or 'reduction' but got 'parallel'}}
  sparse.generic maps [] kinds [parallel] {
  }
  return
}

// -----

func.func @unknown_kind_of_combination() {
  // expected-error @+1 {{expected a kind of combination, as 'add', but got 'plus'}}
  sparse.generic maps [] kinds [] combine [plus] {
  }
  return
}

// -----

func.func @attribute_that_the_text_gives() {
  // expected-error @+1 {{expected no attribute 'driver' after 'attributes': the text of a generic operation gives it}}
  sparse.generic maps [] kinds [] attributes {driver = 0} {
  }
  return
}

// -----

func.func @map_that_is_none() {
  // expected-error @+1 {{invalid kind of attribute specified}}
  sparse.generic maps [0] kinds [] {
  }
  return
}

// -----

// The generic form.

func.func @yield_of_another_operation() {
  // expected-error @+1 {{expects parent op 'sparse.generic'}}
  sparse.yield
}

// -----

func.func @operand_that_is_no_tensor(%i: index) {
  // expected-error @+1 {{operand #0 must be variadic of a tensor in a format, by reference or a tensor in a composite format, by reference, but got 'index'}}
  "sparse.generic"(%i) <{combine = [], kinds = [], maps = [affine_map<() -> ()>], operandSegmentSizes = array<i32: 1, 0>}> ({
  ^bb0(%x: index):
    "sparse.yield"() : () -> ()
  }) : (index) -> ()
  return
}

// -----

// A use that is not verified, by an operation whose segments do not add up.

func.func @access_of_segments_that_do_not_add_up(%A: !sparse.tensor<?xf32, #sparse.dense> {sparse.access = "write"}) {
  // expected-error @+1 {{'operandSegmentSizes' attribute cannot have negative elements}}
  "sparse.generic"(%A) <{combine = [], kinds = [], maps = [], operandSegmentSizes = array<i32: -3, 10>}> ({
    "sparse.yield"() : () -> ()
  }) : (!sparse.tensor<?xf32, #sparse.dense>) -> ()
  return
}
