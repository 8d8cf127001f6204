// RUN: sparse-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(spindle-lower-lane-vectors),cse))' | FileCheck %s --enable-var-scope

gpu.module @kernels {
  // The example of the pass.

  // CHECK-LABEL: gpu.func @masked_load(
  // CHECK-SAME: %[[A:[^ ]+]]: memref<?xf32>, %[[I:[^ ]+]]: index, %[[N:[^ ]+]]: index
  gpu.func @masked_load(%a: memref<?xf32>, %i: index, %n: index, %b: memref<?xf32>) kernel {
    %none = arith.constant dense<0.0> : vector<4xf32>
    %m = vector.create_mask %n : vector<4xi1>
    // CHECK: %[[C3:.+]] = arith.constant 3 : index
    // CHECK: %[[FULL:.+]] = arith.cmpi sgt, %[[N]], %[[C3]] : index
    // CHECK: %[[X:.+]] = scf.if %[[FULL]] -> (vector<4xf32>) {
    // CHECK-NEXT: %[[ALL:.+]] = vector.load %[[A]][%[[I]]] : memref<?xf32>, vector<4xf32>
    // CHECK-NEXT: scf.yield %[[ALL]]
    // CHECK: } else {
    // CHECK: %[[ANY:.+]] = arith.cmpi sgt, %[[N]], %{{.+}} : index
    // CHECK: scf.if %[[ANY]] -> (f32) {
    // CHECK-NEXT: memref.load %[[A]][%[[I]]]
    // CHECK-COUNT-3: memref.load %[[A]][
    // CHECK: %[[PART:.+]] = vector.from_elements
    // CHECK: scf.yield %[[PART]]
    %x = vector.maskedload %a[%i], %m, %none : memref<?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
    // CHECK: vector.store %[[X]]
    vector.store %x, %b[%i] : memref<?xf32>, vector<4xf32>
    gpu.return
  }

  // The same as the pass makes it: it stays.

  // CHECK-LABEL: gpu.func @branches_already(
  gpu.func @branches_already(%a: memref<?xf32>, %i: index, %n: index, %b: memref<?xf32>, %none: vector<4xf32>) kernel {
    %c3 = arith.constant 3 : index
    // CHECK: scf.if
    // CHECK-NEXT: vector.load
    // CHECK-NEXT: scf.yield
    // CHECK-NEXT: } else {
    // CHECK-NEXT: scf.yield
    %full = arith.cmpi sgt, %n, %c3 : index
    %x = scf.if %full -> (vector<4xf32>) {
      %all = vector.load %a[%i] : memref<?xf32>, vector<4xf32>
      scf.yield %all : vector<4xf32>
    } else {
      scf.yield %none : vector<4xf32>
    }
    vector.store %x, %b[%i] : memref<?xf32>, vector<4xf32>
    gpu.return
  }

  // A mask that is no length is looked at bit by bit.

  // CHECK-LABEL: gpu.func @masked_store(
  // CHECK-SAME: %[[M:[^ ]+]]: vector<2xi1>
  gpu.func @masked_store(%m: vector<2xi1>, %a: memref<?xf16>, %i: index, %x: vector<2xf16>) kernel {
    // CHECK: %[[FULL:.+]] = vector.reduction <and>, %[[M]]
    // CHECK: scf.if %[[FULL]] {
    // CHECK-NEXT: vector.store
    // CHECK-NEXT: } else {
    // CHECK: %[[FIRST:.+]] = vector.extract %[[M]][0]
    // CHECK: scf.if %[[FIRST]] {
    // CHECK-NEXT: memref.store
    // CHECK: %[[SECOND:.+]] = vector.extract %[[M]][1]
    // CHECK: scf.if %[[SECOND]] {
    // CHECK-NEXT: memref.store
    vector.maskedstore %a[%i], %m, %x : memref<?xf16>, vector<2xi1>, vector<2xf16>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @full_masks(
  gpu.func @full_masks(%a: memref<?xf32>, %i: index, %x: vector<4xf32>) kernel {
    // CHECK-NOT: scf.if
    // CHECK: vector.load
    // CHECK: vector.store
    // CHECK: gpu.return
    %m = vector.constant_mask [4] : vector<4xi1>
    %y = vector.maskedload %a[%i], %m, %x : memref<?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
    vector.maskedstore %a[%i], %m, %y : memref<?xf32>, vector<4xi1>, vector<4xf32>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @scattered(
  gpu.func @scattered(%a: memref<?x?xf32>, %i: index, %numbers: vector<2xi32>, %n: index, %none: vector<2xf32>) kernel {
    %all = vector.constant_mask [2] : vector<2xi1>
    // CHECK-NOT: scf.if
    // CHECK: %[[FIRST:.+]] = vector.extract %{{.+}}[0] : i32 from vector<2xi32>
    // CHECK: %[[PLACE:.+]] = arith.index_cast %[[FIRST]] : i32 to index
    // CHECK: %[[J:.+]] = arith.addi %{{.+}}, %[[PLACE]]
    // CHECK: memref.load %{{.+}}[%{{.+}}, %[[J]]]
    // CHECK: memref.load
    %x = vector.gather %a[%i, %i] [%numbers], %all, %none : memref<?x?xf32>, vector<2xi32>, vector<2xi1>, vector<2xf32> into vector<2xf32>
    %m = vector.create_mask %n : vector<2xi1>
    // CHECK: scf.if
    // CHECK-NEXT: memref.store
    // CHECK: scf.if
    // CHECK-NEXT: memref.store
    vector.scatter %a[%i, %i] [%numbers], %m, %x : memref<?x?xf32>, vector<2xi32>, vector<2xi1>, vector<2xf32>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @masks_as_numbers(
  gpu.func @masks_as_numbers(%n: index, %x: vector<2xf32>, %y: vector<2xf32>, %a: memref<?xf32>) kernel {
    // CHECK: %[[HALF:.+]] = arith.constant dense<[true, false]> : vector<2xi1>
    %half = vector.constant_mask [1] : vector<2xi1>
    // CHECK-COUNT-2: arith.cmpi sgt
    // CHECK: %[[M:.+]] = vector.from_elements {{.*}} : vector<2xi1>
    %m = vector.create_mask %n : vector<2xi1>
    // CHECK: arith.select %[[M]]
    %z = arith.select %m, %x, %y : vector<2xi1>, vector<2xf32>
    // CHECK: arith.select %[[HALF]]
    %w = arith.select %half, %z, %y : vector<2xi1>, vector<2xf32>
    vector.store %w, %a[%n] : memref<?xf32>, vector<2xf32>
    gpu.return
  }

  // Rows of small matrices.

  // CHECK-LABEL: gpu.func @shapes(
  gpu.func @shapes(%a: vector<2x4xf32>, %y: memref<?xf32>, %i: index) kernel {
    // CHECK-NOT: vector.multi_reduction
    // CHECK-NOT: vector.shape_cast
    // CHECK-NOT: vector.extract_strided_slice
    %zero = arith.constant dense<0.0> : vector<4xf32>
    %sum = vector.multi_reduction <add>, %a, %zero [0] : vector<2x4xf32> to vector<4xf32>
    %flat = vector.shape_cast %a : vector<2x4xf32> to vector<8xf32>
    %low = vector.extract_strided_slice %flat {offsets = [2], sizes = [4], strides = [1]} : vector<8xf32> to vector<4xf32>
    %all = arith.addf %sum, %low : vector<4xf32>
    // CHECK: vector.store
    vector.store %all, %y[%i] : memref<?xf32>, vector<4xf32>
    gpu.return
  }
}
