// RUN: sparse-opt %s | FileCheck %s
// RUN: sparse-opt %s | sparse-opt | FileCheck %s
// RUN: sparse-opt %s --mlir-print-op-generic | sparse-opt | FileCheck %s
// RUN: sparse-opt %s --canonicalize | FileCheck %s --check-prefix=CANONICAL
// RUN: sparse-opt %s --spindle-expand-tensors | FileCheck %s --check-prefix=EXPANDED

!dense = !axis.axis<dense_fixed>

// A dense tensor on axes of two others gives these and its values back.

// CHECK-LABEL: func.func @pack(
// CHECK: %[[HV:.*]] = sparse.alloc on
// CHECK: %[[H:.*]] = sparse.pack %[[HV]] : !sparse.buffer<?x?xf32> -> !sparse.tensor<?x?xf32, #sparse.dense>
// CHECK: %[[R:[^,]*]], %[[S:[^,]*]], %[[V:.*]] = sparse.unpack %[[H]] :
// CHECK: sparse.fill %[[V]]
// CHECK: iter.nest "rows" ({{.*}}) over (%[[R]], %[[S]] :

// CANONICAL-LABEL: func.func @pack(
// CANONICAL: %[[N:[^,]*]], %{{.*}} = sparse.unpack %{{.*}} :
// CANONICAL: %[[K:[^,]*]], %{{.*}} = sparse.unpack %{{.*}} :
// CANONICAL: %[[HV:.*]] = sparse.alloc on (%[[N]], %[[K]])
// CANONICAL-NOT: sparse.pack
// CANONICAL: sparse.fill %[[HV]]
// CANONICAL: iter.nest "rows" ({{.*}}) over (%[[N]], %[[K]] :

// EXPANDED-LABEL: func.func @pack(
// EXPANDED: %[[HV:.*]] = sparse.alloc on (%[[N:.*]], %[[K:[^)]*]])
// EXPANDED-NOT: sparse.pack
// EXPANDED: sparse.fill %[[HV]]
// EXPANDED: iter.nest "rows" ({{.*}}) over (%[[N]], %[[K]] :
func.func @pack(%x: !sparse.tensor<?xf32, #sparse.dense> {sparse.name = "x", sparse.dims = ["N"]}, %y: !sparse.tensor<?xf32, #sparse.dense> {sparse.name = "y", sparse.dims = ["K"]}, %out: memref<f32>) {
  %N, %xv = sparse.unpack %x : !sparse.tensor<?xf32, #sparse.dense> -> !dense, !sparse.buffer<?xf32>
  %K, %yv = sparse.unpack %y : !sparse.tensor<?xf32, #sparse.dense> -> !dense, !sparse.buffer<?xf32>
  %Hv = sparse.alloc on (%N, %K) : (!dense, !dense) -> !sparse.buffer<?x?xf32>
  %H = sparse.pack %Hv : !sparse.buffer<?x?xf32> -> !sparse.tensor<?x?xf32, #sparse.dense>
  %R, %S, %v = sparse.unpack %H : !sparse.tensor<?x?xf32, #sparse.dense> -> !dense, !dense, !sparse.buffer<?x?xf32>
  %zero = arith.constant 0.0 : f32
  sparse.fill %v, %zero : !sparse.buffer<?x?xf32>
  iter.nest "rows" ("r": %r, "s": %s) over (%R, %S : !dense, !dense) kinds [spatial, spatial] {
    %a = sparse.load %v[%r, %s] : !sparse.buffer<?x?xf32>
    memref.store %a, %out[] : memref<f32>
  }
  return
}
