// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(convert-iter-to-scf),canonicalize,cse)' | FileCheck %s
// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(convert-iter-to-scf),spindle-verify-stage{stage=positions})' -o /dev/null

!dense = !axis.axis<dense_fixed>
!block = !axis.axis<dense_fixed, width = 4>
!sparse = !axis.axis<sparse_variable, sorted, unique>
!unsorted = !axis.axis<sparse_variable, unique>

// On dense roots a look-up is the identity.

// CHECK-LABEL: func.func @dense
// CHECK-SAME: %[[I:[^:]*]]: index, %[[K:[^:]*]]: index
// CHECK: %[[BV:.*]] = sparse.bind
// CHECK-NEXT: %[[X:.*]] = sparse.load %[[BV]] at positions [%[[I]], %[[K]]]
// CHECK-NEXT: sparse.store %[[X]], %[[BV]] at positions [%[[K]], %[[I]]]
// CHECK-NEXT: sparse.accumulate add %[[X]] into %[[BV]] at positions [%[[I]], %[[I]]]
// CHECK-NEXT: return
func.func @dense(%i: index, %k: index, %m: index, %b: memref<?x?xf32>) {
  %I = axis.dense_fixed %m : !dense
  %K = axis.dense_fixed %m : !dense
  %Bv = sparse.bind %b on (%I, %K) : memref<?x?xf32> on (!dense, !dense) -> !sparse.buffer<?x?xf32>
  %x = sparse.load %Bv[%i, %k] : !sparse.buffer<?x?xf32>
  sparse.store %x, %Bv[%k, %i] : !sparse.buffer<?x?xf32>
  sparse.accumulate add %x into %Bv[%i, %i] : !sparse.buffer<?x?xf32>
  return
}

// A missing element reads as the fill value: nothing is loaded there.

// CHECK-LABEL: func.func @load
// CHECK-SAME: %[[I:[^:]*]]: index, %[[J:[^:]*]]: index
// CHECK: %[[FILL:.*]] = arith.constant -1.000000e+00 : f32
// CHECK: %[[JAXIS:.*]] = axis.sparse_variable
// CHECK: %[[AV:.*]] = sparse.bind
// CHECK: %[[P:.*]], %[[FOUND:.*]] = axis.locate %[[JAXIS]][%[[J]]] under %[[I]] : index
// CHECK-NEXT: %[[X:.*]] = scf.if %[[FOUND]] -> (f32) {
// CHECK-NEXT: %[[Y:.*]] = sparse.load %[[AV]] at positions [%[[P]]]
// CHECK-NEXT: scf.yield %[[Y]]
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %[[FILL]]
// CHECK-NEXT: }
// CHECK-NEXT: return %[[X]]
func.func @load(%i: index, %j: index, %m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %val: memref<?xf32>) -> f32 {
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %Av = sparse.bind %val on (%I, %J) : memref<?xf32> on (!dense, !sparse) -> !sparse.buffer<?xf32, fill = -1.0>
  %x = sparse.load %Av[%i, %j] : !sparse.buffer<?xf32, fill = -1.0>
  return %x : f32
}

// The fill value of complex numbers is real; an index has one too.

// CHECK-LABEL: func.func @fill_values
// CHECK-DAG: %[[RE:.*]] = arith.constant 2.000000e+00 : f64
// CHECK-DAG: %[[IM:.*]] = arith.constant 0.000000e+00 : f64
// CHECK-DAG: %[[SEVEN:.*]] = arith.constant 7 : index
// CHECK-DAG: %[[TRUE:.*]] = arith.constant true
// CHECK: } else {
// CHECK: %[[Z:.*]] = complex.create %[[RE]], %[[IM]] : complex<f64>
// CHECK-NEXT: scf.yield %[[Z]]
// CHECK: } else {
// CHECK-NEXT: scf.yield %[[SEVEN]]
// CHECK: axis.locate
func.func @fill_values(%i: index, %j: index, %m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %vz: memref<?xcomplex<f64>>, %vi: memref<?xindex>, %vb: memref<?xi1>) -> (complex<f64>, index, i1) {
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %Z = sparse.bind %vz on (%I, %J) : memref<?xcomplex<f64>> on (!dense, !sparse) -> !sparse.buffer<?xcomplex<f64>, fill = 2.0>
  %X = sparse.bind %vi on (%I, %J) : memref<?xindex> on (!dense, !sparse) -> !sparse.buffer<?xindex, fill = 7>
  %B = sparse.bind %vb on (%I, %J) : memref<?xi1> on (!dense, !sparse) -> !sparse.buffer<?xi1, fill = true>
  %z = sparse.load %Z[%i, %j] : !sparse.buffer<?xcomplex<f64>, fill = 2.0>
  %x = sparse.load %X[%i, %j] : !sparse.buffer<?xindex, fill = 7>
  %b = sparse.load %B[%j, %i] : !sparse.buffer<?xi1, fill = true>
  return %z, %x, %b : complex<f64>, index, i1
}

// A missing element is not written.

// CHECK-LABEL: func.func @writes
// CHECK-SAME: %[[I:[^:]*]]: index, %[[J:[^:]*]]: index
// CHECK: %[[P:.*]], %[[FOUND:.*]] = axis.locate {{.*}}[%[[J]]] under %[[I]]
// CHECK-NEXT: scf.if %[[FOUND]] {
// CHECK-NEXT: sparse.store {{.*}} at positions [%[[P]]]
// CHECK-NEXT: }
// CHECK: %[[Q:.*]], %[[FOUND2:.*]] = axis.locate {{.*}}[%[[I]]] under %[[J]]
// CHECK-NEXT: scf.if %[[FOUND2]] {
// CHECK-NEXT: sparse.accumulate add {{.*}} at positions [%[[Q]]]
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @writes(%i: index, %j: index, %v: f32, %m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %val: memref<?xf32>) {
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !unsorted
  %Av = sparse.bind %val on (%I, %J) : memref<?xf32> on (!dense, !unsorted) -> !sparse.buffer<?xf32>
  sparse.store %v, %Av[%i, %j] : !sparse.buffer<?xf32>
  sparse.accumulate add %v into %Av[%j, %i] : !sparse.buffer<?xf32>
  return
}

// Two levels that may lack the coordinate: the second is only asked where the
// first has it, and dense levels between are positions without a query.

// CHECK-LABEL: func.func @two_searches
// CHECK-SAME: %[[I:[^:]*]]: index, %[[J:[^:]*]]: index, %[[K:[^:]*]]: index, %[[L:[^:]*]]: index
// CHECK: %[[FILL:.*]] = arith.constant 0.000000e+00
// CHECK: %[[JAXIS:.*]] = axis.sparse_variable
// CHECK: %[[KAXIS:.*]] = axis.dense_fixed {{.*}} of %[[JAXIS]]
// CHECK: %[[LAXIS:.*]] = axis.sparse_variable
// CHECK: %[[P:.*]], %[[FOUND:.*]] = axis.locate %[[JAXIS]][%[[J]]] under %[[I]]
// CHECK-NEXT: %[[X:.*]] = scf.if %[[FOUND]] -> (f32) {
// CHECK-NEXT: %[[B:.*]] = axis.position %[[KAXIS]][%[[K]]] under %[[P]]
// CHECK-NEXT: %[[Q:.*]], %[[FOUND2:.*]] = axis.locate %[[LAXIS]][%[[L]]] under %[[B]]
// CHECK-NEXT: %[[Y:.*]] = scf.if %[[FOUND2]] -> (f32) {
// CHECK-NEXT: %[[V:.*]] = sparse.load %{{.*}} at positions [%[[Q]]]
// CHECK-NEXT: scf.yield %[[V]]
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %[[FILL]]
// CHECK-NEXT: }
// CHECK-NEXT: scf.yield %[[Y]]
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %[[FILL]]
// CHECK: return %[[X]]
func.func @two_searches(%i: index, %j: index, %k: index, %l: index, %m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %val: memref<?xf32>) -> f32 {
  %c4 = arith.constant 4 : index
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %K = axis.dense_fixed %c4 of %J : !sparse -> !block
  %L = axis.sparse_variable %n of %K positions %pos coordinates %crd : !block, memref<?xi32>, memref<?xi32> -> !sparse
  %Av = sparse.bind %val on (%I, %J, %K, %L) : memref<?xf32> on (!dense, !sparse, !block, !sparse) -> !sparse.buffer<?xf32>
  %x = sparse.load %Av[%i, %j, %k, %l] : !sparse.buffer<?xf32>
  return %x : f32
}

// Levels that the nests know are not searched; a block under a found element is
// indexed by the offset.

// CHECK-LABEL: func.func @partly_known
// CHECK: %[[JAXIS:.*]] = axis.sparse_variable
// CHECK: scf.for %[[ROW:.*]] =
// CHECK: %[[P:.*]], %[[FOUND:.*]] = axis.locate %[[JAXIS]][%[[ROW]]] under %[[ROW]]
// CHECK: scf.if %[[FOUND]]
// CHECK: sparse.load %{{.*}} at positions [%[[P]], %[[ROW]]]
// CHECK: scf.for %[[Q:.*]] =
// CHECK: %[[COL:.*]] = axis.coordinate %[[JAXIS]][%[[Q]]]
// CHECK-NEXT: sparse.load %{{.*}} at positions [%[[Q]], %[[COL]]]
// CHECK-NOT: axis.locate
// CHECK: return
func.func @partly_known(%m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %val: memref<?x4xf32>) {
  %c4 = arith.constant 4 : index
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %K = axis.dense_fixed %c4 of %J : !sparse -> !block
  %Av = sparse.bind %val on (%I, %J, %K) : memref<?x4xf32> on (!dense, !sparse, !block) -> !sparse.buffer<?x4xf32>
  iter.nest "outer" ("i": %i at %r) over (%I : !dense) kinds [spatial] {
    %x = sparse.load %Av[%i, %i, %i] : !sparse.buffer<?x4xf32>
    func.call @use(%x) : (f32) -> ()
    iter.nest "inner" ("j": %j) over (%J under %r : !sparse) kinds [spatial] {
      %y = sparse.load %Av[%i, %j, %j] : !sparse.buffer<?x4xf32>
      func.call @use(%y) : (f32) -> ()
    }
  }
  return
}
func.func private @use(f32)

// The same coordinate under another row is searched, and so is that of an axis
// that is another one, whatever it is made of.

// CHECK-LABEL: func.func @other_row
// CHECK: scf.for %[[ROW:.*]] =
// CHECK: scf.for %[[P:.*]] =
// CHECK: %[[COL:.*]] = axis.coordinate %{{.*}}[%[[P]]] under %[[ROW]]
// CHECK: axis.locate %{{.*}}[%[[ROW]]] under %[[COL]]
// CHECK: axis.locate %{{.*}}[%[[COL]]] under %[[COL]]
func.func @other_row(%m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %val: memref<?xf32>) {
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %Av = sparse.bind %val on (%I, %J) : memref<?xf32> on (!dense, !sparse) -> !sparse.buffer<?xf32>
  iter.nest "transposed" ("i": %i, "j": %j) over (%I, %J : !dense, !sparse) kinds [spatial, spatial] {
    %x = sparse.load %Av[%j, %i] : !sparse.buffer<?xf32>
    func.call @use(%x) : (f32) -> ()
    %y = sparse.load %Av[%j, %j] : !sparse.buffer<?xf32>
    func.call @use(%y) : (f32) -> ()
  }
  return
}

// Inside other regions of a body, and in loops: the branches stay where the
// access was.

// CHECK-LABEL: func.func @in_regions
// CHECK: scf.for %[[ROW:.*]] =
// CHECK: scf.for %[[T:.*]] = {{.*}} iter_args(%[[S:.*]] = %{{.*}})
// CHECK-NEXT: %[[X:.*]] = scf.if %{{.*}} -> (f32) {
// CHECK-NEXT: %[[P:.*]], %[[FOUND:.*]] = axis.locate %{{.*}}[%[[T]]] under %[[ROW]]
// CHECK-NEXT: %[[Y:.*]] = scf.if %[[FOUND]]
// CHECK: scf.yield %[[Y]]
// CHECK: %[[SUM:.*]] = arith.addf %[[S]], %[[X]]
// CHECK: scf.yield %[[SUM]]
func.func @in_regions(%c: i1, %zero: f32, %c0: index, %c1: index, %m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %val: memref<?xf32>) {
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %Av = sparse.bind %val on (%I, %J) : memref<?xf32> on (!dense, !sparse) -> !sparse.buffer<?xf32>
  iter.nest "n" ("i": %i) over (%I : !dense) kinds [spatial] {
    %sum = scf.for %t = %c0 to %n step %c1 iter_args(%s = %zero) -> f32 {
      %x = scf.if %c -> f32 {
        %y = sparse.load %Av[%i, %t] : !sparse.buffer<?xf32>
        scf.yield %y : f32
      } else {
        scf.yield %zero : f32
      }
      %next = arith.addf %s, %x : f32
      scf.yield %next : f32
    }
    func.call @use(%sum) : (f32) -> ()
  }
  return
}

// A look-up that the program makes itself becomes one of positions; its site is
// one to load from and to run under, and its strategy is kept.

// CHECK-LABEL: func.func @locate
// CHECK-SAME: %[[I:[^:]*]]: index, %[[J:[^:]*]]: index
// CHECK: %[[IAXIS:.*]] = axis.dense_fixed
// CHECK: %[[JAXIS:.*]] = axis.sparse_variable
// CHECK: %[[KAXIS:.*]] = axis.dense_fixed
// CHECK: %[[R:.*]], %[[INSIDE:.*]] = axis.locate %[[IAXIS]][%[[I]]] by direct
// CHECK-NEXT: scf.if %[[INSIDE]] {
// CHECK-NEXT: %[[P:.*]], %[[FOUND:.*]] = axis.locate %[[JAXIS]][%[[J]]] under %[[R]] : index by linear
// CHECK-NEXT: scf.if %[[FOUND]] {
// CHECK: scf.for %[[B:.*]] =
// CHECK: sparse.load %{{.*}} at positions [%[[P]], %[[B]]]
// CHECK: %[[Q:.*]], %{{.*}} = axis.locate %[[KAXIS]][%[[J]]] under %[[P]] : index :
// CHECK: sparse.load %{{.*}} at positions [%[[P]], %[[J]]]
// CHECK: func.call @use_index(%[[Q]])
func.func @locate(%i: index, %j: index, %m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %val: memref<?x4xf32>) {
  %c4 = arith.constant 4 : index
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %K = axis.dense_fixed %c4 of %J : !sparse -> !block
  %Av = sparse.bind %val on (%I, %J, %K) : memref<?x4xf32> on (!dense, !sparse, !block) -> !sparse.buffer<?x4xf32>
  %r, %inside = axis.locate %I[%i] by direct : !dense -> !axis.site
  scf.if %inside {
    %p, %found = axis.locate %J[%j] under %r : !axis.site by linear : !sparse -> !axis.site
    scf.if %found {
      iter.nest "block" ("k": %k at %b) over (%K under %p : !block) kinds [spatial] {
        %x = sparse.load %Av at [%p, %b] : !sparse.buffer<?x4xf32>
        func.call @use(%x) : (f32) -> ()
      }
      %b, %there = axis.locate %K[%j] under %p : !axis.site : !block -> !axis.site
      %y = sparse.load %Av at [%p, %b] : !sparse.buffer<?x4xf32>
      func.call @use(%y) : (f32) -> ()
      %q = axis.position_of %b : !axis.site
      func.call @use_index(%q) : (index) -> ()
    }
  }
  return
}
func.func private @use_index(index)

// Both buffers of argmax have one storage location.

// CHECK-LABEL: func.func @argmax
// CHECK: scf.if
// CHECK-NEXT: sparse.accumulate argmax %{{.*}}, %{{.*}} into %{{.*}}, %{{.*}} at positions [%{{.*}}]
func.func @argmax(%i: index, %j: index, %v: f32, %m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %val: memref<?xf32>, %num: memref<?xindex>) {
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %Av = sparse.bind %val on (%I, %J) : memref<?xf32> on (!dense, !sparse) -> !sparse.buffer<?xf32>
  %Nv = sparse.bind %num on (%I, %J) : memref<?xindex> on (!dense, !sparse) -> !sparse.buffer<?xindex>
  sparse.accumulate argmax %v, %j into %Av, %Nv[%i, %j] : !sparse.buffer<?xf32>, !sparse.buffer<?xindex>
  return
}
