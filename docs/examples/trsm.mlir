// X solves U X = B for several columns, where U are the elements of a matrix from its
// diagonal on: rows come from the last to the first.

func.func @trsm(
    %U: !sparse.tensor<?x?xf64, #sparse.csr> {sparse.name = "U", sparse.dims = ["I", "I"], sparse.access = "read"},
    %B: !sparse.tensor<?x?xf64, #sparse.dense> {sparse.name = "B", sparse.dims = ["I", "K"], sparse.access = "read"},
    %X: !sparse.tensor<?x?xf64, #sparse.dense> {sparse.name = "X", sparse.dims = ["I", "K"], sparse.access = "write"}) {
  %I, %J, %Uv = sparse.unpack %U : !sparse.tensor<?x?xf64, #sparse.csr> -> !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>, !sparse.buffer<?xf64>
  %Ib, %Kb, %Bv = sparse.unpack %B : !sparse.tensor<?x?xf64, #sparse.dense> -> !axis.axis<dense_fixed>, !axis.axis<dense_fixed>, !sparse.buffer<?x?xf64>
  %Ix, %K, %Xv = sparse.unpack %X : !sparse.tensor<?x?xf64, #sparse.dense> -> !axis.axis<dense_fixed>, !axis.axis<dense_fixed>, !sparse.buffer<?x?xf64>
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1 : index
  %m = axis.extent %I : !axis.axis<dense_fixed>
  %last = arith.subi %m, %one : index
  sparse.fill %Xv, %zero : !sparse.buffer<?x?xf64>
  iter.nest "solve" ("i": %step, "k": %k) over (%I, %K : !axis.axis<dense_fixed>, !axis.axis<dense_fixed>) kinds [spatial, spatial] {
    %i = arith.subi %last, %step : index
    %r, %isRow = axis.locate %I[%i] : !axis.axis<dense_fixed> -> !axis.site
    // Rows behind this one are solved.
    %sum, %diagonal = iter.nest "row" ("j": %j at %p) over (%J under %r : !axis.axis<sparse_variable, sorted, unique>) kinds [reduction] combine [add, add] init(%zero, %zero) -> f64, f64 {
      %u = sparse.load %Uv at [%p] : !sparse.buffer<?xf64>
      %xj = sparse.load %Xv[%j, %k] : !sparse.buffer<?x?xf64>
      %term = arith.mulf %u, %xj : f64
      %isBehind = arith.cmpi sgt, %j, %i : index
      %isDiagonal = arith.cmpi eq, %j, %i : index
      %s = arith.select %isBehind, %term, %zero : f64
      %d = arith.select %isDiagonal, %u, %zero : f64
      iter.yield %s, %d : f64, f64
    }
    %bi = sparse.load %Bv[%i, %k] : !sparse.buffer<?x?xf64>
    %rest = arith.subf %bi, %sum : f64
    %xi = arith.divf %rest, %diagonal : f64
    sparse.store %xi, %Xv[%i, %k] : !sparse.buffer<?x?xf64>
  }
  return
}
