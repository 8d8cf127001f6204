// RUN: sparse-opt %s --transform-interpreter --split-input-file --verify-diagnostics | FileCheck %s

// Two rows of a block at a time, whose number is known at run time alone: what
// both read is read once, each keeps its sum, and a row may be left.

// CHECK-LABEL: func.func @rows_of_a_block(
// CHECK: scf.for %[[I:[^ ]*]] = {{.*}} {
// CHECK-NEXT: %[[I1:.*]] = arith.addi %[[I]],
// CHECK-NEXT: %[[SUMS:.*]]:2 = scf.for %[[P:[^ ]*]] = {{.*}} iter_args(%[[S0:.*]] = %[[Z:.*]], %[[S1:.*]] = %[[Z]]) -> (f32, f32) {
// CHECK-NEXT: %[[C:.*]] = memref.load %{{.*}}[%[[P]]]
// CHECK-NEXT: %[[X:.*]] = memref.load %{{.*}}[%[[C]]]
// CHECK-NEXT: %[[A0:.*]] = memref.load %{{.*}}[%[[P]], %[[I]]]
// CHECK-NEXT: %[[A1:.*]] = memref.load %{{.*}}[%[[P]], %[[I1]]]
// CHECK-NEXT: %[[T0:.*]] = arith.mulf %[[A0]], %[[X]]
// CHECK-NEXT: %[[T1:.*]] = arith.mulf %[[A1]], %[[X]]
// CHECK-NEXT: %[[N0:.*]] = arith.addf %[[S0]], %[[T0]]
// CHECK-NEXT: %[[N1:.*]] = arith.addf %[[S1]], %[[T1]]
// CHECK-NEXT: scf.yield %[[N0]], %[[N1]]
// CHECK-NEXT: } {iter.loop = {{.*}} dims = ["Jo"]{{.*}} role = level>}
// CHECK-NEXT: memref.store %[[SUMS]]#0, %{{.*}}[%[[I]]]
// CHECK-NEXT: memref.store %[[SUMS]]#1, %{{.*}}[%[[I1]]]
// CHECK-NEXT: } {iter.loop = {{.*}} dims = ["Ii"]{{.*}} role = level>}
// CHECK: scf.for
// CHECK: scf.for
// CHECK: } {iter.loop = {{.*}} dims = ["Ii"]{{.*}} role = tail>}
module attributes {transform.with_named_sequence} {
  func.func @rows_of_a_block(%lo: index, %hi: index, %n: index, %crd: memref<?xindex>, %val: memref<?x4xf32>, %x: memref<?xf32>, %y: memref<4xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f32
    %0:2 = memref.distinct_objects %crd, %y : memref<?xindex>, memref<4xf32>
    %1:2 = memref.distinct_objects %val, %0#1 : memref<?x4xf32>, memref<4xf32>
    %2:2 = memref.distinct_objects %x, %1#1 : memref<?xf32>, memref<4xf32>
    scf.for %i = %c0 to %n step %c1 {
      %sum = scf.for %p = %lo to %hi step %c1 iter_args(%s = %zero) -> (f32) {
        %j = memref.load %0#0[%p] : memref<?xindex>
        %v = memref.load %2#0[%j] : memref<?xf32>
        %a = memref.load %1#0[%p, %i] : memref<?x4xf32>
        %t = arith.mulf %a, %v : f32
        %new = arith.addf %s, %t : f32
        scf.yield %new : f32
      } {iter.loop = #iter.loop<nest = "spmv", dims = ["Jo"], axis = sparse_variable, kind = reduction, role = level>}
      memref.store %sum, %2#1[%i] : memref<4xf32>
    } {iter.loop = #iter.loop<nest = "spmv", dims = ["Ii"], axis = dense_fixed, kind = spatial, role = level>}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %f = transform.param.constant 2 -> !transform.any_param
    %loops = transform.sparse.match.loops dims ["Ii"] in %root : (!transform.any_op) -> !transform.any_op
    %jammed = transform.sparse.unroll_and_jam %loops factor(%f) {where_legal} : (!transform.any_op, !transform.any_param) -> !transform.any_op
    transform.yield
  }
}

// -----

// A loop in a branch whose bounds differ is run for each iteration by itself.

// CHECK-LABEL: func.func @in_branches(
// CHECK-NOT: scf.for
// CHECK: scf.if
// CHECK: scf.for
// CHECK: scf.if
// CHECK: scf.for
// CHECK-NOT: scf.for
// CHECK: return
module attributes {transform.with_named_sequence} {
  func.func @in_branches(%n: index, %take: i1, %v: f32, %y: memref<2x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    scf.for %i = %c0 to %c2 step %c1 {
      scf.if %take {
        scf.for %j = %c0 to %i step %c1 {
          memref.store %v, %y[%i, %j] : memref<2x?xf32>
        }
      }
    } {here}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.structured.match ops{["scf.for"]} attributes{here} in %root : (!transform.any_op) -> !transform.any_op
    %jammed = transform.sparse.unroll_and_jam %loops : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @triangle(%n: index, %v: f32, %y: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // expected-error @+1 {{cannot unroll and jam 'scf.for': the bounds of a loop in it are not the same in all its iterations}}
    scf.for %i = %c0 to %n step %c1 {
      // expected-note @+1 {{this stands in the way}}
      scf.for %j = %c0 to %i step %c1 {
        memref.store %v, %y[%i, %j] : memref<?x?xf32>
      }
    } {here}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %f = transform.param.constant 2 -> !transform.any_param
    %loops = transform.structured.match ops{["scf.for"]} attributes{here} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %jammed = transform.sparse.unroll_and_jam %loops factor(%f) : (!transform.any_op, !transform.any_param) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @into_one_element(%n: index, %x: memref<?xf32>, %y: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %xy:2 = memref.distinct_objects %x, %y : memref<?xf32>, memref<?xf32>
    // expected-error @+1 {{cannot unroll and jam loop over J of nest 'sums': 'memref.load' in it may touch what another iteration writes by 'memref.store'}}
    scf.for %j = %c0 to %n step %c1 {
      scf.for %i = %c0 to %n step %c1 {
        %v = memref.load %xy#0[%j] : memref<?xf32>
        // expected-note @+1 {{this stands in the way}}
        %old = memref.load %xy#1[%i] : memref<?xf32>
        %new = arith.addf %old, %v : f32
        memref.store %new, %xy#1[%i] : memref<?xf32>
      }
    } {iter.loop = #iter.loop<nest = "sums", dims = ["J"], axis = dense_fixed, kind = reduction, role = level>}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %f = transform.param.constant 2 -> !transform.any_param
    %loops = transform.sparse.match.loops dims ["J"] in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %jammed = transform.sparse.unroll_and_jam %loops factor(%f) : (!transform.any_op, !transform.any_param) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func private @anything()
  func.func @calls(%n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // expected-error @+1 {{cannot unroll and jam 'scf.for': 'func.call' in it may read and write everything}}
    scf.for %i = %c0 to %n step %c1 {
      // expected-note @+1 {{this stands in the way}}
      func.call @anything() : () -> ()
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %f = transform.param.constant 2 -> !transform.any_param
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %jammed = transform.sparse.unroll_and_jam %loops factor(%f) : (!transform.any_op, !transform.any_param) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @carries(%n: index) -> index {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // expected-error @+1 {{cannot unroll and jam 'scf.for': it carries values from one iteration to the next}}
    %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %c0) -> (index) {
      %new = arith.addi %s, %i : index
      scf.yield %new : index
    }
    return %sum : index
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %f = transform.param.constant 2 -> !transform.any_param
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %jammed = transform.sparse.unroll_and_jam %loops factor(%f) : (!transform.any_op, !transform.any_param) -> !transform.any_op
    transform.yield
  }
}

// -----

// A branch that all iterations take alike is one, with the loops in it.

// CHECK-LABEL: func.func @sums_that_may_have_no_terms(
// CHECK-SAME: %[[N:[^:]*]]: index, %[[X:[^:]*]]: memref<?x4xf32>, %[[Y:[^:]*]]: memref<4xf32>)
// CHECK: scf.for %[[I:[^ ]*]] = {{.*}} {
// CHECK-NEXT: %[[I1:.*]] = arith.addi %[[I]],
// CHECK-NEXT: %[[RUNS:.*]] = arith.cmpi slt, %{{.*}}, %[[N]]
// CHECK-NEXT: %[[SUMS:.*]]:2 = scf.if %[[RUNS]] -> (f32, f32) {
// CHECK-NEXT: %[[LOOP:.*]]:2 = scf.for %[[K:[^ ]*]] = {{.*}} iter_args(%[[S0:.*]] = %[[Z:.*]], %[[S1:.*]] = %[[Z]]) -> (f32, f32) {
// CHECK-NEXT: %[[X0:.*]] = memref.load %{{.*}}[%[[K]], %[[I]]]
// CHECK-NEXT: %[[X1:.*]] = memref.load %{{.*}}[%[[K]], %[[I1]]]
// CHECK-NEXT: %[[T0:.*]] = arith.addf %[[S0]], %[[X0]]
// CHECK-NEXT: %[[T1:.*]] = arith.addf %[[S1]], %[[X1]]
// CHECK-NEXT: scf.yield %[[T0]], %[[T1]]
// CHECK-NEXT: }
// CHECK-NEXT: scf.yield %[[LOOP]]#0, %[[LOOP]]#1
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %[[Z]], %[[Z]]
// CHECK-NEXT: }
// CHECK-NEXT: memref.store %[[SUMS]]#0, %{{.*}}[%[[I]]]
// CHECK-NEXT: memref.store %[[SUMS]]#1, %{{.*}}[%[[I1]]]
module attributes {transform.with_named_sequence} {
  func.func @sums_that_may_have_no_terms(%n: index, %x: memref<?x4xf32>, %y: memref<4xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %zero = arith.constant 0.0 : f32
    %xy:2 = memref.distinct_objects %x, %y : memref<?x4xf32>, memref<4xf32>
    scf.for %i = %c0 to %c4 step %c1 {
      %runs = arith.cmpi slt, %c0, %n : index
      %sum = scf.if %runs -> (f32) {
        %all = scf.for %k = %c0 to %n step %c1 iter_args(%s = %zero) -> (f32) {
          %v = memref.load %xy#0[%k, %i] : memref<?x4xf32>
          %new = arith.addf %s, %v : f32
          scf.yield %new : f32
        }
        scf.yield %all : f32
      } else {
        scf.yield %zero : f32
      }
      memref.store %sum, %xy#1[%i] : memref<4xf32>
    } {here}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %f = transform.param.constant 2 -> !transform.any_param
    %loops = transform.structured.match ops{["scf.for"]} attributes{here} in %root : (!transform.any_op) -> !transform.any_op
    %jammed = transform.sparse.unroll_and_jam %loops factor(%f) : (!transform.any_op, !transform.any_param) -> !transform.any_op
    transform.yield
  }
}

// -----

// A branch that gives nothing, and one that each iteration takes by itself.

// CHECK-LABEL: func.func @rows_that_are_taken(
// CHECK: scf.if %{{.*}} {
// CHECK-NEXT: scf.for
// CHECK-NEXT: memref.store
// CHECK-NEXT: memref.store
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK: scf.if %{{.*}} {
// CHECK-NEXT: scf.for
// CHECK-NEXT: memref.store
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK: scf.if %{{.*}} {
// CHECK-NEXT: scf.for
// CHECK-NEXT: memref.store
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK: return
module attributes {transform.with_named_sequence} {
  func.func @rows_that_are_taken(%n: index, %all: i1, %some: memref<2xi1>, %v: f32, %y: memref<2x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %0:2 = memref.distinct_objects %some, %y : memref<2xi1>, memref<2x?xf32>
    scf.for %i = %c0 to %c2 step %c1 {
      scf.if %all {
        scf.for %j = %c0 to %n step %c1 {
          memref.store %v, %0#1[%i, %j] : memref<2x?xf32>
        }
      }
      %taken = memref.load %0#0[%i] : memref<2xi1>
      scf.if %taken {
        scf.for %j = %c0 to %n step %c1 {
          memref.store %v, %0#1[%i, %j] : memref<2x?xf32>
        }
      }
    } {here}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.structured.match ops{["scf.for"]} attributes{here} in %root : (!transform.any_op) -> !transform.any_op
    %jammed = transform.sparse.unroll_and_jam %loops : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// Each iteration of the loop inside is another element, but the next iteration of
// the loop around has most of them as well: the last one that stores has to stay so.

module attributes {transform.with_named_sequence} {
  func.func @stores_that_meet(%n: index, %x: memref<?xf32>, %y: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %xy:2 = memref.distinct_objects %x, %y : memref<?xf32>, memref<?xf32>
    // expected-error @+1 {{cannot unroll and jam loop over I of nest 'bands': 'memref.store' in it may touch what another iteration writes by 'memref.store'}}
    scf.for %i = %c0 to %n step %c1 {
      %v = memref.load %xy#0[%i] : memref<?xf32>
      scf.for %j = %c0 to %c4 step %c1 {
        %place = arith.addi %i, %j : index
        // expected-note @+1 {{this stands in the way}}
        memref.store %v, %xy#1[%place] : memref<?xf32>
      }
    } {iter.loop = #iter.loop<nest = "bands", dims = ["I"], axis = dense_fixed, kind = spatial, role = level>}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.sparse.match.loops nest "bands" in %root : (!transform.any_op) -> !transform.any_op
    %two = transform.param.constant 2 : i64 -> !transform.param<i64>
    // expected-note @+1 {{the schedule asks for it here}}
    %jammed = transform.sparse.unroll_and_jam %loops factor(%two) : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.yield
  }
}

// -----

// Blocks that end where the next ones begin do not meet, whichever elements of them
// an iteration uses.

// CHECK-LABEL: func.func @blocks_apart(
// CHECK-SAME: %[[X:[^:]*]]: memref<?xf32>, %[[Y:[^:]*]]: memref<?xf32>
// CHECK: scf.for %{{.*}} = %{{.*}} to %{{.*}} step %c2
// CHECK: scf.for
// CHECK-COUNT-2: memref.store
// CHECK-NOT: memref.store
// CHECK: scf.for %{{.*}} = %{{.*}} to %{{.*}} step %c1
module attributes {transform.with_named_sequence} {
  func.func @blocks_apart(%x: memref<?xf32>, %y: memref<?xf32>, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %xy:2 = memref.distinct_objects %x, %y : memref<?xf32>, memref<?xf32>
    scf.for %i = %c0 to %n step %c1 {
      %first = arith.muli %i, %c4 : index
      scf.for %j = %c0 to %c4 step %c1 {
        %before = memref.load %xy#1[%first] : memref<?xf32>
        %v = memref.load %xy#0[%j] : memref<?xf32>
        %sum = arith.addf %before, %v : f32
        %place = arith.addi %first, %j : index
        memref.store %sum, %xy#1[%place] : memref<?xf32>
      }
    } {iter.loop = #iter.loop<nest = "blocks", dims = ["I"], axis = dense_fixed, kind = spatial, role = level>}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.sparse.match.loops nest "blocks" in %root : (!transform.any_op) -> !transform.any_op
    %two = transform.param.constant 2 : i64 -> !transform.param<i64>
    %jammed = transform.sparse.unroll_and_jam %loops factor(%two) : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.yield
  }
}

// -----

// What a loop inside carries is another value for each iteration of the one around.

// CHECK-LABEL: func.func @squares(
// CHECK: %[[BOTH:.*]]:2 = scf.for {{.*}} iter_args(%[[A:.*]] = %[[X0:.*]], %[[B:.*]] = %[[X1:.*]]) -> (f32, f32) {
// CHECK-NEXT: %[[AA:.*]] = arith.mulf %[[A]], %[[A]]
// CHECK-NEXT: %[[BB:.*]] = arith.mulf %[[B]], %[[B]]
// CHECK-NEXT: scf.yield %[[AA]], %[[BB]]
module attributes {transform.with_named_sequence} {
  func.func @squares(%n: index, %x: memref<?xf32>, %y: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %xy:2 = memref.distinct_objects %x, %y : memref<?xf32>, memref<?xf32>
    scf.for %i = %c0 to %n step %c1 {
      %v = memref.load %xy#0[%i] : memref<?xf32>
      %power = scf.for %k = %c0 to %n step %c1 iter_args(%before = %v) -> (f32) {
        %after = arith.mulf %before, %before : f32
        scf.yield %after : f32
      }
      memref.store %power, %xy#1[%i] : memref<?xf32>
    } {iter.loop = #iter.loop<nest = "powers", dims = ["I"], axis = dense_fixed, kind = spatial, role = level>}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.sparse.match.loops nest "powers" in %root : (!transform.any_op) -> !transform.any_op
    %two = transform.param.constant 2 : i64 -> !transform.param<i64>
    %jammed = transform.sparse.unroll_and_jam %loops factor(%two) : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.yield
  }
}
