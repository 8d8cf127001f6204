// y = A x: a sparse matrix times a vector.
//
// y[i] = sum over the stored elements of row i of A[i, j] x[j].

func.func @spmv(
    %A: !sparse.tensor<?x?xf32, #sparse.csr> {sparse.name = "A", sparse.dims = ["I", "J"], sparse.access = "read"},
    %x: !sparse.tensor<?xf32, #sparse.dense> {sparse.name = "x", sparse.dims = ["J"], sparse.access = "read"},
    %y: !sparse.tensor<?xf32, #sparse.dense> {sparse.name = "y", sparse.dims = ["I"], sparse.access = "write"}) {
  %I, %J, %Av = sparse.unpack %A : !sparse.tensor<?x?xf32, #sparse.csr> -> !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>, !sparse.buffer<?xf32>
  %Jx, %xv = sparse.unpack %x : !sparse.tensor<?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
  %Iy, %yv = sparse.unpack %y : !sparse.tensor<?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
  %zero = arith.constant 0.0 : f32
  sparse.fill %yv, %zero : !sparse.buffer<?xf32>
  iter.nest "spmv" ("i": %i, "j": %j at %p) over (%I, %J : !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>) kinds [spatial, reduction] {
    %a = sparse.load %Av at [%p] : !sparse.buffer<?xf32>
    %b = sparse.load %xv[%j] : !sparse.buffer<?xf32>
    %t = arith.mulf %a, %b : f32
    sparse.accumulate add %t into %yv[%i] : !sparse.buffer<?xf32>
  }
  return
}
