// RUN: sparse-opt %s --transform-interpreter --split-input-file --verify-diagnostics | FileCheck %s

// Vectors are added in turns, elements first, then pairs, then by halves. What
// the later sums need moves before the first.

// CHECK-LABEL: func.func @four_sums(
// CHECK-SAME: %[[A:[^:]*]]: vector<8xf32>, %[[B:[^:]*]]: vector<8xf32>, %[[START:[^:]*]]: f32, %[[Y:.*]]: memref<4xf32>)
// CHECK: %[[D:.*]] = arith.mulf %[[A]], %[[B]]
// CHECK-NEXT: %[[LOW:.*]] = vector.shuffle %[[A]], %[[B]] [0, 8, 1, 9, 4, 12, 5, 13]
// CHECK-NEXT: %[[HIGH:.*]] = vector.shuffle %[[A]], %[[B]] [2, 10, 3, 11, 6, 14, 7, 15]
// CHECK-NEXT: %[[AB:.*]] = arith.addf %[[LOW]], %[[HIGH]] : vector<8xf32>
// CHECK-NEXT: %[[LOW:.*]] = vector.shuffle %[[B]], %[[D]] [0, 8, 1, 9, 4, 12, 5, 13]
// CHECK-NEXT: %[[HIGH:.*]] = vector.shuffle %[[B]], %[[D]] [2, 10, 3, 11, 6, 14, 7, 15]
// CHECK-NEXT: %[[CD:.*]] = arith.addf %[[LOW]], %[[HIGH]] : vector<8xf32>
// CHECK-NEXT: %[[LOW:.*]] = vector.shuffle %[[AB]], %[[CD]] [0, 1, 8, 9, 4, 5, 12, 13]
// CHECK-NEXT: %[[HIGH:.*]] = vector.shuffle %[[AB]], %[[CD]] [2, 3, 10, 11, 6, 7, 14, 15]
// CHECK-NEXT: %[[ALL:.*]] = arith.addf %[[LOW]], %[[HIGH]] : vector<8xf32>
// CHECK-NEXT: %[[LOW:.*]] = vector.shuffle %[[ALL]], %[[ALL]] [0, 1, 2, 3]
// CHECK-NEXT: %[[HIGH:.*]] = vector.shuffle %[[ALL]], %[[ALL]] [4, 5, 6, 7]
// CHECK-NEXT: %[[SUMS:.*]] = arith.addf %[[LOW]], %[[HIGH]] : vector<4xf32>
// CHECK-NEXT: %[[S0:.*]] = vector.extract %[[SUMS]][0]
// CHECK-NEXT: memref.store %[[S0]], %[[Y]]
// CHECK-NEXT: %[[S1:.*]] = vector.extract %[[SUMS]][1]
// CHECK-NEXT: %[[FROM:.*]] = arith.addf %[[S1]], %[[START]]
// CHECK-NEXT: memref.store %[[FROM]], %[[Y]]
// CHECK-NEXT: %[[S2:.*]] = vector.extract %[[SUMS]][2]
// CHECK-NEXT: memref.store %[[S2]], %[[Y]]
// CHECK-NEXT: %[[S3:.*]] = vector.extract %[[SUMS]][3]
// CHECK-NEXT: memref.store %[[S3]], %[[Y]]
module attributes {transform.with_named_sequence} {
  func.func @four_sums(%a: vector<8xf32>, %b: vector<8xf32>, %start: f32, %y: memref<4xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %s0 = vector.reduction <add>, %a fastmath<reassoc> : vector<8xf32> into f32
    memref.store %s0, %y[%c0] : memref<4xf32>
    %s1 = vector.reduction <add>, %b, %start fastmath<reassoc> : vector<8xf32> into f32
    memref.store %s1, %y[%c1] : memref<4xf32>
    %s2 = vector.reduction <add>, %b fastmath<reassoc> : vector<8xf32> into f32
    memref.store %s2, %y[%c2] : memref<4xf32>
    %d = arith.mulf %a, %b : vector<8xf32>
    %s3 = vector.reduction <add>, %d fastmath<reassoc> : vector<8xf32> into f32
    memref.store %s3, %y[%c3] : memref<4xf32>
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %function = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %four = transform.param.constant 4 : i64 -> !transform.param<i64>
    transform.sparse.combine_reductions %function count(%four) : !transform.any_op, !transform.param<i64>
    transform.yield
  }
}

// -----

// A sum of floats that is left over is made in the order of the others: elements
// with those two beside them, then one beside, then halves.

// CHECK-LABEL: func.func @left_over(
// CHECK-SAME: %[[A:.*]]: vector<8xf32>, %[[B:.*]]: vector<8xf32>)
// CHECK-COUNT-4: vector.extract
// CHECK: %[[LOW:.*]] = vector.shuffle %[[B]], %[[B]] [0, 8, 1, 9, 4, 12, 5, 13]
// CHECK-NEXT: %[[HIGH:.*]] = vector.shuffle %[[B]], %[[B]] [2, 10, 3, 11, 6, 14, 7, 15]
// CHECK-NEXT: %[[TWO:.*]] = arith.addf %[[LOW]], %[[HIGH]]
// CHECK-NEXT: %[[LOW:.*]] = vector.shuffle %[[TWO]], %[[TWO]] [0, 1, 8, 9, 4, 5, 12, 13]
// CHECK-NEXT: %[[HIGH:.*]] = vector.shuffle %[[TWO]], %[[TWO]] [2, 3, 10, 11, 6, 7, 14, 15]
// CHECK-NEXT: %[[ALL:.*]] = arith.addf %[[LOW]], %[[HIGH]]
// CHECK-NEXT: %[[LOW:.*]] = vector.shuffle %[[ALL]], %[[ALL]] [0, 1, 2, 3]
// CHECK-NEXT: %[[HIGH:.*]] = vector.shuffle %[[ALL]], %[[ALL]] [4, 5, 6, 7]
// CHECK-NEXT: %[[SUMS:.*]] = arith.addf %[[LOW]], %[[HIGH]]
// CHECK-NEXT: %[[LAST:.*]] = vector.extract %[[SUMS]][0]
// CHECK-NEXT: return %{{.*}}, %[[LAST]]
module attributes {transform.with_named_sequence} {
  func.func @left_over(%a: vector<8xf32>, %b: vector<8xf32>) -> (f32, f32, f32, f32, f32) {
    %s0 = vector.reduction <add>, %a fastmath<reassoc> : vector<8xf32> into f32
    %s1 = vector.reduction <add>, %b fastmath<reassoc> : vector<8xf32> into f32
    %s2 = vector.reduction <add>, %a fastmath<reassoc> : vector<8xf32> into f32
    %s3 = vector.reduction <add>, %b fastmath<reassoc> : vector<8xf32> into f32
    %s4 = vector.reduction <add>, %b fastmath<reassoc> : vector<8xf32> into f32
    return %s0, %s1, %s2, %s3, %s4 : f32, f32, f32, f32, f32
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %function = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %four = transform.param.constant 4 : i64 -> !transform.param<i64>
    transform.sparse.combine_reductions %function count(%four) : !transform.any_op, !transform.param<i64>
    transform.yield
  }
}

// -----

// A sum that depends on another one begins a group of its own, and an integer
// that is left over stays: its order does not matter.

// CHECK-LABEL: func.func @sum_of_sums(
// CHECK-SAME: %[[A:.*]]: vector<4xi32>, %[[B:.*]]: vector<4xi32>)
// CHECK: %[[S:.*]] = vector.reduction <add>, %[[A]]
// CHECK: %[[V:.*]] = vector.broadcast %[[S]]
// CHECK: vector.shuffle %[[V]], %[[B]]
// CHECK-NOT: vector.reduction
// CHECK: return
module attributes {transform.with_named_sequence} {
  func.func @sum_of_sums(%a: vector<4xi32>, %b: vector<4xi32>) -> (i32, i32) {
    %s = vector.reduction <add>, %a : vector<4xi32> into i32
    %v = vector.broadcast %s : i32 to vector<4xi32>
    %t = vector.reduction <add>, %v : vector<4xi32> into i32
    %u = vector.reduction <add>, %b : vector<4xi32> into i32
    return %t, %u : i32, i32
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %function = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %two = transform.param.constant 2 : i64 -> !transform.param<i64>
    transform.sparse.combine_reductions %function count(%two) : !transform.any_op, !transform.param<i64>
    transform.yield
  }
}

// -----

// A vector that is loaded after a store stays behind it.

module attributes {transform.with_named_sequence} {
  // expected-error @+1 {{cannot combine reductions in function @vector_from_memory: no block in it has 2 sums of vectors that may be made at once}}
  func.func @vector_from_memory(%a: vector<4xf32>, %x: memref<4xf32>) -> f32 {
    %c0 = arith.constant 0 : index
    %s = vector.reduction <add>, %a fastmath<reassoc> : vector<4xf32> into f32
    memref.store %s, %x[%c0] : memref<4xf32>
    %b = vector.load %x[%c0] : memref<4xf32>, vector<4xf32>
    %t = vector.reduction <add>, %b fastmath<reassoc> : vector<4xf32> into f32
    return %t : f32
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %function = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %two = transform.param.constant 2 : i64 -> !transform.param<i64>
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.combine_reductions %function count(%two) : !transform.any_op, !transform.param<i64>
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-error @+1 {{no block in it has 2 sums of vectors that may be made at once}}
  func.func @sums_in_order(%a: vector<4xf32>, %b: vector<4xf32>) -> (f32, f32) {
    %s = vector.reduction <add>, %a : vector<4xf32> into f32
    %t = vector.reduction <add>, %b : vector<4xf32> into f32
    return %s, %t : f32, f32
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %function = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %two = transform.param.constant 2 : i64 -> !transform.param<i64>
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.combine_reductions %function count(%two) : !transform.any_op, !transform.param<i64>
    transform.yield
  }
}

// -----

// CHECK-LABEL: func.func @maxima(
// CHECK-NEXT: vector.reduction <maximumf>
// CHECK-NEXT: vector.reduction <maximumf>
module attributes {transform.with_named_sequence} {
  func.func @maxima(%a: vector<4xf32>, %b: vector<4xf32>) -> (f32, f32) {
    %s = vector.reduction <maximumf>, %a : vector<4xf32> into f32
    %t = vector.reduction <maximumf>, %b : vector<4xf32> into f32
    return %s, %t : f32, f32
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %function = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %two = transform.param.constant 2 : i64 -> !transform.param<i64>
    transform.sparse.combine_reductions %function count(%two) {where_legal} : !transform.any_op, !transform.param<i64>
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-error @+1 {{expected a power of two of sums at once but got 3}}
  func.func @three() {
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %function = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %three = transform.param.constant 3 : i64 -> !transform.param<i64>
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.combine_reductions %function count(%three) : !transform.any_op, !transform.param<i64>
    transform.yield
  }
}

// -----

// One at once is none: sums stay.

// CHECK-LABEL: func.func @one(
// CHECK-NEXT: vector.reduction <add>
// CHECK-NEXT: return
module attributes {transform.with_named_sequence} {
  func.func @one(%a: vector<4xi32>) -> i32 {
    %s = vector.reduction <add>, %a : vector<4xi32> into i32
    return %s : i32
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %function = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %one = transform.param.constant 1 : i64 -> !transform.param<i64>
    transform.sparse.combine_reductions %function count(%one) : !transform.any_op, !transform.param<i64>
    transform.yield
  }
}
