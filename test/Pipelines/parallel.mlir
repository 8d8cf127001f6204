// The pipelines with the option `parallel`.

// RUN: sparse-opt %spindle_src_root/programs/spmm.mlir --spindle-lower-to-loops=parallel | FileCheck %s --check-prefix=LOOPS
// RUN: sparse-opt %spindle_src_root/programs/spmm.mlir --spindle-lower-to-llvm=parallel | FileCheck %s --check-prefix=LLVM
// RUN: sparse-opt %spindle_src_root/programs/spmm.mlir --spindle-lower-to-llvm=parallel | mlir-translate --mlir-to-llvmir | FileCheck %s --check-prefix=IR
// RUN: sparse-opt %spindle_src_root/programs/spmm.mlir --spindle-lower-to-llvm=parallel | mlir-translate --mlir-to-llvmir | llc -filetype=null
// RUN: sparse-run spmm --emit loops --threads 2 | FileCheck %s --check-prefix=LOOPS
// RUN: sparse-run spmm --emit asm --threads 2 | FileCheck %s --check-prefix=ASM

// Each loop over rows is one over workers, and a function that has its rows and
// says what the memory that it writes cannot overlap.

// LOOPS-LABEL: func.func @spmm(
// LOOPS: call @spindle.workers(
// LOOPS: scf.forall
// LOOPS: func.call @spmm.fill.body(
// LOOPS: } {iter.loop = #iter.loop<nest = "fill", {{.*}}role = worker>}
// LOOPS: scf.forall
// LOOPS: scf.while
// LOOPS: scf.while
// LOOPS: func.call @spmm.spmm.body(
// LOOPS: } {iter.loop = #iter.loop<nest = "spmm", {{.*}}role = worker>}
// LOOPS: func.func private @spmm.fill.body(
// LOOPS-SAME: iter.body_of = @spmm
// LOOPS-NOT: memref.distinct_objects
// LOOPS: memref.store
// LOOPS: func.func private @spmm.spmm.body(
// LOOPS-SAME: iter.body_of = @spmm
// LOOPS-COUNT-4: memref.distinct_objects
// LOOPS-NOT: memref.distinct_objects
// LOOPS: scf.for
// LOOPS: scf.for
// LOOPS: scf.for
// LOOPS: memref.store
// LOOPS: func.func private @spindle.workers(index) -> index

// Threads are OpenMP's, and only what others call has a C interface.

// LLVM-LABEL: llvm.func @spmm(
// LLVM: omp.parallel num_threads(
// LLVM-NEXT: omp.wsloop nowait schedule(static) {
// LLVM-NEXT: omp.loop_nest
// LLVM: llvm.call @spmm.fill.body(
// LLVM: omp.parallel
// LLVM: llvm.call @spmm.spmm.body(
// LLVM: llvm.func @_mlir_ciface_spmm(
// LLVM-NOT: @_mlir_ciface
// LLVM: llvm.func internal @spmm.fill.body(
// LLVM-SAME: passthrough = ["noinline"]
// LLVM: llvm.func internal @spmm.spmm.body(
// LLVM: llvm.func internal @spindle.workers(
// LLVM-NOT: iter.
// LLVM: llvm.call @omp_in_parallel()
// LLVM: llvm.call @omp_get_max_threads()

// IR: define void @spmm(
// IR: call void (ptr, i32, ptr, ...) @__kmpc_fork_call(
// IR: define internal void @spmm.spmm.body({{.*}}) #[[NOINLINE:[0-9]+]]
// IR: declare {{.*}}@__kmpc_for_static_init_8u(
// IR: attributes #[[NOINLINE]] = { {{.*}}noinline

// The body is compiled once.

// ASM: {{^}}spmm.spmm.body:
// ASM-NOT: {{^}}spmm.spmm.body{{.*}}:

// Check mode is serial, and so is a program in which nothing is parallel.

// RUN: sparse-opt %spindle_src_root/programs/spmm.mlir --spindle-lower-to-loops='parallel check-mode' | FileCheck %s --check-prefix=SERIAL
// RUN: sparse-opt %s --spindle-lower-to-llvm='parallel check-mode' | FileCheck %s --check-prefix=SERIAL
// RUN: sparse-opt %s --spindle-lower-to-llvm=parallel | FileCheck %s --check-prefix=SERIAL
// SERIAL-NOT: {{scf.forall|omp|spindle.workers}}
// SERIAL: func @{{spmm|sum}}(
// SERIAL-NOT: {{scf.forall|omp|spindle.workers}}

func.func @sum(%n: index, %x: memref<?xf32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %X = sparse.bind %x on (%I) : memref<?xf32> on (!axis.axis<dense_fixed>) -> !sparse.buffer<?xf32>
  %sum = iter.nest "sum" ("i": %i at %p) over (%I : !axis.axis<dense_fixed>) kinds [reduction] combine [add] init(%zero) -> f32 {
    %e = sparse.load %X at [%p] : !sparse.buffer<?xf32>
    iter.yield %e : f32
  }
  return %sum : f32
}
