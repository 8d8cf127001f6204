// y = x to the power n, by a function that calls itself.
func.func private @power(%x: f32, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f32
  %more = arith.cmpi sgt, %n, %c0 : index
  %y = scf.if %more -> f32 {
    %less = arith.subi %n, %c1 : index
    %z = func.call @power(%x, %less) : (f32, index) -> f32
    %t = arith.mulf %x, %z : f32
    scf.yield %t : f32
  } else {
    scf.yield %one : f32
  }
  return %y : f32
}
func.func @run(
    %x: !sparse.tensor<?xf32, #sparse.dense> {sparse.name = "x", sparse.dims = ["I"]},
    %y: !sparse.tensor<?xf32, #sparse.dense> {sparse.name = "y", sparse.dims = ["I"]},
    %n: index {sparse.name = "n"}) {
  sparse.generic ins(%x : !sparse.tensor<?xf32, #sparse.dense>) outs(%y : !sparse.tensor<?xf32, #sparse.dense>)
      maps [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>] kinds [spatial] {
  ^bb0(%a: f32):
    %t = func.call @power(%a, %n) : (f32, index) -> f32
    sparse.yield %t : f32
  }
  return
}
