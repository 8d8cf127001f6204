module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %five = transform.param.constant 5 -> !transform.param<i64>
    transform.sparse.specialize %root size("K") to(%five) in "spmm" : !transform.any_op, !transform.param<i64>
    transform.yield
  }
}
