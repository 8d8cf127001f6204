// Sums along the rows of stored blocks, as those of SpMV in BSR: a vector of the elements
// of a row of a block at a time, and up to eight rows of a block share one loop over the
// blocks, which carries a vector for each. The lanes are added up once, behind that loop.
// Right for blocks of 2 columns and more. The order of a sum's additions is changed.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @block_sums(%root: !transform.any_op {transform.consumed}) {
    %coordinates = transform.sparse.lower_to_coordinates %root : (!transform.any_op) -> !transform.any_op
    transform.include @sums_inside failures(propagate) (%coordinates) : (!transform.any_op) -> ()

    %positions = transform.sparse.lower_to_positions %coordinates : (!transform.any_op) -> !transform.any_op
    transform.include @fills failures(propagate) (%positions) : (!transform.any_op) -> ()
    transform.include @shared_rows failures(propagate) (%positions) : (!transform.any_op) -> ()
    transform.include @groups failures(propagate) (%positions) : (!transform.any_op) -> ()

    %loops = transform.sparse.lower_to_loops %positions : (!transform.any_op) -> !transform.any_op
    %free = transform.include @any_order failures(propagate) (%loops) : (!transform.any_op) -> !transform.any_op
    transform.include @registers failures(propagate) (%loops) : (!transform.any_op) -> ()
    transform.include @loads failures(propagate) (%loops) : (!transform.any_op) -> ()
    transform.include @sums_of_blocks failures(propagate) (%loops, %free) : (!transform.any_op, !transform.any_op) -> ()
    transform.yield
  }
}
