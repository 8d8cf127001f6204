// RUN: sparse-opt %s --transform-interpreter --split-input-file --verify-diagnostics | FileCheck %s

// A loop that may not run is put into a branch; a load moves out of all loops
// in which its address is the same.

// CHECK-LABEL: func.func @out_of_two_loops(
// CHECK-SAME: %[[N:[^:]*]]: index, %[[X:[^:]*]]: memref<?xf32>, %[[Y:[^:]*]]: memref<?x?xf32>)
// CHECK: scf.if
// CHECK-NEXT: %[[PLACE:.*]] = arith.addi %[[N]], %[[N]]
// CHECK-NEXT: %[[V:.*]] = memref.load %{{.*}}[%[[PLACE]]]
// CHECK-NEXT: scf.for
// CHECK-NEXT: scf.for
// CHECK-NEXT: memref.store %[[V]]
module attributes {transform.with_named_sequence} {
  func.func @out_of_two_loops(%n: index, %x: memref<?xf32>, %y: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %xy:2 = memref.distinct_objects %x, %y : memref<?xf32>, memref<?x?xf32>
    scf.for %i = %c0 to %n step %c1 {
      scf.for %j = %c0 to %n step %c1 {
        %place = arith.addi %n, %n : index
        %v = memref.load %xy#0[%place] : memref<?xf32>
        memref.store %v, %xy#1[%i, %j] : memref<?x?xf32>
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    transform.sparse.hoist_loads %root : !transform.any_op
    transform.yield
  }
}

// -----

// No branch is needed where the program loads the element anyway, or the loop
// surely runs. A load that is made in a branch stays there.

// CHECK-LABEL: func.func @loaded_before(
// CHECK-NOT: scf.if
// CHECK: memref.load
// CHECK-NEXT: %[[V:.*]] = memref.load
// CHECK-NEXT: scf.for
// CHECK-NEXT: memref.store %[[V]]
// CHECK-LABEL: func.func @surely_runs(
// CHECK: %[[V:.*]] = memref.load
// CHECK-NEXT: scf.for
// CHECK-NEXT: memref.store %[[V]]
// CHECK-LABEL: func.func @in_a_branch(
// CHECK: scf.for
// CHECK-NEXT: scf.if
// CHECK-NEXT: memref.load
module attributes {transform.with_named_sequence} {
  func.func @loaded_before(%n: index, %x: memref<?xf32>, %y: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %xy:2 = memref.distinct_objects %x, %y : memref<?xf32>, memref<?xf32>
    %before = memref.load %xy#0[%n] : memref<?xf32>
    scf.for %j = %c0 to %n step %c1 {
      %v = memref.load %xy#0[%n] : memref<?xf32>
      memref.store %v, %xy#1[%j] : memref<?xf32>
    }
    return
  }
  func.func @surely_runs(%n: index, %x: memref<?xf32>, %y: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %xy:2 = memref.distinct_objects %x, %y : memref<?xf32>, memref<?xf32>
    scf.for %j = %c0 to %c4 step %c1 {
      %v = memref.load %xy#0[%n] : memref<?xf32>
      memref.store %v, %xy#1[%j] : memref<?xf32>
    }
    return
  }
  func.func @in_a_branch(%n: index, %take: i1, %x: memref<?xf32>, %y: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %xy:2 = memref.distinct_objects %x, %y : memref<?xf32>, memref<?xf32>
    scf.for %j = %c0 to %c4 step %c1 {
      scf.if %take {
        %v = memref.load %xy#0[%n] : memref<?xf32>
        memref.store %v, %xy#1[%j] : memref<?xf32>
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.sparse.hoist_loads %loops {where_legal} : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @written_there(%n: index, %x: memref<?xf32>, %y: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // expected-error @+1 {{cannot hoist loads from loop over J of nest 'copy': 'memref.store' in it may write what it loads in all iterations}}
    scf.for %j = %c0 to %n step %c1 {
      %v = memref.load %x[%n] : memref<?xf32>
      // expected-note @+1 {{this stands in the way}}
      memref.store %v, %y[%j] : memref<?xf32>
    } {iter.loop = #iter.loop<nest = "copy", dims = ["J"], axis = dense_fixed, kind = spatial, role = level>}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.hoist_loads %loops : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @other_element_each_time(%n: index, %x: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // expected-error @+1 {{cannot hoist loads from 'scf.for': it loads no element that is the same in all iterations}}
    scf.for %j = %c0 to %n step %c1 {
      %v = memref.load %x[%j] : memref<?xf32>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.hoist_loads %loops : !transform.any_op
    transform.yield
  }
}
