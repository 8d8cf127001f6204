// Y[i, o] = sum over j and c of W[E[i, j], o, c] X[j, c]: edges name their relation.
// RUN: %python %S/check.py %s

!dense = !axis.axis<dense_fixed>
!compressed = !axis.axis<sparse_variable>
!positions = memref<?xi32>
!coordinates = memref<?xi32>
!matrix = !sparse.buffer<?x?xf32>

func.func @rgcn_homogeneous(
    %m: index {sparse.name = "m"},
    %n: index {sparse.name = "n"},
    %relations: index {sparse.name = "relations"},
    %outs: index {sparse.name = "outs"},
    %ins: index {sparse.name = "ins"},
    %pos: !positions {sparse.name = "pos", sparse.access = "read"},
    %crd: !coordinates {sparse.name = "crd", sparse.access = "read"},
    %e: memref<?xi32> {sparse.name = "e", sparse.access = "read"},
    %w: memref<?x?x?xf32> {sparse.name = "w", sparse.access = "read"},
    %x: memref<?x?xf32> {sparse.name = "x", sparse.access = "read"},
    %y: memref<?x?xf32> {sparse.name = "y", sparse.access = "write"}) {
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, !positions, !coordinates -> !compressed
  %N = axis.dense_fixed %n : !dense
  %R = axis.dense_fixed %relations : !dense
  %O = axis.dense_fixed %outs : !dense
  %C = axis.dense_fixed %ins : !dense
  %E = sparse.bind %e on (%I, %J) : memref<?xi32> on (!dense, !compressed) -> !sparse.buffer<?xi32>
  %W = sparse.bind %w on (%R, %O, %C) : memref<?x?x?xf32> on (!dense, !dense, !dense) -> !sparse.buffer<?x?x?xf32>
  %X = sparse.bind %x on (%N, %C) : memref<?x?xf32> on (!dense, !dense) -> !matrix
  %Y = sparse.bind %y on (%I, %O) : memref<?x?xf32> on (!dense, !dense) -> !matrix
  %zero = arith.constant 0.0 : f32
  sparse.fill %Y, %zero : !matrix
  iter.nest "rgcn" ("i": %i, "j": %j at %p, "o": %o, "c": %c) over (%I, %J, %O, %C : !dense, !compressed, !dense, !dense) kinds [spatial, reduction, spatial, reduction] {
    %relation = sparse.load %E at [%p] : !sparse.buffer<?xi32>
    %r = arith.index_cast %relation : i32 to index
    %u = sparse.load %W[%r, %o, %c] : !sparse.buffer<?x?x?xf32>
    %v = sparse.load %X[%j, %c] : !matrix
    %t = arith.mulf %u, %v : f32
    sparse.accumulate add %t into %Y[%i, %o] : !matrix
  }
  return
}
