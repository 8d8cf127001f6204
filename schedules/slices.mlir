// Sums of rows whose elements lie side by side, as SpMV's in SELL: a vector of rows at
// a time, which keeps its sums in registers over the steps of a slice. The order of a
// sum's additions is that of the program.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @slices(%root: !transform.any_op {transform.consumed}) {
    %coordinates = transform.sparse.lower_to_coordinates %root : (!transform.any_op) -> !transform.any_op
    transform.include @sums_inside failures(propagate) (%coordinates) : (!transform.any_op) -> ()

    %positions = transform.sparse.lower_to_positions %coordinates : (!transform.any_op) -> !transform.any_op
    transform.include @fills failures(propagate) (%positions) : (!transform.any_op) -> ()
    transform.include @shared_rows failures(propagate) (%positions) : (!transform.any_op) -> ()
    transform.include @groups failures(propagate) (%positions) : (!transform.any_op) -> ()

    %loops = transform.sparse.lower_to_loops %positions : (!transform.any_op) -> !transform.any_op
    transform.include @registers failures(propagate) (%loops) : (!transform.any_op) -> ()
    transform.include @loads failures(propagate) (%loops) : (!transform.any_op) -> ()
    transform.include @rows_of_slices failures(propagate) (%loops) : (!transform.any_op) -> ()
    transform.yield
  }
}
