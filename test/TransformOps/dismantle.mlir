// RUN: sparse-opt %s --transform-interpreter --cse --split-input-file | FileCheck %s
// RUN: sparse-opt %s --transform-interpreter --cse --split-input-file -o %t && sparse-opt %t --split-input-file | FileCheck %s

// Rows and their elements are in the code, with coordinates and values; row 1 has
// none, and nothing is left of it. The loop over columns stays. Of elements that are
// listed twice both are there; values that are no numbers are what they were.


// CHECK-LABEL: func.func @rows(
// CHECK-SAME: %[[X:[^:]*]]: memref<4x8xf32>, %[[Y:[^:]*]]: memref<3x8xf32>)
// CHECK-DAG: %[[A0:.*]] = arith.constant 2.000000e+00 : f32
// CHECK-DAG: %[[A1:.*]] = arith.constant 0x7F800000 : f32
// CHECK-DAG: %[[A2:.*]] = arith.constant 0x7FC00000 : f32
// CHECK-DAG: %[[A3:.*]] = arith.constant -0.000000e+00 : f32
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C2:.*]] = arith.constant 2 : index
// CHECK-DAG: %[[C3:.*]] = arith.constant 3 : index
// CHECK-NOT: get_global
// CHECK: scf.for %[[K:[^ ]*]] =
// CHECK-NEXT: %[[B:.*]] = memref.load %[[X]][%[[C3]], %[[K]]]
// CHECK-NEXT: %[[T:.*]] = arith.mulf %[[B]], %[[A0]]
// CHECK-NEXT: memref.load %[[Y]][%[[C0]], %[[K]]]
// CHECK: memref.store %{{.*}}, %[[Y]][%[[C0]], %[[K]]]
// CHECK: {left}
// CHECK: scf.for %[[K:[^ ]*]] =
// CHECK-NEXT: %[[B:.*]] = memref.load %[[X]][%[[C0]], %[[K]]]
// CHECK-NEXT: arith.mulf %[[B]], %[[A1]]
// CHECK: memref.store %{{.*}}, %[[Y]][%[[C2]], %[[K]]]
// CHECK: scf.for %[[K:[^ ]*]] =
// CHECK-NEXT: %[[B:.*]] = memref.load %[[X]][%[[C2]], %[[K]]]
// CHECK-NEXT: arith.mulf %[[B]], %[[A2]]
// CHECK: memref.store %{{.*}}, %[[Y]][%[[C2]], %[[K]]]
// CHECK: scf.for %[[K:[^ ]*]] =
// CHECK-NEXT: %[[B:.*]] = memref.load %[[X]][%[[C2]], %[[K]]]
// CHECK-NEXT: arith.mulf %[[B]], %[[A3]]
// CHECK: {left}
// CHECK-NOT: scf.for
// CHECK: return
module attributes {transform.with_named_sequence} {
  memref.global "private" constant @positions : memref<4xi32> = dense<[0, 1, 1, 4]>
  memref.global "private" constant @coordinates : memref<4xi32> = dense<[3, 0, 2, 2]>
  memref.global "private" constant @values : memref<4xf32> = dense<[2.0, 0x7F800000, 0x7FC00000, -0.0]>
  func.func @rows(%x: memref<4x8xf32>, %y: memref<3x8xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c8 = arith.constant 8 : index
    %exact = memref.get_global @positions : memref<4xi32>
    %pos = memref.cast %exact : memref<4xi32> to memref<?xi32>
    %crd = memref.get_global @coordinates : memref<4xi32>
    %val = memref.get_global @values : memref<4xf32>
    scf.for %i = %c0 to %c3 step %c1 {
      %next = arith.addi %i, %c1 : index
      %first = memref.load %pos[%i] : memref<?xi32>
      %end = memref.load %pos[%next] : memref<?xi32>
      %from = arith.index_cast %first : i32 to index
      %to = arith.index_cast %end : i32 to index
      scf.for %p = %from to %to step %c1 {
        %column = memref.load %crd[%p] : memref<4xi32>
        %j = arith.index_cast %column : i32 to index
        %a = memref.load %val[%p] : memref<4xf32>
        scf.for %k = %c0 to %c8 step %c1 {
          %b = memref.load %x[%j, %k] : memref<4x8xf32>
          %t = arith.mulf %a, %b : f32
          %old = memref.load %y[%i, %k] : memref<3x8xf32>
          %new = arith.addf %old, %t : f32
          memref.store %new, %y[%i, %k] : memref<3x8xf32>
        }
      } {elements}
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %elements = transform.structured.match ops{["scf.for"]} attributes{elements} in %root : (!transform.any_op) -> !transform.any_op
    %blocks = transform.sparse.dismantle %elements {where_legal} : (!transform.any_op) -> !transform.any_op
    transform.annotate %blocks "left" : !transform.any_op
    transform.yield
  }
}

// -----

// A loop over columns between rows and elements stays, in each row; what the loop over
// elements carries goes from one to the next. Columns that rows share, as ELL has them,
// need the row too, whose number decides where a coordinate is read.

// CHECK-LABEL: func.func @between(
// CHECK-SAME: %[[X:[^:]*]]: memref<4x8xf32>, %[[Y:[^:]*]]: memref<2x8xf32>, %[[N:[^:]*]]: index, %[[V:[^:]*]]: memref<2x2xf32>)
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[C3:.*]] = arith.constant 3 : index
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: scf.for %[[K:[^ ]*]] = %[[C0]] to %[[N]]
// CHECK-NEXT: %[[A:.*]] = memref.load %[[V]][%[[C0]], %[[C0]]]
// CHECK-NEXT: %[[B:.*]] = memref.load %[[X]][%[[C3]], %[[K]]]
// CHECK-NEXT: %[[T:.*]] = arith.mulf %[[A]], %[[B]]
// CHECK-NEXT: %[[S:.*]] = arith.addf %[[T]], %[[ZERO]]
// CHECK-NEXT: %[[A:.*]] = memref.load %[[V]][%[[C0]], %[[C1]]]
// CHECK-NEXT: %[[B:.*]] = memref.load %[[X]][%[[C1]], %[[K]]]
// CHECK-NEXT: %[[T:.*]] = arith.mulf %[[A]], %[[B]]
// CHECK-NEXT: %[[U:.*]] = arith.addf %[[S]], %[[T]]
// CHECK-NEXT: memref.store %[[U]], %[[Y]][%[[C0]], %[[K]]]
// CHECK-NEXT: }
// CHECK-NEXT: scf.for %[[K:[^ ]*]] =
// CHECK-NEXT: memref.load %[[V]][%[[C1]], %[[C0]]]
// CHECK-COUNT-1: memref.store %{{.*}}, %[[Y]][%[[C1]], %[[K]]]
// CHECK-NEXT: }
// CHECK-NEXT: return
module attributes {transform.with_named_sequence} {
  memref.global "private" constant @columns : memref<2x2xi64> = dense<[[3, 1], [0, 2]]>
  func.func @between(%x: memref<4x8xf32>, %y: memref<2x8xf32>, %n: index, %val: memref<2x2xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %zero = arith.constant 0.0 : f32
    %crd = memref.get_global @columns : memref<2x2xi64>
    scf.for %i = %c0 to %c2 step %c1 {
      scf.for %k = %c0 to %n step %c1 {
        %sum = scf.for %p = %c0 to %c2 step %c1 iter_args(%s = %zero) -> (f32) {
          %column = memref.load %crd[%i, %p] : memref<2x2xi64>
          %j = arith.index_cast %column : i64 to index
          %a = memref.load %val[%i, %p] : memref<2x2xf32>
          %b = memref.load %x[%j, %k] : memref<4x8xf32>
          %t = arith.mulf %a, %b : f32
          %next = arith.addf %s, %t : f32
          scf.yield %next : f32
        } {elements}
        memref.store %sum, %y[%i, %k] : memref<2x8xf32>
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %elements = transform.structured.match ops{["scf.for"]} attributes{elements} in %root : (!transform.any_op) -> !transform.any_op
    %blocks = transform.sparse.dismantle %elements : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// Branches that are known are taken. A loop that nothing uses is gone, and one over
// columns around rows stays around them: it says nothing of structure.

// CHECK-LABEL: func.func @branches(
// CHECK: scf.for
// CHECK-NEXT: memref.load
// CHECK-NEXT: memref.store
// CHECK-NEXT: }
// CHECK-NEXT: return
module attributes {transform.with_named_sequence} {
  memref.global "private" constant @positions : memref<4xi64> = dense<[0, 0, 1, 1]>
  func.func @branches(%x: memref<4xf32>, %y: memref<3x?xf32>, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %pos = memref.get_global @positions : memref<4xi64>
    scf.for %k = %c0 to %n step %c1 {
      scf.for %i = %c0 to %c3 step %c1 {
        %next = arith.addi %i, %c1 : index
        %first = memref.load %pos[%i] : memref<4xi64>
        %end = memref.load %pos[%next] : memref<4xi64>
        %from = arith.index_cast %first : i64 to index
        %to = arith.index_cast %end : i64 to index
        %some = arith.cmpi slt, %from, %to : index
        scf.if %some {
          scf.for %p = %from to %to step %c1 {
            %v = memref.load %x[%p] : memref<4xf32>
            memref.store %v, %y[%i, %k] : memref<3x?xf32>
            scf.for %q = %c0 to %n step %c1 {
              %unused = memref.load %x[%q] : memref<4xf32>
            }
          } {elements}
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %elements = transform.structured.match ops{["scf.for"]} attributes{elements} in %root : (!transform.any_op) -> !transform.any_op
    %blocks = transform.sparse.dismantle %elements : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// Loops in one row go together; those that another one took along are gone, and what is
// left of all is in the handle. A constant of many floats stays memory, which is read at
// constant positions; its integers do not.

// CHECK-LABEL: func.func @together(
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[BIG:.*]] = memref.get_global @big
// CHECK-NOT: scf.for
// CHECK: memref.load %[[BIG]][%[[C1]]]
// CHECK: memref.store
// CHECK: return
module attributes {transform.with_named_sequence} {
  memref.global "private" constant @positions : memref<3xi64> = dense<[1, 2, 2]>
  memref.global "private" constant @big : memref<2001xf32> = dense<1.0>
  func.func @together(%y: memref<2xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %zero = arith.constant 0.0 : f32
    %pos = memref.get_global @positions : memref<3xi64>
    %val = memref.get_global @big : memref<2001xf32>
    scf.for %i = %c0 to %c2 step %c1 {
      %next = arith.addi %i, %c1 : index
      %first = memref.load %pos[%i] : memref<3xi64>
      %end = memref.load %pos[%next] : memref<3xi64>
      %from = arith.index_cast %first : i64 to index
      %to = arith.index_cast %end : i64 to index
      %sum = scf.for %p = %from to %to step %c1 iter_args(%s = %zero) -> (f32) {
        %v = memref.load %val[%p] : memref<2001xf32>
        %t = arith.addf %s, %v : f32
        scf.yield %t : f32
      } {elements}
      scf.for %p = %from to %to step %c1 {
        memref.store %sum, %y[%i] : memref<2xf32>
      } {elements}
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %elements = transform.structured.match ops{["scf.for"]} attributes{elements} in %root : (!transform.any_op) -> !transform.any_op
    %blocks = transform.sparse.dismantle %elements : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
