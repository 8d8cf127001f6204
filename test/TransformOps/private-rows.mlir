// RUN: sparse-opt %s --transform-interpreter --split-input-file --verify-diagnostics | FileCheck %s
// RUN: sparse-opt %s --split-input-file --verify-roundtrip -o /dev/null

// A worker has room for the elements of its longest tile, and takes it again for
// each.

// CHECK-LABEL: func.func @under_rows(
// CHECK-NOT: sparse.alloc
// CHECK: scf.forall
// CHECK: %[[MOST:.*]] = scf.for %[[B:.*]] = %[[LO:.*]] to %[[HI:.*]] step %[[SIZE:.*]] iter_args(%[[M:.*]] = %{{.*}}) -> (index) {
// CHECK: %[[AFTER:.*]] = arith.addi %[[B]], %[[SIZE]]
// CHECK: %[[E:.*]] = arith.minsi %[[AFTER]], %[[HI]]
// CHECK: %[[P0:.*]] = axis.position
// CHECK: %[[P1:.*]] = axis.position
// CHECK: %[[N:.*]] = arith.subi %[[P1]], %[[P0]]
// CHECK: %[[MAX:.*]] = arith.maxsi %[[M]], %[[N]]
// CHECK: scf.yield %[[MAX]]
// CHECK: %[[W:.*]] = axis.dense_fixed %[[MOST]]
// CHECK: scf.for %{{.*}} = %[[LO]] to %[[HI]] step %[[SIZE]] {
// CHECK: %[[T:.*]] = sparse.alloc on (%[[W]])
// CHECK: %[[FIRST:.*]] = axis.position {{.*}} under %[[ROW:.*]] :
// CHECK: scf.for %{{.*}} = %[[ROW]] to
// CHECK: %[[AT:.*]] = arith.subi %{{.*}}, %[[FIRST]]
// CHECK: sparse.store %{{.*}}, %[[T]] at positions [%[[AT]]]
// CHECK: %[[AT2:.*]] = arith.subi %{{.*}}, %[[FIRST]]
// CHECK: sparse.load %[[T]] at positions [%[[AT2]]]
// CHECK: role = tile>}
// CHECK: role = worker>}
!dense = !axis.axis<dense_fixed>
!rows = !axis.axis<sparse_variable, sorted, unique>
!values = !sparse.buffer<?xf32>
#r1 = #iter.loop<nest = "first", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j1 = #iter.loop<nest = "first", dims = ["j"], axis = sparse_variable, kind = spatial, role = level>
#r2 = #iter.loop<nest = "second", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j2 = #iter.loop<nest = "second", dims = ["j"], axis = sparse_variable, kind = reduction, role = level>
module attributes {transform.with_named_sequence} {
  func.func @under_rows(%m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %a: memref<?xf32>, %x: memref<?xf32>, %y: memref<?xf32>) {
    %zero = arith.constant 0.0 : f32
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %I = axis.dense_fixed %m : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !rows
    %A = sparse.bind %a on (%I, %J) : memref<?xf32> on (!dense, !rows) -> !values
    %X = sparse.bind %x on (%I) : memref<?xf32> on (!dense) -> !values
    %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !values
    %T = sparse.alloc on (%I, %J) : (!dense, !rows) -> !values
    scf.for %i = %c0 to %m step %c1 {
      %length = axis.length %J under %i : !rows
      %begin = axis.position %J[%c0] under %i : !rows
      %end = arith.addi %begin, %length : index
      sparse.store %zero, %X at positions [%i] : !values
      scf.for %p = %begin to %end step %c1 {
        %v = sparse.load %A at positions [%p] : !values
        sparse.store %v, %T at positions [%p] : !values
      } {iter.loop = #j1}
    } {iter.loop = #r1}
    scf.for %i = %c0 to %m step %c1 {
      %length = axis.length %J under %i : !rows
      %begin = axis.position %J[%c0] under %i : !rows
      %end = arith.addi %begin, %length : index
      sparse.store %zero, %Y at positions [%i] : !values
      scf.for %p = %begin to %end step %c1 {
        %v = sparse.load %T at positions [%p] : !values
        sparse.accumulate add %v into %Y at positions [%i] : !values
      } {iter.loop = #j2}
    } {iter.loop = #r2}
    return
  }
  transform.named_sequence @__transform_main(%positions: !transform.any_op) {
    %rows = transform.param.constant 8 : i64 -> !transform.param<i64>
    transform.sparse.fuse_by_rows %positions private(%rows : !transform.param<i64>) : !transform.any_op
    transform.yield
  }
}

// -----

// What is by rows has as many as a tile.

// CHECK-LABEL: func.func @by_rows(
// CHECK-NOT: sparse.alloc
// CHECK: scf.forall
// CHECK: %[[MOST:.*]] = arith.minsi %[[SIZE:c8[_0-9]*]], %{{.*}} : index
// CHECK: %[[W:.*]] = axis.dense_fixed %[[MOST]]
// CHECK: scf.for %[[B:.*]] = %{{.*}} to %{{.*}} step %[[SIZE]] {
// CHECK: %[[T:.*]] = sparse.alloc on (%[[W]])
// CHECK: %[[AT:.*]] = arith.subi %{{.*}}, %[[B]]
// CHECK: sparse.store %{{.*}}, %[[T]] at positions [%[[AT]]]
!dense = !axis.axis<dense_fixed>
!rows = !axis.axis<sparse_variable, sorted, unique>
!values = !sparse.buffer<?xf32>
#r1 = #iter.loop<nest = "first", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j1 = #iter.loop<nest = "first", dims = ["j"], axis = sparse_variable, kind = spatial, role = level>
#r2 = #iter.loop<nest = "second", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j2 = #iter.loop<nest = "second", dims = ["j"], axis = sparse_variable, kind = reduction, role = level>
module attributes {transform.with_named_sequence} {
  func.func @by_rows(%m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %a: memref<?xf32>, %x: memref<?xf32>, %y: memref<?xf32>) {
    %zero = arith.constant 0.0 : f32
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %I = axis.dense_fixed %m : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !rows
    %A = sparse.bind %a on (%I, %J) : memref<?xf32> on (!dense, !rows) -> !values
    %X = sparse.bind %x on (%I) : memref<?xf32> on (!dense) -> !values
    %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !values
    %T = sparse.alloc on (%I) : (!dense) -> !values
    scf.for %i = %c0 to %m step %c1 {
      %length = axis.length %J under %i : !rows
      %begin = axis.position %J[%c0] under %i : !rows
      %end = arith.addi %begin, %length : index
      sparse.store %zero, %X at positions [%i] : !values
      scf.for %p = %begin to %end step %c1 {
        %v = sparse.load %A at positions [%p] : !values
        sparse.store %v, %T at positions [%i] : !values
      } {iter.loop = #j1}
    } {iter.loop = #r1}
    scf.for %i = %c0 to %m step %c1 {
      %length = axis.length %J under %i : !rows
      %begin = axis.position %J[%c0] under %i : !rows
      %end = arith.addi %begin, %length : index
      sparse.store %zero, %Y at positions [%i] : !values
      scf.for %p = %begin to %end step %c1 {
        %v = sparse.load %T at positions [%i] : !values
        sparse.accumulate add %v into %Y at positions [%i] : !values
      } {iter.loop = #j2}
    } {iter.loop = #r2}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %rows = transform.param.constant 8 : i64 -> !transform.param<i64>
    transform.sparse.fuse_by_rows %root private(%rows : !transform.param<i64>) : !transform.any_op
    transform.yield
  }
}

// -----

// Without such memory tiles are those that are asked for, here all rows; what is
// used elsewhere stays where that is allowed.

// CHECK-LABEL: func.func @stays(
// CHECK: sparse.alloc on
// CHECK: sparse.fill
// CHECK: scf.forall
// CHECK-NOT: role = tile
// CHECK: return
!dense = !axis.axis<dense_fixed>
!rows = !axis.axis<sparse_variable, sorted, unique>
!values = !sparse.buffer<?xf32>
#r1 = #iter.loop<nest = "first", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j1 = #iter.loop<nest = "first", dims = ["j"], axis = sparse_variable, kind = spatial, role = level>
#r2 = #iter.loop<nest = "second", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j2 = #iter.loop<nest = "second", dims = ["j"], axis = sparse_variable, kind = reduction, role = level>
module attributes {transform.with_named_sequence} {
  func.func @stays(%m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %a: memref<?xf32>, %x: memref<?xf32>, %y: memref<?xf32>) {
    %zero = arith.constant 0.0 : f32
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %I = axis.dense_fixed %m : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !rows
    %A = sparse.bind %a on (%I, %J) : memref<?xf32> on (!dense, !rows) -> !values
    %X = sparse.bind %x on (%I) : memref<?xf32> on (!dense) -> !values
    %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !values
    %T = sparse.alloc on (%I, %J) : (!dense, !rows) -> !values
    sparse.fill %T, %zero : !values
    scf.for %i = %c0 to %m step %c1 {
      %length = axis.length %J under %i : !rows
      %begin = axis.position %J[%c0] under %i : !rows
      %end = arith.addi %begin, %length : index
      sparse.store %zero, %X at positions [%i] : !values
      scf.for %p = %begin to %end step %c1 {
        %v = sparse.load %A at positions [%p] : !values
        sparse.store %v, %T at positions [%p] : !values
      } {iter.loop = #j1}
    } {iter.loop = #r1}
    scf.for %i = %c0 to %m step %c1 {
      %length = axis.length %J under %i : !rows
      %begin = axis.position %J[%c0] under %i : !rows
      %end = arith.addi %begin, %length : index
      sparse.store %zero, %Y at positions [%i] : !values
      scf.for %p = %begin to %end step %c1 {
        %v = sparse.load %T at positions [%p] : !values
        sparse.accumulate add %v into %Y at positions [%i] : !values
      } {iter.loop = #j2}
    } {iter.loop = #r2}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %rows = transform.param.constant 8 : i64 -> !transform.param<i64>
    transform.sparse.fuse_by_rows %root private(%rows : !transform.param<i64>) {where_legal} : !transform.any_op
    transform.yield
  }
}

// -----

// 0 is none.

// CHECK-LABEL: func.func @none(
// CHECK: sparse.alloc on
// CHECK: scf.forall
// CHECK-NOT: role = tile
// CHECK: return
!dense = !axis.axis<dense_fixed>
!rows = !axis.axis<sparse_variable, sorted, unique>
!values = !sparse.buffer<?xf32>
#r1 = #iter.loop<nest = "first", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j1 = #iter.loop<nest = "first", dims = ["j"], axis = sparse_variable, kind = spatial, role = level>
#r2 = #iter.loop<nest = "second", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j2 = #iter.loop<nest = "second", dims = ["j"], axis = sparse_variable, kind = reduction, role = level>
module attributes {transform.with_named_sequence} {
  func.func @none(%m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %a: memref<?xf32>, %x: memref<?xf32>, %y: memref<?xf32>) {
    %zero = arith.constant 0.0 : f32
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %I = axis.dense_fixed %m : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !rows
    %A = sparse.bind %a on (%I, %J) : memref<?xf32> on (!dense, !rows) -> !values
    %X = sparse.bind %x on (%I) : memref<?xf32> on (!dense) -> !values
    %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !values
    %T = sparse.alloc on (%I, %J) : (!dense, !rows) -> !values
    scf.for %i = %c0 to %m step %c1 {
      %length = axis.length %J under %i : !rows
      %begin = axis.position %J[%c0] under %i : !rows
      %end = arith.addi %begin, %length : index
      sparse.store %zero, %X at positions [%i] : !values
      scf.for %p = %begin to %end step %c1 {
        %v = sparse.load %A at positions [%p] : !values
        sparse.store %v, %T at positions [%p] : !values
      } {iter.loop = #j1}
    } {iter.loop = #r1}
    scf.for %i = %c0 to %m step %c1 {
      %length = axis.length %J under %i : !rows
      %begin = axis.position %J[%c0] under %i : !rows
      %end = arith.addi %begin, %length : index
      sparse.store %zero, %Y at positions [%i] : !values
      scf.for %p = %begin to %end step %c1 {
        %v = sparse.load %T at positions [%p] : !values
        sparse.accumulate add %v into %Y at positions [%i] : !values
      } {iter.loop = #j2}
    } {iter.loop = #r2}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %rows = transform.param.constant 0 : i64 -> !transform.param<i64>
    transform.sparse.fuse_by_rows %root private(%rows : !transform.param<i64>) : !transform.any_op
    transform.yield
  }
}
