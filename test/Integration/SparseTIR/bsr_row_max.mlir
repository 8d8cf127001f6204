// y[i] is the largest element of row i of A, in blocks of 4 x 4.
// Bits tell the elements of the blocks: the padding between them is no 0.
// RUN: %python %S/check.py %s

!dense = !axis.axis<dense_fixed>
!block = !axis.axis<dense_fixed, width = 4>
!compressed = !axis.axis<sparse_variable, sorted, unique>
!bitmap = !axis.axis<occupancy>
!positions = memref<?xi32>
!coordinates = memref<?xi32>
!blocks = !sparse.buffer<?x4x4xf32>

func.func @bsr_row_max(
    %m: index {sparse.name = "m"},
    %n: index {sparse.name = "n"},
    %pos: !positions {sparse.name = "pos", sparse.access = "read"},
    %crd: !coordinates {sparse.name = "crd", sparse.access = "read"},
    %bits: memref<?x4x4xi32> {sparse.name = "bits", sparse.access = "read"},
    %a: memref<?x4x4xf32> {sparse.name = "a", sparse.access = "read"},
    %y: memref<?xf32> {sparse.name = "y", sparse.access = "write"}) {
  %size = arith.constant 4 : index
  %mb = arith.ceildivui %m, %size : index
  %nb = arith.ceildivui %n, %size : index
  %IO = axis.dense_fixed %mb : !dense
  %JO = axis.sparse_variable %nb of %IO positions %pos coordinates %crd : !dense, !positions, !coordinates -> !compressed
  %II = axis.dense_fixed %size cut %m by %IO : !dense of %JO : !compressed -> !block
  %JI = axis.dense_fixed %size cut %n of %JO : !compressed -> !block
  %E = axis.occupancy %bits on (%IO, %JO, %II, %JI) : memref<?x4x4xi32> on (!dense, !compressed, !block, !block) -> !bitmap
  %M = axis.dense_fixed %m : !dense
  %A = sparse.bind %a on (%IO, %JO, %II, %JI, %E) : memref<?x4x4xf32> on (!dense, !compressed, !block, !block, !bitmap) -> !blocks
  %Y = sparse.bind %y on (%M) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  %minus_infinity = arith.constant 0xFF800000 : f32
  sparse.fill %Y, %minus_infinity : !sparse.buffer<?xf32>
  iter.nest "bsr_row_max" ("io": %io, "jo": %jo at %p, "ii": %ii at %r, "ji": %ji at %s, "e": %e) over (%IO, %JO, %II, %JI, %E : !dense, !compressed, !block, !block, !bitmap) kinds [spatial, reduction, spatial, reduction, reduction] {
    %i = affine.apply affine_map<(io, ii) -> (io * 4 + ii)>(%io, %ii)
    %x = sparse.load %A at [%p, %r, %s] : !blocks
    sparse.accumulate max %x into %Y[%i] : !sparse.buffer<?xf32>
  }
  return
}
