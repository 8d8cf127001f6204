// RUN: sparse-opt %s --transform-interpreter --split-input-file --verify-diagnostics

// Bounds that are read of an argument are not known.

module attributes {transform.with_named_sequence} {
  func.func @argument(%pos: memref<?xindex>, %y: memref<?xf32>, %v: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %end = memref.load %pos[%c1] : memref<?xindex>
    // expected-error @+1 {{cannot dismantle loop over J of nest 'f': the bounds of loop over J of nest 'f' are not constant}}
    scf.for %p = %c0 to %end step %c1 {
      memref.store %v, %y[%p] : memref<?xf32>
    } {iter.loop = #iter.loop<nest = "f", dims = ["J"], axis = sparse_variable, kind = spatial, role = level>}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %left = transform.sparse.dismantle %loops : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// So are those of memory that may be written, and of rows of which there are as many as
// the function is told.

module attributes {transform.with_named_sequence} {
  memref.global "private" @positions : memref<2xindex> = dense<[0, 2]>
  func.func @written(%y: memref<?xf32>, %v: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %pos = memref.get_global @positions : memref<2xindex>
    %end = memref.load %pos[%c1] : memref<2xindex>
    // expected-error @+1 {{cannot dismantle 'scf.for': the bounds of 'scf.for' are not constant}}
    scf.for %p = %c0 to %end step %c1 {
      memref.store %v, %y[%p] : memref<?xf32>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %left = transform.sparse.dismantle %loops : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  memref.global "private" constant @positions : memref<2xindex> = dense<[0, 2]>
  func.func @rows(%y: memref<?xf32>, %v: f32, %rows: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %pos = memref.get_global @positions : memref<2xindex>
    scf.for %i = %c0 to %rows step %c1 {
      %next = arith.addi %i, %c1 : index
      %from = memref.load %pos[%i] : memref<2xindex>
      %to = memref.load %pos[%next] : memref<2xindex>
      // expected-error @+1 {{cannot dismantle loop over J of nest 'f': the bounds of loop over I of nest 'f' are not constant}}
      scf.for %p = %from to %to step %c1 {
        memref.store %v, %y[%p] : memref<?xf32>
      } {elements, iter.loop = #iter.loop<nest = "f", dims = ["J"], axis = sparse_variable, kind = spatial, role = level>}
    } {iter.loop = #iter.loop<nest = "f", dims = ["I"], axis = dense_fixed, kind = spatial, role = level>}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.structured.match ops{["scf.for"]} attributes{elements} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %left = transform.sparse.dismantle %loops : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// A position outside of the constant is not read.

module attributes {transform.with_named_sequence} {
  memref.global "private" constant @positions : memref<2xindex> = dense<[0, 2]>
  func.func @outside(%y: memref<?xf32>, %v: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %pos = memref.get_global @positions : memref<2xindex>
    %end = memref.load %pos[%c2] : memref<2xindex>
    // expected-error @+1 {{cannot dismantle 'scf.for': the bounds of 'scf.for' are not constant}}
    scf.for %p = %c0 to %end step %c1 {
      memref.store %v, %y[%p] : memref<?xf32>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %left = transform.sparse.dismantle %loops : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// Iterations are counted in all: of 3 rows with 2 elements there are 6.

module attributes {transform.with_named_sequence} {
  memref.global "private" constant @positions : memref<4xindex> = dense<[0, 2, 4, 6]>
  func.func @many(%y: memref<?xf32>, %v: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %pos = memref.get_global @positions : memref<4xindex>
    scf.for %i = %c0 to %c3 step %c1 {
      %next = arith.addi %i, %c1 : index
      %from = memref.load %pos[%i] : memref<4xindex>
      %to = memref.load %pos[%next] : memref<4xindex>
      // expected-error @+1 {{cannot dismantle loop over J of nest 'f': expected at most 5 iterations of loop over J of nest 'f' but got more}}
      scf.for %p = %from to %to step %c1 {
        memref.store %v, %y[%p] : memref<?xf32>
      } {elements, iter.loop = #iter.loop<nest = "f", dims = ["J"], axis = sparse_variable, kind = spatial, role = level>}
    } {iter.loop = #iter.loop<nest = "f", dims = ["I"], axis = dense_fixed, kind = spatial, role = level>}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.structured.match ops{["scf.for"]} attributes{elements} in %root : (!transform.any_op) -> !transform.any_op
    %five = transform.param.constant 5 : i64 -> !transform.param<i64>
    // expected-note @+1 {{the schedule asks for it here}}
    %left = transform.sparse.dismantle %loops most(%five) : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @parallel(%y: memref<4xf32>, %v: f32) {
    // expected-error @+1 {{cannot dismantle 'scf.forall': it is no 'scf.for'}}
    scf.forall (%p) in (4) {
      memref.store %v, %y[%p] : memref<4xf32>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.structured.match ops{["scf.forall"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %left = transform.sparse.dismantle %loops : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @beyond() {
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    %n = transform.param.constant 65537 : i64 -> !transform.param<i64>
    // expected-error @+1 {{expected most to be at most 65536 but got 65537}}
    %left = transform.sparse.dismantle %loops most(%n) : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.yield
  }
}
