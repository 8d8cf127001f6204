// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(spindle-approximate-functions))' | FileCheck %s
// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(spindle-approximate-functions{fused=false}))' | FileCheck %s --check-prefix=PLAIN

// PLAIN-LABEL: func.func @vector_that_may_be_approximated(
// PLAIN-NOT: math.{{exp|fma|floor}}
// PLAIN: arith.mulf {{.*}} : vector<16xf32>
// PLAIN: arith.fptosi {{.*}} : vector<16xf32> to vector<16xi32>
// PLAIN-NOT: math.{{exp|fma|floor}}
// PLAIN: return
// CHECK-LABEL: func.func @vector_that_may_be_approximated(
// CHECK-NOT: math.exp
// CHECK: math.fma {{.*}} : vector<16xf32>
// CHECK: return
func.func @vector_that_may_be_approximated(%x: vector<16xf32>) -> vector<16xf32> {
  %e = math.exp %x fastmath<afn> : vector<16xf32>
  return %e : vector<16xf32>
}

// CHECK-LABEL: func.func @function_of_a_function(
// CHECK-NOT: math.{{log|tanh}}
// CHECK: return
func.func @function_of_a_function(%x: vector<8xf32>) -> vector<8xf32> {
  %l = math.log %x fastmath<afn> : vector<8xf32>
  %t = math.tanh %l fastmath<afn> : vector<8xf32>
  return %t : vector<8xf32>
}

// CHECK-LABEL: func.func @vector_that_may_not(
// CHECK-NEXT: math.exp
// CHECK-NEXT: return
func.func @vector_that_may_not(%x: vector<16xf32>) -> vector<16xf32> {
  %e = math.exp %x : vector<16xf32>
  return %e : vector<16xf32>
}

// CHECK-LABEL: func.func @number(
// CHECK-NEXT: math.exp
// CHECK-NEXT: return
func.func @number(%x: f32) -> f32 {
  %e = math.exp %x fastmath<afn> : f32
  return %e : f32
}

// CHECK-LABEL: func.func @polynomial_that_is_wrong_or_missing(
// CHECK-NEXT: math.sin
// CHECK-NEXT: math.exp
// CHECK-NEXT: return
func.func @polynomial_that_is_wrong_or_missing(%x: vector<4xf32>, %y: vector<4xf64>) -> (vector<4xf32>, vector<4xf64>) {
  %s = math.sin %x fastmath<afn> : vector<4xf32>
  %e = math.exp %y fastmath<afn> : vector<4xf64>
  return %s, %e : vector<4xf32>, vector<4xf64>
}

// What is the program's own stays.

// PLAIN-LABEL: func.func @product_and_sum_of_the_program(
// PLAIN: math.fma
// PLAIN-NOT: math.fma
// PLAIN: return
func.func @product_and_sum_of_the_program(%x: vector<8xf32>, %y: vector<8xf32>) -> vector<8xf32> {
  %s = math.fma %x, %x, %y : vector<8xf32>
  %e = math.exp %s fastmath<afn> : vector<8xf32>
  return %e : vector<8xf32>
}

// The error function is a quotient, of what is not beyond the end; nothing but that and
// products and sums, not fused where they are not to be.

// PLAIN-LABEL: func.func @error_function(
// PLAIN-NOT: math
// PLAIN: return
// CHECK-LABEL: func.func @error_function(
// CHECK-SAME: %[[X:.*]]: vector<8xf32>)
// CHECK-DAG: %[[END:.*]] = arith.constant dense<3.800000e+00> : vector<8xf32>
// CHECK: %[[BEYOND:.*]] = arith.cmpf ogt, %[[X]], %[[END]]
// CHECK: arith.select %[[BEYOND]], %[[END]], %[[X]]
// CHECK-COUNT-10: math.fma
// CHECK: arith.divf
// CHECK-NOT: math
// CHECK: return
func.func @error_function(%x: vector<8xf32>) -> vector<8xf32> {
  %e = math.erf %x fastmath<afn> : vector<8xf32>
  return %e : vector<8xf32>
}
