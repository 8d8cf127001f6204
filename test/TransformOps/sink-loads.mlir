// RUN: sparse-opt %s --transform-interpreter --split-input-file --verify-diagnostics | FileCheck %s

// What only the stores of sums need is loaded where they are, one by one; what the loop
// needs too stays.

// CHECK-LABEL: func.func @rows(
// CHECK-SAME: %[[N:[^:]*]]: index, %[[ROWS:[^:]*]]: memref<?xi32>
// CHECK: %[[BOTH:.*]] = memref.load %{{.*}}[%c2]
// CHECK-NEXT: arith.index_cast %[[BOTH]]
// CHECK-NEXT: scf.for
// CHECK: }
// CHECK-NEXT: %[[R0:.*]] = memref.load %{{.*}}[%c0]
// CHECK-NEXT: %[[I0:.*]] = arith.index_cast %[[R0]]
// CHECK-NEXT: memref.store %{{.*}}[%[[I0]]]
// CHECK-NEXT: %[[R1:.*]] = memref.load %{{.*}}[%c1]
// CHECK-NEXT: %[[I1:.*]] = arith.index_cast %[[R1]]
// CHECK-NEXT: memref.store %{{.*}}[%[[I1]]]
module attributes {transform.with_named_sequence} {
  func.func @rows(%n: index, %rows: memref<?xi32>, %x: memref<?xf32>, %y: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %zero = arith.constant 0.0 : f32
    %all:3 = memref.distinct_objects %rows, %x, %y : memref<?xi32>, memref<?xf32>, memref<?xf32>
    %r0 = memref.load %all#0[%c0] : memref<?xi32>
    %r1 = memref.load %all#0[%c1] : memref<?xi32>
    %r2 = memref.load %all#0[%c2] : memref<?xi32>
    %i0 = arith.index_cast %r0 : i32 to index
    %i1 = arith.index_cast %r1 : i32 to index
    %i2 = arith.index_cast %r2 : i32 to index
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%s = %zero) -> f32 {
      %v = memref.load %all#1[%i2] : memref<?xf32>
      %next = arith.addf %s, %v : f32
      scf.yield %next : f32
    }
    memref.store %sum, %all#2[%i0] : memref<?xf32>
    memref.store %sum, %all#2[%i1] : memref<?xf32>
    memref.store %sum, %all#2[%i2] : memref<?xf32>
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    transform.sparse.sink_loads %root : !transform.any_op
    transform.yield
  }
}

// -----

// Before what may write the element, where that comes first: memory that may overlap.

// CHECK-LABEL: func.func @overlapping(
// CHECK: scf.for
// CHECK: }
// CHECK-NEXT: memref.load
// CHECK-NEXT: memref.load
// CHECK-NEXT: memref.store
// CHECK-NEXT: memref.store
module attributes {transform.with_named_sequence} {
  func.func @overlapping(%n: index, %rows: memref<?xindex>, %y: memref<?xindex>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %r0 = memref.load %rows[%c0] : memref<?xindex>
    %r1 = memref.load %rows[%c1] : memref<?xindex>
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%s = %c0) -> index {
      %next = arith.addi %s, %k : index
      scf.yield %next : index
    }
    memref.store %sum, %y[%r0] : memref<?xindex>
    memref.store %sum, %y[%r1] : memref<?xindex>
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.sparse.sink_loads %loops : !transform.any_op
    transform.yield
  }
}

// -----

// A loop that may write the element keeps the load before it.

module attributes {transform.with_named_sequence} {
  func.func @written(%n: index, %rows: memref<?xindex>, %y: memref<?xindex>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %r0 = memref.load %rows[%c0] : memref<?xindex>
    // expected-error @+1 {{cannot sink loads behind 'scf.for': no load before it is one that only what follows needs, of memory that it does not write there}}
    scf.for %k = %c0 to %n step %c1 {
      memref.store %k, %y[%k] : memref<?xindex>
    }
    memref.store %n, %y[%r0] : memref<?xindex>
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.sink_loads %loops : !transform.any_op
    transform.yield
  }
}

// -----

// The same with where_legal: nothing moves. Nor does what nothing needs.

// CHECK-LABEL: func.func @left(
// CHECK: memref.load
// CHECK-NEXT: memref.load
// CHECK-NEXT: scf.for
module attributes {transform.with_named_sequence} {
  func.func @left(%n: index, %rows: memref<?xindex>, %y: memref<?xindex>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %r0 = memref.load %rows[%c0] : memref<?xindex>
    %unused = memref.load %rows[%c1] : memref<?xindex>
    scf.for %k = %c0 to %n step %c1 {
      memref.store %k, %y[%k] : memref<?xindex>
    }
    memref.store %n, %y[%r0] : memref<?xindex>
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.sparse.sink_loads %loops {where_legal} : !transform.any_op
    transform.yield
  }
}
