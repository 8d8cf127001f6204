module attributes {transform.with_named_sequence} {
  transform.named_sequence @refused(%root: !transform.any_op {transform.consumed}) {
    %loops = transform.sparse.lower_to_loops %root : (!transform.any_op) -> !transform.any_op
    %rows = transform.sparse.match.loops dims ["I"] in %loops : (!transform.any_op) -> !transform.any_op
    %made = transform.sparse.rfactor %rows : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
