// RUN: sparse-opt %s --spindle-expand-tensors | FileCheck %s --enable-var-scope

// There are as many indices in an order as rows, and no more slots than columns. The
// occupancy lies on all levels but the one that lies under several, whose cells it has.

// CHECK-LABEL: func.func @sell(
// CHECK-SAME: %[[M:[^:]*]]: index {{[^%]*}}dimension 0, size>}, %[[N:[^:]*]]: index {{[^%]*}}dimension 1, size>}, %[[POS:[^:]*]]: memref<?xi32> {{[^%]*}}level 1, positions>}, %[[ROW:[^:]*]]: memref<?x2xi32> {{[^%]*}}level 3, coordinates>}, %[[COL:[^:]*]]: memref<?x2xi32> {{[^%]*}}level 4, coordinates>}, %[[BITS:[^:]*]]: memref<?x2xi1> {{[^%]*}}bitmap>}, %[[VAL:[^:]*]]: memref<?x2xf32> {{[^%]*}}values>}
// CHECK: %[[SLICES:.*]] = arith.ceildivui %[[M]], %c2
// CHECK-NEXT: %[[IPO:.*]] = axis.dense_fixed %[[SLICES]] :
// CHECK-NEXT: %[[JS:.*]] = axis.dense_variable %[[N]] of %[[IPO]] positions %[[POS]]
// CHECK: %[[IPI:.*]] = axis.dense_fixed %c2{{.*}} cut %[[M]] of %[[IPO]]
// CHECK-NEXT: %[[I:.*]] = axis.singleton %[[M]] of %[[IPI]] coordinates %[[ROW]] : {{.*}} -> !axis.axis<singleton, unique>
// CHECK-NEXT: %[[J:.*]] = axis.singleton %[[N]] of %[[JS]], %[[IPI]] coordinates %[[COL]]
// CHECK-NEXT: %[[E:.*]] = axis.occupancy %[[BITS]] on (%[[IPO]], %[[JS]], %[[IPI]], %[[I]])
// CHECK-NEXT: sparse.bind %[[VAL]] on (%[[IPO]], %[[JS]], %[[IPI]], %[[I]], %[[J]], %[[E]])
func.func @sell(%A: !sparse.tensor<?x?xf32, #sparse.sell<2, 4>> {sparse.name = "A"}, %v: f32) {
  %Ipo, %Js, %Ipi, %I, %J, %E, %Av = sparse.unpack %A : !sparse.tensor<?x?xf32, #sparse.sell<2, 4>> -> !axis.axis<dense_fixed>, !axis.axis<dense_variable>, !axis.axis<dense_fixed, width = 2>, !axis.axis<singleton, unique>, !axis.axis<singleton>, !axis.axis<occupancy>, !sparse.buffer<?x2xf32>
  sparse.fill %Av, %v : !sparse.buffer<?x2xf32>
  return
}

// A length goes up to the number of columns.

// CHECK-LABEL: func.func @rowlen(
// CHECK-SAME: %[[M:[^:]*]]: index {{[^%]*}}dimension 0, size>}, %[[N:[^:]*]]: index
// CHECK: %[[WINDOWS:.*]] = arith.ceildivui %[[M]], %c4
// CHECK-NEXT: %[[IPO:.*]] = axis.dense_fixed %[[WINDOWS]] :
// CHECK: %[[LENGTHS:.*]] = arith.addi %[[N]], %c1
// CHECK-NEXT: %[[IL:.*]] = axis.sparse_variable %[[LENGTHS]] of %[[IPO]]
// CHECK-NEXT: %[[IP:.*]] = axis.dense_variable %[[M]] of %[[IL]]
// CHECK-NEXT: %[[I:.*]] = axis.singleton %[[M]] of %[[IP]]
// CHECK-NEXT: axis.sparse_variable %[[N]] of %[[IP]]
func.func @rowlen(%A: !sparse.tensor<?x?xf32, #sparse.rowlen<4>> {sparse.name = "A"}, %v: f32) {
  %Ipo, %Il, %Ip, %I, %J, %Av = sparse.unpack %A : !sparse.tensor<?x?xf32, #sparse.rowlen<4>> -> !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>, !axis.axis<dense_variable>, !axis.axis<singleton, unique>, !axis.axis<sparse_variable, sorted, unique>, !sparse.buffer<?xf32>
  sparse.fill %Av, %v : !sparse.buffer<?xf32>
  return
}

// How many ranks there are is not known: the last group is not cut.

// CHECK-LABEL: func.func @sr_bcrs(
// CHECK: %[[II:.*]] = axis.dense_fixed %{{.*}} cut %{{.*}} of %{{.*}} -> !axis.axis<dense_fixed, width = 2>
// CHECK: %[[JRI:.*]] = axis.dense_fixed %c4{{[_0-9]*}} of %{{.*}} : !axis.axis<dense_variable> -> !axis.axis<dense_fixed, width = 4>
// CHECK-NEXT: axis.singleton %{{.*}} of %[[JRI]] coordinates
func.func @sr_bcrs(%A: !sparse.tensor<?x?xf32, #sparse.sr_bcrs<2, 4>> {sparse.name = "A"}, %v: f32) {
  %Io, %Jro, %Ii, %Jri, %J, %E, %Av = sparse.unpack %A : !sparse.tensor<?x?xf32, #sparse.sr_bcrs<2, 4>> -> !axis.axis<dense_fixed>, !axis.axis<dense_variable>, !axis.axis<dense_fixed, width = 2>, !axis.axis<dense_fixed, width = 4>, !axis.axis<singleton>, !axis.axis<occupancy>, !sparse.buffer<?x2x4xf32>
  sparse.fill %Av, %v : !sparse.buffer<?x2x4xf32>
  return
}
