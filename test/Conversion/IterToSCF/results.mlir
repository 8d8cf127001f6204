// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(convert-iter-to-scf),canonicalize,cse)' | FileCheck %s
// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(convert-iter-to-scf),spindle-verify-stage{stage=positions})' -o /dev/null

!dense = !axis.axis<dense_fixed>
!sparse = !axis.axis<sparse_variable, sorted, unique>
!single = !axis.axis<singleton>
!occupancy = !axis.axis<occupancy>

// What a nest combines is carried through all its loops.

// CHECK-LABEL: func.func @sum
// CHECK-SAME: %[[INIT:[^:]*]]: f32
// CHECK: %[[SUM:.*]] = scf.for %[[ROW:.*]] = {{.*}} iter_args(%[[S:.*]] = %[[INIT]]) -> (f32) {
// CHECK: %[[INNER:.*]] = scf.for %[[P:.*]] = {{.*}} iter_args(%[[T:.*]] = %[[S]]) -> (f32) {
// CHECK-NEXT: %[[X:.*]] = sparse.load %{{.*}} at positions [%[[P]]]
// CHECK-NEXT: %[[NEXT:.*]] = arith.addf %[[T]], %[[X]]
// CHECK-NEXT: scf.yield %[[NEXT]]
// CHECK-NEXT: } {iter.loop = #iter.loop<nest = "sum", dims = ["j"]
// CHECK-NEXT: scf.yield %[[INNER]]
// CHECK-NEXT: } {iter.loop = #iter.loop<nest = "sum", dims = ["i"]
// CHECK-NEXT: return %[[SUM]]
func.func @sum(%init: f32, %m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %val: memref<?xf32>) -> f32 {
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %Av = sparse.bind %val on (%I, %J) : memref<?xf32> on (!dense, !sparse) -> !sparse.buffer<?xf32>
  %sum = iter.nest "sum" ("i": %i, "j": %j at %p) over (%I, %J : !dense, !sparse) kinds [reduction, reduction] combine [add] init(%init) -> f32 {
    %x = sparse.load %Av at [%p] : !sparse.buffer<?xf32>
    iter.yield %x : f32
  }
  return %sum : f32
}

// A group carries too.

// CHECK-LABEL: func.func @of_a_group
// CHECK: %[[SUM:.*]] = scf.for {{.*}} iter_args(%[[T:.*]] = %{{.*}}) -> (i32) {
// CHECK: arith.maxsi %[[T]]
// CHECK: } {iter.loop = #iter.loop<nest = "max", dims = ["i", "j"]
// CHECK-NEXT: return %[[SUM]]
func.func @of_a_group(%init: i32, %m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %val: memref<?xi32>) -> i32 {
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %Av = sparse.bind %val on (%I, %J) : memref<?xi32> on (!dense, !sparse) -> !sparse.buffer<?xi32>
  %max = iter.nest "max" ("i": %i, "j": %j at %p) over ((%I, %J) : !dense, !sparse) kinds [reduction, reduction] combine [max] init(%init) -> i32 {
    %x = sparse.load %Av at [%p] : !sparse.buffer<?xi32>
    iter.yield %x : i32
  }
  return %max : i32
}

// Several kinds at once, of one value and of two, in a nest inside another.

// CHECK-LABEL: func.func @several
// CHECK: scf.for %[[ROW:.*]] =
// CHECK: %[[R:.*]]:3 = scf.for %[[P:.*]] = {{.*}} iter_args(%[[MIN:.*]] = %{{.*}}, %[[BEST:.*]] = %{{.*}}, %[[AT:.*]] = %{{.*}}) -> (f32, f32, index) {
// CHECK: %[[COL:.*]] = axis.coordinate
// CHECK: %[[X:.*]] = sparse.load
// CHECK-NEXT: %[[LESS:.*]] = arith.minimumf %[[MIN]], %[[X]]
// CHECK: arith.cmpf ogt, %[[X]], %[[BEST]]
// CHECK: arith.cmpi slt, %[[COL]], %[[AT]]
// CHECK: %[[REPLACES:.*]] = arith.ori
// CHECK-NEXT: %[[VALUE:.*]] = arith.select %[[REPLACES]], %[[X]], %[[BEST]]
// CHECK-NEXT: %[[NUMBER:.*]] = arith.select %[[REPLACES]], %[[COL]], %[[AT]]
// CHECK-NEXT: scf.yield %[[LESS]], %[[VALUE]], %[[NUMBER]]
// CHECK: func.call @use(%[[R]]#0, %[[R]]#1, %[[R]]#2)
func.func @several(%x0: f32, %c0: index, %m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %val: memref<?xf32>) {
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %Av = sparse.bind %val on (%I, %J) : memref<?xf32> on (!dense, !sparse) -> !sparse.buffer<?xf32>
  iter.nest "rows" ("i": %i at %r) over (%I : !dense) kinds [spatial] {
    %min, %best, %at = iter.nest "row" ("j": %j at %p) over (%J under %r : !sparse) kinds [reduction] combine [min, argmax] init(%x0, %x0, %c0) -> f32, f32, index {
      %x = sparse.load %Av at [%p] : !sparse.buffer<?xf32>
      iter.yield %x, %x, %j : f32, f32, index
    }
    func.call @use(%min, %best, %at) : (f32, f32, index) -> ()
  }
  return
}
func.func private @use(f32, f32, index)

// A guard gives what was there where it does not hold.

// CHECK-LABEL: func.func @guarded
// CHECK: %[[OUTER:.*]] = scf.for {{.*}} iter_args(%[[S:.*]] = %{{.*}}) -> (f32) {
// CHECK: %[[BIT:.*]] = axis.occupied
// CHECK-NEXT: %[[R:.*]] = scf.if %[[BIT]] -> (f32) {
// CHECK: %[[NEXT:.*]] = arith.maximumf %[[S]]
// CHECK-NEXT: scf.yield %[[NEXT]]
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %[[S]]
// CHECK-NEXT: }
// CHECK-NEXT: scf.yield %[[R]]
// CHECK: return %[[OUTER]]
func.func @guarded(%init: f32, %m: index, %bits: memref<?xi1>, %val: memref<?xf32>) -> f32 {
  %I = axis.dense_fixed %m : !dense
  %E = axis.occupancy %bits on (%I) : memref<?xi1> on (!dense) -> !occupancy
  %Av = sparse.bind %val on (%I, %E) : memref<?xf32> on (!dense, !occupancy) -> !sparse.buffer<?xf32>
  %max = iter.nest "max" ("i": %i at %p, "e": %e) over (%I, %E : !dense, !occupancy) kinds [reduction, reduction] combine [max] init(%init) -> f32 {
    %x = sparse.load %Av at [%p] : !sparse.buffer<?xf32>
    iter.yield %x : f32
  }
  return %max : f32
}

// Without a loop there is one run.

// CHECK-LABEL: func.func @one_run
// CHECK: scf.for %[[P:.*]] =
// CHECK-NEXT: %[[Q:.*]] = axis.position %{{.*}} under %[[P]]
// CHECK-NEXT: %[[COL:.*]] = axis.coordinate %{{.*}}[%[[Q]]]
// CHECK-NEXT: %[[SUM:.*]] = arith.addi %{{.*}}, %[[COL]]
// CHECK-NEXT: func.call @use_index(%[[SUM]])
func.func @one_run(%init: index, %m: index, %n: index, %nnz: index, %row: memref<?xi32>, %col: memref<?xi32>) {
  %I = axis.sparse_variable %m count %nnz coordinates %row : memref<?xi32> -> !sparse
  %J = axis.singleton %n of %I coordinates %col : (!sparse), memref<?xi32> -> !single
  iter.nest "outer" ("i": %i at %p) over (%I : !sparse) kinds [spatial] {
    %sum = iter.nest "inner" ("j": %j) over (%J under %p : !single) kinds [reduction] combine [add] init(%init) -> index {
      iter.yield %j : index
    }
    func.call @use_index(%sum) : (index) -> ()
  }
  return
}
func.func private @use_index(index)
