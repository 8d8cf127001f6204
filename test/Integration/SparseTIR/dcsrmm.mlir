// C = A B, A in DCSR: a list of the rows that have elements, and of columns for each.
// RUN: %python %S/check.py %s

!dense = !axis.axis<dense_fixed>
!compressed = !axis.axis<sparse_variable>
!positions = memref<?xi32>
!coordinates = memref<?xi32>
!matrix = !sparse.buffer<?x?xf32>

func.func @dcsrmm(
    %m: index {sparse.name = "m"},
    %n: index {sparse.name = "n"},
    %k: index {sparse.name = "k"},
    %count: index {sparse.name = "count"},
    %row: !coordinates {sparse.name = "row", sparse.access = "read"},
    %pos: !positions {sparse.name = "pos", sparse.access = "read"},
    %crd: !coordinates {sparse.name = "crd", sparse.access = "read"},
    %a: memref<?xf32> {sparse.name = "a", sparse.access = "read"},
    %b: memref<?x?xf32> {sparse.name = "b", sparse.access = "read"},
    %c: memref<?x?xf32> {sparse.name = "c", sparse.access = "write"}) {
  %I = axis.sparse_variable %m count %count coordinates %row : !coordinates -> !compressed
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !compressed, !positions, !coordinates -> !compressed
  %M = axis.dense_fixed %m : !dense
  %N = axis.dense_fixed %n : !dense
  %K = axis.dense_fixed %k : !dense
  %A = sparse.bind %a on (%I, %J) : memref<?xf32> on (!compressed, !compressed) -> !sparse.buffer<?xf32>
  %B = sparse.bind %b on (%N, %K) : memref<?x?xf32> on (!dense, !dense) -> !matrix
  %C = sparse.bind %c on (%M, %K) : memref<?x?xf32> on (!dense, !dense) -> !matrix
  %zero = arith.constant 0.0 : f32
  sparse.fill %C, %zero : !matrix
  iter.nest "dcsrmm" ("i": %i, "j": %j at %p, "k": %l) over (%I, %J, %K : !compressed, !compressed, !dense) kinds [spatial, reduction, spatial] {
    %x = sparse.load %A at [%p] : !sparse.buffer<?xf32>
    %y = sparse.load %B[%j, %l] : !matrix
    %t = arith.mulf %x, %y : f32
    sparse.accumulate add %t into %C[%i, %l] : !matrix
  }
  return
}
