// y = A x in blocks of 2 x 2, A 3 x 3 with a bitmap: cells that are cut off or whose
// bit is 0 are no elements. An infinity in x meets padding only, and y has none.
// RUN: %python %S/semantics.py %s

func.func @padding(
    %pos: memref<?xi32> {sparse.name = "pos", sparse.access = "read"},
    %crd: memref<?xi32> {sparse.name = "crd", sparse.access = "read"},
    %bits: memref<?x2x2xi32> {sparse.name = "bits", sparse.access = "read"},
    %val: memref<?x2x2xf64> {sparse.name = "val", sparse.access = "read"},
    %x: memref<?xf64> {sparse.name = "x", sparse.access = "read"},
    %y: memref<?xf64> {sparse.name = "y", sparse.access = "update"}) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %m = memref.dim %y, %c0 : memref<?xf64>
  %n = memref.dim %x, %c0 : memref<?xf64>
  %mo = arith.ceildivsi %m, %c2 : index
  %no = arith.ceildivsi %n, %c2 : index
  %IO = axis.dense_fixed %mo : !axis.axis<dense_fixed>
  %JO = axis.sparse_variable %no of %IO positions %pos coordinates %crd : !axis.axis<dense_fixed>, memref<?xi32>, memref<?xi32> -> !axis.axis<sparse_variable, sorted, unique>
  %II = axis.dense_fixed %c2 cut %m of %IO : !axis.axis<dense_fixed> -> !axis.axis<dense_fixed, width = 2>
  %JI = axis.dense_fixed %c2 cut %n of %JO : !axis.axis<sparse_variable, sorted, unique> -> !axis.axis<dense_fixed, width = 2>
  %E = axis.occupancy %bits on (%IO, %JO, %II, %JI) : memref<?x2x2xi32> on (!axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>, !axis.axis<dense_fixed, width = 2>, !axis.axis<dense_fixed, width = 2>) -> !axis.axis<occupancy>
  %I = axis.dense_fixed %m : !axis.axis<dense_fixed>
  %J = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %X = sparse.bind %x on (%J) : memref<?xf64> on (!axis.axis<dense_fixed>) -> !sparse.buffer<?xf64>
  %Y = sparse.bind %y on (%I) : memref<?xf64> on (!axis.axis<dense_fixed>) -> !sparse.buffer<?xf64>
  %A = sparse.bind %val on (%IO, %JO, %II, %JI, %E) : memref<?x2x2xf64> on (!axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>, !axis.axis<dense_fixed, width = 2>, !axis.axis<dense_fixed, width = 2>, !axis.axis<occupancy>) -> !sparse.buffer<?x2x2xf64>
  iter.nest "padding" ("io": %io, "jo": %jo at %p, "ii": %ii at %r, "ji": %ji at %s, "e": %e at %q) over (%IO, %JO, %II of 0, %JI, %E : !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>, !axis.axis<dense_fixed, width = 2>, !axis.axis<dense_fixed, width = 2>, !axis.axis<occupancy>) kinds [spatial, reduction, spatial, reduction, reduction] {
    %i = affine.apply affine_map<(o, i) -> (2 * o + i)>(%io, %ii)
    %j = affine.apply affine_map<(o, i) -> (2 * o + i)>(%jo, %ji)
    %a = sparse.load %A at [%p, %r, %s] : !sparse.buffer<?x2x2xf64>
    %b = sparse.load %X[%j] : !sparse.buffer<?xf64>
    %t = arith.mulf %a, %b : f64
    sparse.accumulate add %t into %Y[%i] : !sparse.buffer<?xf64>
  }
  return
}
