// RUN: sparse-opt %s --spindle-narrow-sums --spindle-split-zero-points | FileCheck %s

// The examples of the two passes: what they are made of, and what they become, which is
// left as it is.

// CHECK-LABEL: func.func @widened(
// CHECK: arith.addi %{{.*}}, %{{.*}} : i32
// CHECK-LABEL: func.func @narrow(
// CHECK-LABEL: func.func @moved(
// CHECK-COUNT-4: linalg.generic
// CHECK-LABEL: func.func @split(
// CHECK-COUNT-3: linalg.generic
// CHECK-NOT: linalg.generic
func.func @widened(%X: tensor<4x6xi8>) -> tensor<4xi32> {
  %zero = arith.constant 0 : i64
  %start = tensor.empty() : tensor<4xi64>
  %zeros = linalg.fill ins(%zero : i64) outs(%start : tensor<4xi64>) -> tensor<4xi64>
  %e0 = tensor.empty() : tensor<4x6xi32>
  %wide = linalg.generic {indexing_maps = [affine_map<(i, k) -> (i, k)>, affine_map<(i, k) -> (i, k)>], iterator_types = ["parallel", "parallel"]} ins(%X : tensor<4x6xi8>) outs(%e0 : tensor<4x6xi32>) {
  ^bb0(%in: i8, %out: i32):
    %x = arith.extsi %in : i8 to i32
    linalg.yield %x : i32
  } -> tensor<4x6xi32>
  %sums = linalg.generic {indexing_maps = [affine_map<(i, k) -> (i, k)>, affine_map<(i, k) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%wide : tensor<4x6xi32>) outs(%zeros : tensor<4xi64>) {
  ^bb0(%in: i32, %out: i64):
    %x = arith.extsi %in : i32 to i64
    %y = arith.addi %out, %x : i64
    linalg.yield %y : i64
  } -> tensor<4xi64>
  %e1 = tensor.empty() : tensor<4xi32>
  %kept = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%sums : tensor<4xi64>) outs(%e1 : tensor<4xi32>) {
  ^bb0(%in: i64, %out: i32):
    %y = arith.trunci %in : i64 to i32
    linalg.yield %y : i32
  } -> tensor<4xi32>
  return %kept : tensor<4xi32>
}

func.func @narrow(%X: tensor<4x6xi8>, %zeros32: tensor<4xi32>) -> tensor<4xi32> {
  %sums = linalg.generic {indexing_maps = [affine_map<(i, k) -> (i, k)>, affine_map<(i, k) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%X : tensor<4x6xi8>) outs(%zeros32 : tensor<4xi32>) {
  ^bb0(%in: i8, %out: i32):
    %x = arith.extsi %in : i8 to i32
    %y = arith.addi %out, %x : i32
    linalg.yield %y : i32
  } -> tensor<4xi32>
  return %sums : tensor<4xi32>
}

func.func @moved(%X: tensor<8x6xi8>, %W: tensor<6x5xi8>, %zeros: tensor<8x5xi32>) -> tensor<8x5xi32> {
  %c3 = arith.constant 3 : i32
  %Y = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%X, %W : tensor<8x6xi8>, tensor<6x5xi8>) outs(%zeros : tensor<8x5xi32>) {
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

func.func @split(%X: tensor<8x6xi8>, %W: tensor<6x5xi8>, %zeros: tensor<8x5xi32>, %none: tensor<5xi32>, %empty: tensor<8x5xi32>) -> tensor<8x5xi32> {
  %c3 = arith.constant 3 : i32
  %sums = linalg.generic {indexing_maps = [affine_map<(j, k) -> (k, j)>, affine_map<(j, k) -> (j)>], iterator_types = ["parallel", "reduction"]} ins(%W : tensor<6x5xi8>) outs(%none : tensor<5xi32>) {
  ^bb0(%w: i8, %sum: i32):
    %w32 = arith.extsi %w : i8 to i32
    %s = arith.addi %sum, %w32 : i32
    linalg.yield %s : i32
  } -> tensor<5xi32>
  %P = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%X, %W : tensor<8x6xi8>, tensor<6x5xi8>) outs(%zeros : tensor<8x5xi32>) {
  ^bb0(%x: i8, %w: i8, %sum: i32):
    %x32 = arith.extsi %x : i8 to i32
    %w32 = arith.extsi %w : i8 to i32
    %p = arith.muli %x32, %w32 : i32
    %s = arith.addi %sum, %p : i32
    linalg.yield %s : i32
  } -> tensor<8x5xi32>
  %Y = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%P, %sums : tensor<8x5xi32>, tensor<5xi32>) outs(%empty : tensor<8x5xi32>) {
  ^bb0(%p: i32, %s: i32, %out: i32):
    %m = arith.muli %s, %c3 : i32
    %y = arith.subi %p, %m : i32
    linalg.yield %y : i32
  } -> tensor<8x5xi32>
  return %Y : tensor<8x5xi32>
}
