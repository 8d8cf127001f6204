// Sums along the stored elements of a row, as SpMV's: a vector of elements at a
// time, each lane with a partial sum of its own. Right for rows of any length where
// the processor has fast gathers, else for rows of a few dozen elements: short ones
// are faster one by one. The order of a sum's additions is changed.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @fibres(%root: !transform.any_op {transform.consumed}) {
    %positions = transform.sparse.lower_to_positions %root : (!transform.any_op) -> !transform.any_op

    // Fills first: a sum begins in the same way whether workers share its nest or not.
    transform.sparse.fuse_fills %positions {where_legal} : !transform.any_op

    // Nests over parts of a tensor share workers, each of whom has rows; 0 gives each
    // nest workers of its own.
    %byRows = transform.tune.knob<"by_rows"> = 1 : i64 from options = [0 : i64, 1 : i64] -> !transform.param<i64>
    %shared = transform.sparse.take_if %byRows %positions : (!transform.param<i64>, !transform.any_op) -> !transform.any_op
    transform.sparse.fuse_by_rows %shared {where_legal} : !transform.any_op

    // Sums may be made in another order; 0 keeps that of the program.
    %reassociate = transform.tune.knob<"reassociate"> = 1 : i64 from options = [0 : i64, 1 : i64] -> !transform.param<i64>
    %unordered = transform.sparse.take_if %reassociate %positions : (!transform.param<i64>, !transform.any_op) -> !transform.any_op

    // Rows of two sections of so many elements and more are cut, so that workers share
    // them; 0 cuts none.
    %whole = transform.sparse.match.loops kind spatial holds_reduction in %unordered : (!transform.any_op) -> !transform.any_op
    %sections = transform.tune.knob<"sections"> = 0 : i64 from options = [0 : i64, 1024 : i64, 32768 : i64, 131072 : i64] -> !transform.param<i64>
    transform.sparse.split_rows %whole sections(%sections) {reassociate, where_legal} : !transform.any_op, !transform.param<i64>

    %loops = transform.sparse.lower_to_loops %positions : (!transform.any_op) -> !transform.any_op
    transform.sparse.accumulate_in_registers %loops {where_legal} : !transform.any_op
    transform.sparse.hoist_loads %loops {where_legal} : !transform.any_op

    // Elements with a row of their own, as in COO: those of a row follow one another.
    %listed = transform.sparse.match.loops kind spatial role level axes ["sparse_variable"] innermost in %loops : (!transform.any_op) -> !transform.any_op
    transform.sparse.accumulate_runs %listed {where_legal} : !transform.any_op

    %free = transform.sparse.take_if %reassociate %loops : (!transform.param<i64>, !transform.any_op) -> !transform.any_op

    %elements = transform.sparse.match.loops kind reduction axes ["sparse_variable", "sparse_fixed"] innermost in %free : (!transform.any_op) -> !transform.any_op
    // By gathers, what is left of a row is part of a vector. 0 lanes: no gathers.
    %gathered = transform.tune.knob<"gathered_lanes"> = 0 : i64 from options = [0 : i64, 2 : i64, 4 : i64, 8 : i64, 16 : i64] -> !transform.param<i64>
    %rows = transform.sparse.vectorize %elements lanes(%gathered) {reassociate, hardware_gathers, where_legal} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op

    // Elements that are loaded one by one are in few lanes, and what is left of a
    // row is done one by one. 0 lanes: all of it.
    %others = transform.sparse.match.loops kind reduction role level axes ["sparse_variable", "sparse_fixed"] innermost in %free : (!transform.any_op) -> !transform.any_op
    %lanes = transform.tune.knob<"lanes"> = 4 : i64 from options = [0 : i64, 1 : i64, 2 : i64, 4 : i64, 8 : i64, 16 : i64] -> !transform.param<i64>
    %vectors = transform.tune.knob<"vectors"> = 2 : i64 from options = [1 : i64, 2 : i64, 4 : i64] -> !transform.param<i64>
    %blocks = transform.sparse.vectorize %others lanes(%lanes) interleave(%vectors) {reassociate, scalar_remainder, where_legal} : (!transform.any_op, !transform.param<i64>, !transform.param<i64>) -> !transform.any_op

    // A fill that stays by itself is of vectors too.
    %fills = transform.sparse.match.loops nest "fill" kind spatial role level innermost unit_stride in %loops : (!transform.any_op) -> !transform.any_op
    %filled = transform.sparse.vectorize %fills interleave(%vectors) {where_legal} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.yield
  }
}
