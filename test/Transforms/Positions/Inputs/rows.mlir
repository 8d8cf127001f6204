// The example of `spindle-split-into-chunks`, as it is given.

func.func @rows(%m: index) {
  scf.forall (%i) in (%m) {
    "test.use"(%i) : (index) -> ()
  } {iter.loop = #iter.loop<nest = "rows", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>}
  return
}
