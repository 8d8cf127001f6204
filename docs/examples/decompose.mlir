// Stores A in parts, and lowers the rest as it comes: a nest for each part.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @decompose(%root: !transform.any_op {transform.consumed}) {
    %format = transform.tune.knob<"format"> = "hyb(1,3)" from options = ["hyb(1,3)", "hyb(2,3)", "ell-coo(2)"] -> !transform.any_param
    transform.sparse.decompose %root operand "A" format(%format) : !transform.any_op, !transform.any_param
    %loops = transform.sparse.lower_to_loops %root : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
