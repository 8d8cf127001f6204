// RUN: sparse-opt %s --spindle-apply-schedule --split-input-file | FileCheck %s

// Coordinate space: nests over axes made from memory.

// CHECK-LABEL: func.func @row_sums(
// CHECK-SAME: memref<?xi32>
// CHECK: axis.sparse_variable
// CHECK: sparse.fill
// CHECK: iter.nest "row_sums"
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    %coordinates = transform.sparse.lower_to_coordinates %root : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
  func.func @row_sums(%A: !sparse.tensor<?x?xf32, #sparse.csr>, %y: !sparse.tensor<?xf32, #sparse.dense>) {
    %zero = arith.constant 0.0 : f32
    %I, %J, %Av = sparse.unpack %A : !sparse.tensor<?x?xf32, #sparse.csr> -> !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>, !sparse.buffer<?xf32>
    %K, %yv = sparse.unpack %y : !sparse.tensor<?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
    sparse.fill %yv, %zero : !sparse.buffer<?xf32>
    iter.nest "row_sums" ("i": %i, "j": %j at %p) over (%I, %J : !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>) kinds [spatial, reduction] {
      %v = sparse.load %Av at [%p] : !sparse.buffer<?xf32>
      sparse.accumulate add %v into %yv[%i] : !sparse.buffer<?xf32>
    }
    return
  }
}

// -----

// Position space: loops over stored positions, serial whatever is to follow.

// CHECK-LABEL: func.func @row_sums(
// CHECK-NOT: iter.nest
// CHECK: scf.for
// CHECK: axis.position
// CHECK: scf.for
// CHECK: sparse.accumulate add
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    %positions = transform.sparse.lower_to_positions %root : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
  func.func @row_sums(%A: !sparse.tensor<?x?xf32, #sparse.csr>, %y: !sparse.tensor<?xf32, #sparse.dense>) {
    %zero = arith.constant 0.0 : f32
    %I, %J, %Av = sparse.unpack %A : !sparse.tensor<?x?xf32, #sparse.csr> -> !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>, !sparse.buffer<?xf32>
    %K, %yv = sparse.unpack %y : !sparse.tensor<?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
    sparse.fill %yv, %zero : !sparse.buffer<?xf32>
    iter.nest "row_sums" ("i": %i, "j": %j at %p) over (%I, %J : !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>) kinds [spatial, reduction] {
      %v = sparse.load %Av at [%p] : !sparse.buffer<?xf32>
      sparse.accumulate add %v into %yv[%i] : !sparse.buffer<?xf32>
    }
    return
  }
}

// -----

// Plain loops on plain memory.

// CHECK-LABEL: func.func @row_sums(
// CHECK-NOT: {{(axis|sparse)\.[a-z_]+ [%:]}}
// CHECK: scf.for
// CHECK: scf.for
// CHECK: arith.addf
// CHECK-NEXT: memref.store
// CHECK: return
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    %loops = transform.sparse.lower_to_loops %root : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
  func.func @row_sums(%A: !sparse.tensor<?x?xf32, #sparse.csr>, %y: !sparse.tensor<?xf32, #sparse.dense>) {
    %zero = arith.constant 0.0 : f32
    %I, %J, %Av = sparse.unpack %A : !sparse.tensor<?x?xf32, #sparse.csr> -> !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>, !sparse.buffer<?xf32>
    %K, %yv = sparse.unpack %y : !sparse.tensor<?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
    sparse.fill %yv, %zero : !sparse.buffer<?xf32>
    iter.nest "row_sums" ("i": %i, "j": %j at %p) over (%I, %J : !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>) kinds [spatial, reduction] {
      %v = sparse.load %Av at [%p] : !sparse.buffer<?xf32>
      sparse.accumulate add %v into %yv[%i] : !sparse.buffer<?xf32>
    }
    return
  }
}

// -----

// A program that is in a stage, or beyond it, stays as it is, and one may go from
// stage to stage.

// CHECK-LABEL: func.func @row_sums(
// CHECK-NOT: iter.nest
// CHECK: axis.position
// CHECK: sparse.accumulate add
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    %a = transform.sparse.lower_to_coordinates %root : (!transform.any_op) -> !transform.any_op
    %b = transform.sparse.lower_to_coordinates %a : (!transform.any_op) -> !transform.any_op
    %c = transform.sparse.lower_to_positions %b : (!transform.any_op) -> !transform.any_op
    %d = transform.sparse.lower_to_positions %c : (!transform.any_op) -> !transform.any_op
    %e = transform.sparse.lower_to_coordinates %d : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
  func.func @row_sums(%A: !sparse.tensor<?x?xf32, #sparse.csr>, %y: !sparse.tensor<?xf32, #sparse.dense>) {
    %zero = arith.constant 0.0 : f32
    %I, %J, %Av = sparse.unpack %A : !sparse.tensor<?x?xf32, #sparse.csr> -> !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>, !sparse.buffer<?xf32>
    %K, %yv = sparse.unpack %y : !sparse.tensor<?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
    sparse.fill %yv, %zero : !sparse.buffer<?xf32>
    iter.nest "row_sums" ("i": %i, "j": %j at %p) over (%I, %J : !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>) kinds [spatial, reduction] {
      %v = sparse.load %Av at [%p] : !sparse.buffer<?xf32>
      sparse.accumulate add %v into %yv[%i] : !sparse.buffer<?xf32>
    }
    return
  }
}
