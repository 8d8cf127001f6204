// RUN: sparse-opt %s --convert-forall-to-openmp --split-input-file --verify-diagnostics

func.func @no_label(%n: index) {
  // expected-error @+1 {{expected an 'scf.forall' to be a loop of workers, but got one without a label}}
  scf.forall (%i) in (%n) {
  }
  return
}

// -----

func.func @level(%n: index) {
  // expected-error @+1 {{expected the parallel loop over "i" of nest "n" to be one of workers, as 'spindle-split-into-chunks' makes them, but got the role 'level'}}
  scf.forall (%i) in (%n) {
  } {iter.loop = #iter.loop<nest = "n", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>}
  return
}

// -----

func.func private @spindle.workers(index) -> index
func.func @in_a_loop(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %workers = func.call @spindle.workers(%n) : (index) -> index
  scf.parallel (%o) = (%c0) to (%n) step (%c1) {
    // expected-error @+1 {{expected the parallel loop over "i" of nest "n" to stand in no parallel loop}}
    scf.forall (%t) in (%workers) {
    } {iter.loop = #iter.loop<nest = "n", dims = ["i"], axis = dense_fixed, kind = spatial, role = worker>}
  }
  return
}

// -----

func.func private @spindle.workers(index) -> index
func.func @in_a_region(%n: index) {
  %workers = func.call @spindle.workers(%n) : (index) -> index
  omp.parallel {
    // expected-error @+1 {{expected the parallel loop over "i" of nest "n" to stand in no parallel loop}}
    scf.forall (%t) in (%workers) {
    } {iter.loop = #iter.loop<nest = "n", dims = ["i"], axis = dense_fixed, kind = spatial, role = worker>}
    omp.terminator
  }
  return
}

// -----

func.func private @spindle.workers(index) -> index
func.func @two_dimensions(%n: index) {
  %workers = func.call @spindle.workers(%n) : (index) -> index
  // expected-error @+1 {{expected the parallel loop over "i" of nest "n" to run from 0 on in steps of 1, in one dimension, without results}}
  scf.forall (%t, %u) in (%workers, %n) {
  } {iter.loop = #iter.loop<nest = "n", dims = ["i"], axis = dense_fixed, kind = spatial, role = worker>}
  return
}

// -----

func.func @another_number(%n: index) {
  // expected-error @+1 {{expected the parallel loop over "i" of nest "n" to have as many workers as a call of @spindle.workers says}}
  scf.forall (%t) in (%n) {
  } {iter.loop = #iter.loop<nest = "n", dims = ["i"], axis = dense_fixed, kind = spatial, role = worker>}
  return
}

// -----

func.func @constant_number() {
  // expected-error @+1 {{expected the parallel loop over "i" of nest "n" to have as many workers as a call of @spindle.workers says}}
  scf.forall (%t) in (4) {
  } {iter.loop = #iter.loop<nest = "n", dims = ["i"], axis = dense_fixed, kind = spatial, role = worker>}
  return
}

// -----

func.func private @spindle.workers(index) -> index
// expected-error @+1 {{expected @omp_get_max_threads to be OpenMP's function, of type '!llvm.func<i32 ()>'}}
func.func private @omp_get_max_threads() -> i32
