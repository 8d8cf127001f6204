// x after some sweeps of Gauss and Seidel for A x = b.

func.func @gauss_seidel(
    %A: !sparse.tensor<?x?xf64, #sparse.csr> {sparse.name = "A", sparse.dims = ["I", "I"], sparse.access = "read"},
    %b: !sparse.tensor<?xf64, #sparse.dense> {sparse.name = "b", sparse.dims = ["I"], sparse.access = "read"},
    %x: !sparse.tensor<?xf64, #sparse.dense> {sparse.name = "x", sparse.dims = ["I"], sparse.access = "update"},
    %sweeps: index {sparse.name = "sweeps"}) {
  %I, %J, %Av = sparse.unpack %A : !sparse.tensor<?x?xf64, #sparse.csr> -> !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>, !sparse.buffer<?xf64>
  %Ib, %bv = sparse.unpack %b : !sparse.tensor<?xf64, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xf64>
  %Ix, %xv = sparse.unpack %x : !sparse.tensor<?xf64, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xf64>
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %sweep = %c0 to %sweeps step %c1 {
    iter.nest "sweep" ("i": %i at %r) over (%I : !axis.axis<dense_fixed>) kinds [spatial] {
      // Rows before this one are of this sweep, those behind it of the last.
      %sum, %diagonal = iter.nest "row" ("j": %j at %p) over (%J under %r : !axis.axis<sparse_variable, sorted, unique>) kinds [reduction] combine [add, add] init(%zero, %zero) -> f64, f64 {
        %a = sparse.load %Av at [%p] : !sparse.buffer<?xf64>
        %xj = sparse.load %xv[%j] : !sparse.buffer<?xf64>
        %term = arith.mulf %a, %xj : f64
        %isDiagonal = arith.cmpi eq, %j, %i : index
        %s = arith.select %isDiagonal, %zero, %term : f64
        %d = arith.select %isDiagonal, %a, %zero : f64
        iter.yield %s, %d : f64, f64
      }
      %bi = sparse.load %bv[%i] : !sparse.buffer<?xf64>
      %rest = arith.subf %bi, %sum : f64
      %xi = arith.divf %rest, %diagonal : f64
      sparse.store %xi, %xv[%i] : !sparse.buffer<?xf64>
    }
  }
  return
}
