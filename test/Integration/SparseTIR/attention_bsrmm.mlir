// C[h] = A[h] B[h] for each head h.
// The heads share one structure of 4 x 4 blocks, and have values each.
// RUN: %python %S/check.py %s

!dense = !axis.axis<dense_fixed>
!block = !axis.axis<dense_fixed, width = 4>
!compressed = !axis.axis<sparse_variable, sorted, unique>
!positions = memref<?xi32>
!coordinates = memref<?xi32>
!blocks = !sparse.buffer<?x?x4x4xf32>
!matrices = !sparse.buffer<?x?x?xf32>

func.func @attention_bsrmm(
    %heads: index {sparse.name = "heads"},
    %m: index {sparse.name = "m"},
    %n: index {sparse.name = "n"},
    %k: index {sparse.name = "k"},
    %pos: !positions {sparse.name = "pos", sparse.access = "read"},
    %crd: !coordinates {sparse.name = "crd", sparse.access = "read"},
    %a: memref<?x?x4x4xf32> {sparse.name = "a", sparse.access = "read"},
    %b: memref<?x?x?xf32> {sparse.name = "b", sparse.access = "read"},
    %c: memref<?x?x?xf32> {sparse.name = "c", sparse.access = "write"}) {
  %size = arith.constant 4 : index
  %mb = arith.ceildivui %m, %size : index
  %nb = arith.ceildivui %n, %size : index
  %H = axis.dense_fixed %heads : !dense
  %IO = axis.dense_fixed %mb : !dense
  %JO = axis.sparse_variable %nb of %IO positions %pos coordinates %crd : !dense, !positions, !coordinates -> !compressed
  %II = axis.dense_fixed %size cut %m by %IO : !dense of %JO : !compressed -> !block
  %JI = axis.dense_fixed %size cut %n of %JO : !compressed -> !block
  %M = axis.dense_fixed %m : !dense
  %N = axis.dense_fixed %n : !dense
  %K = axis.dense_fixed %k : !dense
  %A = sparse.bind %a on (%H, %IO, %JO, %II, %JI) : memref<?x?x4x4xf32> on (!dense, !dense, !compressed, !block, !block) -> !blocks
  %B = sparse.bind %b on (%H, %N, %K) : memref<?x?x?xf32> on (!dense, !dense, !dense) -> !matrices
  %C = sparse.bind %c on (%H, %M, %K) : memref<?x?x?xf32> on (!dense, !dense, !dense) -> !matrices
  %zero = arith.constant 0.0 : f32
  sparse.fill %C, %zero : !matrices
  iter.nest "attention" ("h": %h at %ph, "io": %io, "jo": %jo at %p, "ii": %ii at %r, "ji": %ji at %s, "k": %l) over (%H, %IO, %JO, %II, %JI, %K : !dense, !dense, !compressed, !block, !block, !dense) kinds [spatial, spatial, reduction, spatial, reduction, spatial] {
    %i = affine.apply affine_map<(io, ii) -> (io * 4 + ii)>(%io, %ii)
    %j = affine.apply affine_map<(jo, ji) -> (jo * 4 + ji)>(%jo, %ji)
    %x = sparse.load %A at [%ph, %p, %r, %s] : !blocks
    %y = sparse.load %B[%h, %j, %l] : !matrices
    %t = arith.mulf %x, %y : f32
    sparse.accumulate add %t into %C[%h, %i, %l] : !matrices
  }
  return
}
