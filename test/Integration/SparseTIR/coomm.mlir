// C = A B, A in COO: a list of elements, in any order, with a row and a column each.
// RUN: %python %S/check.py %s

!dense = !axis.axis<dense_fixed>
!rows = !axis.axis<sparse_variable>
!columns = !axis.axis<singleton>
!coordinates = memref<?xi32>
!matrix = !sparse.buffer<?x?xf32>

func.func @coomm(
    %m: index {sparse.name = "m"},
    %n: index {sparse.name = "n"},
    %k: index {sparse.name = "k"},
    %nnz: index {sparse.name = "nnz"},
    %row: !coordinates {sparse.name = "row", sparse.access = "read"},
    %col: !coordinates {sparse.name = "col", sparse.access = "read"},
    %a: memref<?xf32> {sparse.name = "a", sparse.access = "read"},
    %b: memref<?x?xf32> {sparse.name = "b", sparse.access = "read"},
    %c: memref<?x?xf32> {sparse.name = "c", sparse.access = "write"}) {
  %I = axis.sparse_variable %m count %nnz coordinates %row : !coordinates -> !rows
  %J = axis.singleton %n of %I coordinates %col : (!rows), !coordinates -> !columns
  %M = axis.dense_fixed %m : !dense
  %N = axis.dense_fixed %n : !dense
  %K = axis.dense_fixed %k : !dense
  %A = sparse.bind %a on (%I, %J) : memref<?xf32> on (!rows, !columns) -> !sparse.buffer<?xf32>
  %B = sparse.bind %b on (%N, %K) : memref<?x?xf32> on (!dense, !dense) -> !matrix
  %C = sparse.bind %c on (%M, %K) : memref<?x?xf32> on (!dense, !dense) -> !matrix
  %zero = arith.constant 0.0 : f32
  sparse.fill %C, %zero : !matrix
  iter.nest "coomm" ("i": %i at %p, "j": %j, "k": %l) over (%I, %J, %K : !rows, !columns, !dense) kinds [reduction, reduction, spatial] {
    %x = sparse.load %A at [%p] : !sparse.buffer<?xf32>
    %y = sparse.load %B[%j, %l] : !matrix
    %t = arith.mulf %x, %y : f32
    sparse.accumulate add %t into %C[%i, %l] : !matrix
  }
  return
}
