// C = A B, A in blocks of b x b, which are cut where they jut out of A.
// RUN: %python %S/check.py %s

!dense = !axis.axis<dense_fixed>
!compressed = !axis.axis<sparse_variable, sorted, unique>
!positions = memref<?xi32>
!coordinates = memref<?xi32>
!blocks = !sparse.buffer<?x?x?xf32>
!matrix = !sparse.buffer<?x?xf32>

func.func @bsrmm(
    %m: index {sparse.name = "m"},
    %n: index {sparse.name = "n"},
    %k: index {sparse.name = "k"},
    %size: index {sparse.name = "size"},
    %pos: !positions {sparse.name = "pos", sparse.access = "read"},
    %crd: !coordinates {sparse.name = "crd", sparse.access = "read"},
    %a: memref<?x?x?xf32> {sparse.name = "a", sparse.access = "read"},
    %b: memref<?x?xf32> {sparse.name = "b", sparse.access = "read"},
    %c: memref<?x?xf32> {sparse.name = "c", sparse.access = "write"}) {
  %mb = arith.ceildivui %m, %size : index
  %nb = arith.ceildivui %n, %size : index
  %IO = axis.dense_fixed %mb : !dense
  %JO = axis.sparse_variable %nb of %IO positions %pos coordinates %crd : !dense, !positions, !coordinates -> !compressed
  %II = axis.dense_fixed %size cut %m by %IO : !dense of %JO : !compressed -> !dense
  %JI = axis.dense_fixed %size cut %n of %JO : !compressed -> !dense
  %M = axis.dense_fixed %m : !dense
  %N = axis.dense_fixed %n : !dense
  %K = axis.dense_fixed %k : !dense
  %A = sparse.bind %a on (%IO, %JO, %II, %JI) : memref<?x?x?xf32> on (!dense, !compressed, !dense, !dense) -> !blocks
  %B = sparse.bind %b on (%N, %K) : memref<?x?xf32> on (!dense, !dense) -> !matrix
  %C = sparse.bind %c on (%M, %K) : memref<?x?xf32> on (!dense, !dense) -> !matrix
  %zero = arith.constant 0.0 : f32
  sparse.fill %C, %zero : !matrix
  iter.nest "bsrmm" ("io": %io, "jo": %jo at %p, "ii": %ii at %r, "ji": %ji at %s, "k": %l) over (%IO, %JO, %II, %JI, %K : !dense, !compressed, !dense, !dense, !dense) kinds [spatial, reduction, spatial, reduction, spatial] {
    %i = affine.apply affine_map<(io, ii)[b] -> (io * b + ii)>(%io, %ii)[%size]
    %j = affine.apply affine_map<(jo, ji)[b] -> (jo * b + ji)>(%jo, %ji)[%size]
    %x = sparse.load %A at [%p, %r, %s] : !blocks
    %y = sparse.load %B[%j, %l] : !matrix
    %t = arith.mulf %x, %y : f32
    sparse.accumulate add %t into %C[%i, %l] : !matrix
  }
  return
}
