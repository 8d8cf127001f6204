// RUN: sparse-opt %s --transform-interpreter | FileCheck %s

// What is refused stays as it is, and so does all with 0; six iterations are not more
// than 6.

// CHECK-LABEL: func.func @many(
// CHECK-COUNT-2: scf.for
// CHECK-NOT: scf.for
// CHECK-LABEL: func.func @none(
// CHECK-COUNT-2: scf.for
// CHECK-NOT: scf.for
// CHECK-LABEL: func.func @six(
// CHECK-NOT: scf.for
// CHECK-COUNT-6: memref.store
// CHECK: return
module attributes {transform.with_named_sequence} {
  memref.global "private" constant @positions : memref<4xindex> = dense<[0, 2, 4, 6]>
  func.func @many(%y: memref<?xf32>, %v: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %pos = memref.get_global @positions : memref<4xindex>
    scf.for %i = %c0 to %c3 step %c1 {
      %next = arith.addi %i, %c1 : index
      %from = memref.load %pos[%i] : memref<4xindex>
      %to = memref.load %pos[%next] : memref<4xindex>
      scf.for %p = %from to %to step %c1 {
        memref.store %v, %y[%p] : memref<?xf32>
      } {many}
    }
    return
  }
  func.func @none(%y: memref<?xf32>, %v: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %pos = memref.get_global @positions : memref<4xindex>
    scf.for %i = %c0 to %c3 step %c1 {
      %next = arith.addi %i, %c1 : index
      %from = memref.load %pos[%i] : memref<4xindex>
      %to = memref.load %pos[%next] : memref<4xindex>
      scf.for %p = %from to %to step %c1 {
        memref.store %v, %y[%p] : memref<?xf32>
      } {none}
    }
    return
  }
  func.func @six(%y: memref<?xf32>, %v: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %pos = memref.get_global @positions : memref<4xindex>
    scf.for %i = %c0 to %c3 step %c1 {
      %next = arith.addi %i, %c1 : index
      %from = memref.load %pos[%i] : memref<4xindex>
      %to = memref.load %pos[%next] : memref<4xindex>
      scf.for %p = %from to %to step %c1 {
        memref.store %v, %y[%p] : memref<?xf32>
      } {six}
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %many_loops = transform.structured.match ops{["scf.for"]} attributes{many} in %root : (!transform.any_op) -> !transform.any_op
    %many_most = transform.param.constant 5 : i64 -> !transform.param<i64>
    %many_left = transform.sparse.dismantle %many_loops most(%many_most) {where_legal} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    %none_loops = transform.structured.match ops{["scf.for"]} attributes{none} in %root : (!transform.any_op) -> !transform.any_op
    %none_most = transform.param.constant 0 : i64 -> !transform.param<i64>
    %none_left = transform.sparse.dismantle %none_loops most(%none_most) {where_legal} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    %six_loops = transform.structured.match ops{["scf.for"]} attributes{six} in %root : (!transform.any_op) -> !transform.any_op
    %six_most = transform.param.constant 6 : i64 -> !transform.param<i64>
    %six_left = transform.sparse.dismantle %six_loops most(%six_most) {where_legal} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.yield
  }
}
