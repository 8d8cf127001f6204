// RUN: sparse-opt %s --spindle-apply-schedule --split-input-file --verify-diagnostics

// Rows that find what they store to by a coordinate.

#i = #iter.loop<nest = "rows", dims = ["i"], axis = sparse_variable, kind = spatial, role = level>
#j = #iter.loop<nest = "rows", dims = ["j"], axis = sparse_variable, kind = reduction, role = level>
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %rows = transform.sparse.match.loops over ["i"] in %root : (!transform.any_op) -> !transform.any_op
    %four = transform.param.constant 4 : i64 -> !transform.param<i64>
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.split_rows %rows sections(%four) {reassociate} : !transform.any_op, !transform.param<i64>
    transform.yield
  }
  func.func @last_of_one_coordinate(%pos: memref<?xindex>, %crd: memref<?xindex>, %x: memref<?xf32>, %y: memref<?xf32>, %m: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f32
    %py:2 = memref.distinct_objects %pos, %y : memref<?xindex>, memref<?xf32>
    %cy:2 = memref.distinct_objects %crd, %py#1 : memref<?xindex>, memref<?xf32>
    %xy:2 = memref.distinct_objects %x, %cy#1 : memref<?xf32>, memref<?xf32>
    // expected-error @below {{cannot split the rows of loop over i of nest 'rows': of rows of one coordinate it keeps the last one's sum}}
    scf.for %i = %c0 to %m step %c1 {
      %next = arith.addi %i, %c1 : index
      %begin = memref.load %py#0[%i] : memref<?xindex>
      %end = memref.load %py#0[%next] : memref<?xindex>
      %row = memref.load %cy#0[%i] : memref<?xindex>
      %s = scf.for %p = %begin to %end step %c1 iter_args(%sum = %zero) -> (f32) {
        %v = memref.load %xy#0[%p] : memref<?xf32>
        %after = arith.addf %sum, %v : f32
        scf.yield %after : f32
      } {iter.loop = #j}
      memref.store %s, %xy#1[%row] : memref<?xf32>
    } {iter.loop = #i}
    return
  }
}

// -----

#i = #iter.loop<nest = "rows", dims = ["i"], axis = sparse_variable, kind = spatial, role = level>
#j = #iter.loop<nest = "rows", dims = ["j"], axis = sparse_variable, kind = reduction, role = level>
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %rows = transform.sparse.match.loops over ["i"] in %root : (!transform.any_op) -> !transform.any_op
    %four = transform.param.constant 4 : i64 -> !transform.param<i64>
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.split_rows %rows sections(%four) {reassociate} : !transform.any_op, !transform.param<i64>
    transform.yield
  }
  func.func @coordinate_in_the_terms(%pos: memref<?xindex>, %crd: memref<?xindex>, %x: memref<?xf32>, %y: memref<?xf32>, %m: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f32
    %py:2 = memref.distinct_objects %pos, %y : memref<?xindex>, memref<?xf32>
    %cy:2 = memref.distinct_objects %crd, %py#1 : memref<?xindex>, memref<?xf32>
    %xy:2 = memref.distinct_objects %x, %cy#1 : memref<?xf32>, memref<?xf32>
    // expected-error @below {{cannot split the rows of loop over i of nest 'rows': it uses the coordinate of the row for something else than its sum}}
    scf.for %i = %c0 to %m step %c1 {
      %next = arith.addi %i, %c1 : index
      %begin = memref.load %py#0[%i] : memref<?xindex>
      %end = memref.load %py#0[%next] : memref<?xindex>
      %row = memref.load %cy#0[%i] : memref<?xindex>
      %old = memref.load %xy#1[%row] : memref<?xf32>
      %s = scf.for %p = %begin to %end step %c1 iter_args(%sum = %old) -> (f32) {
        %v = memref.load %xy#0[%p] : memref<?xf32>
        %w = memref.load %xy#0[%row] : memref<?xf32>
        %unused = arith.mulf %v, %w : f32
        %after = arith.addf %sum, %v : f32
        scf.yield %after : f32
      } {iter.loop = #j}
      memref.store %s, %xy#1[%row] : memref<?xf32>
    } {iter.loop = #i}
    return
  }
}

// -----

#i = #iter.loop<nest = "rows", dims = ["i"], axis = sparse_variable, kind = spatial, role = level>
#j = #iter.loop<nest = "rows", dims = ["j"], axis = sparse_variable, kind = reduction, role = level>
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %rows = transform.sparse.match.loops over ["i"] in %root : (!transform.any_op) -> !transform.any_op
    %four = transform.param.constant 4 : i64 -> !transform.param<i64>
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.split_rows %rows sections(%four) {reassociate} : !transform.any_op, !transform.param<i64>
    transform.yield
  }
  func.func @another_element_before(%pos: memref<?xindex>, %crd: memref<?xindex>, %x: memref<?xf32>, %y: memref<?xf32>, %m: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f32
    %py:2 = memref.distinct_objects %pos, %y : memref<?xindex>, memref<?xf32>
    %cy:2 = memref.distinct_objects %crd, %py#1 : memref<?xindex>, memref<?xf32>
    %xy:2 = memref.distinct_objects %x, %cy#1 : memref<?xf32>, memref<?xf32>
    // expected-error @below {{cannot split the rows of loop over i of nest 'rows': its sums go on from something else than what they are stored to}}
    scf.for %i = %c0 to %m step %c1 {
      %next = arith.addi %i, %c1 : index
      %begin = memref.load %py#0[%i] : memref<?xindex>
      %end = memref.load %py#0[%next] : memref<?xindex>
      %row = memref.load %cy#0[%i] : memref<?xindex>
      %old = memref.load %xy#1[%c0] : memref<?xf32>
      %s = scf.for %p = %begin to %end step %c1 iter_args(%sum = %old) -> (f32) {
        %v = memref.load %xy#0[%p] : memref<?xf32>
        %after = arith.addf %sum, %v : f32
        scf.yield %after : f32
      } {iter.loop = #j}
      memref.store %s, %xy#1[%row] : memref<?xf32>
    } {iter.loop = #i}
    return
  }
}

// -----

#i = #iter.loop<nest = "rows", dims = ["i"], axis = sparse_variable, kind = spatial, role = level>
#j = #iter.loop<nest = "rows", dims = ["j"], axis = sparse_variable, kind = reduction, role = level>
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %rows = transform.sparse.match.loops over ["i"] in %root : (!transform.any_op) -> !transform.any_op
    %four = transform.param.constant 4 : i64 -> !transform.param<i64>
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.split_rows %rows sections(%four) {reassociate} : !transform.any_op, !transform.param<i64>
    transform.yield
  }
  func.func @coordinates_in_the_terms(%pos: memref<?xindex>, %crd: memref<?xindex>, %x: memref<?xf32>, %y: memref<?xf32>, %m: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f32
    %py:2 = memref.distinct_objects %pos, %y : memref<?xindex>, memref<?xf32>
    %cy:2 = memref.distinct_objects %crd, %py#1 : memref<?xindex>, memref<?xf32>
    %xy:2 = memref.distinct_objects %x, %cy#1 : memref<?xf32>, memref<?xf32>
    // expected-error @below {{cannot split the rows of loop over i of nest 'rows': it reads coordinates of rows for something else than its sums}}
    scf.for %i = %c0 to %m step %c1 {
      %next = arith.addi %i, %c1 : index
      %begin = memref.load %py#0[%i] : memref<?xindex>
      %end = memref.load %py#0[%next] : memref<?xindex>
      %row = memref.load %cy#0[%i] : memref<?xindex>
      %old = memref.load %xy#1[%row] : memref<?xf32>
      %s = scf.for %p = %begin to %end step %c1 iter_args(%sum = %old) -> (f32) {
        %v = memref.load %xy#0[%p] : memref<?xf32>
        %c = memref.load %cy#0[%p] : memref<?xindex>
        %w = memref.load %xy#0[%c] : memref<?xf32>
        %after = arith.addf %sum, %v : f32
        scf.yield %after : f32
      } {iter.loop = #j}
      memref.store %s, %xy#1[%row] : memref<?xf32>
    } {iter.loop = #i}
    return
  }
}
