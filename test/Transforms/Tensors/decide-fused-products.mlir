// RUN: sparse-opt %s --spindle-decide-fused-products | FileCheck %s
// RUN: sparse-opt %s --spindle-decide-fused-products --spindle-lower-to-loops | FileCheck %s --check-prefix=LOOPS

!d = !axis.axis<dense_fixed>
!m = !sparse.tensor<?xf32, #sparse.dense>

// CHECK-LABEL: func.func @sum_on_the_left(
// CHECK-SAME: %[[SUM:[^:]*]]: f32,
// CHECK-NEXT: %[[P:.*]] = arith.mulf %{{.*}}, %{{.*}} fastmath<contract> : f32
// CHECK-NEXT: arith.addf %[[SUM]], %[[P]] fastmath<contract> : f32
func.func @sum_on_the_left(%sum: f32, %a: f32, %x: f32) -> f32 {
  %p = arith.mulf %a, %x : f32
  %new = arith.addf %sum, %p : f32
  return %new : f32
}

// CHECK-LABEL: func.func @product_on_the_left(
// CHECK-SAME: %[[SUM:[^:]*]]: vector<2xf64>,
// CHECK-NEXT: %[[P:.*]] = arith.mulf %{{.*}}, %{{.*}} fastmath<contract> : vector<2xf64>
// CHECK-NEXT: arith.addf %[[SUM]], %[[P]] fastmath<contract> : vector<2xf64>
func.func @product_on_the_left(%sum: vector<2xf64>, %a: vector<2xf64>, %x: vector<2xf64>) -> vector<2xf64> {
  %p = arith.mulf %a, %x : vector<2xf64>
  %new = arith.addf %p, %sum : vector<2xf64>
  return %new : vector<2xf64>
}

// CHECK-LABEL: func.func @product_of_numbers_on_the_left(
// CHECK-SAME: %[[SUM:[^:]*]]: f32,
// CHECK-NEXT: %[[P:.*]] = arith.mulf %{{.*}}, %{{.*}} fastmath<contract> : f32
// CHECK-NEXT: arith.addf %[[SUM]], %[[P]] fastmath<contract> : f32
func.func @product_of_numbers_on_the_left(%sum: f32, %a: f32, %x: f32) -> f32 {
  %p = arith.mulf %a, %x : f32
  %new = arith.addf %p, %sum : f32
  return %new : f32
}

// CHECK-LABEL: func.func @right_of_two_products(
// CHECK-NEXT: %[[LEFT:.*]] = arith.mulf %{{.*}}, %{{.*}} : f32
// CHECK-NEXT: %[[RIGHT:.*]] = arith.mulf %{{.*}}, %{{.*}} fastmath<contract> : f32
// CHECK-NEXT: arith.addf %[[LEFT]], %[[RIGHT]] fastmath<contract> : f32
func.func @right_of_two_products(%a: f32, %b: f32, %c: f32, %d: f32) -> f32 {
  %left = arith.mulf %a, %b : f32
  %right = arith.mulf %c, %d : f32
  %new = arith.addf %left, %right : f32
  return %new : f32
}

// CHECK-LABEL: func.func @product_taken_away(
// CHECK-NEXT: arith.mulf %{{.*}}, %{{.*}} fastmath<contract> : f32
// CHECK-NEXT: arith.subf %{{.*}}, %{{.*}} fastmath<contract> : f32
func.func @product_taken_away(%sum: f32, %a: f32, %x: f32) -> f32 {
  %p = arith.mulf %a, %x : f32
  %new = arith.subf %sum, %p : f32
  return %new : f32
}

// A product that something else uses, or that is lessened, and numbers without such an
// instruction; the flag that the program has is no decision.

// CHECK-LABEL: func.func @rounded_twice(
// CHECK-NOT: contract
// CHECK: return
func.func @rounded_twice(%sum: f32, %a: f32, %x: f32, %h: f16) -> (f32, f32, f32, f16) {
  %p = arith.mulf %a, %x fastmath<contract> : f32
  %used_twice = arith.addf %sum, %p fastmath<contract> : f32
  %q = arith.mulf %a, %a : f32
  %lessened = arith.subf %q, %sum : f32
  %half = arith.mulf %h, %h : f16
  %halves = arith.addf %half, %h : f16
  return %used_twice, %p, %lessened, %halves : f32, f32, f32, f16
}

// CHECK-LABEL: func.func @terms_of_nests(
// CHECK: arith.mulf %{{.*}}, %{{.*}} fastmath<contract> : f32
// CHECK-NEXT: sparse.accumulate add
// CHECK-NEXT: arith.mulf %{{.*}}, %{{.*}} : f32
// CHECK-NEXT: sparse.accumulate max
// CHECK-NEXT: arith.mulf %{{.*}}, %{{.*}} : f32
// CHECK-NEXT: sparse.store
// CHECK: %[[MAXIMUM:.*]] = arith.mulf %{{.*}}, %{{.*}} : f32
// CHECK-NEXT: %[[TERM:.*]] = arith.mulf %{{.*}}, %{{.*}} fastmath<contract> : f32
// CHECK-NEXT: iter.yield %[[MAXIMUM]], %{{.*}}, %[[TERM]]
func.func @terms_of_nests(%memory: memref<?xf32>, %n: index) -> f32 {
  %zero = arith.constant 0.0 : f32
  %none = arith.constant 0 : index
  %I = axis.dense_fixed %n : !d
  %V = sparse.bind %memory on (%I) : memref<?xf32> on (!d) -> !sparse.buffer<?xf32>
  iter.nest "stored" ("i": %i at %p) over (%I : !d) kinds [spatial] {
    %x = sparse.load %V at [%p] : !sparse.buffer<?xf32>
    %a = arith.mulf %x, %x : f32
    sparse.accumulate add %a into %V at [%p] : !sparse.buffer<?xf32>
    %b = arith.mulf %x, %x : f32
    sparse.accumulate max %b into %V at [%p] : !sparse.buffer<?xf32>
    %c = arith.mulf %x, %x : f32
    sparse.store %c, %V at [%p] : !sparse.buffer<?xf32>
  }
  %m, %at, %s = iter.nest "combined" ("i": %i at %p) over (%I : !d) kinds [reduction] combine [argmax, add] init(%zero, %none, %zero) -> f32, index, f32 {
    %x = sparse.load %V at [%p] : !sparse.buffer<?xf32>
    %a = arith.mulf %x, %x : f32
    %b = arith.mulf %x, %x : f32
    iter.yield %a, %i, %b : f32, index, f32
  }
  return %s : f32
}

// CHECK-LABEL: func.func @terms_of_tensors(
// CHECK: arith.mulf %{{.*}}, %{{.*}} fastmath<contract> : f32
// CHECK-NEXT: sparse.yield
// CHECK: arith.mulf %{{.*}}, %{{.*}} : f32
// CHECK-NEXT: sparse.yield
func.func @terms_of_tensors(%x: !m, %y: !m) {
  sparse.generic "summed" ins(%x : !m) outs(%y : !m) maps [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (j)>] kinds [reduction, spatial] combine [add] {
  ^bb0(%a: f32):
    %p = arith.mulf %a, %a : f32
    sparse.yield %p : f32
  }
  sparse.generic "stored" ins(%x : !m) outs(%y : !m) maps [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>] kinds [spatial] {
  ^bb0(%a: f32):
    %p = arith.mulf %a, %a : f32
    sparse.yield %p : f32
  }
  return
}

// The sum that accumulates a product has the flag of the product.

// LOOPS-LABEL: func.func @terms_of_nests(
// LOOPS: %[[P:.*]] = arith.mulf %{{.*}}, %{{.*}} fastmath<contract> : f32
// LOOPS: arith.addf %{{.*}}, %[[P]] fastmath<contract> : f32
// LOOPS: memref.store
