// Sets the diagonal of a sparse matrix to 1: undefined where it has no element there.
func.func @unit_diagonal(%A: !sparse.tensor<?x?xf32, #sparse.csr> {sparse.name = "A"}) {
  %one = arith.constant 1.0 : f32
  %I, %J, %Av = sparse.unpack %A : !sparse.tensor<?x?xf32, #sparse.csr> -> !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>, !sparse.buffer<?xf32>
  iter.nest "diagonal" ("i": %i) over (%I : !axis.axis<dense_fixed>) kinds [spatial] {
    sparse.store %one, %Av[%i, %i] : !sparse.buffer<?xf32>
  }
  return
}
