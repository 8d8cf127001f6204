// RUN: sparse-opt %s --split-input-file --verify-diagnostics --spindle-allocate-workspace | FileCheck %s

// The example of the pass.

// CHECK-LABEL: func.func @f(
// CHECK-SAME: %[[N:[^ ]+]]: index, %[[WORKSPACE:[^ ]+]]: memref<?xi8> {sparse.workspace}) attributes {sparse.workspace_bytes = @f.workspace_bytes} {
// CHECK: %[[BEGIN:.+]] = arith.constant 0 : index
// CHECK: %[[A:.+]] = memref.view %[[WORKSPACE]][%[[BEGIN]]][%[[N]]] : memref<?xi8> to memref<?xf32>
// CHECK: gpu.launch_func @kernels::@f_fill {{.*}} args(%[[A]] : memref<?xf32>)
// CHECK-NOT: memref.dealloc
// CHECK: return

// CHECK: func.func private @f.workspace_bytes(%[[N:[^ ]+]]: index) -> index {
// CHECK: %[[C4:.+]] = arith.constant 4 : index
// CHECK: %[[BYTES:.+]] = arith.muli %[[C4]], %[[N]] : index
// CHECK: %[[C255:.+]] = arith.constant 255 : index
// CHECK: %[[OVER:.+]] = arith.addi %[[BYTES]], %[[C255]] : index
// CHECK: %[[MASK:.+]] = arith.constant -256 : index
// CHECK: %[[WHOLE:.+]] = arith.andi %[[OVER]], %[[MASK]] : index
// CHECK: %[[END:.+]] = arith.addi %{{.+}}, %[[WHOLE]] : index
// CHECK: return %[[END]] : index
module attributes {gpu.container_module} {
  func.func @f(%n: index) {
    %c1 = arith.constant 1 : index
    %a = memref.alloc(%n) : memref<?xf32>
    gpu.launch_func @kernels::@f_fill blocks in (%n, %c1, %c1) threads in (%c1, %c1, %c1) args(%a : memref<?xf32>)
    memref.dealloc %a : memref<?xf32>
    return
  }
  gpu.module @kernels {
    gpu.func @f_fill(%a: memref<?xf32>) kernel {
      gpu.return
    }
  }
}

// -----

// The same as the pass makes it: there is nothing left to do.

// CHECK-LABEL: func.func @made_already(
// CHECK-SAME: %{{[^ ]+}}: index, %{{[^ ]+}}: memref<?xi8> {sparse.workspace}) attributes
// CHECK: memref.view
// CHECK: func.func private @f.workspace_bytes(
// CHECK-NOT: workspace_bytes.workspace_bytes
module attributes {gpu.container_module} {
  func.func @made_already(%n: index, %workspace: memref<?xi8> {sparse.workspace}) attributes {sparse.workspace_bytes = @f.workspace_bytes} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %a = memref.view %workspace[%c0][%n] : memref<?xi8> to memref<?xf32>
    gpu.launch_func @kernels::@f_fill blocks in (%n, %c1, %c1) threads in (%c1, %c1, %c1) args(%a : memref<?xf32>)
    return
  }
  func.func private @f.workspace_bytes(%n: index) -> index {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c255 = arith.constant 255 : index
    %mask = arith.constant -256 : index
    %bytes = arith.muli %c4, %n : index
    %over = arith.addi %bytes, %c255 : index
    %whole = arith.andi %over, %mask : index
    %end = arith.addi %c0, %whole : index
    return %end : index
  }
  gpu.module @kernels {
    gpu.func @f_fill(%a: memref<?xf32>) kernel {
      gpu.return
    }
  }
}

// -----

// Parts follow one another; sizes are computed again from what the function is
// given. The signature has an entry more.

// CHECK-LABEL: func.func @several_parts(
// CHECK-SAME: %[[X:[^ ]+]]: memref<?x?xf16>, %[[W:[^ ]+]]: memref<?xi8> {sparse.workspace}) attributes {sparse.signature = [unit, unit], sparse.workspace_bytes = @several_parts.workspace_bytes} {
// CHECK: %[[WHOLE:.+]] = arith.andi
// CHECK: %[[END:.+]] = arith.addi %[[ZERO:.+]], %[[WHOLE]] : index
// CHECK: memref.view %[[W]][%[[ZERO]]][%{{.+}}] : memref<?xi8> to memref<?x4xcomplex<f32>>
// CHECK: memref.view %[[W]][%[[END]]][] : memref<?xi8> to memref<i1>

// CHECK: func.func private @several_parts.workspace_bytes(%[[X:[^ ]+]]: memref<?x?xf16>) -> index {
// CHECK: %[[EACH:.+]] = arith.constant 32 : index
// CHECK: %[[DIM:.+]] = memref.dim %[[X]], %{{.+}} : memref<?x?xf16>
// CHECK: %[[SIZE:.+]] = arith.addi %[[DIM]], %[[DIM]] : index
// CHECK: arith.muli %[[EACH]], %[[SIZE]] : index
func.func @several_parts(%x: memref<?x?xf16>) attributes {sparse.signature = [unit]} {
  %c1 = arith.constant 1 : index
  %dim = memref.dim %x, %c1 : memref<?x?xf16>
  %size = arith.addi %dim, %dim : index
  %a = memref.alloc(%size) : memref<?x4xcomplex<f32>>
  %b = memref.alloca() : memref<i1>
  memref.dealloc %a : memref<?x4xcomplex<f32>>
  return
}

// -----

// CHECK-LABEL: func.func @needs_nothing(%{{[^ ]+}}: index) {
func.func @needs_nothing(%n: index) {
  return
}

// -----

func.func @refuses_sizes_in_memory(%x: memref<?xindex>) {
  %c0 = arith.constant 0 : index
  %n = memref.load %x[%c0] : memref<?xindex>
  // expected-error @below {{expected a size that follows from what the function is given}}
  %a = memref.alloc(%n) : memref<?xf32>
  return
}

// -----

func.func @refuses_vectors() {
  // expected-error @below {{expected plain memory of numbers but got 'memref<4xvector<3xf32>>'}}
  %a = memref.alloc() : memref<4xvector<3xf32>>
  return
}
