// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(convert-sparse-to-memref))' | FileCheck %s
// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(convert-sparse-to-memref),spindle-verify-stage{stage=loops})' -o /dev/null

!dense = !axis.axis<dense_fixed>
!block = !axis.axis<dense_fixed, width = 4>
!sparse = !axis.axis<sparse_variable, sorted, unique>

// A query and a load become memory and arithmetic; the constructors are gone.

// CHECK-LABEL: func.func @square
// CHECK-SAME: %[[I:[^:]*]]: index, %[[P:[^:]*]]: index, %[[M:[^:]*]]: index, %[[N:[^:]*]]: index, %[[POS:[^:]*]]: memref<?xi32>, %[[CRD:[^:]*]]: memref<?xi32>, %[[VAL:[^:]*]]: memref<?xf32>
// CHECK-NEXT: %[[BEGIN32:.*]] = memref.load %[[POS]][%[[I]]]
// CHECK-NEXT: %[[BEGIN:.*]] = arith.index_cast %[[BEGIN32]] : i32 to index
// CHECK-NEXT: %[[ONE:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[NEXT:.*]] = arith.addi %[[I]], %[[ONE]]
// CHECK-NEXT: %[[END32:.*]] = memref.load %[[POS]][%[[NEXT]]]
// CHECK-NEXT: %[[END:.*]] = arith.index_cast %[[END32]] : i32 to index
// CHECK-NEXT: %[[LENGTH:.*]] = arith.subi %[[END]], %[[BEGIN]]
// CHECK-NEXT: %[[X:.*]] = memref.load %[[VAL]][%[[P]]]
// CHECK-NEXT: return %[[LENGTH]], %[[X]]
func.func @square(%i: index, %p: index, %m: index, %extent: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %val: memref<?xf32>) -> (index, f32) {
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %extent of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %Av = sparse.bind %val on (%I, %J) : memref<?xf32> on (!dense, !sparse) -> !sparse.buffer<?xf32>
  %n = axis.length %J under %i : !axis.axis<sparse_variable, sorted, unique>
  %x = sparse.load %Av at positions [%p] : !sparse.buffer<?xf32>
  return %n, %x : index, f32
}

// The same as the pass makes it: there is nothing left to lower.

// CHECK-LABEL: func.func @lowered
// CHECK-COUNT-3: memref.load
// CHECK-NEXT: return
func.func @lowered(%i: index, %p: index, %c1: index, %pos: memref<?xi32>, %val: memref<?xf32>) -> (index, f32) {
  %begin32 = memref.load %pos[%i] : memref<?xi32>
  %begin = arith.index_cast %begin32 : i32 to index
  %next = arith.addi %i, %c1 : index
  %end32 = memref.load %pos[%next] : memref<?xi32>
  %end = arith.index_cast %end32 : i32 to index
  %n = arith.subi %end, %begin : index
  %x = memref.load %val[%p] : memref<?xf32>
  return %n, %x : index, f32
}

// Positions are indices of memory as they are, one per storage dimension, and
// the memory may be strided.

// CHECK-LABEL: func.func @blocks
// CHECK-SAME: %[[P:[^:]*]]: index, %[[B:[^:]*]]: index
// CHECK-SAME: %[[VAL:[^:]*]]: memref<?x4xi8, strided<[8, 1]>>
// CHECK-NEXT: %[[X:.*]] = memref.load %[[VAL]][%[[P]], %[[B]]]
// CHECK-NEXT: memref.store %[[X]], %[[VAL]][%[[B]], %[[P]]]
// CHECK-NEXT: return
func.func @blocks(%p: index, %b: index, %m: index, %n: index, %c4: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %val: memref<?x4xi8, strided<[8, 1]>>) {
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %K = axis.dense_fixed %c4 of %J : !sparse -> !block
  %Av = sparse.bind %val on (%I, %J, %K) : memref<?x4xi8, strided<[8, 1]>> on (!dense, !sparse, !block) -> !sparse.buffer<?x4xi8>
  %x = sparse.load %Av at positions [%p, %b] : !sparse.buffer<?x4xi8>
  sparse.store %x, %Av at positions [%b, %p] : !sparse.buffer<?x4xi8>
  return
}

// What convert-iter-to-scf makes of a nest: loops and their labels stay, and the
// lengths are taken from the arrays.

// CHECK-LABEL: func.func @loops
// CHECK-SAME: %[[ZERO:[^:]*]]: index, %[[ONE:[^:]*]]: index, %[[M:[^:]*]]: index, %[[N:[^:]*]]: index, %[[POS:[^:]*]]: memref<?xi32>, %[[CRD:[^:]*]]: memref<?xi32>, %[[VAL:[^:]*]]: memref<?xf32>
// CHECK-NEXT: scf.for %[[I:.*]] = %[[ZERO]] to %[[M]] step %[[ONE]] {
// CHECK-COUNT-3: memref.load %[[POS]]
// CHECK: scf.for %[[P:.*]] = %{{.*}} to %{{.*}} step %[[ONE]] {
// CHECK-NEXT: %[[X:.*]] = memref.load %[[VAL]][%[[P]]]
// CHECK-NEXT: %[[Y:.*]] = arith.mulf %[[X]], %[[X]]
// CHECK-NEXT: memref.store %[[Y]], %[[VAL]][%[[P]]]
// CHECK-NEXT: } {iter.loop = #iter.loop<nest = "square", dims = ["j"]
// CHECK-NEXT: } {iter.loop = #iter.loop<nest = "square", dims = ["i"]
func.func @loops(%c0: index, %c1: index, %rows: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %val: memref<?xf32>) {
  %I = axis.dense_fixed %rows : !dense
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %Av = sparse.bind %val on (%I, %J) : memref<?xf32> on (!dense, !sparse) -> !sparse.buffer<?xf32>
  %m = axis.length %I : !axis.axis<dense_fixed>
  scf.for %i = %c0 to %m step %c1 {
    %length = axis.length %J under %i : !axis.axis<sparse_variable, sorted, unique>
    %begin = axis.position %J[%c0] under %i : !axis.axis<sparse_variable, sorted, unique>
    %end = arith.addi %begin, %length : index
    scf.for %p = %begin to %end step %c1 {
      %x = sparse.load %Av at positions [%p] : !sparse.buffer<?xf32>
      %y = arith.mulf %x, %x : f32
      sparse.store %y, %Av at positions [%p] : !sparse.buffer<?xf32>
    } {iter.loop = #iter.loop<nest = "square", dims = ["j"], axis = sparse_variable, kind = spatial, role = level>}
  } {iter.loop = #iter.loop<nest = "square", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>}
  return
}

// The constructors of axes are removed in whatever order their blocks are written.

// CHECK-LABEL: func.func @order_of_blocks
// CHECK-NOT: axis.
// CHECK-NOT: sparse.
// CHECK: memref.load
// CHECK: return
func.func @order_of_blocks(%m: index, %i: index, %val: memref<?xf32>) -> f32 {
  cf.br ^first
^second:
  %x = sparse.load %Av at positions [%i] : !sparse.buffer<?xf32>
  %K = axis.dense_fixed %m of %I : !dense -> !dense
  return %x : f32
^first:
  %I = axis.dense_fixed %m : !dense
  %Av = sparse.bind %val on (%I) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  cf.br ^second
}

// Operations of dialects that nobody registered are none of ours.

// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(convert-sparse-to-memref))' --allow-unregistered-dialect | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN-LABEL: func.func @order_of_blocks
