// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(spindle-fuse-multiply-add))' | FileCheck %s

// CHECK-LABEL: func.func @sum_on_the_left(
// CHECK-SAME: %[[SUM:.*]]: f32, %[[A:.*]]: f32, %[[X:.*]]: f32)
// CHECK-NEXT: %[[NEW:.*]] = math.fma %[[A]], %[[X]], %[[SUM]] : f32
// CHECK-NEXT: return %[[NEW]]
func.func @sum_on_the_left(%sum: f32, %a: f32, %x: f32) -> f32 {
  %p = arith.mulf %a, %x : f32
  %new = arith.addf %sum, %p : f32
  return %new : f32
}

// CHECK-LABEL: func.func @product_on_the_left(
// CHECK-NEXT: math.fma
// CHECK-NEXT: return
func.func @product_on_the_left(%sum: f64, %a: f64, %x: f64) -> f64 {
  %p = arith.mulf %a, %x : f64
  %new = arith.addf %p, %sum : f64
  return %new : f64
}

// CHECK-LABEL: func.func @right_of_two_products(
// CHECK-SAME: %[[A:.*]]: f32, %[[B:.*]]: f32, %[[C:.*]]: f32, %[[D:.*]]: f32)
// CHECK-NEXT: %[[LEFT:.*]] = arith.mulf %[[A]], %[[B]]
// CHECK-NEXT: math.fma %[[C]], %[[D]], %[[LEFT]]
// CHECK-NEXT: return
func.func @right_of_two_products(%a: f32, %b: f32, %c: f32, %d: f32) -> f32 {
  %left = arith.mulf %a, %b : f32
  %right = arith.mulf %c, %d : f32
  %new = arith.addf %left, %right : f32
  return %new : f32
}

// CHECK-LABEL: func.func @product_taken_away(
// CHECK-SAME: %[[SUM:.*]]: vector<4xf32>, %[[A:.*]]: vector<4xf32>, %[[X:.*]]: vector<4xf32>)
// CHECK-NEXT: %[[MINUS:.*]] = arith.negf %[[A]]
// CHECK-NEXT: math.fma %[[MINUS]], %[[X]], %[[SUM]]
// CHECK-NEXT: return
func.func @product_taken_away(%sum: vector<4xf32>, %a: vector<4xf32>, %x: vector<4xf32>) -> vector<4xf32> {
  %p = arith.mulf %a, %x : vector<4xf32>
  %new = arith.subf %sum, %p : vector<4xf32>
  return %new : vector<4xf32>
}

// Exact products, and sums of numbers without such an instruction.

// CHECK-LABEL: func.func @stays(
// CHECK-NOT: math.fma
// CHECK: return
func.func @stays(%sum: f32, %a: f32, %x: f32, %h: f16, %n: i32) -> (f32, f32, f32, f16, i32) {
  %p = arith.mulf %a, %x : f32
  %used_twice = arith.addf %sum, %p : f32
  %q = arith.mulf %a, %a : f32
  %from_product = arith.subf %q, %sum : f32
  %half = arith.mulf %h, %h : f16
  %halves = arith.addf %half, %h : f16
  %i = arith.muli %n, %n : i32
  %j = arith.addi %i, %n : i32
  return %used_twice, %p, %from_product, %halves, %j : f32, f32, f32, f16, i32
}
