// Stored elements that add rows of one dense matrix to rows of another one, as those
// of the transposed SpMM: no two may add to one row at once, so that it is columns
// that workers divide, in groups. In a group, a row that is read stays in vector
// registers while the elements go by. Right where rows of the result are scattered,
// for 16 columns or more per worker: all workers read all of the sparse operand.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @scattered_columns(%root: !transform.any_op {transform.consumed}) {
    %positions = transform.sparse.lower_to_positions %root : (!transform.any_op) -> !transform.any_op
    %unordered = transform.include @any_order failures(propagate) (%positions) : (!transform.any_op) -> !transform.any_op
    transform.include @private_copies failures(propagate) (%positions, %unordered) : (!transform.any_op, !transform.any_op) -> ()
    transform.include @shared_columns failures(propagate) (%positions) : (!transform.any_op) -> ()

    %loops = transform.sparse.lower_to_loops %positions : (!transform.any_op) -> !transform.any_op
    transform.include @loads failures(propagate) (%loops) : (!transform.any_op) -> ()
    transform.include @scattered_rows failures(propagate) (%loops) : (!transform.any_op) -> ()
    transform.yield
  }
}
