// Products of stored blocks, as those of SpMM in BSR: all rows of a block share one
// loop over the blocks and a row of the dense operand is loaded once for them. Each
// row has vectors of columns of its own in registers: rows times vectors are to be
// 24 at most. Right for matrices in blocks of 2 to 16 rows.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @blocks(%root: !transform.any_op {transform.consumed}) {
    // Blocks of rows, rows, columns, blocks, elements.
    %coordinates = transform.sparse.lower_to_coordinates %root : (!transform.any_op) -> !transform.any_op
    %nests = transform.sparse.match.nests in %coordinates : (!transform.any_op) -> !transform.any_op
    transform.sparse.reorder %nests reductions_last {where_legal} : !transform.any_op
    %positions = transform.sparse.lower_to_positions %coordinates : (!transform.any_op) -> !transform.any_op
    transform.sparse.fuse_fills %positions {where_legal} : !transform.any_op
    %loops = transform.sparse.lower_to_loops %positions : (!transform.any_op) -> !transform.any_op
    transform.sparse.accumulate_in_registers %loops {where_legal} : !transform.any_op
    transform.sparse.hoist_loads %loops {where_legal} : !transform.any_op

    // All rows of a block together, and the elements of a row one after the other.
    %rows = transform.sparse.match.loops kind spatial axes ["dense_fixed"] holds_reduction strided few_iterations in %loops : (!transform.any_op) -> !transform.any_op
    %together = transform.sparse.unroll_and_jam %rows {where_legal} : (!transform.any_op) -> !transform.any_op
    %elements = transform.sparse.match.loops kind reduction axes ["dense_fixed"] innermost few_iterations in %loops : (!transform.any_op) -> !transform.any_op
    %unrolled = transform.sparse.unroll %elements {where_legal} : (!transform.any_op) -> !transform.any_op

    %columns = transform.sparse.match.loops kind spatial axes ["dense_fixed"] holds_reduction unit_stride in %loops : (!transform.any_op) -> !transform.any_op
    %vectors = transform.tune.knob<"vectors"> = 2 : i64 from options = [1 : i64, 2 : i64, 3 : i64, 4 : i64, 8 : i64] -> !transform.param<i64>
    %groups = transform.sparse.vectorize %columns interleave(%vectors) {where_legal} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.yield
  }
}
