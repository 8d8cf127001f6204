// RUN: sparse-opt %s --spindle-outline-parallel --split-input-file --verify-diagnostics --allow-unregistered-dialect

func.func private @spindle.workers(index) -> index
func.func @with_a_result(%n: index) {
  %c1 = arith.constant 1 : index
  %workers = func.call @spindle.workers(%n) : (index) -> index
  // expected-error @+1 {{expected the loop of workers of nest "n" to hold loops whose results are not used but got one of nest "n" with a result that is}}
  scf.forall (%t) in (%workers) {
    %sum = scf.for %i = %t to %n step %c1 iter_args(%s = %n) -> (index) {
      %more = arith.addi %s, %i : index
      scf.yield %more : index
    } {iter.loop = #iter.loop<nest = "n", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>}
    "test.use"(%sum) : (index) -> ()
  } {iter.loop = #iter.loop<nest = "n", dims = ["i"], axis = dense_fixed, kind = spatial, role = worker>}
  return
}
