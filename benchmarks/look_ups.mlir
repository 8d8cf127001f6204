// The positions of coordinates in one sorted fibre, -1 where it lacks them.
//
// What benchmarks/look_ups.py times.

!dense = !axis.axis<dense_fixed>
!sorted = !axis.axis<sparse_variable, sorted, unique>

func.func @look_ups(
    %extent: index {sparse.name = "extent"},
    %stored: memref<?xi32> {sparse.name = "stored", sparse.access = "read"},
    %wanted: memref<?xi32> {sparse.name = "wanted", sparse.access = "read"},
    %places: memref<?xi64> {sparse.name = "places", sparse.access = "write"}) {
  %c0 = arith.constant 0 : index
  %none = arith.constant -1 : i64
  %count = memref.dim %stored, %c0 : memref<?xi32>
  %number = memref.dim %wanted, %c0 : memref<?xi32>
  %I = axis.dense_fixed %number : !dense
  %J = axis.sparse_variable %extent count %count coordinates %stored : memref<?xi32> -> !sorted
  iter.nest "look_ups" ("i": %i) over (%I : !dense) kinds [spatial] {
    %j32 = memref.load %wanted[%i] : memref<?xi32>
    %j = arith.index_cast %j32 : i32 to index
    %p, %found = axis.locate %J[%j] : !sorted -> !axis.site
    %place = scf.if %found -> i64 {
      %position = axis.position_of %p : !axis.site
      %wide = arith.index_cast %position : index to i64
      scf.yield %wide : i64
    } else {
      scf.yield %none : i64
    }
    memref.store %place, %places[%i] : memref<?xi64>
  }
  return
}
