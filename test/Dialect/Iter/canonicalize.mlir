// RUN: sparse-opt %s --canonicalize | FileCheck %s

!dense = !axis.axis<dense_fixed>

// CHECK-LABEL: func.func @a_nest_without_effects_goes(
// CHECK-NOT: iter.nest
// CHECK: return
func.func @a_nest_without_effects_goes(%n: index, %val: memref<?xf32>) {
  %I = axis.dense_fixed %n : !dense
  iter.nest "nest" ("i": %i) over (%I : !dense) kinds [spatial] {
    %x = memref.load %val[%i] : memref<?xf32>
    %y = arith.addf %x, %x : f32
  }
  return
}

// CHECK-LABEL: func.func @a_nest_that_writes_stays(
// CHECK: iter.nest "nest" ("i": %[[I:.*]]) over
// CHECK-NEXT: memref.store %{{.*}}, %{{.*}}[%[[I]]]
func.func @a_nest_that_writes_stays(%n: index, %val: memref<?xf32>, %x: f32) {
  %I = axis.dense_fixed %n : !dense
  iter.nest "nest" ("i": %i) over (%I : !dense) kinds [spatial] {
    memref.store %x, %val[%i] : memref<?xf32>
  }
  return
}

// CHECK-LABEL: func.func @arguments_of_no_use_stay(
// CHECK: iter.nest "nest" ("i": %{{[^ ]+}}, "k": %{{[^ ]+}}) over (%{{.*}}, %{{.*}} :
func.func @arguments_of_no_use_stay(%n: index, %val: memref<f32>, %x: f32) {
  %v = sparse.bind %val on () : memref<f32> on () -> !sparse.buffer<f32>
  %I = axis.dense_fixed %n : !dense
  iter.nest "nest" ("i": %i, "k": %k) over (%I, %I : !dense, !dense) kinds [spatial, spatial] {
    sparse.accumulate add %x into %v[] : !sparse.buffer<f32>
  }
  return
}

// CHECK-LABEL: func.func @a_nest_whose_results_are_unused_goes(
// CHECK-NOT: iter.nest
// CHECK: return
func.func @a_nest_whose_results_are_unused_goes(%n: index, %val: memref<?xf32>, %zero: f32) {
  %I = axis.dense_fixed %n : !dense
  %sum = iter.nest "sum" ("i": %i) over (%I : !dense) kinds [reduction] combine [add] init(%zero) -> f32 {
    %x = memref.load %val[%i] : memref<?xf32>
    iter.yield %x : f32
  }
  return
}

// CHECK-LABEL: func.func @a_nest_with_a_result_of_use_stays(
// CHECK: %[[SUM:.*]]:3 = iter.nest "sum" {{.*}} combine [add, argmax] init(
// CHECK: return %[[SUM]]#0
func.func @a_nest_with_a_result_of_use_stays(%n: index, %val: memref<?xf32>, %zero: f32) -> f32 {
  %I = axis.dense_fixed %n : !dense
  %sum:3 = iter.nest "sum" ("i": %i) over (%I : !dense) kinds [reduction] combine [add, argmax] init(%zero, %zero, %n) -> f32, f32, index {
    %x = memref.load %val[%i] : memref<?xf32>
    iter.yield %x, %x, %i : f32, f32, index
  }
  return %sum#0 : f32
}

// CHECK-LABEL: func.func @a_nest_with_unused_results_that_writes_stays(
// CHECK: iter.nest "sum"
// CHECK: memref.store
func.func @a_nest_with_unused_results_that_writes_stays(%n: index, %val: memref<?xf32>, %zero: f32) {
  %I = axis.dense_fixed %n : !dense
  %sum = iter.nest "sum" ("i": %i) over (%I : !dense) kinds [reduction] combine [add] init(%zero) -> f32 {
    memref.store %zero, %val[%i] : memref<?xf32>
    iter.yield %zero : f32
  }
  return
}

// Nothing lies in fibres that are known to be empty: results are what they begin
// with.

// CHECK-LABEL: func.func @a_nest_over_nothing_goes(
// CHECK-SAME: %[[X:[a-z0-9]+]]: f32
// CHECK-NOT: iter.nest
// CHECK: return %[[X]]
func.func @a_nest_over_nothing_goes(%x: f32, %n: index, %val: memref<?xf32>, %crd: memref<?xi32>) -> f32 {
  %zero = arith.constant 0 : index
  %I = axis.dense_fixed %n : !dense
  %E = axis.sparse_variable %n count %zero coordinates %crd : memref<?xi32> -> !axis.axis<sparse_variable>
  %K = axis.dense_fixed %zero of %I : !dense -> !dense
  iter.nest "list" ("e": %e) over (%E : !axis.axis<sparse_variable>) kinds [spatial] {
    memref.store %x, %val[%e] : memref<?xf32>
  }
  %sum = iter.nest "sum" ("i": %i, "k": %k) over (%I, %K : !dense, !dense) kinds [reduction, reduction] combine [add] init(%x) -> f32 {
    %y = memref.load %val[%i] : memref<?xf32>
    memref.store %y, %val[%k] : memref<?xf32>
    iter.yield %y : f32
  }
  return %sum : f32
}

// A constant extent bounds coordinates, not positions, of a list.

// CHECK-LABEL: func.func @a_nest_over_what_may_be_there_stays(
// CHECK: iter.nest "list"
func.func @a_nest_over_what_may_be_there_stays(%x: f32, %n: index, %val: memref<?xf32>, %crd: memref<?xi32>) {
  %zero = arith.constant 0 : index
  %E = axis.sparse_variable %zero count %n coordinates %crd : memref<?xi32> -> !axis.axis<sparse_variable>
  iter.nest "list" ("e": %e) over (%E : !axis.axis<sparse_variable>) kinds [spatial] {
    memref.store %x, %val[%e] : memref<?xf32>
  }
  return
}
