// RUN: sparse-opt %s | FileCheck %s

// CHECK-LABEL: func.func @ssa_name(
// CHECK-SAME: %arg0: index, %[[B:.*]]: index
// CHECK: %0 = arith.addi %{{[0-9]+}}, %[[B]]
func.func @ssa_name(%a: index, %b: index) { return }
