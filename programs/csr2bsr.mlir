// B = A: the elements of a matrix in rows, copied to blocks of 4 x 4.
//
// The blocks are given, by the numbers of the first block of each row of blocks
// and by their columns, in any order, and there is one wherever A has an
// element. An element finds its block by look-up. Other cells are set to zero,
// but for those outside of the matrix, which are left alone.

func.func @csr2bsr(
    %A: !sparse.tensor<?x?xf32, #sparse.csr> {sparse.name = "A", sparse.dims = ["I", "J"], sparse.access = "read"},
    %positions: memref<?xi32> {sparse.name = "positions", sparse.access = "read"},
    %columns: memref<?xi32> {sparse.name = "columns", sparse.access = "read"},
    %B: memref<?x4x4xf32> {sparse.name = "B", sparse.access = "update"}) {
  %I, %J, %Av = sparse.unpack %A : !sparse.tensor<?x?xf32, #sparse.csr> -> !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>, !sparse.buffer<?xf32>
  %size = arith.constant 4 : index
  %m = axis.extent %I : !axis.axis<dense_fixed>
  %n = axis.extent %J : !axis.axis<sparse_variable, sorted, unique>
  %mb = arith.ceildivui %m, %size : index
  %nb = arith.ceildivui %n, %size : index
  %IO = axis.dense_fixed %mb : !axis.axis<dense_fixed>
  %JO = axis.sparse_variable %nb of %IO positions %positions coordinates %columns : !axis.axis<dense_fixed>, memref<?xi32>, memref<?xi32> -> !axis.axis<sparse_variable, unique>
  %II = axis.dense_fixed %size cut %m of %IO : !axis.axis<dense_fixed> -> !axis.axis<dense_fixed, width = 4>
  %JI = axis.dense_fixed %size cut %n of %JO : !axis.axis<sparse_variable, unique> -> !axis.axis<dense_fixed, width = 4>
  %Bv = sparse.bind %B on (%IO, %JO, %II, %JI) : memref<?x4x4xf32> on (!axis.axis<dense_fixed>, !axis.axis<sparse_variable, unique>, !axis.axis<dense_fixed, width = 4>, !axis.axis<dense_fixed, width = 4>) -> !sparse.buffer<?x4x4xf32>
  %zero = arith.constant 0.0 : f32
  sparse.fill %Bv, %zero : !sparse.buffer<?x4x4xf32>
  iter.nest "csr2bsr" ("i": %i, "j": %j at %p) over (%I, %J : !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>) kinds [spatial, spatial] {
    %io = arith.floordivsi %i, %size : index
    %jo = arith.floordivsi %j, %size : index
    %ii = arith.remsi %i, %size : index
    %ji = arith.remsi %j, %size : index
    %x = sparse.load %Av at [%p] : !sparse.buffer<?xf32>
    sparse.store %x, %Bv[%io, %jo, %ii, %ji] : !sparse.buffer<?x4x4xf32>
  }
  return
}
