// Sums along the stored elements of a row, as SpMV's: a vector of elements at a
// time, each lane with a partial sum of its own. Right for rows of any length where
// the processor has fast gathers, else for rows of a few dozen elements and for short
// ones of one length: others are faster one by one. The order of a sum's additions is
// changed.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @fibres(%root: !transform.any_op {transform.consumed}) {
    %positions = transform.sparse.lower_to_positions %root : (!transform.any_op) -> !transform.any_op
    transform.include @fills failures(propagate) (%positions) : (!transform.any_op) -> ()
    transform.include @shared_rows failures(propagate) (%positions) : (!transform.any_op) -> ()
    %unordered = transform.include @any_order failures(propagate) (%positions) : (!transform.any_op) -> !transform.any_op
    transform.include @sections failures(propagate) (%positions, %unordered) : (!transform.any_op, !transform.any_op) -> ()
    transform.include @groups failures(propagate) (%positions) : (!transform.any_op) -> ()

    %loops = transform.sparse.lower_to_loops %positions : (!transform.any_op) -> !transform.any_op
    %free = transform.include @any_order failures(propagate) (%loops) : (!transform.any_op) -> !transform.any_op
    transform.include @registers failures(propagate) (%loops) : (!transform.any_op) -> ()
    transform.include @loads failures(propagate) (%loops) : (!transform.any_op) -> ()
    transform.include @runs failures(propagate) (%loops) : (!transform.any_op) -> ()
    transform.include @fibre_sums failures(propagate) (%loops, %free) : (!transform.any_op, !transform.any_op) -> ()
    transform.yield
  }
}
