// y[i] = sum of A[i, j, k] B[i, j, k] over the elements of slice i of A.
// B shares i and j with A and has other k, which are looked up: 0 where it has none.
// RUN: %python %S/check.py %s

!dense = !axis.axis<dense_fixed>
!compressed = !axis.axis<sparse_variable, unique>
!positions = memref<?xi32>
!coordinates = memref<?xi32>

func.func @square_sum_two_K(
    %l: index {sparse.name = "l"},
    %m: index {sparse.name = "m"},
    %n: index {sparse.name = "n"},
    %j_pos: !positions {sparse.name = "j_pos", sparse.access = "read"},
    %j_crd: !coordinates {sparse.name = "j_crd", sparse.access = "read"},
    %ka_pos: !positions {sparse.name = "ka_pos", sparse.access = "read"},
    %ka_crd: !coordinates {sparse.name = "ka_crd", sparse.access = "read"},
    %kb_pos: !positions {sparse.name = "kb_pos", sparse.access = "read"},
    %kb_crd: !coordinates {sparse.name = "kb_crd", sparse.access = "read"},
    %a: memref<?xf32> {sparse.name = "a", sparse.access = "read"},
    %b: memref<?xf32> {sparse.name = "b", sparse.access = "read"},
    %y: memref<?xf32> {sparse.name = "y", sparse.access = "write"}) {
  %I = axis.dense_fixed %l : !dense
  %J = axis.sparse_variable %m of %I positions %j_pos coordinates %j_crd : !dense, !positions, !coordinates -> !compressed
  %KA = axis.sparse_variable %n of %J positions %ka_pos coordinates %ka_crd : !compressed, !positions, !coordinates -> !compressed
  %KB = axis.sparse_variable %n of %J positions %kb_pos coordinates %kb_crd : !compressed, !positions, !coordinates -> !compressed
  %A = sparse.bind %a on (%I, %J, %KA) : memref<?xf32> on (!dense, !compressed, !compressed) -> !sparse.buffer<?xf32>
  %B = sparse.bind %b on (%I, %J, %KB) : memref<?xf32> on (!dense, !compressed, !compressed) -> !sparse.buffer<?xf32>
  %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  %zero = arith.constant 0.0 : f32
  sparse.fill %Y, %zero : !sparse.buffer<?xf32>
  iter.nest "square_sum" ("i": %i, "j": %j, "k": %k at %p) over (%I, %J, %KA : !dense, !compressed, !compressed) kinds [spatial, reduction, reduction] {
    %u = sparse.load %A at [%p] : !sparse.buffer<?xf32>
    %v = sparse.load %B[%i, %j, %k] : !sparse.buffer<?xf32>
    %t = arith.mulf %u, %v : f32
    sparse.accumulate add %t into %Y[%i] : !sparse.buffer<?xf32>
  }
  return
}
