// RUN: sparse-opt %s --spindle-apply-schedule=schedule=%s:labels 2>&1 >/dev/null | FileCheck %s --check-prefix=SERIAL
// RUN: sparse-opt %s --spindle-apply-schedule=schedule=%s:labels 2>/dev/null | FileCheck %s --check-prefix=LABELS
// RUN: sparse-opt %s --spindle-lower-to-loops='schedule=%s:labels parallel' 2>&1 >/dev/null | FileCheck %s --check-prefix=PARALLEL
// RUN: sparse-opt %s --spindle-lower-to-loops='schedule=%s:labels parallel' 2>/dev/null | FileCheck %s --check-prefix=WORKERS

// Which labels survive the way from stage to stage. The name of a nest and those
// of its dimensions become labels of loops with the step to positions. With the
// step to loops they stay, as does what a schedule says of a loop itself; what
// it says of a nest goes with the nest.

// SERIAL: remark: nest at coordinates
// SERIAL-NOT: remark: rows at coordinates
// SERIAL: remark: rows at positions
// SERIAL: remark: columns at positions
// SERIAL-NOT: remark: nest at positions
// SERIAL: remark: rows at loops
// SERIAL-NOT: remark: rows at loops
// SERIAL: remark: columns at loops

// LABELS-LABEL: func.func @row_sums(
// LABELS-NOT: of_a_nest
// LABELS: } {iter.loop = #iter.loop<nest = "fill", dims = ["d0"], axis = dense_fixed, kind = spatial, role = level>}
// LABELS: } {iter.loop = #iter.loop<nest = "row_sums", dims = ["j"], axis = sparse_variable, kind = reduction, role = level>, of_a_loop}
// LABELS-NEXT: } {iter.loop = #iter.loop<nest = "row_sums", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>}

// Where code is parallel, the step to loops makes two loops of an outermost one:
// that of the workers, and what one of them runs, in a function of its own.

// PARALLEL: remark: rows at positions
// PARALLEL: [[ROWS:remark: rows at loops]]
// PARALLEL: scf.forall
// PARALLEL: [[ROWS]]
// PARALLEL: scf.for
// PARALLEL: remark: columns at loops

// WORKERS-LABEL: func.func @row_sums(
// WORKERS: } {iter.loop = #iter.loop<nest = "fill", dims = ["d0"], axis = dense_fixed, kind = spatial, role = worker>}
// WORKERS: } {iter.loop = #iter.loop<nest = "row_sums", dims = ["i"], axis = dense_fixed, kind = spatial, role = worker>}
// WORKERS-LABEL: func.func private @row_sums.row_sums.body(
// WORKERS: } {iter.loop = #iter.loop<nest = "row_sums", dims = ["j"], axis = sparse_variable, kind = reduction, role = level>, of_a_loop}
// WORKERS-NEXT: } {iter.loop = #iter.loop<nest = "row_sums", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>}

module attributes {transform.with_named_sequence} {
  func.func @row_sums(%A: !sparse.tensor<?x?xf32, #sparse.csr>, %y: !sparse.tensor<?xf32, #sparse.dense>) {
    %zero = arith.constant 0.0 : f32
    %I, %J, %Av = sparse.unpack %A : !sparse.tensor<?x?xf32, #sparse.csr> -> !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>, !sparse.buffer<?xf32>
    %K, %yv = sparse.unpack %y : !sparse.tensor<?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
    sparse.fill %yv, %zero : !sparse.buffer<?xf32>
    iter.nest "row_sums" ("i": %i, "j": %j at %p) over (%I, %J : !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>) kinds [spatial, reduction] {
      %v = sparse.load %Av at [%p] : !sparse.buffer<?xf32>
      sparse.accumulate add %v into %yv[%i] : !sparse.buffer<?xf32>
    }
    return
  }
  transform.named_sequence @labels(%root: !transform.any_op {transform.consumed}) {
    %a = transform.sparse.lower_to_coordinates %root : (!transform.any_op) -> !transform.any_op
    %nest = transform.sparse.match.nests nest "row_sums" in %a : (!transform.any_op) -> !transform.any_op
    transform.debug.emit_remark_at %nest, "nest at coordinates" : !transform.any_op
    transform.annotate %nest "of_a_nest" : !transform.any_op
    %none = transform.sparse.match.loops nest "row_sums" in %a : (!transform.any_op) -> !transform.any_op
    transform.debug.emit_remark_at %none, "rows at coordinates" : !transform.any_op
    %b = transform.sparse.lower_to_positions %a : (!transform.any_op) -> !transform.any_op
    transform.include @remark_positions failures(propagate) (%b) : (!transform.any_op) -> ()
    %loop = transform.sparse.match.loops nest "row_sums" dims ["j"] in %b : (!transform.any_op) -> !transform.any_op
    transform.annotate %loop "of_a_loop" : !transform.any_op
    %c = transform.sparse.lower_to_loops %b : (!transform.any_op) -> !transform.any_op
    transform.include @remark_loops failures(propagate) (%c) : (!transform.any_op) -> ()
    transform.yield
  }
  transform.named_sequence private @remark_positions(%module: !transform.any_op {transform.readonly}) {
    %rows = transform.sparse.match.loops nest "row_sums" dims ["i"] in %module : (!transform.any_op) -> !transform.any_op
    transform.debug.emit_remark_at %rows, "rows at positions" : !transform.any_op
    %columns = transform.sparse.match.loops nest "row_sums" dims ["j"] in %module : (!transform.any_op) -> !transform.any_op
    transform.debug.emit_remark_at %columns, "columns at positions" : !transform.any_op
    %nest = transform.sparse.match.nests in %module : (!transform.any_op) -> !transform.any_op
    transform.debug.emit_remark_at %nest, "nest at positions" : !transform.any_op
    transform.yield
  }
  transform.named_sequence private @remark_loops(%module: !transform.any_op {transform.readonly}) {
    %rows = transform.sparse.match.loops nest "row_sums" dims ["i"] in %module : (!transform.any_op) -> !transform.any_op
    transform.debug.emit_remark_at %rows, "rows at loops" : !transform.any_op
    %columns = transform.sparse.match.loops nest "row_sums" dims ["j"] in %module : (!transform.any_op) -> !transform.any_op
    transform.debug.emit_remark_at %columns, "columns at loops" : !transform.any_op
    transform.yield
  }
}
