// Sums over a dense dimension for each stored element, as SDDMM's: rows of the
// dense operands are multiplied vector by vector, and several elements' sums are
// made at once. The order of a sum's additions is changed.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @dense_reductions(%root: !transform.any_op {transform.consumed}) {
    %positions = transform.sparse.lower_to_positions %root : (!transform.any_op) -> !transform.any_op
    transform.include @elementwise failures(propagate) (%positions) : (!transform.any_op) -> ()
    transform.include @fills failures(propagate) (%positions) : (!transform.any_op) -> ()
    transform.include @shared_rows failures(propagate) (%positions) : (!transform.any_op) -> ()
    transform.include @element_tiles failures(propagate) (%positions) : (!transform.any_op) -> ()
    transform.include @groups failures(propagate) (%positions) : (!transform.any_op) -> ()

    %loops = transform.sparse.lower_to_loops %positions : (!transform.any_op) -> !transform.any_op
    %free = transform.include @any_order failures(propagate) (%loops) : (!transform.any_op) -> !transform.any_op
    transform.include @registers failures(propagate) (%loops) : (!transform.any_op) -> ()
    transform.include @loads failures(propagate) (%loops) : (!transform.any_op) -> ()
    transform.include @factors failures(propagate) (%loops, %free) : (!transform.any_op, !transform.any_op) -> ()
    transform.include @dense_sums failures(propagate) (%loops, %free) : (!transform.any_op, !transform.any_op) -> ()
    transform.include @kept_rows failures(propagate) (%loops) : (!transform.any_op) -> ()
    transform.include @fetched_sums failures(propagate) (%loops) : (!transform.any_op) -> ()
    transform.yield
  }
}
