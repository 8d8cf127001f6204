// y[i] is the smallest element of row i of A, and at[i] the first column that has it.
// A row without elements has infinity, and the column n.
// RUN: %python %S/check.py %s

!dense = !axis.axis<dense_fixed>
!compressed = !axis.axis<sparse_variable>
!positions = memref<?xi32>
!coordinates = memref<?xi32>

func.func @row_argmin(
    %m: index {sparse.name = "m"},
    %n: index {sparse.name = "n"},
    %pos: !positions {sparse.name = "pos", sparse.access = "read"},
    %crd: !coordinates {sparse.name = "crd", sparse.access = "read"},
    %a: memref<?xf32> {sparse.name = "a", sparse.access = "read"},
    %y: memref<?xf32> {sparse.name = "y", sparse.access = "write"},
    %at: memref<?xindex> {sparse.name = "at", sparse.access = "write"}) {
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, !positions, !coordinates -> !compressed
  %A = sparse.bind %a on (%I, %J) : memref<?xf32> on (!dense, !compressed) -> !sparse.buffer<?xf32>
  %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  %At = sparse.bind %at on (%I) : memref<?xindex> on (!dense) -> !sparse.buffer<?xindex>
  %infinity = arith.constant 0x7F800000 : f32
  iter.nest "rows" ("i": %i at %r) over (%I : !dense) kinds [spatial] {
    %min, %column = iter.nest "argmin" ("j": %j at %p) over (%J under %r : !compressed) kinds [reduction] combine [argmin] init(%infinity, %n) -> f32, index {
      %x = sparse.load %A at [%p] : !sparse.buffer<?xf32>
      iter.yield %x, %j : f32, index
    }
    sparse.store %min, %Y at [%r] : !sparse.buffer<?xf32>
    sparse.store %column, %At at [%r] : !sparse.buffer<?xindex>
  }
  return
}
