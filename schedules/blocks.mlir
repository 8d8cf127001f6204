// Products of stored blocks, as those of SpMM in BSR: up to eight rows of a block
// share one loop over the blocks, and a row of the dense operand is loaded once for
// them. Each row has vectors of columns of its own in registers: rows times vectors
// are to be 20 at most of 32 registers. What is multiplied is a small matrix, by sums of
// several products in one instruction where the processor has such for the numbers.
// Right for matrices in blocks of 2 rows and more.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @blocks(%root: !transform.any_op {transform.consumed}) {
    %coordinates = transform.sparse.lower_to_coordinates %root : (!transform.any_op) -> !transform.any_op
    transform.include @sums_inside failures(propagate) (%coordinates) : (!transform.any_op) -> ()

    %positions = transform.sparse.lower_to_positions %coordinates : (!transform.any_op) -> !transform.any_op
    transform.include @fills failures(propagate) (%positions) : (!transform.any_op) -> ()
    transform.include @column_tiles failures(propagate) (%positions) : (!transform.any_op) -> ()
    transform.include @shared_rows failures(propagate) (%positions) : (!transform.any_op) -> ()
    transform.include @groups failures(propagate) (%positions) : (!transform.any_op) -> ()

    %loops = transform.sparse.lower_to_loops %positions : (!transform.any_op) -> !transform.any_op
    %free = transform.include @any_order failures(propagate) (%loops) : (!transform.any_op) -> !transform.any_op
    transform.include @registers failures(propagate) (%loops) : (!transform.any_op) -> ()
    transform.include @loads failures(propagate) (%loops) : (!transform.any_op) -> ()
    transform.include @columns_of_blocks failures(propagate) (%loops, %free) : (!transform.any_op, !transform.any_op) -> ()
    transform.include @fetches failures(propagate) (%loops) : (!transform.any_op) -> ()
    transform.yield
  }
}
