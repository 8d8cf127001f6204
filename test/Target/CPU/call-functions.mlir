// RUN: sparse-opt %s --spindle-call-functions | FileCheck %s

// CHECK-DAG: func.func private @expm1(f64) -> f64
// CHECK-DAG: func.func private @log1p(f64) -> f64

// CHECK-LABEL: func.func @number(
// CHECK-SAME: %[[X:.*]]: f64)
// CHECK-NEXT: %[[E:.*]] = call @expm1(%[[X]]) : (f64) -> f64
// CHECK-NEXT: return %[[E]]
func.func @number(%x: f64) -> f64 {
  %e = math.expm1 %x : f64
  return %e : f64
}

// CHECK-LABEL: func.func @lanes(
// CHECK-COUNT-2: call @log1p
// CHECK-NOT: call
// CHECK: return
func.func @lanes(%x: vector<2xf64>) -> vector<2xf64> {
  %l = math.log1p %x : vector<2xf64>
  return %l : vector<2xf64>
}

// CHECK-LABEL: func.func @function_that_llvm_has(
// CHECK-NEXT: math.exp
// CHECK-NEXT: return
func.func @function_that_llvm_has(%x: f64) -> f64 {
  %e = math.exp %x : f64
  return %e : f64
}

// CHECK-LABEL: func.func @lanes_of_roots(
// CHECK-NOT: math.cbrt {{.*}} : vector
// CHECK-COUNT-2: vector.extract
// CHECK: return
func.func @lanes_of_roots(%x: vector<2xf32>) -> vector<2xf32> {
  %r = math.cbrt %x : vector<2xf32>
  return %r : vector<2xf32>
}
