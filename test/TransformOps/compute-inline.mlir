// RUN: sparse-opt %s --transform-interpreter --split-input-file --verify-diagnostics | FileCheck %s

// The nest goes, and its quotient is made in the one that sums quotients.

// CHECK-LABEL: func.func @quotients_are_made_where_they_are_summed(
// CHECK-NOT: nest = "divide"
// CHECK: scf.for %[[I:[^ ]*]] =
// CHECK: scf.for %[[E:[^ ]*]] =
// CHECK-NEXT: %[[X:.*]] = sparse.load %{{.*}} at positions [%[[E]]]
// CHECK-NEXT: %[[T:.*]] = sparse.load %{{.*}} at positions [%[[I]]]
// CHECK-NEXT: %[[Q:.*]] = arith.divf %[[X]], %[[T]] : f32
// CHECK-NEXT: sparse.accumulate add %[[Q]]
// CHECK-NOT: sparse.store
// CHECK: return
!dense = !axis.axis<dense_fixed>
!columns = !axis.axis<sparse_variable, sorted, unique>
!elements = !sparse.buffer<?xf32>
#divide_i = #iter.loop<nest = "divide", dims = ["I"], axis = dense_fixed, kind = spatial, role = level>
#divide_j = #iter.loop<nest = "divide", dims = ["J"], axis = sparse_variable, kind = spatial, role = level>
#use_i = #iter.loop<nest = "use", dims = ["I"], axis = dense_fixed, kind = spatial, role = level>
#use_j = #iter.loop<nest = "use", dims = ["J"], axis = sparse_variable, kind = reduction, role = level>
module attributes {transform.with_named_sequence} {
  func.func @quotients_are_made_where_they_are_summed(%n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %s: memref<?xf32>, %m: memref<?xf32>, %o: memref<?xf32>) {
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
        %t = sparse.load %M at positions [%i] : !elements
        %q = arith.divf %x, %t : f32
        sparse.store %q, %P at positions [%p] : !elements
      } {iter.loop = #divide_j}
    } {iter.loop = #divide_i}
    scf.for %i = %c0 to %n step %c1 {
      %begin = axis.position %J[%c0] under %i : !columns
      %length = axis.length %J under %i : !columns
      %end = arith.addi %begin, %length : index
      scf.for %p = %begin to %end step %c1 {
        %r = sparse.load %P at positions [%p] : !elements
        sparse.accumulate add %r into %O at positions [%i] : !elements
      } {iter.loop = #use_j}
    } {iter.loop = #use_i}
    return
  }
  transform.named_sequence @__transform_main(%positions: !transform.any_op) {
    transform.sparse.compute_inline %positions {where_legal} : !transform.any_op
    transform.yield
  }
}

// -----

!dense = !axis.axis<dense_fixed>
!columns = !axis.axis<sparse_variable, sorted, unique>
!elements = !sparse.buffer<?xf32>
#divide_i = #iter.loop<nest = "divide", dims = ["I"], axis = dense_fixed, kind = spatial, role = level>
#divide_j = #iter.loop<nest = "divide", dims = ["J"], axis = sparse_variable, kind = spatial, role = level>
#use_i = #iter.loop<nest = "use", dims = ["I"], axis = dense_fixed, kind = spatial, role = level>
#use_j = #iter.loop<nest = "use", dims = ["J"], axis = sparse_variable, kind = reduction, role = level>
module attributes {transform.with_named_sequence} {
  func.func @of_an_argument(%n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %s: memref<?xf32>, %m: memref<?xf32>, %o: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %I = axis.dense_fixed %n : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !columns
    %S = sparse.bind %s on (%I, %J) : memref<?xf32> on (!dense, !columns) -> !elements
    %M = sparse.bind %m on (%I) : memref<?xf32> on (!dense) -> !elements
    %O = sparse.bind %o on (%I) : memref<?xf32> on (!dense) -> !elements
    %P = sparse.bind %s on (%I, %J) : memref<?xf32> on (!dense, !columns) -> !elements
    // expected-error @+1 {{cannot compute inline loop over I of nest 'divide': what it stores is not the function's own}}
    scf.for %i = %c0 to %n step %c1 {
      %begin = axis.position %J[%c0] under %i : !columns
      %length = axis.length %J under %i : !columns
      %end = arith.addi %begin, %length : index
      scf.for %p = %begin to %end step %c1 {
        %x = sparse.load %S at positions [%p] : !elements
        %t = sparse.load %M at positions [%i] : !elements
        %q = arith.divf %x, %t : f32
        sparse.store %q, %P at positions [%p] : !elements
      } {iter.loop = #divide_j}
    } {iter.loop = #divide_i}
    scf.for %i = %c0 to %n step %c1 {
      %begin = axis.position %J[%c0] under %i : !columns
      %length = axis.length %J under %i : !columns
      %end = arith.addi %begin, %length : index
      scf.for %p = %begin to %end step %c1 {
        %r = sparse.load %P at positions [%p] : !elements
        sparse.accumulate add %r into %O at positions [%i] : !elements
      } {iter.loop = #use_j}
    } {iter.loop = #use_i}
    return
  }
  transform.named_sequence @__transform_main(%positions: !transform.any_op) {
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.compute_inline %positions : !transform.any_op
    transform.yield
  }
}

// -----

!dense = !axis.axis<dense_fixed>
!columns = !axis.axis<sparse_variable, sorted, unique>
!elements = !sparse.buffer<?xf32>
#divide_i = #iter.loop<nest = "divide", dims = ["I"], axis = dense_fixed, kind = spatial, role = level>
#divide_j = #iter.loop<nest = "divide", dims = ["J"], axis = sparse_variable, kind = spatial, role = level>
#use_i = #iter.loop<nest = "use", dims = ["I"], axis = dense_fixed, kind = spatial, role = level>
#use_j = #iter.loop<nest = "use", dims = ["J"], axis = sparse_variable, kind = reduction, role = level>
module attributes {transform.with_named_sequence} {
  func.func @calls_a_function(%n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %s: memref<?xf32>, %m: memref<?xf32>, %o: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %I = axis.dense_fixed %n : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !columns
    %S = sparse.bind %s on (%I, %J) : memref<?xf32> on (!dense, !columns) -> !elements
    %M = sparse.bind %m on (%I) : memref<?xf32> on (!dense) -> !elements
    %O = sparse.bind %o on (%I) : memref<?xf32> on (!dense) -> !elements
    %P = sparse.alloc on (%I, %J) : (!dense, !columns) -> !elements
    // expected-error @+1 {{cannot compute inline loop over I of nest 'divide': it calls functions, which would be called again for each use}}
    scf.for %i = %c0 to %n step %c1 {
      %begin = axis.position %J[%c0] under %i : !columns
      %length = axis.length %J under %i : !columns
      %end = arith.addi %begin, %length : index
      scf.for %p = %begin to %end step %c1 {
        %x = sparse.load %S at positions [%p] : !elements
        %t = sparse.load %M at positions [%i] : !elements
        %w = math.exp %x : f32
        %q = arith.divf %w, %t : f32
        sparse.store %q, %P at positions [%p] : !elements
      } {iter.loop = #divide_j}
    } {iter.loop = #divide_i}
    scf.for %i = %c0 to %n step %c1 {
      %begin = axis.position %J[%c0] under %i : !columns
      %length = axis.length %J under %i : !columns
      %end = arith.addi %begin, %length : index
      scf.for %p = %begin to %end step %c1 {
        %r = sparse.load %P at positions [%p] : !elements
        sparse.accumulate add %r into %O at positions [%i] : !elements
      } {iter.loop = #use_j}
    } {iter.loop = #use_i}
    return
  }
  transform.named_sequence @__transform_main(%positions: !transform.any_op) {
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.compute_inline %positions : !transform.any_op
    transform.yield
  }
}

// -----

!dense = !axis.axis<dense_fixed>
!columns = !axis.axis<sparse_variable, sorted, unique>
!elements = !sparse.buffer<?xf32>
#divide_i = #iter.loop<nest = "divide", dims = ["I"], axis = dense_fixed, kind = spatial, role = level>
#divide_j = #iter.loop<nest = "divide", dims = ["J"], axis = sparse_variable, kind = spatial, role = level>
#use_i = #iter.loop<nest = "use", dims = ["I"], axis = dense_fixed, kind = spatial, role = level>
#use_j = #iter.loop<nest = "use", dims = ["J"], axis = sparse_variable, kind = reduction, role = level>
module attributes {transform.with_named_sequence} {
  func.func @reads_others_of_its_own(%n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %s: memref<?xf32>, %m: memref<?xf32>, %o: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %I = axis.dense_fixed %n : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !columns
    %S = sparse.bind %s on (%I, %J) : memref<?xf32> on (!dense, !columns) -> !elements
    %M = sparse.bind %m on (%I) : memref<?xf32> on (!dense) -> !elements
    %O = sparse.bind %o on (%I) : memref<?xf32> on (!dense) -> !elements
    %P = sparse.alloc on (%I, %J) : (!dense, !columns) -> !elements
    // expected-error @+1 {{cannot compute inline loop over I of nest 'divide': it reads other elements of an intermediate}}
    scf.for %i = %c0 to %n step %c1 {
      %begin = axis.position %J[%c0] under %i : !columns
      %length = axis.length %J under %i : !columns
      %end = arith.addi %begin, %length : index
      scf.for %p = %begin to %end step %c1 {
        %x = sparse.load %S at positions [%p] : !elements
        %t = sparse.load %M at positions [%i] : !elements
        %w = sparse.load %P at positions [%c0] : !elements
        %q = arith.divf %w, %t : f32
        sparse.store %q, %P at positions [%p] : !elements
      } {iter.loop = #divide_j}
    } {iter.loop = #divide_i}
    scf.for %i = %c0 to %n step %c1 {
      %begin = axis.position %J[%c0] under %i : !columns
      %length = axis.length %J under %i : !columns
      %end = arith.addi %begin, %length : index
      scf.for %p = %begin to %end step %c1 {
        %r = sparse.load %P at positions [%p] : !elements
        sparse.accumulate add %r into %O at positions [%i] : !elements
      } {iter.loop = #use_j}
    } {iter.loop = #use_i}
    return
  }
  transform.named_sequence @__transform_main(%positions: !transform.any_op) {
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.compute_inline %positions : !transform.any_op
    transform.yield
  }
}

// -----

!dense = !axis.axis<dense_fixed>
!columns = !axis.axis<sparse_variable, sorted, unique>
!elements = !sparse.buffer<?xf32>
#divide_i = #iter.loop<nest = "divide", dims = ["I"], axis = dense_fixed, kind = spatial, role = level>
#divide_j = #iter.loop<nest = "divide", dims = ["J"], axis = sparse_variable, kind = spatial, role = level>
#use_i = #iter.loop<nest = "use", dims = ["I"], axis = dense_fixed, kind = spatial, role = level>
#use_j = #iter.loop<nest = "use", dims = ["J"], axis = sparse_variable, kind = reduction, role = level>
module attributes {transform.with_named_sequence} {
  func.func @read_elsewhere(%n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %s: memref<?xf32>, %m: memref<?xf32>, %o: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %I = axis.dense_fixed %n : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !columns
    %S = sparse.bind %s on (%I, %J) : memref<?xf32> on (!dense, !columns) -> !elements
    %M = sparse.bind %m on (%I) : memref<?xf32> on (!dense) -> !elements
    %O = sparse.bind %o on (%I) : memref<?xf32> on (!dense) -> !elements
    %P = sparse.alloc on (%I, %J) : (!dense, !columns) -> !elements
    // expected-error @+1 {{cannot compute inline loop over I of nest 'divide': an intermediate is read at [0], expected at [position J]}}
    scf.for %i = %c0 to %n step %c1 {
      %begin = axis.position %J[%c0] under %i : !columns
      %length = axis.length %J under %i : !columns
      %end = arith.addi %begin, %length : index
      scf.for %p = %begin to %end step %c1 {
        %x = sparse.load %S at positions [%p] : !elements
        %t = sparse.load %M at positions [%i] : !elements
        %q = arith.divf %x, %t : f32
        sparse.store %q, %P at positions [%p] : !elements
      } {iter.loop = #divide_j}
    } {iter.loop = #divide_i}
    scf.for %i = %c0 to %n step %c1 {
      %begin = axis.position %J[%c0] under %i : !columns
      %length = axis.length %J under %i : !columns
      %end = arith.addi %begin, %length : index
      scf.for %p = %begin to %end step %c1 {
        %r = sparse.load %P at positions [%c0] : !elements
        sparse.accumulate add %r into %O at positions [%i] : !elements
      } {iter.loop = #use_j}
    } {iter.loop = #use_i}
    return
  }
  transform.named_sequence @__transform_main(%positions: !transform.any_op) {
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.compute_inline %positions : !transform.any_op
    transform.yield
  }
}

// -----

!dense = !axis.axis<dense_fixed>
!columns = !axis.axis<sparse_variable, sorted, unique>
!elements = !sparse.buffer<?xf32>
#divide_i = #iter.loop<nest = "divide", dims = ["I"], axis = dense_fixed, kind = spatial, role = level>
#divide_j = #iter.loop<nest = "divide", dims = ["J"], axis = sparse_variable, kind = spatial, role = level>
#use_i = #iter.loop<nest = "use", dims = ["I"], axis = dense_fixed, kind = spatial, role = level>
#use_j = #iter.loop<nest = "use", dims = ["J"], axis = sparse_variable, kind = reduction, role = level>
module attributes {transform.with_named_sequence} {
  func.func @through_other_numbers(%n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %s: memref<?xf32>, %m: memref<?xf32>, %o: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %I = axis.dense_fixed %n : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !columns
    %S = sparse.bind %s on (%I, %J) : memref<?xf32> on (!dense, !columns) -> !elements
    %M = sparse.bind %m on (%I) : memref<?xf32> on (!dense) -> !elements
    %O = sparse.bind %o on (%I) : memref<?xf32> on (!dense) -> !elements
    %P = sparse.alloc on (%I, %J) : (!dense, !columns) -> !elements
    // expected-error @+1 {{cannot compute inline loop over I of nest 'divide': an intermediate is read by loops that do not go through the same numbers}}
    scf.for %i = %c0 to %n step %c1 {
      %begin = axis.position %J[%c0] under %i : !columns
      %length = axis.length %J under %i : !columns
      %end = arith.addi %begin, %length : index
      scf.for %p = %begin to %end step %c1 {
        %x = sparse.load %S at positions [%p] : !elements
        %t = sparse.load %M at positions [%i] : !elements
        %q = arith.divf %x, %t : f32
        sparse.store %q, %P at positions [%p] : !elements
      } {iter.loop = #divide_j}
    } {iter.loop = #divide_i}
    scf.for %i = %c0 to %n step %c1 {
      %begin = axis.position %J[%c1] under %i : !columns
      %length = axis.length %J under %i : !columns
      %end = arith.addi %begin, %length : index
      scf.for %p = %begin to %end step %c1 {
        %r = sparse.load %P at positions [%p] : !elements
        sparse.accumulate add %r into %O at positions [%i] : !elements
      } {iter.loop = #use_j}
    } {iter.loop = #use_i}
    return
  }
  transform.named_sequence @__transform_main(%positions: !transform.any_op) {
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.compute_inline %positions : !transform.any_op
    transform.yield
  }
}

// -----

!dense = !axis.axis<dense_fixed>
!columns = !axis.axis<sparse_variable, sorted, unique>
!elements = !sparse.buffer<?xf32>
#divide_i = #iter.loop<nest = "divide", dims = ["I"], axis = dense_fixed, kind = spatial, role = level>
#divide_j = #iter.loop<nest = "divide", dims = ["J"], axis = sparse_variable, kind = spatial, role = level>
#use_i = #iter.loop<nest = "use", dims = ["I"], axis = dense_fixed, kind = spatial, role = level>
#use_j = #iter.loop<nest = "use", dims = ["J"], axis = sparse_variable, kind = reduction, role = level>
module attributes {transform.with_named_sequence} {
  func.func @written_behind(%n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %s: memref<?xf32>, %m: memref<?xf32>, %o: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %I = axis.dense_fixed %n : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !columns
    %S = sparse.bind %s on (%I, %J) : memref<?xf32> on (!dense, !columns) -> !elements
    %M = sparse.bind %m on (%I) : memref<?xf32> on (!dense) -> !elements
    %O = sparse.bind %o on (%I) : memref<?xf32> on (!dense) -> !elements
    %P = sparse.alloc on (%I, %J) : (!dense, !columns) -> !elements
    // expected-error @+1 {{cannot compute inline loop over I of nest 'divide': an intermediate is written behind it}}
    scf.for %i = %c0 to %n step %c1 {
      %begin = axis.position %J[%c0] under %i : !columns
      %length = axis.length %J under %i : !columns
      %end = arith.addi %begin, %length : index
      scf.for %p = %begin to %end step %c1 {
        %x = sparse.load %S at positions [%p] : !elements
        %t = sparse.load %M at positions [%i] : !elements
        %q = arith.divf %x, %t : f32
        sparse.store %q, %P at positions [%p] : !elements
      } {iter.loop = #divide_j}
    } {iter.loop = #divide_i}
    scf.for %i = %c0 to %n step %c1 {
      %begin = axis.position %J[%c0] under %i : !columns
      %length = axis.length %J under %i : !columns
      %end = arith.addi %begin, %length : index
      scf.for %p = %begin to %end step %c1 {
        %r = sparse.load %P at positions [%p] : !elements
        sparse.accumulate add %r into %O at positions [%i] : !elements
        sparse.store %r, %P at positions [%p] : !elements
      } {iter.loop = #use_j}
    } {iter.loop = #use_i}
    return
  }
  transform.named_sequence @__transform_main(%positions: !transform.any_op) {
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.compute_inline %positions : !transform.any_op
    transform.yield
  }
}

// -----

!dense = !axis.axis<dense_fixed>
!columns = !axis.axis<sparse_variable, sorted, unique>
!elements = !sparse.buffer<?xf32>
#divide_i = #iter.loop<nest = "divide", dims = ["I"], axis = dense_fixed, kind = spatial, role = level>
#divide_j = #iter.loop<nest = "divide", dims = ["J"], axis = sparse_variable, kind = spatial, role = level>
#use_i = #iter.loop<nest = "use", dims = ["I"], axis = dense_fixed, kind = spatial, role = level>
#use_j = #iter.loop<nest = "use", dims = ["J"], axis = sparse_variable, kind = reduction, role = level>
module attributes {transform.with_named_sequence} {
  func.func @operand_is_written(%n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %s: memref<?xf32>, %m: memref<?xf32>, %o: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %I = axis.dense_fixed %n : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !columns
    %S = sparse.bind %s on (%I, %J) : memref<?xf32> on (!dense, !columns) -> !elements
    %M = sparse.bind %m on (%I) : memref<?xf32> on (!dense) -> !elements
    %O = sparse.bind %o on (%I) : memref<?xf32> on (!dense) -> !elements
    %P = sparse.alloc on (%I, %J) : (!dense, !columns) -> !elements
    // expected-error @+1 {{cannot compute inline loop over I of nest 'divide': what it reads is written before it is used: argument 4}}
    scf.for %i = %c0 to %n step %c1 {
      %begin = axis.position %J[%c0] under %i : !columns
      %length = axis.length %J under %i : !columns
      %end = arith.addi %begin, %length : index
      scf.for %p = %begin to %end step %c1 {
        %x = sparse.load %S at positions [%p] : !elements
        %t = sparse.load %M at positions [%i] : !elements
        %q = arith.divf %x, %t : f32
        sparse.store %q, %P at positions [%p] : !elements
      } {iter.loop = #divide_j}
    } {iter.loop = #divide_i}
    scf.for %i = %c0 to %n step %c1 {
      %begin = axis.position %J[%c0] under %i : !columns
      %length = axis.length %J under %i : !columns
      %end = arith.addi %begin, %length : index
      scf.for %p = %begin to %end step %c1 {
        %r = sparse.load %P at positions [%p] : !elements
        sparse.accumulate add %r into %M at positions [%i] : !elements
      } {iter.loop = #use_j}
    } {iter.loop = #use_i}
    return
  }
  transform.named_sequence @__transform_main(%positions: !transform.any_op) {
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.compute_inline %positions : !transform.any_op
    transform.yield
  }
}

// -----

!dense = !axis.axis<dense_fixed>
!columns = !axis.axis<sparse_variable, sorted, unique>
!elements = !sparse.buffer<?xf32>
#divide_i = #iter.loop<nest = "divide", dims = ["I"], axis = dense_fixed, kind = spatial, role = level>
#divide_j = #iter.loop<nest = "divide", dims = ["J"], axis = sparse_variable, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @read_by_nothing(%n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %s: memref<?xf32>, %m: memref<?xf32>, %o: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %I = axis.dense_fixed %n : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !columns
    %S = sparse.bind %s on (%I, %J) : memref<?xf32> on (!dense, !columns) -> !elements
    %M = sparse.bind %m on (%I) : memref<?xf32> on (!dense) -> !elements
    %O = sparse.bind %o on (%I) : memref<?xf32> on (!dense) -> !elements
    %P = sparse.alloc on (%I, %J) : (!dense, !columns) -> !elements
    // expected-error @+1 {{cannot compute inline loop over I of nest 'divide': nothing reads an intermediate behind it}}
    scf.for %i = %c0 to %n step %c1 {
      %begin = axis.position %J[%c0] under %i : !columns
      %length = axis.length %J under %i : !columns
      %end = arith.addi %begin, %length : index
      scf.for %p = %begin to %end step %c1 {
        %x = sparse.load %S at positions [%p] : !elements
        %t = sparse.load %M at positions [%i] : !elements
        %q = arith.divf %x, %t : f32
        sparse.store %q, %P at positions [%p] : !elements
      } {iter.loop = #divide_j}
    } {iter.loop = #divide_i}
    return
  }
  transform.named_sequence @__transform_main(%positions: !transform.any_op) {
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.compute_inline %positions : !transform.any_op
    transform.yield
  }
}

// -----

!dense = !axis.axis<dense_fixed>
!columns = !axis.axis<sparse_variable, sorted, unique>
!elements = !sparse.buffer<?xf32>
#divide_i = #iter.loop<nest = "divide", dims = ["I"], axis = dense_fixed, kind = spatial, role = level>
#divide_j = #iter.loop<nest = "divide", dims = ["J"], axis = sparse_variable, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @does_more(%n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %s: memref<?xf32>, %m: memref<?xf32>, %o: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %I = axis.dense_fixed %n : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !columns
    %S = sparse.bind %s on (%I, %J) : memref<?xf32> on (!dense, !columns) -> !elements
    %M = sparse.bind %m on (%I) : memref<?xf32> on (!dense) -> !elements
    %O = sparse.bind %o on (%I) : memref<?xf32> on (!dense) -> !elements
    %P = sparse.alloc on (%I, %J) : (!dense, !columns) -> !elements
    // expected-error @+1 {{cannot compute inline loop over I of nest 'divide': it does more than store an element in each iteration}}
    scf.for %i = %c0 to %n step %c1 {
      %begin = axis.position %J[%c0] under %i : !columns
      %length = axis.length %J under %i : !columns
      %end = arith.addi %begin, %length : index
      scf.for %p = %begin to %end step %c1 {
        %x = sparse.load %S at positions [%p] : !elements
        %t = sparse.load %M at positions [%i] : !elements
        %q = arith.divf %x, %t : f32
        sparse.store %q, %P at positions [%p] : !elements
        sparse.store %q, %S at positions [%p] : !elements
      } {iter.loop = #divide_j}
    } {iter.loop = #divide_i}
    return
  }
  transform.named_sequence @__transform_main(%positions: !transform.any_op) {
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.compute_inline %positions : !transform.any_op
    transform.yield
  }
}
