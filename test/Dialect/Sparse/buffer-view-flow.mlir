// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(optimize-allocation-liveness))' | FileCheck %s

// Memory is not freed before the last use of what is made of it.

!dense = !axis.axis<dense_fixed>
!row = !axis.axis<sparse_variable, sorted, unique>

// CHECK-LABEL: func.func @values(
// CHECK: sparse.bind
// CHECK-NEXT: sparse.fill
// CHECK-NEXT: sparse.load
// CHECK-NEXT: memref.dealloc
// CHECK-NEXT: memref.store
func.func @values(%n: index, %out: memref<?xf32>, %x: f32, %i: index) {
  %I = axis.dense_fixed %n : !dense
  %m = memref.alloc(%n) : memref<?xf32>
  %v = sparse.bind %m on (%I) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  sparse.fill %v, %x : !sparse.buffer<?xf32>
  %y = sparse.load %v[%i] : !sparse.buffer<?xf32>
  memref.store %y, %out[%i] : memref<?xf32>
  memref.dealloc %m : memref<?xf32>
  return
}

// A buffer is found by the arrays of its axes, and an axis by its parent's.

// CHECK-LABEL: func.func @structure(
// CHECK: %[[POS:.*]] = memref.alloc
// CHECK: %[[CRD:.*]] = memref.alloc
// CHECK: axis.sparse_variable
// CHECK: %[[K:.*]] = axis.dense_fixed
// CHECK: sparse.load
// CHECK-NEXT: memref.store
// CHECK-NEXT: axis.size %[[K]]
// CHECK-NEXT: memref.dealloc %[[CRD]] :
// CHECK-NEXT: memref.dealloc %[[POS]] :
// CHECK-NEXT: return
func.func @structure(%n: index, %val: memref<?x?xf32>, %out: memref<?xf32>, %i: index) -> index {
  %I = axis.dense_fixed %n : !dense
  %pos = memref.alloc(%n) : memref<?xi32>
  %crd = memref.alloc(%n) : memref<?xi32>
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !row
  %K = axis.dense_fixed %n of %J : !row -> !dense
  %v = sparse.bind %val on (%I, %J, %K) : memref<?x?xf32> on (!dense, !row, !dense) -> !sparse.buffer<?x?xf32>
  %x = sparse.load %v[%i, %i, %i] : !sparse.buffer<?x?xf32>
  memref.store %x, %out[%i] : memref<?xf32>
  %size = axis.size %K : !dense
  memref.dealloc %pos : memref<?xi32>
  memref.dealloc %crd : memref<?xi32>
  return %size : index
}

// Values are in use as long as a tensor that is made of them is, and arrays as
// long as values on the axis are, wherever these lie.

// CHECK-LABEL: func.func @tensors(
// CHECK: %[[M:.*]] = memref.alloc
// CHECK: %[[LEN:.*]] = memref.alloc
// CHECK: sparse.generic
// CHECK: }
// CHECK-NEXT: memref.dealloc %[[M]] :
// CHECK-NEXT: memref.store
// CHECK: sparse.load
// CHECK: sparse.fill
// CHECK-NEXT: memref.dealloc %[[LEN]] :
func.func @tensors(%A: !sparse.tensor<?xf32, #sparse.dense>, %n: index, %out: memref<?xf32>, %x: f32, %i: index) {
  %I, %Av = sparse.unpack %A : !sparse.tensor<?xf32, #sparse.dense> -> !dense, !sparse.buffer<?xf32>
  %m = memref.alloc(%n) : memref<?xf32>
  %len = memref.alloc(%n) : memref<?xi32>
  %v = sparse.bind %m on (%I) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  %P = sparse.with_values %A, %v : !sparse.tensor<?xf32, #sparse.dense>, !sparse.buffer<?xf32> -> !sparse.tensor<?xf32, #sparse.dense>
  %K = axis.dense_fixed %n lengths %len : memref<?xi32> of %I : !dense -> !dense
  %s = sparse.splat %x on (%I, %K) : f32 on (!dense, !dense) -> !sparse.buffer<?x?xf32>
  %t = sparse.alloc on (%I, %K) : (!dense, !dense) -> !sparse.buffer<?x?xf32>
  sparse.generic outs(%P : !sparse.tensor<?xf32, #sparse.dense>) maps [affine_map<(i) -> (i)>] kinds [spatial] {
    sparse.yield %x : f32
  }
  memref.store %x, %out[%i] : memref<?xf32>
  %y = sparse.load %s[%i, %i] : !sparse.buffer<?x?xf32>
  memref.store %y, %out[%i] : memref<?xf32>
  sparse.fill %t, %x : !sparse.buffer<?x?xf32>
  memref.store %x, %out[%i] : memref<?xf32>
  memref.dealloc %m : memref<?xf32>
  memref.dealloc %len : memref<?xi32>
  return
}
