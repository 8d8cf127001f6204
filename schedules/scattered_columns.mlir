// Stored elements that add rows of one dense matrix to rows of another one, as those
// of the transposed SpMM: no two may add to one row at once, so that it is columns
// that workers divide, in groups. In a group, a row that is read stays in vector
// registers while the elements go by. Right where rows of the result are scattered,
// for 16 columns or more per worker: all workers read all of the sparse operand.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @scattered_columns(%root: !transform.any_op {transform.consumed}) {
    %positions = transform.sparse.lower_to_positions %root : (!transform.any_op) -> !transform.any_op
    %sums = transform.sparse.match.loops kind reduction in %positions : (!transform.any_op) -> !transform.any_op
    %found = transform.sparse.match.loops kind spatial axes ["dense_fixed"] innermost unit_stride in %sums : (!transform.any_op) -> !transform.any_op
    %scattering = transform.merge_handles deduplicate %found : !transform.any_op
    transform.foreach %scattering : !transform.any_op {
    ^bb0(%innermost: !transform.any_op):
      // Columns go outside of elements and rows, and those of a worker back into the rows.
      %elements = transform.get_parent_op %innermost {op_name = "scf.for", allow_empty_results} : (!transform.any_op) -> !transform.any_op
      %columns, %elements1 = transform.sparse.interchange %elements {where_legal} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
      %rows = transform.get_parent_op %columns {op_name = "scf.for", allow_empty_results} : (!transform.any_op) -> !transform.any_op
      %columns1, %rows1 = transform.sparse.interchange %rows {where_legal} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
      %workers, %part = transform.sparse.split_into_chunks %columns1 {where_legal} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
      %rows2, %part1 = transform.sparse.interchange %part {where_legal} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    }
    %loops = transform.sparse.lower_to_loops %positions : (!transform.any_op) -> !transform.any_op
    transform.sparse.hoist_loads %loops {where_legal} : !transform.any_op

    %outer = transform.sparse.match.loops kind spatial axes ["dense_fixed"] unit_stride in %loops : (!transform.any_op) -> !transform.any_op
    %vectors = transform.tune.knob<"vectors"> = 4 : i64 from options = [1 : i64, 2 : i64, 4 : i64, 8 : i64, 16 : i64] -> !transform.param<i64>
    %blocks = transform.sparse.vectorize %outer interleave(%vectors) {where_legal} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    %others = transform.sparse.match.loops kind spatial axes ["dense_fixed"] innermost unit_stride in %loops : (!transform.any_op) -> !transform.any_op
    %rest = transform.sparse.vectorize %others interleave(%vectors) {where_legal} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.yield
  }
}
