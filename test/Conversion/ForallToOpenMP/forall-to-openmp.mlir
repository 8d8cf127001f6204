// RUN: sparse-opt %s --convert-forall-to-openmp | FileCheck %s
// RUN: sparse-opt %s --convert-forall-to-openmp > %t.once
// RUN: sparse-opt %t.once --convert-forall-to-openmp | diff %t.once -

// The example of the pass.

// RUN: sparse-opt %S/Inputs/run.mlir --convert-forall-to-openmp --canonicalize > %t.run
// RUN: sparse-opt %S/Inputs/run-by-threads.mlir --canonicalize | diff %t.run -

// A region is entered where there are several workers; one that is alone has
// the whole range, and nothing to search.

// CHECK-LABEL: func.func @run(
// CHECK-SAME: %[[COST:[^:]*]]: index
// CHECK: %[[WORKERS:.*]] = call @spindle.workers(%[[COST]])
// CHECK: %[[SEVERAL:.*]] = arith.cmpi sgt, %[[WORKERS]], %{{.*}} : index
// CHECK: scf.if %[[SEVERAL]] {
// CHECK: %[[THREADS:.*]] = arith.index_cast %[[WORKERS]] : index to i32
// CHECK: omp.parallel num_threads(%[[THREADS]] : i32) {
// CHECK: omp.wsloop nowait schedule(static) {
// CHECK-NEXT: omp.loop_nest (%[[T:.*]]) : index = (%{{.*}}) to (%[[WORKERS]]) step (%{{.*}}) {
// CHECK-NEXT: %[[LO:.*]] = arith.addi %[[T]], %[[WORKERS]]
// CHECK-NEXT: func.call @part(%[[LO]])
// CHECK-NEXT: omp.yield
// CHECK: omp.terminator
// CHECK: } else {
// CHECK-NEXT: %[[LO1:.*]] = arith.addi %[[ZERO:.*]], %[[ONE:.*]] : index
// CHECK-NEXT: func.call @part(%[[LO1]])
// CHECK-NEXT: }
// CHECK-NOT: scf.forall
// CHECK-LABEL: func.func private @part
func.func @run(%cost: index) {
  %workers = func.call @spindle.workers(%cost) : (index) -> index
  scf.forall (%t) in (%workers) {
    %lo = arith.addi %t, %workers : index
    func.call @part(%lo) : (index) -> ()
  } {iter.loop = #iter.loop<nest = "n", dims = ["i"], axis = dense_fixed, kind = spatial, role = worker>}
  return
}
func.func private @part(index)

// How many workers there are is the runtime's to say, in this module alone.

// CHECK: func.func private @spindle.workers(
// CHECK-SAME: %[[COST:[^:]*]]: index) -> index attributes {llvm.linkage = #llvm.linkage<internal>} {
// CHECK: %[[EACH:.*]] = arith.constant 8192 : index
// CHECK: %[[WORTH:.*]] = arith.cmpi sge, %[[COST]], %[[EACH]]
// CHECK: %[[ANSWER:.*]] = scf.if %[[WORTH]] -> (index) {
// CHECK: %[[IN:.*]] = llvm.call @omp_in_parallel() : () -> i32
// CHECK: %[[NESTED:.*]] = arith.cmpi ne, %[[IN]], %{{.*}} : i32
// CHECK: %[[MAX:.*]] = llvm.call @omp_get_max_threads() : () -> i32
// CHECK: %[[THREADS:.*]] = arith.index_cast %[[MAX]] : i32 to index
// CHECK: %[[FULL:.*]] = arith.divui %[[COST]], %{{.*}} : index
// CHECK: %[[MOST:.*]] = arith.addi %[[FULL]], %[[ONE:.*]] : index
// CHECK: %[[FEWER:.*]] = arith.minsi %[[THREADS]], %[[MOST]]
// CHECK: %[[SOME:.*]] = arith.select %[[NESTED]], %[[ONE]], %[[FEWER]]
// CHECK: scf.yield %[[SOME]]
// CHECK: } else {
// CHECK: %[[ALONE:.*]] = arith.constant 1 : index
// CHECK: scf.yield %[[ALONE]]
// CHECK: return %[[ANSWER]]
// CHECK: llvm.func @omp_in_parallel() -> i32
// CHECK: llvm.func @omp_get_max_threads() -> i32
func.func private @spindle.workers(index) -> index
