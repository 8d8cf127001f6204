// RUN: sparse-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(spindle-spread-lanes),cse))' | FileCheck %s --enable-var-scope

gpu.module @kernels {
  // Groups of 8: the lanes of the warp's group are bits of the mask, and sources are
  // counted from its start.

  // CHECK-LABEL: gpu.func @sum(
  gpu.func @sum(%a: memref<?xf32> {llvm.align = 16 : i64}, %y: memref<?xf32> {llvm.align = 16 : i64}, %i: index {iter.multiple_of = 16 : i64}, %before: f32) kernel attributes {known_block_size = array<i32: 8, 16, 1>} {
    // CHECK: %[[GROUP:.+]] = gpu.thread_id  y
    // CHECK: %[[NUMBER:.+]] = arith.index_cast %[[GROUP]] : index to i32
    // CHECK: %[[C3:.+]] = arith.constant 3 : i32
    // CHECK: %[[IN:.+]] = arith.andi %[[NUMBER]], %[[C3]]
    // CHECK: %[[C8:.+]] = arith.constant 8 : i32
    // CHECK: %[[BEGIN:.+]] = arith.muli %[[IN]], %[[C8]]
    // CHECK: %[[ONES:.+]] = arith.constant 255 : i32
    // CHECK: %[[MASK:.+]] = arith.shli %[[ONES]], %[[BEGIN]]
    // CHECK: %[[PART:.+]] = vector.load {{.*}}, vector<2xf32>
    %x = vector.load %a[%i] : memref<?xf32>, vector<16xf32>
    // CHECK: %[[E0:.+]] = vector.extract %[[PART]][0]
    // CHECK: %[[E1:.+]] = vector.extract %[[PART]][1]
    // CHECK: %[[S0:.+]] = arith.addf %[[E0]], %[[E1]] fastmath<reassoc> : f32
    // CHECK: %[[C4:.+]] = arith.constant 4 : i32
    // CHECK: %[[CLAMP:.+]] = arith.constant 6175 : i32
    // CHECK: %[[O4:.+]] = nvvm.shfl.sync  bfly %[[MASK]], %[[S0]], %[[C4]], %[[CLAMP]] : f32 -> f32
    // CHECK: %[[S4:.+]] = arith.addf %[[S0]], %[[O4]] : f32
    // CHECK: %[[O2:.+]] = nvvm.shfl.sync  bfly %[[MASK]], %[[S4]], %{{.+}}, %[[CLAMP]]
    // CHECK: %[[S2:.+]] = arith.addf %[[S4]], %[[O2]]
    // CHECK: %[[O1:.+]] = nvvm.shfl.sync  bfly %[[MASK]], %[[S2]], %{{.+}}, %[[CLAMP]]
    // CHECK: %[[S1:.+]] = arith.addf %[[S2]], %[[O1]]
    // CHECK: %[[SUM:.+]] = arith.addf %{{.+}}, %[[S1]] fastmath<reassoc> : f32
    %sum = vector.reduction <add>, %x, %before fastmath<reassoc> : vector<16xf32> into f32
    // CHECK: memref.store %[[SUM]]
    memref.store %sum, %y[%i] : memref<?xf32>
    gpu.return
  }

  // Without reassoc each lane adds up all elements in their order.

  // CHECK-LABEL: gpu.func @sum_in_order(
  gpu.func @sum_in_order(%a: memref<?xf32> {llvm.align = 16 : i64}, %y: memref<?xf32> {llvm.align = 16 : i64}, %i: index {iter.multiple_of = 16 : i64}) kernel attributes {known_block_size = array<i32: 4, 16, 1>} {
    %x = vector.load %a[%i] : memref<?xf32>, vector<4xf32>
    vector.store %x, %y[%i] : memref<?xf32>, vector<4xf32>
    // CHECK-COUNT-4: nvvm.shfl.sync  idx
    // CHECK: %[[ALL:.+]] = vector.from_elements {{.*}} : vector<4xf32>
    // CHECK: %[[SUM:.+]] = vector.reduction <add>, %[[ALL]] : vector<4xf32> into f32
    %sum = vector.reduction <add>, %x : vector<4xf32> into f32
    // CHECK: memref.store %[[SUM]]
    memref.store %sum, %y[%i] : memref<?xf32>
    gpu.return
  }

  // The mask of a whole warp is a constant. Other kinds need no leave to change the
  // order.

  // CHECK-LABEL: gpu.func @kinds(
  gpu.func @kinds(%a: memref<?xf32> {llvm.align = 16 : i64}, %b: memref<?xi32> {llvm.align = 16 : i64}, %y: memref<?xf32> {llvm.align = 16 : i64}, %z: memref<?xi32> {llvm.align = 16 : i64}, %i: index {iter.multiple_of = 16 : i64}) kernel attributes {known_block_size = array<i32: 32, 4, 1>} {
    // CHECK: %[[WARP:.+]] = arith.constant -1 : i32
    %x = vector.load %a[%i] : memref<?xf32>, vector<32xf32>
    // CHECK-COUNT-5: nvvm.shfl.sync  bfly %[[WARP]]
    // CHECK: arith.maximumf
    %max = vector.reduction <maximumf>, %x : vector<32xf32> into f32
    memref.store %max, %y[%i] : memref<?xf32>
    %n = vector.load %b[%i] : memref<?xi32>, vector<32xi32>
    // CHECK-COUNT-5: nvvm.shfl.sync  bfly %[[WARP]], {{.*}} : i32 -> i32
    // CHECK: arith.minsi
    %min = vector.reduction <minsi>, %n : vector<32xi32> into i32
    memref.store %min, %z[%i] : memref<?xi32>
    gpu.return
  }

  // Numbers go in words of 32 bits.

  // CHECK-LABEL: gpu.func @long_and_short(
  gpu.func @long_and_short(%a: memref<?xf64> {llvm.align = 16 : i64}, %b: memref<?xi8> {llvm.align = 16 : i64}, %h: memref<?xf16> {llvm.align = 16 : i64}, %n: memref<?xindex> {llvm.align = 16 : i64}, %i: index {iter.multiple_of = 16 : i64}) kernel attributes {known_block_size = array<i32: 2, 4, 1>} {
    // CHECK: %[[D:.+]] = memref.load {{.*}} : memref<?xf64>
    // CHECK: %[[BITS:.+]] = arith.bitcast %[[D]] : f64 to i64
    // CHECK: arith.trunci %{{.+}} : i64 to i32
    // CHECK: arith.trunci %{{.+}} : i64 to i32
    // CHECK-COUNT-2: nvvm.shfl.sync  bfly {{.*}} : i32 -> i32
    // CHECK: %[[OTHER:.+]] = arith.bitcast %{{.+}} : i64 to f64
    // CHECK: arith.addf %[[D]], %[[OTHER]] : f64
    %d = vector.load %a[%i] : memref<?xf64>, vector<2xf64>
    %ds = vector.reduction <add>, %d fastmath<reassoc> : vector<2xf64> into f64
    memref.store %ds, %a[%i] : memref<?xf64>
    // CHECK: arith.extui %{{.+}} : i8 to i32
    // CHECK-NEXT: nvvm.shfl.sync
    // CHECK-NEXT: arith.trunci %{{.+}} : i32 to i8
    // CHECK-NEXT: arith.xori %{{.+}} : i8
    %s = vector.load %b[%i] : memref<?xi8>, vector<2xi8>
    %ss = vector.reduction <xor>, %s : vector<2xi8> into i8
    memref.store %ss, %b[%i] : memref<?xi8>
    // CHECK: arith.bitcast %{{.+}} : f16 to i16
    // CHECK-NEXT: arith.extui %{{.+}} : i16 to i32
    // CHECK: arith.bitcast %{{.+}} : i16 to f16
    %g = vector.load %h[%i] : memref<?xf16>, vector<2xf16>
    %gs = vector.reduction <minnumf>, %g : vector<2xf16> into f16
    memref.store %gs, %h[%i] : memref<?xf16>
    // CHECK: arith.index_cast %{{.+}} : index to i64
    %m = vector.load %n[%i] : memref<?xindex>, vector<2xindex>
    %ms = vector.reduction <maxui>, %m : vector<2xindex> into index
    memref.store %ms, %n[%i] : memref<?xindex>
    gpu.return
  }

  // An element is in one lane.

  // CHECK-LABEL: gpu.func @extract(
  // CHECK-SAME: %[[I:[^ ]+]]: index
  gpu.func @extract(%i: index {iter.multiple_of = 16 : i64}, %a: memref<?xf32> {llvm.align = 16 : i64}, %y: memref<?xf32> {llvm.align = 16 : i64}) kernel attributes {known_block_size = array<i32: 4, 4, 1>} {
    // CHECK: %[[PART:.+]] = vector.load {{.*}}, vector<2xf32>
    %x = vector.load %a[%i] : memref<?xf32>, vector<8xf32>
    vector.store %x, %y[%i] : memref<?xf32>, vector<8xf32>
    // CHECK: %[[C2:.+]] = arith.constant 2 : i32
    // CHECK: %[[E:.+]] = vector.extract %[[PART]][1]
    // CHECK: nvvm.shfl.sync  idx %{{.+}}, %[[E]], %[[C2]]
    %five = vector.extract %x[5] : f32 from vector<8xf32>
    memref.store %five, %y[%i] : memref<?xf32>
    // CHECK: %[[SOURCE:.+]] = arith.divui %[[I]],
    // CHECK: %[[PLACE:.+]] = arith.remui %[[I]],
    // CHECK: arith.index_cast %[[SOURCE]]
    // CHECK: arith.cmpi eq, %[[PLACE]],
    // CHECK: %[[ONE:.+]] = arith.select
    // CHECK: nvvm.shfl.sync  idx %{{.+}}, %[[ONE]],
    %some = vector.extract %x[%i] : f32 from vector<8xf32>
    memref.store %some, %y[%i] : memref<?xf32>
    // CHECK: arith.cmpi eq
    // CHECK: arith.select %{{.+}}, %{{.+}}, %{{.+}} : f32
    // CHECK: %[[NEW:.+]] = vector.from_elements {{.*}} : vector<2xf32>
    // CHECK: vector.store %[[NEW]]
    %z = vector.insert %some, %x [3] : f32 into vector<8xf32>
    vector.store %z, %a[%i] : memref<?xf32>, vector<8xf32>
    gpu.return
  }
}
