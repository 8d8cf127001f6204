// Elements of i4 are read as halves of bytes.

// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(spindle-unpack-elements))' --split-input-file --verify-diagnostics | FileCheck %s
// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(spindle-unpack-elements{blocks=false}))' --split-input-file --verify-diagnostics | FileCheck %s --check-prefix=DIRECT
// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(spindle-unpack-elements),convert-scf-to-cf,convert-vector-to-llvm,expand-strided-metadata,finalize-memref-to-llvm,convert-arith-to-llvm,convert-cf-to-llvm,convert-func-to-llvm,reconcile-unrealized-casts)' --split-input-file --verify-diagnostics | FileCheck %s --check-prefix=LLVM

// The half is moved to the top of its byte and down again, with its sign; what widens it
// widens the byte.
// CHECK-LABEL: func.func @one(
// CHECK-SAME: %[[W:.*]]: memref<?xi4>, %[[I:.*]]: index)
// CHECK: %[[BASE:[^,]*]], %{{.*}} = memref.extract_strided_metadata %[[W]]
// CHECK: %[[BYTE:.*]] = builtin.unrealized_conversion_cast %[[BASE]] : memref<i4> to memref<i8>
// CHECK: %[[BYTES:.*]] = memref.reinterpret_cast %[[BYTE]] to offset: [0], sizes: [%{{.*}}], strides: [1] : memref<i8> to memref<?xi8>
// CHECK: %[[AT:.*]] = arith.shrui %{{.*}}, %{{.*}} : index
// CHECK: %[[LOADED:.*]] = memref.load %[[BYTES]][%[[AT]]] : memref<?xi8>
// CHECK: %[[HIGH:.*]] = arith.shli %[[LOADED]], %{{.*}} : i8
// CHECK: %[[HALF:.*]] = arith.shrsi %[[HIGH]], %c4_i8{{.*}} : i8
// CHECK: %[[X:.*]] = arith.extsi %[[HALF]] : i8 to i32
// CHECK: return %[[X]]
// LLVM-LABEL: llvm.func @one(
// LLVM-NOT: i4
// LLVM: llvm.load %{{.*}} : !llvm.ptr -> i8
// LLVM-NOT: {{[^a-z]i4$}}
// LLVM: llvm.return
func.func @one(%W: memref<?xi4>, %i: index) -> i32 {
  %w = memref.load %W[%i] : memref<?xi4>
  %x = arith.extsi %w : i4 to i32
  return %x : i32
}

// -----

// What reads halves of 4 bits without a sign still does.
// CHECK-LABEL: func.func @without_a_sign(
// CHECK: %[[W:.*]] = arith.trunci %{{.*}} : i8 to i4
// CHECK: arith.extui %[[W]] : i4 to i32
func.func @without_a_sign(%W: memref<?xi4>, %i: index) -> i32 {
  %w = memref.load %W[%i] : memref<?xi4>
  %x = arith.extui %w : i4 to i32
  return %x : i32
}

// -----

// Even elements and odd ones are halves of bytes that begin where each of them does.
// CHECK-LABEL: func.func @row(
// CHECK: %[[EVEN:.*]] = vector.load %{{.*}} : memref<?xi8>, vector<8xi8>
// CHECK: %[[FIRST:.*]] = arith.shrsi {{.*}} : vector<8xi8>
// CHECK: %[[ODD:.*]] = vector.load %{{.*}} : memref<?xi8>, vector<8xi8>
// CHECK: %[[SECOND:.*]] = arith.shrsi {{.*}} : vector<8xi8>
// CHECK: %[[ROW:.*]] = vector.interleave %[[FIRST]], %[[SECOND]] : vector<8xi8> -> vector<16xi8>
// CHECK: arith.extsi %[[ROW]] : vector<16xi8> to vector<16xi32>
func.func @row(%W: memref<4x?xi4>, %i: index, %j: index) -> vector<16xi32> {
  %w = vector.load %W[%i, %j] : memref<4x?xi4>, vector<16xi4>
  %x = arith.extsi %w : vector<16xi4> to vector<16xi32>
  return %x : vector<16xi32>
}

// -----

// CHECK-LABEL: func.func @some_lanes(
// CHECK: vector.deinterleave %{{.*}} : vector<8xi1> -> vector<4xi1>
// CHECK-COUNT-2: vector.maskedload %{{.*}} : memref<?xi8>, vector<4xi1>, vector<4xi8> into vector<4xi8>
// CHECK: vector.interleave
func.func @some_lanes(%W: memref<?xi4>, %i: index, %mask: vector<8xi1>, %others: vector<8xi4>) -> vector<8xi8> {
  %w = vector.maskedload %W[%i], %mask, %others : memref<?xi4>, vector<8xi1>, vector<8xi4> into vector<8xi4>
  %x = arith.extsi %w : vector<8xi4> to vector<8xi8>
  return %x : vector<8xi8>
}

// -----

// CHECK-LABEL: func.func @lanes_apart(
// CHECK: vector.gather %{{.*}} : memref<?xi8>, vector<8xindex>, vector<8xi1>, vector<8xi8> into vector<8xi8>
func.func @lanes_apart(%W: memref<?xi4>, %at: vector<8xindex>, %mask: vector<8xi1>, %others: vector<8xi4>) -> vector<8xi8> {
  %c0 = arith.constant 0 : index
  %w = vector.gather %W[%c0][%at], %mask, %others : memref<?xi4>, vector<8xindex>, vector<8xi1>, vector<8xi4> into vector<8xi4>
  %x = arith.extsi %w : vector<8xi4> to vector<8xi8>
  return %x : vector<8xi8>
}

// -----

// A block that loops run through is unpacked where its position is known, to memory that is
// made outside of all loops.
// CHECK-LABEL: func.func @block(
// CHECK: %[[BLOCK:.*]] = memref.alloc() : memref<4x8xi8>
// CHECK: scf.for %[[P:.*]] = %{{.*}} to %{{.*}} step %{{.*}} {
// CHECK: arith.cmpi ult, %[[P]], %{{.*}} : index
// CHECK: scf.if
// CHECK: vector.interleave {{.*}} -> vector<32xi8>
// CHECK: vector.store %{{.*}} : memref<32xi8>, vector<32xi8>
// CHECK: scf.for %[[I:.*]] =
// CHECK: scf.for %[[J:.*]] =
// CHECK: %[[W:.*]] = memref.load %[[BLOCK]][%[[I]], %[[J]]] : memref<4x8xi8>
// CHECK: arith.extsi %[[W]] : i8 to i32
// CHECK: memref.dealloc %[[BLOCK]]
// DIRECT-LABEL: func.func @block(
// DIRECT-NOT: memref.alloc
// DIRECT: memref.load %{{.*}} : memref<?xi8>
func.func @block(%W: memref<?x4x8xi4>, %n: index, %Y: memref<4x8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  scf.for %p = %c0 to %n step %c1 {
    scf.for %i = %c0 to %c4 step %c1 {
      scf.for %j = %c0 to %c8 step %c1 {
        %w = memref.load %W[%p, %i, %j] : memref<?x4x8xi4>
        %x = arith.extsi %w : i4 to i32
        memref.store %x, %Y[%i, %j] : memref<4x8xi32>
      }
    }
  }
  return
}

// -----

// Part of a block is read from where it lies: the row is that of the loop around.
// CHECK-LABEL: func.func @part_of_a_block(
// CHECK-NOT: memref.alloc
func.func @part_of_a_block(%W: memref<?x4x8xi4>, %p: index, %n: index, %Y: memref<4x8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %j = %c0 to %c8 step %c1 {
    %w = memref.load %W[%p, %n, %j] : memref<?x4x8xi4>
    %x = arith.extsi %w : i4 to i32
    memref.store %x, %Y[%n, %j] : memref<4x8xi32>
  }
  return
}

// -----

func.func @written(%W: memref<?xi4>, %w: i4, %i: index) {
  // expected-error @+1 {{expected memory of i4, of which two are in a byte, to be only read but got 'memref.store'}}
  memref.store %w, %W[%i] : memref<?xi4>
  return
}

// -----

// A copy has a byte for each element: it is unpacked where it is written, and what widens
// its elements widens the bytes.
// CHECK-LABEL: func.func @copied(
// CHECK: %[[COPY:.*]] = memref.alloc() {alignment = 64 : i64} : memref<32xi8>
// CHECK: %[[HALF:.*]] = arith.shrsi %{{.*}}, %{{.*}} : i8
// CHECK-NEXT: memref.store %[[HALF]], %[[COPY]]
// CHECK: %[[BYTE:.*]] = memref.load %[[COPY]]
// CHECK-NEXT: arith.sitofp %[[BYTE]] : i8 to f32
// CHECK: %[[BYTES:.*]] = vector.load %[[COPY]][%{{.*}}] : memref<32xi8>, vector<8xi8>
// CHECK-NEXT: arith.extsi %[[BYTES]] : vector<8xi8> to vector<8xi32>
// CHECK: memref.dealloc %[[COPY]] : memref<32xi8>
func.func @copied(%W: memref<?xi4>, %i: index) -> (f32, vector<8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %copy = memref.alloc() {alignment = 64 : i64} : memref<32xi4>
  scf.for %k = %c0 to %c32 step %c1 {
    %w = memref.load %W[%k] : memref<?xi4>
    memref.store %w, %copy[%k] : memref<32xi4>
  }
  %w = memref.load %copy[%i] : memref<32xi4>
  %x = arith.sitofp %w : i4 to f32
  %v = vector.load %copy[%i] : memref<32xi4>, vector<8xi4>
  %y = arith.extsi %v : vector<8xi4> to vector<8xi32>
  memref.dealloc %copy : memref<32xi4>
  return %x, %y : f32, vector<8xi32>
}
