// Sums of rows whose elements lie side by side, as SpMV's in SELL: a vector of rows at
// a time, which keeps its sums in registers over the steps of a slice. The order of a
// sum's additions is that of the program.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @slices(%root: !transform.any_op {transform.consumed}) {
    // Slices, rows, steps.
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

    // By gathers, rows that fill no vector are one under a mask. 0 lanes: no gathers.
    %rows = transform.sparse.match.loops kind spatial axes ["dense_fixed"] holds_reduction unit_stride in %loops : (!transform.any_op) -> !transform.any_op
    %vectors = transform.tune.knob<"vectors"> = 1 : i64 from options = [1 : i64, 2 : i64, 4 : i64] -> !transform.param<i64>
    %gathered = transform.tune.knob<"gathered_lanes"> = 0 : i64 from options = [0 : i64, 2 : i64, 4 : i64, 8 : i64, 16 : i64] -> !transform.param<i64>
    %slices = transform.sparse.vectorize %rows lanes(%gathered) interleave(%vectors) {hardware_gathers, where_legal} : (!transform.any_op, !transform.param<i64>, !transform.param<i64>) -> !transform.any_op

    // Elements that are loaded one by one make a vector too; rows that fill none are
    // done one by one.
    %others = transform.sparse.match.loops kind spatial role level axes ["dense_fixed"] holds_reduction unit_stride in %loops : (!transform.any_op) -> !transform.any_op
    %lanes = transform.tune.knob<"lanes"> = 16 : i64 from options = [0 : i64, 2 : i64, 4 : i64, 8 : i64, 16 : i64] -> !transform.param<i64>
    %blocks = transform.sparse.vectorize %others lanes(%lanes) interleave(%vectors) {scalar_remainder, where_legal} : (!transform.any_op, !transform.param<i64>, !transform.param<i64>) -> !transform.any_op

    // The numbers of the rows are for the stores of their sums alone.
    transform.sparse.sink_loads %loops {where_legal} : !transform.any_op
    transform.yield
  }
}
