// RUN: sparse-opt %s --spindle-lower-to-nvvm | FileCheck %s
// RUN: sparse-opt %s --spindle-lower-to-nvvm="chip=sm_80 index-bitwidth=32 format=ptx" | FileCheck %s --check-prefix=PTX

// A product with a matrix stored by columns: columns meet in rows of the result.
// Its fill is a kernel of its own, before. Nothing waits for an addition.

// CHECK-LABEL: func.func @spmv(
// CHECK: gpu.launch_func @kernels::@spmv_fill
// CHECK: gpu.launch_func @kernels::@spmv_spmv
// CHECK-LABEL: llvm.func @spmv_fill(
// CHECK-NOT: atomicrmw
// CHECK-LABEL: llvm.func @spmv_spmv(
// CHECK: llvm.atomicrmw fadd %{{.+}}, %{{.+}} syncscope("device") monotonic : !llvm.ptr, f32

// PTX-LABEL: func.func @spmv(
// PTX: gpu.binary @kernels
// PTX-SAME: .visible .entry spmv_spmv(
// PTX-SAME: atom.global.add.f32

!dense = !axis.axis<dense_fixed>
!sparse = !axis.axis<sparse_variable, sorted, unique>

func.func @spmv(%m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %val: memref<?xf32>, %x: memref<?xf32>, %y: memref<?xf32>) {
  %J = axis.dense_fixed %n : !dense
  %I = axis.sparse_variable %m of %J positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %Iy = axis.dense_fixed %m : !dense
  %Av = sparse.bind %val on (%J, %I) : memref<?xf32> on (!dense, !sparse) -> !sparse.buffer<?xf32>
  %xv = sparse.bind %x on (%J) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  %yv = sparse.bind %y on (%Iy) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  %zero = arith.constant 0.0 : f32
  sparse.fill %yv, %zero : !sparse.buffer<?xf32>
  iter.nest "spmv" ("j": %j at %q, "i": %i at %p) over (%J, %I : !dense, !sparse) kinds [reduction, spatial] {
    %a = sparse.load %Av at [%p] : !sparse.buffer<?xf32>
    %b = sparse.load %xv at [%q] : !sparse.buffer<?xf32>
    %t = arith.mulf %a, %b : f32
    sparse.accumulate add %t into %yv[%i] : !sparse.buffer<?xf32>
  }
  return
}

// What atomic instructions lack is done by comparing and swapping words of 32
// bits, also where elements are smaller.

// CHECK-LABEL: llvm.func @others_others(
// CHECK: llvm.atomicrmw max %{{.+}}, %{{.+}} syncscope("device") monotonic : !llvm.ptr, i8
// CHECK: llvm.cmpxchg %{{.+}}, %{{.+}}, %{{.+}} syncscope("device") monotonic monotonic : !llvm.ptr, i32
// CHECK: llvm.atomicrmw fadd %{{.+}}, %{{.+}} syncscope("device") monotonic : !llvm.ptr, bf16
// CHECK-COUNT-2: llvm.atomicrmw fadd %{{.+}}, %{{.+}} syncscope("device") monotonic : !llvm.ptr, f64
// CHECK: llvm.atomicrmw _or

// PTX-SAME: .visible .entry others_others(
// PTX-SAME: atom.relaxed.gpu.global.cas.b32
// PTX-SAME: atom.global.add.f64
// PTX-SAME: atom.global.or.b32

func.func @others(%m: index, %crd: memref<?xi32>, %one: i8, %two: f32, %three: bf16, %four: complex<f64>, %yes: i1, %a: memref<?xi8>, %b: memref<?xf32>, %c: memref<?xbf16>, %d: memref<?xcomplex<f64>>, %e: memref<?xi1>) {
  %P = axis.sparse_variable %m count %m coordinates %crd : memref<?xi32> -> !axis.axis<sparse_variable, sorted>
  %I = axis.dense_fixed %m : !dense
  %A = sparse.bind %a on (%I) : memref<?xi8> on (!dense) -> !sparse.buffer<?xi8>
  %B = sparse.bind %b on (%I) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  %C = sparse.bind %c on (%I) : memref<?xbf16> on (!dense) -> !sparse.buffer<?xbf16>
  %D = sparse.bind %d on (%I) : memref<?xcomplex<f64>> on (!dense) -> !sparse.buffer<?xcomplex<f64>>
  %E = sparse.bind %e on (%I) : memref<?xi1> on (!dense) -> !sparse.buffer<?xi1>
  iter.nest "others" ("i": %i) over (%P : !axis.axis<sparse_variable, sorted>) kinds [spatial] {
    sparse.accumulate max %one into %A[%i] : !sparse.buffer<?xi8>
    sparse.accumulate mul %two into %B[%i] : !sparse.buffer<?xf32>
    sparse.accumulate add %three into %C[%i] : !sparse.buffer<?xbf16>
    sparse.accumulate add %four into %D[%i] : !sparse.buffer<?xcomplex<f64>>
    sparse.accumulate or %yes into %E[%i] : !sparse.buffer<?xi1>
  }
  return
}
