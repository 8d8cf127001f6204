// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(convert-iter-to-scf),canonicalize,cse)' | FileCheck %s
// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(convert-iter-to-scf),spindle-verify-stage{stage=positions})' -o /dev/null

!entries = !axis.axis<sparse_variable, sorted>
!list = !axis.axis<sparse_variable>
!column = !axis.axis<singleton>
!dense = !axis.axis<dense_fixed>

// The rows of a list of entries that is sorted begin where a search says, and
// are tried until the column is found.

// CHECK-LABEL: func.func @sorted(
// CHECK-SAME: %[[I:[a-zA-Z0-9]+]]: index, %[[J:[a-zA-Z0-9]+]]: index
// CHECK: %[[E:.*]] = axis.sparse_variable
// CHECK: %[[C:.*]] = axis.singleton
// CHECK: %[[FIRST:[^,]*]], %{{.*}} = axis.locate %[[E]][%[[I]]] by carry from %c0 : !axis.axis<sparse_variable, sorted> -> index
// CHECK: %[[R:.*]]:2 = scf.while (%[[P:.*]] = %[[FIRST]], %[[X:.*]] = %[[FILL:.*]], %[[DONE:.*]] = %false) : (index, f32, i1) -> (index, f32) {
// CHECK: %[[OPEN:.*]] = arith.cmpi slt, %[[P]], %{{.*}}
// CHECK: %[[ON:.*]] = arith.select %[[DONE]], %false, %[[OPEN]]
// CHECK: %[[NEXT:.*]] = scf.if %[[ON]] -> (i1) {
// CHECK-NEXT: %[[ROW:.*]] = axis.coordinate %[[E]][%[[P]]]
// CHECK-NEXT: arith.cmpi eq, %[[ROW]], %[[I]]
// CHECK: scf.condition(%[[NEXT]])
// CHECK-NEXT: } do {
// CHECK: ^bb0(%[[Q:.*]]: index, %{{.*}}: f32):
// CHECK-NEXT: %[[AFTER:.*]] = arith.addi %[[Q]], %c1
// CHECK-NEXT: %[[PLACE:.*]], %[[FOUND:.*]] = axis.locate %[[C]][%[[J]]] under %[[Q]]
// CHECK-NEXT: %[[Y:.*]] = scf.if %[[FOUND]] -> (f32) {
// CHECK-NEXT: %[[ELEMENT:.*]] = sparse.load %{{.*}} at positions [%[[Q]]]
// CHECK-NEXT: scf.yield %[[ELEMENT]]
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %[[FILL]]
// CHECK: scf.yield %[[AFTER]], %[[Y]], %[[FOUND]]
// CHECK: call @use(%[[R]]#1)
func.func @sorted(%i: index, %j: index, %n: index, %row: memref<?xi32>, %col: memref<?xi32>, %val: memref<?xf32>) {
  %E = axis.sparse_variable %n count %n coordinates %row : memref<?xi32> -> !entries
  %C = axis.singleton %n of %E coordinates %col : (!entries), memref<?xi32> -> !column
  %v = sparse.bind %val on (%E, %C) : memref<?xf32> on (!entries, !column) -> !sparse.buffer<?xf32>
  %x = sparse.load %v[%i, %j] : !sparse.buffer<?xf32>
  func.call @use(%x) : (f32) -> ()
  return
}
func.func private @use(f32)

// An unsorted one is walked through, and `found` is told apart from having
// looked.

// CHECK-LABEL: func.func @unsorted(
// CHECK-SAME: %[[I:[a-zA-Z0-9]+]]: index
// CHECK-NOT: by carry
// CHECK: %[[R:.*]]:3 = scf.while (%[[P:.*]] = %c0, %{{.*}} = %{{.*}}, %[[DONE:.*]] = %false)
// CHECK-NOT: axis.coordinate
// CHECK: scf.condition
// CHECK: ^bb0(%[[Q:.*]]: index, %{{.*}}: f32, %{{.*}}: i1):
// CHECK: %[[ROW:.*]] = axis.coordinate %{{.*}}[%[[Q]]]
// CHECK: %[[HERE:.*]] = arith.cmpi eq, %[[ROW]], %[[I]]
// CHECK: %[[TURN:.*]]:2 = scf.if %[[HERE]] -> (f32, i1) {
// CHECK: %[[PLACE:.*]], %[[FOUND:.*]] = axis.locate
// CHECK: scf.yield %{{.*}}, %[[FOUND]]
// CHECK: scf.yield %{{.*}}, %[[TURN]]#0, %[[TURN]]#1
// CHECK: return %[[R]]#1, %[[R]]#2
func.func @unsorted(%i: index, %j: index, %n: index, %row: memref<?xi32>, %col: memref<?xi32>, %val: memref<?xf32>) -> (f32, i1) {
  %E = axis.sparse_variable %n count %n coordinates %row : memref<?xi32> -> !list
  %C = axis.singleton %n of %E coordinates %col : (!list), memref<?xi32> -> !column
  %v = sparse.bind %val on (%E, %C) : memref<?xf32> on (!list, !column) -> !sparse.buffer<?xf32>
  %x, %found = sparse.load %v[%i, %j] found : !sparse.buffer<?xf32>
  return %x, %found : f32, i1
}

// The element of a nest's coordinate may be below another position of it: it is
// searched, and not taken for that of the nest's site.

// CHECK-LABEL: func.func @beside_a_nest(
// CHECK: scf.for %[[P:.*]] =
// CHECK: %[[ROW:.*]] = axis.coordinate %{{.*}}[%[[P]]]
// CHECK: axis.locate %{{.*}}[%[[ROW]]] by carry
// CHECK: scf.while
func.func @beside_a_nest(%j: index, %n: index, %row: memref<?xi32>, %col: memref<?xi32>, %val: memref<?xf32>) {
  %E = axis.sparse_variable %n count %n coordinates %row : memref<?xi32> -> !entries
  %C = axis.singleton %n of %E coordinates %col : (!entries), memref<?xi32> -> !column
  %v = sparse.bind %val on (%E, %C) : memref<?xf32> on (!entries, !column) -> !sparse.buffer<?xf32>
  iter.nest "n" ("i": %i) over (%E : !entries) kinds [spatial] {
    %x = sparse.load %v[%i, %j] : !sparse.buffer<?xf32>
    func.call @use(%x) : (f32) -> ()
  }
  return
}
