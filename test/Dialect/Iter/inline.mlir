// RUN: sparse-opt %s --inline | FileCheck %s

!dense = !axis.axis<dense_fixed>

func.func private @square(%x: f32) -> f32 {
  %y = arith.mulf %x, %x : f32
  return %y : f32
}

// CHECK-LABEL: func.func @a_call_in_a_nest(
// CHECK: iter.nest
// CHECK-NEXT: %[[X:.*]] = memref.load
// CHECK-NEXT: %[[Y:.*]] = arith.mulf %[[X]], %[[X]]
// CHECK-NEXT: memref.store %[[Y]]
func.func @a_call_in_a_nest(%n: index, %m: memref<?xf32>) {
  %I = axis.dense_fixed %n : !dense
  iter.nest "nest" ("i": %i) over (%I : !dense) kinds [spatial] {
    %x = memref.load %m[%i] : memref<?xf32>
    %y = func.call @square(%x) : (f32) -> f32
    memref.store %y, %m[%i] : memref<?xf32>
  }
  return
}

func.func private @clear(%n: index, %m: memref<?xf32>, %x: f32) {
  %I = axis.dense_fixed %n : !dense
  %v = sparse.bind %m on (%I) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  iter.nest "clear" ("i": %i) over (%I : !dense) kinds [spatial] {
    sparse.store %x, %v[%i] : !sparse.buffer<?xf32>
  }
  return
}

// CHECK-LABEL: func.func @a_nest_in_a_callee(
// CHECK-SAME: %[[N:.*]]: index, %[[M:.*]]: memref<?xf32>, %[[X:.*]]: f32)
// CHECK-NOT: call
// CHECK: %[[I:.*]] = axis.dense_fixed %[[N]]
// CHECK: %[[V:.*]] = sparse.bind %[[M]] on (%[[I]])
// CHECK: iter.nest "clear" ("i": %{{.*}} at %[[P:.*]]) over (%[[I]] :
// CHECK-NEXT: sparse.store %[[X]], %[[V]] at [%[[P]]]
func.func @a_nest_in_a_callee(%n: index, %m: memref<?xf32>, %x: f32) {
  call @clear(%n, %m, %x) : (index, memref<?xf32>, f32) -> ()
  return
}

func.func private @fill(%A: !sparse.tensor<?xf32, #sparse.dense>, %x: f32) {
  %I, %v = sparse.unpack %A : !sparse.tensor<?xf32, #sparse.dense> -> !dense, !sparse.buffer<?xf32>
  sparse.fill %v, %x : !sparse.buffer<?xf32>
  return
}

// CHECK-LABEL: func.func @a_callee_with_tensors_stays(
// CHECK-NEXT: call @fill
func.func @a_callee_with_tensors_stays(%A: !sparse.tensor<?xf32, #sparse.dense>, %x: f32) {
  call @fill(%A, %x) : (!sparse.tensor<?xf32, #sparse.dense>, f32) -> ()
  return
}

func.func private @find(%n: index, %k: index) -> index {
  %zero = arith.constant 0 : index
  %some = arith.cmpi sgt, %n, %zero : index
  cf.cond_br %some, ^found, ^missing
^found:
  return %k : index
^missing:
  return %zero : index
}

// A nest has one block.

// CHECK-LABEL: func.func @a_callee_of_several_blocks_stays(
// CHECK: iter.nest
// CHECK-NEXT: call @find
func.func @a_callee_of_several_blocks_stays(%n: index, %m: memref<?xindex>) {
  %I = axis.dense_fixed %n : !dense
  iter.nest "nest" ("i": %i) over (%I : !dense) kinds [spatial] {
    %k = func.call @find(%n, %i) : (index, index) -> index
    memref.store %k, %m[%i] : memref<?xindex>
  }
  return
}
