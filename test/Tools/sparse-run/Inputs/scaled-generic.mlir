// C = A * C, element by element, on the structure of A.

!matrix = !sparse.tensor<?x?xf32, #sparse.csr>

func.func @scaled(%C: !matrix {sparse.name = "C", sparse.structure_of = "A"},
                  %A: !matrix {sparse.name = "A", sparse.dims = ["I", "J"]}) {
  sparse.generic driver(%A) ins(%A : !matrix) outs(%C : !matrix) maps [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>] kinds [spatial, spatial] combine [mul] {
  ^bb0(%a: f32):
    sparse.yield %a : f32
  }
  return
}
