// RUN: sparse-opt %s --spindle-narrow-sums | FileCheck %s

#ik = affine_map<(i, j, k) -> (i, k)>
#kj = affine_map<(i, j, k) -> (k, j)>
#ij = affine_map<(i, j, k) -> (i, j)>
#all = affine_map<(i, j) -> (i, j)>
#turned = affine_map<(i, j) -> (j, i)>
#image = affine_map<(a, b, c, d) -> (a, b, c, d)>

// A product of matrices of integers, as MatMulInteger is imported: bytes are read, and
// sums are of the type that they are truncated to, without a copy.

// CHECK-DAG: #[[$IK:.*]] = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK-DAG: #[[$KJ:.*]] = affine_map<(d0, d1, d2) -> (d2, d1)>
// CHECK-DAG: #[[$IJ:.*]] = affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK-LABEL: func.func @integers(
// CHECK-SAME: %[[X:.*]]: tensor<4x6xi8>, %[[W:.*]]: tensor<6x5xi8>)
// CHECK: %[[ZEROS:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<4x5xi32>)
// CHECK: %[[Y:.*]] = linalg.generic {indexing_maps = [#[[$IK]], #[[$KJ]], #[[$IJ]]], {{.*}}} ins(%[[X]], %[[W]] : tensor<4x6xi8>, tensor<6x5xi8>) outs(%[[ZEROS]] : tensor<4x5xi32>)
// CHECK-NEXT: ^bb0(%[[A:.*]]: i8, %[[B:.*]]: i8, %[[S:.*]]: i32):
// CHECK-NOT: i64
// CHECK: arith.subi %{{.*}}, %{{.*}} : i32
// CHECK: %[[P:.*]] = arith.muli %{{.*}}, %{{.*}} : i32
// CHECK: %[[T:.*]] = arith.addi %[[S]], %[[P]] : i32
// CHECK-NEXT: linalg.yield %[[T]] : i32
// CHECK-NOT: linalg.generic
// CHECK: return %[[Y]]
func.func @integers(%X: tensor<4x6xi8>, %W: tensor<6x5xi8>) -> tensor<4x5xi32> {
  %c7 = arith.constant 7 : i32
  %zero = arith.constant 0 : i64
  %0 = tensor.empty() : tensor<4x6xi32>
  %1 = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]} ins(%X : tensor<4x6xi8>) outs(%0 : tensor<4x6xi32>) {
  ^bb0(%in: i8, %out: i32):
    %x = arith.extsi %in : i8 to i32
    linalg.yield %x : i32
  } -> tensor<4x6xi32>
  %2 = tensor.empty() : tensor<6x5xi32>
  %3 = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]} ins(%W : tensor<6x5xi8>) outs(%2 : tensor<6x5xi32>) {
  ^bb0(%in: i8, %out: i32):
    %x = arith.extsi %in : i8 to i32
    linalg.yield %x : i32
  } -> tensor<6x5xi32>
  %4 = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]} ins(%1 : tensor<4x6xi32>) outs(%0 : tensor<4x6xi32>) {
  ^bb0(%in: i32, %out: i32):
    %x = arith.subi %in, %c7 : i32
    linalg.yield %x : i32
  } -> tensor<4x6xi32>
  %5 = tensor.empty() : tensor<4x5xi64>
  %6 = linalg.generic {indexing_maps = [#all], iterator_types = ["parallel", "parallel"]} outs(%5 : tensor<4x5xi64>) {
  ^bb0(%out: i64):
    linalg.yield %zero : i64
  } -> tensor<4x5xi64>
  %7 = linalg.generic {indexing_maps = [#ik, #kj, #ij], iterator_types = ["parallel", "parallel", "reduction"]} ins(%4, %3 : tensor<4x6xi32>, tensor<6x5xi32>) outs(%6 : tensor<4x5xi64>) {
  ^bb0(%a: i32, %b: i32, %out: i64):
    %x = arith.extsi %a : i32 to i64
    %w = arith.extsi %b : i32 to i64
    %p = arith.muli %x, %w : i64
    %s = arith.addi %out, %p : i64
    linalg.yield %s : i64
  } -> tensor<4x5xi64>
  %8 = tensor.empty() : tensor<4x5xi32>
  %9 = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]} ins(%7 : tensor<4x5xi64>) outs(%8 : tensor<4x5xi32>) {
  ^bb0(%in: i64, %out: i32):
    %y = arith.trunci %in : i64 to i32
    linalg.yield %y : i32
  } -> tensor<4x5xi32>
  return %9 : tensor<4x5xi32>
}

// What is widened in another order is read in that; what else reads it is made of it.

// CHECK-LABEL: func.func @turned(
// CHECK-SAME: %[[X:.*]]: tensor<6x4xi8>)
// CHECK: linalg.generic {{.*}} ins(%[[X]] : tensor<6x4xi8>)
// CHECK: arith.sitofp %{{.*}} : i32 to f32
func.func @turned(%X: tensor<6x4xi8>) -> (tensor<4x6xi32>, tensor<6x4xf32>) {
  %0 = tensor.empty() : tensor<4x6xi32>
  %1 = linalg.generic {indexing_maps = [#turned, #all], iterator_types = ["parallel", "parallel"]} ins(%X : tensor<6x4xi8>) outs(%0 : tensor<4x6xi32>) {
  ^bb0(%in: i8, %out: i32):
    %x = arith.extui %in : i8 to i32
    linalg.yield %x : i32
  } -> tensor<4x6xi32>
  %2 = tensor.empty() : tensor<6x4xf32>
  %3 = linalg.generic {indexing_maps = [#turned, #all], iterator_types = ["parallel", "parallel"]} ins(%1 : tensor<4x6xi32>) outs(%2 : tensor<6x4xf32>) {
  ^bb0(%in: i32, %out: f32):
    %x = arith.sitofp %in : i32 to f32
    linalg.yield %x : f32
  } -> tensor<6x4xf32>
  return %1, %3 : tensor<4x6xi32>, tensor<6x4xf32>
}

// Bits that one of the readers needs, are returned, or come from a start that is not
// known, stay.

// CHECK-LABEL: func.func @needed(
// CHECK-COUNT-2: arith.addi %{{.*}}, %{{.*}} : i64
// CHECK: arith.trunci
func.func @needed(%X: tensor<4x6xi8>, %start: tensor<4xi64>) -> (tensor<4xi32>, tensor<4xi64>) {
  %zero = arith.constant 0 : i64
  %e = tensor.empty() : tensor<4xi64>
  %zeros = linalg.fill ins(%zero : i64) outs(%e : tensor<4xi64>) -> tensor<4xi64>
  %returned = linalg.generic {indexing_maps = [#all, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%X : tensor<4x6xi8>) outs(%zeros : tensor<4xi64>) {
  ^bb0(%in: i8, %out: i64):
    %x = arith.extsi %in : i8 to i64
    %s = arith.addi %out, %x : i64
    linalg.yield %s : i64
  } -> tensor<4xi64>
  %started = linalg.generic {indexing_maps = [#all, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%X : tensor<4x6xi8>) outs(%start : tensor<4xi64>) {
  ^bb0(%in: i8, %out: i64):
    %x = arith.extsi %in : i8 to i64
    %s = arith.addi %out, %x : i64
    linalg.yield %s : i64
  } -> tensor<4xi64>
  %e32 = tensor.empty() : tensor<4xi32>
  %kept = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%started : tensor<4xi64>) outs(%e32 : tensor<4xi32>) {
  ^bb0(%in: i64, %out: i32):
    %y = arith.trunci %in : i64 to i32
    linalg.yield %y : i32
  } -> tensor<4xi32>
  return %kept, %returned : tensor<4xi32>, tensor<4xi64>
}

// Named operations read what was widened as it was before; maps that they keep are found anew.

// CHECK-LABEL: func.func @named(
// CHECK-SAME: %[[X:.*]]: tensor<1x8x8x4xi8>, %[[W:.*]]: tensor<3x3x4x8xi32>
// CHECK: linalg.generic
// CHECK-SAME: ins(%[[X]], %[[W]] : tensor<1x8x8x4xi8>, tensor<3x3x4x8xi32>)
// CHECK-SAME: outs(%{{.*}} : tensor<1x6x6x8xi32>) {{[{]$}}
// CHECK: arith.extsi %{{.*}} : i8 to i32
// CHECK-NOT: linalg.conv
// CHECK: return
func.func @named(%X: tensor<1x8x8x4xi8>, %W: tensor<3x3x4x8xi32>, %zeros: tensor<1x6x6x8xi32>) -> tensor<1x6x6x8xi32> {
  %e = tensor.empty() : tensor<1x8x8x4xi32>
  %wide = linalg.generic {indexing_maps = [#image, #image], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%X : tensor<1x8x8x4xi8>) outs(%e : tensor<1x8x8x4xi32>) {
  ^bb0(%in: i8, %out: i32):
    %x = arith.extsi %in : i8 to i32
    linalg.yield %x : i32
  } -> tensor<1x8x8x4xi32>
  %Y = linalg.conv_2d_nhwc_hwcf ins(%wide, %W : tensor<1x8x8x4xi32>, tensor<3x3x4x8xi32>) outs(%zeros : tensor<1x6x6x8xi32>) -> tensor<1x6x6x8xi32>
  return %Y : tensor<1x6x6x8xi32>
}
