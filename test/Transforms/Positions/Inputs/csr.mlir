// Rows of a matrix in CSR, in parallel.

!dense = !axis.axis<dense_fixed>
!row = !axis.axis<sparse_variable, sorted, unique>

func.func @rows(%m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !row
  scf.forall (%i) in (%m) {
    %length = axis.length %J under %i : !row
    %begin = axis.position %J[%c0] under %i : !row
    %end = arith.addi %begin, %length : index
    scf.for %p = %begin to %end step %c1 {
      "test.use"(%i, %p) : (index, index) -> ()
    } {iter.loop = #iter.loop<nest = "rows", dims = ["j"], axis = sparse_variable, kind = reduction, role = level>}
  } {iter.loop = #iter.loop<nest = "rows", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>}
  return
}
