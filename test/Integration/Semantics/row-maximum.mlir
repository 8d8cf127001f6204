// The maximum of each row's elements: a pattern keeps explicit zeros, and a row
// without elements keeps what was there.
// RUN: %python %S/semantics.py %s

func.func @row_maximum(
    %A: !sparse.tensor<?x?xf64, #sparse.csr> {sparse.name = "A", sparse.dims = ["I", "J"], sparse.access = "read"},
    %m: !sparse.tensor<?xf64, #sparse.dense> {sparse.name = "m", sparse.dims = ["I"], sparse.access = "write"}) {
  %I, %J, %Av = sparse.unpack %A : !sparse.tensor<?x?xf64, #sparse.csr> -> !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>, !sparse.buffer<?xf64>
  %Im, %mv = sparse.unpack %m : !sparse.tensor<?xf64, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xf64>
  %lowest = arith.constant 0xFFF0000000000000 : f64
  sparse.fill %mv, %lowest : !sparse.buffer<?xf64>
  iter.nest "row_maximum" ("i": %i, "j": %j at %p) over (%I, %J : !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>) kinds [spatial, reduction] {
    %x = sparse.load %Av at [%p] : !sparse.buffer<?xf64>
    sparse.accumulate max %x into %mv[%i] : !sparse.buffer<?xf64>
  }
  return
}
