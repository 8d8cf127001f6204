// RUN: sparse-opt %s --split-input-file --verify-diagnostics

// What arguments of functions may say. These are right:

func.func @names_of_anything(%A: !sparse.tensor<?x?xf32, #sparse.csr> {sparse.name = "A", sparse.dims = ["I", "I"]}, %x: f32 {sparse.name = "alpha"}, %m: memref<?xf32> {sparse.name = "m", sparse.dims = ["I"], sparse.access = "update"}) {
  return
}

func.func private @declaration(!sparse.tensor<?x?xf32, #sparse.csr> {sparse.name = "A", sparse.dims = ["I", "J"], sparse.access = "read"})

func.func @access_read(%A: !sparse.tensor<?xf32, #sparse.dense> {sparse.access = "read"}, %i: index) -> f32 {
  %I, %v = sparse.unpack %A : !sparse.tensor<?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
  %x = sparse.load %v[%i] : !sparse.buffer<?xf32>
  return %x : f32
}

func.func @access_write(%A: !sparse.tensor<?xf32, #sparse.dense> {sparse.access = "write"}, %x: f32, %i: index) {
  %I, %v = sparse.unpack %A : !sparse.tensor<?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
  sparse.fill %v, %x : !sparse.buffer<?xf32>
  sparse.accumulate add %x into %v[%i] : !sparse.buffer<?xf32>
  %y = sparse.load %v[%i] : !sparse.buffer<?xf32>
  sparse.store %y, %v[%i] : !sparse.buffer<?xf32>
  return
}

func.func @access_update(%A: !sparse.tensor<?xf32, #sparse.dense> {sparse.access = "update"}, %i: index) {
  %I, %v = sparse.unpack %A : !sparse.tensor<?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
  %x = sparse.load %v[%i] : !sparse.buffer<?xf32>
  sparse.store %x, %v[%i] : !sparse.buffer<?xf32>
  return
}

func.func @access_of_an_unused_tensor(%A: !sparse.tensor<?xf32, #sparse.dense> {sparse.access = "write"}) {
  return
}

// -----

// expected-error @+1 {{(C8) expected 'sparse.reuses_workspace' to be unit on a function}}
func.func private @reuse_of_a_number() attributes {sparse.reuses_workspace = 1}

// -----

// expected-error @+1 {{(C1) expected 'sparse.name' not to be empty}}
func.func @name_of_nothing(%A: !sparse.tensor<?xf32, #sparse.dense> {sparse.name = ""}) {
  return
}

// -----

// expected-error @+1 {{(C1) expected 'sparse.name' to be a string}}
func.func @name_of_a_number(%A: !sparse.tensor<?xf32, #sparse.dense> {sparse.name = 1}) {
  return
}

// -----

// expected-error @+1 {{(C2) expected 'sparse.dims' to be an array of 2 strings but got ["I"]}}
func.func @dims_of_another_rank(%A: !sparse.tensor<?x?xf32, #sparse.csr> {sparse.dims = ["I"]}) {
  return
}

// -----

// expected-error @+1 {{(C2) expected 'sparse.dims' to be an array of 2 strings but got ["I", "J", "K"]}}
func.func private @dims_of_a_declaration(!sparse.tensor<?x?xf32, #sparse.csr> {sparse.dims = ["I", "J", "K"]})

// -----

// expected-error @+1 {{(C2) expected 'sparse.dims' to be an array of 2 strings but got ["I", 1]}}
func.func @dims_of_numbers(%A: !sparse.tensor<?x?xf32, #sparse.csr> {sparse.dims = ["I", 1]}) {
  return
}

// -----

// expected-error @+1 {{(C2) expected 'sparse.dims' to be an array of 1 strings but got "I"}}
func.func @dims_of_a_string(%A: !sparse.tensor<?xf32, #sparse.dense> {sparse.dims = "I"}) {
  return
}

// -----

// expected-error @+1 {{(C2) expected 'sparse.dims' to be an array of strings but got 7}}
func.func @dims_of_memory(%m: memref<?xf32> {sparse.dims = 7}) {
  return
}

// -----

// expected-error @+1 {{(C4) expected 'sparse.access' to be a string}}
func.func @access_of_a_number(%A: !sparse.tensor<?xf32, #sparse.dense> {sparse.access = 0}) {
  return
}

// -----

// expected-error @+1 {{(C4) expected 'sparse.access' to be "read", "write" or "update" but got "readwrite"}}
func.func @access_unknown(%A: !sparse.tensor<?xf32, #sparse.dense> {sparse.access = "readwrite"}) {
  return
}

// -----

// expected-error @+1 {{(C4) expected 'sparse.access' to be "read", "write" or "update" but got ""}}
func.func private @access_unknown_in_a_declaration(!sparse.tensor<?xf32, #sparse.dense> {sparse.access = ""})

// -----

// expected-error @+1 {{(C5) expected a tensor with access "read" not to be written}}
func.func @access_read_and_filled(%A: !sparse.tensor<?xf32, #sparse.dense> {sparse.access = "read"}, %x: f32) {
  %I, %v = sparse.unpack %A : !sparse.tensor<?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
  // expected-note @+1 {{here it is}}
  sparse.fill %v, %x : !sparse.buffer<?xf32>
  return
}

// -----

// expected-error @+1 {{(C5) expected a tensor with access "read" not to be written}}
func.func @access_read_and_stored(%A: !sparse.tensor<?xf32, #sparse.dense> {sparse.access = "read"}, %x: f32, %i: index) {
  %I, %v = sparse.unpack %A : !sparse.tensor<?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
  // expected-note @+1 {{here it is}}
  sparse.store %x, %v[%i] : !sparse.buffer<?xf32>
  return
}

// -----

// expected-error @+1 {{(C5) expected a tensor with access "read" not to be written}}
func.func @access_read_and_accumulated_in_a_nest(%A: !sparse.tensor<?xf32, #sparse.dense> {sparse.access = "read"}, %x: f32) {
  %I, %v = sparse.unpack %A : !sparse.tensor<?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
  iter.nest "nest" ("i": %i) over (%I : !axis.axis<dense_fixed>) kinds [spatial] {
    // expected-note @+1 {{here it is}}
    sparse.accumulate add %x into %v[%i] : !sparse.buffer<?xf32>
  }
  return
}

// -----

// expected-error @+1 {{(C5) expected a tensor with access "read" not to be written}}
func.func @access_read_of_the_numbers_of_argmax(%A: !sparse.tensor<?xindex, #sparse.dense> {sparse.access = "read"}, %m: memref<?xindex>, %i: index) {
  %I, %v = sparse.unpack %A : !sparse.tensor<?xindex, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xindex>
  %w = sparse.bind %m on (%I) : memref<?xindex> on (!axis.axis<dense_fixed>) -> !sparse.buffer<?xindex>
  // expected-note @+1 {{here it is}}
  sparse.accumulate argmax %i, %i into %w, %v[%i] : !sparse.buffer<?xindex>, !sparse.buffer<?xindex>
  return
}

// -----

// expected-error @+1 {{(C6) expected a tensor with access "write" to be filled where it is read}}
func.func @c6_access_write_and_loaded(%A: !sparse.tensor<?xf32, #sparse.dense> {sparse.access = "write"}, %i: index) -> f32 {
  %I, %v = sparse.unpack %A : !sparse.tensor<?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
  // expected-note @+1 {{here it is}}
  %x = sparse.load %v[%i] : !sparse.buffer<?xf32>
  return %x : f32
}

// -----

// expected-error @+1 {{(C6) expected a tensor with access "write" to be filled where it is read}}
func.func @c6_access_write_and_accumulated(%A: !sparse.tensor<?xf32, #sparse.dense> {sparse.access = "write"}, %x: f32, %i: index) {
  %I, %v = sparse.unpack %A : !sparse.tensor<?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
  // expected-note @+1 {{here it is}}
  sparse.accumulate add %x into %v[%i] : !sparse.buffer<?xf32>
  return
}

// -----

// expected-error @+1 {{(C3) expected dimension "I" of argument 1 to have the size 4 of argument 0 but got 5}}
func.func @c3_sizes_of_two_arguments(%A: !sparse.tensor<4xf32, #sparse.dense> {sparse.dims = ["I"]}, %B: !sparse.tensor<?x5xf32, #sparse.csr> {sparse.dims = ["J", "I"]}) {
  return
}

// -----

// expected-error @+1 {{(C3) expected dimension "I" of argument 0 to have the size 4 of argument 0 but got 5}}
func.func @c3_sizes_of_one_argument(%A: !sparse.tensor<4x5xf32, #sparse.csr> {sparse.dims = ["I", "I"]}) {
  return
}

// -----

// expected-error @+1 {{(C7) expected 'sparse.name', 'sparse.dims', 'sparse.access' or 'sparse.structure_of' on an argument but got 'sparse.shape'}}
func.func @unknown_attribute(%A: !sparse.tensor<?xf32, #sparse.dense> {sparse.shape = 1}) {
  return
}

// -----

// expected-error @+1 {{(C7) expected 'sparse.piece' to be a #sparse.piece}}
func.func @piece_of_a_string(%m: memref<?xf32> {sparse.piece = "values"}) {
  return
}

// -----

func.func private @name_of_a_result() -> (f32 {sparse.name = "x"})

// -----

// expected-error @+1 {{(C8) expected no attribute but 'sparse.name', a string, on a result but got 'sparse.access'}}
func.func private @access_of_a_result() -> (f32 {sparse.access = "read"})

// -----

// expected-error @+1 {{(C8) expected no attribute but 'sparse.name', a string, on a result but got 'sparse.name'}}
func.func private @number_of_a_result() -> (f32 {sparse.name = 1})

// -----

func.func private @format_of_a_builtin_tensor(tensor<4x4xf32> {sparse.format = #sparse.csr})

// -----

// expected-error @+1 {{(C10) expected 'sparse.format' to be a format of a builtin tensor}}
func.func private @format_of_a_tensor(!sparse.tensor<?xf32, #sparse.dense> {sparse.format = #sparse.csr})

// -----

// expected-error @+1 {{(C10) expected 'sparse.format' to be a format of a builtin tensor}}
func.func private @name_of_a_format(tensor<4x4xf32> {sparse.format = "csr"})

// -----

// expected-error @+1 {{(C10) expected 'sparse.format' of argument 0 to have rank 1 but got 2}}
func.func private @rank_of_a_format(tensor<4xf32> {sparse.format = #sparse.csr})

// -----

// expected-error @+1 {{(C8) expected no attribute 'sparse.name' on an operation}}
func.func private @name_of_a_function() attributes {sparse.name = "f"}

// -----

// expected-error @+1 {{(C8) expected 'sparse.signature' to be an array of #sparse.piece and unit on a function}}
func.func private @signature_of_strings(index) attributes {sparse.signature = ["size"]}

// -----

// expected-error @+1 {{(C8) expected 'sparse.signature' to be an array of #sparse.piece and unit on a function}}
func.func private @signature_of_unit(index) attributes {sparse.signature}

// -----

func.func @signature_of_no_function() {
  // expected-error @+1 {{(C8) expected 'sparse.signature' to be an array of #sparse.piece and unit on a function}}
  %c = arith.constant {sparse.signature = []} 0 : index
  return
}

// -----

// expected-error @+1 {{(C9) expected 'sparse.structure_of' to be a string on a tensor}}
func.func @c9_structure_of_a_number(%A: !sparse.tensor<?xf32, #sparse.dense> {sparse.structure_of = 0}) {
  return
}

// -----

// expected-error @+1 {{(C9) expected 'sparse.structure_of' to be a string on a tensor}}
func.func @c9_structure_of_memory(%A: !sparse.tensor<?xf32, #sparse.dense> {sparse.name = "A"}, %m: memref<?xf32> {sparse.structure_of = "A"}) {
  return
}

// -----

// expected-error @+1 {{(C9) expected 'sparse.structure_of' of argument 1 to name another tensor argument but got "A"}}
func.func @c9_structure_of_no_tensor(%m: memref<?xf32> {sparse.name = "A"}, %B: !sparse.tensor<?xf32, #sparse.dense> {sparse.structure_of = "A"}) {
  return
}

// -----

// expected-error @+1 {{(C9) expected 'sparse.structure_of' of argument 0 to name another tensor argument but got "A"}}
func.func @c9_structure_of_itself(%A: !sparse.tensor<?xf32, #sparse.dense> {sparse.name = "A", sparse.structure_of = "A"}) {
  return
}

// -----

// expected-error @+1 {{(C9) expected argument 1, which argument 2 shares the structure of, to have one of its own}}
func.func @c9_structure_of_a_shared_one(%A: !sparse.tensor<?xf32, #sparse.dense> {sparse.name = "A"}, %B: !sparse.tensor<?xf32, #sparse.dense> {sparse.name = "B", sparse.structure_of = "A"}, %C: !sparse.tensor<?xf32, #sparse.dense> {sparse.structure_of = "B"}) {
  return
}

// -----

// expected-error @+1 {{(C9) expected argument 1 to have the shape and format of '!sparse.tensor<?x?xf32, #sparse.csr>' but got '!sparse.tensor<?x?xf32, #sparse.dense>'}}
func.func @c9_structure_of_another_format(%A: !sparse.tensor<?x?xf32, #sparse.csr> {sparse.name = "A"}, %B: !sparse.tensor<?x?xf32, #sparse.dense> {sparse.structure_of = "A"}) {
  return
}

// -----

// expected-error @+1 {{(C9) expected argument 1 to have the shape and format of '!sparse.tensor<?xf32, #sparse.dense>' but got '!sparse.tensor<4xf32, #sparse.dense>'}}
func.func private @c9_structure_of_another_shape(!sparse.tensor<?xf32, #sparse.dense> {sparse.name = "A"}, !sparse.tensor<4xf32, #sparse.dense> {sparse.structure_of = "A"})

// -----

// Values are reached through each tensor that has them.

// expected-error @+1 {{(C5) expected a tensor with access "read" not to be written}}
func.func @c5_access_read_and_written_on_shared_axes(%A: !sparse.tensor<?xf32, #sparse.dense> {sparse.name = "A"}, %B: !sparse.tensor<?xf32, #sparse.dense> {sparse.structure_of = "A", sparse.access = "read"}, %x: f32) {
  %I, %v = sparse.unpack %A : !sparse.tensor<?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
  %w = sparse.unpack %B on (%I) : !sparse.tensor<?xf32, #sparse.dense> on (!axis.axis<dense_fixed>) -> !sparse.buffer<?xf32>
  // expected-note @+1 {{here it is}}
  sparse.fill %w, %x : !sparse.buffer<?xf32>
  return
}

// -----

// expected-error @+1 {{(C5) expected a tensor with access "read" not to be written}}
func.func @c5_access_read_and_written_as_another_tensor(%A: !sparse.tensor<?xf32, #sparse.dense>, %B: !sparse.tensor<?xf32, #sparse.dense> {sparse.access = "read"}, %x: f32) {
  %I, %v = sparse.unpack %B : !sparse.tensor<?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
  %P = sparse.with_values %B, %v : !sparse.tensor<?xf32, #sparse.dense>, !sparse.buffer<?xf32> -> !sparse.tensor<?xf32, #sparse.dense>
  // expected-note @+1 {{here it is}}
  sparse.generic outs(%P : !sparse.tensor<?xf32, #sparse.dense>) maps [affine_map<(i) -> (i)>] kinds [spatial] {
    sparse.yield %x : f32
  }
  return
}

// -----

// expected-error @+1 {{(C6) expected a tensor with access "write" to be filled where it is read}}
func.func @c6_access_write_and_read_by_a_generic_operation(%A: !sparse.tensor<?xf32, #sparse.dense> {sparse.access = "write"}, %B: !sparse.tensor<?xf32, #sparse.dense> {sparse.access = "write"}) {
  // expected-note @+1 {{here it is}}
  sparse.generic ins(%A : !sparse.tensor<?xf32, #sparse.dense>) outs(%B : !sparse.tensor<?xf32, #sparse.dense>) maps [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>] kinds [spatial] {
  ^bb0(%a: f32):
    sparse.yield %a : f32
  }
  return
}

// -----

// expected-error @+1 {{(C6) expected a tensor with access "write" to be filled where it is read}}
func.func @c6_access_write_and_combined_by_a_generic_operation(%A: !sparse.tensor<?xf32, #sparse.dense> {sparse.access = "write"}, %x: f32) {
  // expected-note @+1 {{here it is}}
  sparse.generic outs(%A : !sparse.tensor<?xf32, #sparse.dense>) maps [affine_map<(i) -> (i)>] kinds [spatial] combine [add] {
    sparse.yield %x : f32
  }
  return
}

// -----

// The attributes are read before the function is known to have the arguments.

// expected-error @+1 {{entry block must have 2 arguments to match function signature}}
"func.func"() <{arg_attrs = [{}, {sparse.access = "read", sparse.dims = ["I"], sparse.name = "x"}], function_type = (index, !sparse.tensor<?xf32, #sparse.dense>) -> (), sym_name = "no_such_argument"}> ({
  "func.return"() : () -> ()
}) : () -> ()

// -----

func.func private @results() -> index attributes {sparse.results = [!sparse.tensor<?x?xf32, #sparse.csr>]}

// -----

// expected-error @+1 {{(C8) expected 'sparse.results' to be an array of types of tensors on a function}}
func.func private @results_that_are_no_tensors() -> index attributes {sparse.results = [index]}

// -----

// expected-error @+1 {{(C8) expected 'sparse.results' to be an array of types of tensors on a function}}
module attributes {sparse.results = []} {
}

// -----

func.func private @operands(f32) attributes {sparse.operands = [#sparse.operand<name = "x", type = f32, access = read>]}

// -----

func.func private @checked(f32) attributes {sparse.length_check = @checked.lengths, sparse.refusals = [["expected ", " but got "]]}

// -----

// expected-error @+1 {{(C8) expected 'sparse.length_check' to be a symbol on a function}}
func.func private @checked_by_a_text(f32) attributes {sparse.length_check = "checked"}

// -----

// expected-error @+1 {{(C8) expected 'sparse.length_check' to be a symbol on a function}}
module attributes {sparse.length_check = @checked} {
}

// -----

// expected-error @+1 {{(C8) expected 'sparse.refusals' to be an array of pairs of strings on a function}}
func.func private @refusals_that_are_no_pairs(f32) attributes {sparse.refusals = [["expected "]]}

// -----

// expected-error @+1 {{(C8) expected 'sparse.refusals' to be an array of pairs of strings on a function}}
module attributes {sparse.refusals = []} {
}

// -----

// expected-error @+1 {{(C8) expected 'sparse.operands' to be an array of #sparse.operand on a function}}
func.func private @operands_that_are_types(f32) attributes {sparse.operands = [f32]}

// -----

// expected-error @+1 {{(C8) expected 'sparse.operands' to be an array of #sparse.operand on a function}}
module attributes {sparse.operands = []} {
}

// -----

// expected-error @+1 {{(C8) expected 'sparse.exists' to be unit on a load or store}}
func.func private @existence_of_a_function() attributes {sparse.exists}

// -----

func.func @existence_by_a_number(%x: memref<4xf32>, %i: index) -> f32 {
  // expected-error @+1 {{(C8) expected 'sparse.exists' to be unit on a load or store}}
  %v = memref.load %x[%i] {sparse.exists = 1} : memref<4xf32>
  return %v : f32
}

// -----

// expected-error @+1 {{(C8) expected 'sparse.constants' to be an array of pairs of a #sparse.piece and a symbol on a function}}
func.func private @constants_that_are_no_pairs(f32) attributes {sparse.constants = [@positions]}

// -----

// expected-error @+1 {{(C8) expected 'sparse.constants' to be an array of pairs of a #sparse.piece and a symbol on a function}}
func.func private @constants_of_names(f32) attributes {sparse.constants = [["A", @positions]]}

// -----

// expected-error @+1 {{(C8) expected 'sparse.constants' to be an array of pairs of a #sparse.piece and a symbol on a function}}
module attributes {sparse.constants = []} {
}
