// RUN: sparse-opt %s --split-input-file --spindle-version-launches | FileCheck %s

// The example of the pass.

// CHECK-LABEL: func.func @f(
// CHECK-SAME: %[[N:[^ ]+]]: index, %[[P:[^ ]+]]: memref<f32>, %[[BLOCKS:[^ ]+]]: index)
// CHECK: %[[LIMIT:.+]] = arith.constant 1073741824 : index
// CHECK: arith.cmpi ule, %[[N]], %[[LIMIT]] : index
// CHECK: %[[WORKERS:.+]] = arith.muli %[[BLOCKS]], %{{.+}} : index
// CHECK: arith.cmpi ule, %[[WORKERS]], %{{.+}} : index
// CHECK: scf.if %{{.+}} {
// CHECK-NEXT: %[[N32:.+]] = arith.index_cast %[[N]] : index to i32
// CHECK-NEXT: gpu.launch_func @kernels_32::@fill_32 blocks in (%[[BLOCKS]], {{.*}} args(%[[P]] : memref<f32>, %[[N32]] : i32)
// CHECK-NEXT: } else {
// CHECK-NEXT: gpu.launch_func @kernels::@fill blocks in (%[[BLOCKS]], {{.*}} args(%[[P]] : memref<f32>, %[[N]] : index)
// CHECK-NEXT: }
module attributes {gpu.container_module} {
  func.func @f(%n: index, %p: memref<f32>, %blocks: index) {
    %c1 = arith.constant 1 : index
    %c128 = arith.constant 128 : index
    gpu.launch_func @kernels::@fill blocks in (%blocks, %c1, %c1) threads in (%c1, %c128, %c1) args(%p : memref<f32>, %n : index)
    return
  }

  // CHECK-LABEL: func.func @large(
  // CHECK-NOT: scf.if
  // CHECK: gpu.launch_func @kernels::@has_a_large_number
  func.func @large(%n: index, %p: memref<f32>) {
    %c1 = arith.constant 1 : index
    gpu.launch_func @kernels::@has_a_large_number blocks in (%n, %c1, %c1) threads in (%c1, %c1, %c1) args(%p : memref<f32>, %n : index)
    return
  }
  // CHECK: gpu.module @kernels {
  // CHECK: gpu.func @fill(%{{.+}}: memref<f32>, %{{.+}}: index) kernel
  // CHECK: gpu.func @has_a_large_number
  // CHECK: gpu.module @kernels_32 attributes {dlti.dl_spec = #dlti.dl_spec<index = 32 : i32>} {
  // CHECK: gpu.func @fill_32(%{{.+}}: memref<f32>, %[[N32:.+]]: i32) kernel
  // CHECK: %[[N:.+]] = arith.index_cast %[[N32]] : i32 to index
  // CHECK: memref.reinterpret_cast %{{.+}} to offset: [0], sizes: [%[[N]]]
  // CHECK-NOT: gpu.func
  gpu.module @kernels {
    gpu.func @fill(%p: memref<f32>, %n: index) kernel {
      %a = memref.reinterpret_cast %p to offset: [0], sizes: [%n], strides: [1] : memref<f32> to memref<?xf32>
      %x = arith.constant 0.0 : f32
      %i = gpu.block_id x
      memref.store %x, %a[%i] : memref<?xf32>
      gpu.return
    }
    gpu.func @has_a_large_number(%p: memref<f32>, %n: index) kernel {
      %large = arith.constant 3000000000 : index
      %a = memref.reinterpret_cast %p to offset: [0], sizes: [%large], strides: [1] : memref<f32> to memref<?xf32>
      %x = arith.constant 0.0 : f32
      %i = gpu.block_id x
      memref.store %x, %a[%i] : memref<?xf32>
      gpu.return
    }
  }
}

// -----

// The same as the pass makes it: both kernels are there.

// CHECK-LABEL: func.func @versions_already(
// CHECK-COUNT-2: gpu.launch_func
// CHECK-NOT: gpu.launch_func
module attributes {gpu.container_module} {
  func.func @versions_already(%n: index, %p: memref<f32>, %blocks: index, %narrow: i1) {
    %c1 = arith.constant 1 : index
    %c128 = arith.constant 128 : index
    scf.if %narrow {
      %n32 = arith.index_cast %n : index to i32
      gpu.launch_func @kernels_32::@fill_32 blocks in (%blocks, %c1, %c1) threads in (%c1, %c128, %c1) args(%p : memref<f32>, %n32 : i32)
    } else {
      gpu.launch_func @kernels::@fill blocks in (%blocks, %c1, %c1) threads in (%c1, %c128, %c1) args(%p : memref<f32>, %n : index)
    }
    return
  }
  gpu.module @kernels {
    gpu.func @fill(%p: memref<f32>, %n: index) kernel {
      gpu.return
    }
  }
  gpu.module @kernels_32 attributes {dlti.dl_spec = #dlti.dl_spec<index = 32 : i32>} {
    gpu.func @fill_32(%p: memref<f32>, %n: i32) kernel {
      gpu.return
    }
  }
}
