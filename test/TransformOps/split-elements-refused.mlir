// RUN: sparse-opt %s --transform-interpreter --split-input-file --verify-diagnostics

!dense = !axis.axis<dense_fixed>
!rows = !axis.axis<sparse_variable, sorted, unique>
#i = #iter.loop<nest = "n", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @no_elements(%n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %y: memref<?xf32>, %x: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %I = axis.dense_fixed %n : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !rows
    // expected-error @+1 {{cannot split the elements of loop over i of nest 'n': it holds no loop over the elements under its positions}}
    scf.for %i = %c0 to %n step %c1 {
    } {iter.loop = #i}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %n = transform.param.constant 32 : i64 -> !transform.param<i64>
    %rows = transform.sparse.match.loops dims ["i"] in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %tiles, %elements = transform.sparse.split_elements %rows factor(%n) : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// A tile that has a part of a row would begin its sum again.

!dense = !axis.axis<dense_fixed>
!rows = !axis.axis<sparse_variable, sorted, unique>
#i = #iter.loop<nest = "n", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "n", dims = ["j"], axis = sparse_variable, kind = reduction, role = level>
module attributes {transform.with_named_sequence} {
  func.func @a_fill_of_rows(%n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %y: memref<?xf32>, %x: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %I = axis.dense_fixed %n : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !rows
    %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
    // expected-error @+1 {{cannot split the elements of loop over i of nest 'n': 'sparse.store' is done for each row, beside its elements}}
    scf.for %i = %c0 to %n step %c1 {
      sparse.store %x, %Y at positions [%i] : !sparse.buffer<?xf32>
      %length = axis.length %J under %i : !rows
      %begin = axis.position %J[%c0] under %i : !rows
      %end = arith.addi %begin, %length : index
      scf.for %p = %begin to %end step %c1 {
        sparse.accumulate add %x into %Y at positions [%i] : !sparse.buffer<?xf32>
      } {iter.loop = #j}
    } {iter.loop = #i}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %n = transform.param.constant 32 : i64 -> !transform.param<i64>
    %rows = transform.sparse.match.loops dims ["i"] in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %tiles, %elements = transform.sparse.split_elements %rows factor(%n) : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// Two fibres of a row.

!dense = !axis.axis<dense_fixed>
!rows = !axis.axis<sparse_variable, sorted, unique>
#i = #iter.loop<nest = "n", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "n", dims = ["j"], axis = sparse_variable, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @elements_twice(%n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %y: memref<?xf32>, %x: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %I = axis.dense_fixed %n : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !rows
    %Y = sparse.bind %y on (%I, %J) : memref<?xf32> on (!dense, !rows) -> !sparse.buffer<?xf32>
    // expected-error @+1 {{cannot split the elements of loop over i of nest 'n': 'scf.for' is done for each row, beside its elements}}
    scf.for %i = %c0 to %n step %c1 {
      %length = axis.length %J under %i : !rows
      %begin = axis.position %J[%c0] under %i : !rows
      %end = arith.addi %begin, %length : index
      scf.for %p = %begin to %end step %c1 {
        sparse.store %x, %Y at positions [%p] : !sparse.buffer<?xf32>
      } {iter.loop = #j}
      scf.for %p = %begin to %end step %c1 {
        sparse.store %x, %Y at positions [%p] : !sparse.buffer<?xf32>
      } {iter.loop = #j}
    } {iter.loop = #i}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %n = transform.param.constant 32 : i64 -> !transform.param<i64>
    %rows = transform.sparse.match.loops dims ["i"] in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %tiles, %elements = transform.sparse.split_elements %rows factor(%n) : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// Every second row.

!dense = !axis.axis<dense_fixed>
!rows = !axis.axis<sparse_variable, sorted, unique>
#i = #iter.loop<nest = "n", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "n", dims = ["j"], axis = sparse_variable, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @every_second_row(%n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %y: memref<?xf32>, %x: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %I = axis.dense_fixed %n : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !rows
    %c2 = arith.constant 2 : index
    %Y = sparse.bind %y on (%I, %J) : memref<?xf32> on (!dense, !rows) -> !sparse.buffer<?xf32>
    // expected-error @+1 {{cannot split the elements of loop over i of nest 'n': its step is not 1}}
    scf.for %i = %c0 to %n step %c2 {
      %length = axis.length %J under %i : !rows
      %begin = axis.position %J[%c0] under %i : !rows
      %end = arith.addi %begin, %length : index
      scf.for %p = %begin to %end step %c1 {
        sparse.store %x, %Y at positions [%p] : !sparse.buffer<?xf32>
      } {iter.loop = #j}
    } {iter.loop = #i}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %n = transform.param.constant 32 : i64 -> !transform.param<i64>
    %rows = transform.sparse.match.loops dims ["i"] in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %tiles, %elements = transform.sparse.split_elements %rows factor(%n) : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// Not all elements of a row.

!dense = !axis.axis<dense_fixed>
!rows = !axis.axis<sparse_variable, sorted, unique>
#i = #iter.loop<nest = "n", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "n", dims = ["j"], axis = sparse_variable, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @all_but_the_last(%n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %y: memref<?xf32>, %x: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %I = axis.dense_fixed %n : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !rows
    %Y = sparse.bind %y on (%I, %J) : memref<?xf32> on (!dense, !rows) -> !sparse.buffer<?xf32>
    // expected-error @+1 {{cannot split the elements of loop over i of nest 'n': it holds no loop over the elements under its positions}}
    scf.for %i = %c0 to %n step %c1 {
      %length = axis.length %J under %i : !rows
      %begin = axis.position %J[%c0] under %i : !rows
      %end = arith.addi %begin, %length : index
      %last = arith.subi %end, %c1 : index
      scf.for %p = %begin to %last step %c1 {
        sparse.store %x, %Y at positions [%p] : !sparse.buffer<?xf32>
      } {iter.loop = #j}
    } {iter.loop = #i}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %n = transform.param.constant 32 : i64 -> !transform.param<i64>
    %rows = transform.sparse.match.loops dims ["i"] in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %tiles, %elements = transform.sparse.split_elements %rows factor(%n) : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// Sums that loops hand on.

!dense = !axis.axis<dense_fixed>
!rows = !axis.axis<sparse_variable, sorted, unique>
#i = #iter.loop<nest = "n", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "n", dims = ["j"], axis = sparse_variable, kind = reduction, role = level>
module attributes {transform.with_named_sequence} {
  func.func @a_carried_sum(%n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %y: memref<?xf32>, %x: f32) -> f32 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %I = axis.dense_fixed %n : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !rows
    // expected-error @+1 {{cannot split the elements of loop over i of nest 'n': an iteration takes up what the one before it hands on}}
    %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> f32 {
      %length = axis.length %J under %i : !rows
      %begin = axis.position %J[%c0] under %i : !rows
      %end = arith.addi %begin, %length : index
      %t = scf.for %p = %begin to %end step %c1 iter_args(%u = %s) -> f32 {
        %v = arith.addf %u, %x : f32
        scf.yield %v : f32
      } {iter.loop = #j}
      scf.yield %t : f32
    } {iter.loop = #i}
    return %sum : f32
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %n = transform.param.constant 32 : i64 -> !transform.param<i64>
    %rows = transform.sparse.match.loops dims ["i"] in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %tiles, %elements = transform.sparse.split_elements %rows factor(%n) : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// How many cells there are is told by the positions alone, which a GPU's host does
// not read.

!dense = !axis.axis<dense_fixed>
!cells = !axis.axis<dense_variable>
#i = #iter.loop<nest = "n", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "n", dims = ["j"], axis = dense_variable, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @cells_without_coordinates(%n: index, %pos: memref<?xi32>, %y: memref<?xf32>, %x: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %I = axis.dense_fixed %n : !dense
    %J = axis.dense_variable %n of %I positions %pos : !dense, memref<?xi32> -> !cells
    %Y = sparse.bind %y on (%I, %J) : memref<?xf32> on (!dense, !cells) -> !sparse.buffer<?xf32>
    // expected-error @+1 {{cannot split the elements of loop over i of nest 'n': its elements have no coordinates, which would say how many there may be}}
    scf.for %i = %c0 to %n step %c1 {
      %length = axis.length %J under %i : !cells
      %begin = axis.position %J[%c0] under %i : !cells
      %end = arith.addi %begin, %length : index
      scf.for %p = %begin to %end step %c1 {
        sparse.store %x, %Y at positions [%p] : !sparse.buffer<?xf32>
      } {iter.loop = #j}
    } {iter.loop = #i}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %n = transform.param.constant 32 : i64 -> !transform.param<i64>
    %rows = transform.sparse.match.loops dims ["i"] in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %tiles, %elements = transform.sparse.split_elements %rows factor(%n) : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// Rows that a loop around has a part of: tiles are of all elements.

!dense = !axis.axis<dense_fixed>
!rows = !axis.axis<sparse_variable, sorted, unique>
#i = #iter.loop<nest = "n", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "n", dims = ["j"], axis = sparse_variable, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @a_part_of_the_rows(%n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %y: memref<?xf32>, %x: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %I = axis.dense_fixed %n : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !rows
    %Y = sparse.bind %y on (%I, %J) : memref<?xf32> on (!dense, !rows) -> !sparse.buffer<?xf32>
    scf.for %part = %c0 to %n step %c8 {
      %last = arith.addi %part, %c8 : index
      // expected-error @+1 {{cannot split the elements of loop over i of nest 'n': its bounds change in a loop around it}}
      scf.for %i = %part to %last step %c1 {
        %length = axis.length %J under %i : !rows
        %begin = axis.position %J[%c0] under %i : !rows
        %end = arith.addi %begin, %length : index
        scf.for %p = %begin to %end step %c1 {
          sparse.store %x, %Y at positions [%p] : !sparse.buffer<?xf32>
        } {iter.loop = #j}
      } {iter.loop = #i}
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %n = transform.param.constant 32 : i64 -> !transform.param<i64>
    %rows = transform.sparse.match.loops dims ["i"] in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %tiles, %elements = transform.sparse.split_elements %rows factor(%n) : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
