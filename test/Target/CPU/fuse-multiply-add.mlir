// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(spindle-fuse-multiply-add))' | FileCheck %s
// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(spindle-fuse-multiply-add{fused=false}))' | FileCheck %s --check-prefix=PLAIN

// PLAIN-LABEL: func.func @product_and_sum(
// PLAIN-NEXT: arith.mulf %{{.*}}, %{{.*}} : f32
// PLAIN-NEXT: arith.addf %{{.*}}, %{{.*}} : f32
// CHECK-LABEL: func.func @product_and_sum(
// CHECK-SAME: %[[SUM:.*]]: f32, %[[A:.*]]: f32, %[[X:.*]]: f32)
// CHECK-NEXT: %[[NEW:.*]] = math.fma %[[A]], %[[X]], %[[SUM]] : f32
// CHECK-NEXT: return %[[NEW]]
func.func @product_and_sum(%sum: f32, %a: f32, %x: f32) -> f32 {
  %p = arith.mulf %a, %x fastmath<contract> : f32
  %new = arith.addf %sum, %p fastmath<contract> : f32
  return %new : f32
}

// Canonicalization puts a constant on the right.

// CHECK-LABEL: func.func @constant_on_the_right(
// CHECK-NEXT: %[[ONE:.*]] = arith.constant
// CHECK-NEXT: math.fma %{{.*}}, %{{.*}}, %[[ONE]] : f64
// CHECK-NEXT: return
func.func @constant_on_the_right(%a: f64, %x: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %p = arith.mulf %a, %x fastmath<contract> : f64
  %new = arith.addf %p, %one fastmath<contract> : f64
  return %new : f64
}

// CHECK-LABEL: func.func @product_taken_away(
// CHECK-SAME: %[[SUM:.*]]: vector<4xf32>, %[[A:.*]]: vector<4xf32>, %[[X:.*]]: vector<4xf32>)
// CHECK-NEXT: %[[MINUS:.*]] = arith.negf %[[A]]
// CHECK-NEXT: math.fma %[[MINUS]], %[[X]], %[[SUM]]
// CHECK-NEXT: return
func.func @product_taken_away(%sum: vector<4xf32>, %a: vector<4xf32>, %x: vector<4xf32>) -> vector<4xf32> {
  %p = arith.mulf %a, %x fastmath<contract> : vector<4xf32>
  %new = arith.subf %sum, %p fastmath<contract> : vector<4xf32>
  return %new : vector<4xf32>
}

// Two equal products that became one are fused with both sums.

// CHECK-LABEL: func.func @product_of_two_sums(
// CHECK-NOT: arith
// CHECK-COUNT-2: math.fma
// CHECK-NEXT: return
func.func @product_of_two_sums(%a: f32, %x: f32, %y: f32, %z: f32) -> (f32, f32) {
  %p = arith.mulf %a, %x fastmath<contract> : f32
  %first = arith.addf %y, %p fastmath<contract> : f32
  %second = arith.addf %z, %p fastmath<contract> : f32
  return %first, %second : f32, f32
}

// A product that a schedule put beside a sum of another nest has no flag, or the sum has
// none, or has another product on its right.

// CHECK-LABEL: func.func @not_decided(
// CHECK-NOT: contract
// CHECK: %[[P:.*]] = arith.mulf
// CHECK-NEXT: arith.addf %{{.*}}, %[[P]] : f32
// CHECK-NEXT: %[[Q:.*]] = arith.mulf
// CHECK-NEXT: arith.addf %{{.*}}, %[[Q]] : f32
// CHECK-NEXT: %[[LEFT:.*]] = arith.mulf
// CHECK-NEXT: math.fma %{{.*}}, %{{.*}}, %[[LEFT]]
// CHECK-NEXT: return
func.func @not_decided(%sum: f32, %a: f32, %x: f32) -> (f32, f32, f32) {
  %p = arith.mulf %a, %x : f32
  %product_has_none = arith.addf %sum, %p fastmath<contract> : f32
  %q = arith.mulf %x, %x fastmath<contract> : f32
  %sum_has_none = arith.addf %sum, %q : f32
  %left = arith.mulf %a, %a fastmath<contract> : f32
  %right = arith.mulf %a, %x fastmath<contract> : f32
  %both = arith.addf %left, %right fastmath<contract> : f32
  return %product_has_none, %sum_has_none, %both : f32, f32, f32
}
