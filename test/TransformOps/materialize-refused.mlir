// RUN: sparse-opt %s --transform-interpreter --split-input-file --verify-diagnostics

// A position by an offset is no search.

!dense = !axis.axis<dense_fixed>
!rows = !axis.axis<sparse_variable, sorted, unique>
#j = #iter.loop<nest = "n", dims = ["j"], axis = sparse_variable, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @no_search(%n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %y: memref<?xf32>, %x: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %I = axis.dense_fixed %n : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !rows
    %Y = sparse.bind %y on (%I, %J) : memref<?xf32> on (!dense, !rows) -> !sparse.buffer<?xf32>
    // expected-error @+1 {{cannot materialize searches of loop over j of nest 'n': no search in it follows from its iteration}}
    scf.for %p = %c0 to %n step %c1 {
      %q = axis.position %J[%p] under %c0 : !rows
      sparse.store %x, %Y at positions [%q] : !sparse.buffer<?xf32>
    } {iter.loop = #j}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %tiles = transform.sparse.match.loops dims ["j"] in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %searches = transform.sparse.materialize %tiles : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// What memory says may change.

!dense = !axis.axis<dense_fixed>
!rows = !axis.axis<sparse_variable, sorted, unique>
#j = #iter.loop<nest = "n", dims = ["j"], axis = sparse_variable, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @asked_what_memory_says(%n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %y: memref<?xf32>, %x: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %I = axis.dense_fixed %n : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !rows
    %Y = sparse.bind %y on (%I, %J) : memref<?xf32> on (!dense, !rows) -> !sparse.buffer<?xf32>
    // expected-error @+1 {{cannot materialize searches of loop over j of nest 'n': no search in it follows from its iteration}}
    scf.for %p = %c0 to %n step %c1 {
      %at = memref.load %crd[%p] : memref<?xi32>
      %k = arith.index_cast %at : i32 to index
      %q = axis.parent %J[%k] : !rows
      sparse.store %x, %Y at positions [%q] : !sparse.buffer<?xf32>
    } {iter.loop = #j}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %tiles = transform.sparse.match.loops dims ["j"] in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %searches = transform.sparse.materialize %tiles : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

!dense = !axis.axis<dense_fixed>
!rows = !axis.axis<sparse_variable, sorted, unique>
#j = #iter.loop<nest = "n", dims = ["j"], axis = sparse_variable, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @every_second(%n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %y: memref<?xf32>, %x: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %I = axis.dense_fixed %n : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !rows
    %Y = sparse.bind %y on (%I, %J) : memref<?xf32> on (!dense, !rows) -> !sparse.buffer<?xf32>
    // expected-error @+1 {{cannot materialize searches of loop over j of nest 'n': its step is not 1}}
    scf.for %p = %c0 to %n step %n {
      %q = axis.parent %J[%p] : !rows
      sparse.store %x, %Y at positions [%q] : !sparse.buffer<?xf32>
    } {iter.loop = #j}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %tiles = transform.sparse.match.loops dims ["j"] in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %searches = transform.sparse.materialize %tiles : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// A loop in another one, of no fibre.

!dense = !axis.axis<dense_fixed>
!rows = !axis.axis<sparse_variable, sorted, unique>
#i = #iter.loop<nest = "n", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "n", dims = ["j"], axis = sparse_variable, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @no_number(%n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %y: memref<?xf32>, %x: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %I = axis.dense_fixed %n : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !rows
    %Y = sparse.bind %y on (%I, %J) : memref<?xf32> on (!dense, !rows) -> !sparse.buffer<?xf32>
    scf.for %i = %c0 to %n step %c1 {
      // expected-error @+1 {{cannot materialize searches of loop over j of nest 'n': it does not run through the positions of an axis, each once}}
      scf.for %p = %c0 to %i step %c1 {
        %q = axis.parent %J[%p] : !rows
        sparse.store %x, %Y at positions [%q] : !sparse.buffer<?xf32>
      } {iter.loop = #j}
    } {iter.loop = #i}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %tiles = transform.sparse.match.loops dims ["j"] in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %searches = transform.sparse.materialize %tiles : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// Memory is made where a function begins.

!dense = !axis.axis<dense_fixed>
!rows = !axis.axis<sparse_variable, sorted, unique>
#j = #iter.loop<nest = "n", dims = ["j"], axis = sparse_variable, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @in_a_branch(%n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %y: memref<?xf32>, %x: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %I = axis.dense_fixed %n : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !rows
    %Y = sparse.bind %y on (%I, %J) : memref<?xf32> on (!dense, !rows) -> !sparse.buffer<?xf32>
    %some = arith.cmpi ne, %n, %c0 : index
    scf.if %some {
      // expected-error @+1 {{cannot materialize searches of loop over j of nest 'n': a branch is around it}}
      scf.for %p = %c0 to %n step %c1 {
        %q = axis.parent %J[%p] : !rows
        sparse.store %x, %Y at positions [%q] : !sparse.buffer<?xf32>
      } {iter.loop = #j}
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %tiles = transform.sparse.match.loops dims ["j"] in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %searches = transform.sparse.materialize %tiles : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// Workers would each fill all of an array.

!dense = !axis.axis<dense_fixed>
!rows = !axis.axis<sparse_variable, sorted, unique>
#i = #iter.loop<nest = "n", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "n", dims = ["j"], axis = sparse_variable, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @in_a_parallel_loop(%n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %y: memref<?xf32>, %x: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %I = axis.dense_fixed %n : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !rows
    %Y = sparse.bind %y on (%I, %J) : memref<?xf32> on (!dense, !rows) -> !sparse.buffer<?xf32>
    scf.forall (%i) in (%n) {
      // expected-error @+1 {{cannot materialize searches of loop over j of nest 'n': it stands in a loop that is parallel}}
      scf.for %p = %c0 to %i step %c1 {
        %q = axis.parent %J[%p] : !rows
        sparse.store %x, %Y at positions [%q] : !sparse.buffer<?xf32>
      } {iter.loop = #j}
    } {iter.loop = #i}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %tiles = transform.sparse.match.loops dims ["j"] in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %searches = transform.sparse.materialize %tiles : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// Sums that a loop around hands on.

!dense = !axis.axis<dense_fixed>
!rows = !axis.axis<sparse_variable, sorted, unique>
#i = #iter.loop<nest = "n", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "n", dims = ["j"], axis = sparse_variable, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @in_a_sum(%n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %y: memref<?xf32>, %x: f32) -> index {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %I = axis.dense_fixed %n : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !rows
    %Y = sparse.bind %y on (%I, %J) : memref<?xf32> on (!dense, !rows) -> !sparse.buffer<?xf32>
    %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %c0) -> index {
      // expected-error @+1 {{cannot materialize searches of loop over j of nest 'n': what is around it hands values on, or does not count by ones}}
      scf.for %p = %c0 to %i step %c1 {
        %q = axis.parent %J[%p] : !rows
        sparse.store %x, %Y at positions [%q] : !sparse.buffer<?xf32>
      } {iter.loop = #j}
      %t = arith.addi %s, %c1 : index
      scf.yield %t : index
    } {iter.loop = #i}
    return %sum : index
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %tiles = transform.sparse.match.loops dims ["j"] in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %searches = transform.sparse.materialize %tiles : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
