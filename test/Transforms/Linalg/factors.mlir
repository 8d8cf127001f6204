// RUN: sparse-opt %s --spindle-split-zero-points=factors=mixed-signs | FileCheck %s --check-prefixes=CHECK,MIXED
// RUN: sparse-opt %s --spindle-split-zero-points=factors=words | FileCheck %s --check-prefixes=CHECK,WORDS
// RUN: sparse-opt %s --spindle-split-zero-points | FileCheck %s --check-prefix=STORED

#ik = affine_map<(i, j, k) -> (i, k)>
#kj = affine_map<(i, j, k) -> (k, j)>
#ij = affine_map<(i, j, k) -> (i, j)>

// Two factors with signs: X is smaller. Its bytes have their first bit turned, and 128 more
// is taken away with the zero point; or they are words without one.

// CHECK-LABEL: func.func @signed(
// CHECK-SAME: %[[X:.*]]: tensor<8x6xi8>, %[[W:.*]]: tensor<6x9xi8>,
// The sums of W, of which nothing is made before, stand ahead.
// MIXED: linalg.generic {{.*}} ins(%[[W]] : tensor<6x9xi8>)
// MIXED: %[[T:.*]] = linalg.generic {{.*}} ins(%[[X]] : tensor<8x6xi8>) outs(%{{.*}} : tensor<8x6xi8>)
// MIXED: %[[SIGN:.*]] = arith.constant -128 : i8
// MIXED: arith.xori %{{.*}}, %[[SIGN]] : i8
// MIXED: linalg.generic {{.*}} ins(%[[T]], %[[W]] : tensor<8x6xi8>, tensor<6x9xi8>)
// MIXED: arith.extui %{{.*}} : i8 to i32
// MIXED: arith.extsi %{{.*}} : i8 to i32
// MIXED: %[[C:.*]] = arith.constant 131 : i32
// MIXED: arith.muli %{{.*}}, %[[C]]
// MIXED: arith.subi
// WORDS: %[[T:.*]] = linalg.generic {{.*}} ins(%[[X]] : tensor<8x6xi8>) outs(%{{.*}} : tensor<8x6xi16>)
// WORDS: arith.extsi %{{.*}} : i8 to i16
// WORDS: %[[C:.*]] = arith.constant -3 : i16
// WORDS: arith.addi %{{.*}}, %[[C]] : i16
// WORDS: %[[Y:.*]] = linalg.generic {{.*}} ins(%[[T]], %[[W]] : tensor<8x6xi16>, tensor<6x9xi8>)
// WORDS: return %[[Y]]
func.func @signed(%X: tensor<8x6xi8>, %W: tensor<6x9xi8>, %zeros: tensor<8x9xi32>) -> tensor<8x9xi32> {
  %c3 = arith.constant 3 : i32
  %Y = linalg.generic {indexing_maps = [#ik, #kj, #ij], iterator_types = ["parallel", "parallel", "reduction"]} ins(%X, %W : tensor<8x6xi8>, tensor<6x9xi8>) outs(%zeros : tensor<8x9xi32>) {
  ^bb0(%x: i8, %w: i8, %sum: i32):
    %x32 = arith.extsi %x : i8 to i32
    %w32 = arith.extsi %w : i8 to i32
    %moved = arith.subi %x32, %c3 : i32
    %p = arith.muli %moved, %w32 : i32
    %s = arith.addi %sum, %p : i32
    linalg.yield %s : i32
  } -> tensor<8x9xi32>
  return %Y : tensor<8x9xi32>
}

// Of two without signs one is given one. What is stored sparse stays: W is smaller
// here, and no words are made.

// CHECK-LABEL: func.func @unsigned(
// CHECK-SAME: %[[X:.*]]: tensor<16x6xi8>, %[[W:.*]]: tensor<6x9xi8>
// MIXED: %[[T:.*]] = linalg.generic {{.*}} ins(%[[X]] : tensor<16x6xi8>)
// MIXED: linalg.generic {{.*}} ins(%[[T]], %[[W]] : tensor<16x6xi8>, tensor<6x9xi8>)
// MIXED: arith.extsi %{{.*}} : i8 to i32
// MIXED: arith.extui %{{.*}} : i8 to i32
// MIXED: %[[C:.*]] = arith.constant 128 : i32
// MIXED: %[[M:.*]] = arith.muli %{{.*}}, %[[C]]
// MIXED: arith.addi %{{.*}}, %[[M]]
// WORDS: linalg.generic {{.*}} ins(%[[X]], %[[W]] : tensor<16x6xi8>, tensor<6x9xi8>)
// WORDS-NOT: linalg.generic
func.func @unsigned(%X: tensor<16x6xi8>, %W: tensor<6x9xi8> {sparse.format = #sparse.csr}, %zeros: tensor<16x9xi32>) -> tensor<16x9xi32> {
  %Y = linalg.generic {indexing_maps = [#ik, #kj, #ij], iterator_types = ["parallel", "parallel", "reduction"]} ins(%X, %W : tensor<16x6xi8>, tensor<6x9xi8>) outs(%zeros : tensor<16x9xi32>) {
  ^bb0(%x: i8, %w: i8, %sum: i32):
    %x32 = arith.extui %x : i8 to i32
    %w32 = arith.extui %w : i8 to i32
    %p = arith.muli %x32, %w32 : i32
    %s = arith.addi %sum, %p : i32
    linalg.yield %s : i32
  } -> tensor<16x9xi32>
  return %Y : tensor<16x9xi32>
}

// Signs that are mixed are as they should be. Few products are not worth another tensor:
// those of the second have elements in two and in four.

// CHECK-LABEL: func.func @left(
// MIXED-COUNT-2: linalg.generic
// MIXED-NOT: linalg.generic
// WORDS: arith.extui %{{.*}} : i8 to i16
// WORDS: linalg.generic
// WORDS: linalg.generic
// WORDS-NOT: linalg.generic
// CHECK: return

// STORED-LABEL: func.func @left(
// STORED-COUNT-2: linalg.generic
// STORED-NOT: linalg.generic
func.func @left(%X: tensor<8x6xi8>, %W: tensor<6x9xi8>, %U: tensor<4x6xi8>, %V: tensor<6x2xi8>, %zeros: tensor<8x9xi32>, %none: tensor<4x2xi32>) -> (tensor<8x9xi32>, tensor<4x2xi32>) {
  %Y = linalg.generic {indexing_maps = [#ik, #kj, #ij], iterator_types = ["parallel", "parallel", "reduction"]} ins(%X, %W : tensor<8x6xi8>, tensor<6x9xi8>) outs(%zeros : tensor<8x9xi32>) {
  ^bb0(%x: i8, %w: i8, %sum: i32):
    %x32 = arith.extui %x : i8 to i32
    %w32 = arith.extsi %w : i8 to i32
    %p = arith.muli %x32, %w32 : i32
    %s = arith.addi %sum, %p : i32
    linalg.yield %s : i32
  } -> tensor<8x9xi32>
  %Z = linalg.generic {indexing_maps = [#ik, #kj, #ij], iterator_types = ["parallel", "parallel", "reduction"]} ins(%U, %V : tensor<4x6xi8>, tensor<6x2xi8>) outs(%none : tensor<4x2xi32>) {
  ^bb0(%x: i8, %w: i8, %sum: i32):
    %x32 = arith.extsi %x : i8 to i32
    %w32 = arith.extsi %w : i8 to i32
    %p = arith.muli %x32, %w32 : i32
    %s = arith.addi %sum, %p : i32
    linalg.yield %s : i32
  } -> tensor<4x2xi32>
  return %Y, %Z : tensor<8x9xi32>, tensor<4x2xi32>
}

// What linalg has a name for is a sum of products like others.

// MIXED-LABEL: func.func @named(
// MIXED: arith.xori
// MIXED: linalg.generic {{.*}}"reduction"]}
// MIXED: arith.extui
// MIXED-NOT: linalg.matmul
// WORDS-LABEL: func.func @named(
// WORDS: arith.extsi %{{.*}} : i8 to i16
// WORDS-NOT: linalg.matmul
// STORED-LABEL: func.func @named(
// STORED-NEXT: linalg.matmul
func.func @named(%X: tensor<8x6xi8>, %W: tensor<6x8xi8>, %zeros: tensor<8x8xi32>) -> tensor<8x8xi32> {
  %Y = linalg.matmul ins(%X, %W : tensor<8x6xi8>, tensor<6x8xi8>) outs(%zeros : tensor<8x8xi32>) -> tensor<8x8xi32>
  return %Y : tensor<8x8xi32>
}
