// C = A B with products and sums in f16.

func.func @spmm(
    %A: !sparse.tensor<?x?xf16, #sparse.csr> {sparse.name = "A", sparse.dims = ["I", "J"], sparse.access = "read"},
    %B: !sparse.tensor<?x?xf16, #sparse.dense> {sparse.name = "B", sparse.dims = ["J", "K"], sparse.access = "read"},
    %C: !sparse.tensor<?x?xf16, #sparse.dense> {sparse.name = "C", sparse.dims = ["I", "K"], sparse.access = "write"}) {
  %I, %J, %Av = sparse.unpack %A : !sparse.tensor<?x?xf16, #sparse.csr> -> !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>, !sparse.buffer<?xf16>
  %JB, %K, %Bv = sparse.unpack %B : !sparse.tensor<?x?xf16, #sparse.dense> -> !axis.axis<dense_fixed>, !axis.axis<dense_fixed>, !sparse.buffer<?x?xf16>
  %IC, %KC, %Cv = sparse.unpack %C : !sparse.tensor<?x?xf16, #sparse.dense> -> !axis.axis<dense_fixed>, !axis.axis<dense_fixed>, !sparse.buffer<?x?xf16>
  %zero = arith.constant 0.0 : f16
  sparse.fill %Cv, %zero : !sparse.buffer<?x?xf16>
  iter.nest "spmm" ("i": %i, "j": %j at %p, "k": %k) over (%I, %J, %K : !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>, !axis.axis<dense_fixed>) kinds [spatial, reduction, spatial] {
    %x = sparse.load %Av at [%p] : !sparse.buffer<?xf16>
    %y = sparse.load %Bv[%j, %k] : !sparse.buffer<?x?xf16>
    %t = arith.mulf %x, %y : f16
    sparse.accumulate add %t into %Cv[%i, %k] : !sparse.buffer<?x?xf16>
  }
  return
}
