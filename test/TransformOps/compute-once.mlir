// RUN: sparse-opt %s --transform-interpreter --split-input-file --verify-diagnostics | FileCheck %s

// The sum stores the exponential of each element, and the quotient loads it.

// CHECK-LABEL: func.func @exponentials_are_kept(
// CHECK: %[[P:.*]] = sparse.alloc
// CHECK: scf.for %[[I:[^ ]*]] =
// CHECK: scf.for %[[E:[^ ]*]] =
// CHECK: %[[EXP:.*]] = math.exp
// CHECK-NEXT: sparse.store %[[EXP]], %[[P]] at positions [%[[E]]]
// CHECK-NEXT: sparse.accumulate add %[[EXP]]
// CHECK: nest = "sum", dims = ["I"]
// CHECK: scf.for %[[F:[^ ]*]] = %{{.*}} to %{{.*}} step %{{[^ ]*}} {
// CHECK: scf.for %[[F:[^ ]*]] =
// CHECK-NOT: math.exp
// CHECK: %[[KEPT:.*]] = sparse.load %[[P]] at positions [%[[F]]]
// CHECK: %[[SHARE:.*]] = arith.divf %[[KEPT]], %{{.*}} : f32
// CHECK-NEXT: sparse.store %[[SHARE]], %[[P]] at positions [%[[F]]]
!dense = !axis.axis<dense_fixed>
!columns = !axis.axis<sparse_variable, sorted, unique>
!elements = !sparse.buffer<?xf32>
#sum_i = #iter.loop<nest = "sum", dims = ["I"], axis = dense_fixed, kind = spatial, role = level>
#sum_j = #iter.loop<nest = "sum", dims = ["J"], axis = sparse_variable, kind = reduction, role = level>
#divide_i = #iter.loop<nest = "divide", dims = ["I"], axis = dense_fixed, kind = spatial, role = level>
#divide_j = #iter.loop<nest = "divide", dims = ["J"], axis = sparse_variable, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @exponentials_are_kept(%n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %s: memref<?xf32>, %m: memref<?xf32>, %o: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %I = axis.dense_fixed %n : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !columns
    %S = sparse.bind %s on (%I, %J) : memref<?xf32> on (!dense, !columns) -> !elements
    %M = sparse.bind %m on (%I) : memref<?xf32> on (!dense) -> !elements
    %O = sparse.bind %o on (%I) : memref<?xf32> on (!dense) -> !elements
    %P = sparse.alloc on (%I, %J) : (!dense, !columns) -> !elements
    scf.for %i = %c0 to %n step %c1 {
      %begin = axis.position %J[%c0] under %i : !columns
      %length = axis.length %J under %i : !columns
      %end = arith.addi %begin, %length : index
      scf.for %p = %begin to %end step %c1 {
        %x = sparse.load %S at positions [%p] : !elements
        %y = sparse.load %M at positions [%i] : !elements
        %d = arith.subf %x, %y : f32
        %e = math.exp %d : f32
        sparse.accumulate add %e into %O at positions [%i] : !elements
      } {iter.loop = #sum_j}
    } {iter.loop = #sum_i}
    scf.for %i = %c0 to %n step %c1 {
      %begin = axis.position %J[%c0] under %i : !columns
      %length = axis.length %J under %i : !columns
      %end = arith.addi %begin, %length : index
      scf.for %p = %begin to %end step %c1 {
        %x = sparse.load %S at positions [%p] : !elements
        %y = sparse.load %M at positions [%i] : !elements
        %d = arith.subf %x, %y : f32
        %e = math.exp %d : f32
        %t = sparse.load %O at positions [%i] : !elements
        %q = arith.divf %e, %t : f32
        sparse.store %q, %P at positions [%p] : !elements
      } {iter.loop = #divide_j}
    } {iter.loop = #divide_i}
    return
  }
  transform.named_sequence @__transform_main(%positions: !transform.any_op) {
    transform.sparse.compute_once %positions {where_legal} : !transform.any_op
    transform.yield
  }
}

// -----

// What the second nest stores to is made before the first one.

// CHECK-LABEL: func.func @memory_that_is_made_in_between(
// CHECK: sparse.alloc
// CHECK: math.exp
// CHECK-NEXT: sparse.store
// CHECK-NOT: math.exp
// CHECK: arith.divf

!dense = !axis.axis<dense_fixed>
!columns = !axis.axis<sparse_variable, sorted, unique>
!elements = !sparse.buffer<?xf32>
#sum_i = #iter.loop<nest = "sum", dims = ["I"], axis = dense_fixed, kind = spatial, role = level>
#sum_j = #iter.loop<nest = "sum", dims = ["J"], axis = sparse_variable, kind = reduction, role = level>
#divide_i = #iter.loop<nest = "divide", dims = ["I"], axis = dense_fixed, kind = spatial, role = level>
#divide_j = #iter.loop<nest = "divide", dims = ["J"], axis = sparse_variable, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @memory_that_is_made_in_between(%n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %s: memref<?xf32>, %m: memref<?xf32>, %o: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %I = axis.dense_fixed %n : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !columns
    %S = sparse.bind %s on (%I, %J) : memref<?xf32> on (!dense, !columns) -> !elements
    %M = sparse.bind %m on (%I) : memref<?xf32> on (!dense) -> !elements
    %O = sparse.bind %o on (%I) : memref<?xf32> on (!dense) -> !elements
    scf.for %i = %c0 to %n step %c1 {
      %begin = axis.position %J[%c0] under %i : !columns
      %length = axis.length %J under %i : !columns
      %end = arith.addi %begin, %length : index
      scf.for %p = %begin to %end step %c1 {
        %x = sparse.load %S at positions [%p] : !elements
        %y = sparse.load %M at positions [%i] : !elements
        %d = arith.subf %x, %y : f32
        %e = math.exp %d : f32
        sparse.accumulate add %e into %O at positions [%i] : !elements
      } {iter.loop = #sum_j}
    } {iter.loop = #sum_i}
    %P = sparse.alloc on (%I, %J) : (!dense, !columns) -> !elements
    scf.for %i = %c0 to %n step %c1 {
      %begin = axis.position %J[%c0] under %i : !columns
      %length = axis.length %J under %i : !columns
      %end = arith.addi %begin, %length : index
      scf.for %p = %begin to %end step %c1 {
        %x = sparse.load %S at positions [%p] : !elements
        %y = sparse.load %M at positions [%i] : !elements
        %d = arith.subf %x, %y : f32
        %e = math.exp %d : f32
        %t = sparse.load %O at positions [%i] : !elements
        %q = arith.divf %e, %t : f32
        sparse.store %q, %P at positions [%p] : !elements
      } {iter.loop = #divide_j}
    } {iter.loop = #divide_i}
    return
  }
  transform.named_sequence @__transform_main(%positions: !transform.any_op) {
    transform.sparse.compute_once %positions {where_legal} : !transform.any_op
    transform.yield
  }
}
