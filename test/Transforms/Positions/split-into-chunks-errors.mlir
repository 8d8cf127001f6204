// RUN: sparse-opt %s --spindle-split-into-chunks --split-input-file --verify-diagnostics --allow-unregistered-dialect

func.func @two_dimensions(%n: index) {
  // expected-error @+1 {{expected the parallel loop over "i", "j" of nest "n" to have one dimension but got 2}}
  scf.forall (%i, %j) in (%n, %n) {
    "test.use"(%i, %j) : (index, index) -> ()
  } {iter.loop = #iter.loop<nest = "n", dims = ["i", "j"], axis = dense_fixed, kind = spatial, role = level>}
  return
}

// -----

func.func @from_two_on(%n: index) {
  // expected-error @+1 {{expected the parallel loop over "i" of nest "n" to run from 0 on in steps of 1}}
  scf.forall (%i) = (2) to (%n) step (1) {
    "test.use"(%i) : (index) -> ()
  } {iter.loop = #iter.loop<nest = "n", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>}
  return
}

// -----

func.func @with_a_result(%n: index, %x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{expected the parallel loop over "i" of nest "n" to have no results but got 1}}
  %y = scf.forall (%i) in (%n) shared_outs(%o = %x) -> tensor<4xf32> {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %o into %o[0] [4] [1] : tensor<4xf32> into tensor<4xf32>
    }
  } {iter.loop = #iter.loop<nest = "n", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>}
  return %y : tensor<4xf32>
}

// -----

// expected-error @+1 {{expected @spindle.workers to be a function of type '(index) -> index'}}
func.func private @spindle.workers(i32) -> i32
func.func @taken(%n: index) {
  scf.forall (%i) in (%n) {
    "test.use"(%i) : (index) -> ()
  } {iter.loop = #iter.loop<nest = "n", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>}
  return
}
