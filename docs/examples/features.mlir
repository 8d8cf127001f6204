// Y = relu(A (X W)): the features of each node's neighbours, in a new space. By the
// schedule row_tiles both products run in tiles of rows.

func.func @features(
    %A: !sparse.tensor<?x?xf32, #sparse.csr> {sparse.name = "A", sparse.dims = ["M", "N"], sparse.access = "read"},
    %X: !sparse.tensor<?x?xf32, #sparse.dense> {sparse.name = "X", sparse.dims = ["N", "F"], sparse.access = "read"},
    %W: !sparse.tensor<?x?xf32, #sparse.dense> {sparse.name = "W", sparse.dims = ["F", "H"], sparse.access = "read"},
    %Y: !sparse.tensor<?x?xf32, #sparse.dense> {sparse.name = "Y", sparse.dims = ["M", "H"], sparse.access = "write"}) {
  %zero = arith.constant 0.0 : f32
  %N, %F, %Xv = sparse.unpack %X : !sparse.tensor<?x?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !axis.axis<dense_fixed>, !sparse.buffer<?x?xf32>
  %M, %H, %Yv = sparse.unpack %Y : !sparse.tensor<?x?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !axis.axis<dense_fixed>, !sparse.buffer<?x?xf32>

  %Tv = sparse.alloc on (%N, %H) : (!axis.axis<dense_fixed>, !axis.axis<dense_fixed>) -> !sparse.buffer<?x?xf32>
  %T = sparse.pack %Tv : !sparse.buffer<?x?xf32> -> !sparse.tensor<?x?xf32, #sparse.dense>
  sparse.fill %Tv, %zero : !sparse.buffer<?x?xf32>
  sparse.generic "features"
      ins(%X, %W : !sparse.tensor<?x?xf32, #sparse.dense>, !sparse.tensor<?x?xf32, #sparse.dense>)
      outs(%T : !sparse.tensor<?x?xf32, #sparse.dense>)
      maps [affine_map<(n, f, h) -> (n, f)>, affine_map<(n, f, h) -> (f, h)>, affine_map<(n, f, h) -> (n, h)>]
      kinds [spatial, reduction, spatial] combine [add] {
  ^bb0(%x: f32, %w: f32):
    %p = arith.mulf %x, %w : f32
    sparse.yield %p : f32
  }

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
      ins(%Y : !sparse.tensor<?x?xf32, #sparse.dense>)
      outs(%Y : !sparse.tensor<?x?xf32, #sparse.dense>)
      maps [affine_map<(i, h) -> (i, h)>, affine_map<(i, h) -> (i, h)>]
      kinds [spatial, spatial] {
  ^bb0(%y: f32):
    %r = arith.maximumf %y, %zero : f32
    sparse.yield %r : f32
  }
  return
}
