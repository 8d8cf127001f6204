// RUN: sparse-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(spindle-spread-lanes),cse))' | FileCheck %s --enable-var-scope

// A GPU by AMD runs 64 lanes in step: no mask names the lanes of a group, and none
// waits.

gpu.module @kernels [#rocdl.target<chip = "gfx90a">] {
  // Halves of 32 lanes and less are exchanged by a pattern of five bits, (distance,
  // 0, 31); the halves of the whole by the number of the lane, times 4.

  // CHECK-LABEL: gpu.func @sum_of_a_wavefront(
  gpu.func @sum_of_a_wavefront(%a: memref<?xf32> {llvm.align = 16 : i64}, %y: memref<?xf32>, %i: index {iter.multiple_of = 64 : i64}) kernel attributes {known_block_size = array<i32: 64, 2, 1>} {
    // CHECK: %[[LANE:.+]] = gpu.thread_id  x
    // CHECK: %[[NUMBER:.+]] = arith.index_cast %[[LANE]] : index to i32
    // CHECK: %[[X:.+]] = memref.load
    %x = vector.load %a[%i] : memref<?xf32>, vector<64xf32>
    // CHECK: %[[C32:.+]] = arith.constant 32 : i32
    // CHECK: %[[OTHER:.+]] = arith.xori %[[NUMBER]], %[[C32]]
    // CHECK: %[[C2:.+]] = arith.constant 2 : i32
    // CHECK: %[[ADDRESS:.+]] = arith.shli %[[OTHER]], %[[C2]]
    // CHECK: %[[BITS:.+]] = arith.bitcast %[[X]] : f32 to i32
    // CHECK: %[[GOT:.+]] = rocdl.ds_bpermute %[[ADDRESS]], %[[BITS]] : (i32, i32) -> i32
    // CHECK: %[[NUMBER32:.+]] = arith.bitcast %[[GOT]] : i32 to f32
    // CHECK: %[[S32:.+]] = arith.addf %[[X]], %[[NUMBER32]]
    // CHECK: %[[P16:.+]] = arith.constant 16415 : i32
    // CHECK: rocdl.ds_swizzle %{{.+}}, %[[P16]] : (i32, i32) -> i32
    // CHECK: %[[P8:.+]] = arith.constant 8223 : i32
    // CHECK: rocdl.ds_swizzle %{{.+}}, %[[P8]]
    // CHECK: %[[P4:.+]] = arith.constant 4127 : i32
    // CHECK: rocdl.ds_swizzle %{{.+}}, %[[P4]]
    // CHECK: %[[P2:.+]] = arith.constant 2079 : i32
    // CHECK: rocdl.ds_swizzle %{{.+}}, %[[P2]]
    // CHECK: %[[P1:.+]] = arith.constant 1055 : i32
    // CHECK: rocdl.ds_swizzle %{{.+}}, %[[P1]]
    // CHECK-NOT: rocdl
    %sum = vector.reduction <add>, %x fastmath<reassoc> : vector<64xf32> into f32
    // CHECK: memref.store
    memref.store %sum, %y[%i] : memref<?xf32>
    gpu.return
  }

  // Numbers of 64 bits go in two words.

  // CHECK-LABEL: gpu.func @sum_of_eight(
  gpu.func @sum_of_eight(%a: memref<?xf64> {llvm.align = 16 : i64}, %y: memref<?xf64>, %i: index {iter.multiple_of = 64 : i64}) kernel attributes {known_block_size = array<i32: 8, 16, 1>} {
    %x = vector.load %a[%i] : memref<?xf64>, vector<8xf64>
    // CHECK-NOT: rocdl.ds_bpermute
    // CHECK-COUNT-6: rocdl.ds_swizzle
    // CHECK-NOT: rocdl
    %sum = vector.reduction <add>, %x fastmath<reassoc> : vector<8xf64> into f64
    memref.store %sum, %y[%i] : memref<?xf64>
    gpu.return
  }

  // Lanes of a group are counted from where it begins in its wavefront, which has
  // two groups of 32.

  // CHECK-LABEL: gpu.func @one_element(
  gpu.func @one_element(%a: memref<?xi32> {llvm.align = 16 : i64}, %b: memref<?xi32> {llvm.align = 16 : i64}, %y: memref<?xi32>, %i: index {iter.multiple_of = 64 : i64}) kernel attributes {known_block_size = array<i32: 32, 4, 1>} {
    // CHECK: %[[GROUP:.+]] = gpu.thread_id  y
    // CHECK: %[[NUMBER:.+]] = arith.index_cast %[[GROUP]] : index to i32
    // CHECK: %[[C1:.+]] = arith.constant 1 : i32
    // CHECK: %[[IN:.+]] = arith.andi %[[NUMBER]], %[[C1]]
    // CHECK: %[[C32:.+]] = arith.constant 32 : i32
    // CHECK: %[[BEGIN:.+]] = arith.muli %[[IN]], %[[C32]]
    // CHECK: %[[X:.+]] = memref.load
    %x = vector.load %a[%i] : memref<?xi32>, vector<32xi32>
    vector.store %x, %b[%i] : memref<?xi32>, vector<32xi32>
    // CHECK: %[[C5:.+]] = arith.constant 5 : i32
    // CHECK: %[[SOURCE:.+]] = arith.addi %[[BEGIN]], %[[C5]]
    // CHECK: %[[ADDRESS:.+]] = arith.shli %[[SOURCE]], %{{.+}}
    // CHECK: %[[FIFTH:.+]] = rocdl.ds_bpermute %[[ADDRESS]], %[[X]]
    %fifth = vector.extract %x[5] : i32 from vector<32xi32>
    // CHECK: memref.store %[[FIFTH]]
    memref.store %fifth, %y[%i] : memref<?xi32>
    gpu.return
  }

  // What one lane stored another loads: LLVM keeps the order.

  // CHECK-LABEL: gpu.func @loads_what_was_stored(
  gpu.func @loads_what_was_stored(%a: memref<?xf32> {llvm.noalias}, %y: memref<?xf32> {llvm.noalias}, %i: index, %x: f32) kernel attributes {known_block_size = array<i32: 64, 2, 1>} {
    // CHECK: memref.store
    memref.store %x, %a[%i] : memref<?xf32>
    // CHECK: llvm.fence syncscope("wavefront") release
    // CHECK-NEXT: llvm.call_intrinsic "llvm.amdgcn.wave.barrier"() : () -> ()
    // CHECK-NEXT: llvm.fence syncscope("wavefront") acquire
    // CHECK-NEXT: memref.load
    %z = memref.load %a[%i] : memref<?xf32>
    // CHECK-NOT: llvm.fence
    memref.store %z, %y[%i] : memref<?xf32>
    gpu.return
  }
}
