// RUN: sparse-opt %s --split-input-file | sparse-opt --split-input-file | FileCheck %s --check-prefix=SAME
// RUN: sparse-opt %s --transform-interpreter --canonicalize --split-input-file | FileCheck %s

// SAME: transform.sparse.vectorize_transposed %{{.*}} lanes(%{{.*}}) {approximate} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op

// A square of four elements a side, with a number for each row that is stored and one for
// each that is loaded: four vectors are loaded, and in two steps of shuffles transposed.

// CHECK-LABEL: func.func @square(
// CHECK-NOT: scf.for
// CHECK: %[[R0:.*]] = memref.load
// CHECK: %[[B0:.*]] = vector.broadcast %[[R0]] : f32 to vector<4xf32>
// CHECK: %[[A0:.*]] = vector.load %{{.*}}[%{{.*}}, %{{.*}}] : memref<4x4xf32>, vector<4xf32>
// CHECK: %[[S0:.*]] = vector.load %{{.*}}[%{{.*}}] : memref<4xf32>, vector<4xf32>
// CHECK: %[[P0:.*]] = arith.mulf %[[A0]], %[[S0]] : vector<4xf32>
// CHECK: %[[V0:.*]] = arith.addf %[[P0]], %[[B0]] : vector<4xf32>
// CHECK: %[[V1:.*]] = arith.addf
// CHECK: %[[V2:.*]] = arith.addf
// CHECK: %[[V3:.*]] = arith.addf
// CHECK: %[[L0:.*]] = vector.shuffle %[[V0]], %[[V2]] [0, 4, 1, 5]
// CHECK: %[[H0:.*]] = vector.shuffle %[[V0]], %[[V2]] [2, 6, 3, 7]
// CHECK: %[[L1:.*]] = vector.shuffle %[[V1]], %[[V3]] [0, 4, 1, 5]
// CHECK: %[[H1:.*]] = vector.shuffle %[[V1]], %[[V3]] [2, 6, 3, 7]
// CHECK: %[[C0:.*]] = vector.shuffle %[[L0]], %[[L1]] [0, 4, 1, 5]
// CHECK: %[[C1:.*]] = vector.shuffle %[[L0]], %[[L1]] [2, 6, 3, 7]
// CHECK: %[[C2:.*]] = vector.shuffle %[[H0]], %[[H1]] [0, 4, 1, 5]
// CHECK: %[[C3:.*]] = vector.shuffle %[[H0]], %[[H1]] [2, 6, 3, 7]
// CHECK: vector.store %[[C0]], %{{.*}}[%[[ZERO:.*]], %[[ZERO]]]
// CHECK: vector.store %[[C1]], %{{.*}}[%{{.*}}, %[[ZERO]]]
// CHECK: vector.store %[[C2]], %{{.*}}[%{{.*}}, %[[ZERO]]]
// CHECK: vector.store %[[C3]], %{{.*}}[%{{.*}}, %[[ZERO]]]
// CHECK-NOT: memref.store
// CHECK: return
module attributes {transform.with_named_sequence} {
  func.func @square(%A: memref<4x4xf32>, %R: memref<4xf32>, %S: memref<4xf32>, %B: memref<4x4xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %0:2 = memref.distinct_objects %A, %B : memref<4x4xf32>, memref<4x4xf32>
    %1:2 = memref.distinct_objects %R, %0#1 : memref<4xf32>, memref<4x4xf32>
    %2:2 = memref.distinct_objects %S, %1#1 : memref<4xf32>, memref<4x4xf32>
    scf.for %i = %c0 to %c4 step %c1 {
      %r = memref.load %1#0[%i] : memref<4xf32>
      scf.for %j = %c0 to %c4 step %c1 {
        %a = memref.load %0#0[%i, %j] : memref<4x4xf32>
        %s = memref.load %2#0[%j] : memref<4xf32>
        %p = arith.mulf %a, %s : f32
        %q = arith.addf %p, %r : f32
        memref.store %q, %2#1[%j, %i] : memref<4x4xf32>
      } {iter.loop = #iter.loop<nest = "turn", dims = ["J"], axis = dense_fixed, kind = spatial, role = point>}
    } {iter.loop = #iter.loop<nest = "turn", dims = ["I"], axis = dense_fixed, kind = spatial, role = point>}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %rows = transform.sparse.match.loops dims ["I"] in %root : (!transform.any_op) -> !transform.any_op
    %lanes = transform.param.constant 4 : i64 -> !transform.param<i64>
    %squares = transform.sparse.vectorize_transposed %rows lanes(%lanes) {approximate} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.yield
  }
}

// -----

// The outer loop may be the one that loads neighbours. What several squares fill has loops
// over them, and the handle names these.

// CHECK-LABEL: func.func @outer_loads(
// CHECK: scf.for %[[J:.*]] = {{.*}} {
// CHECK: scf.for %[[I:.*]] = {{.*}} {
// CHECK: vector.load %{{.*}}[%[[J]], %[[I]]] : memref<8x4xi8>, vector<2xi8>
// CHECK: vector.load %{{.*}}[%{{.*}}, %[[I]]] : memref<8x4xi8>, vector<2xi8>
// CHECK-COUNT-2: vector.shuffle
// CHECK: vector.store %{{.*}}[%[[I]], %[[J]]]
// CHECK: vector.store %{{.*}}[%{{.*}}, %[[J]]]
// CHECK: } {found, iter.loop = {{.*}} dims = ["I"]{{.*}} role = tile>}
// CHECK: } {found, iter.loop = {{.*}} dims = ["J"]{{.*}} role = tile>}
module attributes {transform.with_named_sequence} {
  func.func @outer_loads(%A: memref<8x4xi8>, %B: memref<4x8xi8>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %0:2 = memref.distinct_objects %A, %B : memref<8x4xi8>, memref<4x8xi8>
    scf.for %i = %c0 to %c4 step %c1 {
      scf.for %j = %c0 to %c8 step %c1 {
        %a = memref.load %0#0[%j, %i] : memref<8x4xi8>
        memref.store %a, %0#1[%i, %j] : memref<4x8xi8>
      } {iter.loop = #iter.loop<nest = "turn", dims = ["J"], axis = dense_fixed, kind = spatial, role = point>}
    } {iter.loop = #iter.loop<nest = "turn", dims = ["I"], axis = dense_fixed, kind = spatial, role = point>}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %rows = transform.sparse.match.loops dims ["I"] in %root : (!transform.any_op) -> !transform.any_op
    %lanes = transform.param.constant 2 : i64 -> !transform.param<i64>
    %squares = transform.sparse.vectorize_transposed %rows lanes(%lanes) : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.annotate %squares "found" : !transform.any_op
    transform.yield
  }
}

// -----

// Rows that are no squares stay as they are, with `where_legal`.

// CHECK-LABEL: func.func @stays(
// CHECK: memref.store
module attributes {transform.with_named_sequence} {
  func.func @stays(%B: memref<4x8xi8>, %n: i8) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    scf.for %i = %c0 to %c4 step %c1 {
      memref.store %n, %B[%i, %c0] : memref<4x8xi8>
    } {iter.loop = #iter.loop<nest = "turn", dims = ["I"], axis = dense_fixed, kind = spatial, role = point>}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %rows = transform.sparse.match.loops dims ["I"] in %root : (!transform.any_op) -> !transform.any_op
    %squares = transform.sparse.vectorize_transposed %rows {where_legal} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
