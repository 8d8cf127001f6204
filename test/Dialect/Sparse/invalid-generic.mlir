// RUN: sparse-opt %s --split-input-file --verify-diagnostics

// What the generic form can say and the text of the operations cannot: each is
// an error, also where an operation is asked about before it is verified.

func.func @unpack_without_operands() {
  // expected-error @+1 {{expected 1 or more operands, but found 0}}
  %I, %v = "sparse.unpack"() : () -> (!axis.axis<dense_fixed>, !sparse.buffer<?xf32>)
  return
}

// -----

func.func @unpack_without_results(%A: !sparse.tensor<?xf32, #sparse.dense>) {
  // expected-error @+1 {{expected 1 or more results}}
  "sparse.unpack"(%A) : (!sparse.tensor<?xf32, #sparse.dense>) -> ()
  return
}

// -----

func.func @unpack_of_memory(%m: memref<?xf32>) {
  // expected-error @+1 {{operand #0 must be a tensor in a format, by reference, but got 'memref<?xf32>'}}
  %I, %v = "sparse.unpack"(%m) : (memref<?xf32>) -> (!axis.axis<dense_fixed>, !sparse.buffer<?xf32>)
  return
}

// -----

func.func @bind_without_operands() {
  // expected-error @+1 {{expected 1 or more operands, but found 0}}
  %v = "sparse.bind"() <{parents = []}> : () -> !sparse.buffer<f32>
  return
}

// -----

func.func @bind_without_parents(%m: memref<f32>) {
  // expected-error @+1 {{requires attribute 'parents'}}
  %v = "sparse.bind"(%m) : (memref<f32>) -> !sparse.buffer<f32>
  return
}

// -----

func.func @c2_bind_with_fewer_parents(%n: index, %m: memref<?xf32>) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{(C2) expected the parents of each axis, 1 lists, but got 0}}
  %v = "sparse.bind"(%m, %I) <{parents = []}> : (memref<?xf32>, !axis.axis<dense_fixed>) -> !sparse.buffer<?xf32>
  return
}

// -----

func.func @c2_bind_with_a_parent_out_of_range(%n: index, %m: memref<?x?xf32>) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-note @+1 {{the axis is made here}}
  %K = axis.dense_fixed %n of %I : !axis.axis<dense_fixed> -> !axis.axis<dense_fixed>
  // expected-error @+1 {{(C2) axis 1: expected the entry that it lies under to name its parent but got entry 1000000}}
  %v = "sparse.bind"(%m, %I, %K) <{parents = [array<i64>, array<i64: 1000000>]}> : (memref<?x?xf32>, !axis.axis<dense_fixed>, !axis.axis<dense_fixed>) -> !sparse.buffer<?x?xf32>
  return
}

// -----

func.func @c2_bind_with_a_parent_below_none(%n: index, %m: memref<?x?xf32>) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-note @+1 {{the axis is made here}}
  %K = axis.dense_fixed %n of %I : !axis.axis<dense_fixed> -> !axis.axis<dense_fixed>
  // expected-error @+1 {{(C2) axis 1: expected the entry that it lies under to name its parent but got entry -2}}
  %v = "sparse.bind"(%m, %I, %K) <{parents = [array<i64>, array<i64: -2>]}> : (memref<?x?xf32>, !axis.axis<dense_fixed>, !axis.axis<dense_fixed>) -> !sparse.buffer<?x?xf32>
  return
}

// -----

func.func @bind_on_a_number(%n: index, %m: memref<?xf32>) {
  // expected-error @+1 {{operand #1 must be variadic of one level of a stored index space, but got 'index'}}
  %v = "sparse.bind"(%m, %n) <{parents = [array<i64>]}> : (memref<?xf32>, index) -> !sparse.buffer<?xf32>
  return
}

// -----

func.func @bind_with_parents_that_are_no_lists(%n: index, %m: memref<?xf32>) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{attribute 'parents' failed to satisfy constraint: the indices of each entry's parents}}
  %v = "sparse.bind"(%m, %I) <{parents = [0]}> : (memref<?xf32>, !axis.axis<dense_fixed>) -> !sparse.buffer<?xf32>
  return
}

// -----

func.func @c2_bind_with_a_parent_of_a_root(%n: index, %m: memref<?x?xf32>) {
  // expected-note @+1 {{the axis is made here}}
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{(C2) axis 1: expected a root to lie under no entry but got entry 0}}
  %v = "sparse.bind"(%m, %I, %I) <{parents = [array<i64>, array<i64: 0>]}> : (memref<?x?xf32>, !axis.axis<dense_fixed>, !axis.axis<dense_fixed>) -> !sparse.buffer<?x?xf32>
  return
}

// -----

func.func @load_without_form(%A: !sparse.tensor<?xf32, #sparse.dense>, %i: index) {
  %I, %v = sparse.unpack %A : !sparse.tensor<?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
  // expected-error @+1 {{requires attribute 'form'}}
  %x = "sparse.load"(%v, %i) : (!sparse.buffer<?xf32>, index) -> f32
  return
}

// -----

func.func @load_without_operands() {
  // expected-error @+1 {{expected 1 or more operands, but found 0}}
  %x = "sparse.load"() <{form = 0 : i32}> : () -> f32
  return
}

// -----

func.func @load_from_a_number(%i: index) {
  // expected-error @+1 {{operand #0 must be values on a list of axes, but got 'index'}}
  %x = "sparse.load"(%i) <{form = 1 : i32}> : (index) -> f32
  return
}

// -----

func.func @load_at_a_float(%A: !sparse.tensor<?xf32, #sparse.dense>, %f: f32) {
  %I, %v = sparse.unpack %A : !sparse.tensor<?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
  // expected-error @+1 {{operand #1 must be variadic of index or a site, but got 'f32'}}
  %x = "sparse.load"(%v, %f) <{form = 1 : i32}> : (!sparse.buffer<?xf32>, f32) -> f32
  return
}

// -----

func.func @accumulate_without_anything() {
  // expected-error @+1 {{(C8) expected 1 value(s) and buffer(s) for 'add' but got 0 and 0}}
  "sparse.accumulate"() <{form = 0 : i32, kind = 0 : i32, operandSegmentSizes = array<i32: 0, 0, 0>}> : () -> ()
  return
}

// -----

func.func @accumulate_without_segments(%i: index) {
  // expected-error @+1 {{operand count (1) does not match with the total size (0) specified in attribute 'operandSegmentSizes'}}
  "sparse.accumulate"(%i) <{form = 0 : i32, kind = 0 : i32}> : (index) -> ()
  return
}

// -----

func.func @accumulate_with_segments_that_do_not_add_up(%i: index) {
  // expected-error @+1 {{operand count (1) does not match with the total size (300) specified in attribute 'operandSegmentSizes'}}
  "sparse.accumulate"(%i) <{form = 0 : i32, kind = 0 : i32, operandSegmentSizes = array<i32: 100, 100, 100>}> : (index) -> ()
  return
}

// -----

func.func @fill_without_value(%A: !sparse.tensor<?xf32, #sparse.dense>) {
  %I, %v = sparse.unpack %A : !sparse.tensor<?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
  // expected-error @+1 {{expected 2 operands, but found 1}}
  "sparse.fill"(%v) : (!sparse.buffer<?xf32>) -> ()
  return
}

// -----

// Forward references.

func.func @load_before_a_bind_without_parents(%m: memref<?xf32>, %i: index) {
  // expected-error @+1 {{(C1) expected a buffer made by an axis or sparse operation}}
  %x = sparse.load %v[%i] : !sparse.buffer<?xf32>
  %v = "sparse.bind"(%m, %i) : (memref<?xf32>, index) -> !sparse.buffer<?xf32>
  return
}

// -----

func.func @load_before_a_bind_with_a_parent_out_of_range(%n: index, %m: memref<?xf32>, %i: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{(C1) expected a buffer made by an axis or sparse operation}}
  %x = sparse.load %v at positions [%i] : !sparse.buffer<?xf32>
  %v = "sparse.bind"(%m, %I) <{parents = [array<i64: 1000000>]}> : (memref<?xf32>, !axis.axis<dense_fixed>) -> !sparse.buffer<?xf32>
  return
}

// -----

func.func @load_before_a_bind_with_parents_that_are_no_lists(%n: index, %m: memref<?xf32>, %i: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{(C1) expected a buffer made by an axis or sparse operation}}
  %x = sparse.load %v at positions [%i] : !sparse.buffer<?xf32>
  %v = "sparse.bind"(%m, %I) <{parents = [0]}> : (memref<?xf32>, !axis.axis<dense_fixed>) -> !sparse.buffer<?xf32>
  return
}

// -----

func.func @load_before_a_product_without_operands(%m: memref<?x?xf32>, %i: index) {
  %I = axis.dense_fixed %i : !axis.axis<dense_fixed>
  %x = sparse.load %v at positions [%i, %i] : !sparse.buffer<?x?xf32>
  %v = "sparse.bind"(%m, %I, %P) <{parents = [array<i64>, array<i64>]}> : (memref<?x?xf32>, !axis.axis<dense_fixed>, !axis.axis<product>) -> !sparse.buffer<?x?xf32>
  // expected-error @+1 {{expected 3 operands, but found 0}}
  %P = "axis.product"() : () -> !axis.axis<product>
  return
}

// -----

func.func @load_before_a_bind_on_a_number(%m: memref<?xf32>, %i: index) {
  // expected-error @+1 {{(C1) expected a buffer made by an axis or sparse operation}}
  %x = sparse.load %v at positions [%i] : !sparse.buffer<?xf32>
  %v = "sparse.bind"(%m, %i) <{parents = [array<i64>]}> : (memref<?xf32>, index) -> !sparse.buffer<?xf32>
  return
}

// -----

func.func @load_before_a_bind_without_operands(%i: index) {
  // expected-error @+1 {{(C2) expected 0 indices but got 1}}
  %x = sparse.load %v at positions [%i] : !sparse.buffer<?xf32>
  %v = "sparse.bind"() <{parents = []}> : () -> !sparse.buffer<?xf32>
  return
}

// -----

func.func @load_before_an_unpack_of_a_number(%i: index) {
  // expected-error @+1 {{(C1) expected a buffer made by an axis or sparse operation}}
  %x = sparse.load %v[%i] : !sparse.buffer<?xf32>
  %I, %v = "sparse.unpack"(%i) : (index) -> (!axis.axis<dense_fixed>, !sparse.buffer<?xf32>)
  return
}

// -----

func.func @load_before_an_unpack_without_operands(%i: index) {
  // expected-error @+1 {{(C1) expected a buffer made by an axis or sparse operation}}
  %x = sparse.load %v[%i] : !sparse.buffer<?xf32>
  %I, %v = "sparse.unpack"() : () -> (!axis.axis<dense_fixed>, !sparse.buffer<?xf32>)
  return
}

// -----

func.func @length_before_an_unpack_to_more_axes(%A: !sparse.tensor<?x?xf32, #sparse.csr>) {
  %n = axis.length %L : !axis.axis<dense_fixed>
  // expected-error @+1 {{(C1) expected 3 results but got 4}}
  %I, %J, %L, %v = "sparse.unpack"(%A) : (!sparse.tensor<?x?xf32, #sparse.csr>) -> (!axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>, !axis.axis<dense_fixed>, !sparse.buffer<?xf32>)
  return
}

// -----

// Tensors with values of their own that are made of one another.

func.func @ring_of_tensors(%A: !sparse.tensor<f32, #sparse.dense>) {
  %v = sparse.unpack %A : !sparse.tensor<f32, #sparse.dense> -> !sparse.buffer<f32>
  return
^never:
  // expected-error @+1 {{(C1) expected the tensor to be an argument of a function or made by 'sparse.with_values' or 'sparse.parts', of a structure that is known}}
  %P = sparse.with_values %Q, %v : !sparse.tensor<f32, #sparse.dense>, !sparse.buffer<f32> -> !sparse.tensor<f32, #sparse.dense>
  %Q = sparse.with_values %P, %v : !sparse.tensor<f32, #sparse.dense>, !sparse.buffer<f32> -> !sparse.tensor<f32, #sparse.dense>
  cf.br ^never
}

// -----

func.func @c3_unpack_before_with_values_of_a_number(%i: index) {
  // expected-error @+1 {{(C3) expected a tensor whose structure is known}}
  %v = sparse.unpack %P : !sparse.tensor<f32, #sparse.dense> -> !sparse.buffer<f32>
  %P = "sparse.with_values"(%i, %v) : (index, !sparse.buffer<f32>) -> !sparse.tensor<f32, #sparse.dense>
  return
}

// -----

// The access is compared with operations that are not verified either.

// expected-error @+1 {{expected a tensor with access "read" not to be written}}
func.func @access_of_an_invalid_unpack(%A: !sparse.tensor<?xf32, #sparse.dense> {sparse.access = "read"}, %x: f32) {
  "sparse.unpack"(%A) : (!sparse.tensor<?xf32, #sparse.dense>) -> ()
  %v = "sparse.unpack"(%A) : (!sparse.tensor<?xf32, #sparse.dense>) -> index
  // expected-note @+1 {{here it is}}
  "sparse.fill"(%v) : (index) -> ()
  return
}
