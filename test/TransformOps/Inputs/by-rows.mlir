// Nests in one loop over workers, each of whom goes through its rows three at a
// time, or as many more as blocks take.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @by_rows(%root: !transform.any_op {transform.consumed}) {
    %positions = transform.sparse.lower_to_positions %root : (!transform.any_op) -> !transform.any_op
    %tile = transform.param.constant 3 : i64 -> !transform.param<i64>
    transform.sparse.fuse_by_rows %positions tile(%tile) : !transform.any_op, !transform.param<i64>
    %loops = transform.sparse.lower_to_loops %positions : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
