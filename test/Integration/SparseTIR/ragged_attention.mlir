// S[b, i, j] = sum over d of Q[b, i, d] K[b, j, d]: scores of sequences of different lengths.
// i and j run over one axis, so that the pairs are those of the axis with itself.
// RUN: %python %S/check.py %s

!dense = !axis.axis<dense_fixed>
!ragged = !axis.axis<dense_variable>
!pairs = !axis.axis<product>
!positions = memref<?xi32>
!matrix = !sparse.buffer<?x?xf32>
!values = !sparse.buffer<?xf32>

func.func @ragged_attention(
    %batches: index {sparse.name = "batches"},
    %length: index {sparse.name = "length"},
    %d: index {sparse.name = "d"},
    %pos: !positions {sparse.name = "pos", sparse.access = "read"},
    %pair_pos: !positions {sparse.name = "pair_pos", sparse.access = "read"},
    %q: memref<?x?xf32> {sparse.name = "q", sparse.access = "read"},
    %k: memref<?x?xf32> {sparse.name = "k", sparse.access = "read"},
    %s: memref<?xf32> {sparse.name = "s", sparse.access = "write"}) {
  %B = axis.dense_fixed %batches : !dense
  %I = axis.dense_variable %length of %B positions %pos : !dense, !positions -> !ragged
  %II = axis.product %I, %I offsets %pair_pos : !ragged, !ragged, !positions -> !pairs
  %D = axis.dense_fixed %d : !dense
  %Q = sparse.bind %q on (%B, %I, %D) : memref<?x?xf32> on (!dense, !ragged, !dense) -> !matrix
  %K = sparse.bind %k on (%B, %I, %D) : memref<?x?xf32> on (!dense, !ragged, !dense) -> !matrix
  %S = sparse.bind %s on (%B, %I, %I, %II of (0, 1, 2)) : memref<?xf32> on (!dense, !ragged, !ragged, !pairs) -> !values
  %zero = arith.constant 0.0 : f32
  sparse.fill %S, %zero : !values
  iter.nest "scores" ("b": %b, "i": %i at %pi, "j": %j at %pj, "pair": %pair at %p, "d": %c at %r) over (%B, %I, %I, %II of (0, 1, 2), %D : !dense, !ragged, !ragged, !pairs, !dense) kinds [spatial, spatial, spatial, spatial, reduction] {
    %x = sparse.load %Q at [%pi, %r] : !matrix
    %y = sparse.load %K at [%pj, %r] : !matrix
    %t = arith.mulf %x, %y : f32
    sparse.accumulate add %t into %S at [%p] : !values
  }
  return
}
