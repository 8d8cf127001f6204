// RUN: sparse-opt %s --convert-atomic-update-to-llvm=vector-sums | FileCheck %s
// RUN: not sparse-opt %s --convert-atomic-update-to-llvm 2>&1 | FileCheck %s --check-prefix=ERROR

// ERROR: error: failed to legalize operation 'iter.atomic_update'

// CHECK-LABEL: func.func @four(
// CHECK: %[[PLACE:.+]] = llvm.addrspacecast %{{.+}} : !llvm.ptr to !llvm.ptr<1>
// CHECK: %[[X0:.+]] = llvm.extractelement
// CHECK: %[[X1:.+]] = llvm.extractelement
// CHECK: %[[X2:.+]] = llvm.extractelement
// CHECK: %[[X3:.+]] = llvm.extractelement
// CHECK: llvm.inline_asm has_side_effects "red.relaxed.gpu.global.add.v4.f32 [$0], {$1, $2, $3, $4};", "l,f,f,f,f,~{memory}" %[[PLACE]], %[[X0]], %[[X1]], %[[X2]], %[[X3]]
func.func @four(%xs: vector<4xf32>, %Y: memref<?xf32>, %i: index) {
  iter.atomic_update add %xs into %Y[%i] {alignment = 16 : i64} : vector<4xf32>, memref<?xf32>
  return
}

// CHECK-LABEL: func.func @two(
// CHECK: "red.relaxed.gpu.global.add.v2.f32 [$0], {$1, $2};", "l,f,f,~{memory}"
func.func @two(%xs: vector<2xf32>, %Y: memref<?xf32>, %i: index) {
  iter.atomic_update add %xs into %Y[%i] {alignment = 8 : i64} : vector<2xf32>, memref<?xf32>
  return
}
