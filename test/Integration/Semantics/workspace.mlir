// The largest element of each row of a product that is not kept: a row's sums are in
// a workspace of its iteration.
// RUN: %python %S/semantics.py %s

!dense = !axis.axis<dense_fixed>
!compressed = !axis.axis<sparse_variable, sorted, unique>
!matrix = !sparse.buffer<?x?xf32>
func.func @largest(
    %A: !sparse.tensor<?x?xf32, #sparse.csr> {sparse.name = "A", sparse.dims = ["I", "J"], sparse.access = "read"},
    %B: !sparse.tensor<?x?xf32, #sparse.dense> {sparse.name = "B", sparse.dims = ["J", "K"], sparse.access = "read"},
    %y: !sparse.tensor<?xf32, #sparse.dense> {sparse.name = "y", sparse.dims = ["I"], sparse.access = "write"}) {
  %I, %J, %Av = sparse.unpack %A : !sparse.tensor<?x?xf32, #sparse.csr> -> !dense, !compressed, !sparse.buffer<?xf32>
  %Jd, %K, %Bv = sparse.unpack %B : !sparse.tensor<?x?xf32, #sparse.dense> -> !dense, !dense, !matrix
  %Iy, %yv = sparse.unpack %y : !sparse.tensor<?xf32, #sparse.dense> -> !dense, !sparse.buffer<?xf32>
  %zero = arith.constant 0.0 : f32
  %lowest = arith.constant 0xFF800000 : f32
  iter.nest "rows" ("i": %i at %r) over (%I : !dense) kinds [spatial] {
    %row = sparse.alloc on (%K) : (!dense) -> !sparse.buffer<?xf32>
    sparse.fill %row, %zero : !sparse.buffer<?xf32>
    iter.nest "product" ("j": %j at %p, "k": %k) over (%J under %r, %K : !compressed, !dense) kinds [reduction, spatial] {
      %a = sparse.load %Av at [%p] : !sparse.buffer<?xf32>
      %b = sparse.load %Bv[%j, %k] : !matrix
      %t = arith.mulf %a, %b : f32
      sparse.accumulate add %t into %row[%k] : !sparse.buffer<?xf32>
    }
    %max = iter.nest "max" ("k": %k at %q) over (%K : !dense) kinds [reduction] combine [max] init(%lowest) -> f32 {
      %x = sparse.load %row at [%q] : !sparse.buffer<?xf32>
      iter.yield %x : f32
    }
    sparse.store %max, %yv[%i] : !sparse.buffer<?xf32>
  }
  return
}
