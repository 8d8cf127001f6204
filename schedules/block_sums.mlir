// Sums along the rows of stored blocks, as those of SpMV in BSR: a vector of the elements
// of a row of a block at a time, and up to eight rows of a block share one loop over the
// blocks, which carries a vector for each. The lanes are added up once, behind that loop.
// Right for blocks of 2 columns and more. The order of a sum's additions is changed.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @block_sums(%root: !transform.any_op {transform.consumed}) {
    // Blocks of rows, rows, blocks, elements.
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
    %rows = transform.sparse.match.loops kind spatial axes ["dense_fixed"] holds_reduction few_iterations in %loops : (!transform.any_op) -> !transform.any_op
    %eight = transform.param.constant 8 : i64 -> !transform.param<i64>
    %together = transform.sparse.unroll_and_jam %rows factor(%eight) {at_most, where_legal} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op

    // Sums may be made in another order; 0 keeps that of the program.
    %reassociate = transform.tune.knob<"reassociate"> = 1 : i64 from options = [0 : i64, 1 : i64] -> !transform.param<i64>
    %free = transform.sparse.take_if %reassociate %loops : (!transform.param<i64>, !transform.any_op) -> !transform.any_op
    %elements = transform.sparse.match.loops kind reduction axes ["dense_fixed"] innermost in %free : (!transform.any_op) -> !transform.any_op
    %lanes = transform.tune.knob<"lanes"> = 8 : i64 from options = [2 : i64, 4 : i64, 8 : i64, 16 : i64] -> !transform.param<i64>
    %vectors = transform.sparse.vectorize %elements lanes(%lanes) {reassociate, where_legal} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    %blocks = transform.sparse.match.loops kind reduction role level axes ["sparse_variable", "sparse_fixed"] in %free : (!transform.any_op) -> !transform.any_op
    transform.sparse.reduce_behind %blocks {where_legal} : !transform.any_op
    transform.sparse.combine_reductions %free count(%lanes) {where_legal} : !transform.any_op, !transform.param<i64>

    // A fill that stays by itself is of vectors too.
    %fills = transform.sparse.match.loops nest "fill" kind spatial role level innermost unit_stride in %loops : (!transform.any_op) -> !transform.any_op
    %filled = transform.sparse.vectorize %fills {where_legal} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
