// RUN: sparse-opt %s --transform-interpreter | FileCheck %s

// Two layers do the columns of one tile after the other, of which the memory between
// them is no more; tiles begin at multiples of 8 columns.

// CHECK-LABEL: func.func @layers(
// CHECK: %[[WORKERS:.*]] = call @spindle.workers(
// CHECK: scf.forall (%{{.*}}) in (%[[WORKERS]]) {
// CHECK: scf.for %[[TILE:.*]] = %{{.*}} to %{{.*}} step %[[EIGHT:.*]] {
// CHECK-NEXT: %[[OWN:.*]] = sparse.alloc on {{.*}} -> !sparse.buffer<3x8xf32>
// CHECK-NEXT: %[[END:.*]] = arith.addi %[[TILE]], %[[EIGHT]] : index
// CHECK-NEXT: scf.for %[[I:.*]] = %{{.*}} to %{{.*}} step %{{.*}} {
// CHECK-NEXT: scf.for %[[J:.*]] = %[[TILE]] to %[[END]] step %{{.*}} {
// CHECK-NEXT: sparse.load %{{.*}} at positions [%[[I]], %[[J]]]
// CHECK-NEXT: %[[PLACE:.*]] = arith.subi %[[J]], %[[TILE]]
// CHECK-NEXT: sparse.store {{.*}}, %[[OWN]] at positions [%[[I]], %[[PLACE]]]
// CHECK: scf.for
// CHECK-NEXT: scf.for %{{.*}} = %[[TILE]] to %[[END]] step
// CHECK: sparse.load %[[OWN]] at positions
// CHECK: role = tile>}
// CHECK: role = worker>}
!three = !axis.axis<dense_fixed, width = 3>
!many = !axis.axis<dense_fixed, width = 32>
!matrix = !sparse.buffer<3x32xf32>
#i1 = #iter.loop<nest = "first", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j1 = #iter.loop<nest = "first", dims = ["j"], axis = dense_fixed, kind = spatial, role = level>
#i2 = #iter.loop<nest = "second", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j2 = #iter.loop<nest = "second", dims = ["j"], axis = dense_fixed, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @layers(%x: memref<3x32xf32>, %y: memref<3x32xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c32 = arith.constant 32 : index
    %I = axis.dense_fixed %c3 : !three
    %J = axis.dense_fixed %c32 : !many
    %X = sparse.bind %x on (%I, %J) : memref<3x32xf32> on (!three, !many) -> !matrix
    %Y = sparse.bind %y on (%I, %J) : memref<3x32xf32> on (!three, !many) -> !matrix
    %T = sparse.alloc on (%I, %J) : (!three, !many) -> !matrix
    scf.for %i = %c0 to %c3 step %c1 {
      scf.for %j = %c0 to %c32 step %c1 {
        %v = sparse.load %X at positions [%i, %j] : !matrix
        sparse.store %v, %T at positions [%i, %j] : !matrix
      } {iter.loop = #j1}
    } {iter.loop = #i1}
    scf.for %i = %c0 to %c3 step %c1 {
      scf.for %j = %c0 to %c32 step %c1 {
        %other = arith.subi %c2, %i : index
        %v = sparse.load %T at positions [%other, %j] : !matrix
        sparse.store %v, %Y at positions [%i, %j] : !matrix
      } {iter.loop = #j2}
    } {iter.loop = #i2}
    return
  }
  transform.named_sequence @__transform_main(%positions: !transform.any_op) {
    %tile = transform.param.constant 8 : i64 -> !transform.param<i64>
    transform.sparse.fuse_by_rows %positions private(%tile : !transform.param<i64>) {columns, where_legal} : !transform.any_op
    transform.yield
  }
}
