// Products of dense matrices, alone or one after the other: of some rows, several vectors
// of columns have their sums in registers, and columns that all rows take are copied side
// by side first. Right where two operands are read again and again, and each has a
// dimension that the other one lacks. Sums keep their order.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @products(%root: !transform.any_op {transform.consumed}) {
    %coordinates = transform.sparse.lower_to_coordinates %root : (!transform.any_op) -> !transform.any_op
    transform.include @sums_inside failures(propagate) (%coordinates) : (!transform.any_op) -> ()

    %positions = transform.sparse.lower_to_positions %coordinates : (!transform.any_op) -> !transform.any_op
    transform.include @fills failures(propagate) (%positions) : (!transform.any_op) -> ()
    transform.include @product_panels failures(propagate) (%positions) : (!transform.any_op) -> ()
    transform.include @groups failures(propagate) (%positions) : (!transform.any_op) -> ()

    %loops = transform.sparse.lower_to_loops %positions : (!transform.any_op) -> !transform.any_op
    transform.include @copied_columns failures(propagate) (%loops) : (!transform.any_op) -> ()
    transform.include @registers failures(propagate) (%loops) : (!transform.any_op) -> ()
    transform.include @loads failures(propagate) (%loops) : (!transform.any_op) -> ()
    transform.include @register_tiles failures(propagate) (%loops) : (!transform.any_op) -> ()
    transform.yield
  }
}
