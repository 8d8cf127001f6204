// RUN: sparse-opt %s --transform-interpreter --split-input-file --verify-diagnostics | FileCheck %s

// CHECK-LABEL: func.func @rows_for_workers(
// CHECK: scf.forall (%[[I:.*]]) in (%{{.*}}) {
// CHECK: } {iter.loop = #iter.loop<nest = "spmm", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>, parallel}
!dense = !axis.axis<dense_fixed>
!rows = !axis.axis<sparse_variable, sorted, unique>
#i = #iter.loop<nest = "spmm", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "spmm", dims = ["j"], axis = sparse_variable, kind = reduction, role = level>
#k = #iter.loop<nest = "spmm", dims = ["k"], axis = dense_fixed, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @rows_for_workers(%m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %a: memref<?xf32>, %c: memref<?x?xf32>) {
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
    %rows = transform.sparse.match.loops dims ["i"] in %root : (!transform.any_op) -> !transform.any_op
    %parallel = transform.sparse.bind %rows to workers : (!transform.any_op) -> !transform.any_op
    transform.annotate %parallel "parallel" : !transform.any_op
    transform.yield
  }
}

// -----

!dense = !axis.axis<dense_fixed>
!rows = !axis.axis<sparse_variable, sorted, unique>
#i = #iter.loop<nest = "spmm", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "spmm", dims = ["j"], axis = sparse_variable, kind = reduction, role = level>
#k = #iter.loop<nest = "spmm", dims = ["k"], axis = dense_fixed, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @one_row(%m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %a: memref<?xf32>, %c: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %I = axis.dense_fixed %m : !dense
    %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !rows
    %K = axis.dense_fixed %n : !dense
    %A = sparse.bind %a on (%I, %J) : memref<?xf32> on (!dense, !rows) -> !sparse.buffer<?xf32>
    %C = sparse.bind %c on (%I, %K) : memref<?x?xf32> on (!dense, !dense) -> !sparse.buffer<?x?xf32>
    // expected-error @below {{cannot bind loop over i of nest 'spmm': it adds into argument 5 at [0, k], which other iterations may write too}}
    scf.for %i = %c0 to %m step %c1 {
      %length = axis.length %J under %i : !rows
      %begin = axis.position %J[%c0] under %i : !rows
      %end = arith.addi %begin, %length : index
      scf.for %p = %begin to %end step %c1 {
        %j = axis.coordinate %J[%p] under %i : !rows
        scf.for %k = %c0 to %n step %c1 {
          %x = sparse.load %A at positions [%p] : !sparse.buffer<?xf32>
          sparse.accumulate add %x into %C at positions [%c0, %k] : !sparse.buffer<?x?xf32>
        } {iter.loop = #k}
      } {iter.loop = #j}
    } {iter.loop = #i}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %rows = transform.sparse.match.loops dims ["i"] in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %parallel = transform.sparse.bind %rows to workers : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// Loops inside others stay serial: a parallel region for each iteration around
// would cost more than it gains.

!dense = !axis.axis<dense_fixed>
!rows = !axis.axis<sparse_variable, sorted, unique>
#i = #iter.loop<nest = "spmm", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "spmm", dims = ["j"], axis = sparse_variable, kind = reduction, role = level>
#k = #iter.loop<nest = "spmm", dims = ["k"], axis = dense_fixed, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @columns(%m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %a: memref<?xf32>, %c: memref<?x?xf32>) {
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
        // expected-error @below {{cannot bind loop over k of nest 'spmm': it stands in another loop}}
        scf.for %k = %c0 to %n step %c1 {
          %x = sparse.load %A at positions [%p] : !sparse.buffer<?xf32>
          sparse.accumulate add %x into %C at positions [%i, %k] : !sparse.buffer<?x?xf32>
        } {iter.loop = #k}
      } {iter.loop = #j}
    } {iter.loop = #i}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %columns = transform.sparse.match.loops dims ["k"] in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %parallel = transform.sparse.bind %columns to workers : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @no_loop() {
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %functions = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{expected loops, 'scf.for', but got 'func.func'}}
    %parallel = transform.sparse.bind %functions to workers : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
