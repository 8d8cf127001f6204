// RUN: sparse-opt %s --spindle-expand-tensors | FileCheck %s --enable-var-scope

// The parts of a tensor are handed over one after the other, each with the pieces of its own
// format; the sizes of dimensions of one name are taken once.

!T = !sparse.tensor<?x?xf32, #sparse.ell_coo<2>>
!P0 = !sparse.tensor<?x?xf32, #sparse.ell<2>>
!P1 = !sparse.tensor<?x?xf32, #sparse.coo>

// CHECK-LABEL: func.func @parts(
// CHECK-SAME: %[[M:[^:]*]]: index {sparse.piece = #sparse.piece<"A", part [0], dimension 0, size>},
// CHECK-SAME: %[[N:[^:]*]]: index {sparse.piece = #sparse.piece<"A", part [0], dimension 1, size>},
// CHECK-SAME: %[[J0:[^:]*]]: memref<?x2xi32> {sparse.piece = #sparse.piece<"A", part [0], level 1, coordinates>},
// CHECK-SAME: %[[L0:[^:]*]]: memref<?xi32> {sparse.piece = #sparse.piece<"A", part [0], level 1, lengths>},
// CHECK-SAME: %[[V0:[^:]*]]: memref<?x2xf32> {sparse.access = "read", sparse.piece = #sparse.piece<"A", part [0], values>},
// CHECK-SAME: %{{[^:]*}}: index {sparse.piece = #sparse.piece<"A", part [1], dimension 0, size>},
// CHECK-SAME: %{{[^:]*}}: index {sparse.piece = #sparse.piece<"A", part [1], dimension 1, size>},
// CHECK-SAME: %[[I1:[^:]*]]: memref<?xi32> {sparse.piece = #sparse.piece<"A", part [1], level 0, coordinates>},
// CHECK-SAME: %[[J1:[^:]*]]: memref<?xi32> {sparse.piece = #sparse.piece<"A", part [1], level 1, coordinates>},
// CHECK-SAME: %[[V1:[^:]*]]: memref<?xf32> {sparse.access = "read", sparse.piece = #sparse.piece<"A", part [1], values>})
// CHECK: %[[I:.*]] = axis.dense_fixed %[[M]]
// CHECK: axis.sparse_fixed %[[N]] width %{{.*}} of %[[I]] lengths %[[L0]] coordinates %[[J0]]
// CHECK: sparse.bind %[[V0]]
// CHECK: %[[P:.*]] = axis.sparse_variable %[[M]] count %{{.*}} coordinates %[[I1]]
// CHECK: axis.singleton %[[N]] of %[[P]] coordinates %[[J1]]
// CHECK: sparse.bind %[[V1]]
func.func @parts(%A: !T {sparse.name = "A", sparse.dims = ["I", "J"], sparse.access = "read"}) {
  %A0, %A1 = sparse.parts %A : !T -> !P0, !P1
  %I0, %J0, %V0 = sparse.unpack %A0 : !P0 -> !axis.axis<dense_fixed>, !axis.axis<sparse_fixed, width = 2, sorted, unique>, !sparse.buffer<?x2xf32>
  %I1, %J1, %V1 = sparse.unpack %A1 : !P1 -> !axis.axis<sparse_variable, sorted>, !axis.axis<singleton>, !sparse.buffer<?xf32>
  return
}

// Of a tensor that shares its structure there are the values of each part; a tensor without a
// name has that of its number.

// CHECK-LABEL: func.func @shared(
// CHECK-SAME: #sparse.piece<"A", part [1], values>
// CHECK-SAME: #sparse.piece<"C", part [0], values>
// CHECK-SAME: #sparse.piece<"C", part [1], values>
// CHECK-SAME: #sparse.piece<"arg2", part [], values>
func.func @shared(%A: !T {sparse.name = "A"}, %C: !T {sparse.name = "C", sparse.structure_of = "A"}, %x: !sparse.tensor<?xf32, #sparse.dense>) {
  %A0, %A1 = sparse.parts %A : !T -> !P0, !P1
  %C0, %C1 = sparse.parts %C on (%A0, %A1) : !T on (!P0, !P1) -> !P0, !P1
  return
}

// What is made of parts is of no use any more.

// CHECK-LABEL: func.func @composed(
// CHECK-NOT: sparse.compose
func.func @composed(%A: !T {sparse.name = "A"}) {
  %A0, %A1 = sparse.parts %A : !T -> !P0, !P1
  %B = sparse.compose %A0, %A1 : !P0, !P1 -> !T
  return
}
