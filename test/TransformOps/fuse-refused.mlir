// RUN: sparse-opt %s --transform-interpreter --split-input-file --verify-diagnostics

!dense = !axis.axis<dense_fixed>
module attributes {transform.with_named_sequence} {
  func.func @no_parent_and_child(%n: index) {
    %I = axis.dense_fixed %n : !dense
    // expected-error @+1 {{cannot fuse dimensions of nest 'n': J does not lie just under I}}
    iter.nest "n" ("I": %i, "J": %j) over (%I, %I : !dense, !dense) kinds [spatial, spatial] {
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %nests = transform.sparse.match.nests in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.fuse %nests dims ["I", "J"] : !transform.any_op
    transform.yield
  }
}

// -----

!dense = !axis.axis<dense_fixed>
!rows = !axis.axis<sparse_variable, sorted, unique>
module attributes {transform.with_named_sequence} {
  func.func @not_side_by_side(%n: index, %pos: memref<?xi32>, %crd: memref<?xi32>) {
    %I = axis.dense_fixed %n : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !rows
    // expected-error @+1 {{cannot fuse dimensions of nest 'n': J does not come right after I}}
    iter.nest "n" ("I": %i, "K": %k, "J": %j) over (%I, %I, %J of 0 : !dense, !dense, !rows) kinds [spatial, spatial, spatial] {
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %nests = transform.sparse.match.nests in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.fuse %nests dims ["I", "J"] : !transform.any_op
    transform.yield
  }
}

// -----

!dense = !axis.axis<dense_fixed>
!rows = !axis.axis<sparse_variable, sorted, unique>
module attributes {transform.with_named_sequence} {
  func.func @part_of_a_group(%n: index, %pos: memref<?xi32>, %crd: memref<?xi32>) {
    %I = axis.dense_fixed %n : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !rows
    %K = axis.sparse_variable %n of %J positions %pos coordinates %crd : !rows, memref<?xi32>, memref<?xi32> -> !rows
    // expected-error @+1 {{cannot fuse dimensions of nest 'n': I is fused with some of them}}
    iter.nest "n" ("I": %i, "J": %j, "K": %k) over ((%I, %J), %K : !dense, !rows, !rows) kinds [spatial, spatial, spatial] {
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %nests = transform.sparse.match.nests in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.fuse %nests dims ["J", "K"] : !transform.any_op
    transform.yield
  }
}

// -----

!dense = !axis.axis<dense_fixed>
!slots = !axis.axis<sparse_fixed, sorted, unique>
module attributes {transform.with_named_sequence} {
  func.func @rows_of_several_lengths(%n: index, %len: memref<?xi32>, %crd: memref<?x?xi32>) {
    %I = axis.dense_fixed %n : !dense
    %J = axis.sparse_fixed %n width %n of %I lengths %len coordinates %crd : !dense, memref<?xi32>, memref<?x?xi32> -> !slots
    // expected-error @+1 {{cannot fuse dimensions of nest 'n': fibres of J may lack cells}}
    iter.nest "n" ("I": %i, "J": %j) over (%I, %J : !dense, !slots) kinds [spatial, spatial] {
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %nests = transform.sparse.match.nests in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.fuse %nests dims ["I", "J"] : !transform.any_op
    transform.yield
  }
}

// -----

!dense = !axis.axis<dense_fixed>
module attributes {transform.with_named_sequence} {
  func.func @one_dimension(%n: index) {
    %I = axis.dense_fixed %n : !dense
    // expected-error @+1 {{cannot fuse dimensions of nest 'n': it takes two dimensions or more}}
    iter.nest "n" ("I": %i) over (%I : !dense) kinds [spatial] {
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %nests = transform.sparse.match.nests in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.fuse %nests dims ["I"] : !transform.any_op
    transform.yield
  }
}
