// RUN: sparse-opt %s | FileCheck %s
// RUN: sparse-opt %s | sparse-opt | FileCheck %s
// RUN: sparse-opt %s --mlir-print-op-generic | sparse-opt | FileCheck %s

!dense = !axis.axis<dense_fixed>
!sparse = !axis.axis<sparse_variable, sorted, unique>

// CHECK-LABEL: func.func @spmm(
func.func @spmm(%A: !sparse.tensor<?x?xf32, #sparse.csr>, %B: !sparse.tensor<?x?xf32, #sparse.dense>) {
  // CHECK: %[[I:[^,]+]], %[[J:[^,]+]], %{{[^ ]+}} = sparse.unpack
  // CHECK: %{{[^,]+}}, %[[K:[^,]+]], %{{[^ ]+}} = sparse.unpack
  %I, %J, %Av = sparse.unpack %A : !sparse.tensor<?x?xf32, #sparse.csr> -> !dense, !sparse, !sparse.buffer<?xf32>
  %JB, %K, %Bv = sparse.unpack %B : !sparse.tensor<?x?xf32, #sparse.dense> -> !dense, !dense, !sparse.buffer<?x?xf32>
  // CHECK: iter.nest "spmm" ("i": %{{[^ ]+}}, "j": %{{[^ ]+}} at %[[P:.*]], "k": %{{[^ ]+}}) over (%[[I]], %[[J]], %[[K]] : !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>, !axis.axis<dense_fixed>) kinds [spatial, reduction, spatial] {
  // CHECK-NEXT: %[[X:.*]] = sparse.load %{{.*}} at [%[[P]]]
  iter.nest "spmm" ("i": %i, "j": %j at %p, "k": %k) over (%I, %J, %K : !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>, !axis.axis<dense_fixed>) kinds [spatial, reduction, spatial] {
    %x = sparse.load %Av at [%p] : !sparse.buffer<?xf32>
    sparse.store %x, %Bv[%j, %k] : !sparse.buffer<?x?xf32>
    iter.yield
  }
  return
}

// CHECK-LABEL: func.func @empty_body(
// CHECK: iter.nest "empty" ("i": %{{[^ ]+}}) over (%{{.*}} : !axis.axis<dense_fixed>) kinds [spatial] {
// CHECK-NEXT: }
func.func @empty_body(%n: index) {
  %I = axis.dense_fixed %n : !dense
  iter.nest "empty" ("i": %i at %r) over (%I : !dense) kinds [spatial] {
  }
  return
}

// CHECK-LABEL: func.func @attributes_and_odd_names(
// CHECK: iter.nest "a \22b\22" ("": %{{[^ ]+}}, "\0A": %{{[^ ]+}}) over (%{{.*}}) kinds [reduction, reduction] attributes {note = "kept"} {
func.func @attributes_and_odd_names(%n: index) {
  %I = axis.dense_fixed %n : !dense
  iter.nest "a \22b\22" ("": %i, "\0A": %k) over (%I, %I : !dense, !dense) kinds [reduction, reduction] attributes {note = "kept"} {
  }
  return
}

// CHECK-LABEL: func.func @nest_under_a_site(
// CHECK: %[[I:[^,]+]], %[[J:[^,]+]], %{{[^ ]+}} = sparse.unpack
// CHECK: iter.nest "rows" ("i": %{{[^ ]+}} at %[[R:[^)]+]]) over (%[[I]] : !axis.axis<dense_fixed>)
// CHECK: iter.nest "row" ("j": %{{[^ ]+}}) over (%[[J]] under %[[R]] : !axis.axis<sparse_variable, sorted, unique>)
// CHECK: iter.nest "pair" ("l": %{{[^ ]+}}, "j": %{{[^ ]+}}, "m": %{{[^ ]+}}) over (%[[I]], %[[J]] under %[[R]], %[[J]] : !axis.axis
// CHECK: %[[S:[^,]+]], %{{[^ ]+}} = axis.locate
// CHECK: iter.nest "found" ("j": %{{[^ ]+}}, "m": %{{[^ ]+}}) over (%[[J]] under %[[S]], %[[J]] under %[[R]] : !axis.axis
func.func @nest_under_a_site(%A: !sparse.tensor<?x?xf32, #sparse.csr>) {
  %I, %J, %Av = sparse.unpack %A : !sparse.tensor<?x?xf32, #sparse.csr> -> !dense, !sparse, !sparse.buffer<?xf32>
  iter.nest "rows" ("i": %i at %r) over (%I : !dense) kinds [spatial] {
    iter.nest "row" ("j": %j) over (%J under %r : !sparse) kinds [spatial] {
    }
    iter.nest "pair" ("l": %l, "j": %j, "m": %m) over (%I, %J under %r, %J : !dense, !sparse, !sparse) kinds [spatial, spatial, spatial] {
    }
    %s, %found = axis.locate %I[%i] : !dense -> !axis.site
    iter.nest "found" ("j": %j, "m": %m) over (%J under %s, %J under %r : !sparse, !sparse) kinds [spatial, spatial] {
    }
  }
  return
}

// The parent's entry is printed where the nearest one is not meant.

// CHECK-LABEL: func.func @an_axis_twice(
// CHECK: %[[I:[^,]+]], %[[J:[^,]+]], %{{[^ ]+}} = sparse.unpack
// CHECK: over (%[[I]], %[[I]], %[[J]] : !axis.axis
// CHECK: over (%[[I]], %[[I]], %[[J]] of 0 : !axis.axis
// CHECK: over (%[[I]], %[[J]], %[[I]], %[[J]] of 0, %[[J]] : !axis.axis
func.func @an_axis_twice(%A: !sparse.tensor<?x?xf32, #sparse.csr>) {
  %I, %J, %Av = sparse.unpack %A : !sparse.tensor<?x?xf32, #sparse.csr> -> !dense, !sparse, !sparse.buffer<?xf32>
  iter.nest "nearest" ("a": %a, "b": %b, "j": %j) over (%I, %I, %J of 1 : !dense, !dense, !sparse) kinds [spatial, spatial, spatial] {
  }
  iter.nest "first" ("a": %a, "b": %b, "j": %j) over (%I, %I, %J of 0 : !dense, !dense, !sparse) kinds [spatial, spatial, spatial] {
  }
  iter.nest "many" ("a": %a, "j": %j, "b": %b, "k": %k, "l": %l) over (%I, %J, %I, %J of 0, %J of 2 : !dense, !sparse, !dense, !sparse, !sparse) kinds [spatial, spatial, spatial, spatial, spatial] {
  }
  return
}

// Arguments are named after the dimensions.

// CHECK-LABEL: func.func @names_of_arguments(
// CHECK: ("row": %row at %row_site, "col": %col)
func.func @names_of_arguments(%n: index) {
  %I = axis.dense_fixed %n : !dense
  iter.nest "nest" ("row": %0 at %1, "col": %2) over (%I, %I : !dense, !dense) kinds [spatial, spatial] {
    %3 = axis.position_of %1 : !axis.site
  }
  return
}

// Where the axes come later in the text, the parent's entry is always printed.

// CHECK-LABEL: func.func @axes_in_a_later_block(
// CHECK: iter.nest "nest" {{.*}} over (%{{.*}}, %{{.*}} of 0 : !axis.axis
// CHECK: sparse.bind %{{.*}} on (%{{.*}}, %{{.*}} of 0) :
func.func @axes_in_a_later_block(%n: index, %val: memref<?x?xf32>) {
  cf.br ^make
^use:
  iter.nest "nest" ("i": %i, "k": %k) over (%I, %K of 0 : !dense, !dense) kinds [spatial, spatial] {
  }
  %v = sparse.bind %val on (%I, %K of 0) : memref<?x?xf32> on (!dense, !dense) -> !sparse.buffer<?x?xf32>
  return
^make:
  %I = axis.dense_fixed %n : !dense
  %K = axis.dense_fixed %n of %I : !dense -> !dense
  cf.br ^use
}

//===----------------------------------------------------------------------===//
// Several parents
//===----------------------------------------------------------------------===//

!ragged = !axis.axis<dense_variable>
!product = !axis.axis<product>
!coordinate = !axis.axis<singleton>

// A product lies under the axis that its factors have in common and under both.

// CHECK-LABEL: func.func @under_several_parents(
// CHECK: %[[B:.*]] = axis.dense_fixed
// CHECK: %[[I:.*]] = axis.dense_variable
// CHECK: %[[J:.*]] = axis.dense_variable
// CHECK: %[[IJ:.*]] = axis.product
// CHECK: iter.nest "nearest" {{.*}} over (%[[B]], %[[I]], %[[J]], %[[IJ]] : !axis
// CHECK: iter.nest "other factor" {{.*}} over (%[[B]], %[[I]], %[[J]], %[[I]], %[[IJ]] of (0, 1, 2) : !axis
// CHECK: iter.nest "other order" {{.*}} over (%[[B]], %[[J]], %[[I]], %[[IJ]] : !axis
func.func @under_several_parents(%n: index, %pos: memref<?xi32>, %off: memref<?xi32>) {
  %B = axis.dense_fixed %n : !dense
  %I = axis.dense_variable %n of %B positions %pos : !dense, memref<?xi32> -> !ragged
  %J = axis.dense_variable %n of %B positions %off : !dense, memref<?xi32> -> !ragged
  %IJ = axis.product %I, %J offsets %off : !ragged, !ragged, memref<?xi32> -> !product
  iter.nest "nearest" ("b": %b, "i": %i, "j": %j, "ij": %ij) over (%B, %I, %J, %IJ of (0, 1, 2) : !dense, !ragged, !ragged, !product) kinds [spatial, spatial, spatial, spatial] {
  }
  iter.nest "other factor" ("b": %b, "i": %i, "j": %j, "k": %k, "ij": %ij) over (%B, %I, %J, %I of 0, %IJ of (0, 1, 2) : !dense, !ragged, !ragged, !ragged, !product) kinds [spatial, spatial, spatial, spatial, spatial] {
  }
  iter.nest "other order" ("b": %b, "j": %j, "i": %i, "ij": %ij) over (%B, %J, %I, %IJ : !dense, !ragged, !ragged, !product) kinds [spatial, spatial, spatial, spatial] {
  }
  return
}

// CHECK-LABEL: func.func @under_sites_for_some_parents(
// CHECK: %[[B:.*]] = axis.dense_fixed
// CHECK: %[[I:.*]] = axis.dense_variable
// CHECK: %[[J:.*]] = axis.dense_variable
// CHECK: %[[IJ:.*]] = axis.product
// CHECK: iter.nest "batch" ({{.*}} at %[[BS:[^,]+]], {{.*}} at %[[R:[^)]+]]) over (%[[B]], %[[I]] :
// CHECK: iter.nest "one" {{.*}} over (%[[J]] under %[[BS]], %[[IJ]] of (%[[BS]], %[[R]], 0) : !axis
// CHECK: iter.nest "two" {{.*}} over (%[[J]] under %[[BS]], %[[I]] under %[[BS]], %[[IJ]] of (%[[BS]], 1, 0), %[[IJ]] of (%[[BS]], %[[R]], 0) : !axis
// CHECK: %[[S:[^,]+]], %{{[^ ]+}} = axis.locate
// CHECK: iter.nest "all" {{.*}} over (%[[IJ]] of (%[[BS]], %[[R]], %[[S]]) : !axis
func.func @under_sites_for_some_parents(%n: index, %pos: memref<?xi32>, %off: memref<?xi32>) {
  %B = axis.dense_fixed %n : !dense
  %I = axis.dense_variable %n of %B positions %pos : !dense, memref<?xi32> -> !ragged
  %J = axis.dense_variable %n of %B positions %off : !dense, memref<?xi32> -> !ragged
  %IJ = axis.product %I, %J offsets %off : !ragged, !ragged, memref<?xi32> -> !product
  iter.nest "batch" ("b": %b at %bs, "i": %i at %r) over (%B, %I : !dense, !ragged) kinds [spatial, spatial] {
    iter.nest "one" ("j": %j, "ij": %ij at %p) over (%J under %bs, %IJ of (%bs, %r, 0) : !ragged, !product) kinds [spatial, spatial] {
      %q = axis.position_of %p : !axis.site
    }
    iter.nest "two" ("j": %j, "k": %k, "kj": %kj, "ij": %ij) over (%J under %bs, %I under %bs, %IJ of (%bs, 1, 0), %IJ of (%bs, %r, 0) : !ragged, !ragged, !product, !product) kinds [spatial, spatial, spatial, spatial] {
    }
    %s, %found = axis.locate %J[%i] under %bs : !axis.site : !ragged -> !axis.site
    iter.nest "all" ("ij": %ij) over (%IJ of (%bs, %r, %s) : !product) kinds [spatial] {
    }
  }
  return
}

// A singleton of roots lies under each, of a chain under their common parent too.

// CHECK-LABEL: func.func @singletons(
// CHECK: iter.nest "roots" {{.*}} over (%[[K:.*]], %[[L:.*]], %[[KL:.*]] of (0, 1) : !axis
// CHECK: iter.nest "sell" {{.*}} over (%[[P:.*]], %[[S:.*]], %[[Q:.*]], %[[J:.*]] : !axis
// CHECK: iter.nest "entries" {{.*}} over (%[[E:.*]], %[[C:.*]] : !axis
func.func @singletons(%n: index, %c: memref<?x?xi32>, %pos: memref<?xi32>, %crd: memref<?xi32>) {
  cf.br ^make
^use:
  iter.nest "roots" ("k": %k, "l": %l, "kl": %kl) over (%K, %L, %KL of (0, 1) : !dense, !dense, !coordinate) kinds [spatial, spatial, spatial] {
  }
  return
^make:
  %K = axis.dense_fixed %n : !dense
  %L = axis.dense_fixed %n : !dense
  %KL = axis.singleton %n of %K, %L coordinates %c : (!dense, !dense), memref<?x?xi32> -> !coordinate
  %S = axis.dense_variable %n of %K positions %pos : !dense, memref<?xi32> -> !ragged
  %Q = axis.dense_fixed %n of %K : !dense -> !dense
  %J = axis.singleton %n of %S, %Q coordinates %c : (!ragged, !dense), memref<?x?xi32> -> !coordinate
  iter.nest "sell" ("p": %p, "s": %s, "q": %q, "j": %j) over (%K, %S, %Q, %J : !dense, !ragged, !dense, !coordinate) kinds [spatial, spatial, spatial, spatial] {
  }
  %E = axis.sparse_variable %n count %n coordinates %crd : memref<?xi32> -> !axis.axis<sparse_variable, sorted>
  %C = axis.singleton %n of %E coordinates %crd : (!axis.axis<sparse_variable, sorted>), memref<?xi32> -> !coordinate
  iter.nest "entries" ("i": %i, "j": %j) over (%E, %C : !axis.axis<sparse_variable, sorted>, !coordinate) kinds [spatial, spatial] {
  }
  cf.br ^use
}

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @groups(
// CHECK: iter.nest "rows" {{.*}} over ((%[[I:[^,]+]], %[[J:[^,]+]]), %[[I]] : !axis.axis
// CHECK: iter.nest "two" {{.*}} over (%[[I]], (%[[I]], %[[K:[^,]+]]), (%[[I]], %[[J]], %[[L:[^,]+]]) : !axis.axis
// CHECK: iter.nest "under a site" ({{.*}} at %[[R:[^)]+]]) over (%[[I]] :
// CHECK: iter.nest "inner" {{.*}} over ((%[[J]] under %[[R]], %[[L]]) : !axis.axis
func.func @groups(%n: index, %pos: memref<?xi32>, %crd: memref<?xi32>) {
  %I = axis.dense_fixed %n : !dense
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %K = axis.dense_fixed %n of %I : !dense -> !dense
  %L = axis.dense_fixed %n of %J : !sparse -> !dense
  iter.nest "rows" ("i": %i, "j": %j, "k": %k) over ((%I, %J), %I : !dense, !sparse, !dense) kinds [spatial, reduction, spatial] {
  }
  iter.nest "two" ("a": %a, "i": %i, "k": %k, "m": %m, "j": %j, "l": %l) over ((%I), (%I, %K), (%I, %J of 3, %L) : !dense, !dense, !dense, !dense, !sparse, !dense) kinds [spatial, spatial, spatial, spatial, spatial, spatial] {
  }
  iter.nest "under a site" ("i": %i at %r) over (%I : !dense) kinds [spatial] {
    iter.nest "inner" ("j": %j, "l": %l) over ((%J under %r, %L) : !sparse, !dense) kinds [spatial, spatial] {
    }
  }
  return
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @row_maximum(
// CHECK-SAME: %[[NINF:[^,]+]]: f32
// CHECK: %[[MAX:.*]] = iter.nest "max" ("j": %{{[^ ]+}} at %[[P:.*]]) over (%{{.*}} under %{{.*}} : !axis.axis<sparse_variable, sorted, unique>) kinds [reduction] combine [max] init(%[[NINF]]) -> f32 {
// CHECK-NEXT: %[[X:.*]] = sparse.load %{{.*}} at [%[[P]]]
// CHECK-NEXT: iter.yield %[[X]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: memref.store %[[MAX]]
func.func @row_maximum(%ninf: f32, %A: !sparse.tensor<?x?xf32, #sparse.csr>, %out: memref<?xf32>) {
  %I, %J, %Av = sparse.unpack %A : !sparse.tensor<?x?xf32, #sparse.csr> -> !dense, !sparse, !sparse.buffer<?xf32>
  iter.nest "rows" ("i": %i at %r) over (%I : !dense) kinds [spatial] {
    %mx = iter.nest "max" ("j": %j at %p) over (%J under %r : !axis.axis<sparse_variable, sorted, unique>) kinds [reduction] combine [max] init(%ninf) -> f32 {
      %x = sparse.load %Av at [%p] : !sparse.buffer<?xf32>
      iter.yield %x : f32
    }
    memref.store %mx, %out[%i] : memref<?xf32>
  }
  return
}

// CHECK-LABEL: func.func @every_kind(
// CHECK: %[[R:.*]]:6 = iter.nest "numbers" {{.*}} kinds [reduction] combine [add, mul, min, max, and, or] init(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) -> f32, complex<f64>, i8, bf16, i1, index {
// CHECK-NEXT: iter.yield %{{.*}}, %{{.*}} : f32, complex<f64>, i8, bf16, i1, index
// CHECK: %{{.*}}:5 = iter.nest "places" {{.*}} kinds [reduction] combine [add, argmin, argmax] init(%{{.*}}) -> f32, f32, index, i8, i32 attributes {note = "kept"} {
// CHECK-NEXT: iter.yield %{{.*}} : f32, f32, index, i8, i32
// CHECK: return %[[R]]#0 : f32
func.func @every_kind(%n: index, %a: f32, %b: complex<f64>, %c: i8, %d: bf16, %e: i1, %f: i32) -> f32 {
  %I = axis.dense_fixed %n : !dense
  %r:6 = iter.nest "numbers" ("i": %i) over (%I : !dense) kinds [reduction] combine [add, mul, min, max, and, or] init(%a, %b, %c, %d, %e, %n) -> f32, complex<f64>, i8, bf16, i1, index {
    iter.yield %a, %b, %c, %d, %e, %i : f32, complex<f64>, i8, bf16, i1, index
  }
  %s:5 = iter.nest "places" ("i": %i) over (%I : !dense) kinds [reduction] combine [add, argmin, argmax] init(%a, %a, %n, %c, %f) -> f32, f32, index, i8, i32 attributes {note = "kept"} {
    iter.yield %a, %a, %i, %c, %f : f32, f32, index, i8, i32
  }
  return %r#0 : f32
}

// Sites, a group and initial values in one nest.

// CHECK-LABEL: func.func @all_at_once(
// CHECK-SAME: %[[ZERO:[^:]+]]: i64
// CHECK: iter.nest "rows" ({{.*}} at %[[R:[^)]+]])
// CHECK-NEXT: iter.nest "inner" {{.*}} over ((%{{.*}} under %[[R]], %{{.*}}), %{{.*}} under %[[R]] : !axis{{.*}}) kinds [reduction, reduction, reduction] combine [add] init(%[[ZERO]]) -> i64 {
// CHECK-NEXT: iter.yield %[[ZERO]] : i64
func.func @all_at_once(%n: index, %pos: memref<?xi32>, %zero: i64) {
  %I = axis.dense_fixed %n : !dense
  %J = axis.dense_variable %n of %I positions %pos : !dense, memref<?xi32> -> !ragged
  %L = axis.dense_fixed %n of %J : !ragged -> !dense
  iter.nest "rows" ("i": %i at %r) over (%I : !dense) kinds [spatial] {
    %sum = iter.nest "inner" ("j": %j, "l": %l, "k": %k) over ((%J under %r, %L), %J under %r : !ragged, !dense, !ragged) kinds [reduction, reduction, reduction] combine [add] init(%zero) -> i64 {
      iter.yield %zero : i64
    }
  }
  return
}
