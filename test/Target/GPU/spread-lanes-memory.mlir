// RUN: sparse-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(spindle-spread-lanes),cse))' | FileCheck %s --enable-var-scope

gpu.module @kernels {
  // What is no vector is stored by the first lane. Two of its own stores need no wait.

  // CHECK-LABEL: gpu.func @stores(
  // CHECK-SAME: %[[A:[^ ]+]]: memref<?xf32>, %[[I:[^ ]+]]: index, %[[X:[^ ]+]]: f32)
  gpu.func @stores(%a: memref<?xf32>, %i: index, %x: f32) kernel attributes {known_block_size = array<i32: 32, 4, 1>} {
    // CHECK: %[[LANE:.+]] = gpu.thread_id  x
    // CHECK: %[[FIRST:.+]] = arith.cmpi eq, %[[LANE]], %{{.+}} : index
    // CHECK-NEXT: scf.if %[[FIRST]] {
    // CHECK-NEXT: memref.store %[[X]], %[[A]][%[[I]]]
    // CHECK-NEXT: }
    memref.store %x, %a[%i] : memref<?xf32>
    %c0 = arith.constant 0 : index
    // CHECK-NOT: nvvm.bar.warp.sync
    // CHECK: scf.if %[[FIRST]] {
    // CHECK-NEXT: memref.store
    memref.store %x, %a[%c0] : memref<?xf32>
    gpu.return
  }

  // A vector that cannot be spread is the first lane's too.

  // CHECK-LABEL: gpu.func @whole_vectors(
  gpu.func @whole_vectors(%a: memref<?xf32> {llvm.noalias}, %b: memref<?xf32> {llvm.noalias}, %i: index) kernel attributes {known_block_size = array<i32: 4, 4, 1>} {
    // CHECK: %[[X:.+]] = vector.load %{{.+}}[%{{.+}}] : memref<?xf32>, vector<6xf32>
    %x = vector.load %a[%i] : memref<?xf32>, vector<6xf32>
    // CHECK: scf.if
    // CHECK-NEXT: vector.store %[[X]], {{.*}}, vector<6xf32>
    vector.store %x, %b[%i] : memref<?xf32>, vector<6xf32>
    // CHECK: %[[M:.+]] = vector.create_mask %{{.+}} : vector<6xi1>
    %m = vector.create_mask %i : vector<6xi1>
    // CHECK: scf.if
    // CHECK-NEXT: vector.maskedstore {{.*}} : memref<?xf32>, vector<6xi1>, vector<6xf32>
    vector.maskedstore %b[%i], %m, %x : memref<?xf32>, vector<6xi1>, vector<6xf32>
    gpu.return
  }

  // All elements of a vector of 4 go to each lane to be moved about, and what comes
  // of it goes back to the lanes by the bits of their numbers.

  // CHECK-LABEL: gpu.func @both_forms(
  gpu.func @both_forms(%a: memref<?xf32> {llvm.align = 16 : i64, llvm.noalias}, %b: memref<?xf32> {llvm.align = 16 : i64, llvm.noalias}, %i: index {iter.multiple_of = 16 : i64}) kernel attributes {known_block_size = array<i32: 4, 4, 1>} {
    // CHECK: %[[NUMBER:.+]] = arith.index_cast %{{.+}} : index to i32
    // CHECK: %[[X:.+]] = memref.load
    %x = vector.load %a[%i] : memref<?xf32>, vector<4xf32>
    // CHECK-COUNT-4: nvvm.shfl.sync  idx %{{.+}}, %[[X]]
    // CHECK: %[[ALL:.+]] = vector.from_elements {{.*}} : vector<4xf32>
    // CHECK: %[[TURNED:.+]] = vector.shuffle %[[ALL]], %[[ALL]] [3, 2, 1, 0]
    %turned = vector.shuffle %x, %x [3, 2, 1, 0] : vector<4xf32>, vector<4xf32>
    // CHECK-COUNT-4: vector.extract %[[TURNED]]
    // CHECK: arith.select
    // CHECK: arith.select
    // CHECK: %[[PART:.+]] = arith.select
    // CHECK: arith.addf %[[X]], %[[PART]] : f32
    %sum = arith.addf %x, %turned : vector<4xf32>
    vector.store %sum, %b[%i] : memref<?xf32>, vector<4xf32>
    gpu.return
  }

  // What all lanes read was stored by one. A lane's own elements it may read at once.

  // CHECK-LABEL: gpu.func @read_after_store(
  gpu.func @read_after_store(%a: memref<?xf32> {llvm.align = 16 : i64, llvm.noalias}, %b: memref<?xf32> {llvm.align = 16 : i64, llvm.noalias}, %i: index {iter.multiple_of = 16 : i64}, %x: f32) kernel attributes {known_block_size = array<i32: 32, 4, 1>} {
    // CHECK: memref.store
    memref.store %x, %a[%i] : memref<?xf32>
    // CHECK-NOT: nvvm.bar.warp.sync
    // CHECK: memref.load %{{.+}}[%{{.+}}] : memref<?xf32>
    %other = memref.load %b[%i] : memref<?xf32>
    // CHECK: nvvm.bar.warp.sync %{{.+}} : i32
    // CHECK-NEXT: %[[Y:.+]] = memref.load
    %y = memref.load %a[%i] : memref<?xf32>
    %z = arith.addf %y, %other : f32
    %row = vector.broadcast %z : f32 to vector<64xf32>
    // CHECK: vector.store
    vector.store %row, %b[%i] : memref<?xf32>, vector<64xf32>
    // CHECK-NOT: nvvm.bar.warp.sync
    // CHECK: vector.load
    %back = vector.load %b[%i] : memref<?xf32>, vector<64xf32>
    %twice = arith.addf %back, %row : vector<64xf32>
    // CHECK: vector.store
    vector.store %twice, %b[%i] : memref<?xf32>, vector<64xf32>
    // CHECK: nvvm.bar.warp.sync
    // CHECK: memref.load
    %last = memref.load %b[%i] : memref<?xf32>
    // CHECK: nvvm.bar.warp.sync
    // CHECK: memref.store
    memref.store %last, %b[%i] : memref<?xf32>
    gpu.return
  }

  // In a loop over rows of vectors no lane comes to what another has. Without a step
  // that is long enough one may.

  // CHECK-LABEL: gpu.func @rounds(
  gpu.func @rounds(%n: index {iter.multiple_of = 16 : i64}, %a: memref<?xf32> {llvm.align = 16 : i64, llvm.noalias}) kernel attributes {known_block_size = array<i32: 32, 4, 1>} {
    %c0 = arith.constant 0 : index
    %c32 = arith.constant 32 : index
    %c64 = arith.constant 64 : index
    // CHECK: scf.for
    scf.for %k = %c0 to %n step %c64 {
      // CHECK-NOT: nvvm.bar.warp.sync
      // CHECK: vector.load
      %x = vector.load %a[%k] : memref<?xf32>, vector<64xf32>
      %y = arith.addf %x, %x : vector<64xf32>
      // CHECK: vector.store
      vector.store %y, %a[%k] : memref<?xf32>, vector<64xf32>
    }
    // CHECK: }
    // CHECK-NEXT: nvvm.bar.warp.sync
    // CHECK-NEXT: scf.for
    scf.for %k = %c0 to %n step %c32 {
      // CHECK-NEXT: nvvm.bar.warp.sync
      // CHECK: vector.load
      %x = vector.load %a[%k] : memref<?xf32>, vector<64xf32>
      %y = arith.addf %x, %x : vector<64xf32>
      // CHECK-NOT: nvvm.bar.warp.sync
      // CHECK: vector.store
      vector.store %y, %a[%k] : memref<?xf32>, vector<64xf32>
    }
    gpu.return
  }

  // Parts of a row are told apart, and rows of a matrix.

  // CHECK-LABEL: gpu.func @parts(
  gpu.func @parts(%n: index {iter.multiple_of = 16 : i64}, %i: index {iter.multiple_of = 16 : i64}, %a: memref<?x256xf32> {llvm.align = 16 : i64, llvm.noalias}) kernel attributes {known_block_size = array<i32: 32, 4, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %c128 = arith.constant 128 : index
    // CHECK-NOT: nvvm.bar.warp.sync
    scf.for %j = %c0 to %n step %c1 {
      scf.for %k = %c0 to %n step %c128 {
        %row = memref.subview %a[%j, %k] [1, 128] [1, 1] : memref<?x256xf32> to memref<128xf32, strided<[1], offset: ?>>
        %x = vector.load %row[%c0] : memref<128xf32, strided<[1], offset: ?>>, vector<64xf32>
        %y = vector.load %row[%c64] : memref<128xf32, strided<[1], offset: ?>>, vector<64xf32>
        vector.store %x, %row[%c0] : memref<128xf32, strided<[1], offset: ?>>, vector<64xf32>
        vector.store %y, %row[%c64] : memref<128xf32, strided<[1], offset: ?>>, vector<64xf32>
      }
    }
    // CHECK: nvvm.bar.warp.sync
    // CHECK-NEXT: memref.load
    %x = memref.load %a[%i, %c0] : memref<?x256xf32>
    // CHECK-NOT: nvvm.bar.warp.sync
    // CHECK: memref.store
    memref.store %x, %a[%i, %c1] : memref<?x256xf32>
    // CHECK: nvvm.bar.warp.sync
    // CHECK: memref.store
    memref.store %x, %a[%i, %c0] : memref<?x256xf32>
    gpu.return
  }

  // Arguments may be one memory unless they say that they are not.

  // CHECK-LABEL: gpu.func @overlapping(
  gpu.func @overlapping(%a: memref<?xf32>, %b: memref<?xf32>, %i: index, %x: f32) kernel attributes {known_block_size = array<i32: 2, 64, 1>} {
    memref.store %x, %a[%i] : memref<?xf32>
    // CHECK: nvvm.bar.warp.sync
    // CHECK-NEXT: memref.load
    %y = memref.load %b[%i] : memref<?xf32>
    memref.store %y, %a[%i] : memref<?xf32>
    gpu.return
  }

  // Each lane has a private memory for itself, all of it.

  // CHECK-LABEL: gpu.func @private(
  gpu.func @private(%a: memref<?xf32> {llvm.noalias}, %i: index, %x: f32) kernel attributes {known_block_size = array<i32: 2, 64, 1>} {
    %c0 = arith.constant 0 : index
    // CHECK: %[[OWN:.+]] = memref.alloca()
    %own = memref.alloca() : memref<2xf32>
    // CHECK-NOT: scf.if
    // CHECK-NOT: nvvm.bar.warp.sync
    // CHECK: memref.store %{{.+}}, %[[OWN]]
    memref.store %x, %own[%c0] : memref<2xf32>
    // CHECK: %[[E:.+]] = memref.load {{.*}} : memref<?xf32>
    // CHECK-COUNT-2: nvvm.shfl.sync  idx %{{.+}}, %[[E]]
    // CHECK: %[[V:.+]] = vector.from_elements
    %v = vector.load %a[%i] : memref<?xf32>, vector<2xf32>
    // CHECK: vector.store %[[V]], %[[OWN]]
    vector.store %v, %own[%c0] : memref<2xf32>, vector<2xf32>
    %w = memref.load %own[%i] : memref<2xf32>
    // CHECK: nvvm.bar.warp.sync
    // CHECK: scf.if
    memref.store %w, %a[%i] : memref<?xf32>
    gpu.return
  }

  // Atomic updates are one for the group; what was there all lanes learn.

  // CHECK-LABEL: gpu.func @atomic(
  gpu.func @atomic(%a: memref<?xf32> {llvm.noalias}, %i: index, %x: f32) kernel attributes {known_block_size = array<i32: 8, 4, 1>} {
    // CHECK: scf.if
    // CHECK-NEXT: memref.atomic_rmw addf
    // CHECK-NEXT: }
    %unused = memref.atomic_rmw addf %x, %a[%i] : (f32, memref<?xf32>) -> f32
    // CHECK-NEXT: %[[OLD:.+]] = scf.if {{.*}} -> (f32) {
    // CHECK-NEXT: %[[BEFORE:.+]] = memref.atomic_rmw
    // CHECK-NEXT: scf.yield %[[BEFORE]]
    // CHECK-NEXT: } else {
    // CHECK-NEXT: %[[NONE:.+]] = ub.poison : f32
    // CHECK-NEXT: scf.yield %[[NONE]]
    // CHECK: nvvm.shfl.sync  idx %{{.+}}, %[[OLD]]
    %old = memref.atomic_rmw addf %x, %a[%i] : (f32, memref<?xf32>) -> f32
    %positive = arith.cmpf ogt, %old, %x : f32
    scf.if %positive {
      memref.store %x, %a[%i] : memref<?xf32>
    }
    gpu.return
  }

  // CHECK-LABEL: gpu.func @prefetches(
  // CHECK-NOT: memref.prefetch
  // CHECK: gpu.return
  gpu.func @prefetches(%a: memref<?xf32>, %i: index) kernel attributes {known_block_size = array<i32: 8, 4, 1>} {
    memref.prefetch %a[%i], read, locality<3>, data : memref<?xf32>
    gpu.return
  }
}
