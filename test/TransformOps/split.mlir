// RUN: sparse-opt %s --transform-interpreter --split-input-file --verify-diagnostics | FileCheck %s

// The last tile ends where the loop did; the loop that has its remainder on its
// own has whole tiles only.

// CHECK-LABEL: func.func @tiles(
// CHECK-SAME: %[[N:[^:]*]]: index
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[ONE:.*]] = arith.constant 1 : index
// CHECK: %[[FOUR:.*]] = arith.constant 4 : index
// CHECK: scf.for %[[T:.*]] = %[[ZERO]] to %[[N]] step %[[FOUR]] {
// CHECK-NEXT: %[[NEXT:.*]] = arith.addi %[[T]], %[[FOUR]]
// CHECK-NEXT: %[[END:.*]] = arith.minsi %[[NEXT]], %[[N]]
// CHECK-NEXT: scf.for %[[K:.*]] = %[[T]] to %[[END]] step %[[ONE]] {
// CHECK-NEXT: sparse.store %{{.*}}, %{{.*}} at positions [%[[K]]]
// CHECK-NEXT: } {iter.loop = #iter.loop<nest = "n", dims = ["k"], axis = dense_fixed, kind = spatial, role = point>, points}
// CHECK-NEXT: } {iter.loop = #iter.loop<nest = "n", dims = ["k"], axis = dense_fixed, kind = spatial, role = tile>, tiles}
// CHECK: %[[REST:.*]] = arith.remsi
// CHECK: %[[WHOLE:.*]] = arith.subi %[[N]], %[[REST]]
// CHECK: scf.for %[[T:.*]] = %[[ZERO]] to %[[WHOLE]] step %[[FOUR2:.*]] {
// CHECK-NEXT: %[[END:.*]] = arith.addi %[[T]], %[[FOUR2]]
// CHECK-NEXT: scf.for %{{.*}} = %[[T]] to %[[END]] step %[[ONE]] {
// CHECK: role = point>}
// CHECK-NEXT: } {iter.loop = {{.*}}role = tile>}
// CHECK-NEXT: scf.for %[[J:.*]] = %[[WHOLE]] to %[[N]] step %[[ONE]] {
// CHECK-NEXT: sparse.store %{{.*}}, %{{.*}} at positions [%[[J]]]
// CHECK-NEXT: } {iter.loop = #iter.loop<nest = "m", dims = ["k"], axis = dense_fixed, kind = spatial, role = tail>, rest}
!dense = !axis.axis<dense_fixed>
!vector = !sparse.buffer<?xf32>
#n = #iter.loop<nest = "n", dims = ["k"], axis = dense_fixed, kind = spatial, role = level>
#m = #iter.loop<nest = "m", dims = ["k"], axis = dense_fixed, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @tiles(%n: index, %y: memref<?xf32>, %v: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %K = axis.dense_fixed %n : !dense
    %Y = sparse.bind %y on (%K) : memref<?xf32> on (!dense) -> !vector
    scf.for %k = %c0 to %n step %c1 {
      sparse.store %v, %Y at positions [%k] : !vector
    } {iter.loop = #n}
    scf.for %k = %c0 to %n step %c1 {
      sparse.store %v, %Y at positions [%k] : !vector
    } {iter.loop = #m}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %n = transform.param.constant 4 : i64 -> !transform.param<i64>
    %columns = transform.sparse.match.loops nest "n" in %root : (!transform.any_op) -> !transform.any_op
    %others = transform.sparse.match.loops nest "m" in %root : (!transform.any_op) -> !transform.any_op
    %tiles, %points = transform.sparse.split %columns factor (%n) : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
    %whole, %lanes, %rest = transform.sparse.split %others factor (%n) peel_remainder : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.annotate %tiles "tiles" : !transform.any_op
    transform.annotate %points "points" : !transform.any_op
    transform.annotate %rest "rest" : !transform.any_op
    transform.yield
  }
}

// -----

// Where tiles are known to be whole, nothing is cut off, and there is no
// remainder. What a loop hands on goes through both loops.

// CHECK-LABEL: func.func @known_to_divide(
// CHECK: %[[SUM:.*]] = scf.for %[[T:.*]] = %{{.*}} to %{{.*}} step %[[FOUR:.*]] iter_args(%[[S:.*]] = %{{.*}}) -> (f32) {
// CHECK-NEXT: %[[END:.*]] = arith.addi %[[T]], %[[FOUR]]
// CHECK-NEXT: %[[OF_TILE:.*]] = scf.for %[[K:.*]] = %[[T]] to %[[END]] step %{{.*}} iter_args(%[[P:.*]] = %[[S]]) -> (f32) {
// CHECK: %[[NEW:.*]] = arith.addf %[[P]]
// CHECK-NEXT: scf.yield %[[NEW]]
// CHECK: scf.yield %[[OF_TILE]]
// CHECK-NOT: role = tail
// CHECK: return %[[SUM]]
!dense = !axis.axis<dense_fixed>
#n = #iter.loop<nest = "n", dims = ["k"], axis = dense_fixed, kind = reduction, role = level>
module attributes {transform.with_named_sequence} {
  func.func @known_to_divide(%y: memref<?xf32>, %v: f32) -> f32 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c12 = arith.constant 12 : index
    %K = axis.dense_fixed %c12 : !dense
    %Y = sparse.bind %y on (%K) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
    %sum = scf.for %k = %c0 to %c12 step %c1 iter_args(%s = %v) -> (f32) {
      %x = sparse.load %Y at positions [%k] : !sparse.buffer<?xf32>
      %t = arith.addf %s, %x : f32
      scf.yield %t : f32
    } {iter.loop = #n}
    return %sum : f32
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %n = transform.param.constant 4 : i64 -> !transform.param<i64>
    %loops = transform.sparse.match.loops in %root : (!transform.any_op) -> !transform.any_op
    %whole, %points, %none = transform.sparse.split %loops factor (%n) peel_remainder : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.annotate %none "none" : !transform.any_op
    transform.yield
  }
}

// -----

// Three tiles at most: each has a third of the iterations, rounded up. What they
// follow from stands outside of all loops that they do not depend on.

// CHECK-LABEL: func.func @three_parts(
// CHECK-SAME: %[[M:[^:]*]]: index, %[[N:[^:]*]]: index
// CHECK: %[[ONE:.*]] = arith.constant 1 : index
// CHECK: %[[THREE:.*]] = arith.constant 3 : index
// CHECK: %[[COUNT:.*]] = arith.subi %[[N]],
// CHECK: %[[EACH:.*]] = arith.ceildivsi %[[COUNT]], %[[THREE]]
// CHECK: %[[SIZE:.*]] = arith.maxsi %[[EACH]],
// CHECK: scf.for
// CHECK: scf.for %{{.*}} = %{{.*}} to %[[N]] step %[[SIZE]]
!dense = !axis.axis<dense_fixed>
#i = #iter.loop<nest = "n", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#k = #iter.loop<nest = "n", dims = ["k"], axis = dense_fixed, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @three_parts(%m: index, %n: index, %y: memref<?x?xf32>, %v: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %I = axis.dense_fixed %m : !dense
    %K = axis.dense_fixed %n : !dense
    %Y = sparse.bind %y on (%I, %K) : memref<?x?xf32> on (!dense, !dense) -> !sparse.buffer<?x?xf32>
    scf.for %i = %c0 to %m step %c1 {
      scf.for %k = %c0 to %n step %c1 {
        sparse.store %v, %Y at positions [%i, %k] : !sparse.buffer<?x?xf32>
      } {iter.loop = #k}
    } {iter.loop = #i}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %n = transform.param.constant 3 : i64 -> !transform.param<i64>
    %loops = transform.sparse.match.loops dims ["k"] in %root : (!transform.any_op) -> !transform.any_op
    %tiles, %points = transform.sparse.split %loops parts (%n) : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

#n = #iter.loop<nest = "n", dims = ["k"], axis = dense_fixed, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @steps_of_two(%n: index) {
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    // expected-error @below {{cannot split loop over k of nest 'n': its step is not 1}}
    scf.for %k = %c0 to %n step %c2 {
    } {iter.loop = #n}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %n = transform.param.constant 3 : i64 -> !transform.param<i64>
    %loops = transform.sparse.match.loops in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %tiles, %points = transform.sparse.split %loops factor (%n) : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @no_tiles(%loops: !transform.any_op {transform.consumed}, %n: !transform.param<i64>) {
    // expected-error @below {{'transform.sparse.split' op expected either 'by' or 'parts'}}
    %tiles, %points = transform.sparse.split %loops : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @tails_of_parts(%loops: !transform.any_op {transform.consumed}, %n: !transform.param<i64>) {
    // expected-error @below {{'transform.sparse.split' op expected no 'peel_remainder' with 'parts'}}
    %tiles, %points, %rest = transform.sparse.split %loops parts (%n) peel_remainder : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @no_name_for_the_tail(%loops: !transform.any_op {transform.consumed}, %n: !transform.param<i64>) {
    // expected-error @below {{'transform.sparse.split' op expected a third result with 'peel_remainder' alone}}
    %tiles, %points = transform.sparse.split %loops factor (%n) peel_remainder : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
