module attributes {transform.with_named_sequence} {
  transform.named_sequence @as_it_is(%program: !transform.any_op {transform.consumed}) {
    %positions = transform.sparse.lower_to_positions %program : (!transform.any_op) -> !transform.any_op
    transform.sparse.fuse_elementwise %positions : !transform.any_op
    transform.yield
  }
}
