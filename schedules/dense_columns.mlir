// Sums of stored elements times rows of a dense matrix, as those of SpMM and
// MTTKRP: the columns of the row stay in vector registers while the elements go by,
// and are written once. Right where the dense operands' last dimension is no
// reduction and has a few columns or more; other loops stay as they are. Of dense
// operands that no cache holds, panels of some columns may be copied into one.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @dense_columns(%root: !transform.any_op {transform.consumed}) {
    %coordinates = transform.sparse.lower_to_coordinates %root : (!transform.any_op) -> !transform.any_op
    transform.include @sums_inside failures(propagate) (%coordinates) : (!transform.any_op) -> ()

    %positions = transform.sparse.lower_to_positions %coordinates : (!transform.any_op) -> !transform.any_op
    transform.include @fills failures(propagate) (%positions) : (!transform.any_op) -> ()
    transform.include @column_tiles failures(propagate) (%positions) : (!transform.any_op) -> ()
    transform.include @shared_rows failures(propagate) (%positions) : (!transform.any_op) -> ()
    transform.include @panels failures(propagate) (%positions) : (!transform.any_op) -> ()
    %unordered = transform.include @any_order failures(propagate) (%positions) : (!transform.any_op) -> !transform.any_op
    transform.include @sections failures(propagate) (%positions, %unordered) : (!transform.any_op, !transform.any_op) -> ()
    transform.include @groups failures(propagate) (%positions) : (!transform.any_op) -> ()

    %loops = transform.sparse.lower_to_loops %positions : (!transform.any_op) -> !transform.any_op
    %free = transform.include @any_order failures(propagate) (%loops) : (!transform.any_op) -> !transform.any_op
    transform.include @copied_panels failures(propagate) (%loops) : (!transform.any_op) -> ()
    transform.include @registers failures(propagate) (%loops) : (!transform.any_op) -> ()
    transform.include @loads failures(propagate) (%loops) : (!transform.any_op) -> ()
    transform.include @rows_together failures(propagate) (%loops) : (!transform.any_op) -> ()
    transform.include @columns failures(propagate) (%loops) : (!transform.any_op) -> ()
    transform.include @partial_sums failures(propagate) (%loops, %free) : (!transform.any_op, !transform.any_op) -> ()
    transform.include @fetches failures(propagate) (%loops) : (!transform.any_op) -> ()
    transform.include @streams failures(propagate) (%loops) : (!transform.any_op) -> ()
    transform.yield
  }
}
