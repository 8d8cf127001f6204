// RUN: sparse-opt %s --tesa-print="constants=true widths=true" 2>/dev/null | FileCheck %s --enable-var-scope

// What is folded is a copy: upstream's folder of an extension of an extension changes
// what it reads.
// CHECK-LABEL: func.func @same_program
// CHECK: %[[once:.*]] = arith.extsi %{{.*}} : i8 to i16
// CHECK: %[[twice:.*]] = arith.extsi %[[once]] : i16 to i32
// CHECK: linalg.yield %[[twice]]
func.func @same_program() -> tensor<4xi32> {
  %X = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi8>
  %e = tensor.empty() : tensor<4xi32>
  %Y = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%X : tensor<4xi8>) outs(%e : tensor<4xi32>) {
  ^bb0(%x: i8, %o: i32):
    %once = arith.extsi %x : i8 to i16
    %twice = arith.extsi %once : i16 to i32
    linalg.yield %twice : i32
  } -> tensor<4xi32>
  return %Y : tensor<4xi32>
}
