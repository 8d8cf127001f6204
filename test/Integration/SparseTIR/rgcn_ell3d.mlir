// Y[i, o] = sum over r, j and c of A[r, i, j] W[r, o, c] X[j, c], A in ELL3D.
// Rows are cut to pieces of one width, which lie in groups of one size per relation.
// RUN: %python %S/check.py %s

!dense = !axis.axis<dense_fixed>
!ragged = !axis.axis<dense_variable>
!ell = !axis.axis<sparse_fixed>
!positions = memref<?xi32>
!matrix = !sparse.buffer<?x?xf32>
!cube = !sparse.buffer<?x?x?xf32>

func.func @rgcn_ell3d(
    %relations: index {sparse.name = "relations"},
    %m: index {sparse.name = "m"},
    %n: index {sparse.name = "n"},
    %outs: index {sparse.name = "outs"},
    %ins: index {sparse.name = "ins"},
    %groups: index {sparse.name = "groups"},
    %rows: index {sparse.name = "rows"},
    %width: index {sparse.name = "width"},
    %pos: !positions {sparse.name = "pos", sparse.access = "read"},
    %i_lengths: memref<?xi32> {sparse.name = "i_lengths", sparse.access = "read"},
    %i_crd: memref<?x?xi32> {sparse.name = "i_crd", sparse.access = "read"},
    %j_lengths: memref<?x?xi32> {sparse.name = "j_lengths", sparse.access = "read"},
    %j_crd: memref<?x?x?xi32> {sparse.name = "j_crd", sparse.access = "read"},
    %a: memref<?x?x?xf32> {sparse.name = "a", sparse.access = "read"},
    %w: memref<?x?x?xf32> {sparse.name = "w", sparse.access = "read"},
    %x: memref<?x?xf32> {sparse.name = "x", sparse.access = "read"},
    %y: memref<?x?xf32> {sparse.name = "y", sparse.access = "write"}) {
  %R = axis.dense_fixed %relations : !dense
  %G = axis.dense_variable %groups of %R positions %pos : !dense, !positions -> !ragged
  %I = axis.sparse_fixed %m width %rows of %G lengths %i_lengths coordinates %i_crd : !ragged, memref<?xi32>, memref<?x?xi32> -> !ell
  %J = axis.sparse_fixed %n width %width of %I lengths %j_lengths coordinates %j_crd : !ell, memref<?x?xi32>, memref<?x?x?xi32> -> !ell
  %M = axis.dense_fixed %m : !dense
  %N = axis.dense_fixed %n : !dense
  %O = axis.dense_fixed %outs : !dense
  %C = axis.dense_fixed %ins : !dense
  %A = sparse.bind %a on (%R, %G, %I, %J) : memref<?x?x?xf32> on (!dense, !ragged, !ell, !ell) -> !cube
  %W = sparse.bind %w on (%R, %O, %C) : memref<?x?x?xf32> on (!dense, !dense, !dense) -> !cube
  %X = sparse.bind %x on (%N, %C) : memref<?x?xf32> on (!dense, !dense) -> !matrix
  %Y = sparse.bind %y on (%M, %O) : memref<?x?xf32> on (!dense, !dense) -> !matrix
  %zero = arith.constant 0.0 : f32
  sparse.fill %Y, %zero : !matrix
  iter.nest "rgcn" ("r": %r, "g": %g at %pg, "i": %i at %pi, "j": %j at %pj, "o": %o, "c": %c) over (%R, %G, %I, %J, %O, %C : !dense, !ragged, !ell, !ell, !dense, !dense) kinds [reduction, reduction, spatial, reduction, spatial, reduction] {
    %u = sparse.load %A at [%pg, %pi, %pj] : !cube
    %v = sparse.load %W[%r, %o, %c] : !cube
    %z = sparse.load %X[%j, %c] : !matrix
    %uv = arith.mulf %u, %v : f32
    %t = arith.mulf %uv, %z : f32
    sparse.accumulate add %t into %Y[%i, %o] : !matrix
  }
  return
}
