// The products of sddmm and of spmm in one function, each as in the program of its name.

func.func @both(
    %A: !sparse.tensor<?x?xf32, #sparse.csr> {sparse.name = "A", sparse.dims = ["I", "J"], sparse.access = "read"},
    %X: !sparse.tensor<?x?xf32, #sparse.dense> {sparse.name = "X", sparse.dims = ["I", "K"], sparse.access = "read"},
    %Y: !sparse.tensor<?x?xf32, #sparse.dense> {sparse.name = "Y", sparse.dims = ["J", "K"], sparse.access = "read"},
    %S: !sparse.tensor<?x?xf32, #sparse.csr> {sparse.name = "S", sparse.dims = ["I", "J"], sparse.access = "write", sparse.structure_of = "A"},
    %B: !sparse.tensor<?x?xf32, #sparse.dense> {sparse.name = "B", sparse.dims = ["J", "K"], sparse.access = "read"},
    %C: !sparse.tensor<?x?xf32, #sparse.dense> {sparse.name = "C", sparse.dims = ["I", "K"], sparse.access = "write"}) {
  %I, %J, %Av = sparse.unpack %A : !sparse.tensor<?x?xf32, #sparse.csr> -> !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>, !sparse.buffer<?xf32>
  %Sv = sparse.unpack %S on (%I, %J) : !sparse.tensor<?x?xf32, #sparse.csr> on (!axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>) -> !sparse.buffer<?xf32>
  %zero = arith.constant 0.0 : f32
  sparse.fill %Sv, %zero : !sparse.buffer<?xf32>
  sparse.generic "sddmm" driver(%A)
      ins(%A, %X, %Y : !sparse.tensor<?x?xf32, #sparse.csr>, !sparse.tensor<?x?xf32, #sparse.dense>, !sparse.tensor<?x?xf32, #sparse.dense>)
      outs(%S : !sparse.tensor<?x?xf32, #sparse.csr>)
      maps [affine_map<(i, j, k) -> (i, j)>, affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>]
      kinds [spatial, spatial, reduction] combine [add] {
  ^bb0(%aij: f32, %xik: f32, %yjk: f32):
    %t = arith.mulf %xik, %yjk : f32
    sparse.yield %t : f32
  }
  sparse.generic "scale" driver(%A)
      ins(%A, %S : !sparse.tensor<?x?xf32, #sparse.csr>, !sparse.tensor<?x?xf32, #sparse.csr>)
      outs(%S : !sparse.tensor<?x?xf32, #sparse.csr>)
      maps [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>]
      kinds [spatial, spatial] {
  ^bb0(%aij: f32, %sij: f32):
    %t = arith.mulf %aij, %sij : f32
    sparse.yield %t : f32
  }
  %Io, %K, %Cv = sparse.unpack %C : !sparse.tensor<?x?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !axis.axis<dense_fixed>, !sparse.buffer<?x?xf32>
  sparse.fill %Cv, %zero : !sparse.buffer<?x?xf32>
  sparse.generic "spmm" driver(%A)
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
