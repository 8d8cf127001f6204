// Y[i, j, r] = the sum over the stored elements of A[i, j, k] U[k, r].

func.func @ttm(
    %A: !sparse.tensor<?x?x?xf32, #sparse.csf> {sparse.name = "A", sparse.dims = ["I", "J", "K"], sparse.access = "read"},
    %U: !sparse.tensor<?x?xf32, #sparse.dense> {sparse.name = "U", sparse.dims = ["K", "R"], sparse.access = "read"},
    %Y: !sparse.tensor<?x?x?xf32, #sparse.dense> {sparse.name = "Y", sparse.dims = ["I", "J", "R"], sparse.access = "write"}) {
  %I, %J, %R, %Yv = sparse.unpack %Y : !sparse.tensor<?x?x?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !axis.axis<dense_fixed>, !axis.axis<dense_fixed>, !sparse.buffer<?x?x?xf32>
  %zero = arith.constant 0.0 : f32
  sparse.fill %Yv, %zero : !sparse.buffer<?x?x?xf32>
  sparse.generic driver(%A)
      ins(%A, %U : !sparse.tensor<?x?x?xf32, #sparse.csf>, !sparse.tensor<?x?xf32, #sparse.dense>)
      outs(%Y : !sparse.tensor<?x?x?xf32, #sparse.dense>)
      maps [affine_map<(i, j, k, r) -> (i, j, k)>, affine_map<(i, j, k, r) -> (k, r)>, affine_map<(i, j, k, r) -> (i, j, r)>]
      kinds [spatial, spatial, reduction, spatial] combine [add] {
  ^bb0(%aijk: f32, %ukr: f32):
    %t = arith.mulf %aijk, %ukr : f32
    sparse.yield %t : f32
  }
  return
}
