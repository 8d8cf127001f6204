// Y[i, j] = sum over k and l of A[i, j, k, l], ragged in j, k and l.
// i and j are one loop.
// RUN: %python %S/check.py %s

!dense = !axis.axis<dense_fixed>
!ragged = !axis.axis<dense_variable>
!positions = memref<?xi32>
!values = !sparse.buffer<?xf32>

func.func @fused_reduction_4d_2d(
    %i_size: index {sparse.name = "i_size"},
    %j_size: index {sparse.name = "j_size"},
    %k_size: index {sparse.name = "k_size"},
    %l_size: index {sparse.name = "l_size"},
    %j_pos: !positions {sparse.name = "j_pos", sparse.access = "read"},
    %k_pos: !positions {sparse.name = "k_pos", sparse.access = "read"},
    %l_pos: !positions {sparse.name = "l_pos", sparse.access = "read"},
    %a: memref<?xf32> {sparse.name = "a", sparse.access = "read"},
    %y: memref<?xf32> {sparse.name = "y", sparse.access = "write"}) {
  %I = axis.dense_fixed %i_size : !dense
  %J = axis.dense_variable %j_size of %I positions %j_pos : !dense, !positions -> !ragged
  %K = axis.dense_variable %k_size of %J positions %k_pos : !ragged, !positions -> !ragged
  %L = axis.dense_variable %l_size of %K positions %l_pos : !ragged, !positions -> !ragged
  %A = sparse.bind %a on (%I, %J, %K, %L) : memref<?xf32> on (!dense, !ragged, !ragged, !ragged) -> !values
  %Y = sparse.bind %y on (%I, %J) : memref<?xf32> on (!dense, !ragged) -> !values
  %zero = arith.constant 0.0 : f32
  sparse.fill %Y, %zero : !values
  iter.nest "fused_reduction" ("i": %i, "j": %j at %q, "k": %k, "l": %l at %p) over ((%I, %J), %K, %L : !dense, !ragged, !ragged, !ragged) kinds [spatial, spatial, reduction, reduction] {
    %x = sparse.load %A at [%p] : !values
    sparse.accumulate add %x into %Y at [%q] : !values
  }
  return
}
