// Four chunks, each with a copy of what is added to, and nothing else.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @copies(%root: !transform.any_op {transform.consumed}) {
    %positions = transform.sparse.lower_to_positions %root : (!transform.any_op) -> !transform.any_op
    %copies = transform.tune.knob<"copies"> = 4 : i64 from options = [1 : i64, 2 : i64, 4 : i64, 32 : i64] -> !transform.param<i64>
    %nests = transform.sparse.match.loops kind reduction outermost in %positions : (!transform.any_op) -> !transform.any_op
    transform.sparse.accumulate_in_copies %nests copies(%copies) {reassociate} : !transform.any_op, !transform.param<i64>
    %loops = transform.sparse.lower_to_loops %positions : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
