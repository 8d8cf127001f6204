// RUN: sparse-opt %s --transform-interpreter --split-input-file --verify-diagnostics

module attributes {transform.with_named_sequence} {
  func.func @other_element_each_time(%n: index, %y: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // expected-error @+1 {{cannot accumulate in registers in loop over J of nest 'sums': it loads and stores no element that is the same in all iterations}}
    scf.for %j = %c0 to %n step %c1 {
      %old = memref.load %y[%j] : memref<?xf32>
      %new = arith.addf %old, %old : f32
      memref.store %new, %y[%j] : memref<?xf32>
    } {iter.loop = #iter.loop<nest = "sums", dims = ["J"], axis = dense_fixed, kind = reduction, role = level>}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.accumulate_in_registers %loops : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @may_be_read_as_x(%n: index, %x: memref<?xf32>, %y: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    // expected-error @+1 {{cannot accumulate in registers in 'scf.for': 'memref.load' in it may touch the element that it loads and stores}}
    scf.for %j = %c0 to %c4 step %c1 {
      // expected-note @+1 {{this stands in the way}}
      %v = memref.load %x[%j] : memref<?xf32>
      %old = memref.load %y[%n] : memref<?xf32>
      %new = arith.addf %old, %v : f32
      memref.store %new, %y[%n] : memref<?xf32>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.accumulate_in_registers %loops : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func private @anything()
  func.func @may_be_touched_by_a_call(%n: index, %y: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    // expected-error @+1 {{cannot accumulate in registers in 'scf.for': 'func.call' in it may touch the element that it loads and stores}}
    scf.for %j = %c0 to %c4 step %c1 {
      // expected-note @+1 {{this stands in the way}}
      func.call @anything() : () -> ()
      %old = memref.load %y[%n] : memref<?xf32>
      memref.store %old, %y[%n] : memref<?xf32>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.accumulate_in_registers %loops : !transform.any_op
    transform.yield
  }
}

// -----

// Elements of one memory at a constant distance are different ones: both are
// carried. At another distance they may be one.

module attributes {transform.with_named_sequence} {
  func.func @may_be_the_same_element(%n: index, %m: index, %y: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    // expected-error @+1 {{cannot accumulate in registers in 'scf.for': 'memref.load' in it may touch the element that it loads and stores}}
    scf.for %j = %c0 to %c4 step %c1 {
      // expected-note @+1 {{this stands in the way}}
      %v = memref.load %y[%m] : memref<?xf32>
      %old = memref.load %y[%n] : memref<?xf32>
      %new = arith.addf %old, %v : f32
      memref.store %new, %y[%n] : memref<?xf32>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.accumulate_in_registers %loops : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @in_a_parallel_loop(%n: index, %y: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    // expected-error @+1 {{cannot accumulate in registers in 'scf.for': 'scf.forall' in it loads or stores the element and carries no values}}
    scf.for %j = %c0 to %c4 step %c1 {
      // expected-note @+1 {{this stands in the way}}
      scf.forall (%t) in (%n) {
        %old = memref.load %y[%n] : memref<?xf32>
        memref.store %old, %y[%n] : memref<?xf32>
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.accumulate_in_registers %loops : !transform.any_op
    transform.yield
  }
}

// -----

// Where the store is in a branch that may never be taken, the element need not
// be there, or another thread may write to it.

module attributes {transform.with_named_sequence} {
  func.func @may_never_be_stored(%n: index, %take: i1, %y: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    // expected-error @+1 {{cannot accumulate in registers in 'scf.for': it may never store to the element}}
    scf.for %j = %c0 to %c4 step %c1 {
      scf.if %take {
        // expected-note @+1 {{this stands in the way}}
        %old = memref.load %y[%n] : memref<?xf32>
        memref.store %old, %y[%n] : memref<?xf32>
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.accumulate_in_registers %loops : !transform.any_op
    transform.yield
  }
}

// -----

// Nor does a load beside the branch show that a store may be made: the memory may
// be one that is only read.

module attributes {transform.with_named_sequence} {
  func.func @always_loaded_but_may_never_be_stored(%n: index, %take: i1, %y: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    // expected-error @+1 {{cannot accumulate in registers in 'scf.for': it may never store to the element}}
    scf.for %j = %c0 to %c4 step %c1 {
      // expected-note @+1 {{this stands in the way}}
      %old = memref.load %y[%n] : memref<?xf32>
      %new = arith.addf %old, %old : f32
      scf.if %take {
        memref.store %new, %y[%n] : memref<?xf32>
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.accumulate_in_registers %loops : !transform.any_op
    transform.yield
  }
}

// -----

// Of a branch, both cases have to store.

module attributes {transform.with_named_sequence} {
  func.func @stored_in_one_case(%n: index, %take: i1, %y: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    // expected-error @+1 {{cannot accumulate in registers in 'scf.for': it may never store to the element}}
    scf.for %j = %c0 to %c4 step %c1 {
      // expected-note @+1 {{this stands in the way}}
      %old = memref.load %y[%n] : memref<?xf32>
      %v = scf.if %take -> f32 {
        %new = arith.addf %old, %old : f32
        memref.store %new, %y[%n] : memref<?xf32>
        scf.yield %new : f32
      } else {
        scf.yield %old : f32
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.accumulate_in_registers %loops : !transform.any_op
    transform.yield
  }
}
