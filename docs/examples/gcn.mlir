// Z = A relu(A X W0 + b0) W1 + b1, on a graph A: a graph convolutional network
// of two layers.

func.func @gcn(
    %A: !sparse.tensor<?x?xf32, #sparse.csr> {sparse.name = "A", sparse.dims = ["N", "N"], sparse.access = "read"},
    %X: !sparse.tensor<?x?xf32, #sparse.dense> {sparse.name = "X", sparse.dims = ["N", "F"], sparse.access = "read"},
    %W0: !sparse.tensor<?x?xf32, #sparse.dense> {sparse.name = "W0", sparse.dims = ["F", "H"], sparse.access = "read"},
    %b0: !sparse.tensor<?xf32, #sparse.dense> {sparse.name = "b0", sparse.dims = ["H"], sparse.access = "read"},
    %W1: !sparse.tensor<?x?xf32, #sparse.dense> {sparse.name = "W1", sparse.dims = ["H", "C"], sparse.access = "read"},
    %b1: !sparse.tensor<?xf32, #sparse.dense> {sparse.name = "b1", sparse.dims = ["C"], sparse.access = "read"},
    %Z: !sparse.tensor<?x?xf32, #sparse.dense> {sparse.name = "Z", sparse.dims = ["N", "C"], sparse.access = "write"}) {
  %zero = arith.constant 0.0 : f32
  %N, %F, %Xv = sparse.unpack %X : !sparse.tensor<?x?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !axis.axis<dense_fixed>, !sparse.buffer<?x?xf32>
  %H, %b0v = sparse.unpack %b0 : !sparse.tensor<?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
  %C, %b1v = sparse.unpack %b1 : !sparse.tensor<?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>

  // The features of each node, in a new space.
  %Tv = sparse.alloc on (%N, %H) : (!axis.axis<dense_fixed>, !axis.axis<dense_fixed>) -> !sparse.buffer<?x?xf32>
  %T = sparse.pack %Tv : !sparse.buffer<?x?xf32> -> !sparse.tensor<?x?xf32, #sparse.dense>
  sparse.fill %Tv, %zero : !sparse.buffer<?x?xf32>
  sparse.generic "features"
      ins(%X, %W0 : !sparse.tensor<?x?xf32, #sparse.dense>, !sparse.tensor<?x?xf32, #sparse.dense>)
      outs(%T : !sparse.tensor<?x?xf32, #sparse.dense>)
      maps [affine_map<(n, f, h) -> (n, f)>, affine_map<(n, f, h) -> (f, h)>, affine_map<(n, f, h) -> (n, h)>]
      kinds [spatial, reduction, spatial] combine [add] {
  ^bb0(%x: f32, %w: f32):
    %p = arith.mulf %x, %w : f32
    sparse.yield %p : f32
  }

  // What the neighbours have of that, with a bias, where it is above 0.
  %Yv = sparse.alloc on (%N, %H) : (!axis.axis<dense_fixed>, !axis.axis<dense_fixed>) -> !sparse.buffer<?x?xf32>
  %Y = sparse.pack %Yv : !sparse.buffer<?x?xf32> -> !sparse.tensor<?x?xf32, #sparse.dense>
  sparse.fill %Yv, %zero : !sparse.buffer<?x?xf32>
  sparse.generic "neighbours" driver(%A)
      ins(%A, %T : !sparse.tensor<?x?xf32, #sparse.csr>, !sparse.tensor<?x?xf32, #sparse.dense>)
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
      maps [affine_map<(i, h) -> (i, h)>, affine_map<(i, h) -> (h)>, affine_map<(i, h) -> (i, h)>]
      kinds [spatial, spatial] {
  ^bb0(%y: f32, %b: f32):
    %s = arith.addf %y, %b : f32
    %r = arith.maximumf %s, %zero : f32
    sparse.yield %r : f32
  }

  // The second layer.
  %Uv = sparse.alloc on (%N, %C) : (!axis.axis<dense_fixed>, !axis.axis<dense_fixed>) -> !sparse.buffer<?x?xf32>
  %U = sparse.pack %Uv : !sparse.buffer<?x?xf32> -> !sparse.tensor<?x?xf32, #sparse.dense>
  sparse.fill %Uv, %zero : !sparse.buffer<?x?xf32>
  sparse.generic "classes"
      ins(%Y, %W1 : !sparse.tensor<?x?xf32, #sparse.dense>, !sparse.tensor<?x?xf32, #sparse.dense>)
      outs(%U : !sparse.tensor<?x?xf32, #sparse.dense>)
      maps [affine_map<(n, f, h) -> (n, f)>, affine_map<(n, f, h) -> (f, h)>, affine_map<(n, f, h) -> (n, h)>]
      kinds [spatial, reduction, spatial] combine [add] {
  ^bb0(%x: f32, %w: f32):
    %p = arith.mulf %x, %w : f32
    sparse.yield %p : f32
  }
  %NZ, %CZ, %Zv = sparse.unpack %Z : !sparse.tensor<?x?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !axis.axis<dense_fixed>, !sparse.buffer<?x?xf32>
  sparse.fill %Zv, %zero : !sparse.buffer<?x?xf32>
  sparse.generic "again" driver(%A)
      ins(%A, %U : !sparse.tensor<?x?xf32, #sparse.csr>, !sparse.tensor<?x?xf32, #sparse.dense>)
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
      maps [affine_map<(i, h) -> (i, h)>, affine_map<(i, h) -> (h)>, affine_map<(i, h) -> (i, h)>]
      kinds [spatial, spatial] {
  ^bb0(%y: f32, %b: f32):
    %s = arith.addf %y, %b : f32
    sparse.yield %s : f32
  }
  return
}
