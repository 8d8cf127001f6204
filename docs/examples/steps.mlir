// A schedule for SpMM in four steps; each sequence has one step more than the one above.
module attributes {transform.with_named_sequence} {
  // The sum over the elements of a row is the innermost loop.
  transform.named_sequence @reordered(%root: !transform.any_op {transform.consumed}) {
    %coordinates = transform.sparse.lower_to_coordinates %root : (!transform.any_op) -> !transform.any_op
    %nests = transform.sparse.match.nests in %coordinates : (!transform.any_op) -> !transform.any_op
    transform.sparse.reorder %nests reductions_last {where_legal} : !transform.any_op
    %positions = transform.sparse.lower_to_positions %coordinates : (!transform.any_op) -> !transform.any_op
    %loops = transform.sparse.lower_to_loops %positions : (!transform.any_op) -> !transform.any_op
    transform.yield
  }

  // The sum is in a register, and begins with the fill.
  transform.named_sequence @registers(%root: !transform.any_op {transform.consumed}) {
    %coordinates = transform.sparse.lower_to_coordinates %root : (!transform.any_op) -> !transform.any_op
    %nests = transform.sparse.match.nests in %coordinates : (!transform.any_op) -> !transform.any_op
    transform.sparse.reorder %nests reductions_last {where_legal} : !transform.any_op
    %positions = transform.sparse.lower_to_positions %coordinates : (!transform.any_op) -> !transform.any_op
    transform.sparse.fuse_fills %positions : !transform.any_op
    %loops = transform.sparse.lower_to_loops %positions : (!transform.any_op) -> !transform.any_op
    transform.sparse.accumulate_in_registers %loops {where_legal} : !transform.any_op
    transform.yield
  }

  // Several vectors of columns share the loop over the elements.
  transform.named_sequence @vectors(%root: !transform.any_op {transform.consumed}) {
    %coordinates = transform.sparse.lower_to_coordinates %root : (!transform.any_op) -> !transform.any_op
    %nests = transform.sparse.match.nests in %coordinates : (!transform.any_op) -> !transform.any_op
    transform.sparse.reorder %nests reductions_last {where_legal} : !transform.any_op
    %positions = transform.sparse.lower_to_positions %coordinates : (!transform.any_op) -> !transform.any_op
    transform.sparse.fuse_fills %positions : !transform.any_op
    %loops = transform.sparse.lower_to_loops %positions : (!transform.any_op) -> !transform.any_op
    transform.sparse.accumulate_in_registers %loops {where_legal} : !transform.any_op
    transform.sparse.hoist_loads %loops {where_legal} : !transform.any_op
    %columns = transform.sparse.match.loops kind spatial holds_reduction unit_stride in %loops : (!transform.any_op) -> !transform.any_op
    %count = transform.tune.knob<"vectors"> = 2 : i64 from options = [1 : i64, 2 : i64, 4 : i64, 8 : i64] -> !transform.param<i64>
    %vectors = transform.sparse.vectorize %columns interleave(%count) : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.yield
  }
}
