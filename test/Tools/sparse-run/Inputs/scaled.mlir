// C = A * C, element by element, on the structure of A. C comes first: the order
// of operands is no matter.

!matrix = !sparse.tensor<?x?xf32, #sparse.csr>
!I = !axis.axis<dense_fixed>
!J = !axis.axis<sparse_variable, sorted, unique>

func.func @scaled(%C: !matrix {sparse.name = "C", sparse.structure_of = "A"},
                  %A: !matrix {sparse.name = "A", sparse.dims = ["I", "J"]}) {
  %I, %J, %Av = sparse.unpack %A : !matrix -> !I, !J, !sparse.buffer<?xf32>
  %Cv = sparse.unpack %C on (%I, %J) : !matrix on (!I, !J) -> !sparse.buffer<?xf32>
  iter.nest "scale" ("i": %i, "j": %j at %p) over (%I, %J : !I, !J) kinds [spatial, spatial] {
    %a = sparse.load %Av at [%p] : !sparse.buffer<?xf32>
    sparse.accumulate mul %a into %Cv at [%p] : !sparse.buffer<?xf32>
  }
  return
}
