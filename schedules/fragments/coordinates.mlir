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

  // What vectors of columns read and write lies side by side: dense memory that lies
  // otherwise is laid out so, or copied. `tiles_of_layouts` follows. 0 leaves it.
  transform.named_sequence private @columns_beside(%coordinates: !transform.any_op {transform.readonly}) {
    %layout = transform.tune.knob<"layout"> = 1 : i64 from options = [0 : i64, 1 : i64] -> !transform.param<i64>
    %module = transform.sparse.take_if %layout %coordinates : (!transform.param<i64>, !transform.any_op) -> !transform.any_op
    %nests = transform.sparse.match.nests in %module : (!transform.any_op) -> !transform.any_op
    transform.sparse.layout %nests columns_last {where_legal} : !transform.any_op
    transform.yield
  }

  // Elements that are made one by one come in the order in which they are stored.
  transform.named_sequence private @as_stored(%coordinates: !transform.any_op {transform.readonly}) {
    %nests = transform.sparse.match.nests in %coordinates : (!transform.any_op) -> !transform.any_op
    transform.sparse.reorder %nests as_stored {where_legal} : !transform.any_op
    transform.yield
  }
}
