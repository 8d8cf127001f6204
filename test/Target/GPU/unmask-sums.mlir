// RUN: sparse-opt %s --spindle-unmask-sums | FileCheck %s

// CHECK-LABEL: func.func @sums(
// CHECK: %[[T:.+]] = arith.addi
// CHECK-NOT: arith.select
// CHECK: return %[[T]], %[[T]]
func.func @sums(%m: memref<?xi32>, %i: index, %mask: vector<4xi1>, %s: vector<4xi32>) -> (vector<4xi32>, vector<4xi32>) {
    %zeros = arith.constant dense<0> : vector<4xi32>
    %a = vector.maskedload %m[%i], %mask, %zeros : memref<?xi32>, vector<4xi1>, vector<4xi32> into vector<4xi32>
    %t = arith.addi %s, %a : vector<4xi32>
    %u = arith.select %mask, %t, %s : vector<4xi1>, vector<4xi32>
    return %u, %t : vector<4xi32>, vector<4xi32>
}

// A product is 0 where one of its factors is; nothing is added to zeros.

// CHECK-LABEL: func.func @products(
// CHECK: %[[P:.+]] = arith.muli
// CHECK-NOT: arith.select
// CHECK: return %[[P]]
func.func @products(%m: memref<?xi8>, %i: index, %mask: vector<4xi1>, %x: vector<4xi32>) -> vector<4xi32> {
  %none = arith.constant dense<0> : vector<4xi8>
  %zeros = arith.constant dense<0> : vector<4xi32>
  %a = vector.maskedload %m[%i], %mask, %none : memref<?xi8>, vector<4xi1>, vector<4xi8> into vector<4xi8>
  %w = arith.extsi %a : vector<4xi8> to vector<4xi32>
  %p = arith.muli %x, %w : vector<4xi32>
  %u = arith.select %mask, %p, %zeros : vector<4xi1>, vector<4xi32>
  return %u : vector<4xi32>
}

// Another mask, another number outside of it, another sum before, floats.

// CHECK-LABEL: func.func @stays(
// CHECK-COUNT-4: arith.select
// CHECK: return
func.func @stays(%m: memref<?xi32>, %f: memref<?xf32>, %i: index, %mask: vector<4xi1>, %other: vector<4xi1>, %s: vector<4xi32>, %r: vector<4xf32>) -> (vector<4xi32>, vector<4xi32>, vector<4xi32>, vector<4xf32>) {
  %zeros = arith.constant dense<0> : vector<4xi32>
  %ones = arith.constant dense<1> : vector<4xi32>
  %none = arith.constant dense<0.0> : vector<4xf32>
  %a = vector.maskedload %m[%i], %other, %zeros : memref<?xi32>, vector<4xi1>, vector<4xi32> into vector<4xi32>
  %ta = arith.addi %s, %a : vector<4xi32>
  %ua = arith.select %mask, %ta, %s : vector<4xi1>, vector<4xi32>
  %b = vector.maskedload %m[%i], %mask, %ones : memref<?xi32>, vector<4xi1>, vector<4xi32> into vector<4xi32>
  %tb = arith.addi %s, %b : vector<4xi32>
  %ub = arith.select %mask, %tb, %s : vector<4xi1>, vector<4xi32>
  %c = vector.maskedload %m[%i], %mask, %zeros : memref<?xi32>, vector<4xi1>, vector<4xi32> into vector<4xi32>
  %tc = arith.addi %s, %c : vector<4xi32>
  %uc = arith.select %mask, %tc, %ones : vector<4xi1>, vector<4xi32>
  %d = vector.maskedload %f[%i], %mask, %none : memref<?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  %td = arith.addf %r, %d : vector<4xf32>
  %ud = arith.select %mask, %td, %r : vector<4xi1>, vector<4xf32>
  return %ua, %ub, %uc, %ud : vector<4xi32>, vector<4xi32>, vector<4xi32>, vector<4xf32>
}
