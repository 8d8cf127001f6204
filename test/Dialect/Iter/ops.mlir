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
