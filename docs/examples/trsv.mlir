// x solves L x = b, where L are the elements of a matrix up to its diagonal.

func.func @trsv(
    %L: !sparse.tensor<?x?xf64, #sparse.csr> {sparse.name = "L", sparse.dims = ["I", "I"], sparse.access = "read"},
    %b: !sparse.tensor<?xf64, #sparse.dense> {sparse.name = "b", sparse.dims = ["I"], sparse.access = "read"},
    %x: !sparse.tensor<?xf64, #sparse.dense> {sparse.name = "x", sparse.dims = ["I"], sparse.access = "write"}) {
  %I, %J, %Lv = sparse.unpack %L : !sparse.tensor<?x?xf64, #sparse.csr> -> !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>, !sparse.buffer<?xf64>
  %Ib, %bv = sparse.unpack %b : !sparse.tensor<?xf64, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xf64>
  %Ix, %xv = sparse.unpack %x : !sparse.tensor<?xf64, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xf64>
  %zero = arith.constant 0.0 : f64
  sparse.fill %xv, %zero : !sparse.buffer<?xf64>
  iter.nest "solve" ("i": %i at %r) over (%I : !axis.axis<dense_fixed>) kinds [spatial] {
    // Rows before this one are solved.
    %sum, %diagonal = iter.nest "row" ("j": %j at %p) over (%J under %r : !axis.axis<sparse_variable, sorted, unique>) kinds [reduction] combine [add, add] init(%zero, %zero) -> f64, f64 {
      %l = sparse.load %Lv at [%p] : !sparse.buffer<?xf64>
      %xj = sparse.load %xv[%j] : !sparse.buffer<?xf64>
      %term = arith.mulf %l, %xj : f64
      %isBefore = arith.cmpi slt, %j, %i : index
      %isDiagonal = arith.cmpi eq, %j, %i : index
      %s = arith.select %isBefore, %term, %zero : f64
      %d = arith.select %isDiagonal, %l, %zero : f64
      iter.yield %s, %d : f64, f64
    }
    %bi = sparse.load %bv[%i] : !sparse.buffer<?xf64>
    %rest = arith.subf %bi, %sum : f64
    %xi = arith.divf %rest, %diagonal : f64
    sparse.store %xi, %xv[%i] : !sparse.buffer<?xf64>
  }
  return
}
