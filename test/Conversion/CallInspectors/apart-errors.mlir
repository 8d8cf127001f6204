// RUN: sparse-opt %s --spindle-call-inspectors=apart --split-input-file --verify-diagnostics
// RUN: sparse-opt %s --spindle-call-inspectors="apart where-legal" --split-input-file | FileCheck %s

// Where it may, a function that is refused inspects in each call.

// CHECK-LABEL: func.func @fills_argument(
// CHECK-SAME: memref<?xi32>) -> index {
// CHECK: call @spindle_inspect_wavefronts(
func.func @fills_argument(%m: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %a: memref<?xi32>, %b: memref<?xi32>, %c: memref<?xi32>) -> index {
  %I = axis.dense_fixed %m : !axis.axis<dense_fixed>
  %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !axis.axis<dense_fixed>, memref<?xi32>, memref<?xi32> -> !axis.axis<sparse_variable>
  // expected-error @+1 {{'axis.wavefronts' cannot be run apart from 'fills_argument': expected an inspector that alone fills memory which the function allocates but got other memory for its starts}}
  %count = axis.wavefronts %J into %a, %b, %c : !axis.axis<sparse_variable>, memref<?xi32>
  return %count : index
}

// -----

// CHECK-LABEL: func.func @writes_columns(
// CHECK: call @spindle_inspect_wavefronts(
func.func @writes_columns(%m: index, %pos: memref<?xi32>, %crd: memref<?xi32>) -> index {
  %zero = arith.constant 0 : index
  %none = arith.constant 0 : i32
  // expected-note @+1 {{here}}
  memref.store %none, %crd[%zero] : memref<?xi32>
  %I = axis.dense_fixed %m : !axis.axis<dense_fixed>
  %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !axis.axis<dense_fixed>, memref<?xi32>, memref<?xi32> -> !axis.axis<sparse_variable>
  %a = memref.alloc(%m) : memref<?xi32>
  %b = memref.alloc(%m) : memref<?xi32>
  %c = memref.alloc(%m) : memref<?xi32>
  // expected-error @+1 {{'axis.wavefronts' cannot be run apart from 'writes_columns': expected an inspector of the function's arguments alone but got one of memory that 'memref.store' may write}}
  %count = axis.wavefronts %J into %a, %b, %c : !axis.axis<sparse_variable>, memref<?xi32>
  return %count : index
}

// -----

// CHECK-LABEL: func.func @computes_columns(
// CHECK: call @spindle_inspect_wavefronts(
func.func @computes_columns(%m: index, %pos: memref<?xi32>) -> index {
  // expected-note @+1 {{here}}
  %crd = memref.alloc(%m) : memref<?xi32>
  %I = axis.dense_fixed %m : !axis.axis<dense_fixed>
  %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !axis.axis<dense_fixed>, memref<?xi32>, memref<?xi32> -> !axis.axis<sparse_variable>
  %a = memref.alloc(%m) : memref<?xi32>
  %b = memref.alloc(%m) : memref<?xi32>
  %c = memref.alloc(%m) : memref<?xi32>
  // expected-error @+1 {{'axis.wavefronts' cannot be run apart from 'computes_columns': expected an inspector of the function's arguments alone but got one of what 'memref.alloc' makes}}
  %count = axis.wavefronts %J into %a, %b, %c : !axis.axis<sparse_variable>, memref<?xi32>
  return %count : index
}

// -----

// CHECK-LABEL: func.func @in_a_branch(
// CHECK: call @spindle_inspect_wavefronts(
func.func @in_a_branch(%m: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %is: i1) {
  %I = axis.dense_fixed %m : !axis.axis<dense_fixed>
  %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !axis.axis<dense_fixed>, memref<?xi32>, memref<?xi32> -> !axis.axis<sparse_variable>
  // expected-note @+1 {{here}}
  scf.if %is {
    %a = memref.alloc(%m) : memref<?xi32>
    %b = memref.alloc(%m) : memref<?xi32>
    %c = memref.alloc(%m) : memref<?xi32>
    // expected-error @+1 {{'axis.wavefronts' cannot be run apart from 'in_a_branch': expected an inspector outside of loops and branches but got one in 'scf.if'}}
    %count = axis.wavefronts %J into %a, %b, %c : !axis.axis<sparse_variable>, memref<?xi32>
  }
  return
}

// -----

// CHECK-LABEL: func.func private @hidden(
// CHECK: call @spindle_inspect_wavefronts(
func.func private @hidden(%m: index, %pos: memref<?xi32>, %crd: memref<?xi32>) -> index {
  %I = axis.dense_fixed %m : !axis.axis<dense_fixed>
  %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !axis.axis<dense_fixed>, memref<?xi32>, memref<?xi32> -> !axis.axis<sparse_variable>
  %a = memref.alloc(%m) : memref<?xi32>
  %b = memref.alloc(%m) : memref<?xi32>
  %c = memref.alloc(%m) : memref<?xi32>
  // expected-error @+1 {{'axis.wavefronts' cannot be run apart from 'hidden': expected an inspector in a public function but got one in a private one}}
  %count = axis.wavefronts %J into %a, %b, %c : !axis.axis<sparse_variable>, memref<?xi32>
  return %count : index
}

// -----

// CHECK-LABEL: func.func @shares_memory(
// CHECK: call @spindle_inspect_wavefronts(
func.func @shares_memory(%m: index, %pos: memref<?xi32>, %crd: memref<?xi32>) -> index {
  %zero = arith.constant 0 : index
  %none = arith.constant 0 : i32
  %I = axis.dense_fixed %m : !axis.axis<dense_fixed>
  %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !axis.axis<dense_fixed>, memref<?xi32>, memref<?xi32> -> !axis.axis<sparse_variable>
  %a = memref.alloc(%m) : memref<?xi32>
  %b = memref.alloc(%m) : memref<?xi32>
  %c = memref.alloc(%m) : memref<?xi32>
  // expected-error @+1 {{'axis.wavefronts' cannot be run apart from 'shares_memory': expected an inspector that alone fills memory which the function allocates but got what 'memref.store' may write, too, for its order}}
  %count = axis.wavefronts %J into %a, %b, %c : !axis.axis<sparse_variable>, memref<?xi32>
  // expected-note @+1 {{here}}
  memref.store %none, %b[%zero] : memref<?xi32>
  return %count : index
}
