// RUN: sparse-opt %s --transform-interpreter --split-input-file --verify-diagnostics | FileCheck %s

// The loop over columns moves out of that over a row's elements: each column has
// a sum of its own, whose order stays. What stands between moves inside.

// CHECK-LABEL: func.func @columns_outside(
// CHECK: scf.for %[[I:.*]] =
// CHECK: %[[BEGIN:.*]] = axis.position
// CHECK: %[[END:.*]] = arith.addi
// CHECK: scf.for %[[K:.*]] = %{{.*}} to %{{.*}} step
// CHECK-NEXT: scf.for %[[P:.*]] = %[[BEGIN]] to %[[END]] step
// CHECK-NEXT: axis.coordinate %{{.*}}[%[[P]]] under %[[I]]
// CHECK-NEXT: %[[X:.*]] = sparse.load %{{.*}} at positions [%[[P]]]
// CHECK-NEXT: sparse.accumulate add %[[X]] into %{{.*}} at positions [%[[I]], %[[K]]]
// CHECK-NEXT: } {inner, iter.loop = #iter.loop<nest = "spmm", dims = ["j"], axis = sparse_variable, kind = reduction, role = level>}
// CHECK-NEXT: } {iter.loop = #iter.loop<nest = "spmm", dims = ["k"], axis = dense_fixed, kind = spatial, role = level>, outer}
!dense = !axis.axis<dense_fixed>
!rows = !axis.axis<sparse_variable, sorted, unique>
#i = #iter.loop<nest = "spmm", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "spmm", dims = ["j"], axis = sparse_variable, kind = reduction, role = level>
#k = #iter.loop<nest = "spmm", dims = ["k"], axis = dense_fixed, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @columns_outside(%m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %a: memref<?xf32>, %c: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %I = axis.dense_fixed %m : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !rows
    %K = axis.dense_fixed %n : !dense
    %A = sparse.bind %a on (%I, %J) : memref<?xf32> on (!dense, !rows) -> !sparse.buffer<?xf32>
    %C = sparse.bind %c on (%I, %K) : memref<?x?xf32> on (!dense, !dense) -> !sparse.buffer<?x?xf32>
    scf.for %i = %c0 to %m step %c1 {
      %length = axis.length %J under %i : !rows
      %begin = axis.position %J[%c0] under %i : !rows
      %end = arith.addi %begin, %length : index
      scf.for %p = %begin to %end step %c1 {
        %j = axis.coordinate %J[%p] under %i : !rows
        scf.for %k = %c0 to %n step %c1 {
          %x = sparse.load %A at positions [%p] : !sparse.buffer<?xf32>
          sparse.accumulate add %x into %C at positions [%i, %k] : !sparse.buffer<?x?xf32>
        } {iter.loop = #k}
      } {iter.loop = #j}
    } {iter.loop = #i}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %elements = transform.sparse.match.loops dims ["j"] in %root : (!transform.any_op) -> !transform.any_op
    %outer, %inner = transform.sparse.interchange %elements : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.annotate %outer "outer" : !transform.any_op
    transform.annotate %inner "inner" : !transform.any_op
    transform.yield
  }
}

// -----

// A tile of columns moves out, as far as it is wanted: over the elements of a
// row, and over the rows.

// CHECK-LABEL: func.func @tiles_outside(
// CHECK: scf.for %[[T:.*]] = %{{.*}} to %{{.*}} step %{{.*}} {
// CHECK: scf.for %{{.*}} = %{{.*}} to %{{.*}} step %{{.*}} {
// CHECK: scf.for %{{.*}} = %{{.*}} to %{{.*}} step %{{.*}} {
// CHECK: scf.for %{{.*}} = %[[T]] to
// CHECK: dims = ["k"], axis = dense_fixed, kind = spatial, role = point>}
// CHECK: dims = ["j"]
// CHECK: dims = ["i"]
// CHECK: dims = ["k"], axis = dense_fixed, kind = spatial, role = tile>}
!dense = !axis.axis<dense_fixed>
!rows = !axis.axis<sparse_variable, sorted, unique>
#i = #iter.loop<nest = "spmm", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "spmm", dims = ["j"], axis = sparse_variable, kind = reduction, role = level>
#k = #iter.loop<nest = "spmm", dims = ["k"], axis = dense_fixed, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @tiles_outside(%m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %a: memref<?xf32>, %c: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %I = axis.dense_fixed %m : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !rows
    %K = axis.dense_fixed %n : !dense
    %A = sparse.bind %a on (%I, %J) : memref<?xf32> on (!dense, !rows) -> !sparse.buffer<?xf32>
    %C = sparse.bind %c on (%I, %K) : memref<?x?xf32> on (!dense, !dense) -> !sparse.buffer<?x?xf32>
    scf.for %i = %c0 to %m step %c1 {
      %length = axis.length %J under %i : !rows
      %begin = axis.position %J[%c0] under %i : !rows
      %end = arith.addi %begin, %length : index
      scf.for %p = %begin to %end step %c1 {
        %j = axis.coordinate %J[%p] under %i : !rows
        scf.for %k = %c0 to %n step %c1 {
          %x = sparse.load %A at positions [%p] : !sparse.buffer<?xf32>
          sparse.accumulate add %x into %C at positions [%i, %k] : !sparse.buffer<?x?xf32>
        } {iter.loop = #k}
      } {iter.loop = #j}
    } {iter.loop = #i}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %n = transform.param.constant 64 : i64 -> !transform.param<i64>
    %columns = transform.sparse.match.loops dims ["k"] in %root : (!transform.any_op) -> !transform.any_op
    %tiles, %points = transform.sparse.split %columns factor (%n) : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
    %elements = transform.sparse.match.loops dims ["j"] in %root : (!transform.any_op) -> !transform.any_op
    %a, %b = transform.sparse.interchange %elements : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %rows = transform.sparse.match.loops dims ["i"] in %root : (!transform.any_op) -> !transform.any_op
    %c, %d = transform.sparse.interchange %rows : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// The fibre's length depends on the row.

!dense = !axis.axis<dense_fixed>
!rows = !axis.axis<sparse_variable, sorted, unique>
#i = #iter.loop<nest = "spmm", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "spmm", dims = ["j"], axis = sparse_variable, kind = reduction, role = level>
#k = #iter.loop<nest = "spmm", dims = ["k"], axis = dense_fixed, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @fibres_of_rows(%m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %a: memref<?xf32>, %c: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %I = axis.dense_fixed %m : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !rows
    %K = axis.dense_fixed %n : !dense
    %A = sparse.bind %a on (%I, %J) : memref<?xf32> on (!dense, !rows) -> !sparse.buffer<?xf32>
    %C = sparse.bind %c on (%I, %K) : memref<?x?xf32> on (!dense, !dense) -> !sparse.buffer<?x?xf32>
    // expected-error @below {{cannot interchange loop over i of nest 'spmm': the bounds of a loop inside are not those of another iteration}}
    scf.for %i = %c0 to %m step %c1 {
      %length = axis.length %J under %i : !rows
      %begin = axis.position %J[%c0] under %i : !rows
      %end = arith.addi %begin, %length : index
      scf.for %p = %begin to %end step %c1 {
        %j = axis.coordinate %J[%p] under %i : !rows
        scf.for %k = %c0 to %n step %c1 {
          %x = sparse.load %A at positions [%p] : !sparse.buffer<?xf32>
          sparse.accumulate add %x into %C at positions [%i, %k] : !sparse.buffer<?x?xf32>
        } {iter.loop = #k}
      } {iter.loop = #j}
    } {iter.loop = #i}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %rows = transform.sparse.match.loops dims ["i"] in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %outer, %inner = transform.sparse.interchange %rows : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// All elements of a row are added into one: their order would change.

!dense = !axis.axis<dense_fixed>
!rows = !axis.axis<sparse_variable, sorted, unique>
#i = #iter.loop<nest = "spmm", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "spmm", dims = ["j"], axis = sparse_variable, kind = reduction, role = level>
#k = #iter.loop<nest = "spmm", dims = ["k"], axis = dense_fixed, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @one_sum(%m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %a: memref<?xf32>, %c: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %I = axis.dense_fixed %m : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !rows
    %K = axis.dense_fixed %n : !dense
    %A = sparse.bind %a on (%I, %J) : memref<?xf32> on (!dense, !rows) -> !sparse.buffer<?xf32>
    %C = sparse.bind %c on (%I, %K) : memref<?x?xf32> on (!dense, !dense) -> !sparse.buffer<?x?xf32>
    scf.for %i = %c0 to %m step %c1 {
      %length = axis.length %J under %i : !rows
      %begin = axis.position %J[%c0] under %i : !rows
      %end = arith.addi %begin, %length : index
      // expected-error @below {{cannot interchange loop over j of nest 'spmm': the order in which it adds into argument 5 at [i, 0] would change}}
      scf.for %p = %begin to %end step %c1 {
        %j = axis.coordinate %J[%p] under %i : !rows
        scf.for %k = %c0 to %n step %c1 {
          %x = sparse.load %A at positions [%p] : !sparse.buffer<?xf32>
          sparse.accumulate add %x into %C at positions [%i, %c0] : !sparse.buffer<?x?xf32>
        } {iter.loop = #k}
      } {iter.loop = #j}
    } {iter.loop = #i}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %elements = transform.sparse.match.loops dims ["j"] in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %outer, %inner = transform.sparse.interchange %elements : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// It may, where the schedule says so.

// CHECK-LABEL: func.func @one_sum_in_any_order(
// CHECK: dims = ["j"]
// CHECK-NEXT: dims = ["k"]
!dense = !axis.axis<dense_fixed>
!rows = !axis.axis<sparse_variable, sorted, unique>
#i = #iter.loop<nest = "spmm", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "spmm", dims = ["j"], axis = sparse_variable, kind = reduction, role = level>
#k = #iter.loop<nest = "spmm", dims = ["k"], axis = dense_fixed, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @one_sum_in_any_order(%m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %a: memref<?xf32>, %c: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %I = axis.dense_fixed %m : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !rows
    %K = axis.dense_fixed %n : !dense
    %A = sparse.bind %a on (%I, %J) : memref<?xf32> on (!dense, !rows) -> !sparse.buffer<?xf32>
    %C = sparse.bind %c on (%I, %K) : memref<?x?xf32> on (!dense, !dense) -> !sparse.buffer<?x?xf32>
    scf.for %i = %c0 to %m step %c1 {
      %length = axis.length %J under %i : !rows
      %begin = axis.position %J[%c0] under %i : !rows
      %end = arith.addi %begin, %length : index
      scf.for %p = %begin to %end step %c1 {
        %j = axis.coordinate %J[%p] under %i : !rows
        scf.for %k = %c0 to %n step %c1 {
          %x = sparse.load %A at positions [%p] : !sparse.buffer<?xf32>
          sparse.accumulate add %x into %C at positions [%i, %c0] : !sparse.buffer<?x?xf32>
        } {iter.loop = #k}
      } {iter.loop = #j}
    } {iter.loop = #i}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %elements = transform.sparse.match.loops dims ["j"] in %root : (!transform.any_op) -> !transform.any_op
    %outer, %inner = transform.sparse.interchange %elements {reassociate} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// With `where_legal` a loop that refuses stays, and is in no result.

// CHECK-LABEL: func.func @where_legal(
// CHECK: } {iter.loop = #iter.loop<nest = "spmm", dims = ["k"], axis = dense_fixed, kind = spatial, role = level>}
// CHECK-NEXT: } {iter.loop = #iter.loop<nest = "spmm", dims = ["j"], axis = sparse_variable, kind = reduction, role = level>}
// CHECK-NEXT: } {iter.loop = #iter.loop<nest = "spmm", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>}
!dense = !axis.axis<dense_fixed>
!rows = !axis.axis<sparse_variable, sorted, unique>
#i = #iter.loop<nest = "spmm", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "spmm", dims = ["j"], axis = sparse_variable, kind = reduction, role = level>
#k = #iter.loop<nest = "spmm", dims = ["k"], axis = dense_fixed, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @where_legal(%m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %a: memref<?xf32>, %c: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %I = axis.dense_fixed %m : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !rows
    %K = axis.dense_fixed %n : !dense
    %A = sparse.bind %a on (%I, %J) : memref<?xf32> on (!dense, !rows) -> !sparse.buffer<?xf32>
    %C = sparse.bind %c on (%I, %K) : memref<?x?xf32> on (!dense, !dense) -> !sparse.buffer<?x?xf32>
    scf.for %i = %c0 to %m step %c1 {
      %length = axis.length %J under %i : !rows
      %begin = axis.position %J[%c0] under %i : !rows
      %end = arith.addi %begin, %length : index
      scf.for %p = %begin to %end step %c1 {
        %j = axis.coordinate %J[%p] under %i : !rows
        scf.for %k = %c0 to %n step %c1 {
          %x = sparse.load %A at positions [%p] : !sparse.buffer<?xf32>
          sparse.accumulate add %x into %C at positions [%i, %k] : !sparse.buffer<?x?xf32>
        } {iter.loop = #k}
      } {iter.loop = #j}
    } {iter.loop = #i}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.sparse.match.loops dims ["i"] in %root : (!transform.any_op) -> !transform.any_op
    %outer, %inner = transform.sparse.interchange %loops {where_legal} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.annotate %outer "outer" : !transform.any_op
    transform.yield
  }
}

// -----

// A body with more than a loop.

!dense = !axis.axis<dense_fixed>
#i = #iter.loop<nest = "n", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#k = #iter.loop<nest = "n", dims = ["k"], axis = dense_fixed, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @a_store_between(%n: index, %y: memref<?xf32>, %v: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %I = axis.dense_fixed %n : !dense
    %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
    // expected-error @below {{cannot interchange loop over i of nest 'n': its body is not one loop after operations without effects}}
    scf.for %i = %c0 to %n step %c1 {
      sparse.store %v, %Y at positions [%i] : !sparse.buffer<?xf32>
      scf.for %k = %c0 to %n step %c1 {
        sparse.accumulate add %v into %Y at positions [%i] : !sparse.buffer<?xf32>
      } {iter.loop = #k}
    } {iter.loop = #i}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %rows = transform.sparse.match.loops dims ["i"] in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %outer, %inner = transform.sparse.interchange %rows : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
