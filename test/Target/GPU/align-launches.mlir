// RUN: sparse-opt %s --split-input-file --spindle-align-launches | FileCheck %s --enable-var-scope

// The example of the pass: strides and addresses are to be multiples of what a lane
// has, sizes are not, but where a mask ends.

// CHECK-LABEL: func.func @f(
// CHECK-SAME: %[[N:[^ ]+]]: index, %[[P:[^ ]+]]: memref<f32>, %[[STRIDE:[^ ]+]]: index)
// CHECK: %[[ADDRESS:.+]] = memref.extract_aligned_pointer_as_index %[[P]] : memref<f32> -> index
// CHECK: %[[C15:.+]] = arith.constant 15 : index
// CHECK: %[[BITS:.+]] = arith.andi %[[ADDRESS]], %[[C15]]
// CHECK: %[[IS:.+]] = arith.cmpi eq, %[[BITS]],
// CHECK: %[[C3:.+]] = arith.constant 3 : index
// CHECK: %[[REST:.+]] = arith.andi %[[STRIDE]], %[[C3]]
// CHECK: %[[ARE:.+]] = arith.cmpi eq, %[[REST]],
// CHECK: %[[ALIGNED:.+]] = arith.andi %[[IS]], %[[ARE]] : i1
// CHECK: scf.if %[[ALIGNED]] {
// CHECK-NEXT: gpu.launch_func @kernels::@copy_aligned blocks in (%[[N]], {{.*}} args(%[[P]] : memref<f32>, %[[STRIDE]] : index)
// CHECK-NEXT: } else {
// CHECK-NEXT: gpu.launch_func @kernels::@copy blocks in (%[[N]], {{.*}} args(%[[P]] : memref<f32>, %[[STRIDE]] : index)
// CHECK-NEXT: }
module attributes {gpu.container_module} {
  func.func @f(%n: index, %p: memref<f32>, %stride: index) {
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c32 = arith.constant 32 : index
    gpu.launch_func @kernels::@copy blocks in (%n, %c1, %c1) threads in (%c32, %c4, %c1) args(%p : memref<f32>, %stride : index)
    return
  }
  // CHECK: gpu.func @copy(%{{.+}}: memref<f32>, %{{.+}}: index) kernel
  // CHECK: gpu.func @copy_aligned(%{{.+}}: memref<f32> {llvm.align = 16 : i64}, %{{.+}}: index {iter.multiple_of = 4 : i64}) kernel
  gpu.module @kernels {
    gpu.func @copy(%p: memref<f32>, %stride: index) kernel attributes {known_block_size = array<i32: 32, 4, 1>} {
      %c0 = arith.constant 0 : index
      %c128 = arith.constant 128 : index
      %i = gpu.block_id x
      %a = memref.reinterpret_cast %p to offset: [0], sizes: [%i, %stride], strides: [%stride, 1] : memref<f32> to memref<?x?xf32>
      %x = vector.load %a[%i, %c128] : memref<?x?xf32>, vector<128xf32>
      vector.store %x, %a[%i, %c0] : memref<?x?xf32>, vector<128xf32>
      gpu.return
    }
  }
}

// -----

// Constants are known: 6 is no multiple of 4, and 8 needs no test. An i32 is the index
// that it was.

// CHECK-LABEL: func.func @constants(
// CHECK-SAME: %{{.+}}: memref<f32>, %[[N:[^ ]+]]: index)
// CHECK-NOT: scf.if
// CHECK: gpu.launch_func @kernels::@row
// CHECK: scf.if
// CHECK-NEXT: gpu.launch_func @kernels::@row_aligned
// CHECK: %[[REST:.+]] = arith.andi %[[N]], %{{.+}} : index
// CHECK: arith.cmpi eq, %[[REST]]
module attributes {gpu.container_module} {
  func.func @constants(%p: memref<f32>, %n: index) {
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c32 = arith.constant 32 : index
    %six = arith.constant 6 : i32
    %eight = arith.constant 8 : i32
    gpu.launch_func @kernels::@row blocks in (%c1, %c1, %c1) threads in (%c32, %c4, %c1) args(%p : memref<f32>, %six : i32)
    gpu.launch_func @kernels::@row blocks in (%c1, %c1, %c1) threads in (%c32, %c4, %c1) args(%p : memref<f32>, %eight : i32)
    %number = arith.index_cast %n : index to i32
    gpu.launch_func @kernels::@row blocks in (%c1, %c1, %c1) threads in (%c32, %c4, %c1) args(%p : memref<f32>, %number : i32)
    return
  }
  gpu.module @kernels {
    gpu.func @row(%p: memref<f32>, %n: i32) kernel attributes {known_block_size = array<i32: 32, 4, 1>} {
      %stride = arith.index_cast %n : i32 to index
      %i = gpu.block_id x
      %c0 = arith.constant 0 : index
      %a = memref.reinterpret_cast %p to offset: [0], sizes: [%i, 128], strides: [%stride, 1] : memref<f32> to memref<?x128xf32, strided<[?, 1]>>
      %x = arith.constant dense<1.0> : vector<128xf32>
      vector.store %x, %a[%i, %c0] : memref<?x128xf32, strided<[?, 1]>>, vector<128xf32>
      gpu.return
    }
  }
}

// -----

// Rows that begin where memory says, blocks that are aligned already, one element for
// each lane: nothing to choose.

// CHECK-LABEL: func.func @nothing_gained(
// CHECK-NOT: scf.if
// CHECK-COUNT-3: gpu.launch_func
// CHECK-NOT: _aligned
module attributes {gpu.container_module} {
  func.func @nothing_gained(%p: memref<f32>, %q: memref<i32>, %n: index) {
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c32 = arith.constant 32 : index
    gpu.launch_func @kernels::@anywhere blocks in (%c1, %c1, %c1) threads in (%c32, %c4, %c1) args(%p : memref<f32>, %q : memref<i32>)
    gpu.launch_func @kernels::@known blocks in (%c1, %c1, %c1) threads in (%c32, %c4, %c1) args(%p : memref<f32>)
    gpu.launch_func @kernels::@element_each blocks in (%c1, %c1, %c1) threads in (%c32, %c4, %c1) args(%p : memref<f32>, %n : index)
    return
  }
  gpu.module @kernels {
    gpu.func @anywhere(%p: memref<f32>, %q: memref<i32>) kernel attributes {known_block_size = array<i32: 32, 4, 1>} {
      %i = gpu.block_id x
      %a = memref.reinterpret_cast %p to offset: [0], sizes: [%i], strides: [1] : memref<f32> to memref<?xf32>
      %positions = memref.reinterpret_cast %q to offset: [0], sizes: [%i], strides: [1] : memref<i32> to memref<?xi32>
      %position = memref.load %positions[%i] : memref<?xi32>
      %first = arith.index_cast %position : i32 to index
      %x = vector.load %a[%first] : memref<?xf32>, vector<64xf32>
      %c0 = arith.constant 0 : index
      vector.store %x, %a[%c0] : memref<?xf32>, vector<64xf32>
      gpu.return
    }
    gpu.func @known(%p: memref<f32> {llvm.align = 16 : i64}) kernel attributes {known_block_size = array<i32: 32, 4, 1>} {
      %c0 = arith.constant 0 : index
      %a = memref.reinterpret_cast %p to offset: [0], sizes: [128], strides: [1] : memref<f32> to memref<128xf32>
      %x = arith.constant dense<1.0> : vector<128xf32>
      vector.store %x, %a[%c0] : memref<128xf32>, vector<128xf32>
      gpu.return
    }
    gpu.func @element_each(%p: memref<f32>, %n: index) kernel attributes {known_block_size = array<i32: 32, 4, 1>} {
      %a = memref.reinterpret_cast %p to offset: [0], sizes: [%n], strides: [1] : memref<f32> to memref<?xf32>
      %x = arith.constant dense<1.0> : vector<32xf32>
      %i = gpu.block_id x
      vector.store %x, %a[%i] : memref<?xf32>, vector<32xf32>
      gpu.return
    }
  }
}

// -----

// A mask that ends at a multiple of four has all or none of a lane's: asked for, where
// rows are chosen anyway.

// CHECK-LABEL: func.func @mask(
// CHECK: gpu.func @masked_aligned(%{{.+}}: memref<f32> {llvm.align = 16 : i64}, %{{.+}}: index {iter.multiple_of = 4 : i64}) kernel
module attributes {gpu.container_module} {
  func.func @mask(%p: memref<f32>, %n: index) {
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c32 = arith.constant 32 : index
    gpu.launch_func @kernels::@masked blocks in (%c1, %c1, %c1) threads in (%c32, %c4, %c1) args(%p : memref<f32>, %n : index)
    return
  }
  gpu.module @kernels {
    gpu.func @masked(%p: memref<f32>, %n: index) kernel attributes {known_block_size = array<i32: 32, 4, 1>} {
      %c128 = arith.constant 128 : index
      %rest = arith.remui %n, %c128 : index
      %whole = arith.subi %n, %rest : index
      %a = memref.reinterpret_cast %p to offset: [0], sizes: [%n], strides: [1] : memref<f32> to memref<?xf32>
      %m = vector.create_mask %rest : vector<128xi1>
      %x = arith.constant dense<1.0> : vector<128xf32>
      vector.maskedstore %a[%whole], %m, %x : memref<?xf32>, vector<128xi1>, vector<128xf32>
      gpu.return
    }
  }
}

// -----

// The same as the pass makes it: the copy is there.

// CHECK-LABEL: func.func @again(
// CHECK-COUNT-1: scf.if
// CHECK-COUNT-2: gpu.launch_func
// CHECK-NOT: scf.if
// CHECK-NOT: gpu.launch_func
module attributes {gpu.container_module} {
  func.func @again(%n: index, %p: memref<f32>, %stride: index, %aligned: i1) {
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c32 = arith.constant 32 : index
    scf.if %aligned {
      gpu.launch_func @kernels::@copy_aligned blocks in (%n, %c1, %c1) threads in (%c32, %c4, %c1) args(%p : memref<f32>, %stride : index)
    } else {
      gpu.launch_func @kernels::@copy blocks in (%n, %c1, %c1) threads in (%c32, %c4, %c1) args(%p : memref<f32>, %stride : index)
    }
    return
  }
  gpu.module @kernels {
    gpu.func @copy(%p: memref<f32>, %stride: index) kernel attributes {known_block_size = array<i32: 32, 4, 1>} {
      %c0 = arith.constant 0 : index
      %i = gpu.block_id x
      %a = memref.reinterpret_cast %p to offset: [0], sizes: [%i, 128], strides: [%stride, 1] : memref<f32> to memref<?x128xf32, strided<[?, 1]>>
      %x = arith.constant dense<1.0> : vector<128xf32>
      vector.store %x, %a[%i, %c0] : memref<?x128xf32, strided<[?, 1]>>, vector<128xf32>
      gpu.return
    }
    gpu.func @copy_aligned(%p: memref<f32> {llvm.align = 16 : i64}, %stride: index {iter.multiple_of = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 4, 1>} {
      gpu.return
    }
  }
}

// -----

// Four bytes that follow one another are a word, which is to be aligned; three are none.

// CHECK-LABEL: func.func @bytes(
// CHECK: gpu.launch_func @words::@load_aligned
// CHECK: gpu.func @load_aligned(%{{.+}}: memref<i8> {llvm.align = 4 : i64}, %{{.+}}: index {iter.multiple_of = 4 : i64}, %{{.+}}: memref<i8>, %{{.+}}: index, %{{.+}}: memref<8xi8>)
module attributes {gpu.container_module} {
  func.func @bytes(%p: memref<i8>, %stride: index, %q: memref<i8>, %to: memref<8xi8>) {
    %c1 = arith.constant 1 : index
    gpu.launch_func @words::@load blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%p : memref<i8>, %stride : index, %q : memref<i8>, %stride : index, %to : memref<8xi8>)
    return
  }
  gpu.module @words {
    gpu.func @load(%p: memref<i8>, %stride: index, %q: memref<i8>, %other: index, %to: memref<8xi8>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c3 = arith.constant 3 : index
      %c4 = arith.constant 4 : index
      %i = gpu.block_id x
      %a = memref.reinterpret_cast %p to offset: [0], sizes: [%i, %stride], strides: [%stride, 1] : memref<i8> to memref<?x?xi8>
      %b = memref.reinterpret_cast %q to offset: [0], sizes: [%i, %other], strides: [%other, 1] : memref<i8> to memref<?x?xi8>
      %k = arith.muli %i, %c4 : index
      %k1 = arith.addi %k, %c1 : index
      %k2 = arith.addi %k, %c2 : index
      %k3 = arith.addi %k, %c3 : index
      %a0 = memref.load %a[%i, %k] : memref<?x?xi8>
      %a1 = memref.load %a[%i, %k1] : memref<?x?xi8>
      %a2 = memref.load %a[%i, %k2] : memref<?x?xi8>
      %a3 = memref.load %a[%i, %k3] : memref<?x?xi8>
      %b1 = memref.load %b[%i, %k1] : memref<?x?xi8>
      %b2 = memref.load %b[%i, %k2] : memref<?x?xi8>
      %b3 = memref.load %b[%i, %k3] : memref<?x?xi8>
      memref.store %a0, %to[%c1] : memref<8xi8>
      memref.store %a1, %to[%c2] : memref<8xi8>
      memref.store %a2, %to[%c3] : memref<8xi8>
      memref.store %a3, %to[%c4] : memref<8xi8>
      memref.store %b1, %to[%c1] : memref<8xi8>
      memref.store %b2, %to[%c2] : memref<8xi8>
      memref.store %b3, %to[%c3] : memref<8xi8>
      gpu.return
    }
  }
}
