module attributes {transform.with_named_sequence} {
  transform.named_sequence @cast(%root: !transform.any_op {transform.readonly}) {
    %loops = transform.cast %root : !transform.any_op to !transform.op<"scf.for">
    transform.yield
  }
}
