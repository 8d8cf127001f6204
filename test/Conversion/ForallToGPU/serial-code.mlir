// RUN: sparse-opt %s --split-input-file --verify-diagnostics --convert-forall-to-gpu | FileCheck %s

// What no proof makes parallel is run by one thread.

#row = #iter.loop<nest = "n", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#pair = #iter.loop<nest = "sums", dims = ["i", "j"], axis = sparse_variable, kind = spatial, role = level>

// CHECK-LABEL: func.func @serial_loop(
// CHECK: gpu.launch {{.*}} function(@serial_loop_n)
// CHECK: %[[ONE:.+]] = arith.constant 1 : index
// CHECK: gpu.launch {{.*}} function(@serial_loop_sums) {
// CHECK: scf.if
// CHECK-NEXT: scf.for
// CHECK: gpu.terminator
// CHECK-NOT: scf.f
// CHECK: return
func.func @serial_loop(%n: index, %a: memref<?xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.forall (%i) in (%n) {
    memref.store %x, %a[%i] : memref<?xf32>
  } {iter.loop = #row}
  // expected-warning @below {{expected loops that run in parallel but got the loop over "i", "j" of nest "sums", which one thread of a GPU runs}}
  scf.for %p = %c0 to %n step %c1 {
    memref.store %x, %a[%c0] : memref<?xf32>
  } {iter.loop = #pair}
  return
}

// -----

// What follows one another is one kernel. What computes from what is read there
// moves along, and what others use of it goes through memory.

#row = #iter.loop<nest = "n", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>

// CHECK-LABEL: func.func @number_for_others(
// CHECK-SAME: %[[N:[^ ]+]]: index, %[[A:[^ ]+]]: memref<?xf32>
// CHECK: %[[M:.+]] = arith.addi %[[N]], %[[N]] : index
// CHECK: %[[KEPT:.+]] = memref.alloc() : memref<f32>
// CHECK: gpu.launch {{.*}} function(@number_for_others_serial) {
// CHECK: scf.if
// CHECK: %[[X:.+]] = memref.load
// CHECK: %[[Y:.+]] = arith.addf %[[X]], %[[X]] : f32
// CHECK: memref.store %[[Y]]
// CHECK: memref.store %[[Y]], %{{.+}}[] : memref<f32>
// CHECK: gpu.terminator
// CHECK: gpu.launch {{.*}} function(@number_for_others_n) {
// CHECK: %[[AGAIN:.+]] = memref.load %{{.+}}[] : memref<f32>
// CHECK: memref.store %[[AGAIN]]
// CHECK: gpu.terminator
// CHECK: memref.dealloc %[[KEPT]] : memref<f32>
func.func @number_for_others(%n: index, %a: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = memref.load %a[%c0] : memref<?xf32>
  %m = arith.addi %n, %n : index
  %y = arith.addf %x, %x : f32
  memref.store %y, %a[%c1] : memref<?xf32>
  scf.forall (%i) in (%m) {
    memref.store %y, %a[%i] : memref<?xf32>
  } {iter.loop = #row}
  return
}

// -----

// An index is kept in 64 bits.

#row = #iter.loop<nest = "n", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>

// CHECK-LABEL: func.func @index_for_others(
// CHECK: memref.alloc() : memref<i64>
// CHECK: gpu.launch {{.*}} function(@index_for_others_count) {
// CHECK: %[[SUM:.+]] = scf.for
// CHECK: %[[WIDE:.+]] = arith.index_cast %[[SUM]] : index to i64
// CHECK: memref.store %[[WIDE]], %{{.+}}[] : memref<i64>
// CHECK: gpu.terminator
// CHECK: gpu.launch {{.*}} function(@index_for_others_n) {
// CHECK: %[[AGAIN:.+]] = memref.load %{{.+}}[] : memref<i64>
// CHECK: arith.index_cast %[[AGAIN]] : i64 to index
// CHECK: gpu.terminator
func.func @index_for_others(%n: index, %a: memref<?xi32>, %b: memref<?xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-warning @below {{which one thread of a GPU runs}}
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %c0) -> (index) {
    %y = memref.load %a[%i] : memref<?xi32>
    %z = arith.index_cast %y : i32 to index
    %t = arith.addi %s, %z : index
    scf.yield %t : index
  } {iter.loop = #iter.loop<nest = "count", dims = ["i"], axis = dense_fixed, kind = reduction, role = level>}
  scf.forall (%i) in (%n) {
    %j = arith.addi %i, %sum : index
    memref.store %x, %b[%j] : memref<?xf32>
  } {iter.loop = #row}
  return
}

// -----

// The host decides and counts what it knows; there are kernels in its branches
// and loops.

#row = #iter.loop<nest = "n", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>

// CHECK-LABEL: func.func @kernels_in_branches_and_loops(
// CHECK: scf.for %{{.+}} = %{{.+}} to %{{.+}} step %{{.+}} {
// CHECK: scf.if
// CHECK: gpu.launch {{.*}} function(@kernels_in_branches_and_loops_n) {
// CHECK: gpu.terminator
// CHECK: } else {
// CHECK: gpu.launch {{.*}} function(@kernels_in_branches_and_loops_n_0) {
func.func @kernels_in_branches_and_loops(%n: index, %a: memref<?xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %n step %c1 {
    %small = arith.cmpi slt, %k, %n : index
    scf.if %small {
      scf.forall (%i) in (%k) {
        memref.store %x, %a[%i] : memref<?xf32>
      } {iter.loop = #row}
    } else {
      scf.forall (%i) in (%n) {
        memref.store %x, %a[%i] : memref<?xf32>
      } {iter.loop = #row}
    }
  }
  return
}
