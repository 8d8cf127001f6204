// RUN: sparse-opt %s --transform-interpreter --split-input-file --verify-diagnostics | FileCheck %s

// Rows of elements: an array has one number for each iteration, where the loop asks.

// CHECK-LABEL: func.func @rows_of_elements(
// CHECK-SAME: %{{[^:]*}}: index, %{{[^:]*}}: memref<?xi32>, %[[CRD:[^:]*]]: memref<?xi32>
// CHECK: %[[J:.*]] = axis.sparse_variable
// CHECK: %[[SIZE:.*]] = axis.size %[[J]]
// CHECK: %[[LENGTH:.*]] = memref.dim %[[CRD]]
// CHECK: %[[D:.*]] = axis.dense_fixed %[[LENGTH]]
// CHECK: %[[ROWS:.*]] = sparse.alloc on (%[[D]]) : (!axis.axis<dense_fixed>) -> !sparse.buffer<?xi64>
// CHECK: scf.forall (%[[P:.*]]) in (%[[SIZE]]) {
// CHECK-NEXT: %[[ODD:.*]] = arith.cmpi
// CHECK-NEXT: scf.if %[[ODD]] {
// CHECK-NEXT: %[[ROW:.*]] = axis.parent %[[J]][%[[P]]]
// CHECK-NEXT: %[[NUMBER:.*]] = arith.index_cast %[[ROW]] : index to i64
// CHECK-NEXT: sparse.store %[[NUMBER]], %[[ROWS]] at positions [%[[P]]]
// CHECK: } {iter.loop = #iter.loop<nest = "searches", dims = ["j"], axis = sparse_variable, kind = spatial, role = level>, iter.workers = #iter.workers<lanes = 1, per_block = 128>}
// CHECK: scf.forall (%[[Q:.*]]) in (%[[SIZE]]) {
// CHECK-NOT: axis.parent
// CHECK: scf.if
// CHECK: %[[READ:.*]] = sparse.load %[[ROWS]] at positions [%[[Q]]]
// CHECK: %[[AT:.*]] = arith.index_cast %[[READ]] : i64 to index
// CHECK: sparse.load %{{.*}} at positions [%[[AT]]]
// CHECK: } {iter.loop = #iter.loop<nest = "n", dims = ["j"]
!dense = !axis.axis<dense_fixed>
!rows = !axis.axis<sparse_variable, sorted, unique>
#j = #iter.loop<nest = "n", dims = ["j"], axis = sparse_variable, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @rows_of_elements(%n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %x: memref<?xf32>, %y: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %I = axis.dense_fixed %n : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !rows
    %Y = sparse.bind %y on (%I, %J) : memref<?xf32> on (!dense, !rows) -> !sparse.buffer<?xf32>
    %X = sparse.bind %x on (%I) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
    %size = axis.size %J : !rows
    scf.for %p = %c0 to %size step %c1 {
      %odd = arith.cmpi ne, %p, %c1 : index
      scf.if %odd {
        %i = axis.parent %J[%p] : !rows
        %v = sparse.load %X at positions [%i] : !sparse.buffer<?xf32>
        sparse.store %v, %Y at positions [%p] : !sparse.buffer<?xf32>
      }
    } {iter.loop = #j}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %tiles = transform.sparse.match.loops dims ["j"] in %root : (!transform.any_op) -> !transform.any_op
    %searches = transform.sparse.materialize %tiles : (!transform.any_op) -> !transform.any_op
    %one = transform.param.constant 1 : i64 -> !transform.param<i64>
    %filled = transform.sparse.bind %searches to workers lanes(%one) : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    %again = transform.sparse.match.loops nest "n" in %root : (!transform.any_op) -> !transform.any_op
    %parallel = transform.sparse.bind %again to workers : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// Positions of coordinates, for each position of a fibre: -1 is none. The loop
// around is made again, too.

// CHECK-LABEL: func.func @positions_of_coordinates(
// CHECK-SAME: %[[N:[^:]*]]: index, %{{[^:]*}}: memref<?xi32>, %[[CRD:[^:]*]]: memref<?xi32>
// CHECK: %[[LENGTH:.*]] = memref.dim %[[CRD]]
// CHECK: %[[D:.*]] = axis.dense_fixed %[[LENGTH]]
// CHECK: %[[PLACES:.*]] = sparse.alloc on (%[[D]])
// CHECK: scf.for %[[I:.*]] = %{{.*}} to %[[N]] step
// CHECK: scf.for %[[P:.*]] =
// CHECK-NEXT: %[[C:.*]] = axis.coordinate %{{.*}}[%[[P]]] under %[[I]]
// CHECK-NEXT: %[[PLACE:.*]], %[[FOUND:.*]] = axis.locate %{{.*}}[%[[C]]] under %[[I]]
// CHECK: %[[NONE:.*]] = arith.constant -1 : index
// CHECK: %[[KEPT:.*]] = arith.select %[[FOUND]], %[[PLACE]], %[[NONE]]
// CHECK: %[[NUMBER:.*]] = arith.index_cast %[[KEPT]]
// CHECK: sparse.store %[[NUMBER]], %[[PLACES]] at positions [%[[P]]]
// CHECK: dims = ["j"]
// CHECK: } {iter.loop = #iter.loop<nest = "searches", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>, searches}
// CHECK: scf.for
// CHECK: scf.for %[[Q:.*]] =
// CHECK-NOT: axis.locate
// CHECK: %[[READ:.*]] = sparse.load %[[PLACES]] at positions [%[[Q]]]
// CHECK: %[[AT:.*]] = arith.index_cast %[[READ]]
// CHECK: %[[THERE:.*]] = arith.cmpi sge, %[[AT]]
// CHECK: scf.if %[[THERE]]
!dense = !axis.axis<dense_fixed>
!rows = !axis.axis<sparse_variable, sorted, unique>
#i = #iter.loop<nest = "n", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "n", dims = ["j"], axis = sparse_variable, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @positions_of_coordinates(%n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %y: memref<?xf32>, %x: f32) {
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
        %j = axis.coordinate %J[%p] under %i : !rows
        %q, %found = axis.locate %J[%j] under %i : index : !rows -> index
        scf.if %found {
          sparse.store %x, %Y at positions [%q] : !sparse.buffer<?xf32>
        }
      } {iter.loop = #j}
    } {iter.loop = #i}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %tiles = transform.sparse.match.loops dims ["j"] in %root : (!transform.any_op) -> !transform.any_op
    %searches = transform.sparse.materialize %tiles : (!transform.any_op) -> !transform.any_op
    transform.annotate %searches "searches" : !transform.any_op
    transform.yield
  }
}

// -----

// The two searches of a tile are filled by one loop. A loop that need not begin at
// 0 has its first iteration's number first.

// CHECK-LABEL: func.func @from_a_number(
// CHECK-SAME: %[[LO:[^:]*]]: index, %[[HI:[^:]*]]: index
// CHECK: %[[COUNT:.*]] = arith.subi %[[HI]], %[[LO]]
// CHECK: arith.maxsi %[[COUNT]]
// CHECK-COUNT-2: sparse.alloc
// CHECK: scf.for %[[P:.*]] = %[[LO]] to %[[HI]]
// CHECK: axis.parent
// CHECK: %[[AT:.*]] = arith.subi %[[P]], %[[LO]]
// CHECK: sparse.store %{{.*}}, %{{.*}} at positions [%[[AT]]]
// CHECK: axis.parent
// CHECK: sparse.store
// CHECK: } {iter.loop = #iter.loop<nest = "searches"
// CHECK-NOT: axis.parent
// CHECK: return
!dense = !axis.axis<dense_fixed>
!rows = !axis.axis<sparse_variable, sorted, unique>
#j = #iter.loop<nest = "n", dims = ["j"], axis = sparse_variable, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @from_a_number(%lo: index, %hi: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %y: memref<?xindex>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %I = axis.dense_fixed %n : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !rows
    scf.for %p = %lo to %hi step %c1 {
      %q = arith.addi %p, %c1 : index
      %i = axis.parent %J[%p] : !rows
      %k = axis.parent %J[%q] : !rows
      %sum = arith.addi %i, %k : index
      memref.store %sum, %y[%p] : memref<?xindex>
    } {iter.loop = #j}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %tiles = transform.sparse.match.loops dims ["j"] in %root : (!transform.any_op) -> !transform.any_op
    %searches = transform.sparse.materialize %tiles : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// What refuses may stay, and so does what only an inner loop is asked.

// CHECK-LABEL: func.func @where_legal(
// CHECK-NOT: sparse.alloc
// CHECK: axis.parent
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
      scf.for %p = %c0 to %i step %c1 {
        %q = axis.parent %J[%p] : !rows
        sparse.store %x, %Y at positions [%q] : !sparse.buffer<?xf32>
      } {iter.loop = #j}
    } {iter.loop = #i}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %tiles = transform.sparse.match.loops dims ["i"] in %root : (!transform.any_op) -> !transform.any_op
    %searches = transform.sparse.materialize %tiles {where_legal} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
