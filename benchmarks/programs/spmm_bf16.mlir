// C = A B with A and B in bf16, products and sums in f32.
//
// What the row spmm-bf16 of utils/bench times.

func.func @spmm(
    %A: !sparse.tensor<?x?xbf16, #sparse.csr> {sparse.name = "A", sparse.dims = ["I", "J"], sparse.access = "read"},
    %B: !sparse.tensor<?x?xbf16, #sparse.dense> {sparse.name = "B", sparse.dims = ["J", "K"], sparse.access = "read"},
    %C: !sparse.tensor<?x?xf32, #sparse.dense> {sparse.name = "C", sparse.dims = ["I", "K"], sparse.access = "write"}) {
  %I, %J, %Av = sparse.unpack %A : !sparse.tensor<?x?xbf16, #sparse.csr> -> !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>, !sparse.buffer<?xbf16>
  %JB, %K, %Bv = sparse.unpack %B : !sparse.tensor<?x?xbf16, #sparse.dense> -> !axis.axis<dense_fixed>, !axis.axis<dense_fixed>, !sparse.buffer<?x?xbf16>
  %IC, %KC, %Cv = sparse.unpack %C : !sparse.tensor<?x?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !axis.axis<dense_fixed>, !sparse.buffer<?x?xf32>
  %zero = arith.constant 0.0 : f32
  sparse.fill %Cv, %zero : !sparse.buffer<?x?xf32>
  iter.nest "spmm" ("i": %i, "j": %j at %p, "k": %k) over (%I, %J, %K : !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>, !axis.axis<dense_fixed>) kinds [spatial, reduction, spatial] {
    %x = sparse.load %Av at [%p] : !sparse.buffer<?xbf16>
    %y = sparse.load %Bv[%j, %k] : !sparse.buffer<?x?xbf16>
    %wide_x = arith.extf %x : bf16 to f32
    %wide_y = arith.extf %y : bf16 to f32
    %t = arith.mulf %wide_x, %wide_y : f32
    sparse.accumulate add %t into %Cv[%i, %k] : !sparse.buffer<?x?xf32>
  }
  return
}
