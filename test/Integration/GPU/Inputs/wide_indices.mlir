// Indices that have more than 32 bits, though all memory is small.

!D = !axis.axis<dense_fixed>
!S = !axis.axis<sparse_variable, sorted, unique>

// The remainder of what is loaded.
func.func @data(%y: memref<?xi64> {sparse.name = "y"}, %x: memref<?xi64> {sparse.name = "x"}) {
  %n = arith.constant 64 : index
  %c97 = arith.constant 97 : index
  %I = axis.dense_fixed %n : !D
  %Y = sparse.bind %y on (%I) : memref<?xi64> on (!D) -> !sparse.buffer<?xi64>
  %X = sparse.bind %x on (%I) : memref<?xi64> on (!D) -> !sparse.buffer<?xi64>
  iter.nest "n" ("i": %i at %p) over (%I : !D) kinds [spatial] {
    %v = sparse.load %X at [%p] : !sparse.buffer<?xi64>
    %m = arith.index_cast %v : i64 to index
    %k = arith.remui %m, %c97 : index
    %r = arith.index_cast %k : index to i64
    sparse.store %r, %Y at [%p] : !sparse.buffer<?xi64>
  }
  return
}

// The square of a coordinate.
func.func @square(%y: memref<?xi64> {sparse.name = "y"}) {
  %n = arith.constant 50000 : index
  %I = axis.dense_fixed %n : !D
  %Y = sparse.bind %y on (%I) : memref<?xi64> on (!D) -> !sparse.buffer<?xi64>
  iter.nest "n" ("i": %i at %p) over (%I : !D) kinds [spatial] {
    %m = arith.muli %i, %i : index
    %r = arith.index_cast %m : index to i64
    sparse.store %r, %Y at [%p] : !sparse.buffer<?xi64>
  }
  return
}

// A coordinate that no axis of small width has.
func.func @locate(%crd: memref<?xi32> {sparse.name = "crd"}, %q: memref<?xi64> {sparse.name = "q"}, %v: memref<?xf32> {sparse.name = "v"}, %y: memref<?xf32> {sparse.name = "y"}) {
  %c4 = arith.constant 4 : index
  %c10 = arith.constant 10 : index
  %z = arith.constant -1.0 : f32
  %I = axis.dense_fixed %c4 : !D
  %J = axis.sparse_variable %c10 count %c4 coordinates %crd : memref<?xi32> -> !S
  %V = sparse.bind %v on (%J) : memref<?xf32> on (!S) -> !sparse.buffer<?xf32>
  %Q = sparse.bind %q on (%I) : memref<?xi64> on (!D) -> !sparse.buffer<?xi64>
  %Y = sparse.bind %y on (%I) : memref<?xf32> on (!D) -> !sparse.buffer<?xf32>
  iter.nest "n" ("i": %i at %p) over (%I : !D) kinds [spatial] {
    %k = sparse.load %Q at [%p] : !sparse.buffer<?xi64>
    %c = arith.index_cast %k : i64 to index
    %place, %found = axis.locate %J[%c] : !S -> !axis.site
    %r = scf.if %found -> f32 {
      %x = sparse.load %V at [%place] : !sparse.buffer<?xf32>
      scf.yield %x : f32
    } else {
      scf.yield %z : f32
    }
    sparse.store %r, %Y at [%p] : !sparse.buffer<?xf32>
  }
  return
}
