// S[h] = Q[h] K[h]^T for each head h, at the cells of 4 x 4 blocks alone.
// The heads share one structure of blocks.
// RUN: %python %S/check.py %s

!dense = !axis.axis<dense_fixed>
!block = !axis.axis<dense_fixed, width = 4>
!compressed = !axis.axis<sparse_variable, sorted, unique>
!positions = memref<?xi32>
!coordinates = memref<?xi32>
!blocks = !sparse.buffer<?x?x4x4xf32>
!matrices = !sparse.buffer<?x?x?xf32>

func.func @attention_bsr_sddmm(
    %heads: index {sparse.name = "heads"},
    %m: index {sparse.name = "m"},
    %n: index {sparse.name = "n"},
    %d: index {sparse.name = "d"},
    %pos: !positions {sparse.name = "pos", sparse.access = "read"},
    %crd: !coordinates {sparse.name = "crd", sparse.access = "read"},
    %q: memref<?x?x?xf32> {sparse.name = "q", sparse.access = "read"},
    %k: memref<?x?x?xf32> {sparse.name = "k", sparse.access = "read"},
    %s: memref<?x?x4x4xf32> {sparse.name = "s", sparse.access = "update"}) {
  %size = arith.constant 4 : index
  %mb = arith.ceildivui %m, %size : index
  %nb = arith.ceildivui %n, %size : index
  %H = axis.dense_fixed %heads : !dense
  %IO = axis.dense_fixed %mb : !dense
  %JO = axis.sparse_variable %nb of %IO positions %pos coordinates %crd : !dense, !positions, !coordinates -> !compressed
  %II = axis.dense_fixed %size cut %m of %IO : !dense -> !block
  %JI = axis.dense_fixed %size cut %n of %JO : !compressed -> !block
  %M = axis.dense_fixed %m : !dense
  %N = axis.dense_fixed %n : !dense
  %D = axis.dense_fixed %d : !dense
  %Q = sparse.bind %q on (%H, %M, %D) : memref<?x?x?xf32> on (!dense, !dense, !dense) -> !matrices
  %K = sparse.bind %k on (%H, %N, %D) : memref<?x?x?xf32> on (!dense, !dense, !dense) -> !matrices
  %S = sparse.bind %s on (%H, %IO, %JO, %II, %JI) : memref<?x?x4x4xf32> on (!dense, !dense, !compressed, !block, !block) -> !blocks
  %zero = arith.constant 0.0 : f32
  sparse.fill %S, %zero : !blocks
  iter.nest "scores" ("h": %h at %ph, "io": %io, "jo": %jo at %p, "ii": %ii at %r, "ji": %ji at %t, "d": %c) over (%H, %IO, %JO, %II, %JI, %D : !dense, !dense, !compressed, !block, !block, !dense) kinds [spatial, spatial, spatial, spatial, spatial, reduction] {
    %i = affine.apply affine_map<(io, ii) -> (io * 4 + ii)>(%io, %ii)
    %j = affine.apply affine_map<(jo, ji) -> (jo * 4 + ji)>(%jo, %ji)
    %x = sparse.load %Q[%h, %i, %c] : !matrices
    %y = sparse.load %K[%h, %j, %c] : !matrices
    %xy = arith.mulf %x, %y : f32
    sparse.accumulate add %xy into %S at [%ph, %p, %r, %t] : !blocks
  }
  return
}
