// Z = W1 relu(W0 X + b0) + b1, with pruned weights: a perceptron of two layers, as in
// a transformer. Columns of X and Z are tokens.

func.func @mlp(
    %W0: !sparse.tensor<?x?xf32, #sparse.csr> {sparse.name = "W0", sparse.dims = ["H", "F"], sparse.access = "read"},
    %b0: !sparse.tensor<?xf32, #sparse.dense> {sparse.name = "b0", sparse.dims = ["H"], sparse.access = "read"},
    %W1: !sparse.tensor<?x?xf32, #sparse.csr> {sparse.name = "W1", sparse.dims = ["F", "H"], sparse.access = "read"},
    %b1: !sparse.tensor<?xf32, #sparse.dense> {sparse.name = "b1", sparse.dims = ["F"], sparse.access = "read"},
    %X: !sparse.tensor<?x?xf32, #sparse.dense> {sparse.name = "X", sparse.dims = ["F", "T"], sparse.access = "read"},
    %Z: !sparse.tensor<?x?xf32, #sparse.dense> {sparse.name = "Z", sparse.dims = ["F", "T"], sparse.access = "write"}) {
  %zero = arith.constant 0.0 : f32
  %FX, %T, %Xv = sparse.unpack %X : !sparse.tensor<?x?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !axis.axis<dense_fixed>, !sparse.buffer<?x?xf32>
  %H, %b0v = sparse.unpack %b0 : !sparse.tensor<?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>

  // Features come first, tokens last: a row of a weight adds rows of tokens.
  %Yv = sparse.alloc on (%H, %T) : (!axis.axis<dense_fixed>, !axis.axis<dense_fixed>) -> !sparse.buffer<?x?xf32>
  %Y = sparse.pack %Yv : !sparse.buffer<?x?xf32> -> !sparse.tensor<?x?xf32, #sparse.dense>
  sparse.fill %Yv, %zero : !sparse.buffer<?x?xf32>
  sparse.generic "hidden" driver(%W0)
      ins(%W0, %X : !sparse.tensor<?x?xf32, #sparse.csr>, !sparse.tensor<?x?xf32, #sparse.dense>)
      outs(%Y : !sparse.tensor<?x?xf32, #sparse.dense>)
      maps [affine_map<(i, j, h) -> (i, j)>, affine_map<(i, j, h) -> (j, h)>, affine_map<(i, j, h) -> (i, h)>]
      kinds [spatial, reduction, spatial] combine [add] {
  ^bb0(%a: f32, %t: f32):
    %p = arith.mulf %a, %t : f32
    sparse.yield %p : f32
  }
  sparse.generic "activate"
      ins(%Y, %b0 : !sparse.tensor<?x?xf32, #sparse.dense>, !sparse.tensor<?xf32, #sparse.dense>)
      outs(%Y : !sparse.tensor<?x?xf32, #sparse.dense>)
      maps [affine_map<(i, t) -> (i, t)>, affine_map<(i, t) -> (i)>, affine_map<(i, t) -> (i, t)>]
      kinds [spatial, spatial] {
  ^bb0(%y: f32, %b: f32):
    %s = arith.addf %y, %b : f32
    %r = arith.maximumf %s, %zero : f32
    sparse.yield %r : f32
  }
  %FZ, %TZ, %Zv = sparse.unpack %Z : !sparse.tensor<?x?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !axis.axis<dense_fixed>, !sparse.buffer<?x?xf32>
  sparse.fill %Zv, %zero : !sparse.buffer<?x?xf32>
  sparse.generic "out" driver(%W1)
      ins(%W1, %Y : !sparse.tensor<?x?xf32, #sparse.csr>, !sparse.tensor<?x?xf32, #sparse.dense>)
      outs(%Z : !sparse.tensor<?x?xf32, #sparse.dense>)
      maps [affine_map<(i, j, h) -> (i, j)>, affine_map<(i, j, h) -> (j, h)>, affine_map<(i, j, h) -> (i, h)>]
      kinds [spatial, reduction, spatial] combine [add] {
  ^bb0(%a: f32, %t: f32):
    %p = arith.mulf %a, %t : f32
    sparse.yield %p : f32
  }
  sparse.generic "bias"
      ins(%Z, %b1 : !sparse.tensor<?x?xf32, #sparse.dense>, !sparse.tensor<?xf32, #sparse.dense>)
      outs(%Z : !sparse.tensor<?x?xf32, #sparse.dense>)
      maps [affine_map<(i, t) -> (i, t)>, affine_map<(i, t) -> (i)>, affine_map<(i, t) -> (i, t)>]
      kinds [spatial, spatial] {
  ^bb0(%y: f32, %b: f32):
    %s = arith.addf %y, %b : f32
    sparse.yield %s : f32
  }
  return
}
