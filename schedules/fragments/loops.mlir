// Fragments of schedules that work on plain loops. Each takes the module, and finds in it
// what it changes by what that is; a second handle is of the same module, or of nothing
// where sums keep the order of the program. Schedules name a fragment by
// transform.include, in this order. What it may not do to a loop it leaves.
module attributes {transform.with_named_sequence} {
  //===--------------------------------------------------------------------------===//
  // What is loaded and stored
  //===--------------------------------------------------------------------------===//

  // Panels are copied side by side. Each worker has copies for its rows.
  transform.named_sequence private @copied_panels(%loops: !transform.any_op {transform.readonly}) {
    %read = transform.sparse.match.loops kind spatial role tile holds_reduction in %loops : (!transform.any_op) -> !transform.any_op
    %copies = transform.sparse.cache_read %read {where_legal} : (!transform.any_op) -> !transform.any_op
    %vectors = transform.param.constant 8 : i64 -> !transform.param<i64>
    %copied = transform.sparse.vectorize %copies interleave(%vectors) {where_legal} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.yield
  }

  // Columns of dense operands that rows of a product take again are copied side by side.
  // Before that rows are, of an operand that lies by columns.
  transform.named_sequence private @copied_columns(%loops: !transform.any_op {transform.readonly}) {
    %row_panel = transform.tune.knob<"row_panel"> = 0 : i64 from options = [0 : i64, 64 : i64, 128 : i64, 256 : i64, 512 : i64] -> !transform.param<i64>
    %by_columns = transform.sparse.take_if %row_panel %loops : (!transform.param<i64>, !transform.any_op) -> !transform.any_op
    %row_panels = transform.sparse.match.loops kind spatial role tile axes ["dense_fixed"] outermost holds_reduction in %by_columns : (!transform.any_op) -> !transform.any_op
    %rows = transform.sparse.cache_read %row_panels {columns_first, where_legal} : (!transform.any_op) -> !transform.any_op
    %copied_rows = transform.sparse.vectorize %rows {where_legal} : (!transform.any_op) -> !transform.any_op
    %sums = transform.sparse.match.loops kind reduction axes ["dense_fixed"] innermost in %loops : (!transform.any_op) -> !transform.any_op
    %columns = transform.get_parent_op %sums {op_name = "scf.for", allow_empty_results, deduplicate} : (!transform.any_op) -> !transform.any_op
    %rows_again = transform.get_parent_op %columns {op_name = "scf.for", allow_empty_results, deduplicate} : (!transform.any_op) -> !transform.any_op
    %panels = transform.get_parent_op %rows_again {op_name = "scf.for", allow_empty_results, deduplicate} : (!transform.any_op) -> !transform.any_op
    %read = transform.sparse.match.loops kind spatial role tile axes ["dense_fixed"] holds_reduction in %panels : (!transform.any_op) -> !transform.any_op
    %copies = transform.sparse.cache_read %read {where_legal} : (!transform.any_op) -> !transform.any_op
    %vectors = transform.tune.knob<"vectors"> = 2 : i64 from options = [1 : i64, 2 : i64, 3 : i64, 4 : i64] -> !transform.param<i64>
    %copied = transform.sparse.vectorize %copies interleave(%vectors) {where_legal} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.yield
  }

  // What a loop adds to is in a register.
  transform.named_sequence private @registers(%loops: !transform.any_op {transform.readonly}) {
    transform.sparse.accumulate_in_registers %loops {where_legal} : !transform.any_op
    transform.yield
  }

  // What stays the same is loaded once.
  transform.named_sequence private @loads(%loops: !transform.any_op {transform.readonly}) {
    transform.sparse.hoist_loads %loops {where_legal} : !transform.any_op
    transform.yield
  }

  // What one nest has stored is at hand for the next.
  transform.named_sequence private @handed_on(%loops: !transform.any_op {transform.readonly}) {
    transform.sparse.forward_stores %loops : !transform.any_op
    transform.yield
  }

  // Elements with a row of their own, as in COO: those of a row follow one another.
  transform.named_sequence private @runs(%loops: !transform.any_op {transform.readonly}) {
    %listed = transform.sparse.match.loops kind spatial role level axes ["sparse_variable"] innermost in %loops : (!transform.any_op) -> !transform.any_op
    transform.sparse.accumulate_runs %listed {where_legal} : !transform.any_op
    transform.yield
  }

  // Elements of a part of a list are a lane's each; what those of a row come to is added
  // by one of the lanes.
  transform.named_sequence private @list_sums(%loops: !transform.any_op {transform.readonly}) {
    %elements = transform.sparse.match.loops kind spatial role point axes ["sparse_variable"] innermost in %loops : (!transform.any_op) -> !transform.any_op
    %lanes = transform.tune.knob<"group"> = 32 : i64 from options = [1 : i64, 2 : i64, 4 : i64, 8 : i64, 16 : i64, 32 : i64] -> !transform.param<i64>
    %added = transform.sparse.vectorize %elements lanes(%lanes) {hardware_gathers, where_legal} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.yield
  }

  // Elements of a part of a list, each with a row of columns to be added: the sums of a
  // row stay in registers while its elements go by.
  transform.named_sequence private @list_rows(%loops: !transform.any_op {transform.readonly}) {
    %elements = transform.sparse.match.loops kind spatial role point axes ["sparse_variable"] innermost in %loops : (!transform.any_op) -> !transform.any_op
    transform.sparse.accumulate_runs %elements {where_legal} : !transform.any_op
    %columns = transform.sparse.match.loops kind spatial role level axes ["dense_fixed"] holds_loops unit_stride in %loops : (!transform.any_op) -> !transform.any_op
    %vectors = transform.tune.knob<"vectors"> = 2 : i64 from options = [1 : i64, 2 : i64, 4 : i64, 8 : i64, 16 : i64] -> !transform.param<i64>
    %sums = transform.sparse.vectorize %columns interleave(%vectors) {where_legal} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.yield
  }

  // A sum of products with one factor may be multiplied by it once; 1 allows that a
  // finite sum of floats becomes infinite or NaN so. Integers wrap around.
  transform.named_sequence private @factors(%loops: !transform.any_op {transform.readonly}, %free: !transform.any_op {transform.readonly}) {
    %overflow = transform.tune.knob<"allow_overflow"> = 0 : i64 from options = [0 : i64, 1 : i64] -> !transform.param<i64>
    %large = transform.sparse.take_if %overflow %free : (!transform.param<i64>, !transform.any_op) -> !transform.any_op
    transform.sparse.factor_out %large {reassociate, allow_overflow, where_legal} : !transform.any_op
    transform.sparse.factor_out %loops {where_legal} : !transform.any_op
    transform.yield
  }

  //===--------------------------------------------------------------------------===//
  // Vectors
  //===--------------------------------------------------------------------------===//

  // Where all coordinates are inside of what is read with a border, nothing asks.
  transform.named_sequence private @inside(%loops: !transform.any_op {transform.readonly}) {
    %innermost = transform.sparse.match.loops innermost in %loops : (!transform.any_op) -> !transform.any_op
    %peeled = transform.sparse.peel %innermost {borders, where_legal} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }

  // So many rows whose elements lie side by side share one loop over these; 1 takes
  // each for itself.
  transform.named_sequence private @rows_together(%loops: !transform.any_op {transform.readonly}) {
    %beside = transform.sparse.match.loops kind spatial axes ["dense_fixed"] holds_reduction strided few_iterations in %loops : (!transform.any_op) -> !transform.any_op
    %together = transform.tune.knob<"rows"> = 1 : i64 from options = [1 : i64, 2 : i64, 4 : i64, 8 : i64] -> !transform.param<i64>
    %jammed = transform.sparse.unroll_and_jam %beside factor(%together) {where_legal} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.yield
  }

  // Several vectors of columns share one loop over the elements. So are those that an
  // element adds to as it comes, as in COO, and fills that stay by themselves.
  transform.named_sequence private @columns(%loops: !transform.any_op {transform.readonly}) {
    %columns = transform.sparse.match.loops kind spatial holds_reduction unit_stride in %loops : (!transform.any_op) -> !transform.any_op
    %vectors = transform.tune.knob<"vectors"> = 8 : i64 from options = [1 : i64, 2 : i64, 4 : i64, 8 : i64, 16 : i64] -> !transform.param<i64>
    %blocks = transform.sparse.vectorize %columns interleave(%vectors) {approximate, where_legal} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    %others = transform.sparse.match.loops kind spatial role level axes ["dense_fixed"] innermost unit_stride in %loops : (!transform.any_op) -> !transform.any_op
    %added = transform.sparse.vectorize %others interleave(%vectors) {approximate, where_legal} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    %fills = transform.sparse.match.loops nest "fill" kind spatial role level innermost unit_stride in %loops : (!transform.any_op) -> !transform.any_op
    %filled = transform.sparse.vectorize %fills interleave(%vectors) {where_legal} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.yield
  }

  // Products of dense operands: some rows of several vectors of columns share one loop
  // over what is summed up, their sums in registers. Rows that are left over do so by
  // four, then by two. Narrow numbers are multiplied as small matrices.
  transform.named_sequence private @register_tiles(%loops: !transform.any_op {transform.readonly}) {
    %sums = transform.sparse.match.loops kind reduction axes ["dense_fixed"] innermost in %loops : (!transform.any_op) -> !transform.any_op
    %columns = transform.get_parent_op %sums {op_name = "scf.for", allow_empty_results, deduplicate} : (!transform.any_op) -> !transform.any_op
    %rows = transform.get_parent_op %columns {op_name = "scf.for", allow_empty_results, deduplicate} : (!transform.any_op) -> !transform.any_op
    %together = transform.tune.knob<"rows"> = 6 : i64 from options = [1 : i64, 2 : i64, 4 : i64, 6 : i64, 8 : i64, 12 : i64] -> !transform.param<i64>
    %jammed = transform.sparse.unroll_and_jam %rows factor(%together) {where_legal} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    %four = transform.param.constant 4 : i64 -> !transform.param<i64>
    %rest = transform.sparse.match.loops kind spatial role tail axes ["dense_fixed"] holds_reduction in %loops : (!transform.any_op) -> !transform.any_op
    %two = transform.param.constant 2 : i64 -> !transform.param<i64>
    transform.foreach %rest : !transform.any_op {
    ^bb0(%tail: !transform.any_op):
      %jammed_rest = transform.sparse.unroll_and_jam %tail factor(%four) {at_most, where_legal} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
      %fours, %fewer = transform.split_handle %jammed_rest {fail_on_payload_too_small = false} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
      %pairs = transform.sparse.unroll_and_jam %fewer factor(%two) {at_most, where_legal} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    }

    %lanes = transform.tune.knob<"lanes"> = 0 : i64 from options = [0 : i64, 1 : i64, 2 : i64, 4 : i64, 8 : i64, 16 : i64, 32 : i64, 64 : i64, 128 : i64, 256 : i64, 512 : i64] -> !transform.param<i64>
    %of_lanes = transform.sparse.take_if %lanes %loops : (!transform.param<i64>, !transform.any_op) -> !transform.any_op
    %sums_of_lanes = transform.sparse.match.loops kind reduction axes ["dense_fixed"] innermost in %of_lanes : (!transform.any_op) -> !transform.any_op
    %columns_of_lanes = transform.get_parent_op %sums_of_lanes {op_name = "scf.for", allow_empty_results, deduplicate} : (!transform.any_op) -> !transform.any_op
    %tiles_of_lanes = transform.sparse.vectorize %columns_of_lanes lanes(%lanes) {approximate, where_legal} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    %all_sums = transform.sparse.match.loops kind reduction axes ["dense_fixed"] innermost in %loops : (!transform.any_op) -> !transform.any_op
    %all_columns = transform.get_parent_op %all_sums {op_name = "scf.for", allow_empty_results, deduplicate} : (!transform.any_op) -> !transform.any_op
    %vectors = transform.tune.knob<"vectors"> = 2 : i64 from options = [1 : i64, 2 : i64, 3 : i64, 4 : i64] -> !transform.param<i64>
    %tiles = transform.sparse.vectorize %all_columns interleave(%vectors) {approximate, where_legal} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    %sums_of_tiles = transform.sparse.match.loops kind reduction axes ["dense_fixed"] innermost in %loops : (!transform.any_op) -> !transform.any_op
    %products = transform.sparse.tensorize %sums_of_tiles factor(%four) {at_most, narrow, where_legal} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    %fills = transform.sparse.match.loops nest "fill" kind spatial role level innermost unit_stride in %loops : (!transform.any_op) -> !transform.any_op
    %filled = transform.sparse.vectorize %fills interleave(%vectors) {where_legal} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.yield
  }

  // The rows of a block together, no more than eight, and several vectors of columns:
  // rows times vectors are to be 20 at most of 32 registers. The elements of a row,
  // eight at most, are products of matrices. Those of bf16 may be added in another
  // order, by what takes subnormal numbers for zeros.
  transform.named_sequence private @columns_of_blocks(%loops: !transform.any_op {transform.readonly}, %free: !transform.any_op {transform.readonly}) {
    %rows = transform.sparse.match.loops kind spatial axes ["dense_fixed"] holds_reduction strided few_iterations in %loops : (!transform.any_op) -> !transform.any_op
    %eight = transform.param.constant 8 : i64 -> !transform.param<i64>
    %together = transform.sparse.unroll_and_jam %rows factor(%eight) {at_most, where_legal} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op

    %columns = transform.sparse.match.loops kind spatial axes ["dense_fixed"] holds_reduction unit_stride in %loops : (!transform.any_op) -> !transform.any_op
    %vectors = transform.tune.knob<"vectors"> = 2 : i64 from options = [1 : i64, 2 : i64, 3 : i64, 4 : i64, 8 : i64] -> !transform.param<i64>
    %groups = transform.sparse.vectorize %columns interleave(%vectors) {where_legal} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op

    %any_order = transform.sparse.match.loops kind reduction role level axes ["dense_fixed"] innermost few_iterations in %free : (!transform.any_op) -> !transform.any_op
    %products = transform.sparse.tensorize %any_order factor(%eight) {at_most, reassociate, where_legal} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    %in_order = transform.sparse.match.loops kind reduction role level axes ["dense_fixed"] innermost few_iterations in %loops : (!transform.any_op) -> !transform.any_op
    %others = transform.sparse.tensorize %in_order factor(%eight) {at_most, where_legal} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    %elements = transform.sparse.match.loops kind reduction role level axes ["dense_fixed"] innermost few_iterations in %loops : (!transform.any_op) -> !transform.any_op
    %unrolled = transform.sparse.unroll %elements factor(%eight) {at_most, where_legal} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.yield
  }

  // In a group of columns, a row that is read stays in vector registers while the
  // elements go by.
  transform.named_sequence private @scattered_rows(%loops: !transform.any_op {transform.readonly}) {
    %outer = transform.sparse.match.loops kind spatial axes ["dense_fixed"] unit_stride in %loops : (!transform.any_op) -> !transform.any_op
    %vectors = transform.tune.knob<"vectors"> = 4 : i64 from options = [1 : i64, 2 : i64, 4 : i64, 8 : i64, 16 : i64] -> !transform.param<i64>
    %blocks = transform.sparse.vectorize %outer interleave(%vectors) {where_legal} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    %others = transform.sparse.match.loops kind spatial axes ["dense_fixed"] innermost unit_stride in %loops : (!transform.any_op) -> !transform.any_op
    %rest = transform.sparse.vectorize %others interleave(%vectors) {where_legal} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.yield
  }

  // Beside columns of a dense operand, several rows of a block share a loop over the
  // steps; else rows of a block are vectors. Near a border, and on whole diagonals, it
  // is rows of one step at a time.
  transform.named_sequence private @rows_of_diagonals(%loops: !transform.any_op {transform.readonly}) {
    %beside = transform.sparse.match.loops kind spatial axes ["dense_fixed"] holds_reduction strided few_iterations in %loops : (!transform.any_op) -> !transform.any_op
    %together = transform.tune.knob<"rows"> = 4 : i64 from options = [1 : i64, 2 : i64, 4 : i64, 8 : i64] -> !transform.param<i64>
    %jammed = transform.sparse.unroll_and_jam %beside factor(%together) {where_legal} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op

    %blocks = transform.sparse.match.loops kind spatial axes ["dense_fixed"] holds_reduction unit_stride in %loops : (!transform.any_op) -> !transform.any_op
    %vectors = transform.tune.knob<"vectors"> = 1 : i64 from options = [1 : i64, 2 : i64, 4 : i64, 8 : i64] -> !transform.param<i64>
    %groups = transform.sparse.vectorize %blocks interleave(%vectors) {where_legal} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op

    %rows = transform.sparse.match.loops kind spatial role level axes ["dense_fixed"] innermost unit_stride in %loops : (!transform.any_op) -> !transform.any_op
    %others = transform.sparse.vectorize %rows {where_legal} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }

  // Sums over a dense dimension for each stored element: vector by vector, and of
  // several elements at once.
  transform.named_sequence private @dense_sums(%loops: !transform.any_op {transform.readonly}, %free: !transform.any_op {transform.readonly}) {
    %elements = transform.sparse.match.loops axes ["sparse_variable", "sparse_fixed"] holds_reduction dense_inside in %loops : (!transform.any_op) -> !transform.any_op
    %together = transform.tune.knob<"together"> = 4 : i64 from options = [1 : i64, 2 : i64, 4 : i64, 8 : i64] -> !transform.param<i64>
    %groups = transform.sparse.unroll_and_jam %elements factor(%together) {where_legal} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    %sums = transform.sparse.match.loops kind reduction axes ["dense_fixed"] innermost unit_stride in %free : (!transform.any_op) -> !transform.any_op
    %vectors = transform.tune.knob<"vectors"> = 1 : i64 from options = [1 : i64, 2 : i64, 4 : i64] -> !transform.param<i64>
    %blocks = transform.sparse.vectorize %sums interleave(%vectors) {reassociate, approximate, where_legal} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.sparse.combine_reductions %loops count(%together) {where_legal} : !transform.any_op, !transform.param<i64>
    transform.yield
  }

  // A dense row of few vectors that elements are multiplied by stays in registers for all
  // of a fibre; 0 loads it again for each group of elements.
  transform.named_sequence private @kept_rows(%loops: !transform.any_op {transform.readonly}) {
    %kept = transform.tune.knob<"kept"> = 1 : i64 from options = [0 : i64, 1 : i64] -> !transform.param<i64>
    %taken = transform.sparse.take_if %kept %loops : (!transform.param<i64>, !transform.any_op) -> !transform.any_op
    %few = transform.sparse.match.loops kind reduction role tile axes ["dense_fixed"] innermost few_iterations in %taken : (!transform.any_op) -> !transform.any_op
    %whole = transform.sparse.unroll %few {where_legal} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }

  // Rows of the dense operands are fetched for so many groups of elements ahead; 0
  // fetches none.
  transform.named_sequence private @fetched_sums(%loops: !transform.any_op {transform.readonly}) {
    %wide = transform.sparse.match.loops kind spatial axes ["sparse_variable", "sparse_fixed"] holds_reduction dense_inside in %loops : (!transform.any_op) -> !transform.any_op
    %kept = transform.sparse.match.loops kind spatial axes ["sparse_variable", "sparse_fixed"] innermost in %loops : (!transform.any_op) -> !transform.any_op
    %elements = transform.merge_handles %wide, %kept : !transform.any_op
    %distance = transform.tune.knob<"prefetch"> = 0 : i64 from options = [0 : i64, 1 : i64, 2 : i64, 4 : i64, 6 : i64, 8 : i64] -> !transform.param<i64>
    transform.sparse.prefetch %elements distance(%distance) {where_legal} : (!transform.any_op, !transform.param<i64>) -> ()
    transform.yield
  }

  // Sums along rows of stored blocks: the elements of a row of a block are a vector, and
  // no more than eight rows of a block share one loop over the blocks, behind which the
  // lanes are added up.
  transform.named_sequence private @sums_of_blocks(%loops: !transform.any_op {transform.readonly}, %free: !transform.any_op {transform.readonly}) {
    %rows = transform.sparse.match.loops kind spatial axes ["dense_fixed"] holds_reduction few_iterations in %loops : (!transform.any_op) -> !transform.any_op
    %eight = transform.param.constant 8 : i64 -> !transform.param<i64>
    %together = transform.sparse.unroll_and_jam %rows factor(%eight) {at_most, where_legal} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op

    %elements = transform.sparse.match.loops kind reduction axes ["dense_fixed"] innermost in %free : (!transform.any_op) -> !transform.any_op
    %lanes = transform.tune.knob<"lanes"> = 8 : i64 from options = [2 : i64, 4 : i64, 8 : i64, 16 : i64] -> !transform.param<i64>
    %vectors = transform.sparse.vectorize %elements lanes(%lanes) {reassociate, approximate, where_legal} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    %blocks = transform.sparse.match.loops kind reduction role level axes ["sparse_variable", "sparse_fixed"] in %free : (!transform.any_op) -> !transform.any_op
    transform.sparse.reduce_behind %blocks {where_legal} : !transform.any_op
    transform.sparse.combine_reductions %free count(%lanes) {where_legal} : !transform.any_op, !transform.param<i64>

    // A fill that stays by itself is of vectors too.
    %fills = transform.sparse.match.loops nest "fill" kind spatial role level innermost unit_stride in %loops : (!transform.any_op) -> !transform.any_op
    %filled = transform.sparse.vectorize %fills {where_legal} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }

  // Sums along the stored elements of a row: a vector of elements at a time, each lane
  // with a partial sum of its own.
  transform.named_sequence private @fibre_sums(%loops: !transform.any_op {transform.readonly}, %free: !transform.any_op {transform.readonly}) {
    // By gathers, what is left of a row is part of a vector. 0 lanes: no gathers.
    %elements = transform.sparse.match.loops kind reduction axes ["sparse_variable", "sparse_fixed"] innermost in %free : (!transform.any_op) -> !transform.any_op
    %gathered = transform.tune.knob<"gathered_lanes"> = 0 : i64 from options = [0 : i64, 2 : i64, 4 : i64, 8 : i64, 16 : i64, 32 : i64, 64 : i64] -> !transform.param<i64>
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

  // Sums of rows whose elements lie side by side: a vector of rows at a time, which
  // keeps its sums in registers over the steps of a slice.
  transform.named_sequence private @rows_of_slices(%loops: !transform.any_op {transform.readonly}) {
    // By gathers, rows that fill no vector are one under a mask. 0 lanes: no gathers.
    %rows = transform.sparse.match.loops kind spatial axes ["dense_fixed"] holds_reduction unit_stride in %loops : (!transform.any_op) -> !transform.any_op
    %vectors = transform.tune.knob<"vectors"> = 1 : i64 from options = [1 : i64, 2 : i64, 4 : i64] -> !transform.param<i64>
    %gathered = transform.tune.knob<"gathered_lanes"> = 0 : i64 from options = [0 : i64, 2 : i64, 4 : i64, 8 : i64, 16 : i64, 32 : i64, 64 : i64] -> !transform.param<i64>
    %slices = transform.sparse.vectorize %rows lanes(%gathered) interleave(%vectors) {hardware_gathers, approximate, where_legal} : (!transform.any_op, !transform.param<i64>, !transform.param<i64>) -> !transform.any_op

    // Elements that are loaded one by one make a vector too; rows that fill none are
    // done one by one.
    %others = transform.sparse.match.loops kind spatial role level axes ["dense_fixed"] holds_reduction unit_stride in %loops : (!transform.any_op) -> !transform.any_op
    %lanes = transform.tune.knob<"lanes"> = 16 : i64 from options = [0 : i64, 2 : i64, 4 : i64, 8 : i64, 16 : i64] -> !transform.param<i64>
    %blocks = transform.sparse.vectorize %others lanes(%lanes) interleave(%vectors) {scalar_remainder, approximate, where_legal} : (!transform.any_op, !transform.param<i64>, !transform.param<i64>) -> !transform.any_op

    // The numbers of the rows are for the stores of their sums alone.
    transform.sparse.sink_loads %loops {where_legal} : !transform.any_op
    transform.yield
  }

  // Elements that are not summed up, and sums of functions such as the exponential, or
  // of what lies side by side: as many lanes as there are, under masks; 0 has none.
  transform.named_sequence private @elements(%loops: !transform.any_op {transform.readonly}, %free: !transform.any_op {transform.readonly}) {
    %masks = transform.tune.knob<"masks"> = 1 : i64 from options = [0 : i64, 1 : i64] -> !transform.param<i64>
    %taken = transform.sparse.take_if %masks %free : (!transform.param<i64>, !transform.any_op) -> !transform.any_op
    %others = transform.sparse.match.loops role level axes ["sparse_variable", "sparse_fixed"] innermost in %taken : (!transform.any_op) -> !transform.any_op
    %masked = transform.sparse.vectorize %others {reassociate, approximate, where_legal} : (!transform.any_op) -> !transform.any_op
    %all = transform.sparse.take_if %masks %loops : (!transform.param<i64>, !transform.any_op) -> !transform.any_op
    %inOrder = transform.sparse.match.loops role level axes ["sparse_variable", "sparse_fixed"] innermost in %all : (!transform.any_op) -> !transform.any_op
    %kept = transform.sparse.vectorize %inOrder {approximate, where_legal} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }

  // What is stored in another order than it is read is turned in registers, of squares
  // that are whole.
  transform.named_sequence private @turned_squares(%loops: !transform.any_op {transform.readonly}) {
    %points = transform.sparse.match.loops kind spatial role point axes ["dense_fixed"] innermost in %loops : (!transform.any_op) -> !transform.any_op
    %lines = transform.get_parent_op %points {op_name = "scf.for", allow_empty_results, deduplicate} : (!transform.any_op) -> !transform.any_op
    %columns = transform.get_parent_op %lines {op_name = "scf.for", allow_empty_results, deduplicate} : (!transform.any_op) -> !transform.any_op
    %rows = transform.get_parent_op %columns {op_name = "scf.for", allow_empty_results, deduplicate} : (!transform.any_op) -> !transform.any_op
    %whole_columns = transform.sparse.peel %columns {where_legal} : (!transform.any_op) -> !transform.any_op
    %whole_rows = transform.sparse.peel %rows {where_legal} : (!transform.any_op) -> !transform.any_op
    %in_whole = transform.sparse.match.loops kind spatial role point axes ["dense_fixed"] innermost in %loops : (!transform.any_op) -> !transform.any_op
    %sides = transform.get_parent_op %in_whole {op_name = "scf.for", allow_empty_results, deduplicate} : (!transform.any_op) -> !transform.any_op
    %squares = transform.sparse.vectorize_transposed %sides {approximate, where_legal} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }

  // Rows of dense memory that are not summed up, as they are and of functions.
  transform.named_sequence private @dense_rows(%loops: !transform.any_op {transform.readonly}) {
    %inner = transform.sparse.match.loops kind spatial axes ["dense_fixed"] innermost unit_stride in %loops : (!transform.any_op) -> !transform.any_op
    %vectors = transform.tune.knob<"vectors"> = 8 : i64 from options = [1 : i64, 2 : i64, 4 : i64, 8 : i64, 16 : i64] -> !transform.param<i64>
    %rows = transform.sparse.vectorize %inner interleave(%vectors) {approximate, where_legal} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.yield
  }

  // Fills that stay by themselves.
  transform.named_sequence private @fills_alone(%loops: !transform.any_op {transform.readonly}) {
    %fills = transform.sparse.match.loops nest "fill" kind spatial role level axes ["dense_fixed"] innermost unit_stride in %loops : (!transform.any_op) -> !transform.any_op
    %vectors = transform.param.constant 8 : i64 -> !transform.param<i64>
    %filled = transform.sparse.vectorize %fills interleave(%vectors) {where_legal} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.yield
  }

  // Copies that chunks added to, and what they begin with.
  transform.named_sequence private @combined_copies(%loops: !transform.any_op {transform.readonly}) {
    %sums = transform.sparse.match.loops nest "combine" kind spatial role level axes ["dense_fixed"] innermost unit_stride in %loops : (!transform.any_op) -> !transform.any_op
    %vectors = transform.param.constant 4 : i64 -> !transform.param<i64>
    %combined = transform.sparse.vectorize %sums interleave(%vectors) {where_legal} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.yield
  }

  //===--------------------------------------------------------------------------===//
  // Waiting
  //===--------------------------------------------------------------------------===//

  // Additions wait for the ones before: a row of few vectors has so many partial sums of
  // neighbouring elements, however its columns are divided. 1 makes one sum.
  transform.named_sequence private @partial_sums(%loops: !transform.any_op {transform.readonly}, %free: !transform.any_op {transform.readonly}) {
    %sums = transform.sparse.match.loops kind reduction role level axes ["sparse_variable", "sparse_fixed"] innermost in %free : (!transform.any_op) -> !transform.any_op
    %parts = transform.tune.knob<"partial_sums"> = 1 : i64 from options = [1 : i64, 2 : i64, 4 : i64] -> !transform.param<i64>
    %apart = transform.sparse.rfactor %sums factor(%parts) {reassociate, where_legal} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.yield
  }

  // Rows of constant structure, and their elements or blocks, are in the code, where they
  // are so many at most; 0 leaves loops.
  transform.named_sequence private @dismantled(%loops: !transform.any_op {transform.readonly}) {
    %elements = transform.sparse.match.loops role level axes ["sparse_variable", "sparse_fixed"] in %loops : (!transform.any_op) -> !transform.any_op
    %most = transform.tune.knob<"dismantle"> = 0 : i64 from options = [0 : i64, 500 : i64, 1000 : i64, 2000 : i64, 4000 : i64] -> !transform.param<i64>
    %left = transform.sparse.dismantle %elements most(%most) {where_legal} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.yield
  }

  // Rows of the dense operands are fetched for elements, or blocks, to come; 0 fetches
  // none.
  transform.named_sequence private @fetches(%loops: !transform.any_op {transform.readonly}) {
    %elements = transform.sparse.match.loops kind reduction in %loops : (!transform.any_op) -> !transform.any_op
    %distance = transform.tune.knob<"prefetch"> = 0 : i64 from options = [0 : i64, 1 : i64, 2 : i64, 4 : i64, 8 : i64, 12 : i64, 16 : i64, 24 : i64] -> !transform.param<i64>
    transform.sparse.prefetch %elements distance(%distance) {where_legal} : (!transform.any_op, !transform.param<i64>) -> ()
    transform.yield
  }

  // A result of so many bytes, of which no cache would keep much, is stored past the
  // caches; 0 stores none so.
  transform.named_sequence private @streams(%loops: !transform.any_op {transform.readonly}) {
    %large = transform.tune.knob<"stream"> = 0 : i64 from options = [0 : i64, 1 : i64, 8388608 : i64, 67108864 : i64] -> !transform.param<i64>
    transform.sparse.stream_stores %loops at_least(%large) {where_legal} : (!transform.any_op, !transform.param<i64>) -> ()
    transform.yield
  }
}
