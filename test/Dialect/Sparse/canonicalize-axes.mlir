// RUN: sparse-opt %s --canonicalize --allow-unregistered-dialect | FileCheck %s

// Look-ups in buffers on axes that may lack cells, or that have several parents
// or no coordinates; splats; tensors with values of their own.

!dense = !axis.axis<dense_fixed>
!block = !axis.axis<dense_fixed, width = 4>
!sparse = !axis.axis<sparse_variable, sorted, unique>
!ragged = !axis.axis<dense_variable>
!ell = !axis.axis<sparse_fixed, width = 8, sorted, unique>
!one = !axis.axis<singleton>
!pairs = !axis.axis<product>
!bitmap = !axis.axis<occupancy>
!csr = !sparse.tensor<?x?xf32, #sparse.csr>

// An element under lengths is known to exist where the nest visits it, and only
// there.

// CHECK-LABEL: func.func @lengths(
func.func @lengths(%m: index, %len: memref<?xi32>, %crd: memref<?x8xi32>, %val: memref<?x8xf32>, %x: f32) {
  %c8 = arith.constant 8 : index
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_fixed %m width %c8 of %I lengths %len coordinates %crd : !dense, memref<?xi32>, memref<?x8xi32> -> !ell
  %K = axis.dense_fixed %c8 of %I : !dense -> !dense
  %v = sparse.bind %val on (%I, %J) : memref<?x8xf32> on (!dense, !ell) -> !sparse.buffer<?x8xf32>
  // CHECK: iter.nest "n" ("i": %[[I:.*]] at %[[R:.*]], "j": %{{.*}} at %[[P:.*]], "k": %[[K:.*]]) over
  iter.nest "n" ("i": %i, "j": %j, "k": %k) over (%I, %J, %K : !dense, !ell, !dense) kinds [spatial, spatial, spatial] {
    // CHECK-NEXT: sparse.store %{{.*}}, %{{.*}} at [%[[R]], %[[P]]] :
    sparse.store %x, %v[%i, %j] : !sparse.buffer<?x8xf32>
    // CHECK-NEXT: sparse.store %{{.*}}, %{{.*}}[%[[I]], %[[K]]] :
    sparse.store %x, %v[%i, %k] : !sparse.buffer<?x8xf32>
  }
  return
}

// CHECK-LABEL: func.func @cut(
func.func @cut(%m: index, %val: memref<?x4xf32>, %x: f32) {
  %c4 = arith.constant 4 : index
  %IO = axis.dense_fixed %m : !dense
  %II = axis.dense_fixed %c4 cut %m of %IO : !dense -> !block
  %K = axis.dense_fixed %c4 of %IO : !dense -> !block
  %v = sparse.bind %val on (%IO, %II) : memref<?x4xf32> on (!dense, !block) -> !sparse.buffer<?x4xf32>
  // CHECK: iter.nest "n" ("i": %[[I:.*]] at %[[R:.*]], "ii": %{{.*}} at %[[P:.*]], "k": %[[K:.*]]) over
  iter.nest "n" ("i": %i, "ii": %ii, "k": %k) over (%IO, %II, %K : !dense, !block, !block) kinds [spatial, spatial, spatial] {
    // CHECK-NEXT: sparse.store %{{.*}}, %{{.*}} at [%[[R]], %[[P]]] :
    sparse.store %x, %v[%i, %ii] : !sparse.buffer<?x4xf32>
    // CHECK-NEXT: sparse.store %{{.*}}, %{{.*}}[%[[I]], %[[K]]] :
    sparse.store %x, %v[%i, %k] : !sparse.buffer<?x4xf32>
  }
  return
}

// A singleton's coordinate is that of its site, under one parent or several.

// CHECK-LABEL: func.func @singleton(
func.func @singleton(%n: index, %row: memref<?xi32>, %col: memref<?xi32>, %val: memref<?xf32>, %x: f32) {
  %E = axis.sparse_variable %n count %n coordinates %row : memref<?xi32> -> !sparse
  %J = axis.singleton %n of %E coordinates %col : (!sparse), memref<?xi32> -> !one
  %v = sparse.bind %val on (%E, %J) : memref<?xf32> on (!sparse, !one) -> !sparse.buffer<?xf32>
  // CHECK: iter.nest "n" ("e": %[[E:.*]] at %[[P:.*]], "j": %{{.*}}) over
  iter.nest "n" ("e": %e, "j": %j) over (%E, %J : !sparse, !one) kinds [spatial, spatial] {
    // CHECK-NEXT: sparse.store %{{.*}}, %{{.*}} at [%[[P]]] :
    sparse.store %x, %v[%e, %j] : !sparse.buffer<?xf32>
    // CHECK-NEXT: sparse.store %{{.*}}, %{{.*}}[%[[E]], %[[E]]] :
    sparse.store %x, %v[%e, %e] : !sparse.buffer<?xf32>
  }
  return
}

// CHECK-LABEL: func.func @singleton_of_two(
func.func @singleton_of_two(%m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?x4xi32>, %val: memref<?x4xf32>, %x: f32) {
  %c4 = arith.constant 4 : index
  %P = axis.dense_fixed %m : !dense
  %S = axis.dense_variable %n of %P positions %pos : !dense, memref<?xi32> -> !ragged
  %I = axis.dense_fixed %c4 of %P : !dense -> !block
  %J = axis.singleton %n of %S, %I coordinates %crd : (!ragged, !block), memref<?x4xi32> -> !one
  %v = sparse.bind %val on (%P, %S, %I, %J) : memref<?x4xf32> on (!dense, !ragged, !block, !one) -> !sparse.buffer<?x4xf32>
  // CHECK: iter.nest "n" ("p": %[[P:.*]], "i": %{{.*}} at %[[R:.*]], "h": %[[H:.*]], "s": %[[S:.*]] at %[[Q:.*]], "j": %[[J:.*]]) over
  iter.nest "n" ("p": %p, "i": %i, "h": %h, "s": %s, "j": %j) over (%P, %I, %I, %S, %J of (0, 3, 1) : !dense, !block, !block, !ragged, !one) kinds [spatial, spatial, spatial, spatial, spatial] {
    // CHECK-NEXT: sparse.store %{{.*}}, %{{.*}} at [%[[Q]], %[[R]]] :
    sparse.store %x, %v[%p, %s, %i, %j] : !sparse.buffer<?x4xf32>
    // The column lies under another row.
    // CHECK-NEXT: sparse.store %{{.*}}, %{{.*}}[%[[P]], %[[S]], %[[H]], %[[J]]] :
    sparse.store %x, %v[%p, %s, %h, %j] : !sparse.buffer<?x4xf32>
  }
  return
}

// Every pair of a product is an element: where the nest does not visit it, its
// site is joined.

// CHECK-LABEL: func.func @product(
func.func @product(%m: index, %pos: memref<?xi32>, %off: memref<?xi32>, %val: memref<?xf32>, %x: f32) {
  %B = axis.dense_fixed %m : !dense
  %I = axis.dense_variable %m of %B positions %pos : !dense, memref<?xi32> -> !ragged
  %J = axis.dense_variable %m of %B positions %pos : !dense, memref<?xi32> -> !ragged
  // CHECK: %[[IJ:.*]] = axis.product
  %IJ = axis.product %I, %J offsets %off : !ragged, !ragged, memref<?xi32> -> !pairs
  %v = sparse.bind %val on (%B, %I, %J, %IJ) : memref<?xf32> on (!dense, !ragged, !ragged, !pairs) -> !sparse.buffer<?xf32>
  // CHECK: iter.nest "pairs" ({{.*}}, "i": %{{.*}} at %[[R:.*]], "j": %{{.*}} at %[[S:.*]]) over
  iter.nest "pairs" ("b": %b, "i": %i, "j": %j) over (%B, %I, %J : !dense, !ragged, !ragged) kinds [spatial, spatial, spatial] {
    // CHECK-NEXT: %[[P:.*]] = axis.join %[[IJ]][%[[R]], %[[S]]]
    // CHECK-NEXT: sparse.store %{{.*}}, %{{.*}} at [%[[P]]] :
    sparse.store %x, %v[%b, %i, %j] : !sparse.buffer<?xf32>
  }
  // CHECK: iter.nest "elements" ({{.*}}, "q": %{{.*}} at %[[Q:.*]]) over
  iter.nest "elements" ("b": %b, "i": %i, "j": %j, "q": %q) over (%B, %I, %J, %IJ : !dense, !ragged, !ragged, !pairs) kinds [spatial, spatial, spatial, spatial] {
    // CHECK-NEXT: sparse.store %{{.*}}, %{{.*}} at [%[[Q]]] :
    sparse.store %x, %v[%b, %i, %j] : !sparse.buffer<?xf32>
  }
  return
}

// Where the nest runs over all cells, one may be no element.

// CHECK-LABEL: func.func @occupancy(
func.func @occupancy(%m: index, %bits: memref<?x4xi1>, %val: memref<?x4xf32>, %x: f32) {
  %c4 = arith.constant 4 : index
  %I = axis.dense_fixed %m : !dense
  %K = axis.dense_fixed %c4 : !block
  %E = axis.occupancy %bits on (%I, %K) : memref<?x4xi1> on (!dense, !block) -> !bitmap
  // CHECK: %[[V:.*]] = sparse.bind %{{.*}} on (%[[AI:.*]], %[[AK:.*]], %{{.*}}) :
  // CHECK: %[[W:.*]] = sparse.bind %{{.*}} on (%[[AI]], %[[AK]]) :
  %v = sparse.bind %val on (%I, %K, %E) : memref<?x4xf32> on (!dense, !block, !bitmap) -> !sparse.buffer<?x4xf32>
  %w = sparse.bind %val on (%I, %K) : memref<?x4xf32> on (!dense, !block) -> !sparse.buffer<?x4xf32>
  // CHECK: iter.nest "elements" ("i": %{{.*}} at %[[R:.*]], "k": %{{.*}} at %[[S:.*]], "e": %{{.*}}) over
  iter.nest "elements" ("i": %i, "k": %k, "e": %e) over (%I, %K, %E : !dense, !block, !bitmap) kinds [spatial, spatial, spatial] {
    // CHECK-NEXT: sparse.store %{{.*}}, %[[V]] at [%[[R]], %[[S]]] :
    sparse.store %x, %v[%i, %k] : !sparse.buffer<?x4xf32>
    // CHECK-NEXT: sparse.store %{{.*}}, %[[W]] at [%[[R]], %[[S]]] :
    sparse.store %x, %w[%i, %k] : !sparse.buffer<?x4xf32>
  }
  // CHECK: iter.nest "cells" ("i": %[[I:.*]] at %[[T:.*]], "k": %[[K:.*]] at %[[U:.*]]) over
  iter.nest "cells" ("i": %i, "k": %k) over (%I, %K : !dense, !block) kinds [spatial, spatial] {
    // CHECK-NEXT: sparse.store %{{.*}}, %[[V]][%[[I]], %[[K]]] :
    sparse.store %x, %v[%i, %k] : !sparse.buffer<?x4xf32>
    // CHECK-NEXT: sparse.store %{{.*}}, %[[W]] at [%[[T]], %[[U]]] :
    sparse.store %x, %w[%i, %k] : !sparse.buffer<?x4xf32>
  }
  return
}

// CHECK-LABEL: func.func @occupancy_of_the_nest_around(
func.func @occupancy_of_the_nest_around(%m: index, %bits: memref<?xi1>, %val: memref<?xf32>, %x: f32) {
  %I = axis.dense_fixed %m : !dense
  %E = axis.occupancy %bits on (%I) : memref<?xi1> on (!dense) -> !bitmap
  %v = sparse.bind %val on (%I, %E) : memref<?xf32> on (!dense, !bitmap) -> !sparse.buffer<?xf32>
  // CHECK: iter.nest "outer" ("i": %{{.*}} at %[[R:.*]], "e": %{{.*}}) over
  iter.nest "outer" ("i": %i, "e": %e) over (%I, %E : !dense, !bitmap) kinds [spatial, spatial] {
    // CHECK-NEXT: iter.nest "inner" ("l": %[[L:.*]]) over
    iter.nest "inner" ("l": %l) over (%I : !dense) kinds [spatial] {
      // CHECK-NEXT: sparse.store %{{.*}}, %{{.*}} at [%[[R]]] :
      sparse.store %x, %v[%i] : !sparse.buffer<?xf32>
      // The occupancy is that of another cell.
      // CHECK-NEXT: sparse.store %{{.*}}, %{{.*}}[%[[L]]] :
      sparse.store %x, %v[%l] : !sparse.buffer<?xf32>
    }
  }
  return
}

// Whether an element is stored is known where the nest visits it, and not asked
// where nothing uses the answer.

// CHECK-LABEL: func.func @found(
// CHECK: %[[TRUE:.*]] = arith.constant true
func.func @found(%A: !csr, %row: index) {
  %I, %J, %Av = sparse.unpack %A : !csr -> !dense, !sparse, !sparse.buffer<?xf32>
  // CHECK: iter.nest "n" ("i": %{{.*}}, "j": %[[J:.*]] at %[[P:.*]]) over
  iter.nest "n" ("i": %i, "j": %j) over (%I, %J : !dense, !sparse) kinds [spatial, spatial] {
    // CHECK-NEXT: %[[X:.*]] = sparse.load %[[AV:.*]] at [%[[P]]] :
    // CHECK-NEXT: "test.use"(%[[X]], %[[TRUE]])
    %x, %a = sparse.load %Av[%i, %j] found : !sparse.buffer<?xf32>
    "test.use"(%x, %a) : (f32, i1) -> ()
    // CHECK-NEXT: %[[Y:.*]], %[[B:.*]] = sparse.load %[[AV]][%{{.*}}, %[[J]]] found :
    // CHECK-NEXT: "test.use"(%[[Y]], %[[B]])
    %y, %b = sparse.load %Av[%row, %j] found : !sparse.buffer<?xf32>
    "test.use"(%y, %b) : (f32, i1) -> ()
    // CHECK-NEXT: %[[Z:.*]] = sparse.load %[[AV]][%{{.*}}, %[[J]]] :
    // CHECK-NEXT: "test.use"(%[[Z]])
    %z, %c = sparse.load %Av[%row, %j] found : !sparse.buffer<?xf32>
    "test.use"(%z) : (f32) -> ()
  }
  return
}

// CHECK-LABEL: func.func @splat(
// CHECK-SAME: %[[ONE:[a-zA-Z0-9]+]]: f32
func.func @splat(%A: !csr, %one: f32, %row: index, %p: index) {
  %I, %J, %Av = sparse.unpack %A : !csr -> !dense, !sparse, !sparse.buffer<?xf32>
  %v = sparse.splat %one on (%I, %J) : f32 on (!dense, !sparse) -> !sparse.buffer<?xf32>
  // CHECK: iter.nest "n"
  iter.nest "n" ("i": %i, "j": %j at %q) over (%I, %J : !dense, !sparse) kinds [spatial, spatial] {
    // CHECK-NEXT: "test.use"(%[[ONE]], %[[ONE]])
    %w = sparse.load %v[%i, %j] : !sparse.buffer<?xf32>
    %x = sparse.load %v at [%q] : !sparse.buffer<?xf32>
    "test.use"(%w, %x) : (f32, f32) -> ()
    // An element that may be missing, and a position that may be padding.
    // CHECK-NEXT: %[[Y:.*]] = sparse.load
    // CHECK-NEXT: %[[Z:.*]] = sparse.load
    // CHECK-NEXT: "test.use"(%[[Y]], %[[Z]])
    %y = sparse.load %v[%row, %j] : !sparse.buffer<?xf32>
    %z = sparse.load %v at positions [%p] : !sparse.buffer<?xf32>
    "test.use"(%y, %z) : (f32, f32) -> ()
  }
  return
}

// CHECK-LABEL: func.func @values_of_its_own(
// CHECK: %[[I:[^,]+]], %[[J:[^,]+]], %{{[^ ]+}} = sparse.unpack
// CHECK-NEXT: %[[PV:.*]] = sparse.alloc
// CHECK-NEXT: %[[QV:.*]] = sparse.unpack %{{.*}} on (%[[I]], %[[J]])
// CHECK-NEXT: sparse.fill %[[PV]]
// CHECK-NEXT: sparse.fill %[[QV]]
// CHECK-NEXT: return
func.func @values_of_its_own(%A: !csr {sparse.name = "A"}, %Q: !csr {sparse.structure_of = "A"}, %x: f32) {
  %I, %J, %Av = sparse.unpack %A : !csr -> !dense, !sparse, !sparse.buffer<?xf32>
  %Pv = sparse.alloc on (%I, %J) : (!dense, !sparse) -> !sparse.buffer<?xf32>
  %P = sparse.with_values %A, %Pv : !csr, !sparse.buffer<?xf32> -> !csr
  %v = sparse.unpack %P on (%I, %J) : !csr on (!dense, !sparse) -> !sparse.buffer<?xf32>
  %w = sparse.unpack %Q on (%I, %J) : !csr on (!dense, !sparse) -> !sparse.buffer<?xf32>
  sparse.fill %v, %x : !sparse.buffer<?xf32>
  sparse.fill %w, %x : !sparse.buffer<?xf32>
  return
}

// Memory that is not used is not made; what is written in a generic operation
// is.

// CHECK-LABEL: func.func @dead_code(
// CHECK-NOT: sparse.splat
// CHECK: %[[PV:.*]] = sparse.alloc
// CHECK-NEXT: %[[P:.*]] = sparse.with_values %{{.*}}, %[[PV]]
// CHECK-NEXT: sparse.generic
// CHECK-NOT: sparse.alloc
// CHECK: return
func.func @dead_code(%A: !csr, %x: f32) {
  %I, %J, %Av = sparse.unpack %A : !csr -> !dense, !sparse, !sparse.buffer<?xf32>
  %ones = sparse.splat %x on (%I, %J) : f32 on (!dense, !sparse) -> !sparse.buffer<?xf32>
  %Pv = sparse.alloc on (%I, %J) : (!dense, !sparse) -> !sparse.buffer<?xf32>
  %P = sparse.with_values %A, %Pv : !csr, !sparse.buffer<?xf32> -> !csr
  sparse.generic driver(%P) outs(%P : !csr) maps [affine_map<(i, j) -> (i, j)>] kinds [spatial, spatial] {
    sparse.yield %x : f32
  }
  %unused = sparse.alloc on (%I, %J) : (!dense, !sparse) -> !sparse.buffer<?xf32>
  return
}

// The tensor is unpacked twice, and the values lie on the axes of one unpacking.

// CHECK-LABEL: func.func @values_on_the_axes_of_another_unpacking(
// CHECK: sparse.with_values
// CHECK: sparse.unpack %{{.*}} on (
func.func @values_on_the_axes_of_another_unpacking(%A: !csr {sparse.name = "A"}, %c: i1) {
  %I, %J, %Av = sparse.unpack %A : !csr -> !dense, !sparse, !sparse.buffer<?xf32>
  %I2, %J2, %Av2 = sparse.unpack %A : !csr -> !dense, !sparse, !sparse.buffer<?xf32>
  %Pv = sparse.alloc on (%I, %J) : (!dense, !sparse) -> !sparse.buffer<?xf32>
  %P = sparse.with_values %A, %Pv : !csr, !sparse.buffer<?xf32> -> !csr
  %Qv = sparse.unpack %P on (%I2, %J2) : !csr on (!dense, !sparse) -> !sparse.buffer<?xf32>
  %one = arith.constant 1.0 : f32
  iter.nest "n" ("i": %i, "j": %j at %p) over (%I2, %J2 : !dense, !sparse) kinds [spatial, spatial] {
    sparse.store %one, %Qv at [%p] : !sparse.buffer<?xf32>
  }
  return
}
