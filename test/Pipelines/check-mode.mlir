// Checks stand before look-ups become direct accesses, and no padding is computed.

// RUN: sparse-opt %s --spindle-lower-to-loops=check-mode=true | FileCheck %s
// RUN: sparse-opt %s --spindle-lower-to-llvm=check-mode=true | FileCheck %s --check-prefix=LLVM
// RUN: sparse-opt %s --spindle-lower-to-loops | FileCheck %s --check-prefix=WITHOUT

// CHECK-LABEL: func.func @scale(
// CHECK: call @spindle_check_structure(
// CHECK: scf.for
// CHECK: scf.for
// CHECK: %[[BIT:.*]] = memref.load %{{.*}} : memref<?x2xi1>
// CHECK: arith.select %[[BIT]]
// CHECK: scf.if
// CHECK: func.call @spindle_check_outside(
// CHECK: call @spindle_check_snapshot(

// LLVM: llvm.call @spindle_check_outside(
// LLVM: llvm.mlir.global private constant @spindle_text
// LLVM: llvm.func @_mlir_ciface_spindle_check_outside(i64, i64, i64, i64, i64)

// WITHOUT-NOT: {{spindle_(check|text)}}
// WITHOUT: func.func @scale(
// WITHOUT-NOT: {{spindle_(check|text)}}
func.func @scale(%bits: memref<?x2xi1>, %val: memref<?x2xf32>, %x: memref<?xf32>, %y: memref<?xf32>, %m: index, %n: index) {
  %c2 = arith.constant 2 : index
  %I = axis.dense_fixed %m : !axis.axis<dense_fixed>
  %J = axis.dense_fixed %c2 : !axis.axis<dense_fixed, width = 2>
  %E = axis.occupancy %bits on (%I, %J) : memref<?x2xi1> on (!axis.axis<dense_fixed>, !axis.axis<dense_fixed, width = 2>) -> !axis.axis<occupancy>
  %K = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %A = sparse.bind %val on (%I, %J, %E) : memref<?x2xf32> on (!axis.axis<dense_fixed>, !axis.axis<dense_fixed, width = 2>, !axis.axis<occupancy>) -> !sparse.buffer<?x2xf32>
  %X = sparse.bind %x on (%K) : memref<?xf32> on (!axis.axis<dense_fixed>) -> !sparse.buffer<?xf32>
  %Y = sparse.bind %y on (%I) : memref<?xf32> on (!axis.axis<dense_fixed>) -> !sparse.buffer<?xf32>
  iter.nest "scale" ("i": %i at %p, "j": %j at %q, "e": %e) over (%I, %J, %E : !axis.axis<dense_fixed>, !axis.axis<dense_fixed, width = 2>, !axis.axis<occupancy>) kinds [spatial, reduction, reduction] {
    %a = sparse.load %A at [%p, %q] : !sparse.buffer<?x2xf32>
    %b = sparse.load %X[%j] : !sparse.buffer<?xf32>
    %t = arith.mulf %a, %b : f32
    sparse.accumulate add %t into %Y[%i] : !sparse.buffer<?xf32>
  }
  return
}
