// Products of stored blocks, as those of SpMM in BSR: up to eight rows of a block
// share one loop over the blocks, and a row of the dense operand is loaded once for
// them. Each row has vectors of columns of its own in registers: rows times vectors
// are to be 20 at most of 32 registers. What is multiplied is a small matrix, by sums of
// several products in one instruction where the processor has such for the numbers.
// Right for matrices in blocks of 2 rows and more.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @blocks(%root: !transform.any_op {transform.consumed}) {
    // Blocks of rows, rows, columns, blocks, elements.
    %coordinates = transform.sparse.lower_to_coordinates %root : (!transform.any_op) -> !transform.any_op
    %nests = transform.sparse.match.nests in %coordinates : (!transform.any_op) -> !transform.any_op
    transform.sparse.reorder %nests reductions_last {where_legal} : !transform.any_op
    %positions = transform.sparse.lower_to_positions %coordinates : (!transform.any_op) -> !transform.any_op

    // Fills first: a sum begins in the same way whether workers share its nest or not.
    transform.sparse.fuse_fills %positions {where_legal} : !transform.any_op

    // Nests over parts of a tensor share workers, each of whom has rows; 0 gives each
    // nest workers of its own.
    %byRows = transform.tune.knob<"by_rows"> = 1 : i64 from options = [0 : i64, 1 : i64] -> !transform.param<i64>
    %shared = transform.sparse.take_if %byRows %positions : (!transform.param<i64>, !transform.any_op) -> !transform.any_op
    transform.sparse.fuse_by_rows %shared {where_legal} : !transform.any_op

    %loops = transform.sparse.lower_to_loops %positions : (!transform.any_op) -> !transform.any_op
    transform.sparse.accumulate_in_registers %loops {where_legal} : !transform.any_op
    transform.sparse.hoist_loads %loops {where_legal} : !transform.any_op

    // The rows of a block together: no more than eight, as there are registers for no
    // more.
    %rows = transform.sparse.match.loops kind spatial axes ["dense_fixed"] holds_reduction strided few_iterations in %loops : (!transform.any_op) -> !transform.any_op
    %eight = transform.param.constant 8 : i64 -> !transform.param<i64>
    %together = transform.sparse.unroll_and_jam %rows factor(%eight) {at_most, where_legal} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op

    %columns = transform.sparse.match.loops kind spatial axes ["dense_fixed"] holds_reduction unit_stride in %loops : (!transform.any_op) -> !transform.any_op
    %vectors = transform.tune.knob<"vectors"> = 2 : i64 from options = [1 : i64, 2 : i64, 3 : i64, 4 : i64, 8 : i64] -> !transform.param<i64>
    %groups = transform.sparse.vectorize %columns interleave(%vectors) {where_legal} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op

    // The elements of a row, eight at most: products of matrices. Those of bf16 may be
    // added in another order, by what takes subnormal numbers for zeros; 0 keeps that
    // of the program.
    %reassociate = transform.tune.knob<"reassociate"> = 1 : i64 from options = [0 : i64, 1 : i64] -> !transform.param<i64>
    %free = transform.sparse.take_if %reassociate %loops : (!transform.param<i64>, !transform.any_op) -> !transform.any_op
    %any_order = transform.sparse.match.loops kind reduction role level axes ["dense_fixed"] innermost few_iterations in %free : (!transform.any_op) -> !transform.any_op
    %products = transform.sparse.tensorize %any_order factor(%eight) {at_most, reassociate, where_legal} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    %in_order = transform.sparse.match.loops kind reduction role level axes ["dense_fixed"] innermost few_iterations in %loops : (!transform.any_op) -> !transform.any_op
    %others = transform.sparse.tensorize %in_order factor(%eight) {at_most, where_legal} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    %elements = transform.sparse.match.loops kind reduction role level axes ["dense_fixed"] innermost few_iterations in %loops : (!transform.any_op) -> !transform.any_op
    %unrolled = transform.sparse.unroll %elements factor(%eight) {at_most, where_legal} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op

    // Rows of the dense operand are fetched for blocks to come; 0 fetches none.
    %blocks = transform.sparse.match.loops kind reduction in %loops : (!transform.any_op) -> !transform.any_op
    %distance = transform.tune.knob<"prefetch"> = 0 : i64 from options = [0 : i64, 1 : i64, 2 : i64, 4 : i64, 8 : i64, 16 : i64] -> !transform.param<i64>
    transform.sparse.prefetch %blocks distance(%distance) {where_legal} : (!transform.any_op, !transform.param<i64>) -> ()
    transform.yield
  }
}
