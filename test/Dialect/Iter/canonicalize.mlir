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
