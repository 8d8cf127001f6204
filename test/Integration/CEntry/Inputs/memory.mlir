// y = A x, where A is in CSR and all is memory.
func.func @memory(
    %m: index {sparse.name = "m"},
    %n: index {sparse.name = "n"},
    %positions: memref<?xi32> {sparse.name = "positions", sparse.access = "read"},
    %coordinates: memref<?xi32> {sparse.name = "coordinates", sparse.access = "read"},
    %a: memref<?xf32> {sparse.name = "a", sparse.access = "read"},
    %x: memref<?xf32> {sparse.name = "x", sparse.access = "read"},
    %y: memref<?xf32> {sparse.name = "y", sparse.access = "write"}) {
  %zero = arith.constant 0.0 : f32
  %I = axis.dense_fixed %m : !axis.axis<dense_fixed>
  %J = axis.sparse_variable %n of %I positions %positions coordinates %coordinates : !axis.axis<dense_fixed>, memref<?xi32>, memref<?xi32> -> !axis.axis<sparse_variable>
  %N = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %A = sparse.bind %a on (%I, %J) : memref<?xf32> on (!axis.axis<dense_fixed>, !axis.axis<sparse_variable>) -> !sparse.buffer<?xf32>
  %X = sparse.bind %x on (%N) : memref<?xf32> on (!axis.axis<dense_fixed>) -> !sparse.buffer<?xf32>
  %Y = sparse.bind %y on (%I) : memref<?xf32> on (!axis.axis<dense_fixed>) -> !sparse.buffer<?xf32>
  sparse.fill %Y, %zero : !sparse.buffer<?xf32>
  iter.nest "memory" ("i": %i at %r, "j": %j at %p) over (%I, %J : !axis.axis<dense_fixed>, !axis.axis<sparse_variable>) kinds [spatial, reduction] {
    %v = sparse.load %A at [%p] : !sparse.buffer<?xf32>
    %w = sparse.load %X[%j] : !sparse.buffer<?xf32>
    %vw = arith.mulf %v, %w : f32
    sparse.accumulate add %vw into %Y at [%r] : !sparse.buffer<?xf32>
  }
  return
}
