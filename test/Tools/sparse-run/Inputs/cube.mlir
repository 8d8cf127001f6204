// A count of body runs: r[i] += a[i] once for each j and k.

func.func @cube(
    %a: !sparse.tensor<?xi32, #sparse.dense> {sparse.name = "a", sparse.dims = ["I"]},
    %r: !sparse.tensor<?xi32, #sparse.dense> {sparse.name = "r", sparse.dims = ["I"]}) {
  %I, %av = sparse.unpack %a : !sparse.tensor<?xi32, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xi32>
  %R, %rv = sparse.unpack %r : !sparse.tensor<?xi32, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xi32>
  %zero = arith.constant 0 : i32
  sparse.fill %rv, %zero : !sparse.buffer<?xi32>
  iter.nest "cube" ("i": %i, "j": %j, "k": %k) over (%I, %I, %I : !axis.axis<dense_fixed>, !axis.axis<dense_fixed>, !axis.axis<dense_fixed>) kinds [spatial, reduction, reduction] {
    %x = sparse.load %av[%i] : !sparse.buffer<?xi32>
    sparse.accumulate add %x into %rv[%i] : !sparse.buffer<?xi32>
  }
  return
}
