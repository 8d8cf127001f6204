// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(spindle-approximate-functions))' | FileCheck %s
// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(spindle-approximate-functions{fused=false}))' | FileCheck %s --check-prefix=PLAIN

// PLAIN-LABEL: func.func @vector(
// PLAIN-NOT: math
// PLAIN: arith.mulf {{.*}} : vector<16xf32>
// PLAIN-NOT: math
// PLAIN: return
// CHECK-LABEL: func.func @vector(
// CHECK-NOT: math.exp
// CHECK: math.fma {{.*}} : vector<16xf32>
// CHECK-NOT: math.exp
// CHECK: return
func.func @vector(%x: vector<16xf32>) -> vector<16xf32> {
  %e = math.exp %x : vector<16xf32>
  return %e : vector<16xf32>
}

// A number has the operations that a lane has.

// CHECK-LABEL: func.func @number(
// CHECK-NOT: math.exp
// CHECK-COUNT-9: math.fma {{.*}} : f32
// CHECK-NOT: math
// CHECK: return
func.func @number(%x: f32) -> f32 {
  %e = math.exp %x : f32
  return %e : f32
}

// CHECK-LABEL: func.func @narrow(
// CHECK-SAME: %[[X:.*]]: f16, %[[Y:.*]]: vector<4xbf16>)
// CHECK: %[[WIDE:.*]] = arith.extf %[[X]] : f16 to f32
// CHECK-NOT: math.log
// CHECK: arith.truncf %{{.*}} : f32 to f16
// CHECK: arith.extf %[[Y]] : vector<4xbf16> to vector<4xf32>
// CHECK-NOT: math.expm1
// CHECK: arith.truncf %{{.*}} : vector<4xf32> to vector<4xbf16>
// CHECK-NEXT: return
func.func @narrow(%x: f16, %y: vector<4xbf16>) -> (f16, vector<4xbf16>) {
  %l = math.log %x : f16
  %e = math.expm1 %y : vector<4xbf16>
  return %l, %e : f16, vector<4xbf16>
}

// CHECK-LABEL: func.func @function_of_a_function(
// CHECK-NOT: math.{{log|tanh|erf}}
// CHECK: return
func.func @function_of_a_function(%x: vector<8xf32>) -> vector<8xf32> {
  %l = math.log1p %x : vector<8xf32>
  %m = math.log2 %l : vector<8xf32>
  %c = math.erfc %m : vector<8xf32>
  %t = math.tanh %c : vector<8xf32>
  return %t : vector<8xf32>
}

// CHECK-LABEL: func.func @without_polynomial(
// CHECK-NEXT: math.sin
// CHECK-NEXT: math.exp
// CHECK-NEXT: return
func.func @without_polynomial(%x: vector<4xf32>, %y: vector<4xf64>) -> (vector<4xf32>, vector<4xf64>) {
  %s = math.sin %x : vector<4xf32>
  %e = math.exp %y : vector<4xf64>
  return %s, %e : vector<4xf32>, vector<4xf64>
}

// The program's own operation stays.

// PLAIN-LABEL: func.func @product_and_sum_of_the_program(
// PLAIN: math.fma
// PLAIN-NOT: math.fma
// PLAIN: return
func.func @product_and_sum_of_the_program(%x: vector<8xf32>, %y: vector<8xf32>) -> vector<8xf32> {
  %s = math.fma %x, %x, %y : vector<8xf32>
  %e = math.exp %s : vector<8xf32>
  return %e : vector<8xf32>
}

// The error function is a quotient of what is not beyond the end, with nothing but products
// and sums, not fused where they are not to be.

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
  %e = math.erf %x : vector<8xf32>
  return %e : vector<8xf32>
}
