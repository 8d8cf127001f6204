// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(convert-iter-to-scf),canonicalize,cse)' | FileCheck %s
// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(convert-iter-to-scf,convert-iter-to-scf),canonicalize,cse)' | FileCheck %s
// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(convert-iter-to-scf),spindle-verify-stage{stage=positions})' -o /dev/null

!dense = !axis.axis<dense_fixed>
!block = !axis.axis<dense_fixed, width = 4>
!sparse = !axis.axis<sparse_variable, sorted, unique>
!wide = !axis.axis<sparse_variable, pos = i64, crd = i16, sorted, unique>

// A dense axis is a loop over offsets, a sparse one over the positions of a
// fibre: from where it begins, for its length.

// CHECK-LABEL: func.func @square
// CHECK-SAME: %[[M:[a-z0-9]+]]: index,
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[ONE:.*]] = arith.constant 1 : index
// CHECK: %[[I:.*]] = axis.dense_fixed
// CHECK: %[[J:.*]] = axis.sparse_variable
// CHECK: %[[AV:.*]] = sparse.bind
// CHECK: scf.for %[[ROW:.*]] = %[[ZERO]] to %[[M]] step %[[ONE]] {
// CHECK-NEXT: %[[LENGTH:.*]] = axis.length %[[J]] under %[[ROW]]
// CHECK-NEXT: %[[BEGIN:.*]] = axis.position %[[J]][%[[ZERO]]] under %[[ROW]]
// CHECK-NEXT: %[[END:.*]] = arith.addi %[[BEGIN]], %[[LENGTH]]
// CHECK-NEXT: scf.for %[[P:.*]] = %[[BEGIN]] to %[[END]] step %[[ONE]] {
// CHECK-NEXT: %[[X:.*]] = sparse.load %[[AV]] at positions [%[[P]]]
// CHECK-NEXT: %[[Y:.*]] = arith.mulf %[[X]], %[[X]]
// CHECK-NEXT: sparse.store %[[Y]], %[[AV]] at positions [%[[P]]]
// CHECK-NEXT: } {iter.loop = #iter.loop<nest = "square", dims = ["j"], axis = sparse_variable, kind = spatial, role = level>}
// CHECK-NEXT: } {iter.loop = #iter.loop<nest = "square", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>}
// CHECK-NEXT: return
func.func @square(%m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %val: memref<?xf32>) {
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %Av = sparse.bind %val on (%I, %J) : memref<?xf32> on (!dense, !sparse) -> !sparse.buffer<?xf32>
  iter.nest "square" ("i": %i, "j": %j at %p) over (%I, %J : !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>) kinds [spatial, spatial] {
    %x = sparse.load %Av at [%p] : !sparse.buffer<?xf32>
    %y = arith.mulf %x, %x : f32
    sparse.store %y, %Av at [%p] : !sparse.buffer<?xf32>
  }
  return
}

// The coordinate of a sparse axis is looked up, that of a dense one is the
// offset, wherever it lies.

// CHECK-LABEL: func.func @coordinates
// CHECK: %[[J:.*]] = axis.sparse_variable
// CHECK: scf.for %[[ROW:.*]] =
// CHECK: scf.for %[[P:.*]] =
// CHECK: %[[COL:.*]] = axis.coordinate %[[J]][%[[P]]] under %[[ROW]]
// CHECK: scf.for %[[B:.*]] =
// CHECK: func.call @use3(%[[ROW]], %[[COL]], %[[B]])
func.func @coordinates(%m: index, %n: index, %pos: memref<?xi64>, %crd: memref<?xi16>) {
  %c4 = arith.constant 4 : index
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi64>, memref<?xi16> -> !wide
  %K = axis.dense_fixed %c4 of %J : !wide -> !block
  iter.nest "n" ("i": %i, "j": %j, "k": %k) over (%I, %J, %K : !dense, !wide, !block) kinds [spatial, reduction, spatial] {
    func.call @use3(%i, %j, %k) : (index, index, index) -> ()
  }
  return
}
func.func private @use3(index, index, index)

// A site in a block below a sparse axis: the offset in the block for storage,
// the position through the whole axis for what lies under it.

// CHECK-LABEL: func.func @blocks
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[WIDTH:.*]] = arith.constant 4 : index
// CHECK: %[[J:.*]] = axis.sparse_variable
// CHECK: %[[K:.*]] = axis.dense_fixed {{.*}} of %[[J]]
// CHECK: %[[L:.*]] = axis.sparse_variable {{.*}} of %[[K]]
// CHECK: %[[BV:.*]] = sparse.bind {{.*}} -> !sparse.buffer<?x4xf32>
// CHECK: %[[LV:.*]] = sparse.bind {{.*}} -> !sparse.buffer<?xf32>
// CHECK: scf.for %{{.*}} {
// CHECK: scf.for %[[P:.*]] = {{.*}} {
// CHECK: scf.for %[[B:.*]] = %[[ZERO]] to %[[WIDTH]]
// CHECK: %[[Q:.*]] = axis.position %[[K]][%[[B]]] under %[[P]]
// CHECK: axis.length %[[L]] under %[[Q]]
// CHECK: axis.position %[[L]][%[[ZERO]]] under %[[Q]]
// CHECK: scf.for %[[R:.*]] = {{.*}} {
// CHECK: %[[X:.*]] = sparse.load %[[BV]] at positions [%[[P]], %[[B]]]
// CHECK: sparse.store %[[X]], %[[LV]] at positions [%[[R]]]
// CHECK: kind = reduction, role = level>}
func.func @blocks(%m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %pos2: memref<?xi64>, %crd2: memref<?xi16>, %val: memref<?x4xf32>, %leaf: memref<?xf32>) {
  %c4 = arith.constant 4 : index
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %K = axis.dense_fixed %c4 of %J : !sparse -> !block
  %L = axis.sparse_variable %n of %K positions %pos2 coordinates %crd2 : !block, memref<?xi64>, memref<?xi16> -> !wide
  %Bv = sparse.bind %val on (%I, %J, %K) : memref<?x4xf32> on (!dense, !sparse, !block) -> !sparse.buffer<?x4xf32>
  %Lv = sparse.bind %leaf on (%I, %J, %K, %L) : memref<?xf32> on (!dense, !sparse, !block, !wide) -> !sparse.buffer<?xf32>
  iter.nest "blocks" ("i": %i, "j": %j at %p, "k": %k at %b, "l": %l at %r) over (%I, %J, %K, %L : !dense, !sparse, !block, !wide) kinds [spatial, spatial, spatial, reduction] {
    %x = sparse.load %Bv at [%p, %b] : !sparse.buffer<?x4xf32>
    sparse.store %x, %Lv at [%r] : !sparse.buffer<?xf32>
  }
  return
}

// Nests follow one another and nest; an axis under a site runs over that site's
// fibre. The sites of a nest are used in regions inside it.

// CHECK-LABEL: func.func @under
// CHECK-SAME: %[[C:[^:]*]]: i1
// CHECK: %[[I:.*]] = axis.dense_fixed
// CHECK: %[[J:.*]] = axis.sparse_variable
// CHECK: %[[AV:.*]] = sparse.bind
// CHECK: %[[YV:.*]] = sparse.bind
// CHECK: scf.for %[[ROW:.*]] =
// CHECK: scf.for %[[P:.*]] =
// CHECK: %[[X:.*]] = sparse.load %[[AV]] at positions [%[[P]]]
// CHECK: sparse.accumulate max %[[X]] into %[[YV]] at positions [%[[ROW]]]
// CHECK-NEXT: } {iter.loop = #iter.loop<nest = "max", dims = ["j"]
// CHECK: scf.for %[[Q:.*]] =
// CHECK: scf.if %[[C]] {
// CHECK-NEXT: %[[Y:.*]] = sparse.load %[[YV]] at positions [%[[ROW]]]
// CHECK-NEXT: sparse.store %[[Y]], %[[AV]] at positions [%[[Q]]]
// CHECK: } {iter.loop = #iter.loop<nest = "subtract", dims = ["j"]
// CHECK: } {iter.loop = #iter.loop<nest = "rows", dims = ["i"]
// CHECK: scf.for
// CHECK: } {iter.loop = #iter.loop<nest = "after", dims = ["i"]
func.func @under(%c: i1, %m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %val: memref<?xf32>, %y: memref<?xf32>) {
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %Av = sparse.bind %val on (%I, %J) : memref<?xf32> on (!dense, !sparse) -> !sparse.buffer<?xf32>
  %Yv = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  iter.nest "rows" ("i": %i at %r) over (%I : !dense) kinds [spatial] {
    iter.nest "max" ("j": %j at %p) over (%J under %r : !sparse) kinds [reduction] {
      %x = sparse.load %Av at [%p] : !sparse.buffer<?xf32>
      sparse.accumulate max %x into %Yv at [%r] : !sparse.buffer<?xf32>
    }
    iter.nest "subtract" ("j": %j at %p) over (%J under %r : !sparse) kinds [spatial] {
      scf.if %c {
        %v = sparse.load %Yv at [%r] : !sparse.buffer<?xf32>
        sparse.store %v, %Av at [%p] : !sparse.buffer<?xf32>
      }
    }
  }
  iter.nest "after" ("i": %i) over (%I : !dense) kinds [spatial] {
    func.call @use1(%i) : (index) -> ()
  }
  return
}
func.func private @use1(index)

// One axis twice: two loops, and each entry lies under the one it names.

// CHECK-LABEL: func.func @pairs
// CHECK: %[[J:.*]] = axis.sparse_variable
// CHECK: scf.for %[[ROW:.*]] =
// CHECK: scf.for %[[OTHER:.*]] =
// CHECK: axis.length %[[J]] under %[[ROW]]
// CHECK: scf.for %[[P:.*]] =
// CHECK: axis.length %[[J]] under %[[OTHER]]
// CHECK: scf.for %[[Q:.*]] =
// CHECK: %[[X:.*]] = sparse.load %{{.*}} at positions [%[[P]]]
// CHECK: sparse.store %[[X]], %{{.*}} at positions [%[[Q]]]
func.func @pairs(%m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %val: memref<?xf32>) {
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %Av = sparse.bind %val on (%I, %J) : memref<?xf32> on (!dense, !sparse) -> !sparse.buffer<?xf32>
  iter.nest "pairs" ("i": %i, "h": %h, "j": %j at %p, "g": %g at %q) over (%I, %I, %J of 0, %J of 1 : !dense, !dense, !sparse, !sparse) kinds [spatial, spatial, spatial, spatial] {
    %x = sparse.load %Av at [%p] : !sparse.buffer<?xf32>
    sparse.store %x, %Av at [%q] : !sparse.buffer<?xf32>
  }
  return
}

// A site becomes a number where it is asked for.

// CHECK-LABEL: func.func @position_of
// CHECK: scf.for %[[P:.*]] =
// CHECK-NEXT: func.call @use1(%[[P]])
func.func @position_of(%m: index) {
  %I = axis.dense_fixed %m : !dense
  iter.nest "n" ("i": %i at %r) over (%I : !dense) kinds [spatial] {
    %q = axis.position_of %r : !axis.site
    func.call @use1(%q) : (index) -> ()
  }
  return
}

// The length of a fibre whose width is known is a bound that later passes know,
// and an empty body an empty loop, which goes.

// CHECK-LABEL: func.func @static_widths
// CHECK: %[[N:.*]] = arith.constant 4 : index
// CHECK-NEXT: scf.for %[[K:.*]] = %{{.*}} to %[[N]]
// CHECK-NEXT: func.call @use1(%[[K]])
func.func @static_widths() {
  %c4 = arith.constant 4 : index
  %I = axis.dense_fixed %c4 : !block
  iter.nest "empty" ("i": %i) over (%I : !block) kinds [spatial] {
  }
  iter.nest "n" ("i": %i) over (%I : !block) kinds [spatial] {
    func.call @use1(%i) : (index) -> ()
  }
  return
}

// What has nothing to lower is left as it is.

// CHECK-LABEL: func.func @nothing
// CHECK: scf.for
// CHECK: sparse.load {{.*}} at positions
// CHECK-LABEL: func.func private @no_body
func.func @nothing(%c0: index, %c1: index, %m: index, %y: memref<?xf32>) {
  %I = axis.dense_fixed %m : !dense
  %Yv = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  scf.for %i = %c0 to %m step %c1 {
    %x = sparse.load %Yv at positions [%i] : !sparse.buffer<?xf32>
    sparse.store %x, %Yv at positions [%c0] : !sparse.buffer<?xf32>
  }
  return
}
func.func private @no_body(memref<?xf32>)

// What is promised was made use of before.

// CHECK-LABEL: func.func @promise(
// CHECK-NEXT: return
func.func @promise(%n: index) {
  sparse.expect_range "I" from %n to %n in "A" dimension 0 of %n
  return
}
