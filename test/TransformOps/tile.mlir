// RUN: sparse-opt %s --transform-interpreter --split-input-file --verify-diagnostics | FileCheck %s

// CHECK-LABEL: func.func @rows_and_columns(
// CHECK-SAME: %[[M:[^:]*]]: index, %[[N:[^:]*]]: index
// CHECK: scf.for %[[RT:.*]] = %{{.*}} to %[[M]] step %{{.*}} {
// CHECK: %[[RE:.*]] = arith.minsi
// CHECK: scf.for %[[CT:.*]] = %{{.*}} to %[[N]] step %{{.*}} {
// CHECK: scf.for %[[I:.*]] = %[[RT]] to %[[RE]] step
// CHECK: scf.for %[[K:.*]] = %[[CT]] to
// CHECK: sparse.accumulate add %{{.*}} into %{{.*}} at positions [%[[I]], %[[K]]]
// CHECK-NEXT: } {columns, iter.loop = #iter.loop<nest = "n", dims = ["k"], axis = dense_fixed, kind = spatial, role = point>}
// CHECK-NEXT: } {iter.loop = #iter.loop<nest = "n", dims = ["i"], axis = dense_fixed, kind = spatial, role = point>}
// CHECK-NEXT: } {columnTiles, iter.loop = #iter.loop<nest = "n", dims = ["k"], axis = dense_fixed, kind = spatial, role = tile>}
// CHECK-NEXT: } {iter.loop = #iter.loop<nest = "n", dims = ["i"], axis = dense_fixed, kind = spatial, role = tile>}
!dense = !axis.axis<dense_fixed>
#i = #iter.loop<nest = "n", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#k = #iter.loop<nest = "n", dims = ["k"], axis = dense_fixed, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @rows_and_columns(%m: index, %n: index, %y: memref<?x?xf32>, %v: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %I = axis.dense_fixed %m : !dense
    %K = axis.dense_fixed %n : !dense
    %Y = sparse.bind %y on (%I, %K) : memref<?x?xf32> on (!dense, !dense) -> !sparse.buffer<?x?xf32>
    scf.for %i = %c0 to %m step %c1 {
      scf.for %k = %c0 to %n step %c1 {
        sparse.accumulate add %v into %Y at positions [%i, %k] : !sparse.buffer<?x?xf32>
      } {iter.loop = #k}
    } {iter.loop = #i}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %n = transform.param.constant 32 : i64 -> !transform.param<i64>
    %nest = transform.sparse.match.loops dims ["i"] in %root : (!transform.any_op) -> !transform.any_op
    %rowTiles, %columnTiles, %rows, %columns = transform.sparse.tile %nest sizes (%n, %n) : (!transform.any_op, !transform.param<i64>, !transform.param<i64>) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    transform.annotate %columnTiles "columnTiles" : !transform.any_op
    transform.annotate %columns "columns" : !transform.any_op
    transform.yield
  }
}

// -----

// Sums stay in order where the rows of a tile follow one another.

// CHECK-LABEL: func.func @sums_of_columns(
// CHECK: role = point>}
// CHECK: role = tile>}
!dense = !axis.axis<dense_fixed>
#i = #iter.loop<nest = "n", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#k = #iter.loop<nest = "n", dims = ["k"], axis = dense_fixed, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @sums_of_columns(%m: index, %n: index, %y: memref<?x?xf32>, %v: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %I = axis.dense_fixed %m : !dense
    %K = axis.dense_fixed %n : !dense
    %Y = sparse.bind %y on (%I, %K) : memref<?x?xf32> on (!dense, !dense) -> !sparse.buffer<?x?xf32>
    scf.for %i = %c0 to %m step %c1 {
      scf.for %k = %c0 to %n step %c1 {
        sparse.accumulate add %v into %Y at positions [%c0, %k] : !sparse.buffer<?x?xf32>
      } {iter.loop = #k}
    } {iter.loop = #i}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %n = transform.param.constant 32 : i64 -> !transform.param<i64>
    %nest = transform.sparse.match.loops dims ["i"] in %root : (!transform.any_op) -> !transform.any_op
    %loops:4 = transform.sparse.tile %nest sizes (%n, %n) : (!transform.any_op, !transform.param<i64>, !transform.param<i64>) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

!dense = !axis.axis<dense_fixed>
#i = #iter.loop<nest = "n", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#k = #iter.loop<nest = "n", dims = ["k"], axis = dense_fixed, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @one_sum(%m: index, %n: index, %y: memref<?x?xf32>, %v: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %I = axis.dense_fixed %m : !dense
    %K = axis.dense_fixed %n : !dense
    %Y = sparse.bind %y on (%I, %K) : memref<?x?xf32> on (!dense, !dense) -> !sparse.buffer<?x?xf32>
    // expected-error @below {{cannot tile loop over i of nest 'n': the order in which it adds into argument 2 at [0, 0] would change}}
    scf.for %i = %c0 to %m step %c1 {
      scf.for %k = %c0 to %n step %c1 {
        sparse.accumulate add %v into %Y at positions [%c0, %c0] : !sparse.buffer<?x?xf32>
      } {iter.loop = #k}
    } {iter.loop = #i}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %n = transform.param.constant 32 : i64 -> !transform.param<i64>
    %nest = transform.sparse.match.loops dims ["i"] in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %loops:4 = transform.sparse.tile %nest sizes (%n, %n) : (!transform.any_op, !transform.param<i64>, !transform.param<i64>) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @too_few_results(%nest: !transform.any_op {transform.consumed}, %n: !transform.param<i64>) {
    // expected-error @below {{'transform.sparse.tile' op expected two results for each of at least one size}}
    %loops:3 = transform.sparse.tile %nest sizes (%n, %n) : (!transform.any_op, !transform.param<i64>, !transform.param<i64>) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}
