// C = A * (X Y^T): products of rows of two dense matrices, where A has elements.
//
// C[i, j] = A[i, j] times the sum over k of X[i, k] Y[j, k], for the stored
// elements of A, which are those of C.

func.func @sddmm(
    %A: !sparse.tensor<?x?xf32, #sparse.csr> {sparse.name = "A", sparse.dims = ["I", "J"], sparse.access = "read"},
    %X: !sparse.tensor<?x?xf32, #sparse.dense> {sparse.name = "X", sparse.dims = ["I", "K"], sparse.access = "read"},
    %Y: !sparse.tensor<?x?xf32, #sparse.dense> {sparse.name = "Y", sparse.dims = ["J", "K"], sparse.access = "read"},
    %C: !sparse.tensor<?x?xf32, #sparse.csr> {sparse.name = "C", sparse.dims = ["I", "J"], sparse.access = "write", sparse.structure_of = "A"}) {
  %I, %J, %Av = sparse.unpack %A : !sparse.tensor<?x?xf32, #sparse.csr> -> !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>, !sparse.buffer<?xf32>
  %Cv = sparse.unpack %C on (%I, %J) : !sparse.tensor<?x?xf32, #sparse.csr> on (!axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>) -> !sparse.buffer<?xf32>
  %zero = arith.constant 0.0 : f32
  sparse.fill %Cv, %zero : !sparse.buffer<?xf32>
  sparse.generic driver(%A)
      ins(%A, %X, %Y : !sparse.tensor<?x?xf32, #sparse.csr>, !sparse.tensor<?x?xf32, #sparse.dense>, !sparse.tensor<?x?xf32, #sparse.dense>)
      outs(%C : !sparse.tensor<?x?xf32, #sparse.csr>)
      maps [affine_map<(i, j, k) -> (i, j)>, affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>]
      kinds [spatial, spatial, reduction] combine [add] {
  ^bb0(%a: f32, %x: f32, %y: f32):
    %t = arith.mulf %x, %y : f32
    %u = arith.mulf %a, %t : f32
    sparse.yield %u : f32
  }
  return
}
