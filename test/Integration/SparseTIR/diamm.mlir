// C = A B, A by diagonals: diagonal d has a cell for each row i, for A[i, i + d].
// Cells beside the matrix are not touched.
// RUN: %python %S/check.py %s

!dense = !axis.axis<dense_fixed>
!diagonals = !axis.axis<sparse_variable>
!coordinates = memref<?xi32>
!matrix = !sparse.buffer<?x?xf32>

func.func @diamm(
    %m: index {sparse.name = "m"},
    %n: index {sparse.name = "n"},
    %k: index {sparse.name = "k"},
    %count: index {sparse.name = "count"},
    %crd: !coordinates {sparse.name = "crd", sparse.access = "read"},
    %a: memref<?x?xf32> {sparse.name = "a", sparse.access = "read"},
    %b: memref<?x?xf32> {sparse.name = "b", sparse.access = "read"},
    %c: memref<?x?xf32> {sparse.name = "c", sparse.access = "write"}) {
  %none = arith.constant 0 : index
  %least = arith.subi %none, %m : index
  %extent = arith.addi %m, %n : index
  %D = axis.sparse_variable %extent from %least count %count coordinates %crd : !coordinates -> !diagonals
  %I = axis.dense_fixed %m : !dense
  %N = axis.dense_fixed %n : !dense
  %K = axis.dense_fixed %k : !dense
  %A = sparse.bind %a on (%D, %I) : memref<?x?xf32> on (!diagonals, !dense) -> !matrix
  %B = sparse.bind %b on (%N, %K) : memref<?x?xf32> on (!dense, !dense) -> !matrix
  %C = sparse.bind %c on (%I, %K) : memref<?x?xf32> on (!dense, !dense) -> !matrix
  %zero = arith.constant 0.0 : f32
  sparse.fill %C, %zero : !matrix
  iter.nest "diamm" ("d": %d at %p, "i": %i at %r) over (%D, %I : !diagonals, !dense) kinds [reduction, spatial] {
    %j = arith.addi %i, %d : index
    %is_inside = arith.cmpi ult, %j, %n : index
    scf.if %is_inside {
      %x = sparse.load %A at [%p, %r] : !matrix
      iter.nest "columns" ("k": %l) over (%K : !dense) kinds [spatial] {
        %y = sparse.load %B[%j, %l] : !matrix
        %t = arith.mulf %x, %y : f32
        sparse.accumulate add %t into %C[%i, %l] : !matrix
      }
    }
  }
  return
}
