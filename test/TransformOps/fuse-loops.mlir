// RUN: sparse-opt %s --transform-interpreter --split-input-file --verify-diagnostics | FileCheck %s

// A row of Y is written and then read by one iteration: the loops become one,
// which has the name of the second.

// CHECK-LABEL: func.func @row_by_row(
// CHECK: scf.for %[[I:.*]] = %{{.*}} to %{{.*}} step
// CHECK-NEXT: %[[X:.*]] = sparse.load %{{.*}} at positions [%[[I]]]
// CHECK-NEXT: sparse.store %[[X]], %[[Y:.*]] at positions [%[[I]]]
// CHECK-NEXT: %[[Z:.*]] = sparse.load %[[Y]] at positions [%[[I]]]
// CHECK-NEXT: sparse.store %[[Z]], %{{.*}} at positions [%[[I]]]
// CHECK-NEXT: } {fused, iter.loop = #iter.loop<nest = "b", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>}
// CHECK-NOT: scf.for
!dense = !axis.axis<dense_fixed>
!vector = !sparse.buffer<?xf32>
#a = #iter.loop<nest = "a", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#b = #iter.loop<nest = "b", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @row_by_row(%n: index, %x: memref<?xf32>, %y: memref<?xf32>, %z: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %I = axis.dense_fixed %n : !dense
    %X = sparse.bind %x on (%I) : memref<?xf32> on (!dense) -> !vector
    %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !vector
    %Z = sparse.bind %z on (%I) : memref<?xf32> on (!dense) -> !vector
    scf.for %i = %c0 to %n step %c1 {
      %v = sparse.load %X at positions [%i] : !vector
      sparse.store %v, %Y at positions [%i] : !vector
    } {iter.loop = #a}
    scf.for %i = %c0 to %n step %c1 {
      %v = sparse.load %Y at positions [%i] : !vector
      sparse.store %v, %Z at positions [%i] : !vector
    } {iter.loop = #b}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %first = transform.sparse.match.loops nest "a" in %root : (!transform.any_op) -> !transform.any_op
    %second = transform.sparse.match.loops nest "b" in %root : (!transform.any_op) -> !transform.any_op
    %both = transform.sparse.fuse_loops %first, %second : (!transform.any_op, !transform.any_op) -> !transform.any_op
    transform.annotate %both "fused" : !transform.any_op
    transform.yield
  }
}

// -----

// Bounds may be computed twice, as long as they are computed alike: the fibres of
// one row.

// CHECK-LABEL: func.func @one_fibre_after_the_other(
// CHECK: scf.for %[[P:.*]] =
// CHECK-NEXT: sparse.store %{{.*}}, %[[Y:.*]] at positions [%[[P]]]
// CHECK-NEXT: sparse.accumulate add %{{.*}} into %[[Y]] at positions [%[[P]]]
// CHECK-NOT: scf.for
!dense = !axis.axis<dense_fixed>
!rows = !axis.axis<sparse_variable, sorted, unique>
#a = #iter.loop<nest = "a", dims = ["j"], axis = sparse_variable, kind = spatial, role = level>
#b = #iter.loop<nest = "b", dims = ["j"], axis = sparse_variable, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @one_fibre_after_the_other(%n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %y: memref<?xf32>, %i: index, %v: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %I = axis.dense_fixed %n : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !rows
    %Y = sparse.bind %y on (%I, %J) : memref<?xf32> on (!dense, !rows) -> !sparse.buffer<?xf32>
    %length = axis.length %J under %i : !rows
    %begin = axis.position %J[%c0] under %i : !rows
    %end = arith.addi %begin, %length : index
    scf.for %p = %begin to %end step %c1 {
      sparse.store %v, %Y at positions [%p] : !sparse.buffer<?xf32>
    } {iter.loop = #a}
    %length2 = axis.length %J under %i : !rows
    %begin2 = axis.position %J[%c0] under %i : !rows
    %end2 = arith.addi %begin2, %length2 : index
    scf.for %p = %begin2 to %end2 step %c1 {
      sparse.accumulate add %v into %Y at positions [%p] : !sparse.buffer<?xf32>
    } {iter.loop = #b}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %first = transform.sparse.match.loops nest "a" in %root : (!transform.any_op) -> !transform.any_op
    %second = transform.sparse.match.loops nest "b" in %root : (!transform.any_op) -> !transform.any_op
    %both = transform.sparse.fuse_loops %first, %second : (!transform.any_op, !transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// What the next iteration wrote would be read before it is written.

!dense = !axis.axis<dense_fixed>
!vector = !sparse.buffer<?xf32>
#a = #iter.loop<nest = "a", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#b = #iter.loop<nest = "b", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @the_next_element(%n: index, %y: memref<?xf32>, %z: memref<?xf32>, %v: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %I = axis.dense_fixed %n : !dense
    %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !vector
    %Z = sparse.bind %z on (%I) : memref<?xf32> on (!dense) -> !vector
    scf.for %i = %c0 to %n step %c1 {
      sparse.store %v, %Y at positions [%i] : !vector
    } {iter.loop = #a}
    // expected-error @below {{cannot fuse loop over i of nest 'b': an iteration of one may use elements of argument 1 that another one of the other does: [i] and [i + 1]}}
    scf.for %i = %c0 to %n step %c1 {
      %next = arith.addi %i, %c1 : index
      %w = sparse.load %Y at positions [%next] : !vector
      sparse.store %w, %Z at positions [%i] : !vector
    } {iter.loop = #b}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %first = transform.sparse.match.loops nest "a" in %root : (!transform.any_op) -> !transform.any_op
    %second = transform.sparse.match.loops nest "b" in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %both = transform.sparse.fuse_loops %first, %second : (!transform.any_op, !transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

!dense = !axis.axis<dense_fixed>
!vector = !sparse.buffer<?xf32>
#a = #iter.loop<nest = "a", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#b = #iter.loop<nest = "b", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @other_bounds(%n: index, %m: index, %y: memref<?xf32>, %v: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %I = axis.dense_fixed %n : !dense
    %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !vector
    scf.for %i = %c0 to %n step %c1 {
      sparse.store %v, %Y at positions [%i] : !vector
    } {iter.loop = #a}
    // expected-error @below {{cannot fuse loop over i of nest 'b': the loops have different bounds}}
    scf.for %i = %c0 to %m step %c1 {
      sparse.accumulate add %v into %Y at positions [%i] : !vector
    } {iter.loop = #b}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %first = transform.sparse.match.loops nest "a" in %root : (!transform.any_op) -> !transform.any_op
    %second = transform.sparse.match.loops nest "b" in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %both = transform.sparse.fuse_loops %first, %second : (!transform.any_op, !transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// The sum is read between them; `where_legal` leaves the loops as they are.

// CHECK-LABEL: func.func @read_between(
// CHECK: nest = "a"
// CHECK: sparse.load
// CHECK: nest = "b"
// CHECK-NOT: fused
// CHECK: return
!dense = !axis.axis<dense_fixed>
!vector = !sparse.buffer<?xf32>
#a = #iter.loop<nest = "a", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#b = #iter.loop<nest = "b", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @read_between(%n: index, %y: memref<?xf32>, %z: memref<?xf32>, %v: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %I = axis.dense_fixed %n : !dense
    %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !vector
    %Z = sparse.bind %z on (%I) : memref<?xf32> on (!dense) -> !vector
    scf.for %i = %c0 to %n step %c1 {
      sparse.store %v, %Y at positions [%i] : !vector
    } {iter.loop = #a}
    %first = sparse.load %Y at positions [%c0] : !vector
    scf.for %i = %c0 to %n step %c1 {
      sparse.store %first, %Z at positions [%i] : !vector
    } {iter.loop = #b}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %first = transform.sparse.match.loops nest "a" in %root : (!transform.any_op) -> !transform.any_op
    %second = transform.sparse.match.loops nest "b" in %root : (!transform.any_op) -> !transform.any_op
    %both = transform.sparse.fuse_loops %first, %second {where_legal} : (!transform.any_op, !transform.any_op) -> !transform.any_op
    transform.annotate %both "fused" : !transform.any_op
    transform.yield
  }
}

// -----

// Positions tell iterations apart, and so do coordinates that come once: but an element
// that one loop has at position 2 the other may have at any.

!dense = !axis.axis<dense_fixed>
!once = !axis.axis<sparse_variable, unique>
!vector = !sparse.buffer<?xf32>
#a = #iter.loop<nest = "a", dims = ["p"], axis = sparse_variable, kind = spatial, role = level>
#b = #iter.loop<nest = "b", dims = ["p"], axis = sparse_variable, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @positions_and_coordinates(%n: index, %crd: memref<?xi32>, %y: memref<?xf32>, %z: memref<?xf32>, %v: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %D = axis.dense_fixed %n : !dense
    %R = axis.sparse_variable %n count %n coordinates %crd : memref<?xi32> -> !once
    %Y = sparse.bind %y on (%D) : memref<?xf32> on (!dense) -> !vector
    %Z = sparse.bind %z on (%D) : memref<?xf32> on (!dense) -> !vector
    scf.for %p = %c0 to %n step %c1 {
      sparse.store %v, %Y at positions [%p] : !vector
    } {iter.loop = #a}
    // expected-error @below {{cannot fuse loop over p of nest 'b': an iteration of one may use elements of argument 2 that another one of the other does: [position p] and [p]}}
    scf.for %p = %c0 to %n step %c1 {
      %c = axis.coordinate %R[%p] : !once
      %w = sparse.load %Y at positions [%c] : !vector
      sparse.store %w, %Z at positions [%p] : !vector
    } {iter.loop = #b}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %first = transform.sparse.match.loops nest "a" in %root : (!transform.any_op) -> !transform.any_op
    %second = transform.sparse.match.loops nest "b" in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %both = transform.sparse.fuse_loops %first, %second : (!transform.any_op, !transform.any_op) -> !transform.any_op
    transform.yield
  }
}
