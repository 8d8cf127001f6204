// y = A x: a sparse matrix times a vector.

func.func @spmv(
    %A: !sparse.tensor<?x?xf32, #sparse.csr> {sparse.name = "A", sparse.dims = ["I", "J"], sparse.access = "read"},
    %x: !sparse.tensor<?xf32, #sparse.dense> {sparse.name = "x", sparse.dims = ["J"], sparse.access = "read"},
    %y: !sparse.tensor<?xf32, #sparse.dense> {sparse.name = "y", sparse.dims = ["I"], sparse.access = "write"}) {
  %I, %yv = sparse.unpack %y : !sparse.tensor<?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
  %zero = arith.constant 0.0 : f32
  sparse.fill %yv, %zero : !sparse.buffer<?xf32>
  sparse.generic driver(%A)
      ins(%A, %x : !sparse.tensor<?x?xf32, #sparse.csr>, !sparse.tensor<?xf32, #sparse.dense>)
      outs(%y : !sparse.tensor<?xf32, #sparse.dense>)
      maps [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>]
      kinds [spatial, reduction] combine [add] {
  ^bb0(%aij: f32, %xj: f32):
    %t = arith.mulf %aij, %xj : f32
    sparse.yield %t : f32
  }
  return
}
