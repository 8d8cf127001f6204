// RUN: sparse-opt %s --pass-pipeline='builtin.module(spindle-split-into-chunks,cse,canonicalize)' --allow-unregistered-dialect | FileCheck %s
// RUN: sparse-opt %s --pass-pipeline='builtin.module(spindle-split-into-chunks)' --allow-unregistered-dialect > %t.once
// RUN: sparse-opt %t.once --pass-pipeline='builtin.module(spindle-split-into-chunks)' --allow-unregistered-dialect | diff %t.once -

// The example of the pass.

// RUN: sparse-opt %S/Inputs/rows.mlir --pass-pipeline='builtin.module(spindle-split-into-chunks,cse,canonicalize)' --allow-unregistered-dialect > %t.rows
// RUN: sparse-opt %S/Inputs/rows-in-chunks.mlir --allow-unregistered-dialect --canonicalize | diff %t.rows -

// What docs/Parallel.md shows.

// RUN: sparse-opt %S/Inputs/csr.mlir --pass-pipeline='builtin.module(spindle-split-into-chunks,cse,canonicalize)' --allow-unregistered-dialect > %t.csr
// RUN: sparse-opt %S/Inputs/csr-in-chunks.mlir --allow-unregistered-dialect --canonicalize | diff %t.csr -

!dense = !axis.axis<dense_fixed>
!block = !axis.axis<dense_fixed, width = 4>
!row = !axis.axis<sparse_variable, sorted, unique>

// A chunk begins at the first row before which lie the elements, and rows, that
// are due to the chunks before it. Where the first begins and the last ends is
// known: there is nothing to search in then.

// CHECK-LABEL: func.func @csr(
// CHECK-SAME: %[[M:[^:]*]]: index
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[ONE:.*]] = arith.constant 1 : index
// CHECK: %[[I:.*]] = axis.dense_fixed
// CHECK: %[[J:.*]] = axis.sparse_variable
// CHECK: %[[LENGTH:.*]] = arith.maxsi %[[M]], %[[ZERO]]
// CHECK: %[[NNZ:.*]] = axis.position %[[J]][%[[ZERO]]] under %[[LENGTH]]
// CHECK: %[[TOTAL:.*]] = arith.addi %[[NNZ]], %[[LENGTH]]
// CHECK: %[[WORKERS:.*]] = call @spindle.workers(%[[TOTAL]])
// CHECK: %[[QUOTIENT:.*]] = arith.divui %[[TOTAL]], %[[WORKERS]]
// CHECK: %[[REMAINDER:.*]] = arith.remui %[[TOTAL]], %[[WORKERS]]
// CHECK: scf.forall (%[[T:.*]]) in (%[[WORKERS]]) {
// CHECK: %[[EVEN:.*]] = arith.muli %[[T]], %[[QUOTIENT]]
// CHECK: %[[MORE:.*]] = arith.minui %[[T]], %[[REMAINDER]]
// CHECK: %[[TARGET:.*]] = arith.addi %[[EVEN]], %[[MORE]]
// CHECK: %[[FIRST:.*]] = arith.cmpi eq, %[[T]], %[[ZERO]]
// CHECK: %[[END:.*]] = arith.cmpi eq, %[[T]], %[[WORKERS]]
// CHECK: %[[KNOWN:.*]] = arith.ori %[[FIRST]], %[[END]]
// CHECK: %[[LOW0:.*]] = arith.select %[[END]], %[[LENGTH]], %[[ZERO]]
// CHECK: %[[LEFT0:.*]] = arith.select %[[KNOWN]], %[[ZERO]], %[[LENGTH]]
// CHECK: %[[LO:.*]]:2 = scf.while (%[[A:.*]] = %[[LOW0]], %[[B:.*]] = %[[LEFT0]])
// CHECK: %[[OPEN:.*]] = arith.cmpi sgt, %[[B]], %[[ZERO]]
// CHECK: scf.condition(%[[OPEN]]) %[[A]], %[[B]]
// CHECK: ^bb0(%[[LOW:.*]]: index, %[[LEFT:.*]]: index):
// CHECK: %[[HALF:.*]] = arith.shrui %[[LEFT]], %[[ONE]]
// CHECK: %[[MIDDLE:.*]] = arith.addi %[[LOW]], %[[HALF]]
// CHECK: %[[POSITION:.*]] = axis.position %[[J]][%[[ZERO]]] under %[[MIDDLE]]
// CHECK: %[[WEIGHT:.*]] = arith.addi %[[POSITION]], %[[MIDDLE]]
// CHECK: %[[BELOW:.*]] = arith.cmpi slt, %[[WEIGHT]], %[[TARGET]]
// CHECK: %[[NEXT:.*]] = arith.addi %[[MIDDLE]], %[[ONE]]
// CHECK: %[[REST:.*]] = arith.subi %[[LEFT]], %[[HALF]]
// CHECK: %[[ABOVE:.*]] = arith.subi %[[REST]], %[[ONE]]
// CHECK: %[[NEWLOW:.*]] = arith.select %[[BELOW]], %[[NEXT]], %[[LOW]]
// CHECK: %[[NEWLEFT:.*]] = arith.select %[[BELOW]], %[[ABOVE]], %[[HALF]]
// CHECK: scf.yield %[[NEWLOW]], %[[NEWLEFT]]
// CHECK: %[[T1:.*]] = arith.addi %[[T]], %[[ONE]]
// CHECK: arith.muli %[[T1]], %[[QUOTIENT]]
// CHECK: %[[HI:.*]]:2 = scf.while
// CHECK: scf.for %[[ROW:.*]] = %[[LO]]#0 to %[[HI]]#0 step %[[ONE]] {
// CHECK: axis.length %[[J]] under %[[ROW]]
// CHECK: scf.for
// CHECK: } {iter.loop = #iter.loop<nest = "csr", dims = ["j"], axis = sparse_variable, kind = reduction, role = level>}
// CHECK: } {iter.loop = #iter.loop<nest = "csr", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>}
// CHECK: } {iter.loop = #iter.loop<nest = "csr", dims = ["i"], axis = dense_fixed, kind = spatial, role = worker>}
func.func @csr(%m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !row
  scf.forall (%i) in (%m) {
    %length = axis.length %J under %i : !row
    %begin = axis.position %J[%c0] under %i : !row
    %end = arith.addi %begin, %length : index
    scf.for %p = %begin to %end step %c1 {
      "test.use"(%i, %p) : (index, index) -> ()
    } {iter.loop = #iter.loop<nest = "csr", dims = ["j"], axis = sparse_variable, kind = reduction, role = level>}
  } {iter.loop = #iter.loop<nest = "csr", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>}
  return
}

// The deepest variable axis is counted, through the axes between.

// CHECK-LABEL: func.func @csf(
// CHECK-SAME: %[[M:[^:]*]]: index
// CHECK: %[[ZERO:.*]] = arith.constant 0 : index
// CHECK: %[[I:.*]] = axis.sparse_variable %{{.*}} count
// CHECK: %[[J:.*]] = axis.sparse_variable %{{.*}} of %[[I]]
// CHECK: %[[K:.*]] = axis.sparse_variable %{{.*}} of %[[J]]
// CHECK: %[[LENGTH:.*]] = arith.maxsi %[[M]], %[[ZERO]]
// CHECK: %[[FIBRES:.*]] = axis.position %[[J]][%[[ZERO]]] under %[[LENGTH]]
// CHECK: %[[NNZ:.*]] = axis.position %[[K]][%[[ZERO]]] under %[[FIBRES]]
// CHECK: %[[TOTAL:.*]] = arith.addi %[[NNZ]], %[[LENGTH]]
// CHECK: call @spindle.workers(%[[TOTAL]])
// CHECK: scf.while
// CHECK: do {
// CHECK: %[[Q:.*]] = axis.position %[[J]][%[[ZERO]]] under %[[MIDDLE:.*]] :
// CHECK: %[[P:.*]] = axis.position %[[K]][%[[ZERO]]] under %[[Q]]
// CHECK: arith.addi %[[P]], %[[MIDDLE]]
func.func @csf(%m: index, %n: index, %crd0: memref<?xi32>, %pos1: memref<?xi32>, %crd1: memref<?xi32>, %pos2: memref<?xi32>, %crd2: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %I = axis.sparse_variable %n count %m coordinates %crd0 : memref<?xi32> -> !row
  %J = axis.sparse_variable %n of %I positions %pos1 coordinates %crd1 : !row, memref<?xi32>, memref<?xi32> -> !row
  %K = axis.sparse_variable %n of %J positions %pos2 coordinates %crd2 : !row, memref<?xi32>, memref<?xi32> -> !row
  scf.forall (%i) in (%m) {
    %length1 = axis.length %J under %i : !row
    %begin1 = axis.position %J[%c0] under %i : !row
    %end1 = arith.addi %begin1, %length1 : index
    scf.for %q = %begin1 to %end1 step %c1 {
      %length2 = axis.length %K under %q : !row
      %begin2 = axis.position %K[%c0] under %q : !row
      %end2 = arith.addi %begin2, %length2 : index
      scf.for %p = %begin2 to %end2 step %c1 {
        "test.use"(%i, %p) : (index, index) -> ()
      } {iter.loop = #iter.loop<nest = "csf", dims = ["k"], axis = sparse_variable, kind = reduction, role = level>}
    } {iter.loop = #iter.loop<nest = "csf", dims = ["j"], axis = sparse_variable, kind = reduction, role = level>}
  } {iter.loop = #iter.loop<nest = "csf", dims = ["i"], axis = sparse_variable, kind = spatial, role = level>}
  return
}

// Loops that take as long in each iteration make it cost more: eight columns as
// much as a stored element. Axes of fixed width lie on the way to variable ones.

// CHECK-LABEL: func.func @panels(
// CHECK-SAME: %[[M:[^:]*]]: index, %{{[^:]*}}: index, %[[COLUMNS:[^:]*]]: index
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[ONE:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[FOUR:.*]] = arith.constant 4 : index
// CHECK-DAG: %[[EIGHT:.*]] = arith.constant 8 : index
// CHECK: %[[II:.*]] = axis.dense_fixed %{{.*}} of
// CHECK: %[[J:.*]] = axis.sparse_variable %{{.*}} of %[[II]]
// CHECK: %[[LENGTH:.*]] = arith.maxsi %[[M]], %[[ZERO]]
// CHECK: %[[ROWS:.*]] = axis.position %[[II]][%[[ZERO]]] under %[[LENGTH]]
// CHECK: %[[NNZ:.*]] = axis.position %[[J]][%[[ZERO]]] under %[[ROWS]]
// CHECK: %[[TOTAL:.*]] = arith.addi %[[NNZ]], %[[LENGTH]]
// CHECK: %[[RUNS:.*]] = arith.muli %[[COLUMNS]], %[[FOUR]]
// CHECK: %[[EACH:.*]] = arith.ceildivsi %[[RUNS]], %[[EIGHT]]
// CHECK: %[[MORE:.*]] = arith.addi %[[EACH]], %[[ONE]]
// CHECK: %[[COST:.*]] = arith.muli %[[TOTAL]], %[[MORE]]
// CHECK: call @spindle.workers(%[[COST]])
func.func @panels(%m: index, %n: index, %columns: index, %pos: memref<?xi32>, %crd: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %IO = axis.dense_fixed %m : !dense
  %II = axis.dense_fixed %c4 of %IO : !dense -> !block
  %J = axis.sparse_variable %n of %II positions %pos coordinates %crd : !block, memref<?xi32>, memref<?xi32> -> !row
  scf.forall (%io) in (%m) {
    scf.for %ii = %c0 to %c4 step %c1 {
      %r = axis.position %II[%ii] under %io : !block
      "test.use"(%r) : (index) -> ()
    }
    scf.for %k = %c0 to %columns step %c1 {
      scf.for %ii = %c0 to %c4 step %c1 {
        "test.use"(%k, %ii) : (index, index) -> ()
      }
    }
    %first = axis.position %II[%c0] under %io : !block
    %end = arith.addi %first, %c4 : index
    scf.for %r = %first to %end step %c1 {
      %length = axis.length %J under %r : !row
      %begin2 = axis.position %J[%c0] under %r : !row
      %end2 = arith.addi %begin2, %length : index
      scf.for %p = %begin2 to %end2 step %c1 {
        "test.use"(%io, %p) : (index, index) -> ()
      }
    }
  } {iter.loop = #iter.loop<nest = "panels", dims = ["io"], axis = dense_fixed, kind = spatial, role = level>}
  return
}

// So do loops over whole fibres of one width, but for the last, which is cut: each
// step of a slice is of 16 rows, two stored elements more.

// CHECK-LABEL: func.func @slices(
// CHECK-SAME: %[[M:[^:]*]]: index, %[[SLICES:[^:]*]]: index
// CHECK-DAG: %[[THREE:.*]] = arith.constant 3 : index
// CHECK: %[[LENGTH:.*]] = arith.maxsi %[[SLICES]], %{{.*}}
// CHECK: %[[STEPS:.*]] = axis.position %{{.*}}[%{{.*}}] under %[[LENGTH]]
// CHECK: %[[TOTAL:.*]] = arith.addi %[[STEPS]], %[[LENGTH]]
// CHECK: %[[COST:.*]] = arith.muli %[[TOTAL]], %[[THREE]]
// CHECK: call @spindle.workers(%[[COST]])
func.func @slices(%m: index, %slices: index, %n: index, %pos: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %IO = axis.dense_fixed %slices : !dense
  %S = axis.dense_variable %n of %IO positions %pos : !dense, memref<?xi32> -> !axis.axis<dense_variable>
  %II = axis.dense_fixed %c16 cut %m of %IO : !dense -> !axis.axis<dense_fixed, width = 16>
  scf.forall (%io) in (%slices) {
    %length = axis.length %S under %io : !axis.axis<dense_variable>
    %begin = axis.position %S[%c0] under %io : !axis.axis<dense_variable>
    %end = arith.addi %begin, %length : index
    scf.for %s = %begin to %end step %c1 {
      %rows = axis.length %II under %io cut at %io : !axis.axis<dense_fixed, width = 16>
      scf.for %ii = %c0 to %rows step %c1 {
        "test.use"(%s, %ii) : (index, index) -> ()
      }
    }
  } {iter.loop = #iter.loop<nest = "slices", dims = ["io"], axis = dense_fixed, kind = spatial, role = level>}
  return
}

// Not every row need be one of the matrix: what is asked in a branch is not
// asked of rows for which the loop does not ask it. Chunks have equal numbers of
// rows then.

// CHECK-LABEL: func.func @asked_in_a_branch(
// CHECK-SAME: %[[M:[^:]*]]: index, %[[ROWS:[^:]*]]: index
// CHECK: %[[LENGTH:.*]] = arith.maxsi %[[ROWS]]
// CHECK: call @spindle.workers(%[[LENGTH]])
// CHECK-NOT: scf.while
// CHECK: scf.for
// CHECK: scf.if
func.func @asked_in_a_branch(%m: index, %rows: index, %pos: memref<?xi32>, %crd: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !row
  scf.forall (%i) in (%rows) {
    %is_row = arith.cmpi slt, %i, %m : index
    scf.if %is_row {
      %length = axis.length %J under %i : !row
      %begin = axis.position %J[%c0] under %i : !row
      %end = arith.addi %begin, %length : index
      scf.for %p = %begin to %end step %c1 {
        "test.use"(%i, %p) : (index, index) -> ()
      }
    }
  } {iter.loop = #iter.loop<nest = "branch", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>}
  return
}

// A loop over all rows of the matrix may ask where it likes: of columns one after
// the other, or of none.

// CHECK-LABEL: func.func @asked_for_each_column(
// CHECK-SAME: %[[M:[^:]*]]: index
// CHECK: %[[ZERO:.*]] = arith.constant 0 : index
// CHECK: %[[J:.*]] = axis.sparse_variable
// CHECK: %[[LENGTH:.*]] = arith.maxsi %[[M]]
// CHECK: %[[NNZ:.*]] = axis.position %[[J]][%[[ZERO]]] under %[[LENGTH]]
// CHECK: arith.addi %[[NNZ]], %[[LENGTH]]
// CHECK: call @spindle.workers
// CHECK: scf.while
func.func @asked_for_each_column(%m: index, %columns: index, %pos: memref<?xi32>, %crd: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !row
  scf.forall (%i) in (%m) {
    scf.for %k = %c0 to %columns step %c1 {
      %length = axis.length %J under %i : !row
      %begin = axis.position %J[%c0] under %i : !row
      %end = arith.addi %begin, %length : index
      scf.for %p = %begin to %end step %c1 {
        "test.use"(%k, %p) : (index, index) -> ()
      }
    }
  } {iter.loop = #iter.loop<nest = "columns", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>}
  return
}

// So may one over all rows that are stored.

// CHECK-LABEL: func.func @asked_for_each_column_of_stored_rows(
// CHECK-SAME: %[[M:[^:]*]]: index
// CHECK: %[[ZERO:.*]] = arith.constant 0 : index
// CHECK: axis.sparse_variable
// CHECK: %[[J:.*]] = axis.sparse_variable
// CHECK: %[[LENGTH:.*]] = arith.maxsi %[[M]]
// CHECK: axis.position %[[J]][%[[ZERO]]] under %[[LENGTH]]
// CHECK: scf.while
func.func @asked_for_each_column_of_stored_rows(%m: index, %columns: index, %rows: memref<?xi32>, %pos: memref<?xi32>, %crd: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %I = axis.sparse_variable %m count %m coordinates %rows : memref<?xi32> -> !row
  %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !row, memref<?xi32>, memref<?xi32> -> !row
  scf.forall (%i) in (%m) {
    scf.for %k = %c0 to %columns step %c1 {
      %length = axis.length %J under %i : !row
      %begin = axis.position %J[%c0] under %i : !row
      %end = arith.addi %begin, %length : index
      scf.for %p = %begin to %end step %c1 {
        "test.use"(%k, %p) : (index, index) -> ()
      }
    }
  } {iter.loop = #iter.loop<nest = "columns", dims = ["i"], axis = sparse_variable, kind = spatial, role = level>}
  return
}

// The rows that another matrix names are no positions of the loop.

// CHECK-LABEL: func.func @under_a_coordinate(
// CHECK: %[[A:.*]] = axis.sparse_variable
// CHECK: %[[B:.*]] = axis.sparse_variable
// CHECK: axis.position %[[A]]
// CHECK: call @spindle.workers
// CHECK: scf.while
// CHECK: do {
// CHECK: axis.position %[[A]]
// CHECK-NOT: axis.position %[[B]]
// CHECK: scf.for
func.func @under_a_coordinate(%m: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %bpos: memref<?xi32>, %bcrd: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %I = axis.dense_fixed %m : !dense
  %A = axis.sparse_variable %m of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !row
  %B = axis.sparse_variable %m of %I positions %bpos coordinates %bcrd : !dense, memref<?xi32>, memref<?xi32> -> !row
  scf.forall (%i) in (%m) {
    %length = axis.length %A under %i : !row
    %begin = axis.position %A[%c0] under %i : !row
    %end = arith.addi %begin, %length : index
    scf.for %p = %begin to %end step %c1 {
      %j = axis.coordinate %A[%p] under %i : !row
      %length2 = axis.length %B under %j : !row
      %begin2 = axis.position %B[%c0] under %j : !row
      %end2 = arith.addi %begin2, %length2 : index
      scf.for %q = %begin2 to %end2 step %c1 {
        "test.use"(%i, %p, %q) : (index, index, index) -> ()
      }
    }
  } {iter.loop = #iter.loop<nest = "square", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>}
  return
}

// A number of iterations that is known is no operand of the loop.

// CHECK-LABEL: func.func @known_number(
// CHECK: %[[TEN:.*]] = arith.constant 10 : index
// CHECK: call @spindle.workers(%[[TEN]])
func.func @known_number() {
  scf.forall (%i) in (10) {
    "test.use"(%i) : (index) -> ()
  } {iter.loop = #iter.loop<nest = "ten", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>}
  return
}

// In each iteration of a serial loop workers share the one inside.

// CHECK-LABEL: func.func @in_a_serial_loop(
// CHECK: scf.for
// CHECK: %[[WORKERS:.*]] = func.call @spindle.workers
// CHECK: scf.forall (%{{.*}}) in (%[[WORKERS]])
func.func @in_a_serial_loop(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %o = %c0 to %n step %c1 {
    scf.forall (%i) in (%n) {
      "test.use"(%i) : (index) -> ()
    } {iter.loop = #iter.loop<nest = "inner", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>}
  }
  return
}

// Rows that come in an order of their own are taken for rows of the mean length.

// CHECK-LABEL: func.func @rows_of_an_order(
// CHECK: %[[SIZE:.*]] = axis.size
// CHECK: %[[MEAN:.*]] = arith.divsi %[[SIZE]]
// CHECK: arith.addi %[[MEAN]]
// CHECK: %[[COST:.*]] = arith.muli
// CHECK: call @spindle.workers(%[[COST]])
// CHECK-NOT: scf.while
// CHECK: return
func.func @rows_of_an_order(%m: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %order: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !row
  %R = axis.sparse_variable %m count %m coordinates %order : memref<?xi32> -> !row
  scf.forall (%at) in (%m) {
    %i = axis.coordinate %R[%at] : !row
    %length = axis.length %J under %i : !row
    %begin = axis.position %J[%c0] under %i : !row
    %end = arith.addi %begin, %length : index
    scf.for %p = %begin to %end step %c1 {
      "test.use"(%i, %p) : (index, index) -> ()
    }
  } {iter.loop = #iter.loop<nest = "order", dims = ["i"], axis = sparse_variable, kind = spatial, role = level>}
  return
}

// What is not labelled, stands in a parallel loop, or was mapped by somebody is not
// touched.

// CHECK-LABEL: func.func @left_alone(
// CHECK-NOT: spindle.workers
// CHECK: return
func.func @left_alone(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.forall (%i) in (%n) {
    "test.use"(%i) : (index) -> ()
  }
  scf.parallel (%o) = (%c0) to (%n) step (%c1) {
    scf.forall (%i) in (%n) {
      "test.use"(%i) : (index) -> ()
    } {iter.loop = #iter.loop<nest = "inner", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>}
  }
  scf.forall (%i) in (%n) {
    "test.use"(%i) : (index) -> ()
  } {iter.loop = #iter.loop<nest = "mapped", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>, mapping = [#gpu.block<x>]}
  return
}

// CHECK: func.func private @spindle.workers(index) -> index
