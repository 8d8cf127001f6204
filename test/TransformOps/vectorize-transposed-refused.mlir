// RUN: sparse-opt %s --transform-interpreter --split-input-file --verify-diagnostics

// Iterations that no square divides, and a number of them that is not known.

module attributes {transform.with_named_sequence} {
  func.func @sides(%A: memref<4x4xf32>, %B: memref<4x4xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %0:2 = memref.distinct_objects %A, %B : memref<4x4xf32>, memref<4x4xf32>
    // expected-error @+1 {{cannot vectorize and transpose loop over I of nest 'turn': squares of 8 elements a side do not surely divide 4 iterations}}
    scf.for %i = %c0 to %c4 step %c1 {
      scf.for %j = %c0 to %c4 step %c1 {
        %a = memref.load %0#0[%i, %j] : memref<4x4xf32>
        memref.store %a, %0#1[%j, %i] : memref<4x4xf32>
      } {iter.loop = #iter.loop<nest = "turn", dims = ["J"], axis = dense_fixed, kind = spatial, role = point>}
    } {iter.loop = #iter.loop<nest = "turn", dims = ["I"], axis = dense_fixed, kind = spatial, role = point>}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %rows = transform.sparse.match.loops dims ["I"] in %root : (!transform.any_op) -> !transform.any_op
    %lanes = transform.param.constant 8 : i64 -> !transform.param<i64>
    // expected-note @+1 {{the schedule asks for it here}}
    %squares = transform.sparse.vectorize_transposed %rows lanes(%lanes) : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @unknown(%A: memref<4x4xf32>, %B: memref<4x4xf32>, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %0:2 = memref.distinct_objects %A, %B : memref<4x4xf32>, memref<4x4xf32>
    // expected-error @+1 {{cannot vectorize and transpose loop over I of nest 'turn': squares of 4 elements a side do not surely divide its iterations}}
    scf.for %i = %c0 to %c4 step %c1 {
      scf.for %j = %c0 to %n step %c1 {
        %a = memref.load %0#0[%i, %j] : memref<4x4xf32>
        memref.store %a, %0#1[%j, %i] : memref<4x4xf32>
      } {iter.loop = #iter.loop<nest = "turn", dims = ["J"], axis = dense_fixed, kind = spatial, role = point>}
    } {iter.loop = #iter.loop<nest = "turn", dims = ["I"], axis = dense_fixed, kind = spatial, role = point>}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %rows = transform.sparse.match.loops dims ["I"] in %root : (!transform.any_op) -> !transform.any_op
    %lanes = transform.param.constant 4 : i64 -> !transform.param<i64>
    // expected-note @+1 {{the schedule asks for it here}}
    %squares = transform.sparse.vectorize_transposed %rows lanes(%lanes) : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.yield
  }
}

// -----

// What lies in one order on both sides is no case for it.

module attributes {transform.with_named_sequence} {
  func.func @one_order(%A: memref<4x4xf32>, %B: memref<4x4xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %0:2 = memref.distinct_objects %A, %B : memref<4x4xf32>, memref<4x4xf32>
    // expected-error @+1 {{cannot vectorize and transpose loop over I of nest 'turn': what is loaded lies in the order in which it is stored, or in none}}
    scf.for %i = %c0 to %c4 step %c1 {
      scf.for %j = %c0 to %c4 step %c1 {
        // expected-note @+1 {{this stands in the way}}
        %a = memref.load %0#0[%j, %i] : memref<4x4xf32>
        memref.store %a, %0#1[%j, %i] : memref<4x4xf32>
      } {iter.loop = #iter.loop<nest = "turn", dims = ["J"], axis = dense_fixed, kind = spatial, role = point>}
    } {iter.loop = #iter.loop<nest = "turn", dims = ["I"], axis = dense_fixed, kind = spatial, role = point>}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %rows = transform.sparse.match.loops dims ["I"] in %root : (!transform.any_op) -> !transform.any_op
    %lanes = transform.param.constant 4 : i64 -> !transform.param<i64>
    // expected-note @+1 {{the schedule asks for it here}}
    %squares = transform.sparse.vectorize_transposed %rows lanes(%lanes) : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @nothing_turned(%A: memref<4x4xf32>, %B: memref<4x4xf32>, %r: memref<4xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %0:2 = memref.distinct_objects %A, %B : memref<4x4xf32>, memref<4x4xf32>
    // expected-error @+1 {{cannot vectorize and transpose loop over I of nest 'turn': nothing is loaded in another order than it is stored in}}
    scf.for %i = %c0 to %c4 step %c1 {
      scf.for %j = %c0 to %c4 step %c1 {
        %a = memref.load %r[%j] : memref<4xf32>
        memref.store %a, %0#1[%j, %i] : memref<4x4xf32>
      } {iter.loop = #iter.loop<nest = "turn", dims = ["J"], axis = dense_fixed, kind = spatial, role = point>}
    } {iter.loop = #iter.loop<nest = "turn", dims = ["I"], axis = dense_fixed, kind = spatial, role = point>}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %rows = transform.sparse.match.loops dims ["I"] in %root : (!transform.any_op) -> !transform.any_op
    %lanes = transform.param.constant 4 : i64 -> !transform.param<i64>
    // expected-note @+1 {{the schedule asks for it here}}
    %squares = transform.sparse.vectorize_transposed %rows lanes(%lanes) : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.yield
  }
}

// -----

// Neighbours are stored by neither.

module attributes {transform.with_named_sequence} {
  func.func @apart(%A: memref<4x4xf32>, %B: memref<16x4xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %0:2 = memref.distinct_objects %A, %B : memref<4x4xf32>, memref<16x4xf32>
    // expected-error @+1 {{cannot vectorize and transpose loop over I of nest 'turn': iterations of neither loop alone store neighbours}}
    scf.for %i = %c0 to %c4 step %c1 {
      scf.for %j = %c0 to %c4 step %c1 {
        %a = memref.load %0#0[%i, %j] : memref<4x4xf32>
        // expected-note @+1 {{this stands in the way}}
        memref.store %a, %0#1[%i, %c0] : memref<16x4xf32>
      } {iter.loop = #iter.loop<nest = "turn", dims = ["J"], axis = dense_fixed, kind = spatial, role = point>}
    } {iter.loop = #iter.loop<nest = "turn", dims = ["I"], axis = dense_fixed, kind = spatial, role = point>}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %rows = transform.sparse.match.loops dims ["I"] in %root : (!transform.any_op) -> !transform.any_op
    %lanes = transform.param.constant 4 : i64 -> !transform.param<i64>
    // expected-note @+1 {{the schedule asks for it here}}
    %squares = transform.sparse.vectorize_transposed %rows lanes(%lanes) : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.yield
  }
}

// -----

// Two stores, and none.

module attributes {transform.with_named_sequence} {
  func.func @twice(%A: memref<4x4xf32>, %B: memref<4x4xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %0:2 = memref.distinct_objects %A, %B : memref<4x4xf32>, memref<4x4xf32>
    // expected-error @+1 {{cannot vectorize and transpose loop over I of nest 'turn': elements are stored twice}}
    scf.for %i = %c0 to %c4 step %c1 {
      scf.for %j = %c0 to %c4 step %c1 {
        %a = memref.load %0#0[%i, %j] : memref<4x4xf32>
        memref.store %a, %0#1[%j, %i] : memref<4x4xf32>
        // expected-note @+1 {{this stands in the way}}
        memref.store %a, %0#1[%j, %i] : memref<4x4xf32>
      } {iter.loop = #iter.loop<nest = "turn", dims = ["J"], axis = dense_fixed, kind = spatial, role = point>}
    } {iter.loop = #iter.loop<nest = "turn", dims = ["I"], axis = dense_fixed, kind = spatial, role = point>}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %rows = transform.sparse.match.loops dims ["I"] in %root : (!transform.any_op) -> !transform.any_op
    %lanes = transform.param.constant 4 : i64 -> !transform.param<i64>
    // expected-note @+1 {{the schedule asks for it here}}
    %squares = transform.sparse.vectorize_transposed %rows lanes(%lanes) : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @none(%A: memref<4x4xf32>, %B: memref<4x4xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %0:2 = memref.distinct_objects %A, %B : memref<4x4xf32>, memref<4x4xf32>
    // expected-error @+1 {{cannot vectorize and transpose loop over I of nest 'turn': nothing is stored}}
    scf.for %i = %c0 to %c4 step %c1 {
      scf.for %j = %c0 to %c4 step %c1 {
        %a = memref.load %0#0[%i, %j] : memref<4x4xf32>
      } {iter.loop = #iter.loop<nest = "turn", dims = ["J"], axis = dense_fixed, kind = spatial, role = point>}
    } {iter.loop = #iter.loop<nest = "turn", dims = ["I"], axis = dense_fixed, kind = spatial, role = point>}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %rows = transform.sparse.match.loops dims ["I"] in %root : (!transform.any_op) -> !transform.any_op
    %lanes = transform.param.constant 4 : i64 -> !transform.param<i64>
    // expected-note @+1 {{the schedule asks for it here}}
    %squares = transform.sparse.vectorize_transposed %rows lanes(%lanes) : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.yield
  }
}

// -----

// Where elements go is in memory.

module attributes {transform.with_named_sequence} {
  func.func @permuted(%A: memref<4x4xf32>, %B: memref<4x4xf32>, %p: memref<4xindex>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %0:2 = memref.distinct_objects %A, %B : memref<4x4xf32>, memref<4x4xf32>
    // expected-error @+1 {{cannot vectorize and transpose loop over I of nest 'turn': where elements are stored is loaded}}
    scf.for %i = %c0 to %c4 step %c1 {
      scf.for %j = %c0 to %c4 step %c1 {
        %a = memref.load %0#0[%i, %j] : memref<4x4xf32>
        // expected-note @+1 {{this stands in the way}}
        %k = memref.load %p[%j] : memref<4xindex>
        memref.store %a, %0#1[%k, %i] : memref<4x4xf32>
      } {iter.loop = #iter.loop<nest = "turn", dims = ["J"], axis = dense_fixed, kind = spatial, role = point>}
    } {iter.loop = #iter.loop<nest = "turn", dims = ["I"], axis = dense_fixed, kind = spatial, role = point>}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %rows = transform.sparse.match.loops dims ["I"] in %root : (!transform.any_op) -> !transform.any_op
    %lanes = transform.param.constant 4 : i64 -> !transform.param<i64>
    // expected-note @+1 {{the schedule asks for it here}}
    %squares = transform.sparse.vectorize_transposed %rows lanes(%lanes) : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.yield
  }
}

// -----

// Rows of several lengths.

module attributes {transform.with_named_sequence} {
  func.func @triangle(%A: memref<4x4xf32>, %B: memref<4x4xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %0:2 = memref.distinct_objects %A, %B : memref<4x4xf32>, memref<4x4xf32>
    // expected-error @+1 {{cannot vectorize and transpose loop over I of nest 'turn': the bounds of the loop in it differ from iteration to iteration}}
    scf.for %i = %c0 to %c4 step %c1 {
      scf.for %j = %c0 to %i step %c1 {
        %a = memref.load %0#0[%i, %j] : memref<4x4xf32>
        memref.store %a, %0#1[%j, %i] : memref<4x4xf32>
      } {iter.loop = #iter.loop<nest = "turn", dims = ["J"], axis = dense_fixed, kind = spatial, role = point>}
    } {iter.loop = #iter.loop<nest = "turn", dims = ["I"], axis = dense_fixed, kind = spatial, role = point>}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %rows = transform.sparse.match.loops dims ["I"] in %root : (!transform.any_op) -> !transform.any_op
    %lanes = transform.param.constant 4 : i64 -> !transform.param<i64>
    // expected-note @+1 {{the schedule asks for it here}}
    %squares = transform.sparse.vectorize_transposed %rows lanes(%lanes) : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.yield
  }
}

// -----

// One memory on both sides: rows that are stored would be loaded again.

module attributes {transform.with_named_sequence} {
  func.func @in_place(%A: memref<4x4xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    // expected-error @+1 {{cannot vectorize and transpose loop over I of nest 'turn': 'memref.load' in it may touch what another iteration writes by 'memref.store'}}
    scf.for %i = %c0 to %c4 step %c1 {
      scf.for %j = %c0 to %c4 step %c1 {
        // expected-note @+1 {{this stands in the way}}
        %a = memref.load %A[%i, %j] : memref<4x4xf32>
        memref.store %a, %A[%j, %i] : memref<4x4xf32>
      } {iter.loop = #iter.loop<nest = "turn", dims = ["J"], axis = dense_fixed, kind = spatial, role = point>}
    } {iter.loop = #iter.loop<nest = "turn", dims = ["I"], axis = dense_fixed, kind = spatial, role = point>}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %rows = transform.sparse.match.loops dims ["I"] in %root : (!transform.any_op) -> !transform.any_op
    %lanes = transform.param.constant 4 : i64 -> !transform.param<i64>
    // expected-note @+1 {{the schedule asks for it here}}
    %squares = transform.sparse.vectorize_transposed %rows lanes(%lanes) : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @row_before(%A: memref<4x4xf32>, %B: memref<4x4xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %0:2 = memref.distinct_objects %A, %B : memref<4x4xf32>, memref<4x4xf32>
    // expected-error @+1 {{cannot vectorize and transpose loop over I of nest 'turn': what is loaded beside the loop in it may be written there}}
    scf.for %i = %c0 to %c4 step %c1 {
      // expected-note @+1 {{this stands in the way}}
      %first = memref.load %0#1[%c0, %i] : memref<4x4xf32>
      scf.for %j = %c0 to %c4 step %c1 {
        %a = memref.load %0#0[%i, %j] : memref<4x4xf32>
        %s = arith.addf %a, %first : f32
        memref.store %s, %0#1[%j, %i] : memref<4x4xf32>
      } {iter.loop = #iter.loop<nest = "turn", dims = ["J"], axis = dense_fixed, kind = spatial, role = point>}
    } {iter.loop = #iter.loop<nest = "turn", dims = ["I"], axis = dense_fixed, kind = spatial, role = point>}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %rows = transform.sparse.match.loops dims ["I"] in %root : (!transform.any_op) -> !transform.any_op
    %lanes = transform.param.constant 4 : i64 -> !transform.param<i64>
    // expected-note @+1 {{the schedule asks for it here}}
    %squares = transform.sparse.vectorize_transposed %rows lanes(%lanes) : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.yield
  }
}

// -----

// No loop inside, and a branch.

module attributes {transform.with_named_sequence} {
  func.func @single(%A: memref<4x4xf32>, %B: memref<4x4xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %0:2 = memref.distinct_objects %A, %B : memref<4x4xf32>, memref<4x4xf32>
    // expected-error @+1 {{cannot vectorize and transpose loop over I of nest 'turn': there is no loop in it}}
    scf.for %i = %c0 to %c4 step %c1 {
      %a = memref.load %0#0[%c0, %i] : memref<4x4xf32>
      memref.store %a, %0#1[%i, %c0] : memref<4x4xf32>
    } {iter.loop = #iter.loop<nest = "turn", dims = ["I"], axis = dense_fixed, kind = spatial, role = point>}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %rows = transform.sparse.match.loops dims ["I"] in %root : (!transform.any_op) -> !transform.any_op
    %lanes = transform.param.constant 4 : i64 -> !transform.param<i64>
    // expected-note @+1 {{the schedule asks for it here}}
    %squares = transform.sparse.vectorize_transposed %rows lanes(%lanes) : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @branch(%A: memref<4x4xf32>, %B: memref<4x4xf32>, %yes: i1) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %0:2 = memref.distinct_objects %A, %B : memref<4x4xf32>, memref<4x4xf32>
    // expected-error @+1 {{cannot vectorize and transpose loop over I of nest 'turn': in the inner loop stands another one, or a branch}}
    scf.for %i = %c0 to %c4 step %c1 {
      scf.for %j = %c0 to %c4 step %c1 {
        %a = memref.load %0#0[%i, %j] : memref<4x4xf32>
        // expected-note @+1 {{this stands in the way}}
        scf.if %yes {
          memref.store %a, %0#1[%j, %i] : memref<4x4xf32>
        }
      } {iter.loop = #iter.loop<nest = "turn", dims = ["J"], axis = dense_fixed, kind = spatial, role = point>}
    } {iter.loop = #iter.loop<nest = "turn", dims = ["I"], axis = dense_fixed, kind = spatial, role = point>}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %rows = transform.sparse.match.loops dims ["I"] in %root : (!transform.any_op) -> !transform.any_op
    %lanes = transform.param.constant 4 : i64 -> !transform.param<i64>
    // expected-note @+1 {{the schedule asks for it here}}
    %squares = transform.sparse.vectorize_transposed %rows lanes(%lanes) : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.yield
  }
}
