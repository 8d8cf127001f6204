// RUN: sparse-opt %s --spindle-apply-schedule --split-input-file --verify-diagnostics

// Rows that find what they store to by a coordinate; memory and workers.

#i = #iter.loop<nest = "rows", dims = ["i"], axis = sparse_variable, kind = spatial, role = level>
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
  func.func @last_of_one_coordinate(%pos: memref<?xi32>, %crd: memref<?xi32>, %x: memref<?xf32>, %y: memref<?xf32>, %m: index, %n: index, %count: index, %row: memref<?xi32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f32
    %I = axis.sparse_variable %m count %count coordinates %row : memref<?xi32> -> !stored
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !stored, memref<?xi32>, memref<?xi32> -> !stored
    %X = sparse.bind %x on (%I, %J) : memref<?xf32> on (!stored, !stored) -> !vector
    %M = axis.dense_fixed %m : !dense
    %Y = sparse.bind %y on (%M) : memref<?xf32> on (!dense) -> !vector
    // expected-error @below {{cannot split the rows of loop over i of nest 'rows': of rows of one coordinate it keeps the last one's sum}}
    scf.for %i = %c0 to %count step %c1 {
      %r = axis.coordinate %I[%i] : !stored
      %length = axis.length %J under %i : !stored
      %begin = axis.position %J[%c0] under %i : !stored
      %end = arith.addi %begin, %length : index
      sparse.store %zero, %Y at positions [%r] : !vector
      scf.for %p = %begin to %end step %c1 {
        %v = sparse.load %X at positions [%p] : !vector
        sparse.accumulate add %v into %Y at positions [%r] : !vector
      } {iter.loop = #j}
    } {iter.loop = #i}
    return
  }
}

// -----

#i = #iter.loop<nest = "rows", dims = ["i"], axis = sparse_variable, kind = spatial, role = level>
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
  func.func @coordinate_in_the_terms(%pos: memref<?xi32>, %crd: memref<?xi32>, %x: memref<?xf32>, %y: memref<?xf32>, %m: index, %n: index, %count: index, %row: memref<?xi32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f32
    %I = axis.sparse_variable %m count %count coordinates %row : memref<?xi32> -> !stored
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !stored, memref<?xi32>, memref<?xi32> -> !stored
    %X = sparse.bind %x on (%I, %J) : memref<?xf32> on (!stored, !stored) -> !vector
    %M = axis.dense_fixed %m : !dense
    %Y = sparse.bind %y on (%M) : memref<?xf32> on (!dense) -> !vector
    // expected-error @below {{cannot split the rows of loop over i of nest 'rows': it uses the coordinate of the row for something else than its sum}}
    scf.for %i = %c0 to %count step %c1 {
      %r = axis.coordinate %I[%i] : !stored
      %length = axis.length %J under %i : !stored
      %begin = axis.position %J[%c0] under %i : !stored
      %end = arith.addi %begin, %length : index
      scf.for %p = %begin to %end step %c1 {
        %v = sparse.load %X at positions [%p] : !vector
        %w = sparse.load %X at positions [%r] : !vector
        %t = arith.mulf %v, %w : f32
        sparse.accumulate add %t into %Y at positions [%r] : !vector
      } {iter.loop = #j}
    } {iter.loop = #i}
    return
  }
}

// -----

#i = #iter.loop<nest = "rows", dims = ["i"], axis = sparse_variable, kind = spatial, role = level>
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
  func.func @another_element_before(%pos: memref<?xi32>, %crd: memref<?xi32>, %x: memref<?xf32>, %y: memref<?xf32>, %m: index, %n: index, %count: index, %row: memref<?xi32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f32
    %I = axis.sparse_variable %m count %count coordinates %row : memref<?xi32> -> !stored
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !stored, memref<?xi32>, memref<?xi32> -> !stored
    %X = sparse.bind %x on (%I, %J) : memref<?xf32> on (!stored, !stored) -> !vector
    %M = axis.dense_fixed %m : !dense
    %Y = sparse.bind %y on (%M) : memref<?xf32> on (!dense) -> !vector
    // expected-error @below {{cannot split the rows of loop over i of nest 'rows': its sums go on from something else than what they are stored to}}
    scf.for %i = %c0 to %count step %c1 {
      %r = axis.coordinate %I[%i] : !stored
      %length = axis.length %J under %i : !stored
      %begin = axis.position %J[%c0] under %i : !stored
      %end = arith.addi %begin, %length : index
      scf.for %k = %c0 to %n step %c1 {
        scf.for %p = %begin to %end step %c1 {
          %v = sparse.load %X at positions [%p] : !vector
          sparse.accumulate add %v into %Y at positions [%r] : !vector
        } {iter.loop = #j}
      }
    } {iter.loop = #i}
    return
  }
}

// -----

#i = #iter.loop<nest = "rows", dims = ["i"], axis = sparse_variable, kind = spatial, role = level>
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
  func.func @coordinates_in_the_terms(%pos: memref<?xi32>, %crd: memref<?xi32>, %x: memref<?xf32>, %y: memref<?xf32>, %m: index, %n: index, %count: index, %row: memref<?xi32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f32
    %I = axis.sparse_variable %m count %count coordinates %row : memref<?xi32> -> !stored
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !stored, memref<?xi32>, memref<?xi32> -> !stored
    %X = sparse.bind %x on (%I, %J) : memref<?xf32> on (!stored, !stored) -> !vector
    %M = axis.dense_fixed %m : !dense
    %Y = sparse.bind %y on (%M) : memref<?xf32> on (!dense) -> !vector
    // expected-error @below {{cannot split the rows of loop over i of nest 'rows': it asks of its rows something else than where their sums are}}
    scf.for %i = %c0 to %count step %c1 {
      %r = axis.coordinate %I[%i] : !stored
      %length = axis.length %J under %i : !stored
      %begin = axis.position %J[%c0] under %i : !stored
      %end = arith.addi %begin, %length : index
      scf.for %p = %begin to %end step %c1 {
        %v = sparse.load %X at positions [%p] : !vector
        %other = axis.coordinate %I[%c1] : !stored
        %w = sparse.load %X at positions [%other] : !vector
        %t = arith.mulf %v, %w : f32
        sparse.accumulate add %t into %Y at positions [%r] : !vector
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
  func.func @maybe_one_memory(%pos: memref<?xi32>, %crd: memref<?xi32>, %x: memref<?xf32>, %y: memref<?xf32>, %m: index, %n: index, %other: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f32
    %I = axis.dense_fixed %m : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !stored
    %X = sparse.bind %x on (%I, %J) : memref<?xf32> on (!dense, !stored) -> !vector
    %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !vector
    // expected-error @below {{cannot split the rows of loop over i of nest 'rows': it uses argument 6, which may overlap argument 3}}
    scf.for %i = %c0 to %m step %c1 {
      %length = axis.length %J under %i : !stored
      %begin = axis.position %J[%c0] under %i : !stored
      %end = arith.addi %begin, %length : index
      sparse.store %zero, %Y at positions [%i] : !vector
      scf.for %p = %begin to %end step %c1 {
        %v = sparse.load %X at positions [%p] : !vector
        %w = memref.load %other[%p] : memref<?xf32>
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
  func.func @workers_do_more(%pos: memref<?xi32>, %crd: memref<?xi32>, %x: memref<?xf32>, %y: memref<?xf32>, %m: index, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f32
    %I = axis.dense_fixed %m : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !stored
    %X = sparse.bind %x on (%I, %J) : memref<?xf32> on (!dense, !stored) -> !vector
    %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !vector
    scf.forall (%t) in (%n) {
      // expected-error @below {{cannot split the rows of loop over i of nest 'rows': its workers do more than to run it}}
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
      memref.store %zero, %y[%t] : memref<?xf32>
    }
    return
  }
}
