// Z[b, i, k] = sum over j of X[b, i, j] Y[b, j, k]: matrices of different sizes.
// An element lies at the position of its pair (i, j) in the batch. SparseTIR's
// flattening drops the row, which is wrong.
// RUN: %python %S/check.py %s

!dense = !axis.axis<dense_fixed>
!ragged = !axis.axis<dense_variable>
!pairs = !axis.axis<product>
!positions = memref<?xi32>
!values = !sparse.buffer<?xf32>

func.func @ragged_bmm(
    %batches: index {sparse.name = "batches"},
    %m: index {sparse.name = "m"},
    %n: index {sparse.name = "n"},
    %k: index {sparse.name = "k"},
    %i_pos: !positions {sparse.name = "i_pos", sparse.access = "read"},
    %j_pos: !positions {sparse.name = "j_pos", sparse.access = "read"},
    %k_pos: !positions {sparse.name = "k_pos", sparse.access = "read"},
    %ij_pos: !positions {sparse.name = "ij_pos", sparse.access = "read"},
    %jk_pos: !positions {sparse.name = "jk_pos", sparse.access = "read"},
    %ik_pos: !positions {sparse.name = "ik_pos", sparse.access = "read"},
    %x: memref<?xf32> {sparse.name = "x", sparse.access = "read"},
    %y: memref<?xf32> {sparse.name = "y", sparse.access = "read"},
    %z: memref<?xf32> {sparse.name = "z", sparse.access = "write"}) {
  %B = axis.dense_fixed %batches : !dense
  %I = axis.dense_variable %m of %B positions %i_pos : !dense, !positions -> !ragged
  %J = axis.dense_variable %n of %B positions %j_pos : !dense, !positions -> !ragged
  %K = axis.dense_variable %k of %B positions %k_pos : !dense, !positions -> !ragged
  %IJ = axis.product %I, %J offsets %ij_pos : !ragged, !ragged, !positions -> !pairs
  %JK = axis.product %J, %K offsets %jk_pos : !ragged, !ragged, !positions -> !pairs
  %IK = axis.product %I, %K offsets %ik_pos : !ragged, !ragged, !positions -> !pairs
  %X = sparse.bind %x on (%B, %I, %J, %IJ) : memref<?xf32> on (!dense, !ragged, !ragged, !pairs) -> !values
  %Y = sparse.bind %y on (%B, %J, %K, %JK) : memref<?xf32> on (!dense, !ragged, !ragged, !pairs) -> !values
  %Z = sparse.bind %z on (%B, %I, %K, %IK) : memref<?xf32> on (!dense, !ragged, !ragged, !pairs) -> !values
  %zero = arith.constant 0.0 : f32
  sparse.fill %Z, %zero : !values
  iter.nest "ragged_bmm" ("b": %b, "i": %i at %pi, "j": %j at %pj, "k": %l at %pk) over (%B, %I, %J, %K : !dense, !ragged, !ragged, !ragged) kinds [spatial, spatial, reduction, spatial] {
    %pij = axis.join %IJ[%pi, %pj] : !pairs
    %pjk = axis.join %JK[%pj, %pk] : !pairs
    %pik = axis.join %IK[%pi, %pk] : !pairs
    %u = sparse.load %X at [%pij] : !values
    %v = sparse.load %Y at [%pjk] : !values
    %t = arith.mulf %u, %v : f32
    sparse.accumulate add %t into %Z at [%pik] : !values
  }
  return
}
