// Sums over a dense dimension for each stored element, as SDDMM's: rows of the
// dense operands are multiplied vector by vector, and several elements' sums are
// made at once. The order of a sum's additions is changed.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @dense_reductions(%root: !transform.any_op {transform.consumed}) {
    %positions = transform.sparse.lower_to_positions %root : (!transform.any_op) -> !transform.any_op

    // What is made of an element alone is made beside it.
    transform.sparse.fuse_elementwise %positions {where_legal} : !transform.any_op

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

    // Sums may be made in another order; 0 keeps that of the program.
    %reassociate = transform.tune.knob<"reassociate"> = 1 : i64 from options = [0 : i64, 1 : i64] -> !transform.param<i64>
    %free = transform.sparse.take_if %reassociate %loops : (!transform.param<i64>, !transform.any_op) -> !transform.any_op

    // A sum of products with one factor may be multiplied by it once; 1 allows that a
    // finite sum of floats becomes infinite or NaN so. Integers wrap around.
    %overflow = transform.tune.knob<"allow_overflow"> = 0 : i64 from options = [0 : i64, 1 : i64] -> !transform.param<i64>
    %large = transform.sparse.take_if %overflow %free : (!transform.param<i64>, !transform.any_op) -> !transform.any_op
    transform.sparse.factor_out %large {reassociate, allow_overflow, where_legal} : !transform.any_op
    transform.sparse.factor_out %loops {where_legal} : !transform.any_op

    %elements = transform.sparse.match.loops axes ["sparse_variable", "sparse_fixed"] holds_reduction dense_inside in %loops : (!transform.any_op) -> !transform.any_op
    %together = transform.tune.knob<"together"> = 4 : i64 from options = [1 : i64, 2 : i64, 4 : i64, 8 : i64] -> !transform.param<i64>
    %groups = transform.sparse.unroll_and_jam %elements factor(%together) {where_legal} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    %sums = transform.sparse.match.loops kind reduction axes ["dense_fixed"] innermost unit_stride in %free : (!transform.any_op) -> !transform.any_op
    %vectors = transform.tune.knob<"vectors"> = 1 : i64 from options = [1 : i64, 2 : i64, 4 : i64] -> !transform.param<i64>
    %blocks = transform.sparse.vectorize %sums interleave(%vectors) {reassociate, where_legal} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.sparse.combine_reductions %loops count(%together) {where_legal} : !transform.any_op, !transform.param<i64>
    transform.yield
  }
}
