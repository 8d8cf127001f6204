// RUN: sparse-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(spindle-spread-lanes),cse))' | FileCheck %s --enable-var-scope

gpu.module @kernels {
  // An update of an element is the first lane's; no store of another kind is so.

  // CHECK-LABEL: gpu.func @element(
  gpu.func @element(%y: memref<?xf32> {llvm.noalias}, %i: index, %x: f32) kernel attributes {known_block_size = array<i32: 8, 16, 1>} {
    // CHECK: scf.if
    // CHECK-NEXT: iter.atomic_update add %{{.+}} into %{{.+}}[%{{.+}}] : f32, memref<?xf32>
    // CHECK-NEXT: }
    // CHECK-NEXT: scf.if
    iter.atomic_update add %x into %y[%i] : f32, memref<?xf32>
    iter.atomic_update add %x into %y[%i] : f32, memref<?xf32>
    gpu.return
  }

  // Each lane updates the elements that it has, which are apart, though rows are aligned:
  // additions of neighbours are one request. Updates wait for none of their own.

  // CHECK-LABEL: gpu.func @row(
  // CHECK-SAME: %[[A:[^ ]+]]: memref<?xf32> {{.+}}, %[[C:[^ ]+]]: memref<?x64xf32> {{.+}}, %[[I:[^ ]+]]: index {{.+}}, %[[N:[^ ]+]]: index {{.+}})
  gpu.func @row(%a: memref<?xf32> {llvm.align = 16 : i64, llvm.noalias}, %c: memref<?x64xf32> {llvm.align = 16 : i64, llvm.noalias}, %i: index {iter.multiple_of = 16 : i64}, %n: index {iter.multiple_of = 16 : i64}) kernel attributes {known_block_size = array<i32: 8, 16, 1>} {
    // CHECK: %[[LANE:.+]] = gpu.thread_id  x
    // CHECK: %[[P0:.+]] = arith.addi %[[I]], %[[LANE]]
    // CHECK: %[[X0:.+]] = memref.load %[[A]][%[[P0]]]
    // CHECK: %[[C8:.+]] = arith.constant 8 : index
    // CHECK: %[[P1:.+]] = arith.addi %[[P0]], %[[C8]]
    // CHECK: %[[X1:.+]] = memref.load %[[A]][%[[P1]]]
    %x = vector.load %a[%i] : memref<?xf32>, vector<16xf32>
    %m = vector.create_mask %n : vector<16xi1>
    // CHECK: %[[J0:.+]] = arith.addi %[[N]], %[[LANE]]
    // CHECK: iter.atomic_update add %[[X0]] into %[[C]][%[[I]], %[[J0]]] : f32, memref<?x64xf32>
    // CHECK: %[[J1:.+]] = arith.addi %[[J0]], %[[C8]]
    // CHECK: iter.atomic_update add %[[X1]] into %[[C]][%[[I]], %[[J1]]] : f32, memref<?x64xf32>
    iter.atomic_update add %x into %c[%i, %n] : vector<16xf32>, memref<?x64xf32>
    // CHECK-NOT: nvvm.bar.warp.sync
    // CHECK: scf.if
    // CHECK-NEXT: iter.atomic_update max %[[X0]] into %[[C]][%[[N]], %[[P0]]] : f32, memref<?x64xf32>
    iter.atomic_update max %x into %c[%n, %i] mask(%m) : vector<16xf32>, memref<?x64xf32>
    // CHECK: nvvm.bar.warp.sync
    // CHECK-NEXT: memref.load
    %y = memref.load %c[%i, %n] : memref<?x64xf32>
    memref.store %y, %a[%i] : memref<?xf32>
    gpu.return
  }

  // Where the row may begin anywhere, neighbours update neighbours.

  // CHECK-LABEL: gpu.func @cyclic_row(
  // CHECK-SAME: %{{.+}}: f32, %[[C:[^ ]+]]: memref<?xf32>, %[[I:[^ ]+]]: index, %[[N:[^ ]+]]: index)
  gpu.func @cyclic_row(%x: f32, %c: memref<?xf32>, %i: index, %n: index) kernel attributes {known_block_size = array<i32: 8, 16, 1>} {
    // CHECK: %[[LANE:.+]] = gpu.thread_id  x
    // CHECK: %[[BIT0:.+]] = arith.cmpi slt, %[[LANE]], %[[N]]
    // CHECK: %[[C8:.+]] = arith.constant 8 : index
    // CHECK: %[[OTHER:.+]] = arith.addi %[[LANE]], %[[C8]]
    // CHECK: %[[BIT1:.+]] = arith.cmpi slt, %[[OTHER]], %[[N]]
    %m = vector.create_mask %n : vector<16xi1>
    %row = vector.broadcast %x : f32 to vector<16xf32>
    // CHECK: %[[J0:.+]] = arith.addi %[[I]], %[[LANE]]
    // CHECK: scf.if %{{.+}} {
    // CHECK-NEXT: iter.atomic_update add %{{.+}} into %[[C]][%[[J0]]] : f32, memref<?xf32>
    // CHECK: %[[J1:.+]] = arith.addi %[[J0]], %[[C8]]
    // CHECK: scf.if %{{.+}} {
    // CHECK-NEXT: iter.atomic_update add %{{.+}} into %[[C]][%[[J1]]] : f32, memref<?xf32>
    iter.atomic_update add %row into %c[%i] mask(%m) : vector<16xf32>, memref<?xf32>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @scattered(
  gpu.func @scattered(%a: memref<?xf32> {llvm.align = 16 : i64, llvm.noalias}, %numbers: memref<?xindex> {llvm.align = 16 : i64, llvm.noalias}, %c: memref<?x64xf32> {llvm.align = 16 : i64, llvm.noalias}, %i: index {iter.multiple_of = 16 : i64}, %n: index {iter.multiple_of = 16 : i64}) kernel attributes {known_block_size = array<i32: 8, 16, 1>} {
    // CHECK: %[[X:.+]] = memref.load
    %x = vector.load %a[%i] : memref<?xf32>, vector<8xf32>
    // CHECK: %[[ROW:.+]] = memref.load
    %rows = vector.load %numbers[%i] : memref<?xindex>, vector<8xindex>
    // CHECK: %[[M:.+]] = arith.cmpi slt
    %m = vector.create_mask %n : vector<8xi1>
    // CHECK: scf.if %[[M]] {
    // CHECK-NEXT: iter.atomic_update add %[[X]] into %{{.+}}[%[[ROW]], %{{.+}}] : f32, memref<?x64xf32>
    iter.atomic_update add %x into %c[%rows, %n] mask(%m) : vector<8xf32>, memref<?x64xf32>, (vector<8xindex>, index)
    gpu.return
  }

  // CHECK-LABEL: gpu.func @whole(
  gpu.func @whole(%y: memref<?xf32> {llvm.noalias}, %a: memref<?xf32> {llvm.noalias}, %i: index) kernel attributes {known_block_size = array<i32: 8, 16, 1>} {
    %x = vector.load %a[%i] : memref<?xf32>, vector<3xf32>
    // CHECK: scf.if
    // CHECK-NEXT: iter.atomic_update add {{.*}} : vector<3xf32>, memref<?xf32>
    iter.atomic_update add %x into %y[%i] : vector<3xf32>, memref<?xf32>
    gpu.return
  }
}
