// RUN: sparse-opt %s --spindle-apply-schedule --split-input-file | FileCheck %s

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %elements = transform.sparse.match.loops kind reduction in %root : (!transform.any_op) -> !transform.any_op
    %two = transform.param.constant 2 : i64 -> !transform.param<i64>
    %sums = transform.sparse.rfactor %elements factor(%two) {reassociate, where_legal} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.yield
  }

  // CHECK-LABEL: func.func @sum(
  // CHECK-SAME: %[[X:.*]]: memref<?xf32>, %[[N:.*]]: index, %[[INIT:.*]]: f32)
  // CHECK-DAG: %[[ZERO:.*]] = arith.constant -0.000000e+00 : f32
  // CHECK: %[[WIDE:.*]]:2 = scf.for %[[I:.*]] = %{{.*}} to %{{.*}} step %{{.*}} iter_args(%[[A:.*]] = %[[INIT]], %[[B:.*]] = %[[ZERO]])
  // CHECK: %[[FIRST:.*]] = memref.load %[[X]][%[[I]]]
  // CHECK: %[[NEWA:.*]] = arith.addf %[[A]], %[[FIRST]]
  // CHECK: %[[NEXT:.*]] = arith.addi %[[I]]
  // CHECK: %[[SECOND:.*]] = memref.load %[[X]][%[[NEXT]]]
  // CHECK: %[[NEWB:.*]] = arith.addf %[[B]], %[[SECOND]]
  // CHECK: scf.yield %[[NEWA]], %[[NEWB]]
  // CHECK: role = level
  // CHECK: %[[LEFT:.*]] = scf.for {{.*}} iter_args(%{{.*}} = %[[WIDE]]#0)
  // CHECK: role = tail
  // CHECK: %[[SUM:.*]] = arith.addf %[[LEFT]], %[[WIDE]]#1
  // CHECK: return %[[SUM]]
  func.func @sum(%x: memref<?xf32>, %n: index, %init: f32) -> f32 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %s = scf.for %i = %c0 to %n step %c1 iter_args(%before = %init) -> (f32) {
      %v = memref.load %x[%i] : memref<?xf32>
      %after = arith.addf %before, %v : f32
      scf.yield %after : f32
    } {iter.loop = #iter.loop<nest = "sum", dims = ["i"], axis = dense_fixed, kind = reduction, role = level>}
    return %s : f32
  }

  // Two reductions, and stores that stay in order; the number of iterations is even.

  // CHECK-LABEL: func.func @largest_and_sum(
  // CHECK-DAG: %[[LEAST:.*]] = arith.constant -2147483648 : i32
  // CHECK-DAG: %[[NONE:.*]] = arith.constant 0 : i32
  // CHECK: %[[WIDE:.*]]:4 = scf.for
  // CHECK-SAME: iter_args(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %[[LEAST]], %{{.*}} = %[[NONE]])
  // CHECK-COUNT-2: memref.store
  // CHECK-NOT: scf.for
  // CHECK-DAG: %[[LARGEST:.*]] = arith.maxsi %[[WIDE]]#0, %[[WIDE]]#2
  // CHECK-DAG: %[[SUM:.*]] = arith.addi %[[WIDE]]#1, %[[WIDE]]#3
  // CHECK: return %[[LARGEST]], %[[SUM]]
  func.func @largest_and_sum(%x: memref<8xi32>, %y: memref<8xi32>, %a: i32, %b: i32) -> (i32, i32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %r:2 = scf.for %i = %c0 to %c8 step %c1 iter_args(%most = %a, %sum = %b) -> (i32, i32) {
      %v = memref.load %x[%i] : memref<8xi32>
      memref.store %v, %y[%i] : memref<8xi32>
      %m = arith.maxsi %most, %v : i32
      %s = arith.addi %sum, %v : i32
      scf.yield %m, %s : i32, i32
    } {iter.loop = #iter.loop<nest = "both", dims = ["i"], axis = dense_fixed, kind = reduction, role = level>}
    return %r#0, %r#1 : i32, i32
  }

  // What is carried is no reduction: it stays.

  // CHECK-LABEL: func.func @recurrence(
  // CHECK: scf.for
  // CHECK-NOT: scf.for
  // CHECK: return
  func.func @recurrence(%x: memref<?xf32>, %n: index, %init: f32) -> f32 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %s = scf.for %i = %c0 to %n step %c1 iter_args(%before = %init) -> (f32) {
      %v = memref.load %x[%i] : memref<?xf32>
      %scaled = arith.mulf %before, %v : f32
      %after = arith.addf %scaled, %v : f32
      scf.yield %after : f32
    } {iter.loop = #iter.loop<nest = "horner", dims = ["i"], axis = dense_fixed, kind = reduction, role = level>}
    return %s : f32
  }
}

// -----

// Vectors are taken apart as numbers are.

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %elements = transform.sparse.match.loops kind reduction in %root : (!transform.any_op) -> !transform.any_op
    %sums = transform.sparse.rfactor %elements {reassociate} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }

  // CHECK-LABEL: func.func @two_vectors(
  // CHECK-SAME: %[[X:.*]]: memref<?x8xf32>, %[[N:.*]]: index, %[[FIRST:.*]]: vector<4xf32>, %[[SECOND:.*]]: vector<4xf32>)
  // CHECK-DAG: %[[ZERO:.*]] = arith.constant dense<-0.000000e+00> : vector<4xf32>
  // CHECK: %[[WIDE:.*]]:4 = scf.for {{.*}} iter_args(%{{.*}} = %[[FIRST]], %{{.*}} = %[[SECOND]], %{{.*}} = %[[ZERO]], %{{.*}} = %{{.*}})
  // CHECK-COUNT-4: arith.addf {{.*}} : vector<4xf32>
  // CHECK: role = level
  // CHECK: %[[LEFT:.*]]:2 = scf.for {{.*}} iter_args(%{{.*}} = %[[WIDE]]#0, %{{.*}} = %[[WIDE]]#1)
  // CHECK: role = tail
  // CHECK-DAG: %[[A:.*]] = arith.addf %[[LEFT]]#0, %[[WIDE]]#2
  // CHECK-DAG: %[[B:.*]] = arith.addf %[[LEFT]]#1, %[[WIDE]]#3
  // CHECK: return %[[A]], %[[B]]
  func.func @two_vectors(%x: memref<?x8xf32>, %n: index, %first: vector<4xf32>, %second: vector<4xf32>) -> (vector<4xf32>, vector<4xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %s:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %first, %b = %second) -> (vector<4xf32>, vector<4xf32>) {
      %v = vector.load %x[%i, %c0] : memref<?x8xf32>, vector<4xf32>
      %w = vector.load %x[%i, %c4] : memref<?x8xf32>, vector<4xf32>
      %c = arith.addf %a, %v : vector<4xf32>
      %d = arith.addf %b, %w : vector<4xf32>
      scf.yield %c, %d : vector<4xf32>, vector<4xf32>
    } {iter.loop = #iter.loop<nest = "sum", dims = ["i"], axis = sparse_variable, kind = reduction, role = level>}
    return %s#0, %s#1 : vector<4xf32>, vector<4xf32>
  }
}

// -----

// Two sums of one number, and four of another one.

// CHECK-LABEL: func.func @two_sums(
// CHECK: %{{.*}}:2 = scf.for
// CHECK: dims = ["i"]{{.*}} role = level
// CHECK: %{{.*}}:4 = scf.for
// CHECK: dims = ["j"]{{.*}} role = level
module attributes {transform.with_named_sequence} {
  func.func @two_sums(%x: memref<?xf32>, %n: index, %init: f32) -> (f32, f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %s = scf.for %i = %c0 to %n step %c1 iter_args(%before = %init) -> (f32) {
      %v = memref.load %x[%i] : memref<?xf32>
      %after = arith.addf %before, %v : f32
      scf.yield %after : f32
    } {iter.loop = #iter.loop<nest = "sums", dims = ["i"], axis = sparse_variable, kind = reduction, role = level>}
    %t = scf.for %j = %c0 to %n step %c1 iter_args(%before = %init) -> (f32) {
      %v = memref.load %x[%j] : memref<?xf32>
      %after = arith.addf %before, %v : f32
      scf.yield %after : f32
    } {iter.loop = #iter.loop<nest = "sums", dims = ["j"], axis = sparse_variable, kind = reduction, role = level>}
    return %s, %t : f32, f32
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %elements = transform.sparse.match.loops dims ["i"] in %root : (!transform.any_op) -> !transform.any_op
    %others = transform.sparse.match.loops dims ["j"] in %root : (!transform.any_op) -> !transform.any_op
    %two = transform.param.constant 2 : i64 -> !transform.param<i64>
    %four = transform.param.constant 4 : i64 -> !transform.param<i64>
    %sums = transform.sparse.rfactor %elements factor(%two) {reassociate, where_legal} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    %more = transform.sparse.rfactor %others factor(%four) {reassociate, where_legal} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.yield
  }
}

// -----

// Of three sums, the one that is left over is added to those of the other two.

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %elements = transform.sparse.match.loops kind reduction in %root : (!transform.any_op) -> !transform.any_op
    %three = transform.param.constant 3 : i64 -> !transform.param<i64>
    %sums = transform.sparse.rfactor %elements factor(%three) : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.yield
  }

  // CHECK-LABEL: func.func @three_sums(
  // CHECK: %[[WIDE:.*]]:3 = scf.for
  // CHECK: %[[LEFT:.*]] = scf.for {{.*}} iter_args(%{{.*}} = %[[WIDE]]#0)
  // CHECK: %[[TWO:.*]] = arith.addi %[[LEFT]], %[[WIDE]]#1
  // CHECK: %[[ALL:.*]] = arith.addi %[[TWO]], %[[WIDE]]#2
  // CHECK: return %[[ALL]]
  func.func @three_sums(%x: memref<?xi32>, %n: index, %init: i32) -> i32 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %s = scf.for %i = %c0 to %n step %c1 iter_args(%before = %init) -> (i32) {
      %v = memref.load %x[%i] : memref<?xi32>
      %after = arith.addi %before, %v : i32
      scf.yield %after : i32
    } {iter.loop = #iter.loop<nest = "sum", dims = ["i"], axis = dense_fixed, kind = reduction, role = level>}
    return %s : i32
  }
}
