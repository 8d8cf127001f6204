// The example of `spindle-split-into-chunks`, as it is left.

func.func @rows(%m: index) {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %length = arith.maxsi %m, %c0 : index
  %workers = func.call @spindle.workers(%length) : (index) -> index
  %quotient = arith.divui %length, %workers : index
  %remainder = arith.remui %length, %workers : index
  scf.forall (%t) in (%workers) {
    %even = arith.muli %t, %quotient : index
    %more = arith.minui %t, %remainder : index
    %begin = arith.addi %even, %more : index
    %next = arith.addi %t, %c1 : index
    %evenNext = arith.muli %next, %quotient : index
    %moreNext = arith.minui %next, %remainder : index
    %end = arith.addi %evenNext, %moreNext : index
    scf.for %i = %begin to %end step %c1 {
      "test.use"(%i) : (index) -> ()
    } {iter.loop = #iter.loop<nest = "rows", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>}
  } {iter.loop = #iter.loop<nest = "rows", dims = ["i"], axis = dense_fixed, kind = spatial, role = worker>}
  return
}
func.func private @spindle.workers(index) -> index
