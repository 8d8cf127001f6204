// Sums of segments: y[i] is the sum of the ragged row i of A.
// RUN: %python %S/check.py %s

!dense = !axis.axis<dense_fixed>
!ragged = !axis.axis<dense_variable>
!positions = memref<?xi32>

func.func @segment_reduce(
    %m: index {sparse.name = "m"},
    %n: index {sparse.name = "n"},
    %pos: !positions {sparse.name = "pos", sparse.access = "read"},
    %a: memref<?xf32> {sparse.name = "a", sparse.access = "read"},
    %y: memref<?xf32> {sparse.name = "y", sparse.access = "write"}) {
  %I = axis.dense_fixed %m : !dense
  %J = axis.dense_variable %n of %I positions %pos : !dense, !positions -> !ragged
  %A = sparse.bind %a on (%I, %J) : memref<?xf32> on (!dense, !ragged) -> !sparse.buffer<?xf32>
  %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  %zero = arith.constant 0.0 : f32
  sparse.fill %Y, %zero : !sparse.buffer<?xf32>
  iter.nest "segment_reduce" ("i": %i, "j": %j at %p) over (%I, %J : !dense, !ragged) kinds [spatial, reduction] {
    %x = sparse.load %A at [%p] : !sparse.buffer<?xf32>
    sparse.accumulate add %x into %Y[%i] : !sparse.buffer<?xf32>
  }
  return
}
