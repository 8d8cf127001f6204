// RUN: sparse-opt %s --transform-interpreter --split-input-file | FileCheck %s --enable-var-scope

// A sum that is stored and loaded again, a position that is loaded twice, and an element
// that is written in between.

// CHECK-LABEL: func.func @row(
// CHECK-SAME: %[[N:[^ ]+]]: index, %[[X:[^ ]+]]: f32, %[[Y:[^ ]+]]: memref<?xf32>, %[[Z:[^ ]+]]: memref<?xf32>, %[[P:[^ ]+]]: memref<?xindex>)
// CHECK: scf.for %[[I:.+]] = %{{.+}} to %[[N]]
// CHECK: memref.store %[[X]], %[[S:.+]][%[[I]]]
// CHECK-NEXT: %[[AT:.+]] = memref.load %{{.+}}[%[[I]]]
// CHECK-NEXT: %[[T:.+]] = arith.addf %[[X]], %[[X]]
// CHECK-NEXT: memref.store %[[T]], %{{.+}}[%[[AT]]]
// CHECK-NEXT: memref.store %[[T]], %{{.+}}[%[[AT]]]
// CHECK-NEXT: memref.load %[[S]][%[[I]]]
module attributes {transform.with_named_sequence} {
  func.func @row(%n: index, %x: f32, %y: memref<?xf32>, %z: memref<?xf32>, %p: memref<?xindex>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %a:2 = memref.distinct_objects %y, %z : memref<?xf32>, memref<?xf32>
    %b:2 = memref.distinct_objects %a#0, %p : memref<?xf32>, memref<?xindex>
    %c:2 = memref.distinct_objects %a#1, %b#1 : memref<?xf32>, memref<?xindex>
    scf.for %i = %c0 to %n step %c1 {
      memref.store %x, %b#0[%i] : memref<?xf32>
      %at = memref.load %c#1[%i] : memref<?xindex>
      %s = memref.load %b#0[%i] : memref<?xf32>
      %t = arith.addf %s, %s : f32
      memref.store %t, %c#0[%at] : memref<?xf32>
      %again = memref.load %c#1[%i] : memref<?xindex>
      memref.store %t, %b#0[%again] : memref<?xf32>
      %other = memref.load %b#0[%i] : memref<?xf32>
      %u = arith.addf %other, %t : f32
      memref.store %u, %c#0[%i] : memref<?xf32>
    }
    return
  }
  transform.named_sequence @__transform_main(%loops: !transform.any_op {transform.readonly}) {
    transform.sparse.forward_stores %loops : !transform.any_op
    transform.yield
  }
}
