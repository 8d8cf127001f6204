// Sums of the rows of a block that lie side by side under each step of the sum, as
// SpMV's by diagonals: a vector of rows at a time. Where no border of the matrix is
// near, all rows of a block are there, and their sums stay in registers over the steps.
// Right for blocks of as many rows as a vector has lanes. The order of a sum's additions
// is that of the program.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @block_rows(%root: !transform.any_op {transform.consumed}) {
    %positions = transform.sparse.lower_to_positions %root : (!transform.any_op) -> !transform.any_op
    transform.include @fills failures(propagate) (%positions) : (!transform.any_op) -> ()
    transform.include @tiles_of_rows failures(propagate) (%positions) : (!transform.any_op) -> ()
    transform.include @borders failures(propagate) (%positions) : (!transform.any_op) -> ()
    transform.include @groups failures(propagate) (%positions) : (!transform.any_op) -> ()

    %loops = transform.sparse.lower_to_loops %positions : (!transform.any_op) -> !transform.any_op
    transform.include @registers failures(propagate) (%loops) : (!transform.any_op) -> ()
    transform.include @loads failures(propagate) (%loops) : (!transform.any_op) -> ()
    transform.include @rows_of_diagonals failures(propagate) (%loops) : (!transform.any_op) -> ()
    transform.yield
  }
}
