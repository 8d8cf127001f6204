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
    %most = transform.tune.knob<"dismantle"> = 2000 : i64 from options = [500 : i64, 1000 : i64, 2000 : i64, 4000 : i64] -> !transform.param<i64>
    %left = transform.sparse.dismantle %elements most(%most) : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
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
    %most = transform.tune.knob<"dismantle"> = 2000 : i64 from options = [500 : i64, 1000 : i64, 2000 : i64, 4000 : i64] -> !transform.param<i64>
    %left = transform.sparse.dismantle %elements most(%most) : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.yield
  }
}
