// Y[i, j] = the sum over the stored elements of A[i, j, k] v[k].

func.func @ttv(
    %A: !sparse.tensor<?x?x?xf32, #sparse.csf> {sparse.name = "A", sparse.dims = ["I", "J", "K"], sparse.access = "read"},
    %v: !sparse.tensor<?xf32, #sparse.dense> {sparse.name = "v", sparse.dims = ["K"], sparse.access = "read"},
    %Y: !sparse.tensor<?x?xf32, #sparse.dense> {sparse.name = "Y", sparse.dims = ["I", "J"], sparse.access = "write"}) {
  %I, %J, %Yv = sparse.unpack %Y : !sparse.tensor<?x?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !axis.axis<dense_fixed>, !sparse.buffer<?x?xf32>
  %zero = arith.constant 0.0 : f32
  sparse.fill %Yv, %zero : !sparse.buffer<?x?xf32>
  sparse.generic driver(%A)
      ins(%A, %v : !sparse.tensor<?x?x?xf32, #sparse.csf>, !sparse.tensor<?xf32, #sparse.dense>)
      outs(%Y : !sparse.tensor<?x?xf32, #sparse.dense>)
      maps [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (k)>, affine_map<(i, j, k) -> (i, j)>]
      kinds [spatial, spatial, reduction] combine [add] {
  ^bb0(%aijk: f32, %vk: f32):
    %t = arith.mulf %aijk, %vk : f32
    sparse.yield %t : f32
  }
  return
}
