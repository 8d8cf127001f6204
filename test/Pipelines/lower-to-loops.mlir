// RUN: sparse-opt %spindle_src_root/programs/spmm.mlir --spindle-lower-to-loops | FileCheck %s
// RUN: sparse-opt %spindle_src_root/programs/spmm.mlir --spindle-lower-to-loops --spindle-lower-to-loops | FileCheck %s
// RUN: sparse-opt %s --spindle-lower-to-loops --split-input-file --verify-diagnostics

// Lengths are in the bounds, once; what is written is distinct from the rest;
// what all rows share is asked before the loops, and dimensions of one name have
// one size.

// CHECK-LABEL: func.func @spmm(
// CHECK-SAME: %[[M:[^:]*]]: index {{[^%]*}}%[[N:[^:]*]]: index {{[^%]*}}%[[POS0:[^:]*]]: memref<?xi32> {{[^%]*}}%[[CRD0:[^:]*]]: memref<?xi32> {{[^%]*}}%[[A0:[^:]*]]: memref<?xf32> {{[^%]*}}%[[B0:[^:]*]]: memref<?x?xf32> {{[^%]*}}%[[C0:[^:]*]]: memref<?x?xf32>
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[ONE:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[ZEROF:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: %[[POS:.*]]:2 = memref.distinct_objects %[[POS0]], %[[C0]]
// CHECK: %[[CRD:.*]]:2 = memref.distinct_objects %[[CRD0]], %[[POS]]#1
// CHECK: %[[A:.*]]:2 = memref.distinct_objects %[[A0]], %[[CRD]]#1
// CHECK: %[[B:.*]]:2 = memref.distinct_objects %[[B0]], %[[A]]#1
// CHECK-NEXT: %[[K:.*]] = memref.dim %[[B]]#0, %[[ONE]]
// CHECK-NOT: memref.dim
// CHECK: scf.for %[[FI:.*]] = %[[ZERO]] to %[[M]] step %[[ONE]] {
// CHECK-NEXT: scf.for %[[FK:.*]] = %[[ZERO]] to %[[K]] step %[[ONE]] {
// CHECK-NEXT: memref.store %[[ZEROF]], %[[B]]#1[%[[FI]], %[[FK]]]
// CHECK: scf.for %[[I:.*]] = %[[ZERO]] to %[[M]] step %[[ONE]] {
// CHECK-NEXT: %[[BEGIN32:.*]] = memref.load %[[POS]]#0[%[[I]]]
// CHECK-NEXT: %[[BEGIN:.*]] = arith.index_cast %[[BEGIN32]]
// CHECK-NEXT: %[[NEXT:.*]] = arith.addi %[[I]], %[[ONE]]
// CHECK-NEXT: %[[END32:.*]] = memref.load %[[POS]]#0[%[[NEXT]]]
// CHECK-NEXT: %[[END:.*]] = arith.index_cast %[[END32]]
// CHECK-NEXT: scf.for %[[P:.*]] = %[[BEGIN]] to %[[END]] step %[[ONE]] {
// CHECK-NEXT: %[[J32:.*]] = memref.load %[[CRD]]#0[%[[P]]]
// CHECK-NEXT: %[[J:.*]] = arith.index_cast %[[J32]]
// CHECK-NEXT: scf.for %[[L:.*]] = %[[ZERO]] to %[[K]] step %[[ONE]] {
// CHECK-NEXT: %[[X:.*]] = memref.load %[[A]]#0[%[[P]]]
// CHECK-NEXT: %[[Y:.*]] = memref.load %[[B]]#0[%[[J]], %[[L]]]
// CHECK-NEXT: %[[XY:.*]] = arith.mulf %[[X]], %[[Y]]
// CHECK-NEXT: %[[OLD:.*]] = memref.load %[[B]]#1[%[[I]], %[[L]]]
// CHECK-NEXT: %[[SUM:.*]] = arith.addf %[[OLD]], %[[XY]]
// CHECK-NEXT: memref.store %[[SUM]], %[[B]]#1[%[[I]], %[[L]]]
// CHECK-NEXT: } {iter.loop = #iter.loop<nest = "spmm", dims = ["K"]
// CHECK-NEXT: } {iter.loop = #iter.loop<nest = "spmm", dims = ["J"]
// CHECK-NEXT: } {iter.loop = #iter.loop<nest = "spmm", dims = ["I"]
// CHECK-NEXT: return

// What a step leaves behind is reported between the steps, by name: functions of
// nested modules are not lowered.

module {
  module {
    func.func @nested(%m: index) {
      %I = axis.dense_fixed %m : !axis.axis<dense_fixed>
      // expected-error @below {{expected no 'iter.nest' in stage 'positions'}}
      iter.nest "n" ("i": %i) over (%I : !axis.axis<dense_fixed>) kinds [spatial] {
        func.call @use(%i) : (index) -> ()
      }
      return
    }
    func.func private @use(index)
  }
}
