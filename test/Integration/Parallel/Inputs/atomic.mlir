// All outermost loops for workers, by atomic accumulates where they meet.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @atomic(%root: !transform.any_op {transform.consumed}) {
    %positions = transform.sparse.lower_to_positions %root : (!transform.any_op) -> !transform.any_op
    %all = transform.sparse.match.loops in %positions : (!transform.any_op) -> !transform.any_op
    %workers = transform.sparse.bind %all to workers {atomic, where_legal} : (!transform.any_op) -> !transform.any_op
    %loops = transform.sparse.lower_to_loops %positions : (!transform.any_op) -> !transform.any_op
    transform.yield
  }

  // The same, with vectors of what iterations of the innermost loops add.
  transform.named_sequence @atomic_vectors(%root: !transform.any_op {transform.consumed}) {
    %positions = transform.sparse.lower_to_positions %root : (!transform.any_op) -> !transform.any_op
    %all = transform.sparse.match.loops in %positions : (!transform.any_op) -> !transform.any_op
    %workers = transform.sparse.bind %all to workers {atomic, where_legal} : (!transform.any_op) -> !transform.any_op
    %loops = transform.sparse.lower_to_loops %positions : (!transform.any_op) -> !transform.any_op
    %inner = transform.sparse.match.loops innermost in %loops : (!transform.any_op) -> !transform.any_op
    %lanes = transform.param.constant 4 : i64 -> !transform.param<i64>
    %blocks = transform.sparse.vectorize %inner lanes(%lanes) {reassociate, where_legal} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.yield
  }

  // The same, with one update for what a loop or a run adds to one element.
  transform.named_sequence @atomic_runs(%root: !transform.any_op {transform.consumed}) {
    %positions = transform.sparse.lower_to_positions %root : (!transform.any_op) -> !transform.any_op
    %all = transform.sparse.match.loops in %positions : (!transform.any_op) -> !transform.any_op
    %workers = transform.sparse.bind %all to workers {atomic, where_legal} : (!transform.any_op) -> !transform.any_op
    %loops = transform.sparse.lower_to_loops %positions : (!transform.any_op) -> !transform.any_op
    %inner = transform.sparse.match.loops innermost in %loops : (!transform.any_op) -> !transform.any_op
    transform.sparse.accumulate_in_registers %inner {where_legal} : !transform.any_op
    transform.sparse.accumulate_runs %inner {where_legal} : !transform.any_op
    transform.yield
  }

  // Parts of outermost loops for workers, with vectors: those of sorted lists are
  // segmented.
  transform.named_sequence @atomic_parts(%root: !transform.any_op {transform.consumed}) {
    %positions = transform.sparse.lower_to_positions %root : (!transform.any_op) -> !transform.any_op
    %all = transform.sparse.match.loops outermost in %positions : (!transform.any_op) -> !transform.any_op
    %size = transform.param.constant 24 : i64 -> !transform.param<i64>
    %parts, %points = transform.sparse.split %all factor (%size) {where_legal} : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
    %workers = transform.sparse.bind %parts to workers {atomic, where_legal} : (!transform.any_op) -> !transform.any_op
    %loops = transform.sparse.lower_to_loops %positions : (!transform.any_op) -> !transform.any_op
    %inner = transform.sparse.match.loops innermost in %loops : (!transform.any_op) -> !transform.any_op
    %lanes = transform.param.constant 8 : i64 -> !transform.param<i64>
    %blocks = transform.sparse.vectorize %inner lanes(%lanes) {reassociate, where_legal} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.yield
  }
}
