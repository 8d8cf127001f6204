// A cast of an index to fewer bits and back loses what these do not hold.
// RUN: %python %S/semantics.py %s

func.func @casts(%av: memref<?xi64> {sparse.name = "a", sparse.access = "read"}, %rv: memref<?xi64> {sparse.name = "r", sparse.access = "write"}, %uv: memref<?xi64> {sparse.name = "u", sparse.access = "write"}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %av, %c0 : memref<?xi64>
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %A = sparse.bind %av on (%I) : memref<?xi64> on (!axis.axis<dense_fixed>) -> !sparse.buffer<?xi64>
  %R = sparse.bind %rv on (%I) : memref<?xi64> on (!axis.axis<dense_fixed>) -> !sparse.buffer<?xi64>
  %U = sparse.bind %uv on (%I) : memref<?xi64> on (!axis.axis<dense_fixed>) -> !sparse.buffer<?xi64>
  iter.nest "casts" ("i": %i at %p) over (%I : !axis.axis<dense_fixed>) kinds [spatial] {
    %a = sparse.load %A at [%p] : !sparse.buffer<?xi64>
    %index = arith.index_cast %a : i64 to index
    %narrow = arith.index_cast %index : index to i32
    %wide = arith.index_cast %narrow : i32 to index
    %r = arith.index_cast %wide : index to i64
    sparse.store %r, %R at [%p] : !sparse.buffer<?xi64>
    %byte = arith.index_castui %index : index to i8
    %place = arith.index_castui %byte : i8 to index
    %u = arith.index_cast %place : index to i64
    sparse.store %u, %U at [%p] : !sparse.buffer<?xi64>
  }
  return
}
