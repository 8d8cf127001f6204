// RUN: sparse-opt %s --split-input-file --verify-diagnostics

!csr = !sparse.tensor<?x?xf32, #sparse.csr>

func.func @c1_a_tensor_of_another_operation() -> !csr {
  %A = builtin.unrealized_conversion_cast to !csr
  // expected-error @+1 {{(C1) expected the tensor to be an argument of a function, of a structure that is known, or made by 'sparse.convert', 'sparse.with_values' or 'sparse.compose'}}
  %B = sparse.convert %A : !csr -> !csr
  return %B : !csr
}

// -----

func.func @c2_rank(%A: !sparse.tensor<?x?xf32, #sparse.csr>) -> !sparse.tensor<?xf32, #sparse.dense> {
  // expected-error @+1 {{(C2) expected a result of rank 2 but got 1}}
  %B = sparse.convert %A : !sparse.tensor<?x?xf32, #sparse.csr> -> !sparse.tensor<?xf32, #sparse.dense>
  return %B : !sparse.tensor<?xf32, #sparse.dense>
}

// -----

func.func @c2_element_type(%A: !sparse.tensor<?x?xf32, #sparse.csr>) -> !sparse.tensor<?x?xf64, #sparse.csr> {
  // expected-error @+1 {{(C2) expected a result with elements of 'f32' but got 'f64'}}
  %B = sparse.convert %A : !sparse.tensor<?x?xf32, #sparse.csr> -> !sparse.tensor<?x?xf64, #sparse.csr>
  return %B : !sparse.tensor<?x?xf64, #sparse.csr>
}

// -----

func.func @c2_another_size(%A: !sparse.tensor<?x8xf32, #sparse.csr>) -> !sparse.tensor<?x9xf32, #sparse.csc> {
  // expected-error @+1 {{(C2) expected dimension 1 of the result to have size 8 or ? but got 9}}
  %B = sparse.convert %A : !sparse.tensor<?x8xf32, #sparse.csr> -> !sparse.tensor<?x9xf32, #sparse.csc>
  return %B : !sparse.tensor<?x9xf32, #sparse.csc>
}

// -----

func.func @c2_a_size_that_is_not_known(%A: !sparse.tensor<?x8xf32, #sparse.csr>) -> !sparse.tensor<4x8xf32, #sparse.csc> {
  // expected-error @+1 {{(C2) expected dimension 0 of the result to have size ? but got 4}}
  %B = sparse.convert %A : !sparse.tensor<?x8xf32, #sparse.csr> -> !sparse.tensor<4x8xf32, #sparse.csc>
  return %B : !sparse.tensor<4x8xf32, #sparse.csc>
}

// -----

!csr = !sparse.tensor<?x?xf32, #sparse.csr>

func.func @c3_a_function_without_results(%A: !csr) {
  // expected-error @+1 {{(C3) expected to stand in the first block of a function that returns tensors and nothing else}}
  %B = sparse.convert %A : !csr -> !csr
  return
}

// -----

!csr = !sparse.tensor<?x?xf32, #sparse.csr>

func.func @c3_another_result(%A: !csr, %x: f32) -> (!csr, f32) {
  // expected-error @+1 {{(C3) expected to stand in the first block}}
  %B = sparse.convert %A : !csr -> !csr
  return %B, %x : !csr, f32
}

// -----

!csr = !sparse.tensor<?x?xf32, #sparse.csr>

func.func @c3_in_a_branch(%A: !csr, %c: i1) -> !csr {
  scf.if %c {
    // expected-error @+1 {{(C3) expected to stand in the first block}}
    %C = sparse.convert %A : !csr -> !csr
  }
  %B = sparse.convert %A : !csr -> !csr
  return %B : !csr
}

// -----

!csr = !sparse.tensor<?x?xf32, #sparse.csr>

func.func @c3_in_another_block(%A: !csr) -> !csr {
  cf.br ^next
^next:
  // expected-error @+1 {{(C3) expected to stand in the first block}}
  %B = sparse.convert %A : !csr -> !csr
  return %B : !csr
}

// -----

!csr = !sparse.tensor<?x?xf32, #sparse.csr>

func.func @c4_a_nest(%A: !csr, %n: index) -> !csr {
  // expected-error @+1 {{(C4) expected a function without nests and generic operations}}
  %B = sparse.convert %A : !csr -> !csr
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-note @+1 {{here is one}}
  iter.nest "n" ("i": %i) over (%I : !axis.axis<dense_fixed>) kinds [spatial] {
  }
  return %B : !csr
}

// -----

!csr = !sparse.tensor<?x?xf32, #sparse.csr>

func.func @c4_a_generic(%A: !csr, %x: f32) -> !csr {
  // expected-note @+1 {{here is one}}
  sparse.generic driver(%A) outs(%A : !csr) maps [affine_map<(i, j) -> (i, j)>] kinds [spatial, spatial] {
    sparse.yield %x : f32
  }
  // expected-error @+1 {{(C4) expected a function without nests and generic operations}}
  %B = sparse.convert %A : !csr -> !csr
  return %B : !csr
}

// -----

!csr = !sparse.tensor<?x?xf32, #sparse.csr>

func.func @c5_an_argument_returned(%A: !csr) -> (!csr, !csr) {
  // expected-error @+1 {{(C5) expected the function to return tensors that 'sparse.convert' makes}}
  %B = sparse.convert %A : !csr -> !csr
  // expected-note @+1 {{see result 1}}
  return %B, %A : !csr, !csr
}

// -----

!csr = !sparse.tensor<?x?xf32, #sparse.csr>

func.func @c5_a_tensor_returned_twice(%A: !csr) -> (!csr, !csr) {
  // expected-error @+1 {{(C5) expected the function to return each tensor once}}
  %B = sparse.convert %A : !csr -> !csr
  // expected-note @+1 {{see result 1}}
  return %B, %B : !csr, !csr
}

// -----

// A tensor that is made is not opened.

!csr = !sparse.tensor<?x?xf32, #sparse.csr>

func.func @unpack_of_what_is_made(%A: !csr) -> !csr {
  %B = sparse.convert %A : !csr -> !csr
  // expected-error @+1 {{(C2) expected the tensor to be an argument of a function or made by 'sparse.with_values', 'sparse.pack' or 'sparse.parts'}}
  %I, %J, %v = sparse.unpack %B : !csr -> !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>, !sparse.buffer<?xf32>
  return %B : !csr
}

// -----

!csr = !sparse.tensor<?x?xf32, #sparse.csr>

// expected-error @+1 {{(C6) expected a tensor with access "write" to be filled where it is read}}
func.func @c6_of_arguments_a_conversion_reads(%A: !csr {sparse.access = "write"}) -> !csr {
  // expected-note @+1 {{here it is}}
  %B = sparse.convert %A : !csr -> !csr
  return %B : !csr
}
