// Schedules in which a block of a GPU does an iteration of the outermost loop, and its
// groups of lanes share loops inside. They run on a processor too, by the same numbers.
module attributes {transform.with_named_sequence} {
  // A row is a block's, and its sum several groups'.
  transform.named_sequence @spmv(%root: !transform.any_op {transform.consumed}) {
    %lanes = transform.param.constant 32 : i64 -> !transform.param<i64>
    %groups = transform.tune.knob<"groups"> = 4 : i64 from options = [1 : i64, 2 : i64, 4 : i64, 8 : i64, 32 : i64] -> !transform.param<i64>
    %positions = transform.sparse.lower_to_positions %root : (!transform.any_op) -> !transform.any_op
    transform.sparse.fuse_fills %positions : !transform.any_op
    %rows = transform.sparse.match.loops outermost holds_loops in %positions : (!transform.any_op) -> !transform.any_op
    %blocks = transform.sparse.bind %rows to blocks lanes(%lanes) per_block(%groups) : (!transform.any_op, !transform.param<i64>, !transform.param<i64>) -> !transform.any_op
    %loops = transform.sparse.lower_to_loops %positions : (!transform.any_op) -> !transform.any_op
    transform.sparse.accumulate_in_registers %loops {where_legal} : !transform.any_op
    transform.sparse.hoist_loads %loops {where_legal} : !transform.any_op
    %elements = transform.sparse.match.loops kind reduction innermost in %loops : (!transform.any_op) -> !transform.any_op
    %part = transform.sparse.rfactor %elements factor(%groups) {over_groups, reassociate} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    %vectors = transform.sparse.vectorize %part lanes(%lanes) {reassociate, hardware_gathers} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.yield
  }

  // The maximum and the sum of a row are several groups', and so are its elements.
  transform.named_sequence @softmax(%root: !transform.any_op {transform.consumed}) {
    %lanes = transform.param.constant 32 : i64 -> !transform.param<i64>
    %groups = transform.tune.knob<"groups"> = 4 : i64 from options = [1 : i64, 2 : i64, 4 : i64, 8 : i64, 32 : i64] -> !transform.param<i64>
    %positions = transform.sparse.lower_to_positions %root : (!transform.any_op) -> !transform.any_op
    transform.sparse.fuse_fills %positions : !transform.any_op
    %rows = transform.sparse.match.loops outermost holds_loops in %positions : (!transform.any_op) -> !transform.any_op
    %first, %second, %third = transform.split_handle %rows : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %both = transform.sparse.fuse_loops %first, %second : (!transform.any_op, !transform.any_op) -> !transform.any_op
    %all = transform.sparse.fuse_loops %both, %third : (!transform.any_op, !transform.any_op) -> !transform.any_op
    %blocks = transform.sparse.bind %all to blocks lanes(%lanes) per_block(%groups) : (!transform.any_op, !transform.param<i64>, !transform.param<i64>) -> !transform.any_op
    %elements = transform.sparse.match.loops nest "divide" kind spatial innermost in %positions : (!transform.any_op) -> !transform.any_op
    %piece, %point = transform.sparse.split %elements factor (%lanes) : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
    %shared = transform.sparse.bind %piece to warps : (!transform.any_op) -> !transform.any_op
    %loops = transform.sparse.lower_to_loops %positions : (!transform.any_op) -> !transform.any_op
    transform.sparse.accumulate_in_registers %loops {where_legal} : !transform.any_op
    transform.sparse.hoist_loads %loops {where_legal} : !transform.any_op
    %sums = transform.sparse.match.loops kind reduction innermost in %loops : (!transform.any_op) -> !transform.any_op
    %part = transform.sparse.rfactor %sums factor(%groups) {over_groups, reassociate} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    %vectors = transform.sparse.vectorize %part lanes(%lanes) {reassociate, approximate, where_legal} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    %points = transform.sparse.match.loops nest "divide" kind spatial innermost in %loops : (!transform.any_op) -> !transform.any_op
    %divided = transform.sparse.vectorize %points lanes(%lanes) {approximate, where_legal} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.yield
  }

  // The groups of a row's block share its columns.
  transform.named_sequence @spmm(%root: !transform.any_op {transform.consumed}) {
    %lanes = transform.param.constant 32 : i64 -> !transform.param<i64>
    %groups = transform.tune.knob<"groups"> = 4 : i64 from options = [1 : i64, 2 : i64, 4 : i64, 8 : i64, 32 : i64] -> !transform.param<i64>
    %coordinates = transform.sparse.lower_to_coordinates %root : (!transform.any_op) -> !transform.any_op
    %nests = transform.sparse.match.nests in %coordinates : (!transform.any_op) -> !transform.any_op
    transform.sparse.reorder %nests reductions_last {where_legal} : !transform.any_op
    %positions = transform.sparse.lower_to_positions %coordinates : (!transform.any_op) -> !transform.any_op
    transform.sparse.fuse_fills %positions : !transform.any_op
    %rows = transform.sparse.match.loops outermost holds_loops in %positions : (!transform.any_op) -> !transform.any_op
    %blocks = transform.sparse.bind %rows to blocks lanes(%lanes) per_block(%groups) : (!transform.any_op, !transform.param<i64>, !transform.param<i64>) -> !transform.any_op
    %inner = transform.sparse.match.loops dims ["K"] in %positions : (!transform.any_op) -> !transform.any_op
    %piece, %point = transform.sparse.split %inner factor (%lanes) : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
    %shared = transform.sparse.bind %piece to groups : (!transform.any_op) -> !transform.any_op
    %loops = transform.sparse.lower_to_loops %positions : (!transform.any_op) -> !transform.any_op
    transform.sparse.accumulate_in_registers %loops {where_legal} : !transform.any_op
    transform.sparse.hoist_loads %loops {where_legal} : !transform.any_op
    %found = transform.sparse.match.loops kind spatial role point holds_reduction unit_stride in %loops : (!transform.any_op) -> !transform.any_op
    %vectors = transform.sparse.vectorize %found lanes(%lanes) : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.yield
  }

  // Groups sum up vectors of columns, each of a part of the elements, for long rows.
  transform.named_sequence @spmm_sums(%root: !transform.any_op {transform.consumed}) {
    %lanes = transform.param.constant 32 : i64 -> !transform.param<i64>
    %groups = transform.tune.knob<"groups"> = 4 : i64 from options = [1 : i64, 2 : i64, 4 : i64, 8 : i64, 32 : i64] -> !transform.param<i64>
    %coordinates = transform.sparse.lower_to_coordinates %root : (!transform.any_op) -> !transform.any_op
    %nests = transform.sparse.match.nests in %coordinates : (!transform.any_op) -> !transform.any_op
    transform.sparse.reorder %nests reductions_last {where_legal} : !transform.any_op
    %positions = transform.sparse.lower_to_positions %coordinates : (!transform.any_op) -> !transform.any_op
    transform.sparse.fuse_fills %positions : !transform.any_op
    %rows = transform.sparse.match.loops outermost holds_loops in %positions : (!transform.any_op) -> !transform.any_op
    %blocks = transform.sparse.bind %rows to blocks lanes(%lanes) per_block(%groups) : (!transform.any_op, !transform.param<i64>, !transform.param<i64>) -> !transform.any_op
    %loops = transform.sparse.lower_to_loops %positions : (!transform.any_op) -> !transform.any_op
    transform.sparse.accumulate_in_registers %loops {where_legal} : !transform.any_op
    transform.sparse.hoist_loads %loops {where_legal} : !transform.any_op
    %found = transform.sparse.match.loops kind spatial holds_reduction unit_stride in %loops : (!transform.any_op) -> !transform.any_op
    %vectors = transform.sparse.vectorize %found lanes(%lanes) : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    %sums = transform.sparse.match.loops kind reduction innermost in %loops : (!transform.any_op) -> !transform.any_op
    %part = transform.sparse.rfactor %sums factor(%groups) {over_groups, reassociate} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.yield
  }

  // The row of X is read by all elements of a row: it is copied to shared memory.
  transform.named_sequence @sddmm(%root: !transform.any_op {transform.consumed}) {
    %lanes = transform.param.constant 32 : i64 -> !transform.param<i64>
    %groups = transform.tune.knob<"groups"> = 4 : i64 from options = [1 : i64, 2 : i64, 4 : i64, 8 : i64, 32 : i64] -> !transform.param<i64>
    %positions = transform.sparse.lower_to_positions %root : (!transform.any_op) -> !transform.any_op
    transform.sparse.fuse_elementwise %positions : !transform.any_op
    transform.sparse.fuse_fills %positions : !transform.any_op
    %rows = transform.sparse.match.loops outermost holds_loops in %positions : (!transform.any_op) -> !transform.any_op
    %blocks = transform.sparse.bind %rows to blocks lanes(%lanes) per_block(%groups) : (!transform.any_op, !transform.param<i64>, !transform.param<i64>) -> !transform.any_op
    %elements = transform.sparse.match.loops axes ["sparse_variable"] holds_loops in %positions : (!transform.any_op) -> !transform.any_op
    %shared = transform.sparse.bind %elements to warps : (!transform.any_op) -> !transform.any_op
    %loops = transform.sparse.lower_to_loops %positions : (!transform.any_op) -> !transform.any_op
    transform.sparse.accumulate_in_registers %loops {where_legal} : !transform.any_op
    transform.sparse.hoist_loads %loops {where_legal} : !transform.any_op
    %found = transform.sparse.match.loops axes ["sparse_variable"] holds_reduction in %loops : (!transform.any_op) -> !transform.any_op
    %copies = transform.sparse.cache_read %found {in_block} : (!transform.any_op) -> !transform.any_op
    %copied = transform.sparse.vectorize %copies lanes(%lanes) : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    %sums = transform.sparse.match.loops kind reduction axes ["dense_fixed"] innermost in %loops : (!transform.any_op) -> !transform.any_op
    %vectors = transform.sparse.vectorize %sums lanes(%lanes) {reassociate} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.yield
  }

  // The groups share the rows of a stored block. What all of them read is copied to
  // shared memory, and so is what they add to.
  transform.named_sequence @blocks(%root: !transform.any_op {transform.consumed}) {
    %lanes = transform.param.constant 32 : i64 -> !transform.param<i64>
    %one = transform.param.constant 1 : i64 -> !transform.param<i64>
    %groups = transform.tune.knob<"groups"> = 4 : i64 from options = [1 : i64, 2 : i64, 4 : i64, 8 : i64, 32 : i64] -> !transform.param<i64>
    %positions = transform.sparse.lower_to_positions %root : (!transform.any_op) -> !transform.any_op
    %rows = transform.sparse.match.loops nest "spmm" outermost holds_loops in %positions : (!transform.any_op) -> !transform.any_op
    %fills = transform.sparse.match.loops nest "fill" outermost holds_loops in %positions : (!transform.any_op) -> !transform.any_op
    %filled = transform.sparse.bind %fills to warps : (!transform.any_op) -> !transform.any_op
    %blocks = transform.sparse.bind %rows to blocks lanes(%lanes) per_block(%groups) : (!transform.any_op, !transform.param<i64>, !transform.param<i64>) -> !transform.any_op
    %inside = transform.sparse.match.loops nest "spmm" dims ["Ii"] in %positions : (!transform.any_op) -> !transform.any_op
    %shared = transform.sparse.bind %inside to groups : (!transform.any_op) -> !transform.any_op
    %loops = transform.sparse.lower_to_loops %positions : (!transform.any_op) -> !transform.any_op
    %stored = transform.sparse.match.loops nest "spmm" dims ["Jo"] in %loops : (!transform.any_op) -> !transform.any_op
    %tiles = transform.sparse.cache_write %stored pad(%one) : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    %each = transform.sparse.match.loops nest "spmm" dims ["Ii"] in %loops : (!transform.any_op) -> !transform.any_op
    %parts = transform.sparse.cache_read %each pad(%one) {in_block} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    %copies = transform.merge_handles %tiles, %parts : !transform.any_op
    %copied = transform.sparse.vectorize %copies lanes(%lanes) : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    %columns = transform.sparse.match.loops kind spatial innermost unit_stride in %loops : (!transform.any_op) -> !transform.any_op
    %vectors = transform.sparse.vectorize %columns lanes(%lanes) : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.yield
  }
}
