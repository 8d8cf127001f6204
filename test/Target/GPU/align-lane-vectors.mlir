// RUN: sparse-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(spindle-lower-lane-vectors)))' | FileCheck %s --enable-var-scope

gpu.module @kernels {
  // Rows of 128 numbers, each lane with four.

  // CHECK-LABEL: gpu.func @rows(
  gpu.func @rows(%b: memref<f32> {llvm.align = 16 : i64}, %c: memref<f32>, %i: index) kernel {
    %c4 = arith.constant 4 : index
    %lane = gpu.thread_id x
    %first = arith.muli %lane, %c4 : index
    %B = memref.reinterpret_cast %b to offset: [0], sizes: [%i, 128], strides: [128, 1] : memref<f32> to memref<?x128xf32>
    %C = memref.reinterpret_cast %c to offset: [0], sizes: [%i, 128], strides: [128, 1] : memref<f32> to memref<?x128xf32>
    // CHECK: vector.load {{.*}} {alignment = 16 : i64} : memref<?x128xf32>, vector<4xf32>
    %x = vector.load %B[%i, %first] : memref<?x128xf32>, vector<4xf32>
    // Nothing is known of its base.
    // CHECK: vector.store %{{.+}}[%{{.+}}] : memref<?x128xf32>, vector<4xf32>
    vector.store %x, %C[%i, %first] : memref<?x128xf32>, vector<4xf32>
    gpu.return
  }

  // Strides are arguments, of which attributes tell.

  // CHECK-LABEL: gpu.func @strides(
  gpu.func @strides(%b: memref<f32> {llvm.align = 16 : i64}, %known: i32 {iter.multiple_of = 4 : i64}, %half: i32 {iter.multiple_of = 2 : i64}, %unknown: i32, %i: index) kernel {
    %c4 = arith.constant 4 : index
    %lane = gpu.thread_id x
    %first = arith.muli %lane, %c4 : index
    %s = arith.index_cast %known : i32 to index
    %t = arith.index_cast %half : i32 to index
    %u = arith.index_cast %unknown : i32 to index
    %B = memref.reinterpret_cast %b to offset: [0], sizes: [%i, %i], strides: [%s, 1] : memref<f32> to memref<?x?xf32, strided<[?, 1]>>
    %H = memref.reinterpret_cast %b to offset: [0], sizes: [%i, %i], strides: [%t, 1] : memref<f32> to memref<?x?xf32, strided<[?, 1]>>
    %U = memref.reinterpret_cast %b to offset: [0], sizes: [%i, %i], strides: [%u, 1] : memref<f32> to memref<?x?xf32, strided<[?, 1]>>
    // CHECK: vector.load {{.*}} {alignment = 16 : i64}
    %x = vector.load %B[%i, %first] : memref<?x?xf32, strided<[?, 1]>>, vector<4xf32>
    // CHECK: vector.store {{.*}} {alignment = 8 : i64}
    vector.store %x, %H[%i, %first] : memref<?x?xf32, strided<[?, 1]>>, vector<4xf32>
    // CHECK-NOT: alignment
    // CHECK: vector.store
    vector.store %x, %U[%i, %first] : memref<?x?xf32, strided<[?, 1]>>, vector<4xf32>
    gpu.return
  }

  // Loops from multiples in steps of multiples; what `x mod n` leaves of x; parts of a
  // row. Elements of 2 bytes need eight for 16.

  // CHECK-LABEL: gpu.func @numbers(
  gpu.func @numbers(%b: memref<f16> {llvm.align = 16 : i64}, %n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %c64 = arith.constant 64 : index
    %B = memref.reinterpret_cast %b to offset: [0], sizes: [%n], strides: [1] : memref<f16> to memref<?xf16>
    %rest = arith.remui %n, %c64 : index
    %whole = arith.subi %n, %rest : index
    scf.for %k = %c0 to %whole step %c64 {
      // CHECK: vector.load {{.*}} {alignment = 16 : i64} : memref<?xf16>, vector<8xf16>
      %x = vector.load %B[%k] : memref<?xf16>, vector<8xf16>
      %row = memref.subview %B[%k] [64] [1] : memref<?xf16> to memref<64xf16, strided<[1], offset: ?>>
      // CHECK: vector.store {{.*}} {alignment = 16 : i64}
      vector.store %x, %row[%c8] : memref<64xf16, strided<[1], offset: ?>>, vector<8xf16>
      // CHECK: vector.store {{.*}} : memref<64xf16, strided<[1], offset: ?>>, vector<8xf16>
      vector.store %x, %row[%c1] : memref<64xf16, strided<[1], offset: ?>>, vector<8xf16>
    }
    // CHECK: vector.load {{.*}} {alignment = 16 : i64}
    %y = vector.load %B[%whole] : memref<?xf16>, vector<8xf16>
    // CHECK: vector.load {{.*}} {alignment = 4 : i64} : memref<?xf16>, vector<2xf16>
    %z = vector.load %B[%whole] : memref<?xf16>, vector<2xf16>
    // CHECK-NOT: alignment
    // CHECK: vector.load
    %w = vector.load %B[%n] : memref<?xf16>, vector<8xf16>
    // CHECK: vector.store
    vector.store %y, %B[%n] : memref<?xf16>, vector<8xf16>
    vector.store %z, %B[%n] : memref<?xf16>, vector<2xf16>
    vector.store %w, %B[%n] : memref<?xf16>, vector<8xf16>
    gpu.return
  }
}
