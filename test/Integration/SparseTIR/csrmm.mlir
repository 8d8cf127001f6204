// C = A B, A in CSR: C[i, k] = sum of A[i, j] B[j, k] over the elements of row i.
// RUN: %python %S/check.py %s

!dense = !axis.axis<dense_fixed>
!compressed = !axis.axis<sparse_variable>
!positions = memref<?xi32>
!coordinates = memref<?xi32>

func.func @csrmm(
    %m: index {sparse.name = "m"},
    %n: index {sparse.name = "n"},
    %k: index {sparse.name = "k"},
    %pos: !positions {sparse.name = "pos", sparse.access = "read"},
    %crd: !coordinates {sparse.name = "crd", sparse.access = "read"},
    %a: memref<?xf32> {sparse.name = "a", sparse.access = "read"},
    %b: memref<?x?xf32> {sparse.name = "b", sparse.access = "read"},
    %c: memref<?x?xf32> {sparse.name = "c", sparse.access = "write"}) {
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, !positions, !coordinates -> !compressed
  %N = axis.dense_fixed %n : !dense
  %K = axis.dense_fixed %k : !dense
  %A = sparse.bind %a on (%I, %J) : memref<?xf32> on (!dense, !compressed) -> !sparse.buffer<?xf32>
  %B = sparse.bind %b on (%N, %K) : memref<?x?xf32> on (!dense, !dense) -> !sparse.buffer<?x?xf32>
  %C = sparse.bind %c on (%I, %K) : memref<?x?xf32> on (!dense, !dense) -> !sparse.buffer<?x?xf32>
  %zero = arith.constant 0.0 : f32
  sparse.fill %C, %zero : !sparse.buffer<?x?xf32>
  iter.nest "csrmm" ("i": %i, "j": %j at %p, "k": %l) over (%I, %J, %K : !dense, !compressed, !dense) kinds [spatial, reduction, spatial] {
    %x = sparse.load %A at [%p] : !sparse.buffer<?xf32>
    %y = sparse.load %B[%j, %l] : !sparse.buffer<?x?xf32>
    %t = arith.mulf %x, %y : f32
    sparse.accumulate add %t into %C[%i, %l] : !sparse.buffer<?x?xf32>
  }
  return
}
