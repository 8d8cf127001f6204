// RUN: sparse-opt %s --transform-interpreter --canonicalize --cse --split-input-file | FileCheck %s

// What a tile touches: C, 8 * 16 numbers; of an element of A its column and its value; of a
// row of the first product 8 numbers of B and 16 that are made; 16 numbers of each row that
// the second one reads, and 16 of one that it makes.

// CHECK-LABEL: func.func @product_of_dense_ones(
// CHECK-DAG: %[[NONE:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C:.*]] = arith.constant 512 : index
// CHECK-DAG: %[[ELEMENT:.*]] = arith.constant 8 : index
// CHECK-DAG: %[[MADE:.*]] = arith.constant 96 : index
// CHECK-DAG: %[[ROW:.*]] = arith.constant 64 : index
// CHECK: axis.tile_fusion %{{.*}} rows %{{[a-z0-9_]+}} tile %{{.*}} bytes(%[[C]], %[[ELEMENT]], %[[MADE]], %[[NONE]], %[[ROW]], %[[ROW]])
!rows = !axis.axis<dense_fixed>
!columns = !axis.axis<sparse_variable, sorted, unique>
!matrix = !sparse.buffer<?x?xf32>
module attributes {transform.with_named_sequence} {
  func.func @product_of_dense_ones(%m: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %val: memref<?xf32>, %bs: memref<?x?xf32>, %cs: memref<?x?xf32>, %ts: memref<?x?xf32>, %ds: memref<?x?xf32>) {
    %f = arith.constant 8 : index
    %h = arith.constant 16 : index
    %I = axis.dense_fixed %m : !rows
    %F = axis.dense_fixed %f : !rows
    %H = axis.dense_fixed %h : !rows
    %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !rows, memref<?xi32>, memref<?xi32> -> !columns
    %A = sparse.bind %val on (%I, %J) : memref<?xf32> on (!rows, !columns) -> !sparse.buffer<?xf32>
    %B = sparse.bind %bs on (%I, %F) : memref<?x?xf32> on (!rows, !rows) -> !matrix
    %C = sparse.bind %cs on (%F, %H) : memref<?x?xf32> on (!rows, !rows) -> !matrix
    %T = sparse.bind %ts on (%I, %H) : memref<?x?xf32> on (!rows, !rows) -> !matrix
    %D = sparse.bind %ds on (%I, %H) : memref<?x?xf32> on (!rows, !rows) -> !matrix
    iter.nest "make" ("i": %i, "k": %k, "c": %c) over (%I, %F, %H : !rows, !rows, !rows) kinds [spatial, reduction, spatial] {
      %b = sparse.load %B[%i, %k] : !matrix
      %w = sparse.load %C[%k, %c] : !matrix
      %p = arith.mulf %b, %w : f32
      sparse.accumulate add %p into %T[%i, %c] : !matrix
    }
    iter.nest "use" ("i": %i, "j": %j at %p, "c": %c) over (%I, %J, %H : !rows, !columns, !rows) kinds [spatial, reduction, spatial] {
      %a = sparse.load %A at [%p] : !sparse.buffer<?xf32>
      %t = sparse.load %T[%j, %c] : !matrix
      %s = arith.mulf %a, %t : f32
      sparse.accumulate add %s into %D[%i, %c] : !matrix
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %nests = transform.sparse.match.nests in %root : (!transform.any_op) -> !transform.any_op
    %tiled = transform.sparse.tile_fuse %nests : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// A sparse producer makes a row of 16 numbers, and reads 16 for each of its columns; columns
// of 64 bits and values of 64 bits are 16 bytes.

// CHECK-LABEL: func.func @product_of_sparse_ones(
// CHECK-DAG: %[[NONE:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[ELEMENT:.*]] = arith.constant 16 : index
// CHECK-DAG: %[[ROW:.*]] = arith.constant 128 : index
// CHECK: axis.tile_fusion %[[J:.*]] rows %{{[a-z0-9_]+}} of %[[J]] : {{.*}} tile %{{.*}} bytes(%[[NONE]], %[[ELEMENT]], %[[ROW]], %[[ROW]], %[[ROW]], %[[ROW]])
!rows = !axis.axis<dense_fixed>
!columns = !axis.axis<sparse_variable, crd = i64, sorted, unique>
!matrix = !sparse.buffer<?x?xf64>
module attributes {transform.with_named_sequence} {
  func.func @product_of_sparse_ones(%m: index, %pos: memref<?xi32>, %crd: memref<?xi64>, %val: memref<?xf64>, %bs: memref<?x?xf64>, %ts: memref<?x?xf64>, %ds: memref<?x?xf64>) {
    %h = arith.constant 16 : index
    %I = axis.dense_fixed %m : !rows
    %H = axis.dense_fixed %h : !rows
    %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !rows, memref<?xi32>, memref<?xi64> -> !columns
    %A = sparse.bind %val on (%I, %J) : memref<?xf64> on (!rows, !columns) -> !sparse.buffer<?xf64>
    %B = sparse.bind %bs on (%I, %H) : memref<?x?xf64> on (!rows, !rows) -> !matrix
    %T = sparse.bind %ts on (%I, %H) : memref<?x?xf64> on (!rows, !rows) -> !matrix
    %D = sparse.bind %ds on (%I, %H) : memref<?x?xf64> on (!rows, !rows) -> !matrix
    iter.nest "make" ("i": %i, "j": %j at %p, "c": %c) over (%I, %J, %H : !rows, !columns, !rows) kinds [spatial, reduction, spatial] {
      %a = sparse.load %A at [%p] : !sparse.buffer<?xf64>
      %b = sparse.load %B[%j, %c] : !matrix
      %s = arith.mulf %a, %b : f64
      sparse.accumulate add %s into %T[%i, %c] : !matrix
    }
    iter.nest "use" ("i": %i, "j": %j at %p, "c": %c) over (%I, %J, %H : !rows, !columns, !rows) kinds [spatial, reduction, spatial] {
      %a = sparse.load %A at [%p] : !sparse.buffer<?xf64>
      %t = sparse.load %T[%j, %c] : !matrix
      %s = arith.mulf %a, %t : f64
      sparse.accumulate add %s into %D[%i, %c] : !matrix
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %nests = transform.sparse.match.nests in %root : (!transform.any_op) -> !transform.any_op
    %tiled = transform.sparse.tile_fuse %nests : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
