// RUN: sparse-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(spindle-spread-lanes,cse)))' | FileCheck %s --enable-var-scope

gpu.module @kernels {
  // Lanes are compared with the ones before by the words that memory has. The
  // first of a run adds up what the lanes of the run have, and updates.

  // CHECK-LABEL: gpu.func @list(
  // CHECK-SAME: %[[A:[^ ]+]]: memref<?xf32>
  gpu.func @list(%a: memref<?xf32> {llvm.noalias}, %crd: memref<?xi32> {llvm.noalias}, %y: memref<?xf32> {llvm.noalias}, %p: index) kernel attributes {known_block_size = array<i32: 4, 32, 1>} {
    // CHECK: %[[LANE:.+]] = gpu.thread_id  x
    // CHECK: %[[BEGIN:.+]] = arith.muli
    // CHECK: %[[NUMBER:.+]] = arith.index_cast %[[LANE]] : index to i32
    // CHECK: %[[C8:.+]] = arith.constant 8 : i32
    // CHECK: %[[END:.+]] = arith.shrui %[[C8]], %[[NUMBER]]
    // CHECK: %[[OWN:.+]] = arith.addi %[[BEGIN]], %[[NUMBER]]
    // CHECK: %[[X:.+]] = memref.load %[[A]]
    %x = vector.load %a[%p] : memref<?xf32>, vector<4xf32>
    // CHECK: %[[KEY:.+]] = memref.load
    %i = vector.load %crd[%p] : memref<?xi32>, vector<4xi32>
    // CHECK: %[[ROW:.+]] = arith.index_cast %[[KEY]] : i32 to index
    %rows = arith.index_cast %i : vector<4xi32> to vector<4xindex>
    // CHECK: %[[BEFORE:.+]] = nvvm.shfl.sync  up %{{.+}}, %[[KEY]], %{{.+}}, %{{.+}} : i32 -> i32
    // CHECK: %[[DIFFERS:.+]] = arith.cmpi ne, %[[KEY]], %[[BEFORE]]
    // CHECK: %[[FIRST:.+]] = arith.ori %{{.+}}, %[[DIFFERS]]
    // CHECK: %[[ALL:.+]] = nvvm.vote.sync ballot %{{.+}}, %[[FIRST]] -> i32
    // CHECK: %[[FROM:.+]] = arith.shrui %[[ALL]], %[[OWN]]
    // CHECK: %[[NEXT:.+]] = arith.shrui %[[FROM]], %{{.+}}
    // CHECK: %[[ENDS:.+]] = arith.ori %[[NEXT]], %[[END]]
    // CHECK: %[[BEHIND:.+]] = math.cttz %[[ENDS]]
    // CHECK: %[[OTHER:.+]] = nvvm.shfl.sync  down %{{.+}}, %[[X]], %{{.+}}, %{{.+}} : f32 -> f32
    // CHECK: %[[BOTH:.+]] = arith.addf %[[X]], %[[OTHER]]
    // CHECK: %[[TAKES:.+]] = arith.cmpi uge, %[[BEHIND]], %{{.+}}
    // CHECK: %[[SUM:.+]] = arith.select %[[TAKES]], %[[BOTH]], %[[X]]
    // CHECK: nvvm.shfl.sync  down %{{.+}}, %[[SUM]]
    // CHECK: %[[WHOLE:.+]] = arith.select
    // CHECK-NOT: nvvm.shfl
    // CHECK: scf.if %[[FIRST]] {
    // CHECK-NEXT: iter.atomic_update add %[[WHOLE]] into %{{.+}}[%[[ROW]]] : f32, memref<?xf32>
    iter.atomic_update segmented add %x into %y[%rows] : vector<4xf32>, memref<?xf32>, (vector<4xindex>)
    gpu.return
  }

  // Lanes that a mask leaves out are in no run, and update nothing. An index that
  // is the same in all lanes is not compared.

  // CHECK-LABEL: gpu.func @masked(
  // CHECK: %[[FIRSTLANE:.+]] = arith.cmpi eq
  // CHECK: %[[NONE:.+]] = arith.constant -1 : i32
  // CHECK: %[[SET:.+]] = arith.cmpi slt
  // CHECK: %[[KEY:.+]] = arith.select %[[SET]], %{{.+}}, %[[NONE]] : i32
  // CHECK: nvvm.shfl.sync  up %{{.+}}, %[[KEY]]
  // CHECK-NOT: nvvm.shfl.sync  up
  // CHECK: %[[STARTS:.+]] = arith.ori %[[FIRSTLANE]], %{{.+}} : i1
  // CHECK: %[[UPDATES:.+]] = arith.andi %[[STARTS]], %[[SET]] : i1
  // CHECK: arith.minsi
  // CHECK: scf.if %[[UPDATES]] {
  // CHECK-NEXT: iter.atomic_update min %{{.+}} into %{{.+}}[%{{.+}}, %{{.+}}] : i64, memref<?x8xi64>
  gpu.func @masked(%a: memref<?xi64> {llvm.noalias}, %crd: memref<?xi32> {llvm.noalias}, %c: memref<?x8xi64> {llvm.noalias}, %p: index, %n: index) kernel attributes {known_block_size = array<i32: 32, 4, 1>} {
    %none = arith.constant dense<0> : vector<32xi64>
    %nowhere = arith.constant dense<0> : vector<32xi32>
    %m = vector.create_mask %n : vector<32xi1>
    %x = vector.maskedload %a[%p], %m, %none : memref<?xi64>, vector<32xi1>, vector<32xi64> into vector<32xi64>
    %i = vector.maskedload %crd[%p], %m, %nowhere : memref<?xi32>, vector<32xi1>, vector<32xi32> into vector<32xi32>
    %rows = arith.index_cast %i : vector<32xi32> to vector<32xindex>
    iter.atomic_update segmented min %x into %c[%rows, %p] mask(%m) : vector<32xi64>, memref<?x8xi64>, (vector<32xindex>, index)
    gpu.return
  }

  // Of several elements for each lane, neighbours have those that follow one
  // another, though blocks would be aligned. All indices that differ are
  // compared.

  // CHECK-LABEL: gpu.func @several(
  // CHECK-NOT: vector.load
  // CHECK-COUNT-4: nvvm.shfl.sync  up
  // CHECK-NOT: nvvm.shfl.sync  up
  // CHECK: gpu.return
  gpu.func @several(%a: memref<?xf16> {llvm.align = 16 : i64, llvm.noalias}, %is: memref<?xi32> {llvm.align = 16 : i64, llvm.noalias}, %js: memref<?xi8> {llvm.align = 16 : i64, llvm.noalias}, %c: memref<?x?xf16> {llvm.noalias}, %p: index {iter.multiple_of = 16 : i64}) kernel attributes {known_block_size = array<i32: 8, 16, 1>} {
    %x = vector.load %a[%p] : memref<?xf16>, vector<16xf16>
    %i = vector.load %is[%p] : memref<?xi32>, vector<16xi32>
    %j = vector.load %js[%p] : memref<?xi8>, vector<16xi8>
    %rows = arith.index_cast %i : vector<16xi32> to vector<16xindex>
    %columns = arith.index_cast %j : vector<16xi8> to vector<16xindex>
    iter.atomic_update segmented mul %x into %c[%rows, %columns] : vector<16xf16>, memref<?x?xf16>, (vector<16xindex>, vector<16xindex>)
    gpu.return
  }

  // Nothing is combined where lanes update elements that follow one another, or
  // one of them all.

  // CHECK-LABEL: gpu.func @no_runs(
  // CHECK-NOT: nvvm.vote
  // CHECK: gpu.return
  gpu.func @no_runs(%a: memref<?xf32> {llvm.noalias}, %numbers: memref<?xindex> {llvm.noalias}, %y: memref<?xf32> {llvm.noalias}, %p: index, %one: f32) kernel attributes {known_block_size = array<i32: 8, 16, 1>} {
    %x = vector.load %a[%p] : memref<?xf32>, vector<8xf32>
    %three = vector.load %a[%p] : memref<?xf32>, vector<3xf32>
    %rows = vector.load %numbers[%p] : memref<?xindex>, vector<3xindex>
    iter.atomic_update segmented add %x into %y[%p] : vector<8xf32>, memref<?xf32>
    iter.atomic_update segmented add %three into %y[%rows] : vector<3xf32>, memref<?xf32>, (vector<3xindex>)
    iter.atomic_update segmented add %one into %y[%p] : f32, memref<?xf32>
    gpu.return
  }
}
