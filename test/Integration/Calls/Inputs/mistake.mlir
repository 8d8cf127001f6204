func.func private @sums(
    %A: !sparse.tensor<?x?xf32, #sparse.csr> {sparse.name = "A"}) {
  return
}
func.func @run(
    %A: !sparse.tensor<?x?xf32, #sparse.coo> {sparse.name = "A", sparse.dims = ["I", "J"]}) {
  func.call @sums(%A) : (!sparse.tensor<?x?xf32, #sparse.coo>) -> ()
  return
}
