// RUN: sparse-opt %s --transform-interpreter --split-input-file | FileCheck %s
// RUN: sparse-opt %s --split-input-file --pass-pipeline='builtin.module(transform-interpreter,func.func(convert-iter-to-scf),cse,canonicalize,loop-invariant-code-motion,func.func(spindle-parallelize-loops))' | FileCheck %s --check-prefix=PARALLEL

// Wavefronts are found behind the axis of the columns; rows of a wavefront become
// parallel, the wavefronts stay one after the other.

// CHECK-LABEL: func.func @columns_in_the_same_nest(
// CHECK: %[[I:.*]] = axis.dense_fixed
// CHECK: %[[J:.*]] = axis.sparse_variable
// CHECK: %[[STARTS:.*]] = memref.alloc
// CHECK: %[[ORDER:.*]] = memref.alloc
// CHECK: %[[OF:.*]] = memref.alloc
// CHECK: %[[COUNT:.*]] = axis.wavefronts %[[J]] into %[[STARTS]], %[[ORDER]], %[[OF]]
// CHECK: %[[W:.*]] = axis.dense_fixed %[[COUNT]]
// CHECK: %[[R:.*]] = axis.sparse_variable %{{.*}} of %[[W]] positions %[[STARTS]] coordinates %[[ORDER]]
// CHECK: iter.nest "solve" ("i.wavefront": %{{.*}}, "i": %[[ROW:[a-z0-9_]+]]{{.*}}) over (%[[W]], %[[R]] :
// CHECK: %[[SITE:.*]], %{{.*}} = axis.locate %[[I]][%[[ROW]]]
// CHECK: iter.nest "solve" ("j": %[[COLUMN:[a-z0-9_]+]] at %{{.*}}) over (%[[J]] under %[[SITE]] :
// CHECK: sparse.load %{{.*}}[%[[COLUMN]]]
// CHECK: sparse.accumulate add %{{.*}} into %{{.*}}[%[[ROW]]]
// CHECK: memref.dealloc %[[STARTS]]
// CHECK: memref.dealloc %[[ORDER]]
// PARALLEL-LABEL: func.func @columns_in_the_same_nest(
// PARALLEL: scf.for
// PARALLEL: scf.forall
// PARALLEL: scf.for
!rows = !axis.axis<dense_fixed>
!columns = !axis.axis<sparse_variable, sorted, unique>
module attributes {transform.with_named_sequence} {
  func.func @columns_in_the_same_nest(%m: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %val: memref<?xf64>, %xs: memref<?xf64> {sparse.name = "x"}, %one: f64) {
    %I = axis.dense_fixed %m : !rows
    %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !rows, memref<?xi32>, memref<?xi32> -> !columns
    %A = sparse.bind %val on (%I, %J) : memref<?xf64> on (!rows, !columns) -> !sparse.buffer<?xf64>
    %x = sparse.bind %xs on (%I) : memref<?xf64> on (!rows) -> !sparse.buffer<?xf64>
    iter.nest "solve" ("i": %i, "j": %j at %p) over (%I, %J : !rows, !columns) kinds [spatial, reduction] {
      %a = sparse.load %A at [%p] : !sparse.buffer<?xf64>
      %xj = sparse.load %x[%j] : !sparse.buffer<?xf64>
      %t = arith.mulf %a, %xj : f64
      sparse.accumulate add %t into %x[%i] : !sparse.buffer<?xf64>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %nests = transform.sparse.match.nests in %root : (!transform.any_op) -> !transform.any_op
    %waves = transform.sparse.wavefront %nests : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// The body may have nests, and rows may come backwards.

// CHECK-LABEL: func.func @backwards(
// CHECK: axis.wavefronts %{{.*}} backwards into
// CHECK: iter.nest "solve" ("i.wavefront": %{{.*}}, "i": %[[ROW:[a-z0-9_]+]]
// CHECK: iter.nest "row" ("j": %[[COLUMN:[a-z0-9_]+]]{{.*}}) over
// CHECK: sparse.load %{{.*}}[%[[COLUMN]]]
// CHECK: sparse.store %{{.*}}, %{{.*}}[%[[ROW]]]
// PARALLEL-LABEL: func.func @backwards(
// PARALLEL: scf.for
// PARALLEL: scf.forall
// PARALLEL: scf.for
!rows = !axis.axis<dense_fixed>
!columns = !axis.axis<sparse_variable, sorted, unique>
module attributes {transform.with_named_sequence} {
  func.func @backwards(%m: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %val: memref<?xf64>, %xs: memref<?xf64> {sparse.name = "x"}, %one: f64) {
    %I = axis.dense_fixed %m : !rows
    %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !rows, memref<?xi32>, memref<?xi32> -> !columns
    %A = sparse.bind %val on (%I, %J) : memref<?xf64> on (!rows, !columns) -> !sparse.buffer<?xf64>
    %x = sparse.bind %xs on (%I) : memref<?xf64> on (!rows) -> !sparse.buffer<?xf64>
    %c1 = arith.constant 1 : index
    %last = arith.subi %m, %c1 : index
    iter.nest "solve" ("i": %step) over (%I : !rows) kinds [spatial] {
      %i = arith.subi %last, %step : index
      %r, %found = axis.locate %I[%i] : !rows -> !axis.site
      %sum = iter.nest "row" ("j": %j at %p) over (%J under %r : !columns) kinds [reduction] combine [add] init(%one) -> f64 {
        %a = sparse.load %A at [%p] : !sparse.buffer<?xf64>
        %xj = sparse.load %x[%j] : !sparse.buffer<?xf64>
        %t = arith.mulf %a, %xj : f64
        iter.yield %t : f64
      }
      sparse.store %sum, %x[%i] : !sparse.buffer<?xf64>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %nests = transform.sparse.match.nests nest "solve" in %root : (!transform.any_op) -> !transform.any_op
    %waves = transform.sparse.wavefront %nests : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// What is of the row's own elements is of no other row.

// CHECK-LABEL: func.func @own_elements(
// CHECK: axis.wavefronts
// PARALLEL-LABEL: func.func @own_elements(
// PARALLEL: scf.forall
!rows = !axis.axis<dense_fixed>
!columns = !axis.axis<sparse_variable, sorted, unique>
module attributes {transform.with_named_sequence} {
  func.func @own_elements(%m: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %val: memref<?xf64>, %xs: memref<?xf64> {sparse.name = "x"}, %one: f64) {
    %I = axis.dense_fixed %m : !rows
    %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !rows, memref<?xi32>, memref<?xi32> -> !columns
    %A = sparse.bind %val on (%I, %J) : memref<?xf64> on (!rows, !columns) -> !sparse.buffer<?xf64>
    %x = sparse.bind %xs on (%I) : memref<?xf64> on (!rows) -> !sparse.buffer<?xf64>
    iter.nest "solve" ("i": %i, "j": %j at %p) over (%I, %J : !rows, !columns) kinds [spatial, reduction] {
      %a = sparse.load %A at [%p] : !sparse.buffer<?xf64>
      %xj = sparse.load %x[%j] : !sparse.buffer<?xf64>
      %t = arith.mulf %a, %xj : f64
      sparse.store %t, %A at [%p] : !sparse.buffer<?xf64>
      sparse.accumulate add %t into %x[%i] : !sparse.buffer<?xf64>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %nests = transform.sparse.match.nests in %root : (!transform.any_op) -> !transform.any_op
    %waves = transform.sparse.wavefront %nests : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// Where it may not be done, nests stay as they are.

// CHECK-LABEL: func.func @left_alone(
// CHECK-NOT: axis.wavefronts
// CHECK: iter.nest "scale" ("i": %{{.*}}) over
// CHECK: return
!rows = !axis.axis<dense_fixed>
!columns = !axis.axis<sparse_variable, sorted, unique>
module attributes {transform.with_named_sequence} {
  func.func @left_alone(%m: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %val: memref<?xf64>, %xs: memref<?xf64> {sparse.name = "x"}, %one: f64) {
    %I = axis.dense_fixed %m : !rows
    %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !rows, memref<?xi32>, memref<?xi32> -> !columns
    %A = sparse.bind %val on (%I, %J) : memref<?xf64> on (!rows, !columns) -> !sparse.buffer<?xf64>
    %x = sparse.bind %xs on (%I) : memref<?xf64> on (!rows) -> !sparse.buffer<?xf64>
    iter.nest "scale" ("i": %i) over (%I : !rows) kinds [spatial] {
      sparse.store %one, %x[%i] : !sparse.buffer<?xf64>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %nests = transform.sparse.match.nests in %root : (!transform.any_op) -> !transform.any_op
    %waves = transform.sparse.wavefront %nests {where_legal} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
