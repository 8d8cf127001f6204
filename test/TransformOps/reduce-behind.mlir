// RUN: sparse-opt %s --transform-interpreter --split-input-file --verify-diagnostics | FileCheck %s

// Lanes of blocks are added up once, behind the loop over the blocks; a loop inside goes
// on with them, and so do lanes that a mask leaves out. The handle names the loop.

// CHECK-LABEL: func.func @blocks(
// CHECK: %[[NONE:.*]] = arith.constant dense<-0.000000e+00> : vector<4xf32>
// CHECK: %[[ALL:.*]]:2 = scf.for {{.*}} iter_args(%[[S:.*]] = %[[START:.*]], %[[V:.*]] = %[[NONE]]) -> (f32, vector<4xf32>)
// CHECK: %[[INNER:.*]] = scf.for {{.*}} iter_args(%[[W:.*]] = %[[V]]) -> (vector<4xf32>)
// CHECK: arith.addf %[[W]]
// CHECK: %[[MORE:.*]] = arith.addf %[[INNER]]
// CHECK: %[[NEXT:.*]] = arith.select %{{.*}}, %[[MORE]], %[[INNER]]
// CHECK-NOT: vector.reduction
// CHECK: scf.yield %[[S]], %[[NEXT]]
// CHECK-NEXT: } {behind}
// CHECK-NEXT: %[[SUM:.*]] = vector.reduction <add>, %[[ALL]]#1, %[[START]] fastmath<reassoc>
// CHECK-NEXT: return %[[SUM]]
module attributes {transform.with_named_sequence} {
  func.func @blocks(%start: f32, %x: memref<?x?xf32>, %mask: vector<4xi1>, %n: index, %m: index) -> f32 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %start) -> f32 {
      %none = arith.constant dense<-0.0> : vector<4xf32>
      %full = scf.for %j = %c0 to %m step %c4 iter_args(%w = %none) -> vector<4xf32> {
        %v = vector.load %x[%i, %j] : memref<?x?xf32>, vector<4xf32>
        %t = arith.addf %w, %v : vector<4xf32>
        scf.yield %t : vector<4xf32>
      }
      %v = vector.load %x[%i, %m] : memref<?x?xf32>, vector<4xf32>
      %more = arith.addf %full, %v : vector<4xf32>
      %all = arith.select %mask, %more, %full : vector<4xi1>, vector<4xf32>
      %next = vector.reduction <add>, %all, %s fastmath<reassoc> : vector<4xf32> into f32
      scf.yield %next : f32
    }
    return %sum : f32
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %all = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    %in, %out = transform.split_handle %all : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.sparse.reduce_behind %out : !transform.any_op
    transform.annotate %out "behind" : !transform.any_op
    transform.yield
  }
}

// -----

// Products too, of integers in any case; a sum that starts with zero starts with zeros, and
// the number is left out. What is yielded in the cases of a choice goes on from the vector.

// CHECK-LABEL: func.func @two(
// CHECK-DAG: %[[ZEROS:.*]] = arith.constant dense<0.000000e+00> : vector<2xf32>
// CHECK: scf.for {{.*}} iter_args(%[[A:.*]] = %{{.*}}, %[[B:.*]] = %{{.*}}, %[[V:.*]] = %[[ZEROS]], %[[W:.*]] = %{{.*}}) -> (f32, i32, vector<2xf32>, vector<2xi32>)
// CHECK: scf.index_switch
// CHECK: arith.addf %[[V]]
// CHECK: default
// CHECK-NEXT: scf.yield %[[V]]
// CHECK: arith.muli %[[W]]
// CHECK: vector.reduction <mul>, %{{.*}}, %{{.*}} : vector<2xi32> into i32
// CHECK: vector.reduction <add>, %{{.*}} fastmath<reassoc> : vector<2xf32> into f32
module attributes {transform.with_named_sequence} {
  func.func @two(%start: i32, %x: memref<?xf32>, %y: memref<?xi32>, %n: index, %which: index) -> (f32, i32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f32
    %none = arith.constant dense<-0.0> : vector<2xf32>
    %one = arith.constant dense<1> : vector<2xi32>
    %sums:2 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero, %p = %start) -> (f32, i32) {
      %some = scf.index_switch %which -> vector<2xf32>
      case 1 {
        %v = vector.load %x[%i] : memref<?xf32>, vector<2xf32>
        %t = arith.addf %none, %v : vector<2xf32>
        scf.yield %t : vector<2xf32>
      }
      default {
        scf.yield %none : vector<2xf32>
      }
      %w = vector.load %y[%i] : memref<?xi32>, vector<2xi32>
      %q = arith.muli %one, %w : vector<2xi32>
      %next = vector.reduction <add>, %some, %s fastmath<reassoc> : vector<2xf32> into f32
      %product = vector.reduction <mul>, %q, %p : vector<2xi32> into i32
      scf.yield %next, %product : f32, i32
    }
    return %sums#0, %sums#1 : f32, i32
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.sparse.reduce_behind %loops : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @in_order(%x: memref<?xf32>, %n: index, %start: f32) -> f32 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %none = arith.constant dense<-0.0> : vector<2xf32>
    // expected-error @+1 {{cannot reduce behind 'scf.for': sums of floats in it may not be made in another order}}
    %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %start) -> f32 {
      %v = vector.load %x[%i] : memref<?xf32>, vector<2xf32>
      %t = arith.addf %none, %v : vector<2xf32>
      %next = vector.reduction <add>, %t, %s : vector<2xf32> into f32
      scf.yield %next : f32
    }
    return %sum : f32
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.reduce_behind %loops : !transform.any_op
    transform.yield
  }
}

// -----

// A vector that begins with something has it added in each iteration.

module attributes {transform.with_named_sequence} {
  func.func @begins(%x: memref<?xf32>, %n: index, %start: f32) -> f32 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %ones = arith.constant dense<1.0> : vector<2xf32>
    // expected-error @+1 {{cannot reduce behind 'scf.for': the vector does not begin with what changes nothing}}
    %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %start) -> f32 {
      %v = vector.load %x[%i] : memref<?xf32>, vector<2xf32>
      %t = arith.addf %ones, %v : vector<2xf32>
      %next = vector.reduction <add>, %t, %s fastmath<reassoc> : vector<2xf32> into f32
      scf.yield %next : f32
    }
    return %sum : f32
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.reduce_behind %loops : !transform.any_op
    transform.yield
  }
}

// -----

// What is added before the loop is the same in each iteration.

module attributes {transform.with_named_sequence} {
  func.func @before(%v: vector<2xf32>, %n: index, %start: f32) -> f32 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %none = arith.constant dense<-0.0> : vector<2xf32>
    %t = arith.addf %none, %v : vector<2xf32>
    // expected-error @+1 {{cannot reduce behind 'scf.for': the vector does not begin with what changes nothing}}
    %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %start) -> f32 {
      %next = vector.reduction <add>, %t, %s fastmath<reassoc> : vector<2xf32> into f32
      scf.yield %next : f32
    }
    return %sum : f32
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.reduce_behind %loops : !transform.any_op
    transform.yield
  }
}

// -----

// A vector that is stored on the way is that of one iteration.

module attributes {transform.with_named_sequence} {
  func.func @stored(%x: memref<?xf32>, %y: memref<?xf32>, %n: index, %start: f32) -> f32 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %none = arith.constant dense<-0.0> : vector<2xf32>
    // expected-error @+1 {{cannot reduce behind 'scf.for': something else in it uses what the vector is so far}}
    %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %start) -> f32 {
      %v = vector.load %x[%i] : memref<?xf32>, vector<2xf32>
      %t = arith.addf %none, %v : vector<2xf32>
      vector.store %t, %y[%i] : memref<?xf32>, vector<2xf32>
      %next = vector.reduction <add>, %t, %s fastmath<reassoc> : vector<2xf32> into f32
      scf.yield %next : f32
    }
    return %sum : f32
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.reduce_behind %loops : !transform.any_op
    transform.yield
  }
}

// -----

// A sum that is used in the loop is needed there; with where_legal nothing happens.

// CHECK-LABEL: func.func @used(
// CHECK: scf.for {{.*}} -> (f32) {
// CHECK: vector.reduction
// CHECK: scf.yield
module attributes {transform.with_named_sequence} {
  func.func @used(%x: memref<?xf32>, %y: memref<?xf32>, %n: index, %start: f32) -> f32 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %none = arith.constant dense<-0.0> : vector<2xf32>
    %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %start) -> f32 {
      %v = vector.load %x[%i] : memref<?xf32>, vector<2xf32>
      %t = arith.addf %none, %v : vector<2xf32>
      %next = vector.reduction <add>, %t, %s fastmath<reassoc> : vector<2xf32> into f32
      memref.store %next, %y[%i] : memref<?xf32>
      scf.yield %next : f32
    }
    return %sum : f32
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %blocks = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.sparse.reduce_behind %blocks {where_legal} : !transform.any_op
    transform.yield
  }
}
