// Sums of rows: y[i] is the sum of the elements of row i of A, in CSR.
// RUN: %python %S/check.py %s

!dense = !axis.axis<dense_fixed>
!compressed = !axis.axis<sparse_variable>
!positions = memref<?xi32>
!coordinates = memref<?xi32>

func.func @csr_reduce(
    %m: index {sparse.name = "m"},
    %n: index {sparse.name = "n"},
    %pos: !positions {sparse.name = "pos", sparse.access = "read"},
    %crd: !coordinates {sparse.name = "crd", sparse.access = "read"},
    %a: memref<?xf32> {sparse.name = "a", sparse.access = "read"},
    %y: memref<?xf32> {sparse.name = "y", sparse.access = "write"}) {
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, !positions, !coordinates -> !compressed
  %A = sparse.bind %a on (%I, %J) : memref<?xf32> on (!dense, !compressed) -> !sparse.buffer<?xf32>
  %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  %zero = arith.constant 0.0 : f32
  iter.nest "rows" ("i": %i at %r) over (%I : !dense) kinds [spatial] {
    %sum = iter.nest "csr_reduce" ("j": %j at %p) over (%J under %r : !compressed) kinds [reduction] combine [add] init(%zero) -> f32 {
      %x = sparse.load %A at [%p] : !sparse.buffer<?xf32>
      iter.yield %x : f32
    }
    sparse.store %sum, %Y at [%r] : !sparse.buffer<?xf32>
  }
  return
}
