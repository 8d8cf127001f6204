// Y[i, o] = sum over r, j and c of A[r, i, j] W[r, o, c] X[j, c], A in CSF.
// A slice per relation r, with a list of rows i, and a list of columns j for each.
// RUN: %python %S/check.py %s

!dense = !axis.axis<dense_fixed>
!compressed = !axis.axis<sparse_variable>
!positions = memref<?xi32>
!coordinates = memref<?xi32>
!matrix = !sparse.buffer<?x?xf32>

func.func @rgcn_heterogeneous(
    %relations: index {sparse.name = "relations"},
    %m: index {sparse.name = "m"},
    %n: index {sparse.name = "n"},
    %outs: index {sparse.name = "outs"},
    %ins: index {sparse.name = "ins"},
    %i_pos: !positions {sparse.name = "i_pos", sparse.access = "read"},
    %i_crd: !coordinates {sparse.name = "i_crd", sparse.access = "read"},
    %j_pos: !positions {sparse.name = "j_pos", sparse.access = "read"},
    %j_crd: !coordinates {sparse.name = "j_crd", sparse.access = "read"},
    %a: memref<?xf32> {sparse.name = "a", sparse.access = "read"},
    %w: memref<?x?x?xf32> {sparse.name = "w", sparse.access = "read"},
    %x: memref<?x?xf32> {sparse.name = "x", sparse.access = "read"},
    %y: memref<?x?xf32> {sparse.name = "y", sparse.access = "write"}) {
  %R = axis.dense_fixed %relations : !dense
  %I = axis.sparse_variable %m of %R positions %i_pos coordinates %i_crd : !dense, !positions, !coordinates -> !compressed
  %J = axis.sparse_variable %n of %I positions %j_pos coordinates %j_crd : !compressed, !positions, !coordinates -> !compressed
  %M = axis.dense_fixed %m : !dense
  %N = axis.dense_fixed %n : !dense
  %O = axis.dense_fixed %outs : !dense
  %C = axis.dense_fixed %ins : !dense
  %A = sparse.bind %a on (%R, %I, %J) : memref<?xf32> on (!dense, !compressed, !compressed) -> !sparse.buffer<?xf32>
  %W = sparse.bind %w on (%R, %O, %C) : memref<?x?x?xf32> on (!dense, !dense, !dense) -> !sparse.buffer<?x?x?xf32>
  %X = sparse.bind %x on (%N, %C) : memref<?x?xf32> on (!dense, !dense) -> !matrix
  %Y = sparse.bind %y on (%M, %O) : memref<?x?xf32> on (!dense, !dense) -> !matrix
  %zero = arith.constant 0.0 : f32
  sparse.fill %Y, %zero : !matrix
  iter.nest "rgcn" ("r": %r, "i": %i, "j": %j at %p, "o": %o, "c": %c) over (%R, %I, %J, %O, %C : !dense, !compressed, !compressed, !dense, !dense) kinds [reduction, spatial, reduction, spatial, reduction] {
    %u = sparse.load %A at [%p] : !sparse.buffer<?xf32>
    %v = sparse.load %W[%r, %o, %c] : !sparse.buffer<?x?x?xf32>
    %z = sparse.load %X[%j, %c] : !matrix
    %uv = arith.mulf %u, %v : f32
    %t = arith.mulf %uv, %z : f32
    sparse.accumulate add %t into %Y[%i, %o] : !matrix
  }
  return
}
