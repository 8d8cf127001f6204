// C = A B, all three sparse. The pattern of C is neither given nor that of A.

func.func @sparse_product(
    %A: !sparse.tensor<?x?xf32, #sparse.csr> {sparse.name = "A", sparse.dims = ["I", "J"], sparse.access = "read"},
    %B: !sparse.tensor<?x?xf32, #sparse.csr> {sparse.name = "B", sparse.dims = ["J", "K"], sparse.access = "read"},
    %C: !sparse.tensor<?x?xf32, #sparse.csr> {sparse.name = "C", sparse.dims = ["I", "K"], sparse.access = "update"}) {
  sparse.generic driver(%A)
      ins(%A, %B : !sparse.tensor<?x?xf32, #sparse.csr>, !sparse.tensor<?x?xf32, #sparse.csr>)
      outs(%C : !sparse.tensor<?x?xf32, #sparse.csr>)
      maps [affine_map<(i, j, k) -> (i, j)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, k)>]
      kinds [spatial, reduction, spatial] combine [add] {
  ^bb0(%a: f32, %b: f32):
    %product = arith.mulf %a, %b : f32
    sparse.yield %product : f32
  }
  return
}
