// RUN: sparse-opt %s --spindle-apply-schedule --split-input-file | FileCheck %s

// A row of 65536 elements and more is cut into sections of 32768, which the function of
// the rows sums up as rows of their own: from where they begin, to sums of
// theirs, which are added in order.

// CHECK-LABEL: func.func @long_rows(
// CHECK-SAME: %[[POS:[^:]*]]: memref<?xi32>, %[[X:[^:]*]]: memref<?xf32>, %[[Y:[^:]*]]: memref<?xf32>, %[[M:[^:]*]]: index) {
// CHECK: %[[YS:.*]]:2 = memref.distinct_objects %{{.*}}, %{{.*}} : memref<?xf32>, memref<?xf32>
// CHECK: %[[MAY:.*]] = arith.cmpi sge, %{{.*}}, %c65536{{.*}} : index
// CHECK: %[[TABLE:.*]] = memref.alloc(%{{.*}}) : memref<?x4xindex>
// CHECK: %[[FOUND:.*]]:3 = scf.if %[[MAY]] -> (index, index, memref<?xi32>) {
// CHECK: %[[BEGINS:.*]] = memref.alloc(%{{.*}}) : memref<?xi32>
// CHECK: scf.for %{{.*}} = %{{.*}} to %{{.*}} step %{{.*}} iter_args(
// CHECK: scf.while
// CHECK: } else {
// CHECK: %[[SUMS:.*]] = scf.if %[[MAY]] -> (memref<?xf32>) {
// CHECK: memref.alloc(%[[FOUND]]#1) {alignment = 64 : i64} : memref<?xf32>

// The rows between long ones, then the sections between gaps.
// CHECK: %[[LEFT:.*]] = scf.for %{{.*}} = %{{.*}} to %[[FOUND]]#0 step %{{.*}} iter_args(
// CHECK: func.call @long_rows.rows.body(%{{.*}}, %{{.*}}, %[[P:.*]], %[[A:.*]], %[[R:.*]]) :
// CHECK: call @long_rows.rows.body(%[[LEFT]], %[[M]], %[[P]], %[[A]], %[[R]]) :
// CHECK: %[[LAST:.*]] = scf.for %{{.*}} = %{{.*}} to %[[FOUND]]#0 step
// CHECK: func.call @long_rows.rows.body(%{{.*}}, %{{.*}}, %[[FOUND]]#2, %[[A]], %[[SUMS]]) :
// CHECK: call @long_rows.rows.body(%[[LAST]], %[[FOUND]]#1, %[[FOUND]]#2, %[[A]], %[[SUMS]]) :

// CHECK: scf.for %[[LONG:.*]] = %{{.*}} to %[[FOUND]]#0 step
// CHECK: scf.if
// CHECK-NEXT: arith.constant 0
// CHECK-NEXT: %[[ROW:.*]] = memref.load %[[TABLE]][%[[LONG]], %{{.*}}]
// CHECK: %[[FIRST:.*]] = memref.load %[[TABLE]][%[[LONG]], %{{.*}}]
// CHECK: %[[BEGIN:.*]] = memref.load %[[SUMS]][%[[FIRST]]]
// CHECK: %[[SUM:.*]] = scf.for %[[SECTION:.*]] = %{{.*}} to %{{.*}} step %{{.*}} iter_args(%[[BEFORE:.*]] = %[[BEGIN]])
// CHECK: %[[MORE:.*]] = memref.load %[[SUMS]][%[[SECTION]]]
// CHECK: arith.addf %[[BEFORE]], %[[MORE]] : f32
// CHECK: memref.store %[[SUM]], %[[R]][%[[ROW]]]
// CHECK: memref.dealloc %[[SUMS]]
// CHECK: memref.dealloc %[[FOUND]]#2
// CHECK: memref.dealloc %[[TABLE]]

// CHECK-LABEL: func.func private @long_rows.rows.body(
// CHECK-SAME: %[[BEGIN:.*]]: index, %[[END:[^:]*]]: index,
// CHECK: scf.for %[[I:.*]] = %[[BEGIN]] to %[[END]] step
// CHECK: scf.for
// CHECK: memref.store %{{.*}}, %{{.*}}[%[[I]]] : memref<?xf32>
#i = #iter.loop<nest = "rows", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "rows", dims = ["j"], axis = sparse_variable, kind = reduction, role = level>
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %rows = transform.sparse.match.loops over ["i"] in %root : (!transform.any_op) -> !transform.any_op
    %long = transform.param.constant 32768 : i64 -> !transform.param<i64>
    transform.sparse.split_rows %rows sections(%long) {reassociate} : !transform.any_op, !transform.param<i64>
    transform.yield
  }
  func.func @long_rows(%pos: memref<?xi32>, %x: memref<?xf32>, %y: memref<?xf32>, %m: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f32
    %py:2 = memref.distinct_objects %pos, %y : memref<?xi32>, memref<?xf32>
    %xy:2 = memref.distinct_objects %x, %py#1 : memref<?xf32>, memref<?xf32>
    scf.for %i = %c0 to %m step %c1 {
      %next = arith.addi %i, %c1 : index
      %begin32 = memref.load %py#0[%i] : memref<?xi32>
      %end32 = memref.load %py#0[%next] : memref<?xi32>
      %begin = arith.index_cast %begin32 : i32 to index
      %end = arith.index_cast %end32 : i32 to index
      %s = scf.for %p = %begin to %end step %c1 iter_args(%before = %zero) -> (f32) {
        %v = memref.load %xy#0[%p] : memref<?xf32>
        %after = arith.addf %before, %v : f32
        scf.yield %after : f32
      } {iter.loop = #j}
      memref.store %s, %xy#1[%i] : memref<?xf32>
    } {iter.loop = #i}
    return
  }
}

// -----

// Sections of no elements are none, and what is taken if 0 is nothing.

// CHECK-LABEL: func.func @integers_whole(
// CHECK-NOT: call
// CHECK-NOT: nothing
// CHECK: role = level>}
// CHECK: } {free, iter.loop =
// CHECK-NEXT: return
#i = #iter.loop<nest = "rows", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "rows", dims = ["j"], axis = sparse_variable, kind = reduction, role = level>
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %loops = transform.sparse.match.loops over ["i"] in %root : (!transform.any_op) -> !transform.any_op
    %none = transform.param.constant 0 : i64 -> !transform.param<i64>
    transform.sparse.split_rows %loops sections(%none) : !transform.any_op, !transform.param<i64>
    %off = transform.param.constant 0 : i64 -> !transform.param<i64>
    %nothing = transform.sparse.take_if %off %loops : (!transform.param<i64>, !transform.any_op) -> !transform.any_op
    transform.annotate %nothing "nothing" : !transform.any_op
    %reassociate = transform.tune.knob<"reassociate"> = 1 : i64 from options = [0 : i64, 1 : i64] -> !transform.param<i64>
    %free = transform.sparse.take_if %reassociate %loops : (!transform.param<i64>, !transform.any_op) -> !transform.any_op
    transform.annotate %free "free" : !transform.any_op
    transform.yield
  }
  func.func @integers_whole(%pos: memref<?xindex>, %x: memref<?xi32>, %y: memref<?xi32>, %m: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0 : i32
    %xy:2 = memref.distinct_objects %x, %y : memref<?xi32>, memref<?xi32>
    %py:2 = memref.distinct_objects %pos, %xy#1 : memref<?xindex>, memref<?xi32>
    scf.for %i = %c0 to %m step %c1 {
      %next = arith.addi %i, %c1 : index
      %begin = memref.load %py#0[%i] : memref<?xindex>
      %end = memref.load %py#0[%next] : memref<?xindex>
      %s = scf.for %p = %begin to %end step %c1 iter_args(%before = %zero) -> (i32) {
        %v = memref.load %xy#0[%p] : memref<?xi32>
        %after = arith.addi %before, %v : i32
        scf.yield %after : i32
      } {iter.loop = #j}
      memref.store %s, %py#1[%i] : memref<?xi32>
    } {iter.loop = #i}
    return
  }
}
