// RUN: sparse-opt %s --split-input-file --verify-diagnostics --convert-forall-to-gpu
// RUN: not sparse-opt %s --split-input-file --convert-forall-to-gpu=shared-bytes=1023 2>&1 | FileCheck %s
// CHECK: error: expected at most 1023 bytes of shared memory in the loop over "i" of nest "fits" but got 1024

#i = #iter.loop<nest = "large", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
func.func @refuses_too_much_memory(%n: index, %a: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  // expected-error @below {{expected at most 49152 bytes of shared memory in the loop over "i" of nest "large" but got 49168}}
  scf.forall (%i) in (%n) {
    %one = memref.alloca() : memref<6144xf64>
    %other = memref.alloca() : memref<1xi8>
    %x = memref.load %a[%i] : memref<?xf32>
    memref.store %x, %a[%i] : memref<?xf32>
  } {iter.block, iter.loop = #i, iter.workers = #iter.workers<lanes = 32, per_block = 8>}
  return
}

// -----

#i = #iter.loop<nest = "fits", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
func.func @takes_what_fits(%n: index, %a: memref<?xf32>) {
  scf.forall (%i) in (%n) {
    %one = memref.alloca() : memref<256xf32>
    %x = memref.load %a[%i] : memref<?xf32>
    memref.store %x, %a[%i] : memref<?xf32>
  } {iter.block, iter.loop = #i, iter.workers = #iter.workers<lanes = 32, per_block = 8>}
  return
}

// -----

#i = #iter.loop<nest = "sized", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
func.func @refuses_memory_of_any_size(%n: index, %a: memref<?xf32>) {
  scf.forall (%i) in (%n) {
    // expected-error @below {{expected memory of a constant size in the loop over "i" of nest "sized", whose workers share it, but got 'memref<?xf32>'}}
    %one = memref.alloca(%n) : memref<?xf32>
    %x = memref.load %a[%i] : memref<?xf32>
    memref.store %x, %a[%i] : memref<?xf32>
  } {iter.block, iter.loop = #i, iter.workers = #iter.workers<lanes = 32, per_block = 8>}
  return
}

// -----

#i = #iter.loop<nest = "counts", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
func.func @refuses_what_an_atomic_finds(%n: index, %a: memref<?xi32>, %b: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  scf.forall (%i) in (%n) {
    // expected-error @below {{expected no 'memref.atomic_rmw' whose result all workers of a block take}}
    %x = memref.atomic_rmw addi %one, %a[%c0] : (i32, memref<?xi32>) -> i32
    memref.store %x, %b[%i] : memref<?xi32>
  } {iter.block, iter.loop = #i, iter.workers = #iter.workers<lanes = 32, per_block = 8>}
  return
}

// -----

#i = #iter.loop<nest = "pairs", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
func.func @refuses_a_shared_loop_of_pairs(%n: index, %a: memref<?x?x?xf32>, %x: f32) {
  scf.forall (%i) in (%n) {
    // expected-error @below {{expected a loop with one index and no results but got 2 and 0}}
    scf.forall (%j, %k) in (%n, %n) {
      memref.store %x, %a[%i, %j, %k] : memref<?x?x?xf32>
    }
  } {iter.block, iter.loop = #i, iter.workers = #iter.workers<lanes = 32, per_block = 8>}
  return
}
