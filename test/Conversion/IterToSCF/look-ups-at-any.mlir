// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(convert-iter-to-scf),canonicalize,cse)' | FileCheck %s
// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(convert-iter-to-scf),spindle-verify-stage{stage=positions})' -o /dev/null

// Coordinates that are not asked for.

!dense = !axis.axis<dense_fixed>
!block = !axis.axis<dense_fixed, width = 4>
!steps = !axis.axis<dense_variable>
!columns = !axis.axis<sparse_variable, sorted, unique>
!column = !axis.axis<singleton>

// Each position of the level is tried, until the rest is there.

// CHECK-LABEL: func.func @each_step(
// CHECK-SAME: %[[I:[a-zA-Z0-9]+]]: index, %[[J:[a-zA-Z0-9]+]]: index
// CHECK: %[[S:.*]] = axis.dense_variable
// CHECK: %[[C:.*]] = axis.singleton
// CHECK: %[[FIRST:.*]] = axis.position %[[S]][%c0] under %[[I]]
// CHECK: %[[LENGTH:.*]] = axis.length %[[S]] under %[[I]]
// CHECK: %[[END:.*]] = arith.addi %[[FIRST]], %[[LENGTH]]
// CHECK: %[[R:.*]]:3 = scf.while (%[[P:.*]] = %[[FIRST]], %{{.*}} = %{{.*}}, %[[DONE:.*]] = %false)
// CHECK-NEXT: %[[OPEN:.*]] = arith.cmpi slt, %[[P]], %[[END]]
// CHECK-NEXT: %[[ON:.*]] = arith.select %[[DONE]], %false, %[[OPEN]]
// CHECK-NEXT: scf.condition(%[[ON]])
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%[[Q:.*]]: index, %{{.*}}: f32, %{{.*}}: i1):
// CHECK-NEXT: %[[AFTER:.*]] = arith.addi %[[Q]], %c1
// CHECK-NEXT: %{{.*}}, %[[FOUND:.*]] = axis.locate %[[C]][%[[J]]] under %[[Q]]
// CHECK-NEXT: %[[X:.*]] = scf.if %[[FOUND]] -> (f32) {
// CHECK-NEXT: sparse.load %{{.*}} at positions [%[[Q]]]
// CHECK: scf.yield %[[AFTER]], %[[X]], %[[FOUND]]
// CHECK: return %[[R]]#1, %[[R]]#2
func.func @each_step(%i: index, %j: index, %n: index, %pos: memref<?xi32>, %col: memref<?xi32>, %val: memref<?xf32>) -> (f32, i1) {
  %I = axis.dense_fixed %n : !dense
  %S = axis.dense_variable %n of %I positions %pos : !dense, memref<?xi32> -> !steps
  %C = axis.singleton %n of %S coordinates %col : (!steps), memref<?xi32> -> !column
  %v = sparse.bind %val on (%I, %S, %C) : memref<?xf32> on (!dense, !steps, !column) -> !sparse.buffer<?xf32>
  %x, %found = sparse.load %v[%i, any, %j] found : !sparse.buffer<?xf32>
  return %x, %found : f32, i1
}

// A singleton has one position, whatever coordinate it has: with it, all that
// is asked for is found.

// CHECK-LABEL: func.func @the_only_position(
// CHECK: scf.while
// CHECK-NOT: axis.locate
// CHECK: sparse.load %{{.*}} at positions
func.func @the_only_position(%i: index, %n: index, %pos: memref<?xi32>, %col: memref<?xi32>, %val: memref<?xf32>) -> f32 {
  %I = axis.dense_fixed %n : !dense
  %S = axis.dense_variable %n of %I positions %pos : !dense, memref<?xi32> -> !steps
  %C = axis.singleton %n of %S coordinates %col : (!steps), memref<?xi32> -> !column
  %v = sparse.bind %val on (%I, %S, %C) : memref<?xf32> on (!dense, !steps, !column) -> !sparse.buffer<?xf32>
  %x = sparse.load %v[%i, any, any] : !sparse.buffer<?xf32>
  return %x : f32
}

// Any row and any block of a sorted list, whose cells are offsets.

// CHECK-LABEL: func.func @any_row(
// CHECK-SAME: %[[J:[a-zA-Z0-9]+]]: index
// CHECK: scf.while (%[[R:.*]] = %c0,
// CHECK: %{{.*}}, %{{.*}} = axis.locate %{{.*}}[%[[J]]] under
// CHECK: scf.while
// CHECK: %[[OFFSET:.*]] = axis.coordinate
// CHECK: sparse.load %{{.*}} at positions [%{{.*}}, %[[OFFSET]]]
func.func @any_row(%j: index, %n: index, %pos: memref<?xi32>, %col: memref<?xi32>, %bits: memref<?x4xi1>, %val: memref<?x4xf32>) -> f32 {
  %c4 = arith.constant 4 : index
  %I = axis.dense_fixed %n : !dense
  %J = axis.sparse_variable %n of %I positions %pos coordinates %col : !dense, memref<?xi32>, memref<?xi32> -> !columns
  %B = axis.dense_fixed %c4 of %J : !columns -> !block
  %O = axis.occupancy %bits on (%I, %J, %B) : memref<?x4xi1> on (!dense, !columns, !block) -> !axis.axis<occupancy>
  %v = sparse.bind %val on (%I, %J, %B, %O) : memref<?x4xf32> on (!dense, !columns, !block, !axis.axis<occupancy>) -> !sparse.buffer<?x4xf32>
  %x = sparse.load %v[any, %j, any] : !sparse.buffer<?x4xf32>
  return %x : f32
}

// A nest's own element is none that is looked up at any coordinate.

// CHECK-LABEL: func.func @beside_a_nest(
// CHECK: scf.for
// CHECK: scf.for
// CHECK: scf.while
func.func @beside_a_nest(%n: index, %pos: memref<?xi32>, %col: memref<?xi32>, %val: memref<?xf32>) {
  %I = axis.dense_fixed %n : !dense
  %J = axis.sparse_variable %n of %I positions %pos coordinates %col : !dense, memref<?xi32>, memref<?xi32> -> !columns
  %v = sparse.bind %val on (%I, %J) : memref<?xf32> on (!dense, !columns) -> !sparse.buffer<?xf32>
  iter.nest "n" ("i": %i, "j": %j) over (%I, %J : !dense, !columns) kinds [spatial, spatial] {
    %x = sparse.load %v[%i, any] : !sparse.buffer<?xf32>
    func.call @use(%x) : (f32) -> ()
  }
  return
}
func.func private @use(f32)
