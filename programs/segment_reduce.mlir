// y[i] = the sum of the stored elements of row i of A.

func.func @segment_reduce(
    %A: !sparse.tensor<?x?xf32, #sparse.ragged> {sparse.name = "A", sparse.dims = ["I", "J"], sparse.access = "read"},
    %y: !sparse.tensor<?xf32, #sparse.dense> {sparse.name = "y", sparse.dims = ["I"], sparse.access = "write"}) {
  %I, %yv = sparse.unpack %y : !sparse.tensor<?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
  %zero = arith.constant 0.0 : f32
  sparse.fill %yv, %zero : !sparse.buffer<?xf32>
  sparse.generic driver(%A)
      ins(%A : !sparse.tensor<?x?xf32, #sparse.ragged>)
      outs(%y : !sparse.tensor<?xf32, #sparse.dense>)
      maps [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>]
      kinds [spatial, reduction] combine [add] {
  ^bb0(%aij: f32):
    sparse.yield %aij : f32
  }
  return
}
