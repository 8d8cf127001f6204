// s[i] = the sum of the stored elements of row i of A.

!matrix = !sparse.tensor<?x?xf32, #sparse.csr>
!vector = !sparse.tensor<?xf32, #sparse.dense>
!dense = !axis.axis<dense_fixed>
!stored = !axis.axis<sparse_variable, sorted, unique>
!values = !sparse.buffer<?xf32>

func.func @row_sums(
    %A: !matrix {sparse.name = "A", sparse.dims = ["I", "J"], sparse.access = "read"},
    %s: !vector {sparse.name = "s", sparse.dims = ["I"], sparse.access = "write"}) {
  %I, %J, %Av = sparse.unpack %A : !matrix -> !dense, !stored, !values
  %Is, %sv = sparse.unpack %s : !vector -> !dense, !values
  %zero = arith.constant 0.0 : f32
  sparse.fill %sv, %zero : !values
  iter.nest "sums" ("i": %i, "j": %j at %p) over (%I, %J : !dense, !stored) kinds [spatial, reduction] {
    %a = sparse.load %Av at [%p] : !values
    sparse.accumulate add %a into %sv[%i] : !values
  }
  return
}
