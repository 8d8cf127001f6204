// C[i, j] = A[i, j] B[i, j] at the elements of A. B is read by coordinates.

#ij = affine_map<(i, j) -> (i, j)>
!A = !sparse.tensor<?x?xf32, #sparse.csr>
!B = !sparse.tensor<?x?xf32, #sparse.ell<4>>
!C = !sparse.tensor<?x?xf32, #sparse.dense>
!dense = !axis.axis<dense_fixed>
!values = !sparse.buffer<?x?xf32>

func.func @product(
    %A: !A {sparse.name = "A", sparse.dims = ["I", "J"], sparse.access = "read"},
    %B: !B {sparse.name = "B", sparse.dims = ["I", "J"], sparse.access = "read"},
    %C: !C {sparse.name = "C", sparse.dims = ["I", "J"], sparse.access = "write"}) {
  %I, %J, %Cv = sparse.unpack %C : !C -> !dense, !dense, !values
  %zero = arith.constant 0.0 : f32
  sparse.fill %Cv, %zero : !values
  sparse.generic driver(%A) ins(%A, %B : !A, !B) outs(%C : !C) maps [#ij, #ij, #ij] kinds [spatial, spatial] combine [add] {
  ^bb0(%a: f32, %b: f32):
    %product = arith.mulf %a, %b : f32
    sparse.yield %product : f32
  }
  return
}
