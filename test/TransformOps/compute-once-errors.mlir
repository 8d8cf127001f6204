// RUN: sparse-opt %s --transform-interpreter --split-input-file --verify-diagnostics

!dense = !axis.axis<dense_fixed>
!columns = !axis.axis<sparse_variable, sorted, unique>
!elements = !sparse.buffer<?xf32>
#sum_i = #iter.loop<nest = "sum", dims = ["I"], axis = dense_fixed, kind = spatial, role = level>
#sum_j = #iter.loop<nest = "sum", dims = ["J"], axis = sparse_variable, kind = reduction, role = level>
#divide_i = #iter.loop<nest = "divide", dims = ["I"], axis = dense_fixed, kind = spatial, role = level>
#divide_j = #iter.loop<nest = "divide", dims = ["J"], axis = sparse_variable, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @place_that_is_told_in_between(%n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %s: memref<?xf32>, %m: memref<?xf32>, %o: memref<?xf32>) {
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
    %five = arith.constant 5 : index
    // expected-error @+1 {{cannot compute once in loop over I of nest 'divide': what says where it stores comes after the first nest}}
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
        %z = arith.addi %p, %five : index
        sparse.store %q, %P at positions [%z] : !elements
      } {iter.loop = #divide_j}
    } {iter.loop = #divide_i}
    return
  }
  transform.named_sequence @__transform_main(%positions: !transform.any_op) {
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.compute_once %positions : !transform.any_op
    transform.yield
  }
}

// -----

// The loops begin at another offset, so that elements are others.

!dense = !axis.axis<dense_fixed>
!columns = !axis.axis<sparse_variable, sorted, unique>
!elements = !sparse.buffer<?xf32>
#sum_i = #iter.loop<nest = "sum", dims = ["I"], axis = dense_fixed, kind = spatial, role = level>
#sum_j = #iter.loop<nest = "sum", dims = ["J"], axis = sparse_variable, kind = reduction, role = level>
#divide_i = #iter.loop<nest = "divide", dims = ["I"], axis = dense_fixed, kind = spatial, role = level>
#divide_j = #iter.loop<nest = "divide", dims = ["J"], axis = sparse_variable, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @of_other_elements(%n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %s: memref<?xf32>, %m: memref<?xf32>, %o: memref<?xf32>) {
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
    // expected-error @+1 {{cannot compute once in loop over I of nest 'divide': no nest before it in its block calls a function of the same}}
    scf.for %i = %c0 to %n step %c1 {
      %begin = axis.position %J[%c1] under %i : !columns
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
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.compute_once %positions : !transform.any_op
    transform.yield
  }
}

// -----

!dense = !axis.axis<dense_fixed>
!columns = !axis.axis<sparse_variable, sorted, unique>
!elements = !sparse.buffer<?xf32>
#sum_i = #iter.loop<nest = "sum", dims = ["I"], axis = dense_fixed, kind = spatial, role = level>
#sum_j = #iter.loop<nest = "sum", dims = ["J"], axis = sparse_variable, kind = reduction, role = level>
#divide_i = #iter.loop<nest = "divide", dims = ["I"], axis = dense_fixed, kind = spatial, role = level>
#divide_j = #iter.loop<nest = "divide", dims = ["J"], axis = sparse_variable, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @calls_no_function(%n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %s: memref<?xf32>, %m: memref<?xf32>, %o: memref<?xf32>) {
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
    // expected-error @+1 {{cannot compute once in loop over I of nest 'divide': it calls no function that gives what it stores an element of}}
    scf.for %i = %c0 to %n step %c1 {
      %begin = axis.position %J[%c0] under %i : !columns
      %length = axis.length %J under %i : !columns
      %end = arith.addi %begin, %length : index
      scf.for %p = %begin to %end step %c1 {
        %x = sparse.load %S at positions [%p] : !elements
        %y = sparse.load %M at positions [%i] : !elements
        %d = arith.subf %x, %y : f32
        %t = sparse.load %O at positions [%i] : !elements
        %q = arith.divf %d, %t : f32
        sparse.store %q, %P at positions [%p] : !elements
      } {iter.loop = #divide_j}
    } {iter.loop = #divide_i}
    return
  }
  transform.named_sequence @__transform_main(%positions: !transform.any_op) {
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.compute_once %positions : !transform.any_op
    transform.yield
  }
}

// -----

!dense = !axis.axis<dense_fixed>
!columns = !axis.axis<sparse_variable, sorted, unique>
!elements = !sparse.buffer<?xf32>
#sum_i = #iter.loop<nest = "sum", dims = ["I"], axis = dense_fixed, kind = spatial, role = level>
#sum_j = #iter.loop<nest = "sum", dims = ["J"], axis = sparse_variable, kind = reduction, role = level>
#divide_i = #iter.loop<nest = "divide", dims = ["I"], axis = dense_fixed, kind = spatial, role = level>
#divide_j = #iter.loop<nest = "divide", dims = ["J"], axis = sparse_variable, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @written_in_between(%n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %s: memref<?xf32>, %m: memref<?xf32>, %o: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %I = axis.dense_fixed %n : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !columns
    %S = sparse.bind %s on (%I, %J) : memref<?xf32> on (!dense, !columns) -> !elements
    %M = sparse.bind %m on (%I) : memref<?xf32> on (!dense) -> !elements
    %O = sparse.bind %o on (%I) : memref<?xf32> on (!dense) -> !elements
    %P = sparse.alloc on (%I, %J) : (!dense, !columns) -> !elements
    %v = arith.constant 1.0 : f32
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
    sparse.store %v, %M at positions [%c0] : !elements
    // expected-error @+1 {{cannot compute once in loop over I of nest 'divide': what the function is called with is written in between: argument 4}}
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
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.compute_once %positions : !transform.any_op
    transform.yield
  }
}

// -----

!dense = !axis.axis<dense_fixed>
!columns = !axis.axis<sparse_variable, sorted, unique>
!elements = !sparse.buffer<?xf32>
#sum_i = #iter.loop<nest = "sum", dims = ["I"], axis = dense_fixed, kind = spatial, role = level>
#sum_j = #iter.loop<nest = "sum", dims = ["J"], axis = sparse_variable, kind = reduction, role = level>
#divide_i = #iter.loop<nest = "divide", dims = ["I"], axis = dense_fixed, kind = spatial, role = level>
#divide_j = #iter.loop<nest = "divide", dims = ["J"], axis = sparse_variable, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @used_in_between(%n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %s: memref<?xf32>, %m: memref<?xf32>, %o: memref<?xf32>) {
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
        sparse.store %d, %P at positions [%p] : !elements
        sparse.accumulate add %e into %O at positions [%i] : !elements
      } {iter.loop = #sum_j}
    } {iter.loop = #sum_i}
    // expected-error @+1 {{cannot compute once in loop over I of nest 'divide': where it stores is used before it: an intermediate}}
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
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.compute_once %positions : !transform.any_op
    transform.yield
  }
}

// -----

!dense = !axis.axis<dense_fixed>
!columns = !axis.axis<sparse_variable, sorted, unique>
!elements = !sparse.buffer<?xf32>
#sum_i = #iter.loop<nest = "sum", dims = ["I"], axis = dense_fixed, kind = spatial, role = level>
#sum_j = #iter.loop<nest = "sum", dims = ["J"], axis = sparse_variable, kind = reduction, role = level>
#divide_i = #iter.loop<nest = "divide", dims = ["I"], axis = dense_fixed, kind = spatial, role = level>
#divide_j = #iter.loop<nest = "divide", dims = ["J"], axis = sparse_variable, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @read_by_itself(%n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %s: memref<?xf32>, %m: memref<?xf32>, %o: memref<?xf32>) {
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
    // expected-error @+1 {{cannot compute once in loop over I of nest 'divide': it reads where it stores: an intermediate}}
    scf.for %i = %c0 to %n step %c1 {
      %begin = axis.position %J[%c0] under %i : !columns
      %length = axis.length %J under %i : !columns
      %end = arith.addi %begin, %length : index
      scf.for %p = %begin to %end step %c1 {
        %x = sparse.load %S at positions [%p] : !elements
        %y = sparse.load %M at positions [%i] : !elements
        %d = arith.subf %x, %y : f32
        %e = math.exp %d : f32
        %t = sparse.load %P at positions [%c0] : !elements
        %q = arith.divf %e, %t : f32
        sparse.store %q, %P at positions [%p] : !elements
      } {iter.loop = #divide_j}
    } {iter.loop = #divide_i}
    return
  }
  transform.named_sequence @__transform_main(%positions: !transform.any_op) {
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.compute_once %positions : !transform.any_op
    transform.yield
  }
}

// -----

!dense = !axis.axis<dense_fixed>
!columns = !axis.axis<sparse_variable, sorted, unique>
!elements = !sparse.buffer<?xf32>
#sum_i = #iter.loop<nest = "sum", dims = ["I"], axis = dense_fixed, kind = spatial, role = level>
#sum_j = #iter.loop<nest = "sum", dims = ["J"], axis = sparse_variable, kind = reduction, role = level>
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
    // expected-error @+1 {{cannot compute once in loop over I of nest 'divide': it does more than store an element in each iteration}}
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
        sparse.store %q, %S at positions [%p] : !elements
      } {iter.loop = #divide_j}
    } {iter.loop = #divide_i}
    return
  }
  transform.named_sequence @__transform_main(%positions: !transform.any_op) {
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.compute_once %positions : !transform.any_op
    transform.yield
  }
}
