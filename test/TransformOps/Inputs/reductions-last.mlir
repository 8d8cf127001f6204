module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %nests = transform.sparse.match.nests in %root : (!transform.any_op) -> !transform.any_op
    transform.sparse.reorder %nests reductions_last : !transform.any_op
    transform.yield
  }
}
