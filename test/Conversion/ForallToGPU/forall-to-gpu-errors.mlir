// RUN: sparse-opt %s --split-input-file --verify-diagnostics --convert-forall-to-gpu=serial=false
// RUN: not sparse-opt %s --split-input-file --convert-forall-to-gpu=threads=0 2>&1 | FileCheck %s --check-prefix=THREADS
// RUN: not sparse-opt %s --split-input-file --convert-forall-to-gpu=threads=1025 2>&1 | FileCheck %s --check-prefix=THREADS
// RUN: not sparse-opt %s --split-input-file --convert-forall-to-gpu=index-bitwidth=16 2>&1 | FileCheck %s --check-prefix=BITS
// THREADS: error: expected threads from 1 to 1024 but got {{0|1025}}
// BITS: error: expected index-bitwidth to be 32 or 64 but got 16

#row = #iter.loop<nest = "n", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#pair = #iter.loop<nest = "sums", dims = ["i", "j"], axis = sparse_variable, kind = spatial, role = level>

func.func @refuses_a_serial_loop(%n: index, %a: memref<?xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.forall (%i) in (%n) {
    memref.store %x, %a[%i] : memref<?xf32>
  } {iter.loop = #row}
  // expected-error @below {{expected loops that run in parallel but got the loop over "i", "j" of nest "sums", which is serial}}
  // expected-note @below {{a GPU would run it on one thread; spindle-parallelize-loops{report} says why it is not parallel}}
  scf.for %p = %c0 to %n step %c1 {
    memref.store %x, %a[%c0] : memref<?xf32>
  } {iter.loop = #pair}
  return
}

// -----

func.func @refuses_a_store_on_the_host(%a: memref<?xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  // expected-error @below {{expected memory to be touched by parallel loops alone but got 'memref.store' on the host}}
  memref.store %x, %a[%c0] : memref<?xf32>
  return
}

// -----

func.func @refuses_memory_of_a_size_that_it_reads(%sizes: memref<?xindex>) {
  %c0 = arith.constant 0 : index
  %n = memref.load %sizes[%c0] : memref<?xindex>
  // expected-error @below {{expected memory of the function's own to have a size that the host knows but got one that is read from memory, or in a loop}}
  %a = memref.alloc(%n) : memref<?xf32>
  return
}

// -----

func.func @refuses_a_parallel_loop_without_a_label(%n: index, %a: memref<?xf32>, %x: f32) {
  // expected-error @below {{expected what a GPU can run, or what touches no memory, but got 'scf.forall'}}
  scf.forall (%i) in (%n) {
    memref.store %x, %a[%i] : memref<?xf32>
  }
  return
}

// -----

#row = #iter.loop<nest = "n", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>

func.func @refuses_a_load_of_written_memory(%n: index, %a: memref<?xindex>, %b: memref<?xindex>) {
  %c0 = arith.constant 0 : index
  // expected-error @below {{expected memory to be touched by parallel loops alone but got 'memref.load' on the host}}
  %x = memref.load %a[%c0] : memref<?xindex>
  scf.forall (%i) in (%n) {
    memref.store %x, %b[%i] : memref<?xindex>
  } {iter.loop = #row}
  return
}

// -----

func.func @refuses_to_return_what_it_reads(%a: memref<?xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %x = memref.load %a[%c0] : memref<?xf32>
  %y = arith.addf %x, %x : f32
  // expected-error @below {{expected 'func.return' of values that the host knows but got one that is read from memory}}
  return %y : f32
}

// -----

#row = #iter.loop<nest = "n", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>

func.func @refuses_rounds_that_nothing_bounds(%a: memref<?xindex>, %b: memref<?xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d:2 = memref.distinct_objects %a, %b : memref<?xindex>, memref<?xf32>
  %n = memref.load %d#0[%c0] : memref<?xindex>
  // expected-error @below {{expected a number of rounds that the host knows, or memory that is as large, but it is read from memory}}
  scf.forall (%i) in (%n) {
    scf.for %k = %c0 to %i step %c1 {
      memref.store %x, %d#1[%i] : memref<?xf32>
    }
  } {iter.loop = #row}
  return
}

// -----

#row = #iter.loop<nest = "n", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>

func.func @refuses_two_indices(%n: index, %a: memref<?x?xf32>, %x: f32) {
  // expected-error @below {{expected a loop with one index and no results but got 2 and 0}}
  scf.forall (%i, %j) in (%n, %n) {
    memref.store %x, %a[%i, %j] : memref<?x?xf32>
  } {iter.loop = #row}
  return
}

// -----

#row = #iter.loop<nest = "n", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>

func.func private @f(f32) -> f32

func.func @refuses_calls_on_the_host(%a: memref<?xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %c1 step %c1 {
    // expected-error @below {{expected what a GPU can run, or what touches no memory, but got 'func.call'}}
    %y = func.call @f(%x) : (f32) -> f32
    memref.store %y, %a[%i] : memref<?xf32>
  }
  return
}

// -----

#row = #iter.loop<nest = "n", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>

func.func private @f(f32) -> f32

func.func @refuses_calls(%n: index, %a: memref<?xf32>, %x: f32) {
  scf.forall (%i) in (%n) {
    // expected-error @below {{expected no 'func.call' in a loop for a GPU}}
    %y = func.call @f(%x) : (f32) -> f32
    memref.store %y, %a[%i] : memref<?xf32>
  } {iter.loop = #row}
  return
}

// -----

#row = #iter.loop<nest = "n", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>

func.func @refuses_to_allocate(%n: index) {
  scf.forall (%i) in (%n) {
    // expected-error @below {{expected no 'memref.alloc' in a loop for a GPU}}
    %a = memref.alloc(%n) : memref<?xf32>
    // The pass stops at the first.
    memref.dealloc %a : memref<?xf32>
  } {iter.loop = #row}
  return
}

// -----

#row = #iter.loop<nest = "n", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>

// expected-error @below {{expected memory with strides but got 'memref<4xf32, affine_map<(d0) -> (d0 mod 2)>>'}}
func.func @refuses_memory_without_strides(%a: memref<4xf32, affine_map<(d) -> (d mod 2)>>, %x: f32) {
  scf.forall (%i) in (4) {
    memref.store %x, %a[%i] : memref<4xf32, affine_map<(d) -> (d mod 2)>>
  } {iter.loop = #row}
  return
}

// -----

#row = #iter.loop<nest = "n", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>

memref.global "private" constant @table : memref<4xf32> = dense<[1.0, 2.0, 3.0, 4.0]>
func.func @refuses_constants_of_the_host(%n: index, %a: memref<?xf32>) {
  // expected-error @below {{expected memory that a kernel is given but got constants on the host, 'memref<4xf32>': make them an argument}}
  %table = memref.get_global @table : memref<4xf32>
  scf.forall (%i) in (%n) {
    %x = memref.load %table[%i] : memref<4xf32>
    memref.store %x, %a[%i] : memref<?xf32>
  } {iter.loop = #row}
  return
}
