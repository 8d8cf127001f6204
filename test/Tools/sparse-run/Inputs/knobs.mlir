// Schedules with knobs that do not change code, for what is said of them.
module attributes {transform.with_named_sequence} {
  transform.named_sequence private @accumulate(%loops: !transform.any_op {transform.readonly}) {
    %interleave = transform.tune.knob<"interleave"> = 2 from options = [1, 2, 4] -> !transform.param<i64>
    transform.sparse.accumulate_in_registers %loops {where_legal} : !transform.any_op
    transform.yield
  }
  transform.named_sequence @serial(%root: !transform.any_op {transform.consumed}) {
    %loops = transform.sparse.lower_to_loops %root : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
  transform.named_sequence @carried(%root: !transform.any_op {transform.consumed}) {
    %loops = transform.sparse.lower_to_loops %root : (!transform.any_op) -> !transform.any_op
    %order = transform.tune.knob<"order"> = "rows" from options = ["rows", "columns"] -> !transform.any_param
    transform.include @accumulate failures(propagate) (%loops) : (!transform.any_op) -> ()
    transform.yield
  }
  transform.named_sequence @refused(%root: !transform.any_op {transform.consumed}) {
    %loops = transform.sparse.lower_to_loops %root : (!transform.any_op) -> !transform.any_op
    %columns = transform.sparse.match.loops nest "spmm" dims ["J"] in %loops : (!transform.any_op) -> !transform.any_op
    transform.sparse.accumulate_in_registers %columns : !transform.any_op
    transform.yield
  }
}
