// C = A B: a sparse matrix times a dense one.

func.func @spmm(
    %A: !sparse.tensor<?x?xf32, #sparse.csr> {sparse.name = "A", sparse.dims = ["I", "J"], sparse.access = "read"},
    %B: !sparse.tensor<?x?xf32, #sparse.dense> {sparse.name = "B", sparse.dims = ["J", "K"], sparse.access = "read"},
    %C: !sparse.tensor<?x?xf32, #sparse.dense> {sparse.name = "C", sparse.dims = ["I", "K"], sparse.access = "write"}) {
  %I, %K, %Cv = sparse.unpack %C : !sparse.tensor<?x?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !axis.axis<dense_fixed>, !sparse.buffer<?x?xf32>
  %zero = arith.constant 0.0 : f32
  sparse.fill %Cv, %zero : !sparse.buffer<?x?xf32>
  sparse.generic driver(%A)
      ins(%A, %B : !sparse.tensor<?x?xf32, #sparse.csr>, !sparse.tensor<?x?xf32, #sparse.dense>)
      outs(%C : !sparse.tensor<?x?xf32, #sparse.dense>)
      maps [affine_map<(i, j, k) -> (i, j)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, k)>]
      kinds [spatial, reduction, spatial] combine [add] {
  ^bb0(%aij: f32, %bjk: f32):
    %t = arith.mulf %aij, %bjk : f32
    sparse.yield %t : f32
  }
  return
}
