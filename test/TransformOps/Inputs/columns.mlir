// Eight vectors of dense columns in one loop over the elements of a row; of 128
// columns, where they are floats of 32 bits and vectors have 512, that is all.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @columns(%root: !transform.any_op {transform.consumed}) {
    %coordinates = transform.sparse.lower_to_coordinates %root : (!transform.any_op) -> !transform.any_op
    %nests = transform.sparse.match.nests in %coordinates : (!transform.any_op) -> !transform.any_op
    transform.sparse.reorder %nests reductions_last {where_legal} : !transform.any_op
    %positions = transform.sparse.lower_to_positions %coordinates : (!transform.any_op) -> !transform.any_op
    %loops = transform.sparse.lower_to_loops %positions : (!transform.any_op) -> !transform.any_op
    transform.sparse.accumulate_in_registers %loops {where_legal} : !transform.any_op
    %columns = transform.sparse.match.loops kind spatial unit_stride in %loops : (!transform.any_op) -> !transform.any_op
    %u = transform.param.constant 8 : i64 -> !transform.param<i64>
    %blocks = transform.sparse.vectorize %columns interleave(%u) {where_legal} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.yield
  }

  transform.named_sequence @columns_128(%root: !transform.any_op {transform.consumed}) {
    %size = transform.param.constant 128 : i64 -> !transform.param<i64>
    transform.sparse.specialize %root dim "K" size(%size) : !transform.any_op, !transform.param<i64>
    transform.include @columns failures(propagate) (%root) : (!transform.any_op) -> ()
    transform.yield
  }
}
