// RUN: sparse-opt %s --transform-interpreter --split-input-file --verify-diagnostics | FileCheck %s

// A block's first and last diagonal tell whether all of its cells are in the matrix.

// CHECK-LABEL: func.func @local_diagonals(
// CHECK-SAME: %[[M:[^:]*]]: index, %[[N:[^:]*]]: index
// CHECK-DAG: %[[WIDTH:.*]] = arith.constant 16 : index
// CHECK: %[[D:.*]] = axis.sparse_variable
// CHECK: scf.for %[[IO:.*]] =
// CHECK: %[[BEGIN:.*]] = axis.position %[[D]]
// CHECK: %[[END:.*]] = arith.addi %[[BEGIN]]
// CHECK: %[[SOME:.*]] = arith.cmpi slt, %[[BEGIN]], %[[END]]
// CHECK: %[[WHOLE:.*]] = scf.if %[[SOME]] -> (i1) {
// CHECK: %[[LAST:.*]] = arith.subi %[[END]]
// CHECK-DAG: axis.coordinate %[[D]][%[[BEGIN]]] under %[[IO]]
// CHECK-DAG: axis.coordinate %[[D]][%[[LAST]]] under %[[IO]]
// CHECK: %[[ROWS:.*]] = arith.cmpi sle, %{{.*}}, %[[M]]
// CHECK: %[[ENDS:.*]] = arith.cmpi sle, %{{.*}}, %[[N]]
// CHECK: %[[BEGINS:.*]] = arith.cmpi sge, %{{.*}}, %{{.*}}
// CHECK: %[[COLUMNS:.*]] = arith.andi %[[BEGINS]], %[[ENDS]]
// CHECK: %[[ALL:.*]] = arith.andi %[[COLUMNS]], %[[ROWS]]
// CHECK: scf.yield %[[ALL]]
// CHECK: } else {
// CHECK: scf.yield %[[SOME]]
// CHECK: scf.if %[[WHOLE]] {
// CHECK: scf.for %[[P:.*]] = %[[BEGIN]] to %[[END]]
// CHECK: scf.for %[[II:.*]] = %{{.*}} to %[[WIDTH]]
// CHECK: sparse.accumulate
// CHECK: inside
// CHECK: } else {
// CHECK: scf.for %{{.*}} = %[[BEGIN]] to %[[END]]
// CHECK: %[[START:.*]] = axis.start
// CHECK: %[[LENGTH:.*]] = axis.length
// CHECK: scf.for %{{.*}} = %[[START]] to %[[LENGTH]]
// CHECK: border
!dense = !axis.axis<dense_fixed>
!block = !axis.axis<dense_fixed, width = 16>
!sparse = !axis.axis<sparse_variable, sorted, unique>
#io = #iter.loop<nest = "ldia", dims = ["io"], axis = dense_fixed, kind = spatial, role = level>
#d = #iter.loop<nest = "ldia", dims = ["d"], axis = sparse_variable, kind = reduction, role = level>
#ii = #iter.loop<nest = "ldia", dims = ["ii"], axis = dense_fixed, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @local_diagonals(%m: index, %n: index, %mb: index, %from: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %a: memref<?x16xf32>, %y: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %IO = axis.dense_fixed %mb : !dense
    %D = axis.sparse_variable %n from %from of %IO positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
    %II = axis.dense_fixed %c16 cut %m by %IO : !dense skew %n along %D : !sparse of %D : !sparse -> !block
    %Y = axis.dense_fixed %m : !dense
    %Av = sparse.bind %a on (%IO, %D, %II) : memref<?x16xf32> on (!dense, !sparse, !block) -> !sparse.buffer<?x16xf32>
    %Yv = sparse.bind %y on (%Y) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
    scf.for %io = %c0 to %mb step %c1 {
      %count = axis.length %D under %io : !sparse
      %begin = axis.position %D[%c0] under %io : !sparse
      %end = arith.addi %begin, %count : index
      scf.for %p = %begin to %end step %c1 {
        %d = axis.coordinate %D[%p] under %io : !sparse
        %start = axis.start %II under %p cut at %io skew at %d : !block
        %length = axis.length %II under %p cut at %io skew at %d : !block
        scf.for %ii = %start to %length step %c1 {
          %i = affine.apply affine_map<(o, i) -> (o * 16 + i)>(%io, %ii)
          %x = sparse.load %Av at positions [%p, %ii] : !sparse.buffer<?x16xf32>
          sparse.accumulate add %x into %Yv at positions [%i] : !sparse.buffer<?xf32>
        } {iter.loop = #ii}
      } {iter.loop = #d}
    } {iter.loop = #io}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %diagonals = transform.sparse.match.loops dims ["d"] in %root : (!transform.any_op) -> !transform.any_op
    %inside, %border = transform.sparse.separate_borders %diagonals : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.annotate %inside "inside" : !transform.any_op
    transform.annotate %border "border" : !transform.any_op
    transform.yield
  }
}

// -----

// Diagonals that need not ascend say nothing of those between.

!dense = !axis.axis<dense_fixed>
!sparse = !axis.axis<sparse_variable, unique>
#d = #iter.loop<nest = "dia", dims = ["d"], axis = sparse_variable, kind = reduction, role = level>
module attributes {transform.with_named_sequence} {
  func.func @not_sorted(%m: index, %n: index, %from: index, %crd: memref<?xi32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %D = axis.sparse_variable %n from %from count %n coordinates %crd : memref<?xi32> -> !sparse
    %I = axis.dense_fixed %m skew %n along %D : !sparse of %D : !sparse -> !dense
    %begin = axis.position %D[%c0] : !sparse
    // expected-error @below {{cannot separate borders of loop over d of nest 'dia': coordinates along the skew do not ascend}}
    scf.for %p = %begin to %n step %c1 {
      %d = axis.coordinate %D[%p] : !sparse
      %start = axis.start %I under %p skew at %d : !dense
      %length = axis.length %I under %p skew at %d : !dense
      scf.for %i = %start to %length step %c1 {
        func.call @use(%i) : (index) -> ()
      }
    } {iter.loop = #d}
    return
  }
  func.func private @use(index)
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.sparse.match.loops dims ["d"] in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @below {{the schedule asks for it here}}
    %inside, %border = transform.sparse.separate_borders %loops : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// Without skewed cells there is nothing to separate; where it is legal, all stays.

#i = #iter.loop<nest = "n", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  // CHECK-LABEL: func.func @no_skew(
  // CHECK-NOT: scf.if
  // CHECK: scf.for
  // CHECK-NOT: scf.for
  func.func @no_skew(%n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %i = %c0 to %n step %c1 {
      func.call @use(%i) : (index) -> ()
    } {iter.loop = #i}
    return
  }
  func.func private @use(index)
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.sparse.match.loops dims ["i"] in %root : (!transform.any_op) -> !transform.any_op
    %inside, %border = transform.sparse.separate_borders %loops {where_legal} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
