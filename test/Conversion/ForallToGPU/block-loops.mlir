// RUN: sparse-opt %s --split-input-file --convert-forall-to-gpu | FileCheck %s

// Each block does an iteration. Its workers share a loop: each begins at its own
// number, and goes on in steps of as many as there are. What stands beside the loop
// all workers load, and the first one stores.

// CHECK-LABEL: func.func @shares_a_loop(
// CHECK: %[[BLOCKS:.+]] = arith.maxsi
// CHECK: arith.minui %[[BLOCKS]]
// CHECK: gpu.launch blocks(%[[BX:.+]], %[[BY:.+]], %{{.+}}) in ({{.*}}) threads(%{{.+}}, %{{.+}}, %{{.+}}) in (%{{.+}} = %[[LANES:.+]], %{{.+}} = %[[WORKERS:.+]], %{{.+}})
// CHECK: %[[BEFORE:.+]] = arith.muli %[[BY]]
// CHECK: %[[I:.+]] = arith.addi %[[BEFORE]], %[[BX]]
// CHECK: %[[EXISTS:.+]] = arith.cmpi slt, %[[I]]
// CHECK: scf.if %[[EXISTS]] {
// CHECK: %[[FIRST:.+]] = arith.cmpi eq
// CHECK: %[[X:.+]] = memref.load
// CHECK: scf.if %[[FIRST]] {
// CHECK-NEXT: memref.store %[[X]]
// CHECK-NEXT: }
// CHECK-NOT: gpu.barrier
// CHECK: %[[OWN:.+]] = gpu.thread_id  y
// CHECK: arith.constant 8 : index
// CHECK-NEXT: arith.constant 8 : index
// CHECK-NEXT: scf.for %[[J:.+]] = %[[OWN]] to %{{.+}} step %{{c8.*}} {
// CHECK-NEXT: memref.store %[[X]], %{{.+}}[%[[I]], %[[J]]]
// CHECK-NEXT: } {iter.loop
// CHECK-NOT: scf.forall
#i = #iter.loop<nest = "copy", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "copy", dims = ["j"], axis = dense_fixed, kind = spatial, role = level>
func.func @shares_a_loop(%n: index, %m: index, %a: memref<?xf32>, %b: memref<?xf32>, %c: memref<?x?xf32>) {
  %0:3 = memref.distinct_objects %a, %b, %c : memref<?xf32>, memref<?xf32>, memref<?x?xf32>
  scf.forall (%i) in (%n) {
    %x = memref.load %0#0[%i] : memref<?xf32>
    memref.store %x, %0#1[%i] : memref<?xf32>
    scf.forall (%j) in (%m) {
      memref.store %x, %0#2[%i, %j] : memref<?x?xf32>
    } {iter.loop = #j}
  } {iter.block, iter.loop = #i, iter.workers = #iter.workers<lanes = 32, per_block = 8>}
  return
}

// -----

// What workers write for one another is shared memory, and they wait: for the
// elements that others wrote, and before one writes what others may still read.

// CHECK-LABEL: func.func @waits_for_others(
// CHECK: gpu.launch
// CHECK-SAME: workgroup(%[[SUMS:.+]] : memref<8xf32, #gpu.address_space<workgroup>>)
// CHECK: scf.for %{{.+}} = %{{.+}} to %{{.+}} step
// CHECK-NOT: gpu.barrier
// CHECK: memref.store %{{.+}}, %[[SUMS]][%{{.+}}] : memref<8xf32, #gpu.address_space<workgroup>>
// CHECK: gpu.barrier
// CHECK-NEXT: scf.for
// CHECK-NEXT: memref.load %[[SUMS]]
// CHECK-NOT: gpu.barrier
// CHECK: memref.store
// CHECK: gpu.barrier
// CHECK-NEXT: memref.load
// CHECK: gpu.terminator
#i = #iter.loop<nest = "sums", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "sums", dims = ["j"], axis = dense_fixed, kind = reduction, role = worker>
func.func @waits_for_others(%n: index, %a: memref<?x8xf32>, %b: memref<?xf32>, %c: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  %0:3 = memref.distinct_objects %a, %b, %c : memref<?x8xf32>, memref<?xf32>, memref<?xf32>
  scf.forall (%i) in (%n) {
    %sums = memref.alloca() : memref<8xf32>
    scf.forall (%j) in (8) {
      %x = memref.load %0#0[%i, %j] : memref<?x8xf32>
      memref.store %x, %sums[%j] : memref<8xf32>
    } {iter.loop = #j}
    %sum = scf.for %j = %c0 to %c8 step %c1 iter_args(%s = %zero) -> (f32) {
      %x = memref.load %sums[%j] : memref<8xf32>
      %t = arith.addf %s, %x : f32
      scf.yield %t : f32
    }
    memref.store %sum, %0#1[%i] : memref<?xf32>
    %again = memref.load %0#1[%i] : memref<?xf32>
    memref.store %again, %0#2[%i] : memref<?xf32>
  } {iter.block, iter.loop = #i, iter.workers = #iter.workers<lanes = 1, per_block = 8>}
  return
}

// -----

// In a loop that all workers run, what a round writes waits for the reads of the
// round before. Memory from the heap is shared too, with its views.

// CHECK-LABEL: func.func @waits_in_each_round(
// CHECK: gpu.launch
// CHECK-SAME: workgroup(%[[TILE:.+]] : memref<4x9xf32, #gpu.address_space<workgroup>>)
// CHECK: memref.subview %[[TILE]]
// CHECK-SAME: memref<4x9xf32, #gpu.address_space<workgroup>> to memref<4x8xf32, strided<[9, 1]>, #gpu.address_space<workgroup>>
// CHECK: scf.for
// CHECK-NEXT: gpu.barrier
// CHECK: scf.for
// CHECK: memref.store
// CHECK: gpu.barrier
// CHECK-NOT: gpu.barrier
// CHECK: memref.load
// CHECK-NOT: memref.dealloc
#i = #iter.loop<nest = "tiles", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "tiles", dims = ["j"], axis = dense_fixed, kind = spatial, role = level>
func.func @waits_in_each_round(%n: index, %a: memref<?x?xf32>, %b: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0:2 = memref.distinct_objects %a, %b : memref<?x?xf32>, memref<?x?xf32>
  scf.forall (%i) in (%n) {
    %tile = memref.alloc() : memref<4x9xf32>
    %view = memref.subview %tile[0, 0] [4, 8] [1, 1] : memref<4x9xf32> to memref<4x8xf32, strided<[9, 1]>>
    scf.for %k = %c0 to %n step %c1 {
      scf.forall (%j) in (4) {
        %x = memref.load %0#0[%k, %j] : memref<?x?xf32>
        memref.store %x, %view[%j, %c0] : memref<4x8xf32, strided<[9, 1]>>
      } {iter.loop = #j}
      scf.forall (%j) in (4) {
        %x = memref.load %view[%c1, %c0] : memref<4x8xf32, strided<[9, 1]>>
        memref.store %x, %0#1[%i, %j] : memref<?x?xf32>
      } {iter.loop = #j}
    }
    memref.dealloc %tile : memref<4x9xf32>
  } {iter.block, iter.loop = #i, iter.workers = #iter.workers<lanes = 1, per_block = 4>}
  return
}

// -----

// Memory of a shared loop is a thread's own. Where no block shares a loop it is
// run as it stands.

// CHECK-LABEL: func.func @memory_of_a_thread(
// CHECK: gpu.launch
// CHECK-NOT: workgroup
// CHECK: scf.for
// CHECK: memref.alloca() : memref<2xf32>
// CHECK-NOT: gpu.barrier
// CHECK: gpu.launch
// CHECK-NOT: gpu.thread_id
// CHECK: scf.for
// CHECK-NOT: gpu.barrier
// CHECK: gpu.terminator
#i = #iter.loop<nest = "own", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "own", dims = ["j"], axis = dense_fixed, kind = spatial, role = level>
func.func @memory_of_a_thread(%n: index, %a: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  scf.forall (%i) in (%n) {
    scf.forall (%j) in (%n) {
      %own = memref.alloca() : memref<2xf32>
      %x = memref.load %a[%i, %j] : memref<?x?xf32>
      memref.store %x, %own[%c0] : memref<2xf32>
      %y = memref.load %own[%c0] : memref<2xf32>
      memref.store %y, %a[%i, %j] : memref<?x?xf32>
    } {iter.loop = #j}
  } {iter.block, iter.loop = #i, iter.workers = #iter.workers<lanes = 1, per_block = 4>}
  scf.forall (%i) in (%n) {
    scf.forall (%j) in (%n) {
      %x = memref.load %a[%i, %j] : memref<?x?xf32>
      memref.store %x, %a[%i, %j] : memref<?x?xf32>
    } {iter.loop = #j}
  } {iter.loop = #i, iter.workers = #iter.workers<lanes = 1, per_block = 4>}
  return
}
