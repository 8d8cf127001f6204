// All that the other schedules do, where it may be done: one text for any program, with
// one value for each knob. The order of a sum's additions is changed.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @cpu(%root: !transform.any_op {transform.consumed}) {
    %coordinates = transform.sparse.lower_to_coordinates %root : (!transform.any_op) -> !transform.any_op
    transform.include @sums_inside failures(propagate) (%coordinates) : (!transform.any_op) -> ()

    %positions = transform.sparse.lower_to_positions %coordinates : (!transform.any_op) -> !transform.any_op
    transform.include @elementwise failures(propagate) (%positions) : (!transform.any_op) -> ()
    transform.include @fills failures(propagate) (%positions) : (!transform.any_op) -> ()
    %unordered = transform.include @any_order failures(propagate) (%positions) : (!transform.any_op) -> !transform.any_op
    transform.include @private_copies failures(propagate) (%positions, %unordered) : (!transform.any_op, !transform.any_op) -> ()
    transform.include @shared_rows failures(propagate) (%positions) : (!transform.any_op) -> ()
    transform.include @sections failures(propagate) (%positions, %unordered) : (!transform.any_op, !transform.any_op) -> ()
    transform.include @groups failures(propagate) (%positions) : (!transform.any_op) -> ()

    %loops = transform.sparse.lower_to_loops %positions : (!transform.any_op) -> !transform.any_op
    %free = transform.include @any_order failures(propagate) (%loops) : (!transform.any_op) -> !transform.any_op
    transform.include @registers failures(propagate) (%loops) : (!transform.any_op) -> ()
    transform.include @loads failures(propagate) (%loops) : (!transform.any_op) -> ()
    transform.include @all_columns failures(propagate) (%loops) : (!transform.any_op) -> ()
    transform.include @all_dense_sums failures(propagate) (%loops, %free) : (!transform.any_op, !transform.any_op) -> ()
    transform.include @all_fibres failures(propagate) (%loops, %free) : (!transform.any_op, !transform.any_op) -> ()
    transform.include @partial_sums failures(propagate) (%loops, %free) : (!transform.any_op, !transform.any_op) -> ()
    transform.include @all_fetches failures(propagate) (%loops) : (!transform.any_op) -> ()
    transform.yield
  }

  // Several vectors of columns share one loop over the elements, and are the
  // innermost loop where they are not summed up.
  transform.named_sequence private @all_columns(%loops: !transform.any_op {transform.readonly}) {
    %vectors = transform.tune.knob<"vectors"> = 8 : i64 from options = [1 : i64, 2 : i64, 4 : i64, 8 : i64, 16 : i64] -> !transform.param<i64>
    %outer = transform.sparse.match.loops kind spatial axes ["dense_fixed"] holds_reduction unit_stride in %loops : (!transform.any_op) -> !transform.any_op
    %blocks = transform.sparse.vectorize %outer interleave(%vectors) {approximate, where_legal} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    %inner = transform.sparse.match.loops kind spatial axes ["dense_fixed"] innermost unit_stride in %loops : (!transform.any_op) -> !transform.any_op
    %rows = transform.sparse.vectorize %inner interleave(%vectors) {approximate, where_legal} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.yield
  }

  // Sums over a dense dimension for each stored element: of several at once.
  transform.named_sequence private @all_dense_sums(%loops: !transform.any_op {transform.readonly}, %free: !transform.any_op {transform.readonly}) {
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
    %vectors = transform.tune.knob<"sum_vectors"> = 1 : i64 from options = [1 : i64, 2 : i64, 4 : i64] -> !transform.param<i64>
    %blocks = transform.sparse.vectorize %sums interleave(%vectors) {reassociate, approximate, where_legal} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.sparse.combine_reductions %loops count(%together) {where_legal} : !transform.any_op, !transform.param<i64>
    transform.yield
  }

  // A vector of stored elements at a time. Sums are made by gathers, 0 lanes for
  // none; or with a few lanes, whose rests are one by one, since rows are short, 0
  // for all of a row. What is no sum, and functions such as the exponential, have as
  // many lanes as there are, under masks.
  transform.named_sequence private @all_fibres(%loops: !transform.any_op {transform.readonly}, %free: !transform.any_op {transform.readonly}) {
    %elements = transform.sparse.match.loops kind reduction axes ["sparse_variable", "sparse_fixed"] innermost in %free : (!transform.any_op) -> !transform.any_op
    %gathered = transform.tune.knob<"gathered_lanes"> = 0 : i64 from options = [0 : i64, 2 : i64, 4 : i64, 8 : i64, 16 : i64] -> !transform.param<i64>
    %rows = transform.sparse.vectorize %elements lanes(%gathered) {reassociate, hardware_gathers, where_legal} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    %sums = transform.sparse.match.loops kind reduction role level axes ["sparse_variable", "sparse_fixed"] innermost in %free : (!transform.any_op) -> !transform.any_op
    %lanes = transform.tune.knob<"lanes"> = 4 : i64 from options = [0 : i64, 1 : i64, 2 : i64, 4 : i64, 8 : i64, 16 : i64] -> !transform.param<i64>
    %vectors = transform.tune.knob<"fibre_vectors"> = 2 : i64 from options = [1 : i64, 2 : i64, 4 : i64] -> !transform.param<i64>
    %blocks = transform.sparse.vectorize %sums lanes(%lanes) interleave(%vectors) {reassociate, scalar_remainder, where_legal} : (!transform.any_op, !transform.param<i64>, !transform.param<i64>) -> !transform.any_op
    %others = transform.sparse.match.loops role level axes ["sparse_variable", "sparse_fixed"] innermost in %free : (!transform.any_op) -> !transform.any_op
    %masked = transform.sparse.vectorize %others {reassociate, approximate, where_legal} : (!transform.any_op) -> !transform.any_op
    %inOrder = transform.sparse.match.loops role level axes ["sparse_variable", "sparse_fixed"] innermost in %loops : (!transform.any_op) -> !transform.any_op
    %kept = transform.sparse.vectorize %inOrder {approximate, where_legal} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }

  // Rows of the dense operands are fetched before they are needed; 0 fetches none.
  transform.named_sequence private @all_fetches(%loops: !transform.any_op {transform.readonly}) {
    %elements = transform.sparse.match.loops axes ["sparse_variable", "sparse_fixed"] in %loops : (!transform.any_op) -> !transform.any_op
    %distance = transform.tune.knob<"prefetch"> = 0 : i64 from options = [0 : i64, 4 : i64, 8 : i64, 12 : i64, 16 : i64, 24 : i64] -> !transform.param<i64>
    transform.sparse.prefetch %elements distance(%distance) {where_legal} : (!transform.any_op, !transform.param<i64>) -> ()
    transform.yield
  }
}
