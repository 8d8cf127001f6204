// C = A * B, element by element. B is in two parts, one of which has the element, so that no
// look-up finds it.

func.func @two_drivers(
    %A: !sparse.tensor<?x?xf32, #sparse.coo> {sparse.name = "A", sparse.dims = ["I", "J"], sparse.access = "read"},
    %B: !sparse.tensor<?x?xf32, #sparse.hyb<1, 1>> {sparse.name = "B", sparse.dims = ["I", "J"], sparse.access = "read"},
    %C: !sparse.tensor<?x?xf32, #sparse.coo> {sparse.name = "C", sparse.dims = ["I", "J"], sparse.access = "write", sparse.structure_of = "A"}) {
  sparse.generic driver(%A)
      ins(%A, %B : !sparse.tensor<?x?xf32, #sparse.coo>, !sparse.tensor<?x?xf32, #sparse.hyb<1, 1>>)
      outs(%C : !sparse.tensor<?x?xf32, #sparse.coo>)
      maps [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>]
      kinds [spatial, spatial] {
  ^bb0(%a: f32, %b: f32):
    %product = arith.mulf %a, %b : f32
    sparse.yield %product : f32
  }
  return
}
