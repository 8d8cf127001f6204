// Sums along the stored elements of a row, as SpMV's: a vector of elements at a
// time, each lane with a partial sum of its own. Right where rows have a few dozen
// elements; short rows are faster one by one. The order of a sum's additions is
// changed.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @fibres(%root: !transform.any_op {transform.consumed}) {
    %positions = transform.sparse.lower_to_positions %root : (!transform.any_op) -> !transform.any_op
    transform.sparse.fuse_fills %positions {where_legal} : !transform.any_op
    %loops = transform.sparse.lower_to_loops %positions : (!transform.any_op) -> !transform.any_op
    transform.sparse.accumulate_in_registers %loops {where_legal} : !transform.any_op
    transform.sparse.hoist_loads %loops {where_legal} : !transform.any_op

    %elements = transform.sparse.match.loops kind reduction axes ["sparse_variable", "sparse_fixed"] innermost in %loops : (!transform.any_op) -> !transform.any_op
    %lanes = transform.tune.knob<"lanes"> = 4 : i64 from options = [1 : i64, 2 : i64, 4 : i64, 8 : i64, 16 : i64] -> !transform.param<i64>
    %vectors = transform.tune.knob<"vectors"> = 2 : i64 from options = [1 : i64, 2 : i64, 4 : i64] -> !transform.param<i64>
    %blocks = transform.sparse.vectorize %elements lanes(%lanes) interleave(%vectors) {reassociate, scalar_remainder, where_legal} : (!transform.any_op, !transform.param<i64>, !transform.param<i64>) -> !transform.any_op
    transform.yield
  }
}
