// RUN: sparse-opt %spindle_src_root/programs/spmm.mlir --spindle-lower-to-loops | FileCheck %s
// RUN: sparse-opt %spindle_src_root/programs/spmm.mlir --spindle-lower-to-loops --spindle-lower-to-loops | FileCheck %s
// RUN: sparse-opt %s --spindle-lower-to-loops --split-input-file --verify-diagnostics

// Lengths are in the bounds, once; what all rows share is asked before the loops.

// CHECK-LABEL: func.func @spmm(
// CHECK-SAME: %[[M:[^:]*]]: index {{[^%]*}}%[[N:[^:]*]]: index {{[^%]*}}%[[POS:[^:]*]]: memref<?xi32> {{[^%]*}}%[[CRD:[^:]*]]: memref<?xi32> {{[^%]*}}%[[A:[^:]*]]: memref<?xf32> {{[^%]*}}%[[B:[^:]*]]: memref<?x?xf32> {{[^%]*}}%[[C:[^:]*]]: memref<?x?xf32>
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[ONE:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[ZEROF:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-DAG: %[[K:.*]] = memref.dim %[[B]], %[[ONE]]
// CHECK-DAG: %[[CM:.*]] = memref.dim %[[C]], %[[ZERO]]
// CHECK-DAG: %[[CK:.*]] = memref.dim %[[C]], %[[ONE]]
// CHECK: scf.for %[[FI:.*]] = %[[ZERO]] to %[[CM]] step %[[ONE]] {
// CHECK-NEXT: scf.for %[[FK:.*]] = %[[ZERO]] to %[[CK]] step %[[ONE]] {
// CHECK-NEXT: memref.store %[[ZEROF]], %[[C]][%[[FI]], %[[FK]]]
// CHECK: scf.for %[[I:.*]] = %[[ZERO]] to %[[M]] step %[[ONE]] {
// CHECK-NEXT: %[[BEGIN32:.*]] = memref.load %[[POS]][%[[I]]]
// CHECK-NEXT: %[[BEGIN:.*]] = arith.index_cast %[[BEGIN32]]
// CHECK-NEXT: %[[NEXT:.*]] = arith.addi %[[I]], %[[ONE]]
// CHECK-NEXT: %[[END32:.*]] = memref.load %[[POS]][%[[NEXT]]]
// CHECK-NEXT: %[[END:.*]] = arith.index_cast %[[END32]]
// CHECK-NEXT: scf.for %[[P:.*]] = %[[BEGIN]] to %[[END]] step %[[ONE]] {
// CHECK-NEXT: %[[J32:.*]] = memref.load %[[CRD]][%[[P]]]
// CHECK-NEXT: %[[J:.*]] = arith.index_cast %[[J32]]
// CHECK-NEXT: scf.for %[[L:.*]] = %[[ZERO]] to %[[K]] step %[[ONE]] {
// CHECK-NEXT: %[[X:.*]] = memref.load %[[A]][%[[P]]]
// CHECK-NEXT: %[[Y:.*]] = memref.load %[[B]][%[[J]], %[[L]]]
// CHECK-NEXT: %[[XY:.*]] = arith.mulf %[[X]], %[[Y]]
// CHECK-NEXT: %[[OLD:.*]] = memref.load %[[C]][%[[I]], %[[L]]]
// CHECK-NEXT: %[[SUM:.*]] = arith.addf %[[OLD]], %[[XY]]
// CHECK-NEXT: memref.store %[[SUM]], %[[C]][%[[I]], %[[L]]]
// CHECK-NEXT: } {iter.loop = #iter.loop<nest = "spmm", dims = ["k"]
// CHECK-NEXT: } {iter.loop = #iter.loop<nest = "spmm", dims = ["j"]
// CHECK-NEXT: } {iter.loop = #iter.loop<nest = "spmm", dims = ["i"]
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
