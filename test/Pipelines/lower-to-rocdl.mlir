// RUN: sparse-opt %s --spindle-lower-to-rocdl=index-bitwidth=64 | FileCheck %s
// RUN: sparse-opt %s --spindle-lower-to-rocdl="chip=gfx942 threads=32 index-bitwidth=32" | FileCheck %s --check-prefix=NARROW
// RUN: sparse-opt %s --spindle-lower-to-rocdl="schedule=fibres knobs=group=64,gathered_lanes=64,lanes=0,vectors=1 index-bitwidth=64" | FileCheck %s --check-prefix=GROUP
// RUN: sparse-opt %s --spindle-lower-to-rocdl="format=amdgcn index-bitwidth=32" | FileCheck %s --check-prefix=TEXT

// The host's function is that of a GPU by NVIDIA, but for the grid: a row has fewer
// than 2^32 threads.

// CHECK: module attributes {gpu.container_module}
// CHECK-LABEL: func.func @spmv(
// CHECK: arith.constant 4194303 : index
// CHECK: gpu.launch_func @kernels::@spmv_spmv blocks in
// CHECK: gpu.module @kernels [#rocdl.target<O = 3, chip = "gfx90a">]
// CHECK-LABEL: llvm.func @spmv_spmv(%{{.+}}: !llvm.ptr {llvm.noalias, llvm.readonly},
// CHECK-SAME: rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 1, 128, 1>
// CHECK: rocdl.workgroup.id.x
// CHECK: rocdl.workitem.id.y
// CHECK-NOT: __ockl
// CHECK: %[[A:.+]] = llvm.load %{{.+}} : !llvm.ptr -> f32
// CHECK: %[[B:.+]] = llvm.load %{{.+}} : !llvm.ptr -> f32
// CHECK: %[[SUM:.+]] = llvm.load %{{.+}} : !llvm.ptr -> f32
// CHECK-NEXT: llvm.intr.fma(%[[A]], %[[B]], %[[SUM]]) : (f32, f32, f32) -> f32

// NARROW: gpu.module @kernels [#rocdl.target<O = 3, chip = "gfx942">]
// NARROW-LABEL: llvm.func @spmv_spmv(
// NARROW-SAME: %{{.+}}: !llvm.ptr {llvm.noalias, llvm.readonly}, %{{.+}}: i32,
// NARROW-SAME: rocdl.reqd_work_group_size = array<i32: 1, 32, 1>

// The sum of a row by the 64 lanes of a wavefront.

// GROUP-LABEL: llvm.func @spmv_spmv(
// GROUP-SAME: rocdl.reqd_work_group_size = array<i32: 64, 2, 1>
// GROUP: rocdl.ds_bpermute
// GROUP-COUNT-5: rocdl.ds_swizzle
// GROUP-NOT: rocdl.ds_

// TEXT: gpu.binary @kernels [#gpu.object<#rocdl.target<O = 3, chip = "gfx90a">
// TEXT-SAME: spmv_spmv:
// TEXT-SAME: v_fmac_f32
// TEXT-SAME: .amdhsa_kernel spmv_spmv
!dense = !axis.axis<dense_fixed>
!sparse = !axis.axis<sparse_variable, sorted, unique>

func.func @spmv(%m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %val: memref<?xf32>, %x: memref<?xf32>, %y: memref<?xf32>) {
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %Jx = axis.dense_fixed %n : !dense
  %Av = sparse.bind %val on (%I, %J) : memref<?xf32> on (!dense, !sparse) -> !sparse.buffer<?xf32>
  %xv = sparse.bind %x on (%Jx) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  %yv = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  %zero = arith.constant 0.0 : f32
  sparse.fill %yv, %zero : !sparse.buffer<?xf32>
  iter.nest "spmv" ("i": %i, "j": %j at %p) over (%I, %J : !dense, !sparse) kinds [spatial, reduction] {
    %a = sparse.load %Av at [%p] : !sparse.buffer<?xf32>
    %b = sparse.load %xv[%j] : !sparse.buffer<?xf32>
    %t = arith.mulf %a, %b : f32
    sparse.accumulate add %t into %yv[%i] : !sparse.buffer<?xf32>
  }
  return
}
