module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %five = transform.param.constant 5 -> !transform.param<i64>
    transform.sparse.specialize %root dim "K" size(%five) function "spmm" : !transform.any_op, !transform.param<i64>
    transform.yield
  }
}
