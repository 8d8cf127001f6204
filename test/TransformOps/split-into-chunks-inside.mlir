// RUN: sparse-opt %s --transform-interpreter --split-input-file --verify-diagnostics | FileCheck %s

// Workers divide rows where each has 64 of them, and columns where there are fewer.

// CHECK-LABEL: func.func @rows_or_columns(
// CHECK-SAME: %[[M:[^:]*]]: index, %[[N:[^:]*]]: index
// CHECK: %[[ROWS:.*]] = arith.maxsi %[[M]], %{{.*}} : index
// CHECK: %[[WORKERS:.*]] = call @spindle.workers(
// CHECK: scf.forall (%[[W:.*]]) in (%[[WORKERS]]) {
// CHECK: %[[ENOUGH:.*]] = arith.muli %[[WORKERS]], %c64
// CHECK: %[[MANY:.*]] = arith.cmpi sge, %[[ROWS]], %[[ENOUGH]] : index
// CHECK: %[[COLUMNS:.*]] = arith.maxsi %[[N]], %[[ZERO:.*]] : index
// CHECK: %[[I0:.*]] = arith.select %[[MANY]], %{{.*}}, %[[ZERO]] : index
// CHECK: %[[I1:.*]] = arith.select %[[MANY]], %{{.*}}, %[[ROWS]] : index
// CHECK: %[[J0:.*]] = arith.select %[[MANY]], %[[ZERO]], %{{.*}} : index
// CHECK: %[[J1:.*]] = arith.select %[[MANY]], %[[COLUMNS]], %{{.*}} : index
// CHECK: scf.for %{{.*}} = %[[I0]] to %[[I1]] step
// CHECK: scf.for %{{.*}} = %[[J0]] to %[[J1]] step
#i = #iter.loop<nest = "product", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "product", dims = ["j"], axis = dense_fixed, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @rows_or_columns(%m: index, %n: index, %a: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %one = arith.constant 1.0 : f32
    %I = axis.dense_fixed %m : !axis.axis<dense_fixed>
    %J = axis.dense_fixed %n : !axis.axis<dense_fixed>
    %A = sparse.bind %a on (%I, %J) : memref<?x?xf32> on (!axis.axis<dense_fixed>, !axis.axis<dense_fixed>) -> !sparse.buffer<?x?xf32>
    scf.for %i = %c0 to %m step %c1 {
      scf.for %j = %c0 to %n step %c1 {
        sparse.accumulate add %one into %A at positions [%i, %j] : !sparse.buffer<?x?xf32>
      } {iter.loop = #j}
    } {iter.loop = #i}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %n = transform.param.constant 64 : i64 -> !transform.param<i64>
    %rows = transform.sparse.match.loops dims ["i"] in %root : (!transform.any_op) -> !transform.any_op
    %workers, %chunk = transform.sparse.split_into_chunks %rows least(%n) : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// Columns that add to one element may not be divided.

#i = #iter.loop<nest = "product", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "product", dims = ["j"], axis = dense_fixed, kind = reduction, role = level>
module attributes {transform.with_named_sequence} {
  func.func @sums_inside(%m: index, %n: index, %a: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %one = arith.constant 1.0 : f32
    %I = axis.dense_fixed %m : !axis.axis<dense_fixed>
    %A = sparse.bind %a on (%I) : memref<?xf32> on (!axis.axis<dense_fixed>) -> !sparse.buffer<?xf32>
    // expected-error@+1 {{cannot split into chunks loop over i of nest 'product': }}
    scf.for %i = %c0 to %m step %c1 {
      scf.for %j = %c0 to %n step %c1 {
        sparse.accumulate add %one into %A at positions [%i] : !sparse.buffer<?xf32>
      } {iter.loop = #j}
    } {iter.loop = #i}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %n = transform.param.constant 64 : i64 -> !transform.param<i64>
    %rows = transform.sparse.match.loops dims ["i"] in %root : (!transform.any_op) -> !transform.any_op
    // expected-note@+1 {{}}
    %workers, %chunk = transform.sparse.split_into_chunks %rows least(%n) : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// There is to be a loop inside, from 0 on.

#i = #iter.loop<nest = "product", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "product", dims = ["j"], axis = dense_fixed, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @inside_from_one(%m: index, %n: index, %a: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %one = arith.constant 1.0 : f32
    %I = axis.dense_fixed %m : !axis.axis<dense_fixed>
    %J = axis.dense_fixed %n : !axis.axis<dense_fixed>
    %A = sparse.bind %a on (%I, %J) : memref<?x?xf32> on (!axis.axis<dense_fixed>, !axis.axis<dense_fixed>) -> !sparse.buffer<?x?xf32>
    // expected-error@+1 {{cannot split into chunks loop over i of nest 'product': it and the loop inside are expected to run from 0 on in steps of 1}}
    scf.for %i = %c0 to %m step %c1 {
      scf.for %j = %c1 to %n step %c1 {
        sparse.accumulate add %one into %A at positions [%i, %j] : !sparse.buffer<?x?xf32>
      } {iter.loop = #j}
    } {iter.loop = #i}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %n = transform.param.constant 64 : i64 -> !transform.param<i64>
    %rows = transform.sparse.match.loops dims ["i"] in %root : (!transform.any_op) -> !transform.any_op
    // expected-note@+1 {{}}
    %workers, %chunk = transform.sparse.split_into_chunks %rows least(%n) : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// A loop that is parallel has workers of its own.
#i = #iter.loop<nest = "product", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @parallel(%m: index, %a: memref<?xf32>) {
    %one = arith.constant 1.0 : f32
    // expected-error@+1 {{cannot split into chunks loop over i of nest 'product': it is parallel already, so that the loop inside cannot be divided instead}}
    scf.forall (%i) in (%m) {
      memref.store %one, %a[%i] : memref<?xf32>
    } {iter.loop = #i}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %n = transform.param.constant 64 : i64 -> !transform.param<i64>
    %rows = transform.sparse.match.loops dims ["i"] in %root : (!transform.any_op) -> !transform.any_op
    // expected-note@+1 {{the schedule asks for it here}}
    %workers, %chunk = transform.sparse.split_into_chunks %rows least(%n) : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
