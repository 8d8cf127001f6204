// The stock tools alone, with the plugin: from a program to an object.

// UNSUPPORTED: sanitizers

// DEFINE: %{plugin} = mlir-opt --load-dialect-plugin=%spindle_plugin --load-pass-plugin=%spindle_plugin

// RUN: %{plugin} %spindle_src_root/programs/spmm.mlir | FileCheck %s --check-prefix=PROGRAM
// PROGRAM-LABEL: func.func @spmm(
// PROGRAM-SAME: !sparse.tensor<?x?xf32, #sparse.csr>
// PROGRAM: sparse.unpack
// PROGRAM: sparse.generic driver(

// RUN: %{plugin} %spindle_src_root/programs/spmm.mlir --pass-pipeline='builtin.module(spindle-lower-to-loops)' | FileCheck %s --check-prefix=LOOPS
// LOOPS-LABEL: func.func @spmm(
// LOOPS-NOT: sparse.fill
// LOOPS: scf.for
// LOOPS: iter.loop

// RUN: %{plugin} %spindle_src_root/programs/spmm.mlir --pass-pipeline='builtin.module(spindle-lower-to-llvm)' > %t.mlir
// RUN: mlir-translate --mlir-to-llvmir %t.mlir > %t.ll
// RUN: FileCheck %s --check-prefix=LLVM < %t.ll
// RUN: llc -O2 -filetype=null %t.ll
// LLVM: define void @spmm(i64 {{.*}}, i64 {{.*}}, ptr
// LLVM: fmul float
// LLVM: define void @_mlir_ciface_spmm(

// Every pass is there by its flag in a pipeline.

// RUN: %{plugin} %spindle_src_root/programs/spmm.mlir --pass-pipeline='builtin.module(func.func(convert-generic-to-iter),spindle-expand-tensors,func.func(convert-iter-to-scf,convert-sparse-to-memref),spindle-verify-stage{stage=loops},spindle-remove-labels)' | FileCheck %s --check-prefix=PASSES
// PASSES-LABEL: func.func @spmm(
// PASSES-NOT: iter.loop
// PASSES: memref.store
// PASSES-NOT: iter.loop
// PASSES: return

// Kernels for a GPU come from there too, in NVVM and as PTX.

// RUN: %{plugin} %spindle_src_root/programs/spmm.mlir --pass-pipeline='builtin.module(spindle-lower-to-nvvm{chip=sm_80})' | FileCheck %s --check-prefix=NVVM
// NVVM-LABEL: func.func @spmm(
// NVVM: gpu.launch_func @kernels::@spmm_spmm
// NVVM: gpu.module @kernels [#nvvm.target<O = 3, chip = "sm_80">]
// NVVM: llvm.func @spmm_spmm(

// RUN: %{plugin} %spindle_src_root/programs/spmm.mlir --pass-pipeline='builtin.module(spindle-lower-to-nvvm{format=ptx})' | FileCheck %s --check-prefix=PTX
// PTX: gpu.binary @kernels
// PTX-SAME: .visible .entry spmm_spmm(

// Schedules are applied on the way, those that ship and those in files.

// RUN: %{plugin} %spindle_src_root/programs/spmm.mlir --pass-pipeline='builtin.module(spindle-lower-to-llvm{schedule=dense_columns})' > %t.scheduled.mlir
// RUN: mlir-translate --mlir-to-llvmir %t.scheduled.mlir | FileCheck %s --check-prefix=VECTORS
// VECTORS: define void @spmm(
// VECTORS: fmul <4 x float>
// RUN: %{plugin} %spindle_src_root/programs/spmm.mlir --pass-pipeline='builtin.module(spindle-lower-to-loops{schedule=%spindle_src_root/test/Tools/sparse-run/Inputs/knobs.mlir:carried knobs=interleave=4,order=columns})' | FileCheck %s --check-prefix=SCHEDULED
// SCHEDULED: module attributes {iter.schedule = "carried"}
// SCHEDULED-LABEL: func.func @spmm(

// One that upstream would end the process on is refused.

// RUN: not %{plugin} %spindle_src_root/programs/spmm.mlir --pass-pipeline='builtin.module(spindle-apply-schedule{schedule=%spindle_src_root/test/Schedule/Inputs/alternatives.mlir})' 2>&1 | FileCheck %s --check-prefix=FATAL
// FATAL: error: {{.*}}alternatives.mlir:3:5: expected a schedule without 'transform.alternatives'

// And parallel loops, for OpenMP's threads.

// RUN: %{plugin} %spindle_src_root/programs/spmm.mlir --pass-pipeline='builtin.module(spindle-lower-to-llvm{parallel})' > %t.parallel.mlir
// RUN: mlir-translate --mlir-to-llvmir %t.parallel.mlir > %t.parallel.ll
// RUN: FileCheck %s --check-prefix=PARALLEL < %t.parallel.ll
// RUN: llc -O2 -filetype=null %t.parallel.ll
// PARALLEL: call void (ptr, i32, ptr, ...) @__kmpc_fork_call(
// PARALLEL: define internal void @spmm.spmm.body(
