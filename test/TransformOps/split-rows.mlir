// RUN: sparse-opt %s --spindle-apply-schedule --split-input-file | FileCheck %s

// A row of 65536 elements and more is cut into sections of 32768, which the function of
// the rows sums up as rows of their own: from where they begin, to sums of
// theirs, which are added in order.

// CHECK-LABEL: func.func @long_rows(
// CHECK-SAME: %[[POS:[^:]*]]: memref<?xi32>, %[[CRD:[^:]*]]: memref<?xi32>, %[[X:[^:]*]]: memref<?xf32>, %[[Y:[^:]*]]: memref<?xf32>, %[[M:[^:]*]]: index, %[[N:[^:]*]]: index) {
// CHECK: %[[MAY:.*]] = arith.cmpi sge, %{{.*}}, %c65536{{.*}} : index
// CHECK: %[[TABLE:.*]] = memref.alloc(%{{.*}}) : memref<?x4xindex>
// CHECK: %[[BEGINS:.*]] = memref.alloc(%[[MOST:.*]]) : memref<?xi32>
// CHECK: %[[FOUND:.*]]:3 = scf.if %[[MAY]] -> (index, index, memref<?xi32>) {
// CHECK: scf.for %{{.*}} = %{{.*}} to %{{.*}} step %{{.*}} iter_args(
// CHECK: scf.while
// CHECK: } else {
// CHECK: %[[MEMORY:.*]] = memref.alloc(%[[MOST]]) {alignment = 64 : i64} : memref<?xf32>
// CHECK: %[[SUMS:.*]] = scf.if %[[MAY]] -> (memref<?xf32>) {

// The rows between long ones, then the sections between gaps.
// CHECK: %[[LEFT:.*]] = scf.for %{{.*}} = %{{.*}} to %[[FOUND]]#0 step %{{.*}} iter_args(
// CHECK: func.call @long_rows.rows.body(%{{.*}}, %{{.*}}, %[[N]], %[[CRD]], %[[X]], %[[POS]], %[[Y]], %[[M]]) :
// CHECK: call @long_rows.rows.body(%[[LEFT]], %[[M]], %[[N]], %[[CRD]], %[[X]], %[[POS]], %[[Y]], %[[M]]) :
// CHECK: %[[LAST:.*]] = scf.for %{{.*}} = %{{.*}} to %[[FOUND]]#0 step
// CHECK: func.call @long_rows.rows.body(%{{.*}}, %{{.*}}, %[[N]], %[[CRD]], %[[X]], %[[FOUND]]#2, %[[SUMS]], %[[FOUND]]#1) :
// CHECK: call @long_rows.rows.body(%[[LAST]], %[[FOUND]]#1, %[[N]], %[[CRD]], %[[X]], %[[FOUND]]#2, %[[SUMS]], %[[FOUND]]#1) :

// CHECK: scf.for %[[LONG:.*]] = %{{.*}} to %[[FOUND]]#0 step
// CHECK: scf.if
// CHECK-NEXT: arith.constant 0
// CHECK-NEXT: %[[ROW:.*]] = memref.load %[[TABLE]][%[[LONG]], %{{.*}}]
// CHECK: %[[FIRST:.*]] = memref.load %[[TABLE]][%[[LONG]], %{{.*}}]
// CHECK: %[[BEGIN:.*]] = memref.load %[[SUMS]][%[[FIRST]]]
// CHECK: %[[SUM:.*]] = scf.for %[[SECTION:.*]] = %{{.*}} to %{{.*}} step %{{.*}} iter_args(%[[BEFORE:.*]] = %[[BEGIN]])
// CHECK: %[[MORE:.*]] = memref.load %[[SUMS]][%[[SECTION]]]
// CHECK: arith.addf %[[BEFORE]], %[[MORE]] : f32
// CHECK: memref.store %[[SUM]], %[[Y]][%[[ROW]]]
// CHECK: memref.dealloc %[[TABLE]]
// CHECK: memref.dealloc %[[BEGINS]]
// CHECK: memref.dealloc %[[MEMORY]]

// CHECK-LABEL: func.func private @long_rows.rows.body(
// CHECK-SAME: %[[BEGIN:[^:]*]]: index, %[[END:[^:]*]]: index, %{{[^:]*}}: index, %{{[^:]*}}: memref<?xi32>, %{{[^:]*}}: memref<?xf32>, %[[P:[^:]*]]: memref<?xi32>, %[[S:[^:]*]]: memref<?xf32>, %[[COUNT:[^:]*]]: index)
// CHECK: %[[I:.*]] = axis.dense_fixed %[[COUNT]] : !axis.axis<dense_fixed>
// CHECK: axis.sparse_variable %{{.*}} of %[[I]] positions %[[P]] coordinates
// CHECK: sparse.bind %[[S]] on (%[[I]])
// CHECK: scf.for %[[ROW:.*]] = %[[BEGIN]] to %[[END]] step
// CHECK: scf.for
// CHECK: sparse.accumulate add %{{.*}} into %{{.*}} at positions [%[[ROW]]]
#i = #iter.loop<nest = "rows", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "rows", dims = ["j"], axis = sparse_variable, kind = reduction, role = level>
!dense = !axis.axis<dense_fixed>
!stored = !axis.axis<sparse_variable, sorted, unique>
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %rows = transform.sparse.match.loops dims ["i"] in %root : (!transform.any_op) -> !transform.any_op
    %long = transform.param.constant 32768 : i64 -> !transform.param<i64>
    transform.sparse.split_rows %rows sections(%long) {reassociate} : !transform.any_op, !transform.param<i64>
    transform.yield
  }
  func.func @long_rows(%pos: memref<?xi32>, %crd: memref<?xi32>, %x: memref<?xf32>, %y: memref<?xf32>, %m: index, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f32
    %I = axis.dense_fixed %m : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !stored
    %X = sparse.bind %x on (%I, %J) : memref<?xf32> on (!dense, !stored) -> !sparse.buffer<?xf32>
    %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
    scf.for %i = %c0 to %m step %c1 {
      %length = axis.length %J under %i : !stored
      %begin = axis.position %J[%c0] under %i : !stored
      %end = arith.addi %begin, %length : index
      sparse.store %zero, %Y at positions [%i] : !sparse.buffer<?xf32>
      scf.for %p = %begin to %end step %c1 {
        %v = sparse.load %X at positions [%p] : !sparse.buffer<?xf32>
        sparse.accumulate add %v into %Y at positions [%i] : !sparse.buffer<?xf32>
      } {iter.loop = #j}
    } {iter.loop = #i}
    return
  }
}

// -----

// Sections of no elements are none, and what is taken if 0 is nothing.

// CHECK-LABEL: func.func @integers_whole(
// CHECK-NOT: call
// CHECK-NOT: nothing
// CHECK: role = level>}
// CHECK: } {free, iter.loop =
// CHECK-NEXT: return
#i = #iter.loop<nest = "rows", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "rows", dims = ["j"], axis = sparse_variable, kind = reduction, role = level>
!dense = !axis.axis<dense_fixed>
!stored = !axis.axis<sparse_variable, sorted, unique>
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %loops = transform.sparse.match.loops dims ["i"] in %root : (!transform.any_op) -> !transform.any_op
    %none = transform.param.constant 0 : i64 -> !transform.param<i64>
    transform.sparse.split_rows %loops sections(%none) : !transform.any_op, !transform.param<i64>
    %off = transform.param.constant 0 : i64 -> !transform.param<i64>
    %nothing = transform.sparse.take_if %off %loops : (!transform.param<i64>, !transform.any_op) -> !transform.any_op
    transform.annotate %nothing "nothing" : !transform.any_op
    %reassociate = transform.tune.knob<"reassociate"> = 1 : i64 from options = [0 : i64, 1 : i64] -> !transform.param<i64>
    %free = transform.sparse.take_if %reassociate %loops : (!transform.param<i64>, !transform.any_op) -> !transform.any_op
    transform.annotate %free "free" : !transform.any_op
    transform.yield
  }
  func.func @integers_whole(%pos: memref<?xi32>, %crd: memref<?xi32>, %x: memref<?xi32>, %y: memref<?xi32>, %m: index, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0 : i32
    %I = axis.dense_fixed %m : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !stored
    %X = sparse.bind %x on (%I, %J) : memref<?xi32> on (!dense, !stored) -> !sparse.buffer<?xi32>
    %Y = sparse.bind %y on (%I) : memref<?xi32> on (!dense) -> !sparse.buffer<?xi32>
    scf.for %i = %c0 to %m step %c1 {
      %length = axis.length %J under %i : !stored
      %begin = axis.position %J[%c0] under %i : !stored
      %end = arith.addi %begin, %length : index
      sparse.store %zero, %Y at positions [%i] : !sparse.buffer<?xi32>
      scf.for %p = %begin to %end step %c1 {
        %v = sparse.load %X at positions [%p] : !sparse.buffer<?xi32>
        sparse.accumulate add %v into %Y at positions [%i] : !sparse.buffer<?xi32>
      } {iter.loop = #j}
    } {iter.loop = #i}
    return
  }
}

// -----

// Sums of sections follow one another where rows of the result have gaps. Those of
// each column are added.

// CHECK-LABEL: func.func @rows_with_gaps(
// CHECK: %[[PLAIN:.*]] = memref.alloc(%{{.*}}, %{{.*}}) {alignment = 64 : i64} : memref<?x?xf32>
// CHECK: %[[SUMS:.*]] = memref.cast %[[PLAIN]] : memref<?x?xf32> to memref<?x?xf32, strided<[?, 1]>>
// CHECK: scf.yield %[[SUMS]]
// CHECK-COUNT-4: call @rows_with_gaps.rows.body(
// CHECK-NOT: call
// CHECK: scf.for
// CHECK: scf.for %[[K:.*]] = %{{.*}} to %{{.*}} step
// CHECK: memref.load %{{.*}}[%{{.*}}, %[[K]]] : memref<?x?xf32, strided<[?, 1]>>
// CHECK: memref.store %{{.*}}, %{{.*}}[%{{.*}}, %[[K]]] : memref<?x?xf32, strided<[?, 1]>>
#i = #iter.loop<nest = "rows", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "rows", dims = ["j"], axis = sparse_variable, kind = reduction, role = level>
!dense = !axis.axis<dense_fixed>
!stored = !axis.axis<sparse_variable, sorted, unique>
!matrix = !sparse.buffer<?x?xf32>
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %rows = transform.sparse.match.loops dims ["i"] in %root : (!transform.any_op) -> !transform.any_op
    %long = transform.param.constant 4 : i64 -> !transform.param<i64>
    transform.sparse.split_rows %rows sections(%long) {reassociate} : !transform.any_op, !transform.param<i64>
    transform.yield
  }
  func.func @rows_with_gaps(%pos: memref<?xi32>, %crd: memref<?xi32>, %x: memref<?xf32>, %y: memref<?x?xf32, strided<[?, 1]>> {sparse.piece = #sparse.piece<"C", part [], values>}, %m: index, %n: index, %c: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f32
    %I = axis.dense_fixed %m : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !stored
    %K = axis.dense_fixed %c : !dense
    %X = sparse.bind %x on (%I, %J) : memref<?xf32> on (!dense, !stored) -> !sparse.buffer<?xf32>
    %Y = sparse.bind %y on (%I, %K) : memref<?x?xf32, strided<[?, 1]>> on (!dense, !dense) -> !matrix
    scf.for %i = %c0 to %m step %c1 {
      %length = axis.length %J under %i : !stored
      %begin = axis.position %J[%c0] under %i : !stored
      %end = arith.addi %begin, %length : index
      scf.for %k = %c0 to %c step %c1 {
        sparse.store %zero, %Y at positions [%i, %k] : !matrix
        scf.for %p = %begin to %end step %c1 {
          %v = sparse.load %X at positions [%p] : !sparse.buffer<?xf32>
          sparse.accumulate add %v into %Y at positions [%i, %k] : !matrix
        } {iter.loop = #j}
      }
    } {iter.loop = #i}
    return
  }
}
