// RUN: sparse-opt %s --spindle-split-zero-points | FileCheck %s
// RUN: sparse-opt %s --spindle-split-zero-points=least-uses=9 | FileCheck %s --check-prefix=FEW

#ik = affine_map<(i, j, k) -> (i, k)>
#kj = affine_map<(i, j, k) -> (k, j)>
#ij = affine_map<(i, j, k) -> (i, j)>

// The zero point of X is multiplied by sums of W.

// CHECK-DAG: #[[$COLUMNS:.*]] = affine_map<(d0, d1) -> (d1, d0)>
// CHECK-DAG: #[[$FIRST:.*]] = affine_map<(d0, d1) -> (d0)>
// CHECK-DAG: #[[$SECOND:.*]] = affine_map<(d0, d1) -> (d1)>
// CHECK-LABEL: func.func @one_side(
// CHECK-SAME: %[[X:.*]]: tensor<8x6xi8>, %[[W:.*]]: tensor<6x5xi8>, %[[ZEROS:.*]]: tensor<8x5xi32>)
// CHECK: %[[NONE:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<5xi32>)
// CHECK: %[[SUMS:.*]] = linalg.generic {indexing_maps = [#[[$COLUMNS]], #[[$FIRST]]], iterator_types = ["parallel", "reduction"]} ins(%[[W]] : tensor<6x5xi8>) outs(%[[NONE]] : tensor<5xi32>)
// CHECK: %[[P:.*]] = linalg.generic {{.*}} ins(%[[X]], %[[W]] : tensor<8x6xi8>, tensor<6x5xi8>) outs(%[[ZEROS]] : tensor<8x5xi32>)
// CHECK-NOT: arith.subi
// CHECK: arith.muli
// CHECK: %[[Y:.*]] = linalg.generic {indexing_maps = [#{{.*}}, #[[$SECOND]], #{{.*}}], iterator_types = ["parallel", "parallel"]} ins(%[[P]], %[[SUMS]] : tensor<8x5xi32>, tensor<5xi32>)
// CHECK: %[[C:.*]] = arith.constant 3 : i32
// CHECK: %[[M:.*]] = arith.muli %{{.*}}, %[[C]] : i32
// CHECK: arith.subi %{{.*}}, %[[M]] : i32
// CHECK: return %[[Y]]

// Eight rows use each element of W.
// FEW-LABEL: func.func @one_side(
// FEW-COUNT-1: linalg.generic
// FEW-NOT: linalg.generic
// FEW-LABEL: func.func @both_sides(
func.func @one_side(%X: tensor<8x6xi8>, %W: tensor<6x5xi8>, %zeros: tensor<8x5xi32>) -> tensor<8x5xi32> {
  %c3 = arith.constant 3 : i32
  %Y = linalg.generic {indexing_maps = [#ik, #kj, #ij], iterator_types = ["parallel", "parallel", "reduction"]} ins(%X, %W : tensor<8x6xi8>, tensor<6x5xi8>) outs(%zeros : tensor<8x5xi32>) {
  ^bb0(%x: i8, %w: i8, %sum: i32):
    %x32 = arith.extsi %x : i8 to i32
    %w32 = arith.extsi %w : i8 to i32
    %moved = arith.subi %x32, %c3 : i32
    %p = arith.muli %moved, %w32 : i32
    %s = arith.addi %sum, %p : i32
    linalg.yield %s : i32
  } -> tensor<8x5xi32>
  return %Y : tensor<8x5xi32>
}

// Zero points of both sides, 3 and -2, come to 6 steps of 6 less.

// CHECK-LABEL: func.func @both_sides(
// CHECK-COUNT-6: linalg.generic
// CHECK: arith.subi
// CHECK: arith.addi
// CHECK: %[[ALL:.*]] = arith.constant -36 : i32
// CHECK: arith.addi %{{.*}}, %[[ALL]]
func.func @both_sides(%X: tensor<8x6xi8>, %W: tensor<6x9xi8>, %zeros: tensor<8x9xi32>) -> tensor<8x9xi32> {
  %c3 = arith.constant 3 : i32
  %c2 = arith.constant 2 : i32
  %Y = linalg.generic {indexing_maps = [#ik, #kj, #ij], iterator_types = ["parallel", "parallel", "reduction"]} ins(%X, %W : tensor<8x6xi8>, tensor<6x9xi8>) outs(%zeros : tensor<8x9xi32>) {
  ^bb0(%x: i8, %w: i8, %sum: i32):
    %x32 = arith.extui %x : i8 to i32
    %w32 = arith.extsi %w : i8 to i32
    %moved = arith.subi %x32, %c3 : i32
    %more = arith.addi %c2, %w32 : i32
    %p = arith.muli %moved, %more : i32
    %s = arith.addi %sum, %p : i32
    linalg.yield %s : i32
  } -> tensor<8x9xi32>
  return %Y : tensor<8x9xi32>
}

// Left alone: no zero points; a point that is taken away in fewer bits than sums have,
// where it may wrap around; a point that is no constant; a square.

// CHECK-LABEL: func.func @left(
// CHECK-COUNT-4: linalg.generic
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @left(%X: tensor<8x6xi8>, %W: tensor<6x9xi8>, %zeros: tensor<8x9xi32>, %point: i32) -> (tensor<8x9xi32>, tensor<8x9xi32>, tensor<8x9xi32>, tensor<8x9xi32>) {
  %c3 = arith.constant 3 : i8
  %c4 = arith.constant 4 : i32
  %0 = linalg.generic {indexing_maps = [#ik, #kj, #ij], iterator_types = ["parallel", "parallel", "reduction"]} ins(%X, %W : tensor<8x6xi8>, tensor<6x9xi8>) outs(%zeros : tensor<8x9xi32>) {
  ^bb0(%x: i8, %w: i8, %sum: i32):
    %x32 = arith.extsi %x : i8 to i32
    %w32 = arith.extsi %w : i8 to i32
    %p = arith.muli %x32, %w32 : i32
    %s = arith.addi %sum, %p : i32
    linalg.yield %s : i32
  } -> tensor<8x9xi32>
  %1 = linalg.generic {indexing_maps = [#ik, #kj, #ij], iterator_types = ["parallel", "parallel", "reduction"]} ins(%X, %W : tensor<8x6xi8>, tensor<6x9xi8>) outs(%zeros : tensor<8x9xi32>) {
  ^bb0(%x: i8, %w: i8, %sum: i32):
    %moved = arith.subi %x, %c3 : i8
    %x32 = arith.extsi %moved : i8 to i32
    %w32 = arith.extsi %w : i8 to i32
    %p = arith.muli %x32, %w32 : i32
    %s = arith.addi %sum, %p : i32
    linalg.yield %s : i32
  } -> tensor<8x9xi32>
  %2 = linalg.generic {indexing_maps = [#ik, #kj, #ij], iterator_types = ["parallel", "parallel", "reduction"]} ins(%X, %W : tensor<8x6xi8>, tensor<6x9xi8>) outs(%zeros : tensor<8x9xi32>) {
  ^bb0(%x: i8, %w: i8, %sum: i32):
    %x32 = arith.extsi %x : i8 to i32
    %moved = arith.subi %x32, %point : i32
    %w32 = arith.extsi %w : i8 to i32
    %p = arith.muli %moved, %w32 : i32
    %s = arith.addi %sum, %p : i32
    linalg.yield %s : i32
  } -> tensor<8x9xi32>
  %3 = linalg.generic {indexing_maps = [#ik, #kj, #ij], iterator_types = ["parallel", "parallel", "reduction"]} ins(%X, %W : tensor<8x6xi8>, tensor<6x9xi8>) outs(%zeros : tensor<8x9xi32>) {
  ^bb0(%x: i8, %w: i8, %sum: i32):
    %x32 = arith.extsi %x : i8 to i32
    %moved = arith.subi %x32, %c4 : i32
    %p = arith.muli %moved, %x32 : i32
    %s = arith.addi %sum, %p : i32
    linalg.yield %s : i32
  } -> tensor<8x9xi32>
  return %0, %1, %2, %3 : tensor<8x9xi32>, tensor<8x9xi32>, tensor<8x9xi32>, tensor<8x9xi32>
}
