// RUN: sparse-opt %s --transform-interpreter --split-input-file --verify-diagnostics | FileCheck %s

// Sums are scaled where they are finished; loops have the labels of what made them.

// CHECK-LABEL: func.func @scaled_sums(
// CHECK-NOT: nest = "scale"
// CHECK: scf.for %[[I:[^ ]*]] =
// CHECK: scf.for %[[P:[^ ]*]] =
// CHECK-NEXT: scf.for
// CHECK-NEXT: sparse.accumulate add %{{.*}} into %[[C:.*]] at positions [%[[P]]]
// CHECK-NEXT: dims = ["k"]
// CHECK-NEXT: %[[SUM:.*]] = sparse.load %[[C]] at positions [%[[P]]]
// CHECK-NEXT: %[[SCALED:.*]] = arith.mulf %[[SUM]], %[[SUM]]
// CHECK-NEXT: sparse.store %[[SCALED]], %[[C]] at positions [%[[P]]]
// CHECK-NEXT: nest = "sum", dims = ["j"]
// CHECK-NEXT: nest = "sum", dims = ["i"]
// CHECK-NOT: scf.for
!dense = !axis.axis<dense_fixed>
!columns = !axis.axis<sparse_variable, sorted, unique>
#sum_i = #iter.loop<nest = "sum", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#sum_j = #iter.loop<nest = "sum", dims = ["j"], axis = sparse_variable, kind = spatial, role = level>
#sum_k = #iter.loop<nest = "sum", dims = ["k"], axis = dense_fixed, kind = reduction, role = level>
#scale_i = #iter.loop<nest = "scale", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#scale_j = #iter.loop<nest = "scale", dims = ["j"], axis = sparse_variable, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @scaled_sums(%n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %c: memref<?xf32>, %v: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %I = axis.dense_fixed %n : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !columns
    %C = sparse.bind %c on (%I, %J) : memref<?xf32> on (!dense, !columns) -> !sparse.buffer<?xf32>
    scf.for %i = %c0 to %n step %c1 {
      %begin = axis.position %J[%c0] under %i : !columns
      %length = axis.length %J under %i : !columns
      %end = arith.addi %begin, %length : index
      scf.for %p = %begin to %end step %c1 {
        scf.for %k = %c0 to %n step %c1 {
          sparse.accumulate add %v into %C at positions [%p] : !sparse.buffer<?xf32>
        } {iter.loop = #sum_k}
      } {iter.loop = #sum_j}
    } {iter.loop = #sum_i}
    scf.for %i = %c0 to %n step %c1 {
      %begin = axis.position %J[%c0] under %i : !columns
      %length = axis.length %J under %i : !columns
      %end = arith.addi %begin, %length : index
      scf.for %p = %begin to %end step %c1 {
        %sum = sparse.load %C at positions [%p] : !sparse.buffer<?xf32>
        %scaled = arith.mulf %sum, %sum : f32
        sparse.store %scaled, %C at positions [%p] : !sparse.buffer<?xf32>
      } {iter.loop = #scale_j}
    } {iter.loop = #scale_i}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    transform.sparse.fuse_elementwise %root : !transform.any_op
    transform.yield
  }
}

// -----

// Rows become one; elements of a row stay apart, since each needs the first one.

// CHECK-LABEL: func.func @as_far_as_elements_are_their_own(
// CHECK: scf.for %[[I:[^ ]*]] =
// CHECK-NEXT: scf.for
// CHECK-NEXT: sparse.store
// CHECK-NEXT: nest = "a", dims = ["j"]
// CHECK-NEXT: scf.for
// CHECK-NEXT: sparse.load %{{.*}} at positions [%[[I]], %{{.*}}]
// CHECK-NEXT: sparse.store
// CHECK-NEXT: nest = "b", dims = ["j"]
// CHECK-NEXT: nest = "a", dims = ["i"]
// CHECK-NOT: scf.for
!dense = !axis.axis<dense_fixed>
#a_i = #iter.loop<nest = "a", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#a_j = #iter.loop<nest = "a", dims = ["j"], axis = dense_fixed, kind = spatial, role = level>
#b_i = #iter.loop<nest = "b", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#b_j = #iter.loop<nest = "b", dims = ["j"], axis = dense_fixed, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @as_far_as_elements_are_their_own(%n: index, %y: memref<?x?xf32>, %z: memref<?x?xf32>, %v: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %I = axis.dense_fixed %n : !dense
    %J = axis.dense_fixed %n : !dense
    %Y = sparse.bind %y on (%I, %J) : memref<?x?xf32> on (!dense, !dense) -> !sparse.buffer<?x?xf32>
    %Z = sparse.bind %z on (%I, %J) : memref<?x?xf32> on (!dense, !dense) -> !sparse.buffer<?x?xf32>
    scf.for %i = %c0 to %n step %c1 {
      scf.for %j = %c0 to %n step %c1 {
        sparse.store %v, %Y at positions [%i, %j] : !sparse.buffer<?x?xf32>
      } {iter.loop = #a_j}
    } {iter.loop = #a_i}
    scf.for %i = %c0 to %n step %c1 {
      scf.for %j = %c0 to %n step %c1 {
        %first = sparse.load %Y at positions [%i, %c0] : !sparse.buffer<?x?xf32>
        sparse.store %first, %Z at positions [%i, %j] : !sparse.buffer<?x?xf32>
      } {iter.loop = #b_j}
    } {iter.loop = #b_i}
    return
  }
  transform.named_sequence @__transform_main(%positions: !transform.any_op) {
    transform.sparse.fuse_elementwise %positions {where_legal} : !transform.any_op
    transform.yield
  }
}

// -----

// A row's sum is not finished before its last element.

!dense = !axis.axis<dense_fixed>
#a_i = #iter.loop<nest = "a", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#a_j = #iter.loop<nest = "a", dims = ["j"], axis = dense_fixed, kind = reduction, role = level>
#b_i = #iter.loop<nest = "b", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#b_j = #iter.loop<nest = "b", dims = ["j"], axis = dense_fixed, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @under_a_sum(%n: index, %y: memref<?xf32>, %z: memref<?x?xf32>, %v: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %I = axis.dense_fixed %n : !dense
    %J = axis.dense_fixed %n : !dense
    %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
    %Z = sparse.bind %z on (%I, %J) : memref<?x?xf32> on (!dense, !dense) -> !sparse.buffer<?x?xf32>
    scf.for %i = %c0 to %n step %c1 {
      scf.for %j = %c0 to %n step %c1 {
        sparse.accumulate add %v into %Y at positions [%i] : !sparse.buffer<?xf32>
      } {iter.loop = #a_j}
    } {iter.loop = #a_i}
    // expected-error @+1 {{cannot fuse loop over i of nest 'b': the loops that make what it reads do not run through the same dimensions, or sum over them}}
    scf.for %i = %c0 to %n step %c1 {
      scf.for %j = %c0 to %n step %c1 {
        %sum = sparse.load %Y at positions [%i] : !sparse.buffer<?xf32>
        sparse.store %sum, %Z at positions [%i, %j] : !sparse.buffer<?x?xf32>
      } {iter.loop = #b_j}
    } {iter.loop = #b_i}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.fuse_elementwise %root : !transform.any_op
    transform.yield
  }
}

// -----

!dense = !axis.axis<dense_fixed>
!vector = !sparse.buffer<?xf32>
#a = #iter.loop<nest = "a", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#b = #iter.loop<nest = "b", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @of_another_iteration(%n: index, %y: memref<?xf32>, %z: memref<?xf32>, %v: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %I = axis.dense_fixed %n : !dense
    %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !vector
    %Z = sparse.bind %z on (%I) : memref<?xf32> on (!dense) -> !vector
    scf.for %i = %c0 to %n step %c1 {
      sparse.store %v, %Y at positions [%i] : !vector
    } {iter.loop = #a}
    // expected-error @+1 {{cannot fuse loop over i of nest 'b': an iteration of one may use elements of argument 1 that another one of the other does: [i] and [0]}}
    scf.for %i = %c0 to %n step %c1 {
      %first = sparse.load %Y at positions [%c0] : !vector
      sparse.store %first, %Z at positions [%i] : !vector
    } {iter.loop = #b}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %nest = transform.sparse.match.loops nest "b" in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.fuse_elementwise %nest : !transform.any_op
    transform.yield
  }
}

// -----

!dense = !axis.axis<dense_fixed>
!vector = !sparse.buffer<?xf32>
#a = #iter.loop<nest = "a", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#b = #iter.loop<nest = "b", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @of_what_nothing_makes(%n: index, %y: memref<?xf32>, %z: memref<?xf32>, %v: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %I = axis.dense_fixed %n : !dense
    %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !vector
    %Z = sparse.bind %z on (%I) : memref<?xf32> on (!dense) -> !vector
    scf.for %i = %c0 to %n step %c1 {
      sparse.store %v, %Z at positions [%i] : !vector
    } {iter.loop = #a}
    // expected-error @+1 {{cannot fuse loop over i of nest 'b': no loop before it in its block makes what it reads}}
    scf.for %i = %c0 to %n step %c1 {
      %x = sparse.load %Y at positions [%i] : !vector
      sparse.store %x, %Z at positions [%i] : !vector
    } {iter.loop = #b}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %nest = transform.sparse.match.loops nest "b" in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.fuse_elementwise %nest : !transform.any_op
    transform.yield
  }
}

// -----

// `fuse_fills` moves the fill.

!dense = !axis.axis<dense_fixed>
!vector = !sparse.buffer<?xf32>
#fill = #iter.loop<nest = "fill", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#b = #iter.loop<nest = "b", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @of_what_is_filled(%n: index, %y: memref<?xf32>, %v: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %I = axis.dense_fixed %n : !dense
    %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !vector
    scf.for %i = %c0 to %n step %c1 {
      sparse.store %v, %Y at positions [%i] : !vector
    } {iter.loop = #fill}
    // expected-error @+1 {{cannot fuse loop over i of nest 'b': what it reads is only filled before}}
    scf.for %i = %c0 to %n step %c1 {
      %x = sparse.load %Y at positions [%i] : !vector
      %twice = arith.addf %x, %x : f32
      sparse.store %twice, %Y at positions [%i] : !vector
    } {iter.loop = #b}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.fuse_elementwise %root : !transform.any_op
    transform.yield
  }
}

// -----

// Three nests one after the other become one, and what they hand on needs no memory; what
// something else reads, as the first one's, stays.

// CHECK-LABEL: func.func @chain(
// CHECK: %[[KEPT:.*]] = sparse.alloc
// CHECK-NOT: sparse.alloc
// CHECK: scf.for %[[I:[^ ]*]] =
// CHECK-NEXT: %[[A:.*]] = arith.addf
// CHECK-NEXT: sparse.store %[[A]], %[[KEPT]] at positions [%[[I]]]
// CHECK-NEXT: %[[B:.*]] = arith.mulf %[[A]], %[[A]]
// CHECK-NEXT: %[[C:.*]] = arith.subf %[[B]], %[[B]]
// CHECK-NEXT: sparse.store %[[C]], %{{.*}} at positions [%[[I]]]
// CHECK-NEXT: nest = "a"
// CHECK-NOT: scf.for
// CHECK: sparse.load %[[KEPT]]
!dense = !axis.axis<dense_fixed>
#a = #iter.loop<nest = "a", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#b = #iter.loop<nest = "b", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#c = #iter.loop<nest = "c", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @chain(%n: index, %c: memref<?xf32>, %v: f32) -> f32 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %I = axis.dense_fixed %n : !dense
    %C = sparse.bind %c on (%I) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
    %T = sparse.alloc on (%I) : (!dense) -> !sparse.buffer<?xf32>
    %U = sparse.alloc on (%I) : (!dense) -> !sparse.buffer<?xf32>
    scf.for %i = %c0 to %n step %c1 {
      %x = arith.addf %v, %v : f32
      sparse.store %x, %T at positions [%i] : !sparse.buffer<?xf32>
    } {iter.loop = #a}
    scf.for %i = %c0 to %n step %c1 {
      %x = sparse.load %T at positions [%i] : !sparse.buffer<?xf32>
      %y = arith.mulf %x, %x : f32
      sparse.store %y, %U at positions [%i] : !sparse.buffer<?xf32>
    } {iter.loop = #b}
    scf.for %i = %c0 to %n step %c1 {
      %x = sparse.load %U at positions [%i] : !sparse.buffer<?xf32>
      %y = arith.subf %x, %x : f32
      sparse.store %y, %C at positions [%i] : !sparse.buffer<?xf32>
    } {iter.loop = #c}
    %first = sparse.load %T at positions [%c0] : !sparse.buffer<?xf32>
    return %first : f32
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    transform.sparse.fuse_elementwise %root : !transform.any_op
    transform.yield
  }
}
