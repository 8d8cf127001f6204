// C = A + B, all three sparse. An element of C is in A, in B or in both.

func.func @sum(
    %A: !sparse.tensor<?x?xf32, #sparse.csr> {sparse.name = "A", sparse.dims = ["I", "J"], sparse.access = "read"},
    %B: !sparse.tensor<?x?xf32, #sparse.csr> {sparse.name = "B", sparse.dims = ["I", "J"], sparse.access = "read"},
    %C: !sparse.tensor<?x?xf32, #sparse.csr> {sparse.name = "C", sparse.dims = ["I", "J"], sparse.access = "write"}) {
  sparse.generic driver(%A)
      ins(%A, %B : !sparse.tensor<?x?xf32, #sparse.csr>, !sparse.tensor<?x?xf32, #sparse.csr>)
      outs(%C : !sparse.tensor<?x?xf32, #sparse.csr>)
      maps [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>]
      kinds [spatial, spatial] {
  ^bb0(%a: f32, %b: f32):
    %sum = arith.addf %a, %b : f32
    sparse.yield %sum : f32
  }
  return
}
