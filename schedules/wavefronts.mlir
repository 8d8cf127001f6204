// Rows that read what rows before them wrote, as those of a triangular solve or of a
// sweep of Gauss and Seidel: wavefronts of rows that do not wait for one another are
// found in each call, and workers share the rows of each. The order of a row's sum stays.
// Finding them takes as long as a serial sweep: right for calls that make many sweeps in
// wavefronts of thousands of rows, where it has been measured.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @wavefronts(%root: !transform.any_op {transform.consumed}) {
    %coordinates = transform.sparse.lower_to_coordinates %root : (!transform.any_op) -> !transform.any_op
    // 0 leaves the rows one after the other.
    %found = transform.tune.knob<"wavefronts"> = 1 : i64 from options = [0 : i64, 1 : i64] -> !transform.param<i64>
    %taken = transform.sparse.take_if %found %coordinates : (!transform.param<i64>, !transform.any_op) -> !transform.any_op
    %nests = transform.sparse.match.nests in %taken : (!transform.any_op) -> !transform.any_op
    %waves = transform.sparse.wavefront %nests {where_legal} : (!transform.any_op) -> !transform.any_op

    %positions = transform.sparse.lower_to_positions %coordinates : (!transform.any_op) -> !transform.any_op
    %loops = transform.sparse.lower_to_loops %positions : (!transform.any_op) -> !transform.any_op
    transform.include @registers failures(propagate) (%loops) : (!transform.any_op) -> ()
    transform.include @loads failures(propagate) (%loops) : (!transform.any_op) -> ()
    transform.include @columns failures(propagate) (%loops) : (!transform.any_op) -> ()
    transform.yield
  }
}
