// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(spindle-raise-to-affine))' --split-input-file --allow-unregistered-dialect | FileCheck %s

// The example of the documentation.

// CHECK-LABEL: func.func @copy
// CHECK-SAME: (%[[M:.*]]: index, %[[X:.*]]: memref<?xf32>, %[[Y:.*]]: memref<?x4xf32>)
func.func @copy(%m: index, %X: memref<?xf32>, %Y: memref<?x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  // CHECK: affine.for %[[I:.*]] = 0 to %[[M]] {
  // CHECK-NEXT: affine.for %[[K:.*]] = 0 to 4 {
  // CHECK: %[[N:.*]] = affine.load %[[X]][%[[I]] * 4 + %[[K]]] : memref<?xf32>
  // CHECK-NEXT: affine.store %[[N]], %[[Y]][%[[I]], %[[K]]] : memref<?x4xf32>
  scf.for %i = %c0 to %m step %c1 {
    scf.for %k = %c0 to %c4 step %c1 {
      %at = arith.muli %i, %c4 : index
      %p = arith.addi %at, %k : index
      %x = memref.load %X[%p] : memref<?xf32>
      memref.store %x, %Y[%i, %k] : memref<?x4xf32>
    }
  }
  return
}

// -----

// What it makes stays as it is.

// CHECK-LABEL: func.func @copied
func.func @copied(%m: index, %X: memref<?xf32>, %Y: memref<?x4xf32>) {
  // CHECK-COUNT-2: affine.for
  affine.for %i = 0 to %m {
    affine.for %k = 0 to 4 {
      %x = affine.load %X[%i * 4 + %k] : memref<?xf32>
      affine.store %x, %Y[%i, %k] : memref<?x4xf32>
    }
  }
  return
}

// -----

// Labels, carried values and bounds that are the smaller of two stay; a block that is cut off at
// the end begins no later than it ends.

// CHECK: #[[$BLOCK:.*]] = affine_map<(d0)[s0] -> (d0 * -4 + s0, 4)>
// CHECK-LABEL: func.func @blocks
// CHECK-SAME: (%[[M:.*]]: index, %{{.*}}: index, %[[X:.*]]: memref<?xf32>
func.func @blocks(%m: index, %b: index, %X: memref<?xf32>, %first: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  // CHECK: affine.for %[[I:.*]] = 0 to %{{.*}} step 2 iter_args(%[[SUM:.*]] = %{{.*}}) -> (f32) {
  %all = scf.for %i = %c0 to %b step %c2 iter_args(%sum = %first) -> f32 {
    %begin = arith.muli %i, %c4 : index
    %left = arith.subi %m, %begin : index
    %size = arith.minsi %left, %c4 : index
    %end = arith.maxsi %size, %c0 : index
    // CHECK: affine.for %[[K:.*]] = 0 to min #[[$BLOCK]](%[[I]])[%[[M]]] iter_args(%[[INNER:.*]] = %[[SUM]]) -> (f32) {
    %new = scf.for %k = %c0 to %end step %c1 iter_args(%inner = %sum) -> f32 {
      %p = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%i, %k)
      // CHECK: affine.load %[[X]][%[[I]] * 4 + %[[K]]] {unit} : memref<?xf32>
      %x = memref.load %X[%p] {unit} : memref<?xf32>
      %next = arith.addf %inner, %x : f32
      // CHECK: affine.yield
      // CHECK-NEXT: {iter.loop = #iter.loop<nest = "n", dims = ["k"]
      scf.yield %next : f32
    } {iter.loop = #iter.loop<nest = "n", dims = ["k"], axis = dense_fixed, kind = reduction, role = level>}
    scf.yield %new : f32
  }
  return %all : f32
}

// -----

// A loop over positions stays, and what is accessed by its variable, by a coordinate, or past the
// caches; a loop inside of it need not.

// CHECK-LABEL: func.func @rows
func.func @rows(%m: index, %n: index, %pos: memref<?xindex>, %crd: memref<?xindex>, %X: memref<?xf32>, %Y: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: affine.for %[[I:.*]] = 0 to
  scf.for %i = %c0 to %m step %c1 {
    %next = arith.addi %i, %c1 : index
    // CHECK: affine.load %{{.*}}[%[[I]]] : memref<?xindex>
    %begin = memref.load %pos[%i] : memref<?xindex>
    // CHECK: affine.load %{{.*}}[%[[I]] + 1] : memref<?xindex>
    %end = memref.load %pos[%next] : memref<?xindex>
    // CHECK: scf.for %[[P:.*]] =
    scf.for %p = %begin to %end step %c1 {
      // CHECK: memref.load %{{.*}}[%[[P]]] : memref<?xindex>
      %j = memref.load %crd[%p] : memref<?xindex>
      // CHECK: affine.for %[[K:.*]] = 0 to
      scf.for %k = %c0 to %n step %c1 {
        // CHECK: memref.load %{{.*}}[%{{.*}}] : memref<?xf32>
        %x = memref.load %X[%j] : memref<?xf32>
        // CHECK: memref.store {{.*}} {nontemporal = true}
        memref.store %x, %Y[%i, %k] {nontemporal = true} : memref<?x?xf32>
      }
    }
  }
  return
}

// -----

// Steps that are no constant, unsigned bounds and other types stay; so do products of two
// variables.

// CHECK-LABEL: func.func @others
// CHECK-NOT: affine.for
func.func @others(%m: index, %s: index, %X: memref<?xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %i0 = arith.constant 0 : i32
  %i1 = arith.constant 1 : i32
  %i9 = arith.constant 9 : i32
  // CHECK: scf.for
  scf.for %i = %c0 to %m step %s {
    "test.use"(%i) : (index) -> ()
  }
  // CHECK: scf.for unsigned
  scf.for unsigned %i = %c0 to %m step %c1 {
    "test.use"(%i) : (index) -> ()
  }
  // CHECK: scf.for
  scf.for %i = %i0 to %i9 step %i1 : i32 {
    "test.use"(%i) : (i32) -> ()
  }
  // CHECK: scf.for
  scf.for %i = %c0 to %m step %s {
    // CHECK: memref.store
    memref.store %v, %X[%i] : memref<?xf32>
  }
  return
}
