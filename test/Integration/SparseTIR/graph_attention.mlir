// O = softmax(Q K^T) V, with scores at the elements of a CSR pattern alone.
// The scores are kept in memory of the function's own.
// RUN: %python %S/check.py %s

!dense = !axis.axis<dense_fixed>
!compressed = !axis.axis<sparse_variable>
!positions = memref<?xi32>
!coordinates = memref<?xi32>
!values = !sparse.buffer<?xf32>
!matrix = !sparse.buffer<?x?xf32>

func.func @graph_attention(
    %m: index {sparse.name = "m"},
    %n: index {sparse.name = "n"},
    %d: index {sparse.name = "d"},
    %pos: !positions {sparse.name = "pos", sparse.access = "read"},
    %crd: !coordinates {sparse.name = "crd", sparse.access = "read"},
    %q: memref<?x?xf32> {sparse.name = "q", sparse.access = "read"},
    %k: memref<?x?xf32> {sparse.name = "k", sparse.access = "read"},
    %v: memref<?x?xf32> {sparse.name = "v", sparse.access = "read"},
    %o: memref<?x?xf32> {sparse.name = "o", sparse.access = "write"}) {
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, !positions, !coordinates -> !compressed
  %N = axis.dense_fixed %n : !dense
  %D = axis.dense_fixed %d : !dense
  %Q = sparse.bind %q on (%I, %D) : memref<?x?xf32> on (!dense, !dense) -> !matrix
  %K = sparse.bind %k on (%N, %D) : memref<?x?xf32> on (!dense, !dense) -> !matrix
  %V = sparse.bind %v on (%N, %D) : memref<?x?xf32> on (!dense, !dense) -> !matrix
  %O = sparse.bind %o on (%I, %D) : memref<?x?xf32> on (!dense, !dense) -> !matrix
  %S = sparse.alloc on (%I, %J) : (!dense, !compressed) -> !values
  %zero = arith.constant 0.0 : f32
  %minus_infinity = arith.constant 0xFF800000 : f32
  sparse.fill %O, %zero : !matrix
  iter.nest "attention" ("i": %i at %r) over (%I : !dense) kinds [spatial] {
    %max = iter.nest "scores" ("j": %j at %p) over (%J under %r : !compressed) kinds [reduction] combine [max] init(%minus_infinity) -> f32 {
      %score = iter.nest "score" ("d": %c) over (%D : !dense) kinds [reduction] combine [add] init(%zero) -> f32 {
        %x = sparse.load %Q[%i, %c] : !matrix
        %y = sparse.load %K[%j, %c] : !matrix
        %t = arith.mulf %x, %y : f32
        iter.yield %t : f32
      }
      sparse.store %score, %S at [%p] : !values
      iter.yield %score : f32
    }
    %sum = iter.nest "sum" ("j": %j at %p) over (%J under %r : !compressed) kinds [reduction] combine [add] init(%zero) -> f32 {
      %score = sparse.load %S at [%p] : !values
      %shifted = arith.subf %score, %max : f32
      %power = math.exp %shifted : f32
      sparse.store %power, %S at [%p] : !values
      iter.yield %power : f32
    }
    iter.nest "output" ("j": %j at %p, "d": %c) over (%J under %r, %D : !compressed, !dense) kinds [reduction, spatial] {
      %power = sparse.load %S at [%p] : !values
      %share = arith.divf %power, %sum : f32
      %x = sparse.load %V[%j, %c] : !matrix
      %t = arith.mulf %share, %x : f32
      sparse.accumulate add %t into %O[%i, %c] : !matrix
    }
  }
  return
}
