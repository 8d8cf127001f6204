// RUN: sparse-opt %s --transform-interpreter --canonicalize --cse --split-input-file | FileCheck %s

// Elements that follow one another are updated as vectors, the last of them
// masked.

// CHECK-LABEL: func.func @row(
// CHECK: scf.for
// CHECK: iter.atomic_update add %{{.+}} into %{{.+}}[%{{.+}}, %{{.+}}] : vector<4xf32>, memref<?x?xf32>
// CHECK: %[[MASK:.+]] = vector.create_mask
// CHECK: iter.atomic_update add %{{.+}} into %{{.+}}[%{{.+}}, %{{.+}}] mask(%[[MASK]]) : vector<4xf32>, memref<?x?xf32>
module attributes {transform.with_named_sequence} {
  func.func @row(%j: index, %a: f32, %b: memref<?xf32>, %c: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %bc:2 = memref.distinct_objects %b, %c : memref<?xf32>, memref<?x?xf32>
    %n = memref.dim %bc#0, %c0 : memref<?xf32>
    scf.for %k = %c0 to %n step %c1 {
      %x = memref.load %bc#0[%k] : memref<?xf32>
      %t = arith.mulf %x, %a : f32
      iter.atomic_update add %t into %bc#1[%j, %k] : f32, memref<?x?xf32>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    %lanes = transform.param.constant 4 : i64 -> !transform.param<i64>
    %blocks = transform.sparse.vectorize %loops lanes(%lanes) : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.yield
  }
}

// -----

// Elements by coordinates: several lanes may have the same one, and stay
// segmented.

// CHECK-LABEL: func.func @coordinates(
// CHECK: %[[AT:.+]] = vector.load %{{.+}} : memref<?xi32>, vector<4xi32>
// CHECK: %[[IS:.+]] = arith.index_cast %[[AT]] : vector<4xi32> to vector<4xindex>
// CHECK: iter.atomic_update segmented max %{{.+}} into %{{.+}}[%[[IS]]] : vector<4xf32>, memref<?xf32>, (vector<4xindex>)
// CHECK: iter.atomic_update segmented max %{{.+}} into %{{.+}}[%{{.+}}] mask(%{{.+}}) : vector<4xf32>, memref<?xf32>, (vector<4xindex>)
module attributes {transform.with_named_sequence} {
  func.func @coordinates(%lo: index, %hi: index, %crd: memref<?xi32>, %val: memref<?xf32>, %y: memref<?xf32>) {
    %c1 = arith.constant 1 : index
    %vy:2 = memref.distinct_objects %val, %y : memref<?xf32>, memref<?xf32>
    %cy:2 = memref.distinct_objects %crd, %vy#1 : memref<?xi32>, memref<?xf32>
    scf.for %p = %lo to %hi step %c1 {
      %i32 = memref.load %cy#0[%p] : memref<?xi32>
      %i = arith.index_cast %i32 : i32 to index
      %x = memref.load %vy#0[%p] : memref<?xf32>
      iter.atomic_update segmented max %x into %cy#1[%i] : f32, memref<?xf32>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    %lanes = transform.param.constant 4 : i64 -> !transform.param<i64>
    %blocks = transform.sparse.vectorize %loops lanes(%lanes) : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.yield
  }
}

// -----

// One element: the lanes of all vectors make one update. Lanes beyond the last
// iteration add what changes nothing.

// CHECK-LABEL: func.func @one_element(
// CHECK-DAG: %[[NOTHING:.+]] = arith.constant dense<-0.000000e+00> : vector<4xf32>
// CHECK: scf.for
// CHECK: %[[FIRST:.+]] = vector.load
// CHECK: %[[SECOND:.+]] = vector.load
// CHECK: %[[BOTH:.+]] = arith.addf %[[FIRST]], %[[SECOND]] : vector<4xf32>
// CHECK: %[[SUM:.+]] = vector.reduction <add>, %[[BOTH]] fastmath<reassoc> : vector<4xf32> into f32
// CHECK: iter.atomic_update add %[[SUM]] into %{{.+}}[%{{.+}}] : f32, memref<?xf32>
// CHECK: %[[SOME:.+]] = vector.maskedload
// CHECK: %[[REST:.+]] = arith.select %{{.+}}, %[[SOME]], %[[NOTHING]]
// CHECK: vector.reduction <add>, %[[REST]]
module attributes {transform.with_named_sequence} {
  func.func @one_element(%n: index, %i: index, %val: memref<?xf32>, %y: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %vy:2 = memref.distinct_objects %val, %y : memref<?xf32>, memref<?xf32>
    scf.for %p = %c0 to %n step %c1 {
      %x = memref.load %vy#0[%p] : memref<?xf32>
      iter.atomic_update add %x into %vy#1[%i] : f32, memref<?xf32>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    %lanes = transform.param.constant 4 : i64 -> !transform.param<i64>
    %two = transform.param.constant 2 : i64 -> !transform.param<i64>
    %blocks = transform.sparse.vectorize %loops lanes(%lanes) interleave(%two) : (!transform.any_op, !transform.param<i64>, !transform.param<i64>) -> !transform.any_op
    transform.yield
  }
}

// -----

// Each iteration counts, also where what it adds is the same in all.

// CHECK-LABEL: func.func @number_of_iterations(
// CHECK-SAME: %{{.+}}: index, %[[ONE:.+]]: i32,
// CHECK: %[[ONES:.+]] = vector.broadcast %[[ONE]] : i32 to vector<4xi32>
// CHECK: %[[FOUR:.+]] = vector.reduction <add>, %[[ONES]]
// CHECK: iter.atomic_update add %[[FOUR]] into
module attributes {transform.with_named_sequence} {
  func.func @number_of_iterations(%n: index, %one: i32, %y: memref<i32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %p = %c0 to %n step %c1 {
      iter.atomic_update add %one into %y[] : i32, memref<i32>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    %lanes = transform.param.constant 4 : i64 -> !transform.param<i64>
    %blocks = transform.sparse.vectorize %loops lanes(%lanes) : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.yield
  }
}
