// y[i] = the greatest stored element of row i of A; minus infinity or the least
// integer where the row has none.

func.func @row_max(
    %A: !sparse.tensor<?x?xf32, #sparse.csr> {sparse.name = "A", sparse.dims = ["I", "J"], sparse.access = "read"},
    %y: !sparse.tensor<?xf32, #sparse.dense> {sparse.name = "y", sparse.dims = ["I"], sparse.access = "write"}) {
  %I, %yv = sparse.unpack %y : !sparse.tensor<?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
  %least = arith.constant 0xFF800000 : f32
  sparse.fill %yv, %least : !sparse.buffer<?xf32>
  sparse.generic driver(%A)
      ins(%A : !sparse.tensor<?x?xf32, #sparse.csr>)
      outs(%y : !sparse.tensor<?xf32, #sparse.dense>)
      maps [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>]
      kinds [spatial, reduction] combine [max] {
  ^bb0(%aij: f32):
    sparse.yield %aij : f32
  }
  return
}
