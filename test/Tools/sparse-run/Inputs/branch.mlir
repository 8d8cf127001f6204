// Halves what is greater than 1.
#id = affine_map<(i) -> (i)>
!x = !sparse.tensor<?xf32, #sparse.dense>

func.func @branch(%x: !x {sparse.name = "x"}) {
  %one = arith.constant 1.0 : f32
  %half = arith.constant 0.5 : f32
  sparse.generic ins(%x : !x) outs(%x : !x) maps [#id, #id] kinds [spatial] {
  ^bb0(%e: f32):
    %greater = arith.cmpf ogt, %e, %one : f32
    %d = scf.if %greater -> f32 {
      %s = arith.mulf %e, %half : f32
      scf.yield %s : f32
    } else {
      scf.yield %e : f32
    }
    sparse.yield %d : f32
  }
  return
}
