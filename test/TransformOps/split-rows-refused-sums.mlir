// RUN: sparse-opt %s --spindle-apply-schedule --split-input-file --verify-diagnostics

// Loops that do something else than to sum up, or where something else is done.

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
  func.func @more_effects(%pos: memref<?xi32>, %crd: memref<?xi32>, %x: memref<?xf32>, %y: memref<?xf32>, %m: index, %n: index, %other: memref<f32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f32
    %I = axis.dense_fixed %m : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !stored
    %X = sparse.bind %x on (%I, %J) : memref<?xf32> on (!dense, !stored) -> !vector
    %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !vector
    // expected-error @below {{cannot split the rows of loop over i of nest 'rows': it does more than to load, and to store its sums}}
    scf.for %i = %c0 to %m step %c1 {
      %length = axis.length %J under %i : !stored
      %begin = axis.position %J[%c0] under %i : !stored
      %end = arith.addi %begin, %length : index
      sparse.store %zero, %Y at positions [%i] : !vector
      scf.for %p = %begin to %end step %c1 {
        %v = sparse.load %X at positions [%p] : !vector
        sparse.accumulate add %v into %Y at positions [%i] : !vector
      } {iter.loop = #j}
      memref.store %zero, %other[] : memref<f32>
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
  func.func @stores_afterwards(%pos: memref<?xi32>, %crd: memref<?xi32>, %x: memref<?xf32>, %y: memref<?xf32>, %m: index, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f32
    %I = axis.dense_fixed %m : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !stored
    %X = sparse.bind %x on (%I, %J) : memref<?xf32> on (!dense, !stored) -> !vector
    %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !vector
    // expected-error @below {{cannot split the rows of loop over i of nest 'rows': it does more than to load, and to store its sums}}
    scf.for %i = %c0 to %m step %c1 {
      %length = axis.length %J under %i : !stored
      %begin = axis.position %J[%c0] under %i : !stored
      %end = arith.addi %begin, %length : index
      sparse.store %zero, %Y at positions [%i] : !vector
      scf.for %p = %begin to %end step %c1 {
        %v = sparse.load %X at positions [%p] : !vector
        sparse.accumulate add %v into %Y at positions [%i] : !vector
      } {iter.loop = #j}
      sparse.store %zero, %Y at positions [%i] : !vector
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
  func.func @reads_its_sums(%pos: memref<?xi32>, %crd: memref<?xi32>, %x: memref<?xf32>, %y: memref<?xf32>, %m: index, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f32
    %I = axis.dense_fixed %m : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !stored
    %X = sparse.bind %x on (%I, %J) : memref<?xf32> on (!dense, !stored) -> !vector
    %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !vector
    // expected-error @below {{cannot split the rows of loop over i of nest 'rows': it may read what it stores}}
    scf.for %i = %c0 to %m step %c1 {
      %length = axis.length %J under %i : !stored
      %begin = axis.position %J[%c0] under %i : !stored
      %end = arith.addi %begin, %length : index
      sparse.store %zero, %Y at positions [%i] : !vector
      scf.for %p = %begin to %end step %c1 {
        %v = sparse.load %X at positions [%p] : !vector
        %w = sparse.load %Y at positions [%p] : !vector
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
  func.func @number_of_rows(%pos: memref<?xi32>, %crd: memref<?xi32>, %x: memref<?xf32>, %y: memref<?xf32>, %m: index, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f32
    %I = axis.dense_fixed %m : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !stored
    %X = sparse.bind %x on (%I, %J) : memref<?xf32> on (!dense, !stored) -> !vector
    %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !vector
    // expected-error @below {{cannot split the rows of loop over i of nest 'rows': it asks of its rows something else than where their sums are}}
    scf.for %i = %c0 to %m step %c1 {
      %length = axis.length %J under %i : !stored
      %begin = axis.position %J[%c0] under %i : !stored
      %end = arith.addi %begin, %length : index
      sparse.store %zero, %Y at positions [%i] : !vector
      scf.for %p = %begin to %end step %c1 {
        %v = sparse.load %X at positions [%p] : !vector
        %all = axis.extent %I : !dense
        %number = arith.index_cast %all : index to i32
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
  func.func @two_kinds(%pos: memref<?xi32>, %crd: memref<?xi32>, %x: memref<?xf32>, %y: memref<?xf32>, %m: index, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f32
    %I = axis.dense_fixed %m : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !stored
    %X = sparse.bind %x on (%I, %J) : memref<?xf32> on (!dense, !stored) -> !vector
    %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !vector
    // expected-error @below {{cannot split the rows of loop over i of nest 'rows': it stores to several memories, or sums of several kinds}}
    scf.for %i = %c0 to %m step %c1 {
      %length = axis.length %J under %i : !stored
      %begin = axis.position %J[%c0] under %i : !stored
      %end = arith.addi %begin, %length : index
      sparse.store %zero, %Y at positions [%i] : !vector
      scf.for %p = %begin to %end step %c1 {
        %v = sparse.load %X at positions [%p] : !vector
        sparse.accumulate add %v into %Y at positions [%i] : !vector
      } {iter.loop = #j}
      sparse.store %zero, %Y at positions [%i] : !vector
      scf.for %p = %begin to %end step %c1 {
        %v = sparse.load %X at positions [%p] : !vector
        sparse.accumulate max %v into %Y at positions [%i] : !vector
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
  func.func @two_go_on(%pos: memref<?xi32>, %crd: memref<?xi32>, %x: memref<?xf32>, %y: memref<?xf32>, %m: index, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f32
    %I = axis.dense_fixed %m : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !stored
    %X = sparse.bind %x on (%I, %J) : memref<?xf32> on (!dense, !stored) -> !vector
    %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !vector
    // expected-error @below {{cannot split the rows of loop over i of nest 'rows': it has several sums that go on from what is there before}}
    scf.for %i = %c0 to %m step %c1 {
      %length = axis.length %J under %i : !stored
      %begin = axis.position %J[%c0] under %i : !stored
      %end = arith.addi %begin, %length : index
      scf.for %p = %begin to %end step %c1 {
        %v = sparse.load %X at positions [%p] : !vector
        sparse.accumulate add %v into %Y at positions [%i] : !vector
      } {iter.loop = #j}
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
  func.func @no_fibre(%pos: memref<?xi32>, %crd: memref<?xi32>, %x: memref<?xf32>, %y: memref<?xf32>, %m: index, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f32
    %I = axis.dense_fixed %m : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !stored
    %X = sparse.bind %x on (%I, %J) : memref<?xf32> on (!dense, !stored) -> !vector
    %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !vector
    // expected-error @below {{cannot split the rows of loop over i of nest 'rows': what it stores is not what a loop inside sums up}}
    scf.for %i = %c0 to %m step %c1 {
      %length = axis.length %J under %i : !stored
      %begin = axis.position %J[%c0] under %i : !stored
      %end = arith.addi %begin, %length : index
      sparse.store %zero, %Y at positions [%i] : !vector
      scf.for %p = %begin to %end step %c1 {
        %v = sparse.load %X at positions [%p] : !vector
        sparse.accumulate add %v into %Y at positions [%i] : !vector
      } {iter.loop = #j}
      sparse.accumulate add %zero into %Y at positions [%i] : !vector
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
  func.func @another_row(%pos: memref<?xi32>, %crd: memref<?xi32>, %x: memref<?xf32>, %y: memref<?xf32>, %m: index, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f32
    %I = axis.dense_fixed %m : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !stored
    %X = sparse.bind %x on (%I, %J) : memref<?xf32> on (!dense, !stored) -> !vector
    %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !vector
    // expected-error @below {{cannot split the rows of loop over i of nest 'rows': its rows are not those of what it stores to}}
    scf.for %i = %c0 to %m step %c1 {
      %length = axis.length %J under %i : !stored
      %begin = axis.position %J[%c0] under %i : !stored
      %end = arith.addi %begin, %length : index
      sparse.store %zero, %Y at positions [%i] : !vector
      scf.for %p = %begin to %end step %c1 {
        %v = sparse.load %X at positions [%p] : !vector
        sparse.accumulate add %v into %Y at positions [%c1] : !vector
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
  func.func @columns_of_its_own(%pos: memref<?xi32>, %crd: memref<?xi32>, %x: memref<?xf32>, %y: memref<?xf32>, %m: index, %n: index, %bounds: memref<?xindex>, %z: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f32
    %I = axis.dense_fixed %m : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !stored
    %X = sparse.bind %x on (%I, %J) : memref<?xf32> on (!dense, !stored) -> !vector
    %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !vector
    %K = axis.dense_fixed %n : !dense
    %Z = sparse.bind %z on (%I, %K) : memref<?x?xf32> on (!dense, !dense) -> !sparse.buffer<?x?xf32>
    // expected-error @below {{cannot split the rows of loop over i of nest 'rows': not all rows store the same columns}}
    scf.for %i = %c0 to %m step %c1 {
      %length = axis.length %J under %i : !stored
      %begin = axis.position %J[%c0] under %i : !stored
      %end = arith.addi %begin, %length : index
      %bound = memref.load %bounds[%c0] : memref<?xindex>
      scf.for %k = %c0 to %bound step %c1 {
        sparse.store %zero, %Z at positions [%i, %k] : !sparse.buffer<?x?xf32>
        scf.for %p = %begin to %end step %c1 {
          %v = sparse.load %X at positions [%p] : !vector
          sparse.accumulate add %v into %Z at positions [%i, %k] : !sparse.buffer<?x?xf32>
        } {iter.loop = #j}
      }
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
  func.func @fixed_number_of_rows(%pos: memref<?xi32>, %crd: memref<?xi32>, %x: memref<?xf32>, %y: memref<9xf32>, %m: index, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f32
    %I = axis.dense_fixed %m : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !stored
    %X = sparse.bind %x on (%I, %J) : memref<?xf32> on (!dense, !stored) -> !vector
    %c9 = arith.constant 9 : index
    %Rows = axis.dense_fixed %c9 : !axis.axis<dense_fixed, width = 9>
    %Y = sparse.bind %y on (%Rows) : memref<9xf32> on (!axis.axis<dense_fixed, width = 9>) -> !sparse.buffer<9xf32>
    // expected-error @below {{cannot split the rows of loop over i of nest 'rows': what it stores to has a fixed number of rows}}
    scf.for %i = %c0 to %m step %c1 {
      %length = axis.length %J under %i : !stored
      %begin = axis.position %J[%c0] under %i : !stored
      %end = arith.addi %begin, %length : index
      sparse.store %zero, %Y at positions [%i] : !sparse.buffer<9xf32>
      scf.for %p = %begin to %end step %c1 {
        %v = sparse.load %X at positions [%p] : !vector
        sparse.accumulate add %v into %Y at positions [%i] : !sparse.buffer<9xf32>
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
  func.func @fixed_positions(%pos: memref<10xi32>, %crd: memref<?xi32>, %x: memref<?xf32>, %y: memref<?xf32>, %m: index, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f32
    %I = axis.dense_fixed %m : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<10xi32>, memref<?xi32> -> !stored
    %X = sparse.bind %x on (%I, %J) : memref<?xf32> on (!dense, !stored) -> !vector
    %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !vector
    // expected-error @below {{cannot split the rows of loop over i of nest 'rows': its positions are in memory of a fixed size}}
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
  func.func @from_another_row(%pos: memref<?xi32>, %crd: memref<?xi32>, %x: memref<?xf32>, %y: memref<?xf32>, %m: index, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f32
    %I = axis.dense_fixed %m : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !stored
    %X = sparse.bind %x on (%I, %J) : memref<?xf32> on (!dense, !stored) -> !vector
    %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !vector
    // expected-error @below {{cannot split the rows of loop over i of nest 'rows': it does not begin with row 0}}
    scf.for %i = %c1 to %m step %c1 {
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
