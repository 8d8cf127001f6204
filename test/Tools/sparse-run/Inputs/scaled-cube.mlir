// C = A * C, element by element, on the structure of A, in three dimensions.

!tensor = !sparse.tensor<?x?x?xf32, #sparse.csf<3>>

func.func @scaled(%C: !tensor {sparse.name = "C", sparse.structure_of = "A"},
                  %A: !tensor {sparse.name = "A", sparse.dims = ["I", "J", "K"]}) {
  sparse.generic driver(%A) ins(%A : !tensor) outs(%C : !tensor) maps [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (i, j, k)>] kinds [spatial, spatial, spatial] combine [mul] {
  ^bb0(%a: f32):
    sparse.yield %a : f32
  }
  return
}
