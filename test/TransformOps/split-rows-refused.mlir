// RUN: sparse-opt %s --spindle-apply-schedule --split-input-file --verify-diagnostics

// Rows that are told from one another by more than their bounds.

#i = #iter.loop<nest = "rows", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "rows", dims = ["j"], axis = sparse_variable, kind = reduction, role = level>
!dense = !axis.axis<dense_fixed>
!stored = !axis.axis<sparse_variable, sorted, unique>
!vector = !sparse.buffer<?xf32>
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %rows = transform.sparse.match.loops dims ["i"] in %root : (!transform.any_op) -> !transform.any_op
    %four = transform.param.constant 4 : i64 -> !transform.param<i64>
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.split_rows %rows sections(%four) : !transform.any_op, !transform.param<i64>
    transform.yield
  }
  func.func @order_of_floats(%pos: memref<?xi32>, %crd: memref<?xi32>, %x: memref<?xf32>, %y: memref<?xf32>, %m: index, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f32
    %I = axis.dense_fixed %m : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !stored
    %X = sparse.bind %x on (%I, %J) : memref<?xf32> on (!dense, !stored) -> !vector
    %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !vector
    // expected-error @below {{cannot split the rows of loop over i of nest 'rows': another order of its sums changes their bits, and 'reassociate' is not given}}
    scf.for %i = %c0 to %m step %c1 {
      %length = axis.length %J under %i : !stored
      %begin = axis.position %J[%c0] under %i : !stored
      %end = arith.addi %begin, %length : index
      sparse.store %zero, %Y at positions [%i] : !vector
      scf.for %p = %begin to %end step %c1 {
        %v = sparse.load %X at positions [%p] : !vector
        sparse.accumulate add %v into %Y at positions [%i] : !vector
      } {iter.loop = #j}
    } {iter.loop = #i}
    return
  }
}

// -----

#i = #iter.loop<nest = "rows", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "rows", dims = ["j"], axis = sparse_variable, kind = reduction, role = level>
!dense = !axis.axis<dense_fixed>
!stored = !axis.axis<sparse_variable, sorted, unique>
!vector = !sparse.buffer<?xf32>
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %rows = transform.sparse.match.loops dims ["i"] in %root : (!transform.any_op) -> !transform.any_op
    %four = transform.param.constant 4 : i64 -> !transform.param<i64>
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.split_rows %rows sections(%four) {reassociate} : !transform.any_op, !transform.param<i64>
    transform.yield
  }
  func.func @what_is_there_before(%pos: memref<?xi32>, %crd: memref<?xi32>, %x: memref<?xf32>, %y: memref<?xf32>, %m: index, %n: index, %init: memref<f32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f32
    %I = axis.dense_fixed %m : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !stored
    %X = sparse.bind %x on (%I, %J) : memref<?xf32> on (!dense, !stored) -> !vector
    %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !vector
    // expected-error @below {{cannot split the rows of loop over i of nest 'rows': its sums go on from something else than what they are stored to}}
    scf.for %i = %c0 to %m step %c1 {
      %length = axis.length %J under %i : !stored
      %begin = axis.position %J[%c0] under %i : !stored
      %end = arith.addi %begin, %length : index
      %old = memref.load %init[] : memref<f32>
      sparse.store %old, %Y at positions [%i] : !vector
      scf.for %p = %begin to %end step %c1 {
        %v = sparse.load %X at positions [%p] : !vector
        sparse.accumulate add %v into %Y at positions [%i] : !vector
      } {iter.loop = #j}
    } {iter.loop = #i}
    return
  }
}

// -----

#i = #iter.loop<nest = "rows", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "rows", dims = ["j"], axis = sparse_variable, kind = reduction, role = level>
!dense = !axis.axis<dense_fixed>
!stored = !axis.axis<sparse_variable, sorted, unique>
!vector = !sparse.buffer<?xf32>
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %rows = transform.sparse.match.loops dims ["i"] in %root : (!transform.any_op) -> !transform.any_op
    %four = transform.param.constant 4 : i64 -> !transform.param<i64>
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.split_rows %rows sections(%four) {reassociate} : !transform.any_op, !transform.param<i64>
    transform.yield
  }
  func.func @length_in_the_terms(%pos: memref<?xi32>, %crd: memref<?xi32>, %x: memref<?xf32>, %y: memref<?xf32>, %m: index, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f32
    %I = axis.dense_fixed %m : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !stored
    %X = sparse.bind %x on (%I, %J) : memref<?xf32> on (!dense, !stored) -> !vector
    %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !vector
    // expected-error @below {{cannot split the rows of loop over i of nest 'rows': it uses positions for something else than the bounds of loops}}
    scf.for %i = %c0 to %m step %c1 {
      %length = axis.length %J under %i : !stored
      %begin = axis.position %J[%c0] under %i : !stored
      %end = arith.addi %begin, %length : index
      sparse.store %zero, %Y at positions [%i] : !vector
      scf.for %p = %begin to %end step %c1 {
        %v = sparse.load %X at positions [%p] : !vector
        %number = arith.index_cast %length : index to i32
        %f = arith.sitofp %number : i32 to f32
        %t = arith.mulf %v, %f : f32
        sparse.accumulate add %t into %Y at positions [%i] : !vector
      } {iter.loop = #j}
    } {iter.loop = #i}
    return
  }
}

// -----

#i = #iter.loop<nest = "rows", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "rows", dims = ["j"], axis = sparse_variable, kind = reduction, role = level>
!dense = !axis.axis<dense_fixed>
!stored = !axis.axis<sparse_variable, sorted, unique>
!vector = !sparse.buffer<?xf32>
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %rows = transform.sparse.match.loops dims ["i"] in %root : (!transform.any_op) -> !transform.any_op
    %four = transform.param.constant 4 : i64 -> !transform.param<i64>
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.split_rows %rows sections(%four) {reassociate} : !transform.any_op, !transform.param<i64>
    transform.yield
  }
  func.func @up_to_another_end(%pos: memref<?xi32>, %crd: memref<?xi32>, %x: memref<?xf32>, %y: memref<?xf32>, %m: index, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f32
    %I = axis.dense_fixed %m : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !stored
    %X = sparse.bind %x on (%I, %J) : memref<?xf32> on (!dense, !stored) -> !vector
    %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !vector
    // expected-error @below {{cannot split the rows of loop over i of nest 'rows': a loop inside runs over a part of the row's elements alone}}
    scf.for %i = %c0 to %m step %c1 {
      %length = axis.length %J under %i : !stored
      %begin = axis.position %J[%c0] under %i : !stored
      %end = arith.addi %begin, %length : index
      sparse.store %zero, %Y at positions [%i] : !vector
      scf.for %p = %begin to %n step %c1 {
        %v = sparse.load %X at positions [%p] : !vector
        sparse.accumulate add %v into %Y at positions [%i] : !vector
      } {iter.loop = #j}
    } {iter.loop = #i}
    return
  }
}

// -----

#i = #iter.loop<nest = "rows", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "rows", dims = ["j"], axis = sparse_variable, kind = reduction, role = level>
!dense = !axis.axis<dense_fixed>
!stored = !axis.axis<sparse_variable, sorted, unique>
!vector = !sparse.buffer<?xf32>
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %rows = transform.sparse.match.loops dims ["i"] in %root : (!transform.any_op) -> !transform.any_op
    %four = transform.param.constant 4 : i64 -> !transform.param<i64>
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.split_rows %rows sections(%four) {reassociate} : !transform.any_op, !transform.param<i64>
    transform.yield
  }
  func.func @row_in_the_terms(%pos: memref<?xi32>, %crd: memref<?xi32>, %x: memref<?xf32>, %y: memref<?xf32>, %m: index, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f32
    %I = axis.dense_fixed %m : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !stored
    %X = sparse.bind %x on (%I, %J) : memref<?xf32> on (!dense, !stored) -> !vector
    %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !vector
    // expected-error @below {{cannot split the rows of loop over i of nest 'rows': it uses the number of the row for something else than its bounds and its sum}}
    scf.for %i = %c0 to %m step %c1 {
      %length = axis.length %J under %i : !stored
      %begin = axis.position %J[%c0] under %i : !stored
      %end = arith.addi %begin, %length : index
      sparse.store %zero, %Y at positions [%i] : !vector
      scf.for %p = %begin to %end step %c1 {
        %v = sparse.load %X at positions [%p] : !vector
        %number = arith.index_cast %i : index to i32
        %f = arith.sitofp %number : i32 to f32
        %t = arith.mulf %v, %f : f32
        sparse.accumulate add %t into %Y at positions [%i] : !vector
      } {iter.loop = #j}
    } {iter.loop = #i}
    return
  }
}

// -----

#i = #iter.loop<nest = "rows", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "rows", dims = ["j"], axis = sparse_variable, kind = reduction, role = level>
!dense = !axis.axis<dense_fixed>
!stored = !axis.axis<sparse_variable, sorted, unique>
!vector = !sparse.buffer<?xf32>
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %rows = transform.sparse.match.loops dims ["i"] in %root : (!transform.any_op) -> !transform.any_op
    %four = transform.param.constant 4 : i64 -> !transform.param<i64>
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.split_rows %rows sections(%four) {reassociate} : !transform.any_op, !transform.param<i64>
    transform.yield
  }
  func.func @element_of_the_row(%pos: memref<?xi32>, %crd: memref<?xi32>, %x: memref<?xf32>, %y: memref<?xf32>, %m: index, %n: index, %weights: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f32
    %I = axis.dense_fixed %m : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !stored
    %X = sparse.bind %x on (%I, %J) : memref<?xf32> on (!dense, !stored) -> !vector
    %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !vector
    %W = sparse.bind %weights on (%I) : memref<?xf32> on (!dense) -> !vector
    // expected-error @below {{cannot split the rows of loop over i of nest 'rows': it uses the number of the row for something else than its bounds and its sum}}
    scf.for %i = %c0 to %m step %c1 {
      %length = axis.length %J under %i : !stored
      %begin = axis.position %J[%c0] under %i : !stored
      %end = arith.addi %begin, %length : index
      sparse.store %zero, %Y at positions [%i] : !vector
      scf.for %p = %begin to %end step %c1 {
        %v = sparse.load %X at positions [%p] : !vector
        %w = sparse.load %W at positions [%i] : !vector
        %t = arith.mulf %v, %w : f32
        sparse.accumulate add %t into %Y at positions [%i] : !vector
      } {iter.loop = #j}
    } {iter.loop = #i}
    return
  }
}

// -----

#i = #iter.loop<nest = "rows", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "rows", dims = ["j"], axis = sparse_variable, kind = reduction, role = level>
!dense = !axis.axis<dense_fixed>
!stored = !axis.axis<sparse_variable, sorted, unique>
!vector = !sparse.buffer<?xf32>
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %rows = transform.sparse.match.loops dims ["i"] in %root : (!transform.any_op) -> !transform.any_op
    %four = transform.param.constant 4 : i64 -> !transform.param<i64>
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.split_rows %rows sections(%four) {reassociate} : !transform.any_op, !transform.param<i64>
    transform.yield
  }
  func.func @carries_a_sum(%pos: memref<?xi32>, %crd: memref<?xi32>, %x: memref<?xf32>, %y: memref<?xf32>, %m: index, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f32
    %I = axis.dense_fixed %m : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !stored
    %X = sparse.bind %x on (%I, %J) : memref<?xf32> on (!dense, !stored) -> !vector
    %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !vector
    // expected-error @below {{cannot split the rows of loop over i of nest 'rows': what a loop inside carries is not only stored}}
    scf.for %i = %c0 to %m step %c1 {
      %length = axis.length %J under %i : !stored
      %begin = axis.position %J[%c0] under %i : !stored
      %end = arith.addi %begin, %length : index
      %s = scf.for %p = %begin to %end step %c1 iter_args(%sum = %zero) -> (f32) {
        %v = sparse.load %X at positions [%p] : !vector
        %after = arith.addf %sum, %v : f32
        scf.yield %after : f32
      } {iter.loop = #j}
      sparse.store %s, %Y at positions [%i] : !vector
    } {iter.loop = #i}
    return
  }
}

// -----

#i = #iter.loop<nest = "rows", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "rows", dims = ["j"], axis = sparse_variable, kind = reduction, role = level>
!dense = !axis.axis<dense_fixed>
!stored = !axis.axis<sparse_variable, sorted, unique>
!vector = !sparse.buffer<?xf32>
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %rows = transform.sparse.match.loops dims ["i"] in %root : (!transform.any_op) -> !transform.any_op
    %four = transform.param.constant 4 : i64 -> !transform.param<i64>
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.split_rows %rows sections(%four) {reassociate} : !transform.any_op, !transform.param<i64>
    transform.yield
  }
  func.func @in_pairs(%pos: memref<?xi32>, %crd: memref<?xi32>, %x: memref<?xf32>, %y: memref<?xf32>, %m: index, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f32
    %I = axis.dense_fixed %m : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !stored
    %X = sparse.bind %x on (%I, %J) : memref<?xf32> on (!dense, !stored) -> !vector
    %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !vector
    // expected-error @below {{cannot split the rows of loop over i of nest 'rows': a loop inside takes the row's elements in pairs}}
    scf.for %i = %c0 to %m step %c1 {
      %length = axis.length %J under %i : !stored
      %begin = axis.position %J[%c0] under %i : !stored
      %end = arith.addi %begin, %length : index
      sparse.store %zero, %Y at positions [%i] : !vector
      scf.for %p = %begin to %end step %c1 {
        scf.for %q = %begin to %end step %c1 {
          %v = sparse.load %X at positions [%q] : !vector
          sparse.accumulate add %v into %Y at positions [%i] : !vector
        }
      } {iter.loop = #j}
    } {iter.loop = #i}
    return
  }
}

// -----

#i = #iter.loop<nest = "rows", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "rows", dims = ["j"], axis = sparse_variable, kind = reduction, role = level>
!dense = !axis.axis<dense_fixed>
!stored = !axis.axis<sparse_variable, sorted, unique>
!vector = !sparse.buffer<?xf32>
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %rows = transform.sparse.match.loops dims ["i"] in %root : (!transform.any_op) -> !transform.any_op
    %four = transform.param.constant 4 : i64 -> !transform.param<i64>
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.split_rows %rows sections(%four) {reassociate} : !transform.any_op, !transform.param<i64>
    transform.yield
  }
  func.func @two_arrays_of_positions(%pos: memref<?xi32>, %crd: memref<?xi32>, %x: memref<?xf32>, %y: memref<?xf32>, %m: index, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f32
    %I = axis.dense_fixed %m : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !stored
    %X = sparse.bind %x on (%I, %J) : memref<?xf32> on (!dense, !stored) -> !vector
    %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !vector
    %K = axis.sparse_variable %n of %I positions %crd coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !stored
    // expected-error @below {{cannot split the rows of loop over i of nest 'rows': its rows are in more than one array of positions}}
    scf.for %i = %c0 to %m step %c1 {
      %length = axis.length %J under %i : !stored
      %begin = axis.position %J[%c0] under %i : !stored
      %end = arith.addi %begin, %length : index
      sparse.store %zero, %Y at positions [%i] : !vector
      scf.for %p = %begin to %end step %c1 {
        %v = sparse.load %X at positions [%p] : !vector
        sparse.accumulate add %v into %Y at positions [%i] : !vector
      } {iter.loop = #j}
      %others = axis.length %K under %i : !stored
      %first = axis.position %K[%c0] under %i : !stored
      %last = arith.addi %first, %others : index
      sparse.store %zero, %Y at positions [%i] : !vector
      scf.for %p = %first to %last step %c1 {
        %v = sparse.load %X at positions [%p] : !vector
        sparse.accumulate add %v into %Y at positions [%i] : !vector
      } {iter.loop = #j}
    } {iter.loop = #i}
    return
  }
}

// -----

#i = #iter.loop<nest = "rows", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "rows", dims = ["j"], axis = sparse_variable, kind = reduction, role = level>
!dense = !axis.axis<dense_fixed>
!stored = !axis.axis<sparse_variable, sorted, unique>
!vector = !sparse.buffer<?xf32>
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %rows = transform.sparse.match.loops dims ["i"] in %root : (!transform.any_op) -> !transform.any_op
    %four = transform.param.constant 4 : i64 -> !transform.param<i64>
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.split_rows %rows sections(%four) {reassociate} : !transform.any_op, !transform.param<i64>
    transform.yield
  }
  func.func @fibre_of_another_row(%pos: memref<?xi32>, %crd: memref<?xi32>, %x: memref<?xf32>, %y: memref<?xf32>, %m: index, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f32
    %I = axis.dense_fixed %m : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !stored
    %X = sparse.bind %x on (%I, %J) : memref<?xf32> on (!dense, !stored) -> !vector
    %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !vector
    // expected-error @below {{cannot split the rows of loop over i of nest 'rows': it reads positions for something else than the bounds of loops}}
    scf.for %i = %c0 to %m step %c1 {
      %length = axis.length %J under %i : !stored
      %begin = axis.position %J[%c0] under %i : !stored
      %end = arith.addi %begin, %length : index
      sparse.store %zero, %Y at positions [%i] : !vector
      scf.for %p = %begin to %end step %c1 {
        %v = sparse.load %X at positions [%p] : !vector
        %other = axis.position %J[%c0] under %c1 : !stored
        %w = sparse.load %X at positions [%other] : !vector
        %t = arith.mulf %v, %w : f32
        sparse.accumulate add %t into %Y at positions [%i] : !vector
      } {iter.loop = #j}
    } {iter.loop = #i}
    return
  }
}

// -----

#i = #iter.loop<nest = "rows", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "rows", dims = ["j"], axis = sparse_variable, kind = reduction, role = level>
!dense = !axis.axis<dense_fixed>
!stored = !axis.axis<sparse_variable, sorted, unique>
!vector = !sparse.buffer<?xf32>
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %rows = transform.sparse.match.loops dims ["i"] in %root : (!transform.any_op) -> !transform.any_op
    %four = transform.param.constant 4 : i64 -> !transform.param<i64>
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.split_rows %rows sections(%four) {reassociate} : !transform.any_op, !transform.param<i64>
    transform.yield
  }
  func.func @in_another_loop(%pos: memref<?xi32>, %crd: memref<?xi32>, %x: memref<?xf32>, %y: memref<?xf32>, %m: index, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f32
    %I = axis.dense_fixed %m : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !stored
    %X = sparse.bind %x on (%I, %J) : memref<?xf32> on (!dense, !stored) -> !vector
    %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !vector
    scf.for %t = %c0 to %n step %c1 {
      // expected-error @below {{cannot split the rows of loop over i of nest 'rows': it stands in another loop}}
      scf.for %i = %c0 to %m step %c1 {
        %length = axis.length %J under %i : !stored
        %begin = axis.position %J[%c0] under %i : !stored
        %end = arith.addi %begin, %length : index
        sparse.store %zero, %Y at positions [%i] : !vector
        scf.for %p = %begin to %end step %c1 {
          %v = sparse.load %X at positions [%p] : !vector
          sparse.accumulate add %v into %Y at positions [%i] : !vector
        } {iter.loop = #j}
      } {iter.loop = #i}
    }
    return
  }
}

// -----

#i = #iter.loop<nest = "rows", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %rows = transform.sparse.match.loops dims ["i"] in %root : (!transform.any_op) -> !transform.any_op
    %minus = transform.param.constant -1 : i64 -> !transform.param<i64>
    // expected-error @below {{expected sections to be one integer of at least 0}}
    transform.sparse.split_rows %rows sections(%minus) : !transform.any_op, !transform.param<i64>
    transform.yield
  }
  func.func @negative_sections(%m: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %i = %c0 to %m step %c1 {
    } {iter.loop = #i}
    return
  }
}
