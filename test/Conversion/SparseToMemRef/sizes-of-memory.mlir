// RUN: sparse-opt %s --pass-pipeline="builtin.module(func.func(convert-sparse-to-memref{sizes-of-memory}))" | FileCheck %s
// RUN: sparse-opt %s --pass-pipeline="builtin.module(func.func(convert-sparse-to-memref))" | FileCheck %s --check-prefix=READ

// A GPU's positions cannot be read where memory is made: it is as large as the
// values that are bound there.

// CHECK-LABEL: func.func @structure_of_another(
// CHECK-SAME: %[[POS:[^ ]+]]: memref<?xi32>, %{{[^ ]+}}: memref<?xi32>, %[[VALUES:[^ ]+]]: memref<?xf32>)
// CHECK-NOT: memref.load
// CHECK: %[[SIZE:.+]] = memref.dim %[[VALUES]], %{{.+}} : memref<?xf32>
// CHECK: memref.alloc(%[[SIZE]]) : memref<?xf32>

// READ-LABEL: func.func @structure_of_another(
// READ: %[[LAST:.+]] = memref.load
// READ: %[[SIZE:.+]] = arith.index_cast %[[LAST]] : i32 to index
// READ: memref.alloc(%[[SIZE]]) : memref<?xf32>
!dense = !axis.axis<dense_fixed>
!rows = !axis.axis<sparse_variable, sorted, unique>
func.func @structure_of_another(%m: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %a: memref<?xf32>) {
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !rows
  %A = sparse.bind %a on (%I, %J) : memref<?xf32> on (!dense, !rows) -> !sparse.buffer<?xf32>
  %B = sparse.alloc on (%I, %J) : (!dense, !rows) -> !sparse.buffer<?xf32>
  return
}

// Without other memory there, it is as large as the coordinates are.

// CHECK-LABEL: func.func @coordinates(
// CHECK-SAME: %{{[^ ]+}}: memref<?xi32>, %[[CRD:[^ ]+]]: memref<?xi32>)
// CHECK-NOT: memref.load
// CHECK: %[[SIZE:.+]] = memref.dim %[[CRD]], %{{.+}} : memref<?xi32>
// CHECK: memref.alloc(%[[SIZE]]) : memref<?xf32>
func.func @coordinates(%m: index, %pos: memref<?xi32>, %crd: memref<?xi32>) {
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !rows
  %B = sparse.alloc on (%I, %J) : (!dense, !rows) -> !sparse.buffer<?xf32>
  return
}

// Without these too, the positions say it.

// CHECK-LABEL: func.func @alone(
// CHECK: memref.load
// CHECK: memref.alloc
!ragged = !axis.axis<dense_variable>
func.func @alone(%m: index, %pos: memref<?xi32>) {
  %I = axis.dense_fixed %m : !dense
  %J = axis.dense_variable %m of %I positions %pos : !dense, memref<?xi32> -> !ragged
  %B = sparse.alloc on (%I, %J) : (!dense, !ragged) -> !sparse.buffer<?xf32>
  return
}
