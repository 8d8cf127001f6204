// RUN: sparse-opt %s --spindle-use-constants --split-input-file | FileCheck %s

// What is loaded comes from the constant, as memory of the argument's type; the argument
// stays, and what was said of it is gone.

// CHECK-LABEL: func.func @last(
// CHECK-SAME: %{{[^:]*}}: memref<?xi32> {sparse.piece = {{[^}]*}}}) -> i32 {
// CHECK: %[[EXACT:.*]] = memref.get_global @positions : memref<3xi32>
// CHECK-NEXT: %[[MEMORY:.*]] = memref.cast %[[EXACT]] : memref<3xi32> to memref<?xi32>
// CHECK: memref.load %[[MEMORY]]
memref.global "private" constant @positions : memref<3xi32> = dense<[0, 1, 3]>
func.func @last(%p: memref<?xi32> {sparse.piece = #sparse.piece<"A", part [], level 1, positions>}) -> i32
    attributes {sparse.constants = [[#sparse.piece<"A", part [], level 1, positions>, @positions]]} {
  %c2 = arith.constant 2 : index
  %last = memref.load %p[%c2] : memref<?xi32>
  return %last : i32
}

// -----

// Blocks of a known size keep their type. A piece that the function has no argument for,
// as the size of a dimension that types tell, is left out.

// CHECK-LABEL: func.func @blocks(
// CHECK: %[[VALUES:.*]] = memref.get_global @values : memref<2x1x1xf32>
// CHECK-NEXT: %[[MEMORY:.*]] = memref.cast %[[VALUES]] : memref<2x1x1xf32> to memref<?x1x1xf32>
// CHECK: memref.load %[[MEMORY]]
memref.global "private" constant @values : memref<2x1x1xf32> = dense<[[[1.0]], [[2.0]]]>
func.func @blocks(%v: memref<?x1x1xf32> {sparse.piece = #sparse.piece<"A", part [0], values>}) -> f32
    attributes {sparse.constants = [[#sparse.piece<"A", part [0], values>, @values], [#sparse.piece<"A", part [1], values>, @values]]} {
  %c0 = arith.constant 0 : index
  %first = memref.load %v[%c0, %c0, %c0] : memref<?x1x1xf32>
  return %first : f32
}
