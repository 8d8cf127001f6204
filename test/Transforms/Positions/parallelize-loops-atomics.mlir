// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(spindle-parallelize-loops{atomics report}))' --verify-diagnostics | FileCheck %s
// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(spindle-parallelize-loops))' -o %t.after
// RUN: sparse-opt %s -o %t.before
// RUN: diff %t.before %t.after

!dense = !axis.axis<dense_fixed>
!vector = !sparse.buffer<?xf32>
#element = #iter.loop<nest = "n", dims = ["I"], axis = sparse_variable, kind = reduction, role = level>

// CHECK-LABEL: func.func @histogram(
// CHECK: scf.forall
// CHECK: sparse.accumulate atomic add
func.func @histogram(%m: index, %n: index, %crd: memref<?xi32>, %values: memref<?xf32>, %y: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %I = axis.sparse_variable %m count %n coordinates %crd : memref<?xi32> -> !axis.axis<sparse_variable, sorted>
  %M = axis.dense_fixed %m : !dense
  %X = sparse.bind %values on (%I) : memref<?xf32> on (!axis.axis<sparse_variable, sorted>) -> !vector
  %Y = sparse.bind %y on (%M) : memref<?xf32> on (!dense) -> !vector
  // expected-remark @+1 {{loop over I of nest 'n' is parallel with 1 atomic accumulate}}
  scf.for %p = %c0 to %n step %c1 {
    %i = axis.coordinate %I[%p] : !axis.axis<sparse_variable, sorted>
    %x = sparse.load %X at positions [%p] : !sparse.buffer<?xf32>
    sparse.accumulate add %x into %Y at positions [%i] : !sparse.buffer<?xf32>
  } {iter.loop = #iter.loop<nest = "n", dims = ["I"], axis = sparse_variable, kind = reduction, role = level>}
  return
}

// What is atomic already may stand in a loop that is parallel.

// CHECK-LABEL: func.func @histogram_afterwards(
// CHECK: sparse.accumulate atomic add
func.func @histogram_afterwards(%m: index, %n: index, %crd: memref<?xi32>, %values: memref<?xf32>, %y: memref<?xf32>) {
  %I = axis.sparse_variable %m count %n coordinates %crd : memref<?xi32> -> !axis.axis<sparse_variable, sorted>
  %M = axis.dense_fixed %m : !dense
  %X = sparse.bind %values on (%I) : memref<?xf32> on (!axis.axis<sparse_variable, sorted>) -> !vector
  %Y = sparse.bind %y on (%M) : memref<?xf32> on (!dense) -> !vector
  scf.forall (%p) in (%n) {
    %i = axis.coordinate %I[%p] : !axis.axis<sparse_variable, sorted>
    %x = sparse.load %X at positions [%p] : !sparse.buffer<?xf32>
    sparse.accumulate atomic add %x into %Y at positions [%i] : !sparse.buffer<?xf32>
  } {iter.loop = #iter.loop<nest = "n", dims = ["I"], axis = sparse_variable, kind = reduction, role = level>}
  return
}

// Two buffers are one memory: what is done by both has to be of one kind.

// CHECK-LABEL: func.func @one_memory(
// CHECK: sparse.accumulate atomic add
// CHECK: sparse.accumulate atomic add
func.func @one_memory(%m: index, %n: index, %one: f32, %y: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %M = axis.dense_fixed %m : !dense
  %Y = sparse.bind %y on (%M) : memref<?xf32> on (!dense) -> !vector
  %Z = sparse.bind %y on (%M) : memref<?xf32> on (!dense) -> !vector
  // expected-remark @+1 {{is parallel with 2 atomic accumulates}}
  scf.for %p = %c0 to %n step %c1 {
    sparse.accumulate add %one into %Y at positions [%p] : !vector
    sparse.accumulate add %one into %Z at positions [%c0] : !vector
  } {iter.loop = #element}
  return
}

// CHECK-LABEL: func.func @stays_serial(
// CHECK-NOT: scf.forall
// CHECK-NOT: atomic
// CHECK: return
func.func @stays_serial(%m: index, %n: index, %one: f32, %z: complex<f32>, %y: memref<?xf32>, %w: memref<?xf32, strided<[?]>>, %q: memref<?xcomplex<f32>>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %M = axis.dense_fixed %m : !dense
  %Y = sparse.bind %y on (%M) : memref<?xf32> on (!dense) -> !vector
  %Z = sparse.bind %y on (%M) : memref<?xf32> on (!dense) -> !vector
  %W = sparse.bind %w on (%M) : memref<?xf32, strided<[?]>> on (!dense) -> !vector
  %Q = sparse.bind %q on (%M) : memref<?xcomplex<f32>> on (!dense) -> !sparse.buffer<?xcomplex<f32>>
  // expected-remark @+1 {{stays serial: it adds into argument 4 at [0], which other iterations may write too}}
  scf.for %p = %c0 to %n step %c1 {
    sparse.accumulate add %one into %Y at positions [%c0] : !vector
    sparse.accumulate max %one into %Z at positions [%c0] : !vector
  } {iter.loop = #element}
  // A product of complex numbers changes both parts at once.
  // expected-remark @+1 {{stays serial: it combines into argument 6 at [0], which other iterations may write too}}
  scf.for %p = %c0 to %n step %c1 {
    sparse.accumulate mul %z into %Q at positions [%c0] : !sparse.buffer<?xcomplex<f32>>
  } {iter.loop = #element}
  // expected-remark @+1 {{stays serial: elements of argument 5 may overlap one another}}
  scf.for %p = %c0 to %n step %c1 {
    sparse.accumulate add %one into %W at positions [%c0] : !vector
  } {iter.loop = #element}
  // expected-remark @+1 {{stays serial: an iteration takes up what the one before it hands on}}
  %sum = scf.for %p = %c0 to %n step %c1 iter_args(%before = %one) -> f32 {
    sparse.accumulate add %one into %Y at positions [%c0] : !vector
    %after = arith.addf %before, %one : f32
    scf.yield %after : f32
  } {iter.loop = #element}
  return
}
