// Rows of a matrix in CSR, in parts of equal weight.

!dense = !axis.axis<dense_fixed>
!row = !axis.axis<sparse_variable, sorted, unique>

func.func @rows(%m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !row
  %rows = arith.maxsi %m, %c0 : index
  %nnz = axis.position %J[%c0] under %rows : !row
  %total = arith.addi %nnz, %rows : index
  %workers = func.call @spindle.workers(%total) : (index) -> index
  %quotient = arith.divui %total, %workers : index
  %remainder = arith.remui %total, %workers : index
  scf.forall (%t) in (%workers) {
    %even = arith.muli %t, %quotient : index
    %more = arith.minui %t, %remainder : index
    %target = arith.addi %even, %more : index
    %isFirst = arith.cmpi eq, %t, %c0 : index
    %isEnd = arith.cmpi eq, %t, %workers : index
    %isKnown = arith.ori %isFirst, %isEnd : i1
    %low0 = arith.select %isEnd, %rows, %c0 : index
    %left0 = arith.select %isKnown, %c0, %rows : index
    %lo:2 = scf.while (%low = %low0, %left = %left0) : (index, index) -> (index, index) {
      %isOpen = arith.cmpi sgt, %left, %c0 : index
      scf.condition(%isOpen) %low, %left : index, index
    } do {
    ^bb0(%low: index, %left: index):
      %half = arith.shrui %left, %c1 : index
      %middle = arith.addi %low, %half : index
      %position = axis.position %J[%c0] under %middle : !row
      %weight = arith.addi %position, %middle : index
      %isBelow = arith.cmpi slt, %weight, %target : index
      %after = arith.addi %middle, %c1 : index
      %rest = arith.subi %left, %half : index
      %above = arith.subi %rest, %c1 : index
      %newLow = arith.select %isBelow, %after, %low : index
      %newLeft = arith.select %isBelow, %above, %half : index
      scf.yield %newLow, %newLeft : index, index
    }
    %next = arith.addi %t, %c1 : index
    %evenNext = arith.muli %next, %quotient : index
    %moreNext = arith.minui %next, %remainder : index
    %targetNext = arith.addi %evenNext, %moreNext : index
    %isFirstNext = arith.cmpi eq, %next, %c0 : index
    %isEndNext = arith.cmpi eq, %next, %workers : index
    %isKnownNext = arith.ori %isFirstNext, %isEndNext : i1
    %low1 = arith.select %isEndNext, %rows, %c0 : index
    %left1 = arith.select %isKnownNext, %c0, %rows : index
    %hi:2 = scf.while (%low = %low1, %left = %left1) : (index, index) -> (index, index) {
      %isOpen = arith.cmpi sgt, %left, %c0 : index
      scf.condition(%isOpen) %low, %left : index, index
    } do {
    ^bb0(%low: index, %left: index):
      %half = arith.shrui %left, %c1 : index
      %middle = arith.addi %low, %half : index
      %position = axis.position %J[%c0] under %middle : !row
      %weight = arith.addi %position, %middle : index
      %isBelow = arith.cmpi slt, %weight, %targetNext : index
      %after = arith.addi %middle, %c1 : index
      %rest = arith.subi %left, %half : index
      %above = arith.subi %rest, %c1 : index
      %newLow = arith.select %isBelow, %after, %low : index
      %newLeft = arith.select %isBelow, %above, %half : index
      scf.yield %newLow, %newLeft : index, index
    }
    scf.for %i = %lo#0 to %hi#0 step %c1 {
      %length = axis.length %J under %i : !row
      %begin = axis.position %J[%c0] under %i : !row
      %end = arith.addi %begin, %length : index
      scf.for %p = %begin to %end step %c1 {
        "test.use"(%i, %p) : (index, index) -> ()
      } {iter.loop = #iter.loop<nest = "rows", dims = ["j"], axis = sparse_variable, kind = reduction, role = level>}
    } {iter.loop = #iter.loop<nest = "rows", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>}
  } {iter.loop = #iter.loop<nest = "rows", dims = ["i"], axis = dense_fixed, kind = spatial, role = worker>}
  return
}
func.func private @spindle.workers(index) -> index
