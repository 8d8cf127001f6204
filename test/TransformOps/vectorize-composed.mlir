// RUN: sparse-opt %s --transform-interpreter --canonicalize --cse | FileCheck %s

// Dot products of one row with two others, as unrolling and jamming leaves them:
// both sums are made at once, in one loop over blocks and one remainder.

// CHECK-LABEL: func.func @two_dot_products(
// CHECK: %[[SUMS:.*]]:2 = scf.for {{.*}} -> (vector<4xf32>, vector<4xf32>) {
// CHECK: %[[ALL:.*]]:2 = scf.index_switch {{.*}} -> vector<4xf32>, vector<4xf32>
// CHECK: vector.shuffle %[[ALL]]#0, %[[ALL]]#1 [0, 4, 1, 5]
// CHECK: vector.shuffle %[[ALL]]#0, %[[ALL]]#1 [2, 6, 3, 7]
// CHECK-NOT: vector.reduction
// CHECK: return
module attributes {transform.with_named_sequence} {
  func.func @two_dot_products(%x: memref<?xf32>, %y: memref<?xf32>, %z: memref<?xf32>) -> (f32, f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f32
    %n = memref.dim %x, %c0 : memref<?xf32>
    %sums:2 = scf.for %k = %c0 to %n step %c1 iter_args(%a = %zero, %b = %zero) -> (f32, f32) {
      %u = memref.load %x[%k] : memref<?xf32>
      %v = memref.load %y[%k] : memref<?xf32>
      %w = memref.load %z[%k] : memref<?xf32>
      %uv = arith.mulf %u, %v : f32
      %uw = arith.mulf %u, %w : f32
      %s = arith.addf %a, %uv : f32
      %t = arith.addf %b, %uw : f32
      scf.yield %s, %t : f32, f32
    }
    return %sums#0, %sums#1 : f32, f32
  }

  // The loop over elements inside is found by its label as before, in the loop
  // over blocks and in each form of the remainder.

  // CHECK-LABEL: func.func @loops_inside(
  // CHECK: scf.for
  // CHECK: scf.for
  // CHECK: } {iter.loop = {{.*}}dims = ["J"]{{.*}}role = level>, seen}
  // CHECK: } {iter.loop = {{.*}}dims = ["K"]{{.*}}role = tile>}
  // CHECK: case 1 {
  // CHECK: scf.for
  // CHECK: } {iter.loop = {{.*}}dims = ["J"]{{.*}}role = level>, seen}
  // CHECK: default {
  func.func @loops_inside(%m: index, %x: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %n = memref.dim %x, %c1 : memref<?x?xf32>
    scf.for %k = %c0 to %n step %c1 {
      scf.for %j = %c0 to %m step %c1 {
        %v = memref.load %x[%j, %k] : memref<?x?xf32>
        %s = arith.addf %v, %v : f32
        memref.store %s, %x[%j, %k] : memref<?x?xf32>
      } {iter.loop = #iter.loop<nest = "twice", dims = ["J"], axis = dense_fixed, kind = spatial, role = level>}
    } {iter.loop = #iter.loop<nest = "twice", dims = ["K"], axis = dense_fixed, kind = spatial, role = level>}
    return
  }

  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %dots = transform.structured.match ops{["func.func"]} attributes {sym_name = "two_dot_products"} in %root : (!transform.any_op) -> !transform.any_op
    %sums = transform.structured.match ops{["scf.for"]} in %dots : (!transform.any_op) -> !transform.any_op
    %blocks = transform.sparse.vectorize %sums {reassociate} : (!transform.any_op) -> !transform.any_op
    %two = transform.param.constant 2 : i64 -> !transform.param<i64>
    transform.sparse.combine_reductions %dots count(%two) : !transform.any_op, !transform.param<i64>

    %columns = transform.sparse.match.loops dims ["K"] in %root : (!transform.any_op) -> !transform.any_op
    %column_blocks = transform.sparse.vectorize %columns : (!transform.any_op) -> !transform.any_op
    %rows = transform.sparse.match.loops dims ["J"] in %root : (!transform.any_op) -> !transform.any_op
    transform.annotate %rows "seen" : !transform.any_op
    transform.yield
  }
}
