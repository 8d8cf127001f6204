// A nest means its serial run in listed order: the last store to y[0] is that of the
// last position, whatever its coordinate.
// RUN: %python %S/semantics.py %s

func.func @order(
    %crd: memref<?xi32> {sparse.name = "crd", sparse.access = "read"},
    %y: memref<?xi64> {sparse.name = "y", sparse.access = "write"}) {
  %c0 = arith.constant 0 : index
  %n = arith.constant 100 : index
  %count = memref.dim %crd, %c0 : memref<?xi32>
  %E = axis.sparse_variable %n count %count coordinates %crd : memref<?xi32> -> !axis.axis<sparse_variable>
  iter.nest "order" ("e": %e) over (%E : !axis.axis<sparse_variable>) kinds [spatial] {
    %last = arith.index_cast %e : index to i64
    memref.store %last, %y[%c0] : memref<?xi64>
  }
  return
}
