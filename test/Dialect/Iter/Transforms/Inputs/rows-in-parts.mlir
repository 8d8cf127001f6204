// The example of `spindle-split-into-parts`, as it is left.

func.func @rows(%m: index) {
  %c1 = arith.constant 1 : index
  %workers = func.call @spindle.workers(%m) : (index) -> index
  %quotient = arith.divui %m, %workers : index
  %remainder = arith.remui %m, %workers : index
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
