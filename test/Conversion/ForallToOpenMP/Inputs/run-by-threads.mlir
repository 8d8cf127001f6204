// The example of `convert-forall-to-openmp`, as it is left.

func.func @square(%cost: index) {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %workers = func.call @spindle.workers(%cost) : (index) -> index
  %several = arith.cmpi sgt, %workers, %c1 : index
  scf.if %several {
    %threads = arith.index_cast %workers : index to i32
    omp.parallel num_threads(%threads : i32) {
      omp.wsloop nowait schedule(static) {
        omp.loop_nest (%t) : index = (%c0) to (%workers) step (%c1) {
          func.call @run(%t, %workers) : (index, index) -> ()
          omp.yield
        }
      }
      omp.terminator
    }
  } else {
    func.call @run(%c0, %c1) : (index, index) -> ()
  }
  return
}
func.func private @run(index, index)
func.func private @spindle.workers(%cost: index) -> index {
  return %cost : index
}
