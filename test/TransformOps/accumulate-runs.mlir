// RUN: sparse-opt %s --transform-interpreter --split-input-file --verify-diagnostics | FileCheck %s

// The sum of a row is loaded where another row begins, and stored where it ends. The
// handle names the loop that carries it.

// CHECK-LABEL: func.func @list(
// CHECK: %[[NONE:.*]] = arith.constant -1 : index
// CHECK: %[[LAST:.*]]:2 = scf.for %{{.*}} iter_args(%[[BEFORE:.*]] = %[[NONE]], %[[SUM:.*]] = %{{.*}}) -> (index, f32)
// CHECK: %[[I:.*]] = arith.index_cast
// CHECK: %[[SAME:.*]] = arith.cmpi eq, %[[I]], %[[BEFORE]]
// CHECK-NEXT: %[[OLD:.*]] = scf.if %[[SAME]] -> (f32) {
// CHECK-NEXT: scf.yield %[[SUM]]
// CHECK-NEXT: } else {
// CHECK: %[[BEGUN:.*]] = arith.cmpi sge, %[[BEFORE]]
// CHECK-NEXT: scf.if %[[BEGUN]] {
// CHECK-NEXT: memref.store %[[SUM]], %{{.*}}[%[[BEFORE]]]
// CHECK: %[[LOADED:.*]] = memref.load %{{.*}}[%[[I]]]
// CHECK-NEXT: scf.yield %[[LOADED]]
// CHECK: %[[NEW:.*]] = arith.addf %[[OLD]]
// CHECK-NEXT: scf.yield %[[I]], %[[NEW]]
// CHECK-NEXT: } {carrying}
// CHECK: %[[ENDED:.*]] = arith.cmpi sge, %[[LAST]]#0
// CHECK-NEXT: scf.if %[[ENDED]] {
// CHECK-NEXT: memref.store %[[LAST]]#1, %{{.*}}[%[[LAST]]#0]
module attributes {transform.with_named_sequence} {
  func.func @list(%rows: memref<?xi32>, %v: memref<?xf32>, %y: memref<?xf32>, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %all:3 = memref.distinct_objects %rows, %v, %y : memref<?xi32>, memref<?xf32>, memref<?xf32>
    scf.for %p = %c0 to %n step %c1 {
      %r = memref.load %all#0[%p] : memref<?xi32>
      %i = arith.index_cast %r : i32 to index
      %a = memref.load %all#1[%p] : memref<?xf32>
      %old = memref.load %all#2[%i] : memref<?xf32>
      %new = arith.addf %old, %a : f32
      memref.store %new, %all#2[%i] : memref<?xf32>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.sparse.accumulate_runs %loops : !transform.any_op
    transform.annotate %loops "carrying" : !transform.any_op
    transform.yield
  }
}

// -----

// Other indices may be what does not change in the loop; a maximum does as well as a sum,
// and what the loop carries already stays.

// CHECK-LABEL: func.func @column(
// CHECK-SAME: %[[K:[^:]*]]: index
// CHECK: scf.for %{{.*}} iter_args(%{{.*}} = %{{.*}}, %[[BEFORE:.*]] = %{{.*}}, %[[MOST:.*]] = %{{.*}}) -> (i32, index, i32)
// CHECK: memref.store %[[MOST]], %{{.*}}[%[[BEFORE]], %[[K]]]
// CHECK: arith.maxsi
module attributes {transform.with_named_sequence} {
  func.func @column(%k: index, %rows: memref<?xindex>, %v: memref<?xi32>, %y: memref<?x?xi32>, %n: index) -> i32 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0 : i32
    %all:3 = memref.distinct_objects %rows, %v, %y : memref<?xindex>, memref<?xi32>, memref<?x?xi32>
    %sum = scf.for %p = %c0 to %n step %c1 iter_args(%s = %zero) -> i32 {
      %i = memref.load %all#0[%p] : memref<?xindex>
      %a = memref.load %all#1[%p] : memref<?xi32>
      %old = memref.load %all#2[%i, %k] : memref<?x?xi32>
      %new = arith.maxsi %old, %a : i32
      memref.store %new, %all#2[%i, %k] : memref<?x?xi32>
      %t = arith.addi %s, %a : i32
      scf.yield %t : i32
    }
    return %sum : i32
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.sparse.accumulate_runs %loops : !transform.any_op
    transform.yield
  }
}

// -----

// What may read the memory reads it in each iteration: y may be x.

module attributes {transform.with_named_sequence} {
  func.func @read(%rows: memref<?xindex>, %x: memref<?xf32>, %y: memref<?xf32>, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %apart:2 = memref.distinct_objects %rows, %y : memref<?xindex>, memref<?xf32>
    // expected-error @+1 {{cannot accumulate runs in 'scf.for': 'memref.load' in it may touch the memory of the element that it loads and stores}}
    scf.for %p = %c0 to %n step %c1 {
      %i = memref.load %apart#0[%p] : memref<?xindex>
      // expected-note @+1 {{this stands in the way}}
      %a = memref.load %x[%p] : memref<?xf32>
      %old = memref.load %apart#1[%i] : memref<?xf32>
      %new = arith.addf %old, %a : f32
      memref.store %new, %apart#1[%i] : memref<?xf32>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.accumulate_runs %loops : !transform.any_op
    transform.yield
  }
}

// -----

// No run is of two indices, nor of an address that stays, which is for
// accumulate_in_registers, nor of complex numbers; with where_legal nothing happens.

// CHECK-LABEL: func.func @others(
// CHECK-NOT: iter_args
// CHECK: return
module attributes {transform.with_named_sequence} {
  func.func @others(%rows: memref<?xindex>, %y: memref<?xf32>, %z: memref<?x?xf32>, %c: memref<?xcomplex<f32>>, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %one = arith.constant 1.0 : f32
    %all:4 = memref.distinct_objects %rows, %y, %z, %c : memref<?xindex>, memref<?xf32>, memref<?x?xf32>, memref<?xcomplex<f32>>
    scf.for %p = %c0 to %n step %c1 {
      %i = memref.load %all#0[%p] : memref<?xindex>
      %old = memref.load %all#2[%i, %p] : memref<?x?xf32>
      %new = arith.addf %old, %one : f32
      memref.store %new, %all#2[%i, %p] : memref<?x?xf32>
      %old2 = memref.load %all#1[%c0] : memref<?xf32>
      %new2 = arith.addf %old2, %one : f32
      memref.store %new2, %all#1[%c0] : memref<?xf32>
      %old3 = memref.load %all#3[%i] : memref<?xcomplex<f32>>
      %new3 = complex.add %old3, %old3 : complex<f32>
      memref.store %new3, %all#3[%i] : memref<?xcomplex<f32>>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.sparse.accumulate_runs %loops {where_legal} : !transform.any_op
    transform.yield
  }
}

// -----

// The store's index may be computed after the load: that of the load is compared.

// CHECK-LABEL: func.func @index_again(
// CHECK: %[[FIRST:.*]] = arith.subi
// CHECK: arith.cmpi eq, %[[FIRST]]
// CHECK: memref.load %{{.*}}[%[[FIRST]]]
// CHECK: arith.subi
// CHECK: scf.yield %[[FIRST]]
module attributes {transform.with_named_sequence} {
  func.func @index_again(%y: memref<?xi32>, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c7 = arith.constant 7 : index
    scf.for %p = %c0 to %n step %c1 {
      %i = arith.subi %c7, %p : index
      %old = memref.load %y[%i] : memref<?xi32>
      %again = arith.subi %c7, %p : index
      memref.store %old, %y[%again] : memref<?xi32>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.sparse.accumulate_runs %loops : !transform.any_op
    transform.yield
  }
}
