// Fills a buffer that it is given.
func.func private @fill(%b: !sparse.buffer<?xf32>, %v: f32) {
  sparse.fill %b, %v : !sparse.buffer<?xf32>
  return
}
func.func @run(
    %y: !sparse.tensor<?xf32, #sparse.dense> {sparse.name = "y", sparse.dims = ["I"]},
    %v: f32 {sparse.name = "v"}) {
  %I, %yv = sparse.unpack %y : !sparse.tensor<?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
  call @fill(%yv, %v) : (!sparse.buffer<?xf32>, f32) -> ()
  return
}
