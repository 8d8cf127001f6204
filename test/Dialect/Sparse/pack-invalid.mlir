// RUN: sparse-opt %s --split-input-file --verify-diagnostics

!dense = !axis.axis<dense_fixed>
!row = !axis.axis<sparse_variable, sorted, unique>
func.func @stored_axis(%A: !sparse.tensor<?x?xf32, #sparse.csr>) {
  %I, %J, %Av = sparse.unpack %A : !sparse.tensor<?x?xf32, #sparse.csr> -> !dense, !row, !sparse.buffer<?xf32>
  %Tv = sparse.alloc on (%I, %J) : (!dense, !row) -> !sparse.buffer<?xf32>
  // expected-error @+1 {{(C1) expected values on axes of kind dense_fixed, one at least}}
  %T = sparse.pack %Tv : !sparse.buffer<?xf32> -> !sparse.tensor<?xf32, #sparse.dense>
  return
}

// -----

func.func @values_of_another(%b: !sparse.buffer<?xf32>) {
  // expected-error @+1 {{(C1) expected values on axes of kind dense_fixed, one at least}}
  %T = sparse.pack %b : !sparse.buffer<?xf32> -> !sparse.tensor<?xf32, #sparse.dense>
  return
}

// -----

!dense = !axis.axis<dense_fixed>
func.func @other_elements(%x: !sparse.tensor<?xf32, #sparse.dense>) {
  %I, %xv = sparse.unpack %x : !sparse.tensor<?xf32, #sparse.dense> -> !dense, !sparse.buffer<?xf32>
  %Tv = sparse.alloc on (%I) : (!dense) -> !sparse.buffer<?xf32>
  // expected-error @+1 {{(C2) expected the result to be '!sparse.tensor<?xf32, #sparse.dense>' but got '!sparse.tensor<?xf64, #sparse.dense>'}}
  %T = sparse.pack %Tv : !sparse.buffer<?xf32> -> !sparse.tensor<?xf64, #sparse.dense>
  return
}

// -----

!dense = !axis.axis<dense_fixed>
func.func @other_format(%x: !sparse.tensor<?xf32, #sparse.dense>) {
  %I, %xv = sparse.unpack %x : !sparse.tensor<?xf32, #sparse.dense> -> !dense, !sparse.buffer<?xf32>
  %Tv = sparse.alloc on (%I, %I) : (!dense, !dense) -> !sparse.buffer<?x?xf32>
  // expected-error @+1 {{(C2) expected the result to be '!sparse.tensor<?x?xf32, #sparse.dense>' but got '!sparse.tensor<?x?xf32, #sparse.csr>'}}
  %T = sparse.pack %Tv : !sparse.buffer<?x?xf32> -> !sparse.tensor<?x?xf32, #sparse.csr>
  return
}
