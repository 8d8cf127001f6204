// O = P V, where P is the softmax over the rows of S = A * (Q K^T), on the
// stored elements of A; m and s are the maxima of the rows of S and the sums of
// exp(S - m).

func.func @fusedmm(
    %A: !sparse.tensor<?x?xf32, #sparse.csr> {sparse.name = "A", sparse.dims = ["I", "J"], sparse.access = "read"},
    %Q: !sparse.tensor<?x?xf32, #sparse.dense> {sparse.name = "Q", sparse.dims = ["I", "D"], sparse.access = "read"},
    %K: !sparse.tensor<?x?xf32, #sparse.dense> {sparse.name = "K", sparse.dims = ["J", "D"], sparse.access = "read"},
    %V: !sparse.tensor<?x?xf32, #sparse.dense> {sparse.name = "V", sparse.dims = ["J", "E"], sparse.access = "read"},
    %m: !sparse.tensor<?xf32, #sparse.dense> {sparse.name = "m", sparse.dims = ["I"], sparse.access = "write"},
    %s: !sparse.tensor<?xf32, #sparse.dense> {sparse.name = "s", sparse.dims = ["I"], sparse.access = "write"},
    %O: !sparse.tensor<?x?xf32, #sparse.dense> {sparse.name = "O", sparse.dims = ["I", "E"], sparse.access = "write"}) {
  %I, %J, %Av = sparse.unpack %A : !sparse.tensor<?x?xf32, #sparse.csr> -> !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>, !sparse.buffer<?xf32>
  %Sv = sparse.alloc on (%I, %J) : (!axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>) -> !sparse.buffer<?xf32>
  %S = sparse.with_values %A, %Sv : !sparse.tensor<?x?xf32, #sparse.csr>, !sparse.buffer<?xf32> -> !sparse.tensor<?x?xf32, #sparse.csr>
  %Pv = sparse.alloc on (%I, %J) : (!axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>) -> !sparse.buffer<?xf32>
  %P = sparse.with_values %A, %Pv : !sparse.tensor<?x?xf32, #sparse.csr>, !sparse.buffer<?xf32> -> !sparse.tensor<?x?xf32, #sparse.csr>
  %zero = arith.constant 0.0 : f32
  sparse.fill %Sv, %zero : !sparse.buffer<?xf32>
  sparse.generic "sddmm" driver(%A)
      ins(%A, %Q, %K : !sparse.tensor<?x?xf32, #sparse.csr>, !sparse.tensor<?x?xf32, #sparse.dense>, !sparse.tensor<?x?xf32, #sparse.dense>)
      outs(%S : !sparse.tensor<?x?xf32, #sparse.csr>)
      maps [affine_map<(i, j, d) -> (i, j)>, affine_map<(i, j, d) -> (i, d)>, affine_map<(i, j, d) -> (j, d)>, affine_map<(i, j, d) -> (i, j)>]
      kinds [spatial, spatial, reduction] combine [add] {
  ^bb0(%aij: f32, %qid: f32, %kjd: f32):
    %t = arith.mulf %qid, %kjd : f32
    sparse.yield %t : f32
  }
  sparse.generic "scale" driver(%A)
      ins(%A, %S : !sparse.tensor<?x?xf32, #sparse.csr>, !sparse.tensor<?x?xf32, #sparse.csr>)
      outs(%S : !sparse.tensor<?x?xf32, #sparse.csr>)
      maps [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>]
      kinds [spatial, spatial] {
  ^bb0(%aij: f32, %sij: f32):
    %t = arith.mulf %aij, %sij : f32
    sparse.yield %t : f32
  }
  %I_m, %mv = sparse.unpack %m : !sparse.tensor<?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
  %least = arith.constant 0xFF800000 : f32
  sparse.fill %mv, %least : !sparse.buffer<?xf32>
  sparse.generic "max" driver(%S)
      ins(%S : !sparse.tensor<?x?xf32, #sparse.csr>)
      outs(%m : !sparse.tensor<?xf32, #sparse.dense>)
      maps [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>]
      kinds [spatial, reduction] combine [max] {
  ^bb0(%sij: f32):
    sparse.yield %sij : f32
  }
  %I_s, %sv = sparse.unpack %s : !sparse.tensor<?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
  sparse.fill %sv, %zero : !sparse.buffer<?xf32>
  sparse.generic "sum" driver(%S)
      ins(%S, %m : !sparse.tensor<?x?xf32, #sparse.csr>, !sparse.tensor<?xf32, #sparse.dense>)
      outs(%s : !sparse.tensor<?xf32, #sparse.dense>)
      maps [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>]
      kinds [spatial, reduction] combine [add] {
  ^bb0(%sij: f32, %mi: f32):
    %difference = arith.subf %sij, %mi : f32
    %power = math.exp %difference : f32
    sparse.yield %power : f32
  }
  sparse.generic "divide" driver(%S)
      ins(%S, %m, %s : !sparse.tensor<?x?xf32, #sparse.csr>, !sparse.tensor<?xf32, #sparse.dense>, !sparse.tensor<?xf32, #sparse.dense>)
      outs(%P : !sparse.tensor<?x?xf32, #sparse.csr>)
      maps [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>]
      kinds [spatial, spatial] {
  ^bb0(%sij: f32, %mi: f32, %si: f32):
    %difference = arith.subf %sij, %mi : f32
    %power = math.exp %difference : f32
    %share = arith.divf %power, %si : f32
    sparse.yield %share : f32
  }
  %I_O, %E, %Ov = sparse.unpack %O : !sparse.tensor<?x?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !axis.axis<dense_fixed>, !sparse.buffer<?x?xf32>
  sparse.fill %Ov, %zero : !sparse.buffer<?x?xf32>
  sparse.generic "spmm" driver(%P)
      ins(%P, %V : !sparse.tensor<?x?xf32, #sparse.csr>, !sparse.tensor<?x?xf32, #sparse.dense>)
      outs(%O : !sparse.tensor<?x?xf32, #sparse.dense>)
      maps [affine_map<(i, j, e) -> (i, j)>, affine_map<(i, j, e) -> (j, e)>, affine_map<(i, j, e) -> (i, e)>]
      kinds [spatial, reduction, spatial] combine [add] {
  ^bb0(%pij: f32, %vje: f32):
    %t = arith.mulf %pij, %vje : f32
    sparse.yield %t : f32
  }
  return
}
