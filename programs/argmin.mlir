// y[i], n[i] = the smallest stored element of row i of A and its column, the
// first of equals; infinity or the greatest integer, and -1, where the row has
// none.
//
// What y and n begin with takes part: no column is as great as the number in n, so
// that an element that is infinite is found.

func.func @argmin(
    %A: !sparse.tensor<?x?xf32, #sparse.csr> {sparse.name = "A", sparse.dims = ["I", "J"], sparse.access = "read"},
    %y: !sparse.tensor<?xf32, #sparse.dense> {sparse.name = "y", sparse.dims = ["I"], sparse.access = "write"},
    %n: !sparse.tensor<?xi64, #sparse.dense> {sparse.name = "n", sparse.dims = ["I"], sparse.access = "write", sparse.structure_of = "y"}) {
  %I, %yv = sparse.unpack %y : !sparse.tensor<?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
  %greatest = arith.constant 0x7F800000 : f32
  sparse.fill %yv, %greatest : !sparse.buffer<?xf32>
  %nv = sparse.unpack %n on (%I) : !sparse.tensor<?xi64, #sparse.dense> on (!axis.axis<dense_fixed>) -> !sparse.buffer<?xi64>
  %none = arith.constant 9223372036854775807 : i64
  sparse.fill %nv, %none : !sparse.buffer<?xi64>
  sparse.generic driver(%A)
      ins(%A : !sparse.tensor<?x?xf32, #sparse.csr>)
      outs(%y, %n : !sparse.tensor<?xf32, #sparse.dense>, !sparse.tensor<?xi64, #sparse.dense>)
      maps [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>]
      kinds [spatial, reduction] combine [argmin] {
  ^bb0(%aij: f32, %i: index, %j: index):
    %column = arith.index_cast %j : index to i64
    sparse.yield %aij, %column : f32, i64
  }
  sparse.generic "none" driver(%n)
      ins(%n : !sparse.tensor<?xi64, #sparse.dense>)
      outs(%n : !sparse.tensor<?xi64, #sparse.dense>)
      maps [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>]
      kinds [spatial] {
  ^bb0(%ni: i64):
    %noneNumber = arith.constant 9223372036854775807 : i64
    %minusOne = arith.constant -1 : i64
    %isNone = arith.cmpi eq, %ni, %noneNumber : i64
    %number = arith.select %isNone, %minusOne, %ni : i64
    sparse.yield %number : i64
  }
  return
}
