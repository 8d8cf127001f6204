// C = A B, A as a part of hyb: pieces of rows, all of one width.
// A row with more elements has several pieces, which are added up.
// RUN: %python %S/check.py %s

!dense = !axis.axis<dense_fixed>
!pieces = !axis.axis<sparse_variable>
!ell = !axis.axis<sparse_fixed>
!coordinates = memref<?x?xi32>
!matrix = !sparse.buffer<?x?xf32>

func.func @hyb_part_mm(
    %m: index {sparse.name = "m"},
    %n: index {sparse.name = "n"},
    %k: index {sparse.name = "k"},
    %count: index {sparse.name = "count"},
    %width: index {sparse.name = "width"},
    %row: memref<?xi32> {sparse.name = "row", sparse.access = "read"},
    %lengths: memref<?xi32> {sparse.name = "lengths", sparse.access = "read"},
    %crd: !coordinates {sparse.name = "crd", sparse.access = "read"},
    %a: memref<?x?xf32> {sparse.name = "a", sparse.access = "read"},
    %b: memref<?x?xf32> {sparse.name = "b", sparse.access = "read"},
    %c: memref<?x?xf32> {sparse.name = "c", sparse.access = "write"}) {
  %I = axis.sparse_variable %m count %count coordinates %row : memref<?xi32> -> !pieces
  %J = axis.sparse_fixed %n width %width of %I lengths %lengths coordinates %crd : !pieces, memref<?xi32>, !coordinates -> !ell
  %M = axis.dense_fixed %m : !dense
  %N = axis.dense_fixed %n : !dense
  %K = axis.dense_fixed %k : !dense
  %A = sparse.bind %a on (%I, %J) : memref<?x?xf32> on (!pieces, !ell) -> !matrix
  %B = sparse.bind %b on (%N, %K) : memref<?x?xf32> on (!dense, !dense) -> !matrix
  %C = sparse.bind %c on (%M, %K) : memref<?x?xf32> on (!dense, !dense) -> !matrix
  %zero = arith.constant 0.0 : f32
  sparse.fill %C, %zero : !matrix
  iter.nest "hyb_part_mm" ("i": %i at %p, "j": %j at %q, "k": %l) over (%I, %J, %K : !pieces, !ell, !dense) kinds [spatial, reduction, spatial] {
    %x = sparse.load %A at [%p, %q] : !matrix
    %y = sparse.load %B[%j, %l] : !matrix
    %t = arith.mulf %x, %y : f32
    sparse.accumulate add %t into %C[%i, %l] : !matrix
  }
  return
}
