// B[i, j] = exp(A[i, j] - max) / sum, of the elements of row i: the softmax of rows.
// The maximum is subtracted above and below; SparseTIR's has it below alone.
// RUN: %python %S/check.py %s

!dense = !axis.axis<dense_fixed>
!compressed = !axis.axis<sparse_variable>
!positions = memref<?xi32>
!coordinates = memref<?xi32>
!values = !sparse.buffer<?xf32>

func.func @sparse_softmax(
    %m: index {sparse.name = "m"},
    %n: index {sparse.name = "n"},
    %pos: !positions {sparse.name = "pos", sparse.access = "read"},
    %crd: !coordinates {sparse.name = "crd", sparse.access = "read"},
    %a: memref<?xf32> {sparse.name = "a", sparse.access = "read"},
    %b: memref<?xf32> {sparse.name = "b", sparse.access = "write"}) {
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, !positions, !coordinates -> !compressed
  %A = sparse.bind %a on (%I, %J) : memref<?xf32> on (!dense, !compressed) -> !values
  %B = sparse.bind %b on (%I, %J) : memref<?xf32> on (!dense, !compressed) -> !values
  %zero = arith.constant 0.0 : f32
  %minus_infinity = arith.constant 0xFF800000 : f32
  iter.nest "softmax" ("i": %i at %r) over (%I : !dense) kinds [spatial] {
    %max = iter.nest "max" ("j": %j at %p) over (%J under %r : !compressed) kinds [reduction] combine [max] init(%minus_infinity) -> f32 {
      %x = sparse.load %A at [%p] : !values
      iter.yield %x : f32
    }
    %sum = iter.nest "sum" ("j": %j at %p) over (%J under %r : !compressed) kinds [reduction] combine [add] init(%zero) -> f32 {
      %x = sparse.load %A at [%p] : !values
      %shifted = arith.subf %x, %max : f32
      %power = math.exp %shifted : f32
      iter.yield %power : f32
    }
    iter.nest "normalise" ("j": %j at %p) over (%J under %r : !compressed) kinds [spatial] {
      %x = sparse.load %A at [%p] : !values
      %shifted = arith.subf %x, %max : f32
      %power = math.exp %shifted : f32
      %share = arith.divf %power, %sum : f32
      sparse.store %share, %B at [%p] : !values
    }
  }
  return
}
