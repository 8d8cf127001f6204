// RUN: sparse-opt %s --inline | FileCheck %s

!dense = !axis.axis<dense_fixed>
!vector = !sparse.tensor<?xf32, #sparse.dense>

// Buffers and accesses are inlined, and calls in the body of a generic
// operation.

// CHECK-LABEL: func.func @calls(
// CHECK: sparse.bind
// CHECK-NEXT: sparse.fill
// CHECK: sparse.generic
// CHECK-NEXT: ^bb0(%[[A:.*]]: f32):
// CHECK-NEXT: %[[B:.*]] = arith.addf %[[A]], %[[A]]
// CHECK-NEXT: sparse.yield %[[B]]
func.func @calls(%x: !vector, %y: !vector, %m: memref<?xf32>, %n: index, %v: f32) {
  call @fill(%m, %n, %v) : (memref<?xf32>, index, f32) -> ()
  sparse.generic ins(%x : !vector) outs(%y : !vector) maps [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>] kinds [spatial] {
  ^bb0(%a: f32):
    %b = func.call @twice(%a) : (f32) -> f32
    sparse.yield %b : f32
  }
  return
}

func.func private @fill(%m: memref<?xf32>, %n: index, %v: f32) {
  %I = axis.dense_fixed %n : !dense
  %b = sparse.bind %m on (%I) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  sparse.fill %b, %v : !sparse.buffer<?xf32>
  return
}

func.func private @twice(%a: f32) -> f32 {
  %b = arith.addf %a, %a : f32
  return %b : f32
}

// What a tensor is used for was checked against the arguments of its function,
// and an allocation belongs to its function.

// CHECK-LABEL: func.func @stays(
// CHECK-NEXT: call @unpacks
// CHECK-NEXT: call @computes
// CHECK-NEXT: call @allocates
func.func @stays(%x: !vector, %n: index, %v: f32) {
  call @unpacks(%x, %v) : (!vector, f32) -> ()
  call @computes(%x, %v) : (!vector, f32) -> ()
  call @allocates(%n, %v) : (index, f32) -> ()
  return
}

// CHECK-LABEL: func.func @stays_too(
// CHECK-NEXT: call @converts
func.func @stays_too(%x: !vector) {
  %y = call @converts(%x) : (!vector) -> !vector
  return
}

func.func private @converts(%x: !vector) -> !vector {
  %y = sparse.convert %x : !vector -> !vector
  return %y : !vector
}

func.func private @unpacks(%x: !vector {sparse.access = "write"}, %v: f32) {
  %I, %b = sparse.unpack %x : !vector -> !dense, !sparse.buffer<?xf32>
  sparse.fill %b, %v : !sparse.buffer<?xf32>
  return
}

func.func private @computes(%x: !vector {sparse.access = "write"}, %v: f32) {
  sparse.generic outs(%x : !vector) maps [affine_map<(i) -> (i)>] kinds [spatial] {
    sparse.yield %v : f32
  }
  return
}

func.func private @allocates(%n: index, %v: f32) {
  %I = axis.dense_fixed %n : !dense
  %b = sparse.alloc on (%I) : (!dense) -> !sparse.buffer<?xf32>
  sparse.fill %b, %v : !sparse.buffer<?xf32>
  return
}
