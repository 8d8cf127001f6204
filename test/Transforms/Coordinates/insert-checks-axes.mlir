// RUN: sparse-opt %s --spindle-insert-checks --canonicalize | FileCheck %s

!dense = !axis.axis<dense_fixed>
!row = !axis.axis<sparse_variable, sorted, unique>
!ragged = !axis.axis<dense_variable>

// Each axis is described, its parents first, and checked; arrays by the address of
// their first element, their sizes and strides. Claims: 1 sorted, 2 unique.

// CHECK-LABEL: func.func @csr(
// CHECK-SAME: %[[M:[^:]*]]: index, %[[N:[^:]*]]: index, %[[FROM:[^:]*]]: index, %[[POS:[^:]*]]: memref<?xi32>, %[[CRD:[^:]*]]: memref<?xi16
// CHECK-DAG: %[[NONE:.*]] = arith.constant -1 : index
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[C2:.*]] = arith.constant 2 : index
// CHECK-DAG: %[[C3:.*]] = arith.constant 3 : index
// CHECK-DAG: %[[C4:.*]] = arith.constant 4 : index
// CHECK: %[[I:.*]] = call @spindle_check_axis(%{{.*}}, %[[C0]], %[[C3]], %[[M]], %[[C0]])
// CHECK-NEXT: call @spindle_check_width(%[[I]], %[[M]], %[[NONE]])
// CHECK-NEXT: call @spindle_check_structure(%[[I]])
// CHECK: %[[J:.*]] = call @spindle_check_axis(%{{.*}}, %[[C3]], %[[C1]], %[[N]], %[[FROM]])
// CHECK-NEXT: call @spindle_check_parent(%[[J]], %[[I]])
// CHECK: %[[P:.*]] = memref.extract_aligned_pointer_as_index %[[POS]]
// CHECK: call @spindle_check_array(%[[J]], %[[C0]], %[[C4]], %[[P]])
// CHECK-NEXT: call @spindle_check_dim(%[[J]], %{{.*}}, %[[C1]], %[[C0]])
// CHECK-NEXT: %{{.*}}, %[[O:.*]], %[[S:.*]], %{{.*}} = memref.extract_strided_metadata %[[CRD]]
// CHECK-NEXT: %[[BASE:.*]] = memref.extract_aligned_pointer_as_index %[[CRD]]
// CHECK-NEXT: %[[SKIP:.*]] = arith.muli %[[O]], %[[C2]]
// CHECK-NEXT: %[[FIRST:.*]] = arith.addi %[[BASE]], %[[SKIP]]
// CHECK-NEXT: call @spindle_check_array(%[[J]], %[[C1]], %[[C2]], %[[FIRST]])
// CHECK-NEXT: call @spindle_check_dim(%[[J]], %[[S]], %[[C2]], %[[C0]])
// CHECK-NEXT: call @spindle_check_structure(%[[J]])
func.func @csr(%m: index, %n: index, %from: index, %pos: memref<?xi32>, %crd: memref<?xi16, strided<[2], offset: ?>>) -> index {
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %n from %from of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi16, strided<[2], offset: ?>> -> !axis.axis<sparse_variable, crd = i16, sorted>
  %size = axis.size %J : !axis.axis<sparse_variable, crd = i16, sorted>
  return %size : index
}

// A root tells its count and how many bits it has.

// CHECK-LABEL: func.func @root(
// CHECK-SAME: %[[N:[^:]*]]: index
// CHECK-DAG: %[[BITS:.*]] = arith.constant 64 : index
// CHECK: call @spindle_check_count(%{{.*}}, %[[N]], %[[BITS]])
func.func @root(%n: index) -> index {
  %J = axis.dense_variable %n count %n : !axis.axis<dense_variable, pos = i64>
  %size = axis.size %J : !axis.axis<dense_variable, pos = i64>
  return %size : index
}

// Blocks: a cut, and the axis that it is by.

// CHECK-LABEL: func.func @blocks(
// CHECK-SAME: %[[M:[^:]*]]: index
// CHECK-DAG: %[[C4:.*]] = arith.constant 4 : index
// CHECK: %[[IO:.*]] = call @spindle_check_axis(
// CHECK: %[[JO:.*]] = call @spindle_check_axis(
// CHECK: %[[II:.*]] = call @spindle_check_axis(
// CHECK-NEXT: call @spindle_check_width(%[[II]], %[[C4]], %[[C4]])
// CHECK-NEXT: call @spindle_check_cut(%[[II]], %[[M]], %[[IO]])
// CHECK-NEXT: call @spindle_check_parent(%[[II]], %[[JO]])
func.func @blocks(%m: index, %pos: memref<?xi32>) -> index {
  %c4 = arith.constant 4 : index
  %IO = axis.dense_fixed %m : !dense
  %JO = axis.dense_variable %m of %IO positions %pos : !dense, memref<?xi32> -> !ragged
  %II = axis.dense_fixed %c4 cut %m by %IO : !dense of %JO : !ragged -> !axis.axis<dense_fixed, width = 4>
  %size = axis.size %II : !axis.axis<dense_fixed, width = 4>
  return %size : index
}

// ELL: dimensions of arrays with a number per cell say whose cells those are.

// CHECK-LABEL: func.func @ell(
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[C2:.*]] = arith.constant 2 : index
// CHECK-DAG: %[[C8:.*]] = arith.constant 8 : index
// CHECK: %[[I:.*]] = call @spindle_check_axis(
// CHECK: %[[J:.*]] = call @spindle_check_axis(
// CHECK: call @spindle_check_array(%[[J]], %[[C2]], %[[C1]], %{{.*}})
// CHECK-NEXT: call @spindle_check_dim(%[[J]], %{{.*}}, %[[C1]], %[[I]])
// CHECK: call @spindle_check_array(%[[J]], %[[C1]], %[[C8]], %{{.*}})
// CHECK-NEXT: call @spindle_check_dim(%[[J]], %{{.*}}, %[[C8]], %[[I]])
// CHECK-NEXT: call @spindle_check_dim(%[[J]], %[[C8]], %[[C1]], %[[J]])
func.func @ell(%m: index, %len: memref<?xi8>, %crd: memref<?x8xi64>) -> index {
  %c8 = arith.constant 8 : index
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_fixed %m width %c8 of %I lengths %len coordinates %crd : !dense, memref<?xi8>, memref<?x8xi64> -> !axis.axis<sparse_fixed, width = 8, crd = i64, sorted, unique>
  %size = axis.size %J : !axis.axis<sparse_fixed, width = 8, crd = i64, sorted, unique>
  return %size : index
}

// SELL: a list of axes has the cells of a singleton of several parents.

// CHECK-LABEL: func.func @sell(
// CHECK-DAG: %[[NONE:.*]] = arith.constant -1 : index
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[C2:.*]] = arith.constant 2 : index
// CHECK: %[[PO:.*]] = call @spindle_check_axis(
// CHECK: %[[S:.*]] = call @spindle_check_axis(
// CHECK: %[[PI:.*]] = call @spindle_check_axis(
// CHECK: %[[J:.*]] = call @spindle_check_axis(
// CHECK-NEXT: call @spindle_check_entry(%[[J]], %[[PO]], %[[NONE]])
// CHECK-NEXT: call @spindle_check_entry(%[[J]], %[[S]], %[[C0]])
// CHECK-NEXT: call @spindle_check_under(%[[J]], %[[C0]])
// CHECK-NEXT: call @spindle_check_entry(%[[J]], %[[PI]], %[[C1]])
// CHECK-NEXT: call @spindle_check_under(%[[J]], %[[C0]])
// CHECK-NEXT: call @spindle_check_place(%[[J]], %[[C0]])
// CHECK-NEXT: call @spindle_check_place(%[[J]], %[[C1]])
// CHECK-NEXT: call @spindle_check_place(%[[J]], %[[C2]])
// CHECK-NOT: call @spindle_check_parent
// CHECK: call @spindle_check_structure(%[[J]])
func.func @sell(%m: index, %pos: memref<?xi32>, %crd: memref<?x2xi32>) -> index {
  %c2 = arith.constant 2 : index
  %PO = axis.dense_fixed %m : !dense
  %S = axis.dense_variable %m of %PO positions %pos : !dense, memref<?xi32> -> !ragged
  %PI = axis.dense_fixed %c2 of %PO : !dense -> !axis.axis<dense_fixed, width = 2>
  %J = axis.singleton %m of %S, %PI coordinates %crd : (!ragged, !axis.axis<dense_fixed, width = 2>), memref<?x2xi32> -> !axis.axis<singleton>
  %size = axis.size %J : !axis.axis<singleton>
  return %size : index
}

// An occupancy has the cells of a list, a product three parents. Bits have a byte
// each.

// CHECK-LABEL: func.func @thin(
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[C3:.*]] = arith.constant 3 : index
// CHECK-DAG: %[[C4:.*]] = arith.constant 4 : index
// CHECK: %[[B:.*]] = call @spindle_check_axis(
// CHECK: %[[E:.*]] = call @spindle_check_axis(
// CHECK-NEXT: call @spindle_check_entry(%[[E]], %[[B]], %[[C0]])
// CHECK-NEXT: call @spindle_check_place(%[[E]], %[[C0]])
// CHECK: call @spindle_check_array(%[[E]], %[[C3]], %[[C1]], %{{.*}})
// CHECK-NEXT: call @spindle_check_dim(%[[E]], %{{.*}}, %[[C1]], %[[B]])
// CHECK: %[[I:.*]] = call @spindle_check_axis(
// CHECK: %[[IJ:.*]] = call @spindle_check_axis(
// CHECK-NEXT: call @spindle_check_parent(%[[IJ]], %[[B]])
// CHECK-NEXT: call @spindle_check_parent(%[[IJ]], %[[I]])
// CHECK-NEXT: call @spindle_check_parent(%[[IJ]], %[[I]])
// CHECK: call @spindle_check_array(%[[IJ]], %[[C4]], %[[C4]], %{{.*}})
func.func @thin(%n: index, %bits: memref<?xi1>, %pos: memref<?xi32>, %off: memref<?xi32>) -> index {
  %B = axis.dense_fixed %n : !dense
  %E = axis.occupancy %bits on (%B) : memref<?xi1> on (!dense) -> !axis.axis<occupancy>
  %I = axis.dense_variable %n of %B positions %pos : !dense, memref<?xi32> -> !ragged
  %IJ = axis.product %I, %I offsets %off : !ragged, !ragged, memref<?xi32> -> !axis.axis<product>
  %a = axis.size %E : !axis.axis<occupancy>
  %b = axis.size %IJ : !axis.axis<product>
  %size = arith.addi %a, %b : index
  return %size : index
}

// Arrays are compared after the last use of what was asked about an axis, so that
// they may be written to, and freed, after it.

// CHECK-LABEL: func.func @last(
// CHECK: call @spindle_check_structure(%[[I:.*]]) : (index) -> ()
// CHECK: %[[ROW:.*]] = axis.coordinate
// CHECK: memref.store %[[ROW]]
// CHECK-NEXT: call @spindle_check_snapshot(%[[I]])
// CHECK: memref.store
// CHECK-NEXT: memref.dealloc
func.func @last(%n: index, %zero: i32, %y: memref<?xindex>) {
  %c0 = arith.constant 0 : index
  %pos = memref.alloc(%n) : memref<?xi32>
  %J = axis.sparse_variable %n count %n coordinates %pos : memref<?xi32> -> !row
  %row = axis.coordinate %J[%c0] : !row
  memref.store %row, %y[%c0] : memref<?xindex>
  memref.store %zero, %pos[%c0] : memref<?xi32>
  memref.dealloc %pos : memref<?xi32>
  return
}

// Before that, to free them is reported, through a view too.

// CHECK-LABEL: func.func @freed(
// CHECK: call @spindle_check_structure(%[[I:.*]]) : (index) -> ()
// CHECK: call @spindle_check_freed(%[[I]])
// CHECK-NEXT: memref.dealloc
func.func @freed(%n: index) -> index {
  %own = memref.alloc(%n) : memref<?xi32>
  %crd = memref.cast %own : memref<?xi32> to memref<?xi32, strided<[?], offset: ?>>
  %J = axis.sparse_variable %n count %n coordinates %crd : memref<?xi32, strided<[?], offset: ?>> -> !row
  memref.dealloc %own : memref<?xi32>
  %size = axis.size %J : !row
  return %size : index
}

// An axis in a loop is checked, and forgotten, in each turn.

// CHECK-LABEL: func.func @loop(
// CHECK: iter.nest
// CHECK: %[[I:.*]] = func.call @spindle_check_axis(
// CHECK: memref.store
// CHECK-NEXT: func.call @spindle_check_snapshot(%[[I]])
// CHECK-NEXT: }
func.func @loop(%n: index, %crd: memref<?xi32>, %y: memref<?xindex>) {
  %c0 = arith.constant 0 : index
  %I = axis.dense_fixed %n : !dense
  iter.nest "n" ("i": %i) over (%I : !dense) kinds [spatial] {
    %J = axis.sparse_variable %n count %i coordinates %crd : memref<?xi32> -> !row
    %size = axis.size %J : !row
    memref.store %size, %y[%i] : memref<?xindex>
  }
  return
}

// The name of a level comes from its pieces.

// CHECK: {text = "insert-checks-axes.mlir:[[#]]: level 1 of A"}
func.func @piece(%n: index, %crd: memref<?xi32> {sparse.piece = #sparse.piece<"A", part [], level 1, coordinates>}) {
  %J = axis.sparse_variable %n count %n coordinates %crd : memref<?xi32> -> !row
  return
}

// An occupancy is no level.

// CHECK: {text = "insert-checks-axes.mlir:[[#]]: bitmap of A"}
func.func @bitmap(%n: index, %bits: memref<?xi1> {sparse.piece = #sparse.piece<"A", part [], bitmap>}) {
  %I = axis.dense_fixed %n : !dense
  %E = axis.occupancy %bits on (%I) : memref<?xi1> on (!dense) -> !axis.axis<occupancy>
  return
}
