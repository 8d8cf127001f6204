// dX = (At dZ) Wt, where dZ is dY where Y is above 0: the gradient of features.mlir in X. A
// is stored by columns, whose loop is one over the rows of At. By the schedule row_tiles rows
// of dZ and those of dX that read them run in tiles.

func.func @features_gradient(
    %A: !sparse.tensor<?x?xf32, #sparse.csc> {sparse.name = "A", sparse.dims = ["M", "N"], sparse.access = "read"},
    %Y: !sparse.tensor<?x?xf32, #sparse.dense> {sparse.name = "Y", sparse.dims = ["M", "H"], sparse.access = "read"},
    %dY: !sparse.tensor<?x?xf32, #sparse.dense> {sparse.name = "dY", sparse.dims = ["M", "H"], sparse.access = "read"},
    %W: !sparse.tensor<?x?xf32, #sparse.dense> {sparse.name = "W", sparse.dims = ["F", "H"], sparse.access = "read"},
    %dX: !sparse.tensor<?x?xf32, #sparse.dense> {sparse.name = "dX", sparse.dims = ["N", "F"], sparse.access = "write"}) {
  %zero = arith.constant 0.0 : f32
  %M, %H, %Yv = sparse.unpack %Y : !sparse.tensor<?x?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !axis.axis<dense_fixed>, !sparse.buffer<?x?xf32>
  %N, %F, %dXv = sparse.unpack %dX : !sparse.tensor<?x?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !axis.axis<dense_fixed>, !sparse.buffer<?x?xf32>

  %dZv = sparse.alloc on (%M, %H) : (!axis.axis<dense_fixed>, !axis.axis<dense_fixed>) -> !sparse.buffer<?x?xf32>
  %dZ = sparse.pack %dZv : !sparse.buffer<?x?xf32> -> !sparse.tensor<?x?xf32, #sparse.dense>
  sparse.generic "activate"
      ins(%Y, %dY : !sparse.tensor<?x?xf32, #sparse.dense>, !sparse.tensor<?x?xf32, #sparse.dense>)
      outs(%dZ : !sparse.tensor<?x?xf32, #sparse.dense>)
      maps [affine_map<(i, h) -> (i, h)>, affine_map<(i, h) -> (i, h)>, affine_map<(i, h) -> (i, h)>]
      kinds [spatial, spatial] {
  ^bb0(%y: f32, %d: f32):
    %above = arith.cmpf ogt, %y, %zero : f32
    %z = arith.select %above, %d, %zero : f32
    sparse.yield %z : f32
  }

  %Sv = sparse.alloc on (%N, %H) : (!axis.axis<dense_fixed>, !axis.axis<dense_fixed>) -> !sparse.buffer<?x?xf32>
  %S = sparse.pack %Sv : !sparse.buffer<?x?xf32> -> !sparse.tensor<?x?xf32, #sparse.dense>
  sparse.fill %Sv, %zero : !sparse.buffer<?x?xf32>
  sparse.generic "neighbours" driver(%A)
      ins(%A, %dZ : !sparse.tensor<?x?xf32, #sparse.csc>, !sparse.tensor<?x?xf32, #sparse.dense>)
      outs(%S : !sparse.tensor<?x?xf32, #sparse.dense>)
      maps [affine_map<(j, i, h) -> (i, j)>, affine_map<(j, i, h) -> (i, h)>, affine_map<(j, i, h) -> (j, h)>]
      kinds [spatial, reduction, spatial] combine [add] {
  ^bb0(%a: f32, %z: f32):
    %p = arith.mulf %a, %z : f32
    sparse.yield %p : f32
  }

  sparse.fill %dXv, %zero : !sparse.buffer<?x?xf32>
  sparse.generic "features"
      ins(%S, %W : !sparse.tensor<?x?xf32, #sparse.dense>, !sparse.tensor<?x?xf32, #sparse.dense>)
      outs(%dX : !sparse.tensor<?x?xf32, #sparse.dense>)
      maps [affine_map<(n, f, h) -> (n, h)>, affine_map<(n, f, h) -> (f, h)>, affine_map<(n, f, h) -> (n, f)>]
      kinds [spatial, spatial, reduction] combine [add] {
  ^bb0(%s: f32, %w: f32):
    %p = arith.mulf %s, %w : f32
    sparse.yield %p : f32
  }
  return
}
