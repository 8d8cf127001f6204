// RUN: sparse-opt %s --canonicalize --cse | FileCheck %s

!csr = !sparse.tensor<?x?xf32, #sparse.csr>
!bsr = !sparse.tensor<?x?xf32, #sparse.bsr<4, 4>>

// CHECK-LABEL: func.func @a_copy_of_what_is_made(
// CHECK: %[[B:.*]] = sparse.convert %{{.*}} : !sparse.tensor<?x?xf32, #sparse.csr> -> !sparse.tensor<?x?xf32, #sparse.bsr<4, 4>>
// CHECK-NEXT: return %[[B]]
func.func @a_copy_of_what_is_made(%A: !csr) -> !bsr {
  %B = sparse.convert %A : !csr -> !bsr
  %C = sparse.convert %B : !bsr -> !bsr
  return %C : !bsr
}

// The caller frees what it is given, and an argument is not the function's.

// CHECK-LABEL: func.func @a_copy_of_an_argument_stays(
// CHECK: %[[B:.*]] = sparse.convert
// CHECK-NEXT: return %[[B]]
func.func @a_copy_of_an_argument_stays(%A: !csr) -> !csr {
  %B = sparse.convert %A : !csr -> !csr
  return %B : !csr
}

// CHECK-LABEL: func.func @a_copy_beside_what_is_copied_stays(
// CHECK: %[[B:.*]] = sparse.convert
// CHECK-NEXT: %[[C:.*]] = sparse.convert %[[B]]
// CHECK-NEXT: return %[[B]], %[[C]]
func.func @a_copy_beside_what_is_copied_stays(%A: !csr) -> (!bsr, !bsr) {
  %B = sparse.convert %A : !csr -> !bsr
  %C = sparse.convert %B : !bsr -> !bsr
  return %B, %C : !bsr, !bsr
}

// CHECK-LABEL: func.func @another_type_stays(
// CHECK: %[[B:.*]] = sparse.convert
// CHECK-NEXT: %[[C:.*]] = sparse.convert %[[B]]
// CHECK-NEXT: return %[[C]]
func.func @another_type_stays(%A: !csr) -> !csr {
  %B = sparse.convert %A : !csr -> !bsr
  %C = sparse.convert %B : !bsr -> !csr
  return %C : !csr
}

// Two tensors are made, for two that are freed.

// CHECK-LABEL: func.func @equal_conversions_stay(
// CHECK: %[[B:.*]] = sparse.convert
// CHECK-NEXT: %[[C:.*]] = sparse.convert
// CHECK-NEXT: return %[[B]], %[[C]]
func.func @equal_conversions_stay(%A: !csr) -> (!bsr, !bsr) {
  %B = sparse.convert %A : !csr -> !bsr
  %C = sparse.convert %A : !csr -> !bsr
  return %B, %C : !bsr, !bsr
}

// CHECK-LABEL: func.func @what_is_not_used_goes(
// CHECK-NEXT: %[[B:.*]] = sparse.convert
// CHECK-NEXT: return %[[B]]
func.func @what_is_not_used_goes(%A: !csr) -> !bsr {
  %B = sparse.convert %A : !csr -> !bsr
  %C = sparse.convert %A : !csr -> !csr
  return %B : !bsr
}
