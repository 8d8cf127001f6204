// RUN: sparse-opt %s --spindle-remove-labels --split-input-file | FileCheck %s
// RUN: sparse-opt %s --spindle-remove-labels --spindle-remove-labels --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @clear(
// CHECK-SAME: memref<?xf32>) {
// CHECK-NOT: sparse.
func.func @clear(%X: memref<?xf32> {sparse.piece = #sparse.piece<"X", part [], values>}) attributes {sparse.signature = [#sparse.piece<"X", part [], values>]} {
  return
}

// -----

// What has no labels stays as it is.

// CHECK-LABEL: func.func @clear(
// CHECK-SAME: memref<?xf32>) {
func.func @clear(%X: memref<?xf32>) {
  return
}

// -----

// Of operations in regions, of arguments and of functions without a body; other
// dialects' attributes stay, and so do those whose names begin alike.

// CHECK: module attributes {iteration.kept, test.kept} {
// CHECK-LABEL: func.func @loops(
// CHECK-SAME: memref<?xf32> {llvm.noalias}, %{{[^:]*}}: index, %{{[^:]*}}: index, %{{[^:]*}}: f32)
// CHECK-SAME: attributes {llvm.emit_c_interface} {
// CHECK: scf.for
// CHECK-NEXT: memref.store {{.*}} {test.kept}
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK: func.func private @no_body(f32) -> (f32 {llvm.noundef})
// CHECK: llvm.func @lowered(%{{.*}}: !llvm.ptr {llvm.noalias}) {
// CHECK-NOT: {{iter\.loop|sparse\.}}
module attributes {iteration.kept, test.kept} {
  func.func @loops(%x: memref<?xf32> {llvm.noalias, sparse.access = "write"}, %c1: index, %n: index, %v: f32) attributes {llvm.emit_c_interface, sparse.signature = [unit, unit, unit, unit]} {
    scf.for %i = %c1 to %n step %c1 {
      memref.store %v, %x[%i] {test.kept} : memref<?xf32>
    } {iter.loop = #iter.loop<nest = "n", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>}
    return
  }
  func.func private @no_body(f32 {sparse.name = "alpha"}) -> (f32 {llvm.noundef})
  llvm.func @lowered(%p: !llvm.ptr {llvm.noalias, sparse.access = "read"}) attributes {sparse.signature = [unit]} {
    llvm.return
  }
}
