module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %size = transform.param.constant 16 -> !transform.param<i64>
    transform.sparse.specialize %root dim "K" size(%size) : !transform.any_op, !transform.param<i64>
    transform.yield
  }
}
