// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(spindle-choose-lookups),canonicalize,cse)' --allow-unregistered-dialect | FileCheck %s
// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(spindle-choose-lookups,spindle-choose-lookups),canonicalize,cse)' --allow-unregistered-dialect | FileCheck %s

!dense = !axis.axis<dense_fixed>
!sparse = !axis.axis<sparse_variable, sorted, unique>

// One answer for all iterations is asked once, if there is an iteration; whatever
// the strategy is.

// CHECK-LABEL: func.func @once
// CHECK-SAME: %[[I:[^:]*]]: index, %[[C:[^:]*]]: index, %[[N:[^:]*]]: index
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[FALSE:.*]] = arith.constant false
// CHECK: %[[RUNS:.*]] = arith.cmpi sgt, %[[N]], %[[ZERO]]
// CHECK: %[[PLACE:.*]]:2 = scf.if %[[RUNS]] -> (index, i1) {
// CHECK-NEXT: %[[P:.*]], %[[FOUND:.*]] = axis.locate %{{.*}}[%[[C]]] under %[[I]] : index by binary
// CHECK-NEXT: scf.yield %[[P]], %[[FOUND]]
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %[[ZERO]], %[[FALSE]]
// CHECK: %[[AGAIN:.*]] = scf.if %[[RUNS]] -> (index) {
// CHECK-NEXT: axis.locate %{{.*}}[%[[C]]] under %[[I]] : index by linear
// CHECK: scf.for
// CHECK-NEXT: "test.use"(%[[PLACE]]#0, %[[PLACE]]#1, %[[AGAIN]])
func.func @once(%i: index, %c: index, %n: index, %m: index, %pos: memref<?xi32>, %crd: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  scf.for %k = %c0 to %n step %c1 {
    %p, %found = axis.locate %J[%c] under %i : index : !sparse -> index
    %q, %again = axis.locate %J[%c] under %i : index by linear : !sparse -> index
    "test.use"(%p, %found, %q) : (index, i1, index) -> ()
  }
  return
}

// Out of several loops, if all of them have an iteration, as far as that is known
// outside.

// CHECK-LABEL: func.func @outwards
// CHECK-SAME: %[[I:[^:]*]]: index, %[[C:[^:]*]]: index, %[[M:[^:]*]]: index, %[[N:[^:]*]]: index
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[OUTER:.*]] = arith.cmpi sgt, %[[M]], %[[ZERO]]
// CHECK-DAG: %[[INNER:.*]] = arith.cmpi sgt, %[[N]], %[[ZERO]]
// CHECK: %[[BOTH:.*]] = arith.andi %[[OUTER]], %[[INNER]]
// CHECK: scf.if %[[BOTH]]
// CHECK-NEXT: axis.locate
// CHECK: scf.for
// CHECK-NEXT: scf.for
// CHECK-NEXT: "test.use"
// CHECK: scf.for %[[A:.*]] =
// CHECK-NEXT: %[[SOME:.*]] = arith.cmpi sgt, %[[A]], %[[ZERO]]
// CHECK-NEXT: scf.if %[[SOME]]
// CHECK-NEXT: axis.locate
// CHECK: scf.for
// CHECK-NEXT: "test.use"
func.func @outwards(%i: index, %c: index, %m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  scf.for %a = %c0 to %m step %c1 {
    scf.for %k = %c0 to %n step %c1 {
      %p, %found = axis.locate %J[%c] under %i : index : !sparse -> index
      "test.use"(%p, %found) : (index, i1) -> ()
    }
  }
  scf.for %a = %c0 to %m step %c1 {
    scf.for %k = %c0 to %a step %c1 {
      %p, %found = axis.locate %J[%c] under %i : index : !sparse -> index
      "test.use"(%p, %found) : (index, i1) -> ()
    }
  }
  return
}

// A dense level with all its cells is asked in any case.

// CHECK-LABEL: func.func @dense_level
// CHECK: axis.locate {{.*}} by direct
// CHECK-NOT: scf.if
// CHECK: scf.for
// CHECK-NEXT: scf.for
// CHECK-NEXT: "test.use"
func.func @dense_level(%i: index, %c: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %I = axis.dense_fixed %m : !dense
  %J = axis.dense_fixed %m of %I : !dense -> !dense
  scf.for %a = %c0 to %m step %c1 {
    scf.for %k = %c0 to %a step %c1 {
      %p, %found = axis.locate %J[%c] under %i : index : !dense -> index
      "test.use"(%p, %found) : (index, i1) -> ()
    }
  }
  return
}

// Where it comes to stand it may carry: a loop in which it is not asked hands the
// position on as it is.

// CHECK-LABEL: func.func @carried_outside
// CHECK-SAME: %[[BEGIN:[^:]*]]: index, %[[END:[^:]*]]: index, %[[I:[^:]*]]: index, %[[N:[^:]*]]: index
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[FALSE:.*]] = arith.constant false
// CHECK-DAG: %[[ROWS:.*]] = arith.cmpi slt, %[[BEGIN]], %[[END]]
// CHECK-DAG: %[[COLUMNS:.*]] = arith.cmpi sgt, %[[N]], %[[ZERO]]
// CHECK: %[[ASKED:.*]] = arith.andi %[[ROWS]], %[[COLUMNS]]
// CHECK: %[[START:.*]] = scf.if %[[ASKED]] -> (index) {
// CHECK-NEXT: axis.position %{{.*}}[%[[ZERO]]] under %[[I]]
// CHECK: scf.for {{.*}} iter_args(%[[FROM:.*]] = %[[START]]) -> (index) {
// CHECK: %[[PLACE:.*]]:2 = scf.if %[[COLUMNS]] -> (index, i1) {
// CHECK-NEXT: axis.locate {{.*}} by carry from %[[FROM]]
// CHECK-NEXT: scf.yield
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %[[FROM]], %[[FALSE]]
// CHECK: scf.for
// CHECK-NEXT: "test.use"(%[[PLACE]]#0, %[[PLACE]]#1)
// CHECK: scf.yield %[[PLACE]]#0
func.func @carried_outside(%begin: index, %end: index, %i: index, %n: index, %m: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %pos2: memref<?xi32>, %crd2: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %K = axis.sparse_variable %m of %I positions %pos2 coordinates %crd2 : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  scf.for %p = %begin to %end step %c1 {
    %j = axis.coordinate %J[%p] under %i : !sparse
    scf.for %k = %c0 to %n step %c1 {
      %q, %found = axis.locate %K[%j] under %i : index : !sparse -> index
      "test.use"(%q, %found) : (index, i1) -> ()
    }
  }
  return
}

// It does not carry in a loop that decides anew whether it is asked: the fibre
// need not be there.

// CHECK-LABEL: func.func @not_carried
// CHECK-NOT: iter_args
// CHECK: scf.if
// CHECK-NEXT: axis.locate {{.*}} by binary
func.func @not_carried(%i: index, %m: index, %pos: memref<?xi32>, %crd: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  scf.for %j = %c0 to %m step %c1 {
    scf.for %k = %c0 to %j step %c1 {
      %q, %found = axis.locate %J[%j] under %i : index : !sparse -> index
      "test.use"(%q, %found) : (index, i1) -> ()
    }
  }
  return
}

// Under a condition, and in a loop of another kind, it stays where it is.

// CHECK-LABEL: func.func @stays
// CHECK: scf.for
// CHECK-NEXT: scf.if
// CHECK-NEXT: axis.locate
// CHECK: scf.while
// CHECK: axis.locate
func.func @stays(%b: i1, %c: index, %m: index, %crd: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %J = axis.sparse_variable %m count %m coordinates %crd : memref<?xi32> -> !sparse
  scf.for %k = %c0 to %m step %c1 {
    scf.if %b {
      %q, %found = axis.locate %J[%c] : !sparse -> index
      "test.use"(%q, %found) : (index, i1) -> ()
    }
  }
  scf.while : () -> () {
    %q, %found = axis.locate %J[%c] : !sparse -> index
    scf.condition(%found)
  } do {
    "test.step"() : () -> ()
    scf.yield
  }
  return
}
