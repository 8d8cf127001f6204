// y[i] = sum of A[i, j, k]^2 over the elements of slice i of A, in CSF of three levels.
// RUN: %python %S/check.py %s

!dense = !axis.axis<dense_fixed>
!compressed = !axis.axis<sparse_variable>
!positions = memref<?xi32>
!coordinates = memref<?xi32>

func.func @square_sum(
    %l: index {sparse.name = "l"},
    %m: index {sparse.name = "m"},
    %n: index {sparse.name = "n"},
    %j_pos: !positions {sparse.name = "j_pos", sparse.access = "read"},
    %j_crd: !coordinates {sparse.name = "j_crd", sparse.access = "read"},
    %k_pos: !positions {sparse.name = "k_pos", sparse.access = "read"},
    %k_crd: !coordinates {sparse.name = "k_crd", sparse.access = "read"},
    %a: memref<?xf32> {sparse.name = "a", sparse.access = "read"},
    %y: memref<?xf32> {sparse.name = "y", sparse.access = "write"}) {
  %I = axis.dense_fixed %l : !dense
  %J = axis.sparse_variable %m of %I positions %j_pos coordinates %j_crd : !dense, !positions, !coordinates -> !compressed
  %K = axis.sparse_variable %n of %J positions %k_pos coordinates %k_crd : !compressed, !positions, !coordinates -> !compressed
  %A = sparse.bind %a on (%I, %J, %K) : memref<?xf32> on (!dense, !compressed, !compressed) -> !sparse.buffer<?xf32>
  %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  %zero = arith.constant 0.0 : f32
  sparse.fill %Y, %zero : !sparse.buffer<?xf32>
  iter.nest "square_sum" ("i": %i, "j": %j, "k": %k at %p) over (%I, %J, %K : !dense, !compressed, !compressed) kinds [spatial, reduction, reduction] {
    %x = sparse.load %A at [%p] : !sparse.buffer<?xf32>
    %t = arith.mulf %x, %x : f32
    sparse.accumulate add %t into %Y[%i] : !sparse.buffer<?xf32>
  }
  return
}
