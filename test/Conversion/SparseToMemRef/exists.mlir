// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(convert-sparse-to-memref))' | FileCheck %s

!dense = !axis.axis<dense_fixed>
!sparse = !axis.axis<sparse_variable, sorted, unique>

// A row at a stored coordinate is there whatever lies under it, and each column of it.

// CHECK-LABEL: func.func @rows_at_coordinates(
// CHECK: scf.for %[[P:.*]] =
// CHECK: scf.for %[[K:.*]] =
// CHECK: %[[I:.*]] = arith.index_cast
// CHECK: memref.load %{{.*}}[%[[I]], %[[K]]] {sparse.exists}
// CHECK: memref.store %{{.*}}, %{{.*}}[%[[I]], %[[K]]] {sparse.exists}
func.func @rows_at_coordinates(%m: index, %n: index, %nnz: index, %row: memref<?xi32>, %v: f32, %mem: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %E = axis.sparse_variable %m count %nnz coordinates %row : memref<?xi32> -> !sparse
  %I = axis.dense_fixed %m : !dense
  %K = axis.dense_fixed %n : !dense
  %C = sparse.bind %mem on (%I, %K) : memref<?x?xf32> on (!dense, !dense) -> !sparse.buffer<?x?xf32>
  scf.for %p = %c0 to %nnz step %c1 {
    scf.for %k = %c0 to %n step %c1 {
      %i = axis.coordinate %E[%p] : !sparse
      sparse.accumulate add %v into %C at positions [%i, %k] : !sparse.buffer<?x?xf32>
    }
  }
  return
}

// Of columns past those of the buffer, of coordinates of another extent, and of
// positions that no loop has come to nothing is said.

// CHECK-LABEL: func.func @nothing_known(
// CHECK: scf.for
// CHECK-NOT: sparse.exists
// CHECK: return
func.func @nothing_known(%m: index, %n: index, %nnz: index, %row: memref<?xi32>, %v: f32, %mem: memref<?x?xf32>, %q: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %E = axis.sparse_variable %m count %nnz coordinates %row : memref<?xi32> -> !sparse
  %F = axis.sparse_variable %nnz count %nnz coordinates %row : memref<?xi32> -> !sparse
  %I = axis.dense_fixed %m : !dense
  %K = axis.dense_fixed %n : !dense
  %C = sparse.bind %mem on (%I, %K) : memref<?x?xf32> on (!dense, !dense) -> !sparse.buffer<?x?xf32>
  scf.for %p = %c0 to %nnz step %c1 {
    %i = axis.coordinate %E[%p] : !sparse
    %wide = axis.coordinate %F[%p] : !sparse
    %given = axis.coordinate %E[%q] : !sparse
    scf.for %k = %c0 to %n step %c1 {
      sparse.accumulate add %v into %C at positions [%wide, %k] : !sparse.buffer<?x?xf32>
      sparse.accumulate add %v into %C at positions [%given, %k] : !sparse.buffer<?x?xf32>
    }
    scf.for %k = %c0 to %m step %c1 {
      sparse.accumulate add %v into %C at positions [%i, %k] : !sparse.buffer<?x?xf32>
    }
  }
  return
}

// Rows without a coordinate are told by their loops alone.

// CHECK-LABEL: func.func @dense_rows(
// CHECK-NOT: sparse.exists
// CHECK: return
func.func @dense_rows(%m: index, %v: f32, %mem: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %I = axis.dense_fixed %m : !dense
  %C = sparse.bind %mem on (%I) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  scf.for %i = %c0 to %m step %c1 {
    sparse.accumulate add %v into %C at positions [%i] : !sparse.buffer<?xf32>
  }
  return
}
