// An element that a pattern lacks reads as the fill value, and `found` tells the two
// apart.
// RUN: %python %S/semantics.py %s

func.func @missing(
    %pos: memref<?xi32> {sparse.name = "pos", sparse.access = "read"},
    %crd: memref<?xi32> {sparse.name = "crd", sparse.access = "read"},
    %val: memref<?xf64> {sparse.name = "val", sparse.access = "read"},
    %y: memref<?x?xf64> {sparse.name = "y", sparse.access = "write"},
    %there: memref<?x?xi32> {sparse.name = "there", sparse.access = "write"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %y, %c0 : memref<?x?xf64>
  %n = memref.dim %y, %c1 : memref<?x?xf64>
  %I = axis.dense_fixed %m : !axis.axis<dense_fixed>
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !axis.axis<dense_fixed>, memref<?xi32>, memref<?xi32> -> !axis.axis<sparse_variable, sorted, unique>
  %K = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %A = sparse.bind %val on (%I, %J) : memref<?xf64> on (!axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>) -> !sparse.buffer<?xf64, fill = -1.0>
  %Y = sparse.bind %y on (%I, %K) : memref<?x?xf64> on (!axis.axis<dense_fixed>, !axis.axis<dense_fixed>) -> !sparse.buffer<?x?xf64>
  %T = sparse.bind %there on (%I, %K) : memref<?x?xi32> on (!axis.axis<dense_fixed>, !axis.axis<dense_fixed>) -> !sparse.buffer<?x?xi32>
  iter.nest "missing" ("i": %i, "k": %k) over (%I, %K : !axis.axis<dense_fixed>, !axis.axis<dense_fixed>) kinds [spatial, spatial] {
    %x, %stored = sparse.load %A[%i, %k] found : !sparse.buffer<?xf64, fill = -1.0>
    %s = arith.extui %stored : i1 to i32
    sparse.store %x, %Y[%i, %k] : !sparse.buffer<?x?xf64>
    sparse.store %s, %T[%i, %k] : !sparse.buffer<?x?xi32>
  }
  return
}
