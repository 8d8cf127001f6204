// A schedule for products by a matrix whose structure is constant: its rows, and their
// elements, are in the code; what is left are loops over vectors of columns.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @dismantled(%root: !transform.any_op {transform.consumed}) {
    %coordinates = transform.sparse.lower_to_coordinates %root : (!transform.any_op) -> !transform.any_op
    transform.include @sums_inside failures(propagate) (%coordinates) : (!transform.any_op) -> ()
    %positions = transform.sparse.lower_to_positions %coordinates : (!transform.any_op) -> !transform.any_op
    transform.include @fills failures(propagate) (%positions) : (!transform.any_op) -> ()
    %loops = transform.sparse.lower_to_loops %positions : (!transform.any_op) -> !transform.any_op
    transform.include @registers failures(propagate) (%loops) : (!transform.any_op) -> ()
    transform.include @loads failures(propagate) (%loops) : (!transform.any_op) -> ()
    transform.include @columns failures(propagate) (%loops) : (!transform.any_op) -> ()
    %elements = transform.sparse.match.loops role level axes ["sparse_variable"] in %loops : (!transform.any_op) -> !transform.any_op
    %left = transform.sparse.dismantle %elements : (!transform.any_op) -> !transform.any_op
    transform.yield
  }

  // Columns are outermost: one loop over vectors of them has all rows in it.
  transform.named_sequence @columns_first(%root: !transform.any_op {transform.consumed}) {
    %coordinates = transform.sparse.lower_to_coordinates %root : (!transform.any_op) -> !transform.any_op
    %nests = transform.sparse.match.nests in %coordinates : (!transform.any_op) -> !transform.any_op
    transform.sparse.reorder %nests order ["K", "I", "J"] {where_legal} : !transform.any_op
    %positions = transform.sparse.lower_to_positions %coordinates : (!transform.any_op) -> !transform.any_op
    transform.include @fills failures(propagate) (%positions) : (!transform.any_op) -> ()
    %loops = transform.sparse.lower_to_loops %positions : (!transform.any_op) -> !transform.any_op
    transform.include @registers failures(propagate) (%loops) : (!transform.any_op) -> ()
    transform.include @loads failures(propagate) (%loops) : (!transform.any_op) -> ()
    transform.include @columns failures(propagate) (%loops) : (!transform.any_op) -> ()
    %elements = transform.sparse.match.loops role level axes ["sparse_variable"] in %loops : (!transform.any_op) -> !transform.any_op
    %left = transform.sparse.dismantle %elements : (!transform.any_op) -> !transform.any_op
    transform.yield
  }

  // As it is written.
  transform.named_sequence @spmv(%root: !transform.any_op {transform.consumed}) {
    %coordinates = transform.sparse.lower_to_coordinates %root : (!transform.any_op) -> !transform.any_op
    %positions = transform.sparse.lower_to_positions %coordinates : (!transform.any_op) -> !transform.any_op
    transform.include @fills failures(propagate) (%positions) : (!transform.any_op) -> ()
    %loops = transform.sparse.lower_to_loops %positions : (!transform.any_op) -> !transform.any_op
    transform.include @registers failures(propagate) (%loops) : (!transform.any_op) -> ()
    %elements = transform.sparse.match.loops role level axes ["sparse_variable"] in %loops : (!transform.any_op) -> !transform.any_op
    %left = transform.sparse.dismantle %elements : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
