// C = A B, A in ELL: rows of one width, of which the first cells are elements.
// RUN: %python %S/check.py %s

!dense = !axis.axis<dense_fixed>
!ell = !axis.axis<sparse_fixed>
!coordinates = memref<?x?xi32>
!matrix = !sparse.buffer<?x?xf32>

func.func @ellmm(
    %m: index {sparse.name = "m"},
    %n: index {sparse.name = "n"},
    %k: index {sparse.name = "k"},
    %width: index {sparse.name = "width"},
    %lengths: memref<?xi32> {sparse.name = "lengths", sparse.access = "read"},
    %crd: !coordinates {sparse.name = "crd", sparse.access = "read"},
    %a: memref<?x?xf32> {sparse.name = "a", sparse.access = "read"},
    %b: memref<?x?xf32> {sparse.name = "b", sparse.access = "read"},
    %c: memref<?x?xf32> {sparse.name = "c", sparse.access = "write"}) {
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_fixed %n width %width of %I lengths %lengths coordinates %crd : !dense, memref<?xi32>, !coordinates -> !ell
  %N = axis.dense_fixed %n : !dense
  %K = axis.dense_fixed %k : !dense
  %A = sparse.bind %a on (%I, %J) : memref<?x?xf32> on (!dense, !ell) -> !matrix
  %B = sparse.bind %b on (%N, %K) : memref<?x?xf32> on (!dense, !dense) -> !matrix
  %C = sparse.bind %c on (%I, %K) : memref<?x?xf32> on (!dense, !dense) -> !matrix
  %zero = arith.constant 0.0 : f32
  sparse.fill %C, %zero : !matrix
  iter.nest "ellmm" ("i": %i at %r, "j": %j at %p, "k": %l) over (%I, %J, %K : !dense, !ell, !dense) kinds [spatial, reduction, spatial] {
    %x = sparse.load %A at [%r, %p] : !matrix
    %y = sparse.load %B[%j, %l] : !matrix
    %t = arith.mulf %x, %y : f32
    sparse.accumulate add %t into %C[%i, %l] : !matrix
  }
  return
}
