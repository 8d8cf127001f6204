// RUN: sparse-opt %s --cse | sparse-opt | FileCheck %s

// CSE may merge two axes of one list: which entry an axis lies under stays.

!dense = !axis.axis<dense_fixed>
!sparse = !axis.axis<sparse_variable, sorted, unique>

// CHECK-LABEL: func.func @two_unpacks_of_one_tensor_merge(
// CHECK: %[[I:[^,]+]], %[[J:[^,]+]], %[[V:[^ ]+]] = sparse.unpack
// CHECK-NOT: sparse.unpack
// CHECK: return
func.func @two_unpacks_of_one_tensor_merge(%A: !sparse.tensor<?x?xf32, #sparse.csr>, %x: f32) {
  %I1, %J1, %v1 = sparse.unpack %A : !sparse.tensor<?x?xf32, #sparse.csr> -> !dense, !sparse, !sparse.buffer<?xf32>
  %I2, %J2, %v2 = sparse.unpack %A : !sparse.tensor<?x?xf32, #sparse.csr> -> !dense, !sparse, !sparse.buffer<?xf32>
  sparse.fill %v1, %x : !sparse.buffer<?xf32>
  sparse.fill %v2, %x : !sparse.buffer<?xf32>
  return
}

// CHECK-LABEL: func.func @unpacks_of_two_tensors_stay(
// CHECK-COUNT-2: sparse.unpack
func.func @unpacks_of_two_tensors_stay(%A: !sparse.tensor<?xf32, #sparse.dense>, %B: !sparse.tensor<?xf32, #sparse.dense>, %x: f32) {
  %I1, %v1 = sparse.unpack %A : !sparse.tensor<?xf32, #sparse.dense> -> !dense, !sparse.buffer<?xf32>
  %I2, %v2 = sparse.unpack %B : !sparse.tensor<?xf32, #sparse.dense> -> !dense, !sparse.buffer<?xf32>
  sparse.fill %v1, %x : !sparse.buffer<?xf32>
  sparse.fill %v2, %x : !sparse.buffer<?xf32>
  return
}

// CHECK-LABEL: func.func @merged_axes_in_one_list(
// CHECK: %[[I:.*]] = axis.dense_fixed
// CHECK-NOT: axis.dense_fixed
// CHECK: %[[J:.*]] = axis.sparse_variable
// CHECK: %[[K:.*]] = axis.sparse_variable
// CHECK: sparse.bind %{{.*}} on (%[[I]], %[[I]], %[[J]] of 0, %[[K]]) :
// CHECK: sparse.bind %{{.*}} on (%[[I]], %[[J]], %[[I]], %[[K]]) :
func.func @merged_axes_in_one_list(%n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %crd2: memref<?xi32>, %val: memref<?x?xf32>, %x: f32) {
  %I1 = axis.dense_fixed %n : !dense
  %I2 = axis.dense_fixed %n : !dense
  %J = axis.sparse_variable %n of %I1 positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %K = axis.sparse_variable %n of %I2 positions %pos coordinates %crd2 : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %v = sparse.bind %val on (%I1, %I2, %J, %K) : memref<?x?xf32> on (!dense, !dense, !sparse, !sparse) -> !sparse.buffer<?x?xf32>
  %w = sparse.bind %val on (%I1, %J, %I2, %K) : memref<?x?xf32> on (!dense, !sparse, !dense, !sparse) -> !sparse.buffer<?x?xf32>
  sparse.fill %v, %x : !sparse.buffer<?x?xf32>
  sparse.fill %w, %x : !sparse.buffer<?x?xf32>
  return
}

// CHECK-LABEL: func.func @buffers_over_one_memory_merge_on_one_list_alone(
// CHECK-COUNT-2: sparse.bind
// CHECK-NOT: sparse.bind
// CHECK: return
func.func @buffers_over_one_memory_merge_on_one_list_alone(%n: index, %val: memref<?x?xf32>, %x: f32) {
  %I = axis.dense_fixed %n : !dense
  %K = axis.dense_fixed %n of %I : !dense -> !dense
  %a = sparse.bind %val on (%I, %I) : memref<?x?xf32> on (!dense, !dense) -> !sparse.buffer<?x?xf32>
  %b = sparse.bind %val on (%I, %I) : memref<?x?xf32> on (!dense, !dense) -> !sparse.buffer<?x?xf32>
  %c = sparse.bind %val on (%I, %K) : memref<?x?xf32> on (!dense, !dense) -> !sparse.buffer<?x?xf32>
  sparse.fill %a, %x : !sparse.buffer<?x?xf32>
  sparse.fill %b, %x : !sparse.buffer<?x?xf32>
  sparse.fill %c, %x : !sparse.buffer<?x?xf32>
  return
}

// CHECK-LABEL: func.func @loads_merge_unless_a_write_lies_between(
// CHECK: sparse.load
// CHECK-NEXT: sparse.store
// CHECK-NEXT: sparse.load
// CHECK-NEXT: sparse.accumulate
// CHECK-NEXT: sparse.load
// CHECK-NEXT: sparse.fill
// CHECK-NEXT: sparse.load
// CHECK-NEXT: return
func.func @loads_merge_unless_a_write_lies_between(%A: !sparse.tensor<?xf32, #sparse.dense>, %x: f32, %i: index) -> (f32, f32, f32, f32, f32) {
  %I, %v = sparse.unpack %A : !sparse.tensor<?xf32, #sparse.dense> -> !dense, !sparse.buffer<?xf32>
  %0 = sparse.load %v[%i] : !sparse.buffer<?xf32>
  %1 = sparse.load %v[%i] : !sparse.buffer<?xf32>
  sparse.store %x, %v[%i] : !sparse.buffer<?xf32>
  %2 = sparse.load %v[%i] : !sparse.buffer<?xf32>
  sparse.accumulate add %x into %v[%i] : !sparse.buffer<?xf32>
  %3 = sparse.load %v[%i] : !sparse.buffer<?xf32>
  sparse.fill %v, %x : !sparse.buffer<?xf32>
  %4 = sparse.load %v[%i] : !sparse.buffer<?xf32>
  return %0, %1, %2, %3, %4 : f32, f32, f32, f32, f32
}

// CHECK-LABEL: func.func @a_look_up_and_a_direct_load_do_not_merge(
// CHECK-COUNT-2: sparse.load
func.func @a_look_up_and_a_direct_load_do_not_merge(%A: !sparse.tensor<?xf32, #sparse.dense>, %i: index) -> (f32, f32) {
  %I, %v = sparse.unpack %A : !sparse.tensor<?xf32, #sparse.dense> -> !dense, !sparse.buffer<?xf32>
  %0 = sparse.load %v[%i] : !sparse.buffer<?xf32>
  %1 = sparse.load %v at positions [%i] : !sparse.buffer<?xf32>
  return %0, %1 : f32, f32
}

// Memory of the function's own is its own: allocations do not merge. What only
// gives another name to values does.

// CHECK-LABEL: func.func @makers_of_buffers_and_tensors(
// CHECK-COUNT-2: sparse.alloc
// CHECK-COUNT-1: sparse.splat
// CHECK-NOT: sparse.splat
// CHECK-COUNT-2: sparse.with_values
// CHECK-NOT: sparse.with_values
// CHECK: return
func.func @makers_of_buffers_and_tensors(%A: !sparse.tensor<?xf32, #sparse.dense>, %x: f32, %i: index) -> (f32, f32) {
  %I, %v = sparse.unpack %A : !sparse.tensor<?xf32, #sparse.dense> -> !dense, !sparse.buffer<?xf32>
  %a = sparse.alloc on (%I) : (!dense) -> !sparse.buffer<?xf32>
  %b = sparse.alloc on (%I) : (!dense) -> !sparse.buffer<?xf32>
  %c = sparse.splat %x on (%I) : f32 on (!dense) -> !sparse.buffer<?xf32>
  %d = sparse.splat %x on (%I) : f32 on (!dense) -> !sparse.buffer<?xf32>
  %P = sparse.with_values %A, %a : !sparse.tensor<?xf32, #sparse.dense>, !sparse.buffer<?xf32> -> !sparse.tensor<?xf32, #sparse.dense>
  %Q = sparse.with_values %A, %a : !sparse.tensor<?xf32, #sparse.dense>, !sparse.buffer<?xf32> -> !sparse.tensor<?xf32, #sparse.dense>
  %R = sparse.with_values %A, %b : !sparse.tensor<?xf32, #sparse.dense>, !sparse.buffer<?xf32> -> !sparse.tensor<?xf32, #sparse.dense>
  %p = sparse.unpack %P on (%I) : !sparse.tensor<?xf32, #sparse.dense> on (!dense) -> !sparse.buffer<?xf32>
  %q = sparse.unpack %Q on (%I) : !sparse.tensor<?xf32, #sparse.dense> on (!dense) -> !sparse.buffer<?xf32>
  %r = sparse.unpack %R on (%I) : !sparse.tensor<?xf32, #sparse.dense> on (!dense) -> !sparse.buffer<?xf32>
  sparse.fill %p, %x : !sparse.buffer<?xf32>
  sparse.fill %q, %x : !sparse.buffer<?xf32>
  sparse.fill %r, %x : !sparse.buffer<?xf32>
  %0 = sparse.load %c[%i] : !sparse.buffer<?xf32>
  %1 = sparse.load %d[%i] : !sparse.buffer<?xf32>
  return %0, %1 : f32, f32
}

// A generic operation reads its inputs and writes its outputs: one that writes
// nothing is of no use.

// CHECK-LABEL: func.func @loads_around_generic_operations(
// CHECK: sparse.load
// CHECK-NOT: sparse.generic ins
// CHECK: sparse.generic outs
// CHECK: sparse.load
// CHECK-NOT: sparse.load
// CHECK: return
func.func @loads_around_generic_operations(%A: !sparse.tensor<?xf32, #sparse.dense>, %x: f32, %i: index) -> (f32, f32, f32) {
  %I, %v = sparse.unpack %A : !sparse.tensor<?xf32, #sparse.dense> -> !dense, !sparse.buffer<?xf32>
  %0 = sparse.load %v[%i] : !sparse.buffer<?xf32>
  sparse.generic ins(%A : !sparse.tensor<?xf32, #sparse.dense>) maps [affine_map<(i) -> (i)>] kinds [spatial] {
  ^bb0(%a: f32):
  }
  %1 = sparse.load %v[%i] : !sparse.buffer<?xf32>
  sparse.generic outs(%A : !sparse.tensor<?xf32, #sparse.dense>) maps [affine_map<(i) -> (i)>] kinds [spatial] {
    sparse.yield %x : f32
  }
  %2 = sparse.load %v[%i] : !sparse.buffer<?xf32>
  return %0, %1, %2 : f32, f32, f32
}
