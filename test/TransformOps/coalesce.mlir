// RUN: sparse-opt %s --transform-interpreter --split-input-file --verify-diagnostics | FileCheck %s

// All pairs in their order: even one sum stays as it is.

// CHECK-LABEL: func.func @pairs(
// CHECK-SAME: %[[M:[^:]*]]: index, %[[N:[^:]*]]: index
// CHECK: %[[COLUMNS:.*]] = arith.maxsi %[[N]], %{{.*}}
// CHECK: %[[ROWS:.*]] = arith.maxsi %[[M]], %{{.*}}
// CHECK: %[[ALL:.*]] = arith.muli %[[ROWS]], %[[COLUMNS]]
// CHECK: scf.for %[[P:.*]] = %{{.*}} to %[[ALL]] step
// CHECK-NEXT: %[[I:.*]] = arith.divui %[[P]], %[[COLUMNS]]
// CHECK-NEXT: %[[K:.*]] = arith.remui %[[P]], %[[COLUMNS]]
// CHECK-NEXT: sparse.accumulate add %{{.*}} into %{{.*}} at positions [%[[I]], %[[K]]]
// CHECK-NEXT: } {iter.loop = #iter.loop<nest = "n", dims = ["i", "k"], axis = dense_fixed, kind = reduction, role = level>, pairs}
!dense = !axis.axis<dense_fixed>
#i = #iter.loop<nest = "n", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#k = #iter.loop<nest = "n", dims = ["k"], axis = dense_fixed, kind = reduction, role = level>
module attributes {transform.with_named_sequence} {
  func.func @pairs(%m: index, %n: index, %y: memref<?x?xf32>, %v: f32) {
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
    %rows = transform.sparse.match.loops dims ["i"] in %root : (!transform.any_op) -> !transform.any_op
    %pairs = transform.sparse.coalesce %rows : (!transform.any_op) -> !transform.any_op
    transform.annotate %pairs "pairs" : !transform.any_op
    transform.yield
  }
}

// -----

// Loops need not begin at 0.

// CHECK-LABEL: func.func @from_a_number(
// CHECK-SAME: %[[LO:[^:]*]]: index, %[[HI:[^:]*]]: index
// CHECK: %[[COUNT:.*]] = arith.subi %[[HI]], %[[LO]]
// CHECK: %[[ROW:.*]] = arith.divui
// CHECK: %[[I:.*]] = arith.addi %[[LO]], %[[ROW]]
// CHECK: memref.store %{{.*}}, %{{.*}}[%[[I]],
module attributes {transform.with_named_sequence} {
  func.func @from_a_number(%lo: index, %hi: index, %y: memref<?x?xf32>, %v: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %i = %lo to %hi step %c1 {
      scf.for %k = %c0 to %hi step %c1 {
        memref.store %v, %y[%i, %k] : memref<?x?xf32>
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    %inner, %outer = transform.split_handle %loops : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %pairs = transform.sparse.coalesce %outer : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

#n = #iter.loop<nest = "n", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @nothing_inside(%n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // expected-error @below {{cannot coalesce loop over i of nest 'n': its body is not one loop after operations without effects}}
    scf.for %i = %c0 to %n step %c1 {
    } {iter.loop = #n}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %rows = transform.sparse.match.loops in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %pairs = transform.sparse.coalesce %rows : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
