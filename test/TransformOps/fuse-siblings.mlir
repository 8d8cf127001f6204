// RUN: sparse-opt %s --transform-interpreter --split-input-file --verify-diagnostics | FileCheck %s

// Three nests over the same rows are one loop, which is called as the last that is no
// fill. No bounds, no fusion: `where_legal` leaves the loop over other rows alone.

// CHECK-LABEL: func.func @rows(
// CHECK: scf.for %[[I:.+]] = %{{.+}} to %{{.+}} step
// CHECK-NEXT: sparse.load %{{.+}} at positions [%[[I]]]
// CHECK-NEXT: sparse.store %{{.+}}, %[[Y:.+]] at positions [%[[I]]]
// CHECK-NEXT: sparse.load %[[Y]] at positions [%[[I]]]
// CHECK-NEXT: sparse.store %{{.+}}, %[[Z:.+]] at positions [%[[I]]]
// CHECK-NEXT: sparse.store %{{.+}}, %{{.+}} at positions [%[[I]]]
// CHECK-NEXT: } {iter.loop = #iter.loop<nest = "b",
// CHECK: scf.for
// CHECK: nest = "c",
// CHECK-NOT: scf.for
!dense = !axis.axis<dense_fixed>
!vector = !sparse.buffer<?xf32>
#a = #iter.loop<nest = "a", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#b = #iter.loop<nest = "b", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#c = #iter.loop<nest = "c", dims = ["j"], axis = dense_fixed, kind = spatial, role = level>
#fill = #iter.loop<nest = "fill", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @rows(%n: index, %m: index, %x: memref<?xf32>, %y: memref<?xf32>, %z: memref<?xf32>, %w: memref<?xf32>, %u: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %none = arith.constant 0.0 : f32
    %I = axis.dense_fixed %n : !dense
    %J = axis.dense_fixed %m : !dense
    %X = sparse.bind %x on (%I) : memref<?xf32> on (!dense) -> !vector
    %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !vector
    %Z = sparse.bind %z on (%I) : memref<?xf32> on (!dense) -> !vector
    %W = sparse.bind %w on (%I) : memref<?xf32> on (!dense) -> !vector
    %U = sparse.bind %u on (%J) : memref<?xf32> on (!dense) -> !vector
    scf.for %i = %c0 to %n step %c1 {
      %v = sparse.load %X at positions [%i] : !vector
      sparse.store %v, %Y at positions [%i] : !vector
    } {iter.loop = #a}
    scf.for %i = %c0 to %n step %c1 {
      %v = sparse.load %Y at positions [%i] : !vector
      sparse.store %v, %Z at positions [%i] : !vector
    } {iter.loop = #b}
    scf.for %i = %c0 to %n step %c1 {
      sparse.store %none, %W at positions [%i] : !vector
    } {iter.loop = #fill}
    scf.for %j = %c0 to %m step %c1 {
      sparse.store %none, %U at positions [%j] : !vector
    } {iter.loop = #c}
    return
  }
  transform.named_sequence @__transform_main(%positions: !transform.any_op) {
    transform.sparse.fuse_siblings %positions {where_legal} : !transform.any_op
    transform.yield
  }
}

// -----

// An element that another iteration has written.

!dense = !axis.axis<dense_fixed>
!vector = !sparse.buffer<?xf32>
#a = #iter.loop<nest = "a", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#b = #iter.loop<nest = "b", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @first_row(%n: index, %y: memref<?xf32>, %z: memref<?xf32>, %v: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %I = axis.dense_fixed %n : !dense
    %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !vector
    %Z = sparse.bind %z on (%I) : memref<?xf32> on (!dense) -> !vector
    // expected-error @below {{cannot fuse loop over i of nest 'a': an iteration of one may use elements of}}
    scf.for %i = %c0 to %n step %c1 {
      sparse.store %v, %Y at positions [%i] : !vector
    } {iter.loop = #a}
    scf.for %i = %c0 to %n step %c1 {
      %w = sparse.load %Y at positions [%c0] : !vector
      sparse.store %w, %Z at positions [%i] : !vector
    } {iter.loop = #b}
    return
  }
  transform.named_sequence @__transform_main(%positions: !transform.any_op) {
    // expected-note @below {{the schedule asks for it here}}
    transform.sparse.fuse_siblings %positions : !transform.any_op
    transform.yield
  }
}
