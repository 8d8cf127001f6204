// B = 2.5 A, element by element: A and B share the structure of one CSR matrix.
// RUN: %python %S/check.py %s

!dense = !axis.axis<dense_fixed>
!compressed = !axis.axis<sparse_variable>
!positions = memref<?xi32>
!coordinates = memref<?xi32>

func.func @csr_element_wise(
    %m: index {sparse.name = "m"},
    %n: index {sparse.name = "n"},
    %pos: !positions {sparse.name = "pos", sparse.access = "read"},
    %crd: !coordinates {sparse.name = "crd", sparse.access = "read"},
    %a: memref<?xf32> {sparse.name = "a", sparse.access = "read"},
    %b: memref<?xf32> {sparse.name = "b", sparse.access = "write"}) {
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, !positions, !coordinates -> !compressed
  %A = sparse.bind %a on (%I, %J) : memref<?xf32> on (!dense, !compressed) -> !sparse.buffer<?xf32>
  %B = sparse.bind %b on (%I, %J) : memref<?xf32> on (!dense, !compressed) -> !sparse.buffer<?xf32>
  %factor = arith.constant 2.5 : f32
  iter.nest "csr_element_wise" ("i": %i, "j": %j at %p) over (%I, %J : !dense, !compressed) kinds [spatial, spatial] {
    %x = sparse.load %A at [%p] : !sparse.buffer<?xf32>
    %y = arith.mulf %x, %factor : f32
    sparse.store %y, %B at [%p] : !sparse.buffer<?xf32>
  }
  return
}
