// RUN: sparse-opt %s | FileCheck %s
// RUN: sparse-opt %s | sparse-opt | FileCheck %s
// RUN: sparse-opt %s --mlir-print-op-generic | sparse-opt | FileCheck %s

// CHECK-LABEL: func.func @updates(
// CHECK: iter.atomic_update add %{{.+}} into %{{.+}}[%{{.+}}] : f32, memref<?xf32>
// CHECK: iter.atomic_update add %{{.+}} into %{{.+}}[%{{.+}}, %{{.+}}] mask(%{{.+}}) : vector<8xf32>, memref<?x?xf32>
// CHECK: iter.atomic_update max %{{.+}} into %{{.+}}[%{{.+}}, %{{.+}}] : vector<8xf32>, memref<?x?xf32>, (vector<8xindex>, index)
// CHECK: iter.atomic_update segmented add %{{.+}} into %{{.+}}[%{{.+}}] : vector<8xf32>, memref<?xf32>, (vector<8xindex>)
func.func @updates(%x: f32, %xs: vector<8xf32>, %m: vector<8xi1>, %Y: memref<?xf32>, %C: memref<?x?xf32>, %i: index, %k: index, %is: vector<8xindex>) {
  iter.atomic_update add %x into %Y[%i] : f32, memref<?xf32>
  iter.atomic_update add %xs into %C[%i, %k] mask(%m) : vector<8xf32>, memref<?x?xf32>
  iter.atomic_update max %xs into %C[%is, %k] : vector<8xf32>, memref<?x?xf32>, (vector<8xindex>, index)
  iter.atomic_update segmented add %xs into %Y[%is] : vector<8xf32>, memref<?xf32>, (vector<8xindex>)
  return
}

// CHECK-LABEL: func.func @other_updates(
// CHECK: iter.atomic_update add %{{.+}} into %{{.+}}[] : complex<f32>, memref<complex<f32>>
// CHECK: iter.atomic_update mul %{{.+}} into %{{.+}}[%{{.+}}] {note} : f32, memref<?xf32>
// CHECK: iter.atomic_update min %{{.+}} into %{{.+}}[%{{.+}}, %{{.+}}] mask(%{{.+}}) : vector<8xf32>, memref<?x?xf32>, (vector<8xindex>, vector<8xindex>)
func.func @other_updates(%z: complex<f32>, %Z: memref<complex<f32>>, %x: f32, %xs: vector<8xf32>, %m: vector<8xi1>, %Y: memref<?xf32>, %C: memref<?x?xf32>, %i: index, %is: vector<8xindex>) {
  iter.atomic_update add %z into %Z[] : complex<f32>, memref<complex<f32>>
  iter.atomic_update mul %x into %Y[%i] {note} : f32, memref<?xf32>
  iter.atomic_update min %xs into %C[%is, %is] mask(%m) : vector<8xf32>, memref<?x?xf32>, (vector<8xindex>, vector<8xindex>)
  return
}
