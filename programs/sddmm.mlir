// C[i, j] = A[i, j] times the sum over k of X[i, k] Y[j, k], at the stored
// elements of A.
//
// The sum is finished before it is multiplied: one that is finite times one that is
// large is what it is in arithmetic, whatever X alone would give.

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
  ^bb0(%aij: f32, %xik: f32, %yjk: f32):
    %t = arith.mulf %xik, %yjk : f32
    sparse.yield %t : f32
  }
  sparse.generic "scale" driver(%A)
      ins(%A, %C : !sparse.tensor<?x?xf32, #sparse.csr>, !sparse.tensor<?x?xf32, #sparse.csr>)
      outs(%C : !sparse.tensor<?x?xf32, #sparse.csr>)
      maps [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>]
      kinds [spatial, spatial] {
  ^bb0(%aij: f32, %cij: f32):
    %t = arith.mulf %aij, %cij : f32
    sparse.yield %t : f32
  }
  return
}
