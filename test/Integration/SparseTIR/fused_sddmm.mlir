// C[i, j] = sum over k of X[i, k] Y[j, k], at the elements of a CSR pattern alone.
// Rows and their elements are one loop, over all elements; the row is searched.
// RUN: %python %S/check.py %s

!dense = !axis.axis<dense_fixed>
!compressed = !axis.axis<sparse_variable>
!positions = memref<?xi32>
!coordinates = memref<?xi32>

func.func @fused_sddmm(
    %m: index {sparse.name = "m"},
    %n: index {sparse.name = "n"},
    %k: index {sparse.name = "k"},
    %pos: !positions {sparse.name = "pos", sparse.access = "read"},
    %crd: !coordinates {sparse.name = "crd", sparse.access = "read"},
    %x: memref<?x?xf32> {sparse.name = "x", sparse.access = "read"},
    %y: memref<?x?xf32> {sparse.name = "y", sparse.access = "read"},
    %c: memref<?xf32> {sparse.name = "c", sparse.access = "write"}) {
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, !positions, !coordinates -> !compressed
  %N = axis.dense_fixed %n : !dense
  %K = axis.dense_fixed %k : !dense
  %X = sparse.bind %x on (%I, %K) : memref<?x?xf32> on (!dense, !dense) -> !sparse.buffer<?x?xf32>
  %Y = sparse.bind %y on (%N, %K) : memref<?x?xf32> on (!dense, !dense) -> !sparse.buffer<?x?xf32>
  %C = sparse.bind %c on (%I, %J) : memref<?xf32> on (!dense, !compressed) -> !sparse.buffer<?xf32>
  %zero = arith.constant 0.0 : f32
  sparse.fill %C, %zero : !sparse.buffer<?xf32>
  iter.nest "fused_sddmm" ("i": %i, "j": %j at %p, "k": %l) over ((%I, %J), %K : !dense, !compressed, !dense) kinds [spatial, spatial, reduction] {
    %u = sparse.load %X[%i, %l] : !sparse.buffer<?x?xf32>
    %v = sparse.load %Y[%j, %l] : !sparse.buffer<?x?xf32>
    %t = arith.mulf %u, %v : f32
    sparse.accumulate add %t into %C at [%p] : !sparse.buffer<?xf32>
  }
  return
}
