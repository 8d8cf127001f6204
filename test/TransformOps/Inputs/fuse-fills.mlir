module attributes {transform.with_named_sequence} {
  transform.named_sequence @as_it_is(%program: !transform.any_op {transform.consumed}) {
    %positions = transform.sparse.lower_to_positions %program : (!transform.any_op) -> !transform.any_op
    transform.sparse.fuse_fills %positions : !transform.any_op
    transform.yield
  }
  transform.named_sequence @reductions_last(%program: !transform.any_op {transform.consumed}) {
    %coordinates = transform.sparse.lower_to_coordinates %program : (!transform.any_op) -> !transform.any_op
    %nests = transform.sparse.match.nests in %coordinates : (!transform.any_op) -> !transform.any_op
    transform.sparse.reorder %nests reductions_last {where_legal} : !transform.any_op
    %positions = transform.sparse.lower_to_positions %coordinates : (!transform.any_op) -> !transform.any_op
    transform.sparse.fuse_fills %positions : !transform.any_op
    transform.yield
  }
  transform.named_sequence @where_legal(%program: !transform.any_op {transform.consumed}) {
    %positions = transform.sparse.lower_to_positions %program : (!transform.any_op) -> !transform.any_op
    transform.sparse.fuse_fills %positions {where_legal} : !transform.any_op
    transform.yield
  }
}
