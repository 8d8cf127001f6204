// RUN: sparse-opt %s --transform-interpreter --split-input-file --verify-diagnostics | FileCheck %s

// What all terms have is multiplied once; a sum may begin at anything.

// CHECK-LABEL: func.func @products_of_three(
// CHECK-SAME: %[[A:[^:]*]]: f32, %[[B:[^:]*]]: f32, %[[INIT:[^:]*]]: f32, %[[X:[^:]*]]: memref<8xf32>)
// CHECK: %[[NOTHING:.*]] = arith.constant -0.000000e+00 : f32
// CHECK: %[[SUM:.*]] = scf.for %[[K:[^ ]*]] = {{.*}} iter_args(%[[S:.*]] = %[[NOTHING]]) -> (f32) {
// CHECK-NEXT: %[[V:.*]] = memref.load %[[X]][%[[K]]]
// CHECK-NEXT: %[[NEW:.*]] = arith.addf %[[S]], %[[V]]
// CHECK-NEXT: scf.yield %[[NEW]]
// CHECK: } {iter.loop = {{.*}}, kept}
// CHECK-NEXT: %[[ONCE:.*]] = arith.mulf %[[SUM]], %[[A]]
// CHECK-NEXT: %[[TWICE:.*]] = arith.mulf %[[ONCE]], %[[B]]
// CHECK-NEXT: %[[ALL:.*]] = arith.addf %[[INIT]], %[[TWICE]]
// CHECK-NEXT: return %[[ALL]]
module attributes {transform.with_named_sequence} {
  func.func @products_of_three(%a: f32, %b: f32, %init: f32, %x: memref<8xf32>) -> f32 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %sum = scf.for %k = %c0 to %c8 step %c1 iter_args(%s = %init) -> (f32) {
      %v = memref.load %x[%k] : memref<8xf32>
      %one = arith.mulf %a, %v : f32
      %two = arith.mulf %one, %b : f32
      %new = arith.addf %s, %two : f32
      scf.yield %new : f32
    } {iter.loop = #iter.loop<nest = "dot", dims = ["K"], axis = dense_fixed, kind = reduction, role = level>}
    return %sum : f32
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.sparse.match.loops dims ["K"] in %root : (!transform.any_op) -> !transform.any_op
    transform.sparse.factor_out %loops {reassociate, allow_overflow} : !transform.any_op
    transform.annotate %loops "kept" : !transform.any_op
    transform.yield
  }
}

// -----

// Nothing is multiplied where there is no term: the factor may be infinite.

// CHECK-LABEL: func.func @maybe_no_terms(
// CHECK-SAME: %[[N:[^:]*]]: index, %[[A:[^:]*]]: f64, %[[X:[^:]*]]: memref<?xf64>)
// CHECK: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f64
// CHECK: %[[RUNS:.*]] = arith.cmpi slt, %{{.*}}, %[[N]]
// CHECK-NEXT: %[[ALL:.*]] = scf.if %[[RUNS]] -> (f64) {
// CHECK-NEXT: %[[SUM:.*]] = scf.for {{.*}} iter_args(%[[S:.*]] = %[[ZERO]]) -> (f64) {
// CHECK-NEXT: %[[V:.*]] = memref.load
// CHECK-NEXT: arith.subf %[[S]], %[[V]]
// CHECK: %[[PRODUCT:.*]] = arith.mulf %[[SUM]], %[[A]]
// CHECK-NEXT: scf.yield %[[PRODUCT]]
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %[[ZERO]]
// CHECK: return %[[ALL]]
module attributes {transform.with_named_sequence} {
  func.func @maybe_no_terms(%n: index, %a: f64, %x: memref<?xf64>) -> f64 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f64
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%s = %zero) -> (f64) {
      %v = memref.load %x[%k] : memref<?xf64>
      %t = arith.mulf %v, %a : f64
      %new = arith.subf %s, %t : f64
      scf.yield %new : f64
    }
    return %sum : f64
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    transform.sparse.factor_out %root {reassociate, allow_overflow} : !transform.any_op
    transform.yield
  }
}

// -----

// Integers wrap around, and need no leave; a factor of one term alone stays.

// CHECK-LABEL: func.func @two_terms(
// CHECK-SAME: %[[N:[^:]*]]: index, %[[A:[^:]*]]: i32, %[[B:[^:]*]]: i32, %[[X:[^:]*]]: memref<?xi32>)
// CHECK: %[[SUM:.*]] = scf.for {{.*}} iter_args(%[[S:.*]] = %{{.*}}) -> (i32) {
// CHECK-NEXT: %[[V:.*]] = memref.load %[[X]]
// CHECK-NEXT: %[[T:.*]] = arith.muli %[[B]], %[[V]]
// CHECK-NEXT: %[[S1:.*]] = arith.addi %[[S]], %[[T]]
// CHECK-NEXT: %[[S2:.*]] = arith.addi %[[V]], %[[S1]]
// CHECK-NEXT: scf.yield %[[S2]]
// CHECK-NEXT: }
// CHECK-NEXT: %[[ALL:.*]] = arith.muli %[[SUM]], %[[A]]
// CHECK-NEXT: return %[[ALL]]
module attributes {transform.with_named_sequence} {
  func.func @two_terms(%n: index, %a: i32, %b: i32, %x: memref<?xi32>) -> i32 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0 : i32
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%s = %zero) -> (i32) {
      %v = memref.load %x[%k] : memref<?xi32>
      %bv = arith.muli %b, %v : i32
      %t = arith.muli %bv, %a : i32
      %u = arith.muli %a, %v : i32
      %s1 = arith.addi %s, %t : i32
      %s2 = arith.addi %u, %s1 : i32
      scf.yield %s2 : i32
    }
    return %sum : i32
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %integers = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.sparse.factor_out %integers {where_legal} : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @rounded(%n: index, %a: f32, %x: memref<?xf32>) -> f32 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f32
    // expected-error @+1 {{cannot take factors out of the sums of 'scf.for': a product of the sum has other bits than a sum of the products, and 'reassociate' is not given}}
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%s = %zero) -> (f32) {
      %v = memref.load %x[%k] : memref<?xf32>
      %t = arith.mulf %v, %a : f32
      %new = arith.addf %s, %t : f32
      scf.yield %new : f32
    }
    return %sum : f32
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.factor_out %loops {allow_overflow} : !transform.any_op
    transform.yield
  }
}

// -----

// A sum that is multiplied once may be infinite where the products are finite;
// asked of all loops, or where it is legal, it stays as it is.

// CHECK-LABEL: func.func @kept(
// CHECK-SAME: %[[N:[^:]*]]: index, %[[A:[^:]*]]: f32,
// CHECK: %[[SUM:.*]] = scf.for
// CHECK-NEXT: %[[V:.*]] = memref.load
// CHECK-NEXT: %[[T:.*]] = arith.mulf %[[V]], %[[A]]
// CHECK-NEXT: arith.addf %{{.*}}, %[[T]]
// CHECK: return %[[SUM]]
module attributes {transform.with_named_sequence} {
  func.func @kept(%n: index, %a: f32, %x: memref<?xf32>) -> f32 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f32
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%s = %zero) -> (f32) {
      %v = memref.load %x[%k] : memref<?xf32>
      %t = arith.mulf %v, %a : f32
      %new = arith.addf %s, %t : f32
      scf.yield %new : f32
    }
    return %sum : f32
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    transform.sparse.factor_out %root {reassociate} : !transform.any_op
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.sparse.factor_out %loops {reassociate, where_legal} : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @overflows(%n: index, %a: bf16, %k: i32, %x: memref<?xbf16>, %y: memref<?xi32>) -> (bf16, i32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : bf16
    %none = arith.constant 0 : i32
    // expected-error @+1 {{cannot take factors out of the sums of 'scf.for': the sum may be infinite where the products are finite, and 'allow_overflow' is not given}}
    %sums:2 = scf.for %i = %c0 to %n step %c1 iter_args(%s0 = %zero, %s1 = %none) -> (bf16, i32) {
      %v = memref.load %x[%i] : memref<?xbf16>
      %w = memref.load %y[%i] : memref<?xi32>
      %t0 = arith.mulf %v, %a : bf16
      %t1 = arith.muli %w, %k : i32
      %n0 = arith.addf %s0, %t0 : bf16
      %n1 = arith.addi %s1, %t1 : i32
      scf.yield %n0, %n1 : bf16, i32
    }
    return %sums#0, %sums#1 : bf16, i32
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.factor_out %loops {reassociate} : !transform.any_op
    transform.yield
  }
}

// -----

// Neither a product of what changes has a factor, nor a term that is the same in
// all iterations, nor one that something else uses, nor an integer that is said
// not to overflow.

module attributes {transform.with_named_sequence} {
  func.func @without_factors(%n: index, %a: f32, %b: f32, %k: i32, %x: memref<?xf32>, %y: memref<?xi32>) -> (f32, f32, f32, i32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f32
    %none = arith.constant 0 : i32
    // expected-error @+1 {{cannot take factors out of the sums of 'scf.for': it carries no sum of products with a factor that is the same in all iterations}}
    %sums:4 = scf.for %i = %c0 to %n step %c1 iter_args(%s0 = %zero, %s1 = %zero, %s2 = %zero, %s3 = %none) -> (f32, f32, f32, i32) {
      %v = memref.load %x[%i] : memref<?xf32>
      %w = memref.load %y[%i] : memref<?xi32>
      %square = arith.mulf %v, %v : f32
      %same = arith.mulf %a, %b : f32
      %used = arith.mulf %a, %v : f32
      memref.store %used, %x[%i] : memref<?xf32>
      %small = arith.muli %w, %k overflow<nsw> : i32
      %n0 = arith.addf %s0, %square : f32
      %n1 = arith.addf %s1, %same : f32
      %n2 = arith.addf %s2, %used : f32
      %n3 = arith.addi %s3, %small : i32
      scf.yield %n0, %n1, %n2, %n3 : f32, f32, f32, i32
    }
    return %sums#0, %sums#1, %sums#2, %sums#3 : f32, f32, f32, i32
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    transform.sparse.factor_out %root {reassociate} : !transform.any_op
    %sums = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.sparse.factor_out %sums {reassociate, allow_overflow, where_legal} : !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.factor_out %sums {reassociate} : !transform.any_op
    transform.yield
  }
}
