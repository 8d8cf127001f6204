// RUN: sparse-opt %s --transform-interpreter --split-input-file --verify-diagnostics | FileCheck %s

// Chunks of equal numbers of elements, one per worker; a tile of elements is
// counted as its elements are.

// CHECK-LABEL: func.func @rows_in_chunks(
// CHECK-SAME: %[[M:[^:]*]]: index
// CHECK: axis.position %[[J:.*]][%{{.*}}] under %[[LENGTH:.*]] :
// CHECK: %[[WORKERS:.*]] = call @spindle.workers(
// CHECK: scf.forall (%{{.*}}) in (%[[WORKERS]]) {
// CHECK: scf.for %[[I:.*]] = %{{.*}} to %{{.*}} step
// CHECK: } {chunk, iter.loop = #iter.loop<nest = "spmm", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>}
// CHECK: } {iter.loop = #iter.loop<nest = "spmm", dims = ["i"], axis = dense_fixed, kind = spatial, role = worker>, workers}
// CHECK: func.func private @spindle.workers(index) -> index
!dense = !axis.axis<dense_fixed>
!rows = !axis.axis<sparse_variable, sorted, unique>
#i = #iter.loop<nest = "spmm", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "spmm", dims = ["j"], axis = sparse_variable, kind = reduction, role = level>
#k = #iter.loop<nest = "spmm", dims = ["k"], axis = dense_fixed, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @rows_in_chunks(%m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %a: memref<?xf32>, %c: memref<?x?xf32>) {
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
    %n = transform.param.constant 4 : i64 -> !transform.param<i64>
    %elements = transform.sparse.match.loops dims ["j"] in %root : (!transform.any_op) -> !transform.any_op
    %tiles, %points = transform.sparse.split %elements factor (%n) : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
    %rows = transform.sparse.match.loops dims ["i"] in %root : (!transform.any_op) -> !transform.any_op
    %workers, %chunk = transform.sparse.split_into_chunks %rows : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.annotate %workers "workers" : !transform.any_op
    transform.annotate %chunk "chunk" : !transform.any_op
    transform.yield
  }
}

// -----

// A loop that is bound already is divided as it is.

// CHECK-LABEL: func.func @bound_before(
// CHECK: scf.forall
// CHECK: role = worker>}
!dense = !axis.axis<dense_fixed>
!rows = !axis.axis<sparse_variable, sorted, unique>
#i = #iter.loop<nest = "spmm", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "spmm", dims = ["j"], axis = sparse_variable, kind = reduction, role = level>
#k = #iter.loop<nest = "spmm", dims = ["k"], axis = dense_fixed, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @bound_before(%m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %a: memref<?xf32>, %c: memref<?x?xf32>) {
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
    %workers, %chunk = transform.sparse.split_into_chunks %parallel : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
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
    // expected-error @below {{cannot split into chunks loop over i of nest 'spmm': it adds into argument 5 at [0, k], which other iterations may write too}}
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
    %workers, %chunk = transform.sparse.split_into_chunks %rows : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// Workers are divided no further: they may have workspaces, of axes that are made
// outside of all loops but that over workers.

!axis = !axis.axis<dense_fixed, width = 32>
#i = #iter.loop<nest = "fill", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @twice(%x: memref<32xf32>) {
    %zero = arith.constant 0.0 : f32
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %I = axis.dense_fixed %c32 : !axis
    %X = sparse.bind %x on (%I) : memref<32xf32> on (!axis) -> !sparse.buffer<32xf32>
    // expected-error @below {{cannot split into chunks loop over i of nest 'fill': its iterations are workers already}}
    scf.for %i = %c0 to %c32 step %c1 {
      sparse.store %zero, %X at positions [%i] : !sparse.buffer<32xf32>
    } {iter.loop = #i}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %rows = transform.sparse.match.loops dims ["i"] in %root : (!transform.any_op) -> !transform.any_op
    %workers, %chunk = transform.sparse.split_into_chunks %rows : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    // expected-note @below {{the schedule asks for it here}}
    %again, %part = transform.sparse.split_into_chunks %workers : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
