// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(convert-sparse-to-memref),canonicalize,cse)' | FileCheck %s
// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(convert-sparse-to-memref),spindle-verify-stage{stage=loops})' -o /dev/null

!dense = !axis.axis<dense_fixed>
!sparse = !axis.axis<sparse_variable, sorted, unique>
!ell = !axis.axis<sparse_fixed, sorted, unique>

// A search from a position on goes onwards in steps that double, then by halves
// between the last two: the first position of a coordinate that is not smaller.
// Its coordinate is compared, if the fibre has not ended.

// CHECK-LABEL: func.func @carry
// CHECK-SAME: %[[C:[^:]*]]: index, %[[FROM:[^:]*]]: index, %[[COUNT:[^:]*]]: index, %[[CRD:[^:]*]]: memref<?xi32>
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[ONE:.*]] = arith.constant 1 : index
// CHECK: %[[LEAP:.*]]:2 = scf.while (%[[L:.*]] = %[[FROM]], %[[S:.*]] = %[[ZERO]])
// CHECK: %[[PROBE:.*]] = arith.addi %[[L]], %[[S]]
// CHECK: %[[THERE:.*]] = arith.cmpi slt, %[[PROBE]], %[[COUNT]]
// CHECK: %[[BELOW:.*]] = scf.if %[[THERE]]
// CHECK: memref.load %[[CRD]][%[[PROBE]]]
// CHECK: arith.cmpi slt, %{{.*}}, %[[C]]
// CHECK: scf.condition(%[[BELOW]]) %[[L]], %[[S]]
// CHECK: ^{{.*}}(%[[LOW:.*]]: index, %[[STEP:.*]]: index):
// CHECK: %[[SEEN:.*]] = arith.addi %[[LOW]], %[[STEP]]
// CHECK: %[[NEXT:.*]] = arith.addi %[[SEEN]], %[[ONE]]
// CHECK: %[[TWICE:.*]] = arith.shli %[[STEP]], %[[ONE]]
// CHECK: %[[FARTHER:.*]] = arith.addi %[[TWICE]], %[[ONE]]
// CHECK: scf.yield %[[NEXT]], %[[FARTHER]]
// CHECK: %[[LAST:.*]] = arith.subi %[[LEAP]]#0, %[[ONE]]
// CHECK: %[[SUM:.*]] = arith.addi %[[LEAP]]#0, %[[LEAP]]#1
// CHECK: %[[STOP:.*]] = arith.minsi %[[SUM]], %[[COUNT]]
// CHECK: %[[LEFT:.*]] = arith.subi %[[STOP]], %[[LAST]]
// CHECK: %[[HALVES:.*]]:2 = scf.while (%{{.*}} = %[[LAST]], %{{.*}} = %[[LEFT]])
// CHECK: arith.shrui
// CHECK: %[[PLACE:.*]] = arith.addi %[[HALVES]]#0, %[[ONE]]
// CHECK: %[[INSIDE:.*]] = arith.cmpi slt, %[[PLACE]], %[[COUNT]]
// CHECK: %[[FOUND:.*]] = scf.if %[[INSIDE]]
// CHECK: memref.load %[[CRD]][%[[PLACE]]]
// CHECK: arith.cmpi eq, %{{.*}}, %[[C]]
// CHECK: return %[[PLACE]], %[[FOUND]]
func.func @carry(%c: index, %from: index, %count: index, %crd: memref<?xi32>) -> (index, i1) {
  %J = axis.sparse_variable %count count %count coordinates %crd : memref<?xi32> -> !sparse
  %p, %found = axis.locate %J[%c] by carry from %from : !sparse -> index
  return %p, %found : index, i1
}

// Of a fixed axis the offsets are searched, and the answer is a position again.

// CHECK-LABEL: func.func @carry_of_fixed
// CHECK-SAME: %[[I:[^:]*]]: index, %[[C:[^:]*]]: index, %[[FROM:[^:]*]]: index, %[[M:[^:]*]]: index, %[[W:[^:]*]]: index
// CHECK: %[[ORIGIN:.*]] = arith.muli %[[I]], %[[W]]
// CHECK: %[[OFFSET:.*]] = arith.subi %[[FROM]], %[[ORIGIN]]
// CHECK: scf.while (%{{.*}} = %[[OFFSET]], %{{.*}} = %{{.*}})
// CHECK: %[[P:.*]] = arith.addi %[[ORIGIN]], %{{.*}}
// CHECK: return %[[P]], %{{.*}}
func.func @carry_of_fixed(%i: index, %c: index, %from: index, %m: index, %w: index, %crd: memref<?x?xi32>) -> (index, i1) {
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_fixed %m width %w of %I coordinates %crd : !dense, memref<?x?xi32> -> !ell
  %p, %found = axis.locate %J[%c] under %i : index by carry from %from : !ell -> index
  return %p, %found : index, i1
}

// A fibre without coordinates needs no search: the position is that of the
// coordinate, but not before `from` nor after the end.

// CHECK-LABEL: func.func @carry_of_dense
// CHECK-SAME: %[[C:[^:]*]]: index, %[[FROM:[^:]*]]: index, %[[M:[^:]*]]: index
// CHECK-NEXT: %[[FOUND:.*]] = arith.cmpi ult, %[[C]], %[[M]]
// CHECK-NEXT: %[[ON:.*]] = arith.maxsi %[[C]], %[[FROM]]
// CHECK-NEXT: %[[P:.*]] = arith.minsi %[[ON]], %[[M]]
// CHECK-NEXT: return %[[P]], %[[FOUND]]
func.func @carry_of_dense(%c: index, %from: index, %m: index) -> (index, i1) {
  %I = axis.dense_fixed %m : !dense
  %p, %found = axis.locate %I[%c] by carry from %from : !dense -> index
  return %p, %found : index, i1
}
