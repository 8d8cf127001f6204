// RUN: sparse-opt %s --spindle-apply-schedule --split-input-file --verify-diagnostics

#i = #iter.loop<nest = "rows", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "rows", dims = ["j"], axis = sparse_variable, kind = reduction, role = level>
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %rows = transform.sparse.match.loops over ["i"] in %root : (!transform.any_op) -> !transform.any_op
    %four = transform.param.constant 4 : i64 -> !transform.param<i64>
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.split_rows %rows sections(%four) : !transform.any_op, !transform.param<i64>
    transform.yield
  }
  func.func @order_of_floats(%pos: memref<?xindex>, %x: memref<?xf32>, %y: memref<?xf32>, %m: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f32
    %py:2 = memref.distinct_objects %pos, %y : memref<?xindex>, memref<?xf32>
    %xy:2 = memref.distinct_objects %x, %py#1 : memref<?xf32>, memref<?xf32>
    // expected-error @below {{cannot split the rows of loop over i of nest 'rows': another order of its sums changes their bits, and 'reassociate' is not given}}
    scf.for %i = %c0 to %m step %c1 {
      %next = arith.addi %i, %c1 : index
      %begin = memref.load %py#0[%i] : memref<?xindex>
      %end = memref.load %py#0[%next] : memref<?xindex>
      %s = scf.for %p = %begin to %end step %c1 iter_args(%sum = %zero) -> (f32) {
        %v = memref.load %xy#0[%p] : memref<?xf32>
        %after = arith.addf %sum, %v : f32
        scf.yield %after : f32
      } {iter.loop = #j}
      memref.store %s, %xy#1[%i] : memref<?xf32>
    } {iter.loop = #i}
    return
  }
}

// -----

#i = #iter.loop<nest = "rows", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "rows", dims = ["j"], axis = sparse_variable, kind = reduction, role = level>
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %rows = transform.sparse.match.loops over ["i"] in %root : (!transform.any_op) -> !transform.any_op
    %four = transform.param.constant 4 : i64 -> !transform.param<i64>
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.split_rows %rows sections(%four) {reassociate} : !transform.any_op, !transform.param<i64>
    transform.yield
  }
  func.func @what_is_there_before(%pos: memref<?xindex>, %x: memref<?xf32>, %y: memref<?xf32>, %m: index, %init: memref<f32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f32
    %py:2 = memref.distinct_objects %pos, %y : memref<?xindex>, memref<?xf32>
    %xy:2 = memref.distinct_objects %x, %py#1 : memref<?xf32>, memref<?xf32>
    // expected-error @below {{cannot split the rows of loop over i of nest 'rows': its sums go on from something else than what they are stored to}}
    scf.for %i = %c0 to %m step %c1 {
      %next = arith.addi %i, %c1 : index
      %begin = memref.load %py#0[%i] : memref<?xindex>
      %end = memref.load %py#0[%next] : memref<?xindex>
      %old = memref.load %init[] : memref<f32>
      %s = scf.for %p = %begin to %end step %c1 iter_args(%sum = %old) -> (f32) {
        %v = memref.load %xy#0[%p] : memref<?xf32>
        %after = arith.addf %sum, %v : f32
        scf.yield %after : f32
      } {iter.loop = #j}
      memref.store %s, %xy#1[%i] : memref<?xf32>
    } {iter.loop = #i}
    return
  }
}

// -----

#i = #iter.loop<nest = "rows", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "rows", dims = ["j"], axis = sparse_variable, kind = reduction, role = level>
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %rows = transform.sparse.match.loops over ["i"] in %root : (!transform.any_op) -> !transform.any_op
    %four = transform.param.constant 4 : i64 -> !transform.param<i64>
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.split_rows %rows sections(%four) {reassociate} : !transform.any_op, !transform.param<i64>
    transform.yield
  }
  func.func @part_of_a_fibre(%pos: memref<?xindex>, %x: memref<?xf32>, %y: memref<?xf32>, %m: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f32
    %py:2 = memref.distinct_objects %pos, %y : memref<?xindex>, memref<?xf32>
    %xy:2 = memref.distinct_objects %x, %py#1 : memref<?xf32>, memref<?xf32>
    // expected-error @below {{cannot split the rows of loop over i of nest 'rows': it uses positions for something else than the bounds of loops}}
    scf.for %i = %c0 to %m step %c1 {
      %next = arith.addi %i, %c1 : index
      %begin = memref.load %py#0[%i] : memref<?xindex>
      %end = memref.load %py#0[%next] : memref<?xindex>
      %length = arith.subi %end, %begin : index
      %s = scf.for %p = %begin to %m step %c1 iter_args(%sum = %zero) -> (f32) {
        %v = memref.load %xy#0[%p] : memref<?xf32>
        %after = arith.addf %sum, %v : f32
        scf.yield %after : f32
      } {iter.loop = #j}
      memref.store %s, %xy#1[%i] : memref<?xf32>
    } {iter.loop = #i}
    return
  }
}

// -----

#i = #iter.loop<nest = "rows", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "rows", dims = ["j"], axis = sparse_variable, kind = reduction, role = level>
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %rows = transform.sparse.match.loops over ["i"] in %root : (!transform.any_op) -> !transform.any_op
    %four = transform.param.constant 4 : i64 -> !transform.param<i64>
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.split_rows %rows sections(%four) {reassociate} : !transform.any_op, !transform.param<i64>
    transform.yield
  }
  func.func @up_to_another_end(%pos: memref<?xindex>, %x: memref<?xf32>, %y: memref<?xf32>, %m: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f32
    %py:2 = memref.distinct_objects %pos, %y : memref<?xindex>, memref<?xf32>
    %xy:2 = memref.distinct_objects %x, %py#1 : memref<?xf32>, memref<?xf32>
    // expected-error @below {{cannot split the rows of loop over i of nest 'rows': a loop inside runs over a part of the row's elements alone}}
    scf.for %i = %c0 to %m step %c1 {
      %next = arith.addi %i, %c1 : index
      %begin = memref.load %py#0[%i] : memref<?xindex>
      %end = memref.load %py#0[%next] : memref<?xindex>
      %s = scf.for %p = %begin to %m step %c1 iter_args(%sum = %zero) -> (f32) {
        %v = memref.load %xy#0[%p] : memref<?xf32>
        %after = arith.addf %sum, %v : f32
        scf.yield %after : f32
      } {iter.loop = #j}
      memref.store %s, %xy#1[%i] : memref<?xf32>
    } {iter.loop = #i}
    return
  }
}

// -----

#i = #iter.loop<nest = "rows", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "rows", dims = ["j"], axis = sparse_variable, kind = reduction, role = level>
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %rows = transform.sparse.match.loops over ["i"] in %root : (!transform.any_op) -> !transform.any_op
    %four = transform.param.constant 4 : i64 -> !transform.param<i64>
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.split_rows %rows sections(%four) {reassociate} : !transform.any_op, !transform.param<i64>
    transform.yield
  }
  func.func @row_in_the_terms(%pos: memref<?xindex>, %x: memref<?xf32>, %y: memref<?xf32>, %m: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f32
    %py:2 = memref.distinct_objects %pos, %y : memref<?xindex>, memref<?xf32>
    %xy:2 = memref.distinct_objects %x, %py#1 : memref<?xf32>, memref<?xf32>
    // expected-error @below {{cannot split the rows of loop over i of nest 'rows': it uses the number of the row for something else than its bounds and its sum}}
    scf.for %i = %c0 to %m step %c1 {
      %next = arith.addi %i, %c1 : index
      %begin = memref.load %py#0[%i] : memref<?xindex>
      %end = memref.load %py#0[%next] : memref<?xindex>
      %s = scf.for %p = %begin to %end step %c1 iter_args(%sum = %zero) -> (f32) {
        %v = memref.load %xy#0[%p] : memref<?xf32>
        %n = arith.index_cast %i : index to i32
        %f = arith.sitofp %n : i32 to f32
        %t = arith.mulf %v, %f : f32
        %after = arith.addf %sum, %t : f32
        scf.yield %after : f32
      } {iter.loop = #j}
      memref.store %s, %xy#1[%i] : memref<?xf32>
    } {iter.loop = #i}
    return
  }
}

// -----

#i = #iter.loop<nest = "rows", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "rows", dims = ["j"], axis = sparse_variable, kind = reduction, role = level>
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %rows = transform.sparse.match.loops over ["i"] in %root : (!transform.any_op) -> !transform.any_op
    %four = transform.param.constant 4 : i64 -> !transform.param<i64>
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.split_rows %rows sections(%four) {reassociate} : !transform.any_op, !transform.param<i64>
    transform.yield
  }
  func.func @stores_more(%pos: memref<?xindex>, %x: memref<?xf32>, %y: memref<?xf32>, %m: index, %other: memref<f32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f32
    %py:2 = memref.distinct_objects %pos, %y : memref<?xindex>, memref<?xf32>
    %xy:2 = memref.distinct_objects %x, %py#1 : memref<?xf32>, memref<?xf32>
    // expected-error @below {{cannot split the rows of loop over i of nest 'rows': what a loop inside carries is not only stored}}
    scf.for %i = %c0 to %m step %c1 {
      %next = arith.addi %i, %c1 : index
      %begin = memref.load %py#0[%i] : memref<?xindex>
      %end = memref.load %py#0[%next] : memref<?xindex>
      %s = scf.for %p = %begin to %end step %c1 iter_args(%sum = %zero) -> (f32) {
        %v = memref.load %xy#0[%p] : memref<?xf32>
        %after = arith.addf %sum, %v : f32
        scf.yield %after : f32
      } {iter.loop = #j}
      memref.store %s, %other[] : memref<f32>
      memref.store %s, %xy#1[%i] : memref<?xf32>
    } {iter.loop = #i}
    return
  }
}

// -----

#i = #iter.loop<nest = "rows", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "rows", dims = ["j"], axis = sparse_variable, kind = reduction, role = level>
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %rows = transform.sparse.match.loops over ["i"] in %root : (!transform.any_op) -> !transform.any_op
    %four = transform.param.constant 4 : i64 -> !transform.param<i64>
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.split_rows %rows sections(%four) {reassociate} : !transform.any_op, !transform.param<i64>
    transform.yield
  }
  func.func @more_effects(%pos: memref<?xindex>, %x: memref<?xf32>, %y: memref<?xf32>, %m: index, %other: memref<f32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f32
    %py:2 = memref.distinct_objects %pos, %y : memref<?xindex>, memref<?xf32>
    %xy:2 = memref.distinct_objects %x, %py#1 : memref<?xf32>, memref<?xf32>
    // expected-error @below {{cannot split the rows of loop over i of nest 'rows': it does more than to load, and to store its sums}}
    scf.for %i = %c0 to %m step %c1 {
      %next = arith.addi %i, %c1 : index
      %begin = memref.load %py#0[%i] : memref<?xindex>
      %end = memref.load %py#0[%next] : memref<?xindex>
      %s = scf.for %p = %begin to %end step %c1 iter_args(%sum = %zero) -> (f32) {
        %v = memref.load %xy#0[%p] : memref<?xf32>
        %after = arith.addf %sum, %v : f32
        scf.yield %after : f32
      } {iter.loop = #j}
      memref.store %zero, %other[] : memref<f32>
      memref.store %s, %xy#1[%i] : memref<?xf32>
    } {iter.loop = #i}
    return
  }
}

// -----

#i = #iter.loop<nest = "rows", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "rows", dims = ["j"], axis = sparse_variable, kind = reduction, role = level>
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %rows = transform.sparse.match.loops over ["i"] in %root : (!transform.any_op) -> !transform.any_op
    %four = transform.param.constant 4 : i64 -> !transform.param<i64>
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.split_rows %rows sections(%four) {reassociate} : !transform.any_op, !transform.param<i64>
    transform.yield
  }
  func.func @maybe_one_memory(%pos: memref<?xindex>, %x: memref<?xf32>, %y: memref<?xf32>, %m: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f32
    // expected-error @below {{cannot split the rows of loop over i of nest 'rows': it may read what it stores}}
    scf.for %i = %c0 to %m step %c1 {
      %next = arith.addi %i, %c1 : index
      %begin = memref.load %pos[%i] : memref<?xindex>
      %end = memref.load %pos[%next] : memref<?xindex>
      %s = scf.for %p = %begin to %end step %c1 iter_args(%sum = %zero) -> (f32) {
        %v = memref.load %x[%p] : memref<?xf32>
        %after = arith.addf %sum, %v : f32
        scf.yield %after : f32
      } {iter.loop = #j}
      memref.store %s, %y[%i] : memref<?xf32>
    } {iter.loop = #i}
    return
  }
}

// -----

#i = #iter.loop<nest = "rows", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "rows", dims = ["j"], axis = sparse_variable, kind = reduction, role = level>
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %rows = transform.sparse.match.loops over ["i"] in %root : (!transform.any_op) -> !transform.any_op
    %four = transform.param.constant 4 : i64 -> !transform.param<i64>
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.split_rows %rows sections(%four) {reassociate} : !transform.any_op, !transform.param<i64>
    transform.yield
  }
  func.func @fixed_number_of_rows(%pos: memref<?xindex>, %x: memref<?xf32>, %y: memref<9xf32>, %m: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f32
    // expected-error @below {{cannot split the rows of loop over i of nest 'rows': what it stores to has a fixed number of rows}}
    scf.for %i = %c0 to %m step %c1 {
      %next = arith.addi %i, %c1 : index
      %begin = memref.load %pos[%i] : memref<?xindex>
      %end = memref.load %pos[%next] : memref<?xindex>
      %s = scf.for %p = %begin to %end step %c1 iter_args(%sum = %zero) -> (f32) {
        %v = memref.load %x[%p] : memref<?xf32>
        %after = arith.addf %sum, %v : f32
        scf.yield %after : f32
      } {iter.loop = #j}
      memref.store %s, %y[%i] : memref<9xf32>
    } {iter.loop = #i}
    return
  }
}

// -----

#i = #iter.loop<nest = "rows", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "rows", dims = ["j"], axis = sparse_variable, kind = reduction, role = level>
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %rows = transform.sparse.match.loops over ["i"] in %root : (!transform.any_op) -> !transform.any_op
    %four = transform.param.constant 4 : i64 -> !transform.param<i64>
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.split_rows %rows sections(%four) {reassociate} : !transform.any_op, !transform.param<i64>
    transform.yield
  }
  func.func @fixed_positions(%pos: memref<10xindex>, %x: memref<?xf32>, %y: memref<?xf32>, %m: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f32
    // expected-error @below {{cannot split the rows of loop over i of nest 'rows': its positions are in memory of a fixed size}}
    scf.for %i = %c0 to %m step %c1 {
      %next = arith.addi %i, %c1 : index
      %begin = memref.load %pos[%i] : memref<10xindex>
      %end = memref.load %pos[%next] : memref<10xindex>
      %s = scf.for %p = %begin to %end step %c1 iter_args(%sum = %zero) -> (f32) {
        %v = memref.load %x[%p] : memref<?xf32>
        %after = arith.addf %sum, %v : f32
        scf.yield %after : f32
      } {iter.loop = #j}
      memref.store %s, %y[%i] : memref<?xf32>
    } {iter.loop = #i}
    return
  }
}

// -----

#i = #iter.loop<nest = "rows", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %rows = transform.sparse.match.loops over ["i"] in %root : (!transform.any_op) -> !transform.any_op
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
