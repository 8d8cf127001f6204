// RUN: sparse-opt %s --transform-interpreter --split-input-file --verify-diagnostics | FileCheck %s --enable-var-scope

// Rows that are another one at each position may be written side by side; those of which that
// is not said may not.

// CHECK-LABEL: func.func @rows_that_come_once
// CHECK: vector.scatter
module attributes {transform.with_named_sequence} {
  func.func @rows_that_come_once(%n: index, %rows: memref<?xi32>, %v: memref<?xf32>, %y: memref<?xf32>) {
    %0:2 = memref.distinct_objects %rows, %y : memref<?xi32>, memref<?xf32>
    %1:2 = memref.distinct_objects %v, %0#1 : memref<?xf32>, memref<?xf32>
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %p = %c0 to %n step %c1 {
      %row = memref.load %0#0[%p] {iter.unique} : memref<?xi32>
      %i = arith.index_cast %row : i32 to index
      %a = memref.load %1#0[%p] : memref<?xf32>
      %b = memref.load %1#1[%i] : memref<?xf32>
      %sum = arith.addf %a, %b : f32
      memref.store %sum, %1#1[%i] : memref<?xf32>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    %lanes = transform.param.constant 8 : i64 -> !transform.param<i64>
    %blocks = transform.sparse.vectorize %loops lanes(%lanes) {hardware_gathers} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @rows_that_may_come_twice(%n: index, %rows: memref<?xi32>, %v: memref<?xf32>, %y: memref<?xf32>) {
    %0:2 = memref.distinct_objects %rows, %y : memref<?xi32>, memref<?xf32>
    %1:2 = memref.distinct_objects %v, %0#1 : memref<?xf32>, memref<?xf32>
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // expected-error @below {{cannot vectorize 'scf.for': 'memref.load' in it may touch what another iteration writes by 'memref.store'}}
    scf.for %p = %c0 to %n step %c1 {
      %row = memref.load %0#0[%p] : memref<?xi32>
      %i = arith.index_cast %row : i32 to index
      %a = memref.load %1#0[%p] : memref<?xf32>
      // expected-note @below {{this stands in the way}}
      %b = memref.load %1#1[%i] : memref<?xf32>
      %sum = arith.addf %a, %b : f32
      memref.store %sum, %1#1[%i] : memref<?xf32>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @below {{the schedule asks for it here}}
    %blocks = transform.sparse.vectorize %loops {hardware_gathers} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
