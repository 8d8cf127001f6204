// RUN: sparse-opt %s --spindle-sink-conditions | FileCheck %s

// The condition is read from memory: each round asks it.

// CHECK-LABEL: func.func @read(
// CHECK: %[[SOME:.*]] = arith.cmpi
// CHECK-NOT: scf.if
// CHECK: scf.forall
// CHECK-NEXT: scf.if %[[SOME]]
// CHECK-NEXT: memref.store
func.func @read(%rows: memref<?xi32>, %c: memref<?xf32>, %n: index, %zero: f32) {
  %c0 = arith.constant 0 : index
  %count = memref.load %rows[%c0] : memref<?xi32>
  %all = arith.index_cast %count : i32 to index
  %some = arith.cmpi ne, %all, %n : index
  scf.if %some {
    scf.forall (%i) in (%n) {
      memref.store %zero, %c[%i] : memref<?xf32>
    }
  }
  return
}

// What has been sunk stays.

// CHECK-LABEL: func.func @sunk(
// CHECK: scf.forall
// CHECK-NEXT: scf.if
// CHECK-NEXT: memref.store
func.func @sunk(%rows: memref<?xi1>, %c: memref<?xf32>, %n: index, %zero: f32) {
  %c0 = arith.constant 0 : index
  %some = memref.load %rows[%c0] : memref<?xi1>
  scf.forall (%i) in (%n) {
    scf.if %some {
      memref.store %zero, %c[%i] : memref<?xf32>
    }
  }
  return
}

// The host knows it: the branch stays.

// CHECK-LABEL: func.func @known(
// CHECK: scf.if
// CHECK-NEXT: scf.forall
func.func @known(%c: memref<?xf32>, %n: index, %some: i1, %zero: f32) {
  scf.if %some {
    scf.forall (%i) in (%n) {
      memref.store %zero, %c[%i] : memref<?xf32>
    }
  }
  return
}

// Beside the loop memory is written: the branch stays.

// CHECK-LABEL: func.func @beside(
// CHECK: scf.if
// CHECK-NEXT: memref.store
// CHECK-NEXT: scf.forall
func.func @beside(%rows: memref<?xi1>, %c: memref<?xf32>, %n: index, %zero: f32) {
  %c0 = arith.constant 0 : index
  %some = memref.load %rows[%c0] : memref<?xi1>
  scf.if %some {
    memref.store %zero, %c[%c0] : memref<?xf32>
    scf.forall (%i) in (%n) {
      memref.store %zero, %c[%i] : memref<?xf32>
    }
  }
  return
}
