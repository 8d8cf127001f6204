// RUN: sparse-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

// Buffers.

// expected-error @+1 {{(C1) expected elements to be integers of 1, 4, 8, 16, 32 or 64 bits, index, floats or complex numbers but got 'i3'}}
func.func private @c1_odd_integers(!sparse.buffer<?xi3>)

// -----

// expected-error @+1 {{(C1) expected elements to be integers of 1, 4, 8, 16, 32 or 64 bits, index, floats or complex numbers but got 'ui8'}}
func.func private @c1_unsigned_integers(!sparse.buffer<?xui8>)

// -----

// expected-error @+1 {{(C1) expected elements to be integers of 1, 4, 8, 16, 32 or 64 bits, index, floats or complex numbers but got 'complex<i32>'}}
func.func private @c1_complex_integers(!sparse.buffer<?xcomplex<i32>>)

// -----

// expected-error @+1 {{(C1) expected elements to be integers of 1, 4, 8, 16, 32 or 64 bits, index, floats or complex numbers but got 'vector<4xf32>'}}
func.func private @c1_vectors(!sparse.buffer<?xvector<4xf32>>)

// -----

// expected-error @+1 {{(C1) expected elements to be integers of 1, 4, 8, 16, 32 or 64 bits, index, floats or complex numbers but got '!axis.site'}}
func.func private @c1_sites(!sparse.buffer<?x!axis.site>)

// -----

// expected-error @+1 {{(C1) expected elements to be integers of 1, 4, 8, 16, 32 or 64 bits, index, floats or complex numbers but got 'none'}}
func.func private @c1_none(!sparse.buffer<none>)

// -----

// expected-error @+1 {{invalid kind of attribute specified}}
func.func private @fill_without_a_type(!sparse.buffer<?xf32, fill = unit>)

// -----

// expected-error @+1 {{elements literal must be a shaped type}}
func.func private @fill_of_many_values(!sparse.buffer<?xf32, fill = dense<0.0> : tensor<4xf32>>)

// -----

// expected-error @+1 {{(C2) expected a fill value of type 'f32'}}
func.func private @c2_fill_of_a_string(!sparse.buffer<?xf32, fill = "zero">)

// -----

// expected-error @+1 {{floating point value not valid for specified type}}
func.func private @fill_of_a_float_in_integers(!sparse.buffer<?xi32, fill = 1.5>)

// -----

// expected-error @+1 {{integer constant out of range}}
func.func private @fill_out_of_range(!sparse.buffer<?xi8, fill = 300>)

// -----

// expected-error @+1 {{expected 'fill'}}
func.func private @unknown_word(!sparse.buffer<?xf32, zero = 0.0>)

// -----

// expected-error @+1 {{expected '='}}
func.func private @fill_without_value(!sparse.buffer<?xf32, fill>)

// -----

// expected-error @+1 {{expected '>'}}
func.func private @two_fills(!sparse.buffer<?xf32, fill = 0.0, fill = 0.0>)

// -----

// expected-error @+1 {{expected non-function type}}
func.func private @buffer_without_elements(!sparse.buffer<?x4x>)

// -----

// expected-error @+1 {{expected '<'}}
func.func private @buffer_without_parameters(!sparse.buffer)

// -----

// expected-error @+1 {{unknown  type `memory` in dialect `sparse`}}
func.func private @unknown_type(!sparse.memory<?xf32>)

// -----

// Tensors.

// expected-error @+1 {{(C1) expected elements to be integers of 1, 4, 8, 16, 32 or 64 bits, index, floats or complex numbers but got 'i7'}}
func.func private @c1_tensor_of_odd_integers(!sparse.tensor<?x?xi7, #sparse.csr>)

// -----

// expected-error @+1 {{(C2) expected a format of 3 dimensions but got #sparse.csr}}
func.func private @c2_format_of_another_rank(!sparse.tensor<?x?x?xf32, #sparse.csr>)

// -----

// expected-error @+1 {{format #sparse.format<(i) -> (i * 2 : compressed)> is not supported yet}}
func.func private @c3_format_that_is_not_built(!sparse.tensor<?xf32, #sparse.format<(i) -> (i * 2 : compressed)>>)

// -----

// expected-error @+1 {{expected ','}}
func.func private @tensor_without_format(!sparse.tensor<?x?xf32>)

// -----

// expected-error @+1 {{expected '>'}}
func.func private @tensor_with_two_formats(!sparse.tensor<?x?xf32, #sparse.csr, #sparse.csr>)

// -----

// Pieces.

// expected-error @+1 {{(C1) expected no negative index in a piece}}
"test.c1_negative_level"() {piece = #sparse.piece<"A", part [], level -1, positions>} : () -> ()

// -----

// expected-error @+1 {{(C1) expected no negative index in a piece}}
"test.c1_lengths_of_a_negative_level"() {piece = #sparse.piece<"A", part [], level -1, lengths>} : () -> ()

// -----

// expected-error @+1 {{(C1) expected no negative index in a piece}}
"test.c1_negative_part"() {piece = #sparse.piece<"A", part [0, -1], values>} : () -> ()

// -----

// expected-error @+1 {{expected 'dimension N, size', 'level N, positions', 'level N, coordinates', 'level N, lengths', 'bitmap' or 'values' but got 'dimension N, positions'}}
"test.positions_of_a_dimension"() {piece = #sparse.piece<"A", part [], dimension 1, positions>} : () -> ()

// -----

// expected-error @+1 {{expected 'dimension N, size', 'level N, positions', 'level N, coordinates', 'level N, lengths', 'bitmap' or 'values' but got 'level N, size'}}
"test.size_of_a_level"() {piece = #sparse.piece<"A", part [], level 1, size>} : () -> ()

// -----

// expected-error @+1 {{expected 'dimension N, size', 'level N, positions', 'level N, coordinates', 'level N, lengths', 'bitmap' or 'values' but got 'level N, values'}}
"test.values_of_a_level"() {piece = #sparse.piece<"A", part [], level 1, values>} : () -> ()

// -----

// expected-error @+1 {{expected 'dimension N, size', 'level N, positions', 'level N, coordinates', 'level N, lengths', 'bitmap' or 'values' but got 'level N, bitmap'}}
"test.bitmap_of_a_level"() {piece = #sparse.piece<"A", part [], level 1, bitmap>} : () -> ()

// -----

// expected-error @+1 {{expected 'dimension N, size', 'level N, positions', 'level N, coordinates', 'level N, lengths', 'bitmap' or 'values' but got 'lengths'}}
"test.lengths_of_no_level"() {piece = #sparse.piece<"A", part [], lengths>} : () -> ()

// -----

// expected-error @+1 {{expected 'dimension N, size', 'level N, positions', 'level N, coordinates', 'level N, lengths', 'bitmap' or 'values' but got 'indices'}}
"test.unknown_role"() {piece = #sparse.piece<"A", part [], indices>} : () -> ()

// -----

// expected-error @+1 {{expected string}}
"test.name_of_a_word"() {piece = #sparse.piece<A, part [], values>} : () -> ()

// -----

// expected-error @+1 {{expected 'part'}}
"test.no_part"() {piece = #sparse.piece<"A", values>} : () -> ()

// -----

// expected-error @+1 {{expected integer value}}
"test.level_without_number"() {piece = #sparse.piece<"A", part [], level, positions>} : () -> ()
