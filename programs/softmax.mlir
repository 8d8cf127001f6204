// P[i, j] = exp(A[i, j] - m[i]) / s[i] at the stored elements of A, where m are
// the maxima of the rows and s the sums of exp(A - m).

func.func @softmax(
    %A: !sparse.tensor<?x?xf32, #sparse.csr> {sparse.name = "A", sparse.dims = ["I", "J"], sparse.access = "read"},
    %m: !sparse.tensor<?xf32, #sparse.dense> {sparse.name = "m", sparse.dims = ["I"], sparse.access = "write"},
    %s: !sparse.tensor<?xf32, #sparse.dense> {sparse.name = "s", sparse.dims = ["I"], sparse.access = "write"},
    %P: !sparse.tensor<?x?xf32, #sparse.csr> {sparse.name = "P", sparse.dims = ["I", "J"], sparse.access = "write", sparse.structure_of = "A"}) {
  %I, %mv = sparse.unpack %m : !sparse.tensor<?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
  %least = arith.constant 0xFF800000 : f32
  sparse.fill %mv, %least : !sparse.buffer<?xf32>
  sparse.generic "max" driver(%A)
      ins(%A : !sparse.tensor<?x?xf32, #sparse.csr>)
      outs(%m : !sparse.tensor<?xf32, #sparse.dense>)
      maps [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>]
      kinds [spatial, reduction] combine [max] {
  ^bb0(%aij: f32):
    sparse.yield %aij : f32
  }
  %I_s, %sv = sparse.unpack %s : !sparse.tensor<?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
  %zero = arith.constant 0.0 : f32
  sparse.fill %sv, %zero : !sparse.buffer<?xf32>
  sparse.generic "sum" driver(%A)
      ins(%A, %m : !sparse.tensor<?x?xf32, #sparse.csr>, !sparse.tensor<?xf32, #sparse.dense>)
      outs(%s : !sparse.tensor<?xf32, #sparse.dense>)
      maps [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>]
      kinds [spatial, reduction] combine [add] {
  ^bb0(%aij: f32, %mi: f32):
    %difference = arith.subf %aij, %mi : f32
    %power = math.exp %difference : f32
    sparse.yield %power : f32
  }
  sparse.generic "divide" driver(%A)
      ins(%A, %m, %s : !sparse.tensor<?x?xf32, #sparse.csr>, !sparse.tensor<?xf32, #sparse.dense>, !sparse.tensor<?xf32, #sparse.dense>)
      outs(%P : !sparse.tensor<?x?xf32, #sparse.csr>)
      maps [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>]
      kinds [spatial, spatial] {
  ^bb0(%aij: f32, %mi: f32, %si: f32):
    %difference = arith.subf %aij, %mi : f32
    %power = math.exp %difference : f32
    %share = arith.divf %power, %si : f32
    sparse.yield %share : f32
  }
  return
}
