// C = A B, A in SELL: slices of permuted rows, each as wide as its longest row.
// Bits tell the elements.
// RUN: %python %S/check.py %s

!dense = !axis.axis<dense_fixed>
!ragged = !axis.axis<dense_variable>
!permuted = !axis.axis<singleton, unique>
!columns = !axis.axis<singleton>
!bitmap = !axis.axis<occupancy>
!positions = memref<?xi32>
!coordinates = memref<?x?xi32>
!matrix = !sparse.buffer<?x?xf32>

func.func @sellmm(
    %m: index {sparse.name = "m"},
    %n: index {sparse.name = "n"},
    %k: index {sparse.name = "k"},
    %height: index {sparse.name = "height"},
    %pos: !positions {sparse.name = "pos", sparse.access = "read"},
    %row: !coordinates {sparse.name = "row", sparse.access = "read"},
    %crd: !coordinates {sparse.name = "crd", sparse.access = "read"},
    %bits: memref<?x?xi32> {sparse.name = "bits", sparse.access = "read"},
    %a: memref<?x?xf32> {sparse.name = "a", sparse.access = "read"},
    %b: memref<?x?xf32> {sparse.name = "b", sparse.access = "read"},
    %c: memref<?x?xf32> {sparse.name = "c", sparse.access = "write"}) {
  %slices = arith.ceildivui %m, %height : index
  %PO = axis.dense_fixed %slices : !dense
  %S = axis.dense_variable %n of %PO positions %pos : !dense, !positions -> !ragged
  %PI = axis.dense_fixed %height cut %m of %PO : !dense -> !dense
  %I = axis.singleton %m of %PI coordinates %row : (!dense), !coordinates -> !permuted
  %J = axis.singleton %n of %S, %PI coordinates %crd : (!ragged, !dense), !coordinates -> !columns
  %E = axis.occupancy %bits on (%PO, %S, %PI) : memref<?x?xi32> on (!dense, !ragged, !dense) -> !bitmap
  %M = axis.dense_fixed %m : !dense
  %N = axis.dense_fixed %n : !dense
  %K = axis.dense_fixed %k : !dense
  %A = sparse.bind %a on (%PO, %S, %PI, %I, %J, %E) : memref<?x?xf32> on (!dense, !ragged, !dense, !permuted, !columns, !bitmap) -> !matrix
  %B = sparse.bind %b on (%N, %K) : memref<?x?xf32> on (!dense, !dense) -> !matrix
  %C = sparse.bind %c on (%M, %K) : memref<?x?xf32> on (!dense, !dense) -> !matrix
  %zero = arith.constant 0.0 : f32
  sparse.fill %C, %zero : !matrix
  iter.nest "sellmm" ("po": %po, "s": %s at %ps, "pi": %pi at %ppi, "i": %i, "j": %j, "e": %e, "k": %l) over (%PO, %S, %PI, %I, %J, %E, %K : !dense, !ragged, !dense, !permuted, !columns, !bitmap, !dense) kinds [spatial, reduction, spatial, spatial, reduction, reduction, spatial] {
    %x = sparse.load %A at [%ps, %ppi] : !matrix
    %y = sparse.load %B[%j, %l] : !matrix
    %t = arith.mulf %x, %y : f32
    sparse.accumulate add %t into %C[%i, %l] : !matrix
  }
  return
}
