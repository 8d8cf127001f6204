// RUN: sparse-opt %s | FileCheck %s
// RUN: sparse-opt %s | sparse-opt | FileCheck %s
// RUN: sparse-opt %s --mlir-print-op-generic | sparse-opt | FileCheck %s
// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(convert-generic-to-iter))' | FileCheck %s

!csr = !sparse.tensor<?x?xf32, #sparse.csr>
!bsr = !sparse.tensor<?x?xf32, #sparse.bsr<4, 4>>
!ell = !sparse.tensor<?x?xf32, #sparse.ell<8>>

// CHECK-LABEL: func.func @to_blocks(
// CHECK-SAME: %[[A:[^:]*]]: !sparse.tensor<?x?xf32, #sparse.csr>
// CHECK: %[[B:.*]] = sparse.convert %[[A]] : !sparse.tensor<?x?xf32, #sparse.csr> -> !sparse.tensor<?x?xf32, #sparse.bsr<4, 4>>
// CHECK: return %[[B]] :
func.func @to_blocks(%A: !csr {sparse.access = "read"}) -> !bsr {
  %B = sparse.convert %A : !sparse.tensor<?x?xf32, #sparse.csr> -> !sparse.tensor<?x?xf32, #sparse.bsr<4, 4>>
  return %B : !bsr
}

// What is made may be converted too, and need not be returned.

// CHECK-LABEL: func.func @several(
// CHECK: %[[B:.*]] = sparse.convert %{{.*}} -> !sparse.tensor<?x?xf32, #sparse.bsr<4, 4>>
// CHECK: %[[C:.*]] = sparse.convert %[[B]] : !sparse.tensor<?x?xf32, #sparse.bsr<4, 4>> -> !sparse.tensor<?x?xf32, #sparse.ell<8>>
// CHECK: %[[D:.*]] = sparse.convert %[[B]] : !sparse.tensor<?x?xf32, #sparse.bsr<4, 4>> -> !sparse.tensor<?x?xf32, #sparse.csr>
// CHECK: return %[[D]], %[[C]] :
func.func @several(%A: !csr) -> (!csr, !ell) {
  %B = sparse.convert %A : !csr -> !bsr
  %C = sparse.convert %B : !bsr -> !ell
  %D = sparse.convert %B : !bsr -> !csr
  return %D, %C : !csr, !ell
}

// Sizes may be forgotten.

// CHECK-LABEL: func.func @sizes(
// CHECK: sparse.convert %{{.*}} : !sparse.tensor<8x16xf32, #sparse.csr> -> !sparse.tensor<8x?xf32, #sparse.csc>
func.func @sizes(%A: !sparse.tensor<8x16xf32, #sparse.csr>) -> !sparse.tensor<8x?xf32, #sparse.csc> {
  %B = sparse.convert %A : !sparse.tensor<8x16xf32, #sparse.csr> -> !sparse.tensor<8x?xf32, #sparse.csc>
  return %B : !sparse.tensor<8x?xf32, #sparse.csc>
}

// CHECK-LABEL: func.func @values_of_its_own(
// CHECK: %[[P:.*]] = sparse.with_values
// CHECK: sparse.convert %[[P]] :
func.func @values_of_its_own(%A: !csr, %m: memref<?xf32>) -> !bsr {
  %I, %J, %Av = sparse.unpack %A : !csr -> !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>, !sparse.buffer<?xf32>
  %Pv = sparse.bind %m on (%I, %J) : memref<?xf32> on (!axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>) -> !sparse.buffer<?xf32>
  %P = sparse.with_values %A, %Pv : !csr, !sparse.buffer<?xf32> -> !csr
  %B = sparse.convert %P : !csr -> !bsr
  return %B : !bsr
}
