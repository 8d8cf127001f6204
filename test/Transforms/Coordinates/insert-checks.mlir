// RUN: sparse-opt %s --spindle-insert-checks | FileCheck %s
// RUN: sparse-opt %s --spindle-insert-checks --spindle-lower-to-llvm > /dev/null


!dense = !axis.axis<dense_fixed>
!row = !axis.axis<sparse_variable, sorted, unique>

// The example of the pass. Coordinates are tested, then the element is looked up;
// what is there to report is a cold branch.

// CHECK-LABEL: func.func @set(
// CHECK-SAME: %[[X:[^:]*]]: memref<?xf32> {sparse.name = "X"}, %[[N:.*]]: index, %[[I:.*]]: index, %[[V:.*]]: f32
// CHECK: %[[AXIS:.*]] = axis.dense_fixed %[[N]]
// CHECK: call @spindle_check_structure(
// CHECK: %[[B:.*]] = sparse.bind %[[X]] on (%[[AXIS]])
// CHECK-NEXT: %[[DIM:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[PLACES:.*]] = memref.dim %[[X]], %[[DIM]]
// CHECK-NEXT: %[[SHORT:.*]] = arith.cmpi slt, %[[PLACES]], %[[N]]
// CHECK-NEXT: scf.if %[[SHORT]] {
// CHECK: func.call @spindle_check_short(%{{.*}}, %{{.*}}, %[[N]], %[[PLACES]])
// CHECK-NEXT: }
// CHECK-NEXT: %[[FROM:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[E:.*]] = axis.extent %[[AXIS]]
// CHECK-NEXT: %[[D:.*]] = arith.subi %[[I]], %[[FROM]]
// CHECK-NEXT: %[[FAR:.*]] = arith.cmpi uge, %[[D]], %[[E]]
// CHECK-NEXT: scf.if %[[FAR]] {
// CHECK-NEXT: %[[G:.*]] = memref.get_global @[[$SET:[a-z_0-9]*]] : memref<
// CHECK-NEXT: %[[T:.*]] = memref.extract_aligned_pointer_as_index %[[G]]
// CHECK-NEXT: %[[NUMBER:.*]] = arith.constant 0 : index
// CHECK-NEXT: func.call @spindle_check_outside(%[[T]], %[[NUMBER]], %[[I]], %[[FROM]], %[[E]])
// CHECK-NEXT: }
// CHECK-NEXT: %{{.*}}, %[[FOUND:.*]] = sparse.load %[[B]][%[[I]]] found
// CHECK-NEXT: %[[TRUE:.*]] = arith.constant true
// CHECK-NEXT: %[[MISSING:.*]] = arith.xori %[[FOUND]], %[[TRUE]]
// CHECK-NEXT: scf.if %[[MISSING]] {
// CHECK-NEXT: func.call @spindle_check_note(%[[I]])
// CHECK-NEXT: %[[G:.*]] = memref.get_global @[[$SETMISSING:[a-z_0-9]*]] : memref<
// CHECK-NEXT: %[[T:.*]] = memref.extract_aligned_pointer_as_index %[[G]]
// CHECK-NEXT: func.call @spindle_check_missing(%[[T]])
// CHECK-NEXT: }
// CHECK-NEXT: sparse.store %[[V]], %[[B]][%[[I]]]
// CHECK-NEXT: call @spindle_check_snapshot(
// CHECK-NEXT: return
func.func @set(%X: memref<?xf32> {sparse.name = "X"}, %n: index, %i: index, %v: f32) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %Xv = sparse.bind %X on (%I) : memref<?xf32> on (!axis.axis<dense_fixed>) -> !sparse.buffer<?xf32>
  sparse.store %v, %Xv[%i] : !sparse.buffer<?xf32>
  return
}

// A load has no element to miss. An axis may begin elsewhere than at 0.

// CHECK-LABEL: func.func @load(
// CHECK-SAME: %[[FROM:[^:]*]]: index)
// CHECK: %[[AXIS:.*]] = axis.sparse_variable
// CHECK: axis.extent %[[AXIS]]
// CHECK-NEXT: arith.subi %{{.*}}, %[[FROM]] : index
// CHECK: func.call @spindle_check_outside(
// CHECK-NOT: spindle_check_missing
// CHECK: sparse.load %{{.*}}[%{{.*}}] : !sparse.buffer<?xf32>
// CHECK-NEXT: call @spindle_check_snapshot(
// CHECK-NEXT: return
func.func @load(%x: memref<?xf32> {sparse.piece = #sparse.piece<"A", part [], values>}, %crd: memref<?xi32>, %n: index, %i: index, %from: index) -> f32 {
  %I = axis.sparse_variable %n from %from count %n coordinates %crd : memref<?xi32> -> !row
  %X = sparse.bind %x on (%I) : memref<?xf32> on (!row) -> !sparse.buffer<?xf32>
  %v = sparse.load %X[%i] : !sparse.buffer<?xf32>
  return %v : f32
}

// An axis without coordinates on which elements have one is passed over; the two
// buffers of argmin are on one list.

// CHECK-LABEL: func.func @accumulate(
// CHECK: iter.nest
// CHECK: func.call @spindle_check_outside(
// CHECK-NOT: func.call @spindle_check_outside(
// CHECK: sparse.load %{{.*}}[%{{.*}}] found : !sparse.buffer<?xf32>
// CHECK: func.call @spindle_check_missing(
// CHECK: sparse.accumulate argmin
func.func @accumulate(%x: memref<?xf32>, %y: memref<?xindex>, %bits: memref<?xi1>, %n: index, %v: f32) {
  %I = axis.dense_fixed %n : !dense
  %E = axis.occupancy %bits on (%I) : memref<?xi1> on (!dense) -> !axis.axis<occupancy>
  %X = sparse.bind %x on (%I, %E) : memref<?xf32> on (!dense, !axis.axis<occupancy>) -> !sparse.buffer<?xf32>
  %Y = sparse.bind %y on (%I, %E) : memref<?xindex> on (!dense, !axis.axis<occupancy>) -> !sparse.buffer<?xindex>
  iter.nest "n" ("i": %i) over (%I : !dense) kinds [spatial] {
    sparse.accumulate argmin %v, %i into %X, %Y[%i] : !sparse.buffer<?xf32>, !sparse.buffer<?xindex>
  }
  return
}

// Sites exist, but not all of them together are an element: an occupancy is asked.
// What is read may be padding.

// CHECK-LABEL: func.func @sites(
// CHECK: iter.nest "n" ("i": %{{.*}} at %[[P:[a-z_0-9]*]])
// CHECK-NEXT: %[[UNDER:.*]] = axis.position_of %[[P]]
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[CELL:.*]] = axis.position %[[E:.*]][%[[ZERO]]] under %[[UNDER]] : !axis.axis<occupancy>
// CHECK-NEXT: %[[IS:.*]] = axis.occupied %[[E]][%[[CELL]]] under %[[UNDER]] : !axis.axis<occupancy>
// CHECK-NEXT: %[[WHERE:.*]] = axis.position_of %[[P]]
// CHECK-NEXT: %[[TRUE:.*]] = arith.constant true
// CHECK-NEXT: %[[NOT:.*]] = arith.xori %[[IS]], %[[TRUE]]
// CHECK-NEXT: scf.if %[[NOT]] {
// CHECK-NEXT: func.call @spindle_check_note(%[[WHERE]])
// CHECK: }
// CHECK-NEXT: sparse.store
// CHECK-NEXT: sparse.load
func.func @sites(%x: memref<?xf32>, %bits: memref<?xi1>, %n: index, %v: f32) {
  %I = axis.dense_fixed %n : !dense
  %E = axis.occupancy %bits on (%I) : memref<?xi1> on (!dense) -> !axis.axis<occupancy>
  %X = sparse.bind %x on (%I, %E) : memref<?xf32> on (!dense, !axis.axis<occupancy>) -> !sparse.buffer<?xf32>
  iter.nest "n" ("i": %i at %p) over (%I : !dense) kinds [spatial] {
    sparse.store %v, %X at [%p] : !sparse.buffer<?xf32>
    %w = sparse.load %X at [%p] : !sparse.buffer<?xf32>
  }
  return
}

// Without an occupancy there is nothing to check.

// CHECK-LABEL: func.func @plain(
// CHECK: iter.nest
// CHECK-NEXT: sparse.store
// CHECK-NEXT: }
func.func @plain(%x: memref<?xf32>, %n: index, %v: f32) {
  %I = axis.dense_fixed %n : !dense
  %X = sparse.bind %x on (%I) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
  iter.nest "n" ("i": %i at %p) over (%I : !dense) kinds [spatial] {
    sparse.store %v, %X at [%p] : !sparse.buffer<?xf32>
  }
  return
}

// Each coordinate of a look-up in memory of the function's own is tested.

// CHECK-LABEL: func.func @own(
// CHECK: func.call @spindle_check_outside(
// CHECK: func.call @spindle_check_outside(
// CHECK: func.call @spindle_check_missing(
// CHECK: sparse.accumulate add
func.func @own(%n: index, %i: index, %v: f32) {
  %I = axis.dense_fixed %n : !dense
  %T = sparse.alloc on (%I, %I) : (!dense, !dense) -> !sparse.buffer<?x?xf32>
  sparse.accumulate add %v into %T[%i, %i] : !sparse.buffer<?x?xf32>
  return
}

// Texts name the location and the tensor; equal ones are one constant.

// CHECK-DAG: memref.global "private" constant @[[$SET]] : {{.*}} {text = "insert-checks.mlir:[[#]]: store to X"}
// CHECK-DAG: @[[$SETMISSING]] : {{.*}} {text = "insert-checks.mlir:[[#]]: store to an element that is not stored: X"}
// CHECK-DAG: {text = "insert-checks.mlir:[[#]]: load of A"}
// CHECK-DAG: {text = "insert-checks.mlir:[[#]]: accumulation to a buffer"}
// CHECK-DAG: {text = "insert-checks.mlir:[[#]]: store to an element that is not stored: a buffer at positions"}
// CHECK-DAG: func.func private @spindle_check_missing(index)
