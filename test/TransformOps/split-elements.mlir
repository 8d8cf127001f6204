// RUN: sparse-opt %s --transform-interpreter --split-input-file --verify-diagnostics | FileCheck %s

// Elements have something of their own: tiles run in parallel.

// CHECK-LABEL: func.func @elements_of_all_rows(
// CHECK-SAME: %[[N:[^:]*]]: index, %{{[^:]*}}: memref<?xi32>, %[[CRD:[^:]*]]: memref<?xi32>
// CHECK-DAG: %[[C32:.*]] = arith.constant 32 : index
// CHECK-DAG: %[[J:.*]] = axis.sparse_variable
// CHECK-DAG: %[[SIZE:.*]] = axis.size %[[J]]
// CHECK-DAG: %[[ENTRIES:.*]] = memref.dim %[[CRD]]
// CHECK-DAG: %[[TILES:.*]] = arith.ceildivsi %[[ENTRIES]], %[[C32]]
// CHECK: scf.forall (%[[T:.*]]) in (%[[TILES]]) {
// CHECK: %[[FIRST:.*]] = arith.muli %[[T]], %[[C32]]
// CHECK: %[[NEXT:.*]] = arith.addi %[[FIRST]], %[[C32]]
// CHECK: %[[END:.*]] = arith.minsi %[[NEXT]], %[[SIZE]]
// CHECK: %[[SOME:.*]] = arith.cmpi slt, %[[FIRST]], %[[SIZE]]
// CHECK: scf.if %[[SOME]] {
// CHECK: %[[LAST:.*]] = arith.subi %[[END]], %{{.*}}
// CHECK: %[[ROW:.*]] = axis.parent %[[J]][%[[FIRST]]]
// CHECK: %[[LASTROW:.*]] = axis.parent %[[J]][%[[LAST]]]
// CHECK: %[[AFTER:.*]] = arith.addi %[[LASTROW]], %{{.*}}
// CHECK: %[[ROWS:.*]] = arith.minsi %[[N]], %[[AFTER]]
// CHECK: scf.for %[[I:.*]] = %[[ROW]] to %[[ROWS]] step
// CHECK: %[[BEGIN:.*]] = axis.position %[[J]][%{{.*}}] under %[[I]]
// CHECK: %[[FIBRE:.*]] = arith.addi %[[BEGIN]]
// CHECK-DAG: %[[LO:.*]] = arith.maxsi %[[BEGIN]], %[[FIRST]]
// CHECK-DAG: %[[HI:.*]] = arith.minsi %[[FIBRE]], %[[END]]
// CHECK: scf.for %[[P:.*]] = %[[LO]] to %[[HI]] step
// CHECK-NEXT: sparse.store %{{.*}}, %{{.*}} at positions [%[[P]]]
// CHECK-NEXT: } {elements, iter.loop = #iter.loop<nest = "n", dims = ["j"]
// CHECK: } {iter.loop = #iter.loop<nest = "n", dims = ["i"]
// CHECK: } {iter.loop = #iter.loop<nest = "n", dims = ["i", "j"], axis = sparse_variable, kind = spatial, role = tile>}
!dense = !axis.axis<dense_fixed>
!rows = !axis.axis<sparse_variable, sorted, unique>
#i = #iter.loop<nest = "n", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "n", dims = ["j"], axis = sparse_variable, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @elements_of_all_rows(%n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %y: memref<?xf32>, %x: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %I = axis.dense_fixed %n : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !rows
    %Y = sparse.bind %y on (%I, %J) : memref<?xf32> on (!dense, !rows) -> !sparse.buffer<?xf32>
    scf.for %i = %c0 to %n step %c1 {
      %length = axis.length %J under %i : !rows
      %begin = axis.position %J[%c0] under %i : !rows
      %end = arith.addi %begin, %length : index
      scf.for %p = %begin to %end step %c1 {
        sparse.store %x, %Y at positions [%p] : !sparse.buffer<?xf32>
      } {iter.loop = #j}
    } {iter.loop = #i}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %n = transform.param.constant 32 : i64 -> !transform.param<i64>
    %rows = transform.sparse.match.loops dims ["i"] in %root : (!transform.any_op) -> !transform.any_op
    %tiles, %elements = transform.sparse.split_elements %rows factor(%n) : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
    transform.annotate %elements "elements" : !transform.any_op
    %parallel = transform.sparse.bind %tiles to workers : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// Sums of rows are shared by tiles, which bind says how to do.

// CHECK-LABEL: func.func @sums_of_rows(
// CHECK: scf.forall
// CHECK: scf.for %[[I:.*]] =
// CHECK: scf.for
// CHECK: sparse.accumulate atomic add %{{.*}} into %{{.*}} at positions [%[[I]]]
// CHECK: kind = reduction, role = tile>
!dense = !axis.axis<dense_fixed>
!rows = !axis.axis<sparse_variable, sorted, unique>
#i = #iter.loop<nest = "n", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "n", dims = ["j"], axis = sparse_variable, kind = reduction, role = level>
module attributes {transform.with_named_sequence} {
  func.func @sums_of_rows(%n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %y: memref<?xf32>, %x: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %I = axis.dense_fixed %n : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !rows
    %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
    scf.for %i = %c0 to %n step %c1 {
      %length = axis.length %J under %i : !rows
      %begin = axis.position %J[%c0] under %i : !rows
      %end = arith.addi %begin, %length : index
      scf.for %p = %begin to %end step %c1 {
        sparse.accumulate add %x into %Y at positions [%i] : !sparse.buffer<?xf32>
      } {iter.loop = #j}
    } {iter.loop = #i}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %n = transform.param.constant 32 : i64 -> !transform.param<i64>
    %rows = transform.sparse.match.loops dims ["i"] in %root : (!transform.any_op) -> !transform.any_op
    %tiles, %elements = transform.sparse.split_elements %rows factor(%n) : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
    %parallel = transform.sparse.bind %tiles to workers {atomic} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// Three levels: elements are those of the last one, and each loop is cut by the
// parents of the first and the last.

// CHECK-LABEL: func.func @elements_under_elements(
// CHECK: %[[J:.*]] = axis.sparse_variable
// CHECK: %[[K:.*]] = axis.sparse_variable
// CHECK: scf.for %[[T:.*]] =
// CHECK: scf.if
// CHECK: %[[FIRST:.*]] = axis.parent %[[K]][
// CHECK: %[[LAST:.*]] = axis.parent %[[K]][
// CHECK: %[[END:.*]] = arith.addi %[[LAST]]
// CHECK: %[[ROW:.*]] = axis.parent %[[J]][%[[FIRST]]]
// CHECK: axis.parent %[[J]][%[[LAST]]]
// CHECK: scf.for %[[I:.*]] = %[[ROW]] to
// CHECK: arith.maxsi %{{.*}}, %[[FIRST]]
// CHECK: arith.minsi %{{.*}}, %[[END]]
// CHECK: scf.for
// CHECK: scf.for
// CHECK: dims = ["i", "j", "k"], axis = sparse_variable, kind = spatial, role = tile>
!dense = !axis.axis<dense_fixed>
!rows = !axis.axis<sparse_variable, sorted, unique>
#i = #iter.loop<nest = "n", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "n", dims = ["j"], axis = sparse_variable, kind = spatial, role = level>
#k = #iter.loop<nest = "n", dims = ["k"], axis = sparse_variable, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @elements_under_elements(%n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %y: memref<?xf32>, %x: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %I = axis.dense_fixed %n : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !rows
    %K = axis.sparse_variable %n of %J positions %pos coordinates %crd : !rows, memref<?xi32>, memref<?xi32> -> !rows
    %Y = sparse.bind %y on (%I, %J, %K) : memref<?xf32> on (!dense, !rows, !rows) -> !sparse.buffer<?xf32>
    scf.for %i = %c0 to %n step %c1 {
      %length = axis.length %J under %i : !rows
      %begin = axis.position %J[%c0] under %i : !rows
      %end = arith.addi %begin, %length : index
      scf.for %p = %begin to %end step %c1 {
        %l = axis.length %K under %p : !rows
        %b = axis.position %K[%c0] under %p : !rows
        %e = arith.addi %l, %b : index
        scf.for %q = %b to %e step %c1 {
          sparse.store %x, %Y at positions [%q] : !sparse.buffer<?xf32>
        } {iter.loop = #k}
      } {iter.loop = #j}
    } {iter.loop = #i}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %n = transform.param.constant 32 : i64 -> !transform.param<i64>
    %rows = transform.sparse.match.loops dims ["i"] in %root : (!transform.any_op) -> !transform.any_op
    %tiles, %elements = transform.sparse.split_elements %rows factor(%n) : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// Tiles of no elements are none, and what refuses may stay.

// CHECK-LABEL: func.func @where_legal(
// CHECK-NOT: axis.parent
// CHECK: return
!dense = !axis.axis<dense_fixed>
!rows = !axis.axis<sparse_variable, sorted, unique>
#i = #iter.loop<nest = "n", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "n", dims = ["j"], axis = sparse_variable, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @where_legal(%n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %y: memref<?xf32>, %x: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %I = axis.dense_fixed %n : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !rows
    %Y = sparse.bind %y on (%I, %J) : memref<?xf32> on (!dense, !rows) -> !sparse.buffer<?xf32>
    scf.for %i = %c0 to %n step %c1 {
      %length = axis.length %J under %i : !rows
      %begin = axis.position %J[%c0] under %i : !rows
      %end = arith.addi %begin, %length : index
      scf.for %p = %begin to %end step %c1 {
        sparse.store %x, %Y at positions [%p] : !sparse.buffer<?xf32>
      } {iter.loop = #j}
    } {iter.loop = #i}
    scf.for %i = %c0 to %n step %c1 {
    } {iter.loop = #i}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %n = transform.param.constant 0 : i64 -> !transform.param<i64>
    %rows = transform.sparse.match.loops dims ["i"] in %root : (!transform.any_op) -> !transform.any_op
    %tiles, %elements = transform.sparse.split_elements %rows factor(%n) : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
    %some = transform.param.constant 8 : i64 -> !transform.param<i64>
    %empty = transform.sparse.match.loops dims ["i"] innermost in %root : (!transform.any_op) -> !transform.any_op
    %none, %nor = transform.sparse.split_elements %empty factor(%some) {where_legal} : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
