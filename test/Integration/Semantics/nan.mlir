// Minimum and maximum of floats are NaN where one of them is; argmax gives the first
// NaN, and of equal values the smaller number.
// RUN: %python %S/semantics.py %s

func.func @nan(
    %x: memref<?xf64> {sparse.name = "x", sparse.access = "read"},
    %most: memref<?xf64> {sparse.name = "most", sparse.access = "write"},
    %where: memref<?xi64> {sparse.name = "where", sparse.access = "write"}) {
  %c0 = arith.constant 0 : index
  %none = arith.constant 9223372036854775807 : i64
  %lowest = arith.constant 0xFFF0000000000000 : f64
  %n = memref.dim %x, %c0 : memref<?xf64>
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %X = sparse.bind %x on (%I) : memref<?xf64> on (!axis.axis<dense_fixed>) -> !sparse.buffer<?xf64>
  %m, %a, %k = iter.nest "nan" ("i": %i at %p) over (%I : !axis.axis<dense_fixed>) kinds [reduction] combine [max, argmax] init(%lowest, %lowest, %none) -> f64, f64, i64 {
    %v = sparse.load %X at [%p] : !sparse.buffer<?xf64>
    %number = arith.index_cast %i : index to i64
    iter.yield %v, %v, %number : f64, f64, i64
  }
  memref.store %m, %most[%c0] : memref<?xf64>
  memref.store %k, %where[%c0] : memref<?xi64>
  return
}
