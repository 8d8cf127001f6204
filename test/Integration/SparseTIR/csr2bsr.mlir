// B = A: the elements of a CSR matrix are copied to blocks of b x b.
// The structure of the blocks is given, and an element finds its block by look-up.
// RUN: %python %S/check.py %s

!dense = !axis.axis<dense_fixed>
!compressed = !axis.axis<sparse_variable, unique>
!positions = memref<?xi32>
!coordinates = memref<?xi32>
!blocks = !sparse.buffer<?x?x?xf32>

func.func @csr2bsr(
    %m: index {sparse.name = "m"},
    %n: index {sparse.name = "n"},
    %size: index {sparse.name = "size"},
    %pos: !positions {sparse.name = "pos", sparse.access = "read"},
    %crd: !coordinates {sparse.name = "crd", sparse.access = "read"},
    %block_pos: !positions {sparse.name = "block_pos", sparse.access = "read"},
    %block_crd: !coordinates {sparse.name = "block_crd", sparse.access = "read"},
    %a: memref<?xf32> {sparse.name = "a", sparse.access = "read"},
    %b: memref<?x?x?xf32> {sparse.name = "b", sparse.access = "update"}) {
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, !positions, !coordinates -> !compressed
  %mb = arith.ceildivui %m, %size : index
  %nb = arith.ceildivui %n, %size : index
  %IO = axis.dense_fixed %mb : !dense
  %JO = axis.sparse_variable %nb of %IO positions %block_pos coordinates %block_crd : !dense, !positions, !coordinates -> !compressed
  %II = axis.dense_fixed %size cut %m of %IO : !dense -> !dense
  %JI = axis.dense_fixed %size cut %n of %JO : !compressed -> !dense
  %A = sparse.bind %a on (%I, %J) : memref<?xf32> on (!dense, !compressed) -> !sparse.buffer<?xf32>
  %B = sparse.bind %b on (%IO, %JO, %II, %JI) : memref<?x?x?xf32> on (!dense, !compressed, !dense, !dense) -> !blocks
  %zero = arith.constant 0.0 : f32
  sparse.fill %B, %zero : !blocks
  iter.nest "csr2bsr" ("i": %i, "j": %j at %p) over (%I, %J : !dense, !compressed) kinds [spatial, spatial] {
    %io = arith.floordivsi %i, %size : index
    %jo = arith.floordivsi %j, %size : index
    %ii = arith.remsi %i, %size : index
    %ji = arith.remsi %j, %size : index
    %x = sparse.load %A at [%p] : !sparse.buffer<?xf32>
    sparse.store %x, %B[%io, %jo, %ii, %ji] : !blocks
  }
  return
}
