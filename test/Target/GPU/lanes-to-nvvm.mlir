// Workers of several lanes: a matrix in rows times one of 128 columns, four to each
// lane, as one load where memory is aligned; and the sums of rows by groups of eight.

// RUN: sparse-opt %s --pass-pipeline='builtin.module(convert-forall-to-gpu{index-bitwidth=32},gpu-kernel-outlining,spindle-mark-kernel-arguments,spindle-align-launches,gpu.module(gpu.func(spindle-spread-lanes),canonicalize,cse,gpu.func(spindle-lower-lane-vectors),canonicalize,convert-scf-to-cf,expand-strided-metadata,lower-affine,convert-gpu-to-nvvm{index-bitwidth=32 use-bare-ptr-memref-call-conv=1},canonicalize,cse,reconcile-unrealized-casts))' | FileCheck %s

// CHECK-LABEL: llvm.func @rows_spmm(
// CHECK-SAME: nvvm.kernel
// CHECK: nvvm.read.ptx.sreg.tid.x
// CHECK: llvm.load %{{.+}} : !llvm.ptr -> i32
// CHECK-COUNT-4: llvm.load %{{.+}} : !llvm.ptr -> f32
// CHECK: llvm.fadd %{{.+}}, %{{.+}} : vector<4xf32>
// CHECK-NOT: vector<128xf32>
// CHECK-COUNT-4: llvm.store %{{.+}}, %{{.+}} : f32, !llvm.ptr

// CHECK-LABEL: llvm.func @rows_spmm_aligned(
// CHECK: llvm.load %{{.+}} : !llvm.ptr -> i32
// CHECK: llvm.load %{{.+}} {alignment = 16 : i64} : !llvm.ptr -> vector<4xf32>
// CHECK: llvm.fadd %{{.+}}, %{{.+}} : vector<4xf32>
// CHECK-NOT: vector<128xf32>
// CHECK: llvm.store %{{.+}}, %{{.+}} {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr
func.func @rows(%n: index, %positions: memref<?xi32>, %columns: memref<?xi32>, %b: memref<?x128xf32>, %c: memref<?x128xf32>) {
  %zero = arith.constant dense<0.0> : vector<128xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.forall (%i) in (%n) {
    %next = arith.addi %i, %c1 : index
    %p = memref.load %positions[%i] : memref<?xi32>
    %q = memref.load %positions[%next] : memref<?xi32>
    %begin = arith.index_cast %p : i32 to index
    %end = arith.index_cast %q : i32 to index
    %sum = scf.for %e = %begin to %end step %c1 iter_args(%s = %zero) -> (vector<128xf32>) {
      %j = memref.load %columns[%e] : memref<?xi32>
      %k = arith.index_cast %j : i32 to index
      %row = vector.load %b[%k, %c0] : memref<?x128xf32>, vector<128xf32>
      %t = arith.addf %s, %row : vector<128xf32>
      scf.yield %t : vector<128xf32>
    }
    vector.store %sum, %c[%i, %c0] : memref<?x128xf32>, vector<128xf32>
  } {iter.loop = #iter.loop<nest = "spmm", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>, iter.workers = #iter.workers<lanes = 32, per_block = 4>}
  return
}

// CHECK-LABEL: llvm.func @sums_sum(
// CHECK: %[[ONES:.+]] = llvm.mlir.constant(255 : i32)
// CHECK: %[[MASK:.+]] = llvm.shl %[[ONES]], %{{.+}} : i32
// CHECK-COUNT-3: nvvm.shfl.sync  bfly %[[MASK]]
// CHECK: llvm.cond_br
// CHECK: llvm.store %{{.+}}, %{{.+}} : f32, !llvm.ptr
func.func @sums(%n: index, %a: memref<?x8xf32>, %y: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  scf.forall (%i) in (%n) {
    %x = vector.load %a[%i, %c0] : memref<?x8xf32>, vector<8xf32>
    %sum = vector.reduction <add>, %x fastmath<reassoc> : vector<8xf32> into f32
    memref.store %sum, %y[%i] : memref<?xf32>
  } {iter.loop = #iter.loop<nest = "sum", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>, iter.workers = #iter.workers<lanes = 8, per_block = 16>}
  return
}
