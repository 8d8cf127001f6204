// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(convert-sparse-to-memref),canonicalize,cse)' | FileCheck %s

!dense = !axis.axis<dense_fixed>
!block = !axis.axis<dense_fixed, width = 4>
!sparse = !axis.axis<sparse_variable, sorted, unique>

// The sizes are those of the axes, not of the memory, which may be larger.

// CHECK-LABEL: func.func @dense
// CHECK-SAME: %[[V:[^:]*]]: f32, %[[M:[^:]*]]: index, %[[N:[^:]*]]: index, %[[MEM:[^:]*]]: memref<?x?xf32>
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[ONE:.*]] = arith.constant 1 : index
// CHECK: scf.for %[[I:.*]] = %[[ZERO]] to %[[M]] step %[[ONE]] {
// CHECK-NEXT: scf.for %[[K:.*]] = %[[ZERO]] to %[[N]] step %[[ONE]] {
// CHECK-NEXT: memref.store %[[V]], %[[MEM]][%[[I]], %[[K]]]
func.func @dense(%v: f32, %m: index, %n: index, %mem: memref<?x?xf32>) {
  %I = axis.dense_fixed %m : !dense
  %K = axis.dense_fixed %n : !dense
  %C = sparse.bind %mem on (%I, %K) : memref<?x?xf32> on (!dense, !dense) -> !sparse.buffer<?x?xf32>
  sparse.fill %C, %v : !sparse.buffer<?x?xf32>
  return
}

// Every stored element, and no other: as many blocks as the axis has positions.

// CHECK-LABEL: func.func @blocks
// CHECK-SAME: %[[V:[^:]*]]: f32, %[[M:[^:]*]]: index, %[[N:[^:]*]]: index, %[[POS:[^:]*]]: memref<?xi32>
// CHECK-SAME: %[[MEM:[^:]*]]: memref<?x4xf32>
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[FOUR:.*]] = arith.constant 4 : index
// CHECK: %[[LAST:.*]] = memref.load %[[POS]][%[[M]]]
// CHECK: %[[NNZ:.*]] = arith.index_cast %[[LAST]]
// CHECK: scf.for %[[P:.*]] = %[[ZERO]] to %[[NNZ]]
// CHECK: scf.for %[[B:.*]] = %[[ZERO]] to %[[FOUR]]
// CHECK-NEXT: memref.store %[[V]], %[[MEM]][%[[P]], %[[B]]]
func.func @blocks(%v: f32, %m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %mem: memref<?x4xf32>) {
  %c4 = arith.constant 4 : index
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %K = axis.dense_fixed %c4 of %J : !sparse -> !block
  %C = sparse.bind %mem on (%I, %J, %K) : memref<?x4xf32> on (!dense, !sparse, !block) -> !sparse.buffer<?x4xf32>
  sparse.fill %C, %v : !sparse.buffer<?x4xf32>
  return
}

// A sparse axis under a dense one under a sparse one: the number of its fibres is
// the number of blocks' cells.

// CHECK-LABEL: func.func @tree
// CHECK-SAME: %[[POS:[^:]*]]: memref<?xi32>, %[[POS2:[^:]*]]: memref<?xi64>
// CHECK-DAG: %[[FOUR:.*]] = arith.constant 4 : index
// CHECK: memref.load %[[POS]]
// CHECK: %[[NNZ:.*]] = arith.index_cast
// CHECK: %[[FIBRES:.*]] = arith.muli %[[NNZ]], %[[FOUR]]
// CHECK: %[[LAST:.*]] = memref.load %[[POS2]][%[[FIBRES]]]
// CHECK: %[[SIZE:.*]] = arith.index_cast %[[LAST]] : i64 to index
// CHECK: scf.for %{{.*}} = %{{.*}} to %[[SIZE]]
func.func @tree(%v: complex<f32>, %m: index, %n: index, %pos: memref<?xi32>, %pos2: memref<?xi64>, %crd: memref<?xi32>, %mem: memref<?xcomplex<f32>>) {
  %c4 = arith.constant 4 : index
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %K = axis.dense_fixed %c4 of %J : !sparse -> !block
  %L = axis.sparse_variable %n of %K positions %pos2 coordinates %crd : !block, memref<?xi64>, memref<?xi32> -> !axis.axis<sparse_variable, pos = i64>
  %C = sparse.bind %mem on (%I, %J, %K, %L) : memref<?xcomplex<f32>> on (!dense, !sparse, !block, !axis.axis<sparse_variable, pos = i64>) -> !sparse.buffer<?xcomplex<f32>>
  sparse.fill %C, %v : !sparse.buffer<?xcomplex<f32>>
  return
}

// A product has a cell for each pair; slots of slices one for each row of them.

// CHECK-LABEL: func.func @pairs_and_slots
// CHECK-SAME: %[[V:[^:]*]]: f32, %[[M:[^:]*]]: index, %[[POS:[^:]*]]: memref<?xi32>, %[[OFF:[^:]*]]: memref<?xi32>, %[[PAIRS:[^:]*]]: memref<?xf32>, %[[SLOTS:[^:]*]]: memref<?x4xf32>
// CHECK: memref.load %[[OFF]][%[[M]]]
// CHECK: %[[SIZE:.*]] = arith.index_cast
// CHECK: scf.for %[[P:.*]] = %{{.*}} to %[[SIZE]]
// CHECK-NEXT: memref.store %[[V]], %[[PAIRS]][%[[P]]]
// CHECK: memref.load %[[POS]][%[[M]]]
// CHECK: %[[COUNT:.*]] = arith.index_cast
// CHECK: scf.for %[[S:.*]] = %{{.*}} to %[[COUNT]]
// CHECK-NEXT: scf.for %[[C:.*]] = %{{.*}} to %{{.*}}
// CHECK-NEXT: memref.store %[[V]], %[[SLOTS]][%[[S]], %[[C]]]
func.func @pairs_and_slots(%v: f32, %m: index, %pos: memref<?xi32>, %off: memref<?xi32>, %pairs: memref<?xf32>, %slots: memref<?x4xf32>) {
  %c4 = arith.constant 4 : index
  %B = axis.dense_fixed %m : !dense
  %S = axis.dense_variable %m of %B positions %pos : !dense, memref<?xi32> -> !axis.axis<dense_variable>
  %SS = axis.product %S, %S offsets %off : !axis.axis<dense_variable>, !axis.axis<dense_variable>, memref<?xi32> -> !axis.axis<product>
  %P = sparse.bind %pairs on (%B, %S of 0, %S of 0, %SS of (0, 1, 2)) : memref<?xf32> on (!dense, !axis.axis<dense_variable>, !axis.axis<dense_variable>, !axis.axis<product>) -> !sparse.buffer<?xf32>
  sparse.fill %P, %v : !sparse.buffer<?xf32>
  %PI = axis.dense_fixed %c4 of %B : !dense -> !block
  %C = sparse.bind %slots on (%B, %S, %PI of 0) : memref<?x4xf32> on (!dense, !axis.axis<dense_variable>, !block) -> !sparse.buffer<?x4xf32>
  sparse.fill %C, %v : !sparse.buffer<?x4xf32>
  return
}
