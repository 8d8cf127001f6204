// Fragments of schedules that work on nests. Each takes the module, and finds in it what
// it changes by what that is. Schedules name a fragment by transform.include, in this
// order. What it may not do to a nest it leaves.
module attributes {transform.with_named_sequence} {
  // What is summed up is one element's at a time: dimensions that stay are outside of
  // those that are summed over.
  transform.named_sequence private @sums_inside(%coordinates: !transform.any_op {transform.readonly}) {
    %nests = transform.sparse.match.nests in %coordinates : (!transform.any_op) -> !transform.any_op
    transform.sparse.reorder %nests reductions_last {where_legal} : !transform.any_op
    transform.yield
  }
}
