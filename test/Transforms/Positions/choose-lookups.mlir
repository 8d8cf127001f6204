// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(spindle-choose-lookups),canonicalize,cse)' --allow-unregistered-dialect | FileCheck %s
// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(spindle-choose-lookups,spindle-choose-lookups),canonicalize,cse)' --allow-unregistered-dialect | FileCheck %s

!dense = !axis.axis<dense_fixed>
!block = !axis.axis<dense_fixed, width = 4>
!sparse = !axis.axis<sparse_variable, sorted, unique>
!unsorted = !axis.axis<sparse_variable, unique>
!rows = !axis.axis<sparse_variable, sorted>
!ragged = !axis.axis<dense_variable>
!ell = !axis.axis<sparse_fixed, sorted, unique>
!ell8 = !axis.axis<sparse_fixed, width = 8, sorted, unique>
!ell9 = !axis.axis<sparse_fixed, width = 9, sorted, unique>
!one = !axis.axis<singleton>

// Outside of loops, the axis alone decides.

// CHECK-LABEL: func.func @by_axis
// CHECK: by direct
// CHECK: by direct
// CHECK: by binary
// CHECK: by linear
// CHECK: by binary
// CHECK: by linear
// CHECK: by binary
// CHECK: by linear
func.func @by_axis(%i: index, %c: index, %m: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %crd2: memref<?x?xi32>, %crd8: memref<?x8xi32>, %crd9: memref<?x9xi32>) {
  %I = axis.dense_fixed %m : !dense
  %A = axis.dense_fixed %m of %I : !dense -> !dense
  %a:2 = axis.locate %A[%c] under %i : index : !dense -> index
  %B = axis.dense_variable %m of %I positions %pos : !dense, memref<?xi32> -> !ragged
  %b:2 = axis.locate %B[%c] under %i : index : !ragged -> index
  %C = axis.sparse_variable %m of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %c0:2 = axis.locate %C[%c] under %i : index : !sparse -> index
  %D = axis.sparse_variable %m of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !unsorted
  %d:2 = axis.locate %D[%c] under %i : index : !unsorted -> index
  %E = axis.sparse_fixed %m width %m of %I coordinates %crd2 : !dense, memref<?x?xi32> -> !ell
  %e:2 = axis.locate %E[%c] under %i : index : !ell -> index
  %F = axis.sparse_fixed %m width %m of %I coordinates %crd8 : !dense, memref<?x8xi32> -> !ell8
  %f:2 = axis.locate %F[%c] under %i : index : !ell8 -> index
  %G = axis.sparse_fixed %m width %m of %I coordinates %crd9 : !dense, memref<?x9xi32> -> !ell9
  %g:2 = axis.locate %G[%c] under %i : index : !ell9 -> index
  %H = axis.singleton %m of %I coordinates %crd : (!dense), memref<?xi32> -> !one
  %h:2 = axis.locate %H[%c] under %i : index : !one -> index
  "test.use"(%a#1, %b#1, %c0#1, %d#1, %e#1, %f#1, %g#1, %h#1) : (i1, i1, i1, i1, i1, i1, i1, i1) -> ()
  return
}

// What the program says stays, and look-ups of sites are not of position space.

// CHECK-LABEL: func.func @said
// CHECK: by linear
// CHECK-NOT: by
// CHECK: return
func.func @said(%i: index, %c: index, %m: index, %pos: memref<?xi32>, %crd: memref<?xi32>) {
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %p:2 = axis.locate %J[%c] under %i : index by linear : !sparse -> index
  %q:2 = axis.locate %I[%c] : !dense -> !axis.site
  "test.use"(%p#1, %q#1) : (i1, i1) -> ()
  return
}

// A merge: the loop over one sorted fibre carries the position in another. The
// begin of the fibre is not asked where the loop has no iteration.

// CHECK-LABEL: func.func @merge
// CHECK-SAME: %[[BEGIN:[^:]*]]: index, %[[END:[^:]*]]: index, %[[I:[^:]*]]: index
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[J:.*]] = axis.sparse_variable {{.*}} positions %{{.*}} coordinates
// CHECK: %[[K:.*]] = axis.sparse_variable {{.*}} positions %{{.*}} coordinates
// CHECK: %[[RUNS:.*]] = arith.cmpi slt, %[[BEGIN]], %[[END]]
// CHECK: %[[START:.*]] = scf.if %[[RUNS]] -> (index) {
// CHECK-NEXT: %[[FIRST:.*]] = axis.position %[[K]][%[[ZERO]]] under %[[I]]
// CHECK-NEXT: scf.yield %[[FIRST]]
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %[[ZERO]]
// CHECK: scf.for %[[P:.*]] = %[[BEGIN]] to %[[END]] step %{{.*}} iter_args(%[[FROM:.*]] = %[[START]]) -> (index) {
// CHECK-NEXT: %[[C:.*]] = axis.coordinate %{{.*}}[%[[P]]] under %[[I]]
// CHECK-NEXT: %[[Q:.*]], %[[FOUND:.*]] = axis.locate %[[K]][%[[C]]] under %[[I]] : index by carry from %[[FROM]]
// CHECK-NEXT: "test.use"(%[[Q]], %[[FOUND]])
// CHECK-NEXT: scf.yield %[[Q]]
func.func @merge(%begin: index, %end: index, %i: index, %m: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %pos2: memref<?xi32>, %crd2: memref<?xi32>) {
  %c1 = arith.constant 1 : index
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %K = axis.sparse_variable %m of %I positions %pos2 coordinates %crd2 : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  scf.for %p = %begin to %end step %c1 {
    %j = axis.coordinate %J[%p] under %i : !axis.axis<sparse_variable, sorted, unique>
    %q, %found = axis.locate %K[%j] under %i : index : !axis.axis<sparse_variable, sorted, unique> -> index
    "test.use"(%q, %found) : (index, i1) -> ()
  }
  return
}

// As the pass makes it: there is nothing left to choose.

// CHECK-LABEL: func.func @merged
// CHECK: scf.if
// CHECK-NOT: scf.if
// CHECK: iter_args(%{{.*}} = %{{[^,]*}}) -> (index) {
func.func @merged(%begin: index, %end: index, %i: index, %m: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %pos2: memref<?xi32>, %crd2: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %K = axis.sparse_variable %m of %I positions %pos2 coordinates %crd2 : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %runs = arith.cmpi slt, %begin, %end : index
  %start = scf.if %runs -> (index) {
    %first = axis.position %K[%c0] under %i : !axis.axis<sparse_variable, sorted, unique>
    scf.yield %first : index
  } else {
    scf.yield %c0 : index
  }
  %last = scf.for %p = %begin to %end step %c1 iter_args(%from = %start) -> (index) {
    %j = axis.coordinate %J[%p] under %i : !axis.axis<sparse_variable, sorted, unique>
    %q, %found = axis.locate %K[%j] under %i : index by carry from %from : !axis.axis<sparse_variable, sorted, unique> -> index
    "test.use"(%q, %found) : (index, i1) -> ()
    scf.yield %q : index
  }
  return
}

// The loop's own variable ascends too; a root's fibre begins at 0. What the loop
// carries besides, and its label, stay.

// CHECK-LABEL: func.func @of_dense
// CHECK-SAME: %[[M:[^:]*]]: index, %[[X:[^:]*]]: f32
// CHECK: %[[ZERO:.*]] = arith.constant 0 : index
// CHECK: %[[SUM:.*]]:2 = scf.for %[[I:.*]] = %[[ZERO]] to %[[M]] step %{{.*}} iter_args(%[[S:.*]] = %[[X]], %[[FROM:.*]] = %[[ZERO]]) -> (f32, index) {
// CHECK: %[[P:.*]], %{{.*}} = axis.locate %{{.*}}[%[[I]]] by carry from %[[FROM]]
// CHECK: %[[T:.*]] = "test.sum"(%[[S]]
// CHECK: scf.yield %[[T]], %[[P]]
// CHECK: } {iter.loop = #iter.loop<nest = "rows"
// CHECK: return %[[SUM]]#0
func.func @of_dense(%m: index, %x: f32, %count: index, %crd: memref<?xi32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %R = axis.sparse_variable %m count %count coordinates %crd : memref<?xi32> -> !sparse
  %sum = scf.for %i = %c0 to %m step %c1 iter_args(%s = %x) -> (f32) {
    %p, %found = axis.locate %R[%i] : !sparse -> index
    %t = "test.sum"(%s, %p, %found) : (f32, index, i1) -> f32
    scf.yield %t : f32
  } {iter.loop = #iter.loop<nest = "rows", dims = ["i"], axis = dense_fixed, kind = reduction, role = level>}
  return %sum : f32
}

// Offsets of a fixed fibre, and rows that come more than once, ascend as well.

// CHECK-LABEL: func.func @of_offsets
// CHECK: by carry
// CHECK: by carry
func.func @of_offsets(%i: index, %m: index, %len: index, %crd2: memref<?x?xi32>, %row: memref<?xi32>, %crd: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_fixed %m width %m of %I coordinates %crd2 : !dense, memref<?x?xi32> -> !ell
  %E = axis.sparse_variable %m count %m coordinates %row : memref<?xi32> -> !rows
  %R = axis.sparse_variable %m count %m coordinates %crd : memref<?xi32> -> !sparse
  scf.for %o = %c0 to %len step %c1 {
    %p = axis.position %J[%o] under %i : !ell
    %j = axis.coordinate %J[%p] under %i : !ell
    %q, %found = axis.locate %R[%j] : !sparse -> index
    "test.use"(%q, %found) : (index, i1) -> ()
  }
  scf.for %e = %c0 to %m step %c1 {
    %r = axis.coordinate %E[%e] : !rows
    %q, %found = axis.locate %R[%r] : !sparse -> index
    "test.use"(%q, %found) : (index, i1) -> ()
  }
  return
}

// Nothing is carried where the fibre changes, where the look-up is asked under a
// condition, or where coordinates may descend: those of an axis that is not sorted,
// of one whose fibres change, or of arithmetic.

// CHECK-LABEL: func.func @not_carried
// CHECK-NOT: iter_args
// CHECK: by binary
// CHECK: by binary
// CHECK: by binary
// CHECK: by binary
// CHECK: by binary
// CHECK: by linear
// CHECK: by linear
// CHECK-NOT: iter_args
// CHECK: return
func.func @not_carried(%b: i1, %i: index, %c: index, %m: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %crd8: memref<?x8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %U = axis.sparse_variable %m of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !unsorted
  %S = axis.sparse_fixed %m width %m of %I coordinates %crd8 : !dense, memref<?x8xi32> -> !ell8
  scf.for %p = %c0 to %m step %c1 {
    %changes:2 = axis.locate %J[%p] under %p : index : !sparse -> index
    scf.if %b {
      %conditional:2 = axis.locate %J[%p] under %i : index : !sparse -> index
      "test.use"(%conditional#1) : (i1) -> ()
    }
    %u = axis.coordinate %U[%p] under %i : !unsorted
    %unsorted:2 = axis.locate %J[%u] under %i : index : !sparse -> index
    %r = axis.parent %J[%p] : !sparse
    %j = axis.coordinate %J[%p] under %r : !sparse
    %fibres:2 = axis.locate %J[%j] under %i : index : !sparse -> index
    %d = arith.subi %m, %p : index
    %descends:2 = axis.locate %J[%d] under %i : index : !sparse -> index
    %in_unsorted:2 = axis.locate %U[%p] under %i : index : !unsorted -> index
    %short:2 = axis.locate %S[%p] under %i : index : !ell8 -> index
    "test.use"(%changes#1, %unsorted#1, %fibres#1, %descends#1, %in_unsorted#1, %short#1) : (i1, i1, i1, i1, i1, i1) -> ()
  }
  return
}

// Nor where the loop compares without signs.

// CHECK-LABEL: func.func @unsigned
// CHECK: by binary
func.func @unsigned(%m: index, %crd: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %R = axis.sparse_variable %m count %m coordinates %crd : memref<?xi32> -> !sparse
  scf.for unsigned %i = %c0 to %m step %c1 {
    %p, %found = axis.locate %R[%i] : !sparse -> index
    "test.use"(%p, %found) : (index, i1) -> ()
  }
  return
}

// Iterations of a parallel loop hand nothing on, and a look-up stays in it; those
// of a loop inside of it do, from a start that is found there.

// CHECK-LABEL: func.func @parallel
// CHECK: scf.forall (%[[T:.*]]) in
// CHECK-NEXT: axis.locate %[[R:.*]][%[[T]]] by binary
// CHECK-NEXT: axis.locate %[[R]][%{{.*}}] by binary
// CHECK: axis.position %[[J:.*]][%{{.*}}] under %[[T]]
// CHECK: scf.for %[[K:.*]] = {{.*}} iter_args(%[[FROM:.*]] = %
// CHECK: axis.locate %[[J]][%[[K]]] under %[[T]] : index by carry from %[[FROM]]
// CHECK: } {iter.loop = #iter.loop<nest = "n", dims = ["I"], axis = dense_fixed, kind = spatial, role = level>}
func.func @parallel(%m: index, %j: index, %row: memref<?xi32>, %pos: memref<?xi32>, %crd: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %R = axis.sparse_variable %m count %m coordinates %row : memref<?xi32> -> !sparse
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  scf.forall (%t) in (%m) {
    %own:2 = axis.locate %R[%t] : !sparse -> index
    %same:2 = axis.locate %R[%j] : !sparse -> index
    "test.use"(%own#1, %same#1) : (i1, i1) -> ()
    scf.for %k = %c0 to %m step %c1 {
      %inner:2 = axis.locate %J[%k] under %t : index : !sparse -> index
      "test.use"(%inner#1) : (i1) -> ()
    }
  } {iter.loop = #iter.loop<nest = "n", dims = ["I"], axis = dense_fixed, kind = spatial, role = level>}
  return
}
