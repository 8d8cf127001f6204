// RUN: sparse-opt %s --transform-interpreter --split-input-file | FileCheck %s

// A loop carries what its updates of one element come to. Others of the kind,
// wherever they are, do not mind.

// CHECK-LABEL: func.func @sum_of_a_part(
// CHECK: %[[NOTHING:.+]] = arith.constant -0.000000e+00 : f32
// CHECK: %[[SUM:.+]] = scf.for {{.*}} iter_args(%[[BEFORE:.+]] = %[[NOTHING]]) -> (f32) {
// CHECK: %[[X:.+]] = memref.load
// CHECK: %[[AFTER:.+]] = arith.addf %[[BEFORE]], %[[X]] : f32
// CHECK: iter.atomic_update add %[[X]] into %{{.+}}[%{{.+}}] : f32, memref<?xf32>
// CHECK: scf.yield %[[AFTER]] : f32
// CHECK: }
// CHECK-NEXT: iter.atomic_update add %[[SUM]] into %{{.+}}[%{{.+}}] : f32, memref<?xf32>
module attributes {transform.with_named_sequence} {
  func.func @sum_of_a_part(%lo: index, %hi: index, %i: index, %x: memref<?xf32>, %y: memref<?xf32>) {
    %c1 = arith.constant 1 : index
    %xy:2 = memref.distinct_objects %x, %y : memref<?xf32>, memref<?xf32>
    scf.for %p = %lo to %hi step %c1 {
      %v = memref.load %xy#0[%p] : memref<?xf32>
      iter.atomic_update add %v into %xy#1[%i] : f32, memref<?xf32>
      iter.atomic_update add %v into %xy#1[%p] : f32, memref<?xf32>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.sparse.accumulate_in_registers %loops : !transform.any_op
    transform.yield
  }
}

// -----

// Vectors, through loops and branches inside. Not every iteration updates, but
// the elements are known to exist.

// CHECK-LABEL: func.func @maxima_of_vectors(
// CHECK: %[[NOTHING:.+]] = arith.constant dense<0xFF800000> : vector<4xf32>
// CHECK: %[[MOST:.+]] = scf.for {{.*}} iter_args(%{{.+}} = %[[NOTHING]]) -> (vector<4xf32>) {
// CHECK: scf.if %{{.+}} -> (vector<4xf32>) {
// CHECK: arith.maximumf
// CHECK: }
// CHECK: iter.atomic_update max %[[MOST]] into %{{.+}}[%{{.+}}] mask(%{{.+}}) {sparse.exists} : vector<4xf32>, memref<?xf32>
module attributes {transform.with_named_sequence} {
  func.func @maxima_of_vectors(%n: index, %i: index, %c: i1, %m: vector<4xi1>, %x: vector<4xf32>, %y: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %p = %c0 to %n step %c1 {
      scf.if %c {
        iter.atomic_update max %x into %y[%i] mask(%m) {sparse.exists} : vector<4xf32>, memref<?xf32>
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.sparse.accumulate_in_registers %loops : !transform.any_op
    transform.yield
  }
}

// -----

// Nothing is carried where another kind, a load or a call may touch the element,
// where the element may not exist, and where it changes.

// CHECK-LABEL: func.func @left_alone(
// CHECK-NOT: iter_args
// CHECK: return
module attributes {transform.with_named_sequence} {
  func.func private @f()
  func.func @left_alone(%n: index, %i: index, %c: i1, %x: f32, %y: memref<?xf32>, %z: complex<f32>, %w: memref<complex<f32>>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %p = %c0 to %n step %c1 {
      iter.atomic_update max %x into %y[%i] : f32, memref<?xf32>
      iter.atomic_update add %x into %y[%p] : f32, memref<?xf32>
    }
    scf.for %p = %c0 to %n step %c1 {
      iter.atomic_update max %x into %y[%i] : f32, memref<?xf32>
      %old = memref.load %y[%p] : memref<?xf32>
      memref.store %old, %y[%p] : memref<?xf32>
    }
    scf.for %p = %c0 to %n step %c1 {
      iter.atomic_update max %x into %y[%i] : f32, memref<?xf32>
      func.call @f() : () -> ()
    }
    scf.for %p = %c0 to %n step %c1 {
      scf.if %c {
        iter.atomic_update max %x into %y[%i] : f32, memref<?xf32>
      }
    }
    scf.for %p = %c0 to %n step %c1 {
      iter.atomic_update max %x into %y[%p] : f32, memref<?xf32>
    }
    scf.for %p = %c0 to %n step %c1 {
      iter.atomic_update add %z into %w[] : complex<f32>, memref<complex<f32>>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.sparse.accumulate_in_registers %loops {where_legal} : !transform.any_op
    transform.yield
  }
}

// -----

// A run of one coordinate makes one update, where it ends.

// CHECK-LABEL: func.func @runs(
// CHECK-DAG: %[[NONE:.+]] = arith.constant -1 : index
// CHECK: %[[SUMS:.+]]:2 = scf.for {{.*}} iter_args(%[[AT:.+]] = %[[NONE]], %[[SUM:.+]] = %{{.+}}) -> (index, f32) {
// CHECK: %[[I:.+]] = arith.index_cast
// CHECK: %[[X:.+]] = memref.load
// CHECK: %[[SAME:.+]] = arith.cmpi eq, %[[I]], %[[AT]]
// CHECK: %[[BEFORE:.+]] = scf.if %[[SAME]] -> (f32) {
// CHECK-NEXT: scf.yield %[[SUM]]
// CHECK-NEXT: } else {
// CHECK: scf.if
// CHECK-NEXT: iter.atomic_update add %[[SUM]] into %{{.+}}[%[[AT]]]
// CHECK: %[[NOTHING:.+]] = arith.constant -0.000000e+00 : f32
// CHECK-NEXT: scf.yield %[[NOTHING]]
// CHECK: %[[AFTER:.+]] = arith.addf %[[BEFORE]], %[[X]] : f32
// CHECK: scf.yield %[[I]], %[[AFTER]]
// CHECK: scf.if
// CHECK-NEXT: iter.atomic_update add %[[SUMS]]#1 into %{{.+}}[%[[SUMS]]#0]
module attributes {transform.with_named_sequence} {
  func.func @runs(%lo: index, %hi: index, %crd: memref<?xi32>, %val: memref<?xf32>, %y: memref<?xf32>) {
    %c1 = arith.constant 1 : index
    %vy:2 = memref.distinct_objects %val, %y : memref<?xf32>, memref<?xf32>
    %cy:2 = memref.distinct_objects %crd, %vy#1 : memref<?xi32>, memref<?xf32>
    scf.for %p = %lo to %hi step %c1 {
      %i32 = memref.load %cy#0[%p] : memref<?xi32>
      %i = arith.index_cast %i32 : i32 to index
      %x = memref.load %vy#0[%p] : memref<?xf32>
      iter.atomic_update add %x into %cy#1[%i] : f32, memref<?xf32>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.sparse.accumulate_runs %loops : !transform.any_op
    transform.yield
  }
}
