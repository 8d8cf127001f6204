// RUN: sparse-opt %s --split-input-file --spindle-merge-kernels | FileCheck %s

// CHECK: gpu.module @narrow {
// CHECK: llvm.func @__nv_expf(f32) -> f32
// CHECK: llvm.mlir.global internal @shared()
// CHECK: llvm.func @fill()
// CHECK: llvm.mlir.global internal @shared_0()
// CHECK: llvm.func @fill_0()
// CHECK: llvm.mlir.addressof @shared_0
// CHECK: llvm.func @only_wide()
// CHECK-NOT: gpu.module
// CHECK-LABEL: llvm.func @several
// CHECK: gpu.launch_func @narrow::@fill blocks
// CHECK: gpu.launch_func @narrow::@fill_0 blocks
// CHECK: gpu.launch_func @narrow::@only_wide blocks

module attributes {gpu.container_module} {
  gpu.module @narrow attributes {dlti.dl_spec = #dlti.dl_spec<index = 32 : i64>} {
    llvm.func @__nv_expf(f32) -> f32
    llvm.mlir.global internal @shared() {addr_space = 3 : i32} : !llvm.array<4 x f32>
    llvm.func @fill() attributes {gpu.kernel, nvvm.kernel} {
      %0 = llvm.mlir.addressof @shared : !llvm.ptr<3>
      llvm.return
    }
  }
  gpu.module @wide {
    llvm.func @__nv_expf(f32) -> f32
    llvm.mlir.global internal @shared() {addr_space = 3 : i32} : !llvm.array<8 x f32>
    llvm.func @fill() attributes {gpu.kernel, nvvm.kernel} {
      %0 = llvm.mlir.addressof @shared : !llvm.ptr<3>
      llvm.return
    }
    llvm.func @only_wide() attributes {gpu.kernel, nvvm.kernel} {
      llvm.return
    }
  }
  llvm.func @several(%n: i64) {
    gpu.launch_func @narrow::@fill blocks in (%n, %n, %n) threads in (%n, %n, %n) : i64
    gpu.launch_func @wide::@fill blocks in (%n, %n, %n) threads in (%n, %n, %n) : i64
    gpu.launch_func @wide::@only_wide blocks in (%n, %n, %n) threads in (%n, %n, %n) : i64
    llvm.return
  }
}

// -----

// One module stays as it is.

// CHECK: gpu.module @narrow
// CHECK: gpu.launch_func @narrow::@fill_0 blocks
module attributes {gpu.container_module} {
  gpu.module @narrow {
    llvm.func @fill_0() attributes {gpu.kernel, nvvm.kernel} {
      llvm.return
    }
  }
  llvm.func @alone(%n: i64) {
    gpu.launch_func @narrow::@fill_0 blocks in (%n, %n, %n) threads in (%n, %n, %n) : i64
    llvm.return
  }
}
