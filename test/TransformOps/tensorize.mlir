// RUN: sparse-opt %s --transform-interpreter --split-input-file | FileCheck %s
// RUN: sparse-opt %s --split-input-file --pass-pipeline='builtin.module(transform-interpreter,func.func(spindle-lower-contractions),canonicalize)' | FileCheck %s --check-prefix=LOWERED

// Two rows of a block of three columns: what is stored is multiplied as it is.

// CHECK-DAG: #[[$NUMBERS:.*]] = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK-DAG: #[[$ROWS:.*]] = affine_map<(d0, d1, d2) -> (d2, d1)>
// CHECK-DAG: #[[$SUMS:.*]] = affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK-LABEL: func.func @rows_of_a_block(
// CHECK-SAME: %[[A:[^:]*]]: memref<2x3xbf16>, %[[B:[^:]*]]: memref<?x?xbf16>,
// CHECK-SAME: %[[K:[^:]*]]: index, %[[S0:[^:]*]]: vector<8xf32>, %[[S1:[^:]*]]: vector<8xf32>)
// CHECK-NOT: scf.for
// CHECK: %[[A00:.*]] = memref.load %[[A]][%[[C0:[^,]*]], %[[C0]]]
// CHECK-NEXT: %[[A10:.*]] = memref.load %[[A]][%[[C1:.*]], %[[C0]]]
// CHECK-NEXT: %[[B0:.*]] = vector.load %[[B]][%[[C0]], %[[K]]]
// CHECK-COUNT-2: vector.load
// CHECK: %[[NUMBERS_OF:.*]] = vector.from_elements %[[A00]], %{{[^ ]*}}, %{{[^ ]*}}, %[[A10]], %{{[^ ]*}}, %{{[^ ]*}} : vector<2x3xbf16>
// CHECK: vector.insert %[[B0]], %{{.*}} [0] : vector<8xbf16> into vector<3x8xbf16>
// CHECK: vector.insert %[[S1]], %{{.*}} [1] : vector<8xf32> into vector<2x8xf32>
// CHECK-NOT: arith.extf
// CHECK: %[[SUM:.*]] = vector.contract {indexing_maps = [#[[$NUMBERS]], #[[$ROWS]], #[[$SUMS]]], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %[[NUMBERS_OF]], {{.*}} {fastmath = #arith.fastmath<reassoc>} : vector<2x3xbf16>, vector<3x8xbf16> into vector<2x8xf32>
// CHECK: %[[ROW0:.*]] = vector.extract %[[SUM]][0]
// CHECK: %[[ROW1:.*]] = vector.extract %[[SUM]][1]
// CHECK: return %[[ROW0]], %[[ROW1]]

// Lowered, it is what the loop was, in its order.

// LOWERED-LABEL: func.func @rows_of_a_block(
// LOWERED-SAME: %[[S0:[^:]*]]: vector<8xf32>, %[[S1:[^:]*]]: vector<8xf32>)
// LOWERED-COUNT-6: memref.load
// LOWERED-NOT: vector.contract
// LOWERED: arith.addf %[[S0]],
// LOWERED: arith.addf %[[S1]],
module attributes {transform.with_named_sequence} {
  func.func @rows_of_a_block(%a: memref<2x3xbf16>, %b: memref<?x?xbf16>, %k: index, %s0: vector<8xf32>, %s1: vector<8xf32>) -> (vector<8xf32>, vector<8xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %sums:2 = scf.for %j = %c0 to %c3 step %c1 iter_args(%p = %s0, %q = %s1) -> (vector<8xf32>, vector<8xf32>) {
      %x = memref.load %a[%c0, %j] : memref<2x3xbf16>
      %y = memref.load %a[%c1, %j] : memref<2x3xbf16>
      %row = vector.load %b[%j, %k] : memref<?x?xbf16>, vector<8xbf16>
      %wide_x = arith.extf %x : bf16 to f32
      %wide_y = arith.extf %y : bf16 to f32
      %wide = arith.extf %row : vector<8xbf16> to vector<8xf32>
      %all_x = vector.broadcast %wide_x : f32 to vector<8xf32>
      %all_y = vector.broadcast %wide_y : f32 to vector<8xf32>
      %u = arith.mulf %all_x, %wide : vector<8xf32>
      %v = arith.mulf %all_y, %wide : vector<8xf32>
      %m = arith.addf %p, %u : vector<8xf32>
      %n = arith.addf %q, %v : vector<8xf32>
      scf.yield %m, %n : vector<8xf32>, vector<8xf32>
    }
    return %sums#0, %sums#1 : vector<8xf32>, vector<8xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    %products = transform.sparse.tensorize %loops {reassociate} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// Four elements at a time, and a loop for the rest, whatever the number is; both
// are named.

// CHECK-LABEL: func.func @elements_of_a_row(
// CHECK: %[[BLOCKS:.*]] = scf.for
// CHECK-COUNT-4: memref.load %{{.*}} : memref<?xi8>
// CHECK: vector.contract {{.*}} : vector<1x4xi8>, vector<4x16xi8> into vector<1x16xi32>
// CHECK: } {iter.loop = #iter.loop<nest = "rows", dims = ["J"], axis = sparse_variable, kind = reduction, role = level>, multiplies}
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %[[BLOCKS]])
// CHECK: arith.muli
// CHECK: } {iter.loop = #iter.loop<nest = "rows", dims = ["J"], axis = sparse_variable, kind = reduction, role = tail>, multiplies}

// LOWERED-LABEL: func.func @elements_of_a_row(
// LOWERED: arith.extsi %{{.*}} : vector<16xi8> to vector<16xi32>
module attributes {transform.with_named_sequence} {
  func.func @elements_of_a_row(%lo: index, %hi: index, %a: memref<?xi8>, %js: memref<?xindex>, %b: memref<?x?xi8>, %k: index, %zero: vector<16xi32>) -> vector<16xi32> {
    %c1 = arith.constant 1 : index
    %sum = scf.for %p = %lo to %hi step %c1 iter_args(%s = %zero) -> (vector<16xi32>) {
      %x = memref.load %a[%p] : memref<?xi8>
      %j = memref.load %js[%p] : memref<?xindex>
      %row = vector.load %b[%j, %k] : memref<?x?xi8>, vector<16xi8>
      %all = vector.broadcast %x : i8 to vector<16xi8>
      %wide_x = arith.extsi %all : vector<16xi8> to vector<16xi32>
      %wide = arith.extsi %row : vector<16xi8> to vector<16xi32>
      %u = arith.muli %wide, %wide_x : vector<16xi32>
      %m = arith.addi %u, %s : vector<16xi32>
      scf.yield %m : vector<16xi32>
    } {iter.loop = #iter.loop<nest = "rows", dims = ["J"], axis = sparse_variable, kind = reduction, role = level>}
    return %sum : vector<16xi32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %elements = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    %depth = transform.param.constant 4 : i64 -> !transform.param<i64>
    %products = transform.sparse.tensorize %elements factor(%depth) {at_most, reassociate, where_legal} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.annotate %products "multiplies" : !transform.any_op
    transform.yield
  }
}

// -----

// A block that the border may cut is one contraction if it is whole.

// CHECK-LABEL: func.func @cut_block(
// CHECK: %[[WHOLE:.*]] = arith.cmpi slt,
// CHECK: scf.if %[[WHOLE]]
// CHECK-NOT: scf.for
// CHECK: vector.contract {{.*}} : vector<1x2xf32>, vector<2x4xf32> into vector<1x4xf32>
// CHECK: } else {
// CHECK: scf.for

// Numbers of two types are multiplied in the type of the product.

// CHECK-LABEL: func.func @two_types(
// CHECK: vector.contract {{.*}} : vector<1x2xf32>, vector<2x4xf32> into vector<1x4xf32>
module attributes {transform.with_named_sequence} {
  func.func @cut_block(%left: index, %a: memref<?xf32>, %b: memref<?x?xf32>, %k: index, %zero: vector<4xf32>) -> vector<4xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %end = arith.minsi %left, %c2 : index
    %sum = scf.for %j = %c0 to %end step %c1 iter_args(%s = %zero) -> (vector<4xf32>) {
      %x = memref.load %a[%j] : memref<?xf32>
      %row = vector.load %b[%j, %k] : memref<?x?xf32>, vector<4xf32>
      %all = vector.broadcast %x : f32 to vector<4xf32>
      %u = arith.mulf %all, %row : vector<4xf32>
      %m = arith.addf %s, %u : vector<4xf32>
      scf.yield %m : vector<4xf32>
    }
    return %sum : vector<4xf32>
  }
  func.func @two_types(%a: memref<?xf32>, %b: memref<?x?xbf16>, %k: index, %zero: vector<4xf32>) -> vector<4xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %sum = scf.for %j = %c0 to %c2 step %c1 iter_args(%s = %zero) -> (vector<4xf32>) {
      %x = memref.load %a[%j] : memref<?xf32>
      %row = vector.load %b[%j, %k] : memref<?x?xbf16>, vector<4xbf16>
      %all = vector.broadcast %x : f32 to vector<4xf32>
      %wide = arith.extf %row : vector<4xbf16> to vector<4xf32>
      %u = arith.mulf %all, %wide : vector<4xf32>
      %m = arith.addf %s, %u : vector<4xf32>
      scf.yield %m : vector<4xf32>
    }
    return %sum : vector<4xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    %products = transform.sparse.tensorize %loops : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// With `where_legal` what is refused stays as it is.

// CHECK-LABEL: func.func @where_legal(
// CHECK: scf.for
// CHECK-NOT: vector.contract
module attributes {transform.with_named_sequence} {
  func.func @where_legal(%a: memref<?xf32>, %b: memref<?x?xf32>, %k: index, %zero: vector<4xf32>, %n: index) -> vector<4xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %sum = scf.for %j = %c0 to %n step %c1 iter_args(%s = %zero) -> (vector<4xf32>) {
      %x = memref.load %a[%j] : memref<?xf32>
      %row = vector.load %b[%j, %k] : memref<?x?xf32>, vector<4xf32>
      %all = vector.broadcast %x : f32 to vector<4xf32>
      %u = arith.mulf %all, %row : vector<4xf32>
      %m = arith.addf %s, %u : vector<4xf32>
      scf.yield %m : vector<4xf32>
    }
    return %sum : vector<4xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    %products = transform.sparse.tensorize %loops {where_legal} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// Bytes with and without sign are multiplied as numbers that hold both.

// CHECK-LABEL: func.func @bytes(
// CHECK-DAG: arith.extui %{{.*}} : i8 to i16
// CHECK-DAG: arith.extsi %{{.*}} : vector<8xi8> to vector<8xi16>
// CHECK: vector.contract {{.*}} : vector<1x2xi16>, vector<2x8xi16> into vector<1x8xi32>

// LOWERED-LABEL: func.func @bytes(
// LOWERED: arith.extui %{{.*}} : i8 to i32
// LOWERED: arith.extsi %{{.*}} : vector<8xi8> to vector<8xi32>
module attributes {transform.with_named_sequence} {
  func.func @bytes(%a: memref<?xi8>, %b: memref<?x?xi8>, %k: index, %zero: vector<8xi32>) -> vector<8xi32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %sum = scf.for %j = %c0 to %c2 step %c1 iter_args(%s = %zero) -> (vector<8xi32>) {
      %x = memref.load %a[%j] : memref<?xi8>
      %row = vector.load %b[%j, %k] : memref<?x?xi8>, vector<8xi8>
      %wide_x = arith.extui %x : i8 to i32
      %all = vector.broadcast %wide_x : i32 to vector<8xi32>
      %wide = arith.extsi %row : vector<8xi8> to vector<8xi32>
      %u = arith.muli %all, %wide : vector<8xi32>
      %m = arith.addi %s, %u : vector<8xi32>
      scf.yield %m : vector<8xi32>
    }
    return %sum : vector<8xi32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    %products = transform.sparse.tensorize %loops {narrow} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
