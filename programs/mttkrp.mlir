// M[i, r] = the sum over the stored elements of A[i, j, k] B[j, r] C[k, r].

func.func @mttkrp(
    %A: !sparse.tensor<?x?x?xf32, #sparse.csf> {sparse.name = "A", sparse.dims = ["I", "J", "K"], sparse.access = "read"},
    %B: !sparse.tensor<?x?xf32, #sparse.dense> {sparse.name = "B", sparse.dims = ["J", "R"], sparse.access = "read"},
    %C: !sparse.tensor<?x?xf32, #sparse.dense> {sparse.name = "C", sparse.dims = ["K", "R"], sparse.access = "read"},
    %M: !sparse.tensor<?x?xf32, #sparse.dense> {sparse.name = "M", sparse.dims = ["I", "R"], sparse.access = "write"}) {
  %I, %R, %Mv = sparse.unpack %M : !sparse.tensor<?x?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !axis.axis<dense_fixed>, !sparse.buffer<?x?xf32>
  %zero = arith.constant 0.0 : f32
  sparse.fill %Mv, %zero : !sparse.buffer<?x?xf32>
  sparse.generic driver(%A)
      ins(%A, %B, %C : !sparse.tensor<?x?x?xf32, #sparse.csf>, !sparse.tensor<?x?xf32, #sparse.dense>, !sparse.tensor<?x?xf32, #sparse.dense>)
      outs(%M : !sparse.tensor<?x?xf32, #sparse.dense>)
      maps [affine_map<(i, j, k, r) -> (i, j, k)>, affine_map<(i, j, k, r) -> (j, r)>, affine_map<(i, j, k, r) -> (k, r)>, affine_map<(i, j, k, r) -> (i, r)>]
      kinds [spatial, reduction, reduction, spatial] combine [add] {
  ^bb0(%aijk: f32, %bjr: f32, %ckr: f32):
    %bc = arith.mulf %bjr, %ckr : f32
    %t = arith.mulf %aijk, %bc : f32
    sparse.yield %t : f32
  }
  return
}
