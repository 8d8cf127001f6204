// The example of `convert-forall-to-openmp`, as it is given.

func.func @square(%cost: index) {
  %workers = func.call @spindle.workers(%cost) : (index) -> index
  scf.forall (%t) in (%workers) {
    func.call @run(%t, %workers) : (index, index) -> ()
  } {iter.loop = #iter.loop<nest = "square", dims = ["i"], axis = dense_fixed, kind = spatial, role = worker>}
  return
}
func.func private @run(index, index)
func.func private @spindle.workers(%cost: index) -> index {
  return %cost : index
}
