// Sums of the rows of a block that lie side by side under each step of the sum, as
// SpMV's by diagonals: a vector of rows at a time. Where no border of the matrix is
// near, all rows of a block are there, and their sums stay in registers over the steps.
// Right for blocks of as many rows as a vector has lanes. The order of a sum's additions
// is that of the program.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @block_rows(%root: !transform.any_op {transform.consumed}) {
    %positions = transform.sparse.lower_to_positions %root : (!transform.any_op) -> !transform.any_op

    // Fills first: a sum begins in the same way whether workers share its nest or not.
    transform.sparse.fuse_fills %positions {where_legal} : !transform.any_op

    // Nests over parts of a tensor, and over diagonals, share workers, each of whom has
    // rows, so many of them at a time that these stay in the cache; 0 gives each nest
    // workers of its own, and 0 rows are all at once.
    %byRows = transform.tune.knob<"by_rows"> = 1 : i64 from options = [0 : i64, 1 : i64] -> !transform.param<i64>
    %shared = transform.sparse.take_if %byRows %positions : (!transform.param<i64>, !transform.any_op) -> !transform.any_op
    %tile = transform.tune.knob<"tile"> = 4096 : i64 from options = [0 : i64, 256 : i64, 512 : i64, 1024 : i64, 2048 : i64, 4096 : i64, 8192 : i64] -> !transform.param<i64>
    transform.sparse.fuse_by_rows %shared tile(%tile) {where_legal} : !transform.any_op, !transform.param<i64>


    // Blocks, steps, rows become blocks, rows, steps where all rows of a block exist.
    %steps = transform.sparse.match.loops kind reduction axes ["sparse_variable"] in %positions : (!transform.any_op) -> !transform.any_op
    %inside, %border = transform.sparse.separate_borders %steps {where_legal} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %outer, %inner = transform.sparse.interchange %inside {where_legal} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    // Columns of a dense operand come before steps, too.
    %columns, %elements = transform.sparse.interchange %inner {where_legal} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %loops = transform.sparse.lower_to_loops %positions : (!transform.any_op) -> !transform.any_op
    transform.sparse.accumulate_in_registers %loops {where_legal} : !transform.any_op
    transform.sparse.hoist_loads %loops {where_legal} : !transform.any_op

    // Beside columns of a dense operand, so many rows share one loop over the steps.
    %beside = transform.sparse.match.loops kind spatial axes ["dense_fixed"] holds_reduction strided few_iterations in %loops : (!transform.any_op) -> !transform.any_op
    %together = transform.tune.knob<"rows"> = 4 : i64 from options = [1 : i64, 2 : i64, 4 : i64, 8 : i64] -> !transform.param<i64>
    %jammed = transform.sparse.unroll_and_jam %beside factor(%together) {where_legal} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op

    %blocks = transform.sparse.match.loops kind spatial axes ["dense_fixed"] holds_reduction unit_stride in %loops : (!transform.any_op) -> !transform.any_op
    %vectors = transform.tune.knob<"vectors"> = 1 : i64 from options = [1 : i64, 2 : i64, 4 : i64, 8 : i64] -> !transform.param<i64>
    %groups = transform.sparse.vectorize %blocks interleave(%vectors) {where_legal} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op

    // Near a border, and on whole diagonals, rows of one step at a time.
    %rows = transform.sparse.match.loops kind spatial role level axes ["dense_fixed"] innermost unit_stride in %loops : (!transform.any_op) -> !transform.any_op
    %others = transform.sparse.vectorize %rows {where_legal} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
