// C = A B, said of tensors: the format of A is in its type alone.
// RUN: %python %S/check.py %s

!dense = !axis.axis<dense_fixed>
!sparse_matrix = !sparse.tensor<?x?xf32, #sparse.csr>
!dense_matrix = !sparse.tensor<?x?xf32, #sparse.dense>

func.func @generic_spmm(
    %A: !sparse_matrix {sparse.name = "A", sparse.dims = ["I", "J"], sparse.access = "read"},
    %B: !dense_matrix {sparse.name = "B", sparse.dims = ["J", "K"], sparse.access = "read"},
    %C: !dense_matrix {sparse.name = "C", sparse.dims = ["I", "K"], sparse.access = "write"}) {
  %I, %K, %Cv = sparse.unpack %C : !dense_matrix -> !dense, !dense, !sparse.buffer<?x?xf32>
  %zero = arith.constant 0.0 : f32
  sparse.fill %Cv, %zero : !sparse.buffer<?x?xf32>
  sparse.generic driver(%A) ins(%A, %B : !sparse_matrix, !dense_matrix) outs(%C : !dense_matrix) maps [affine_map<(i, j, k) -> (i, j)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, k)>] kinds [spatial, reduction, spatial] combine [add] {
  ^bb0(%a: f32, %b: f32):
    %t = arith.mulf %a, %b : f32
    sparse.yield %t : f32
  }
  return
}
