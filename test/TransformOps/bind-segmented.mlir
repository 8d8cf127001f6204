// RUN: sparse-opt %s --transform-interpreter --canonicalize --split-input-file --verify-diagnostics | FileCheck %s

// A worker has a part of a list, whose rows come in runs; a worker of each element
// has none.

// CHECK-LABEL: func.func @list(
// CHECK: scf.forall (%[[PART:.+]]) in (%{{.+}}) {
// CHECK: %[[BEGIN:.+]] = arith.muli %[[PART]], %{{.+}}
// CHECK: scf.for %{{.+}} = %[[BEGIN]] to
// CHECK: sparse.accumulate atomic segmented add
// CHECK: } {iter.loop = {{.*}}role = point>}
// CHECK: } {iter.loop = {{.*}}role = tile>, iter.workers = #iter.workers<lanes = 32, per_block = 4>}
// CHECK: scf.forall
// CHECK-NOT: segmented
// CHECK: return
!dense = !axis.axis<dense_fixed>
!list = !axis.axis<sparse_variable, sorted>
#first = #iter.loop<nest = "first", dims = ["i"], axis = sparse_variable, kind = spatial, role = level>
#second = #iter.loop<nest = "second", dims = ["i"], axis = sparse_variable, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @list(%m: index, %n: index, %crd: memref<?xi32>, %a: memref<?xf32>, %y: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %I = axis.sparse_variable %m count %n coordinates %crd : memref<?xi32> -> !list
    %M = axis.dense_fixed %m : !dense
    %A = sparse.bind %a on (%I) : memref<?xf32> on (!list) -> !sparse.buffer<?xf32>
    %Y = sparse.bind %y on (%M) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
    scf.for %p = %c0 to %n step %c1 {
      %i = axis.coordinate %I[%p] : !list
      %x = sparse.load %A at positions [%p] : !sparse.buffer<?xf32>
      sparse.accumulate add %x into %Y at positions [%i] : !sparse.buffer<?xf32>
    } {iter.loop = #first}
    scf.for %p = %c0 to %n step %c1 {
      %i = axis.coordinate %I[%p] : !list
      %x = sparse.load %A at positions [%p] : !sparse.buffer<?xf32>
      sparse.accumulate add %x into %Y at positions [%i] : !sparse.buffer<?xf32>
    } {iter.loop = #second}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %first = transform.sparse.match.loops nest "first" in %root : (!transform.any_op) -> !transform.any_op
    %size = transform.param.constant 64 : i64 -> !transform.param<i64>
    %lanes = transform.param.constant 32 : i64 -> !transform.param<i64>
    %parts, %points = transform.sparse.split %first factor (%size) : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
    %groups = transform.sparse.bind %parts to workers lanes(%lanes) {atomic} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    %second = transform.sparse.match.loops nest "second" in %root : (!transform.any_op) -> !transform.any_op
    %elements = transform.sparse.bind %second to workers {atomic} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// Tiles whose size is not known are not counted.

!dense = !axis.axis<dense_fixed>
#row = #iter.loop<nest = "n", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @parts(%m: index, %one: f32, %y: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = axis.dense_fixed %m : !dense
    %Y = sparse.bind %y on (%M) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
    // expected-error @below {{cannot bind loop over i of nest 'n': its step is not known}}
    scf.for %i = %c0 to %m step %c1 {
      sparse.store %one, %Y at positions [%i] : !sparse.buffer<?xf32>
    } {iter.loop = #row}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %rows = transform.sparse.match.loops nest "n" in %root : (!transform.any_op) -> !transform.any_op
    %eight = transform.param.constant 8 : i64 -> !transform.param<i64>
    %parts, %points = transform.sparse.split %rows parts(%eight) : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
    // expected-note @+1 {{the schedule asks for it here}}
    %workers = transform.sparse.bind %parts to workers : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
