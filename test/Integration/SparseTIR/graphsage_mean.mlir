// y[i, k] is the mean of x[j, k] over the neighbours j of i, and 0 without neighbours.
// The graph has no values: each element reads as 1.
// RUN: %python %S/check.py %s

!dense = !axis.axis<dense_fixed>
!compressed = !axis.axis<sparse_variable>
!positions = memref<?xi32>
!coordinates = memref<?xi32>
!matrix = !sparse.buffer<?x?xf32>

func.func @graphsage_mean(
    %m: index {sparse.name = "m"},
    %n: index {sparse.name = "n"},
    %k: index {sparse.name = "k"},
    %pos: !positions {sparse.name = "pos", sparse.access = "read"},
    %crd: !coordinates {sparse.name = "crd", sparse.access = "read"},
    %x: memref<?x?xf32> {sparse.name = "x", sparse.access = "read"},
    %y: memref<?x?xf32> {sparse.name = "y", sparse.access = "write"}) {
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, !positions, !coordinates -> !compressed
  %N = axis.dense_fixed %n : !dense
  %K = axis.dense_fixed %k : !dense
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %A = sparse.splat %one on (%I, %J) : f32 on (!dense, !compressed) -> !sparse.buffer<?xf32>
  %X = sparse.bind %x on (%N, %K) : memref<?x?xf32> on (!dense, !dense) -> !matrix
  %Y = sparse.bind %y on (%I, %K) : memref<?x?xf32> on (!dense, !dense) -> !matrix
  sparse.fill %Y, %zero : !matrix
  iter.nest "nodes" ("i": %i at %r) over (%I : !dense) kinds [spatial] {
    %degree = iter.nest "degree" ("j": %j at %p) over (%J under %r : !compressed) kinds [reduction] combine [add] init(%zero) -> f32 {
      %a = sparse.load %A at [%p] : !sparse.buffer<?xf32>
      iter.yield %a : f32
    }
    iter.nest "mean" ("j": %j at %p, "k": %l) over (%J under %r, %K : !compressed, !dense) kinds [reduction, spatial] {
      %a = sparse.load %A at [%p] : !sparse.buffer<?xf32>
      %weight = arith.divf %a, %degree : f32
      %u = sparse.load %X[%j, %l] : !matrix
      %t = arith.mulf %weight, %u : f32
      sparse.accumulate add %t into %Y[%i, %l] : !matrix
    }
  }
  return
}
