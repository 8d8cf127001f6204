// S[i, j] = A[i, j] times the sum over k of X[i, k] Y[j, k], said of tensors.
// S has the structure of A, which is passed once.
// RUN: %python %S/check.py %s

!dense = !axis.axis<dense_fixed>
!compressed = !axis.axis<sparse_variable, sorted, unique>
!sparse_matrix = !sparse.tensor<?x?xf32, #sparse.csr>
!dense_matrix = !sparse.tensor<?x?xf32, #sparse.dense>

func.func @generic_sddmm(
    %A: !sparse_matrix {sparse.name = "A", sparse.dims = ["I", "J"], sparse.access = "read"},
    %X: !dense_matrix {sparse.name = "X", sparse.dims = ["I", "K"], sparse.access = "read"},
    %Y: !dense_matrix {sparse.name = "Y", sparse.dims = ["J", "K"], sparse.access = "read"},
    %S: !sparse_matrix {sparse.name = "S", sparse.dims = ["I", "J"], sparse.access = "write", sparse.structure_of = "A"}) {
  %I, %J, %Av = sparse.unpack %A : !sparse_matrix -> !dense, !compressed, !sparse.buffer<?xf32>
  %Sv = sparse.unpack %S on (%I, %J) : !sparse_matrix on (!dense, !compressed) -> !sparse.buffer<?xf32>
  %zero = arith.constant 0.0 : f32
  sparse.fill %Sv, %zero : !sparse.buffer<?xf32>
  sparse.generic driver(%A) ins(%A, %X, %Y : !sparse_matrix, !dense_matrix, !dense_matrix) outs(%S : !sparse_matrix) maps [affine_map<(i, j, k) -> (i, j)>, affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>] kinds [spatial, spatial, reduction] combine [add] {
  ^bb0(%a: f32, %x: f32, %y: f32):
    %xy = arith.mulf %x, %y : f32
    %t = arith.mulf %a, %xy : f32
    sparse.yield %t : f32
  }
  return
}
