// C = A B, A in SR-BCRS: panels of t rows, with columns packed in groups of g.
// A column is packed where the panel has an element in it; bits tell the elements.
// RUN: %python %S/check.py %s

!dense = !axis.axis<dense_fixed>
!ragged = !axis.axis<dense_variable>
!packed = !axis.axis<sparse_fixed, sorted, unique>
!bitmap = !axis.axis<occupancy>
!positions = memref<?xi32>
!coordinates = memref<?x?xi32>
!tiles = !sparse.buffer<?x?x?xf32>
!matrix = !sparse.buffer<?x?xf32>

func.func @srbcrsmm(
    %m: index {sparse.name = "m"},
    %n: index {sparse.name = "n"},
    %k: index {sparse.name = "k"},
    %t: index {sparse.name = "t"},
    %g: index {sparse.name = "g"},
    %pos: !positions {sparse.name = "pos", sparse.access = "read"},
    %lengths: memref<?xi32> {sparse.name = "lengths", sparse.access = "read"},
    %crd: !coordinates {sparse.name = "crd", sparse.access = "read"},
    %bits: memref<?x?x?xi32> {sparse.name = "bits", sparse.access = "read"},
    %a: memref<?x?x?xf32> {sparse.name = "a", sparse.access = "read"},
    %b: memref<?x?xf32> {sparse.name = "b", sparse.access = "read"},
    %c: memref<?x?xf32> {sparse.name = "c", sparse.access = "write"}) {
  %panels = arith.ceildivui %m, %t : index
  %IO = axis.dense_fixed %panels : !dense
  %Q = axis.dense_variable %n of %IO positions %pos : !dense, !positions -> !ragged
  %II = axis.dense_fixed %t cut %m of %IO : !dense -> !dense
  %J = axis.sparse_fixed %n width %g of %Q lengths %lengths coordinates %crd : !ragged, memref<?xi32>, !coordinates -> !packed
  %E = axis.occupancy %bits on (%IO, %Q, %II, %J) : memref<?x?x?xi32> on (!dense, !ragged, !dense, !packed) -> !bitmap
  %M = axis.dense_fixed %m : !dense
  %N = axis.dense_fixed %n : !dense
  %K = axis.dense_fixed %k : !dense
  %A = sparse.bind %a on (%IO, %Q, %II, %J, %E) : memref<?x?x?xf32> on (!dense, !ragged, !dense, !packed, !bitmap) -> !tiles
  %B = sparse.bind %b on (%N, %K) : memref<?x?xf32> on (!dense, !dense) -> !matrix
  %C = sparse.bind %c on (%M, %K) : memref<?x?xf32> on (!dense, !dense) -> !matrix
  %zero = arith.constant 0.0 : f32
  sparse.fill %C, %zero : !matrix
  iter.nest "srbcrsmm" ("io": %io, "q": %q at %pq, "ii": %ii at %pi, "j": %j at %pj, "e": %e, "k": %l) over (%IO, %Q, %II, %J, %E, %K : !dense, !ragged, !dense, !packed, !bitmap, !dense) kinds [spatial, reduction, spatial, reduction, reduction, spatial] {
    %i = affine.apply affine_map<(io, ii)[t] -> (io * t + ii)>(%io, %ii)[%t]
    %x = sparse.load %A at [%pq, %pi, %pj] : !tiles
    %y = sparse.load %B[%j, %l] : !matrix
    %xy = arith.mulf %x, %y : f32
    sparse.accumulate add %xy into %C[%i, %l] : !matrix
  }
  return
}
