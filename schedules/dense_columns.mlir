// Sums of stored elements times rows of a dense matrix, as SpMM's, a vector of
// the dense columns at a time.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @dense_columns(%root: !transform.any_op {transform.consumed}) {
    %loops = transform.sparse.lower_to_loops %root : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
