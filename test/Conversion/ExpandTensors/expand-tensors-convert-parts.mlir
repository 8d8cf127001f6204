// RUN: sparse-opt %s --spindle-expand-tensors --canonicalize | FileCheck %s --enable-var-scope
// RUN: sparse-opt %s --spindle-lower-to-llvm | FileCheck %s --check-prefix LLVM

// A tensor in a composite format has one handle, and its parts are described one after the
// other, each by the format that it has in the text.

!csr = !sparse.tensor<?x?xf32, #sparse.csr>
!T = !sparse.tensor<?x?xf32, #sparse.ell_coo<2>>

// CHECK-LABEL: func.func @to_parts(
// CHECK-SAME: -> index attributes {sparse.results = [!sparse.tensor<?x?xf32, #sparse.ell_coo<2>>]
// CHECK: %[[H:.*]] = call @spindle_tensor_begin(
// CHECK-NOT: spindle_tensor_part
// CHECK: %[[to:.*]] = memref.get_global @[[$TEXT:spindle_text.*]] :
// CHECK-NEXT: %[[pointer:.*]] = memref.extract_aligned_pointer_as_index %[[to]]
// CHECK: %[[B:.*]] = call @spindle_tensor_convert(%[[H]], %[[pointer]],
// CHECK-NEXT: call @spindle_tensor_free(%[[H]])
// CHECK-NEXT: return %[[B]] : index
// LLVM-LABEL: llvm.func @to_parts(
func.func @to_parts(%A: !csr {sparse.name = "A"}) -> !T {
  %B = sparse.convert %A : !csr -> !T
  return %B : !T
}

// CHECK-LABEL: func.func @from_parts(
// CHECK-SAME: %[[M0:[a-z0-9]*]]: index {sparse.piece = #sparse.piece<"A", part [0], dimension 0, size>}
// CHECK-SAME: memref<?x2xf32> {sparse.piece = #sparse.piece<"A", part [0], values>}
// CHECK-SAME: %[[M1:[a-z0-9]*]]: index {sparse.piece = #sparse.piece<"A", part [1], dimension 0, size>}
// CHECK-SAME: %{{[a-z0-9]*}}: memref<?xf32> {sparse.piece = #sparse.piece<"A", part [1], values>}
// CHECK-SAME: %{{[a-z0-9]*}}: memref<?x2xf32> {sparse.piece = #sparse.piece<"C", part [0], values>}
// CHECK-SAME: %[[C1:[a-z0-9]*]]: memref<?xf32> {sparse.piece = #sparse.piece<"C", part [1], values>}
// CHECK-DAG: %[[zero:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[one:.*]] = arith.constant 1 : index
// CHECK: %[[H:.*]] = call @spindle_tensor_begin(
// CHECK-NEXT: %[[P0:.*]] = call @spindle_tensor_part(%[[H]], %[[zero]])
// CHECK-NEXT: call @spindle_tensor_size(%[[P0]], %[[M0]])
// CHECK: %[[P1:.*]] = call @spindle_tensor_part(%[[H]], %[[one]])
// CHECK-NEXT: call @spindle_tensor_size(%[[P1]], %[[M1]])
// CHECK: %[[values:.*]] = memref.extract_aligned_pointer_as_index %[[C1]]
// CHECK-NEXT: call @spindle_tensor_array(%[[P1]], %{{.*}}, %{{.*}}, %[[values]])
// CHECK: %[[B:.*]] = call @spindle_tensor_convert(%[[H]],
// CHECK-NEXT: call @spindle_tensor_free(%[[H]])
// CHECK-NEXT: return %[[B]] : index
func.func @from_parts(%A: !T {sparse.name = "A"}, %C: !T {sparse.name = "C", sparse.structure_of = "A"}) -> !csr {
  %B = sparse.convert %C : !T -> !csr
  return %B : !csr
}

// What is made in between is one handle.

// CHECK-LABEL: func.func @there_and_back(
// CHECK: %[[H:.*]] = call @spindle_tensor_begin(
// CHECK: %[[B:.*]] = call @spindle_tensor_convert(%[[H]],
// CHECK: %[[C:.*]] = call @spindle_tensor_convert(%[[B]],
// CHECK-NEXT: call @spindle_tensor_free(%[[B]])
// CHECK-NEXT: return %[[C]]
func.func @there_and_back(%A: !csr) -> !csr {
  %B = sparse.convert %A : !csr -> !T
  %C = sparse.convert %B : !T -> !csr
  return %C : !csr
}

// CHECK: memref.global "private" constant @[[$TEXT]] : memref<{{[0-9]+}}xi8> = dense<{{.*}}> {text = "ell_coo<2> = composite (i, j) -> (slot(j in i) below 2 : #sparse.ell<2>, rest : #sparse.coo)"}
