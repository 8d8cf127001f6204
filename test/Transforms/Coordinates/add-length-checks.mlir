// RUN: sparse-opt %s --spindle-add-length-checks --split-input-file | FileCheck %s

// The function keeps its body and names another one, which takes the same arguments.
// What was found first stays.

// CHECK-LABEL: func.func @clear(
// CHECK-SAME: sparse.length_check = @clear.lengths
// CHECK-LABEL: func.func private @clear.lengths(
// CHECK-SAME: %[[X:.*]]: memref<?xf32>, %[[N:.*]]: index, %{{.*}}: f32) -> (index, index, index)
// CHECK-SAME: sparse.refusals = {{\[}}["expected n to be at least ", " but got "], ["expected X to have at least ", " entries, n, but got "]]
// CHECK: %[[NONE:.*]] = arith.constant 0 : index
// CHECK: %[[NEGATIVE:.*]] = arith.cmpi slt, %[[N]], %{{.*}}
// CHECK: %[[FIRST:.*]] = arith.select %{{.*}}, %{{.*}}, %[[NONE]]
// CHECK: %[[GOT:.*]] = memref.dim %[[X]], %{{.*}}
// CHECK: %[[SHORT:.*]] = arith.cmpi slt, %[[GOT]], %[[N]]
// CHECK: %[[NOTHING:.*]] = arith.cmpi eq, %[[FIRST]], %{{.*}}
// CHECK: %[[REFUSED:.*]] = arith.andi %[[SHORT]], %[[NOTHING]]
// CHECK: %[[WHICH:.*]] = arith.select %[[REFUSED]], %{{.*}}, %[[FIRST]]
// CHECK: %[[EXPECTED:.*]] = arith.select %[[REFUSED]], %[[N]], %{{.*}}
// CHECK: %[[CAME:.*]] = arith.select %[[REFUSED]], %[[GOT]], %{{.*}}
// CHECK: return %[[WHICH]], %[[EXPECTED]], %[[CAME]]
func.func @clear(%X: memref<?xf32> {sparse.name = "X"}, %n: index {sparse.name = "n"}, %v: f32) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %Xv = sparse.bind %X on (%I) : memref<?xf32> on (!axis.axis<dense_fixed>) -> !sparse.buffer<?xf32>
  sparse.fill %Xv, %v : !sparse.buffer<?xf32>
  return
}

// -----

// The last position is read only where there is one.

// CHECK-LABEL: func.func @last_position(
// CHECK-LABEL: func.func private @last_position.lengths(
// CHECK-SAME: %{{.*}}: index, %[[POS:[^:]*]]: memref<?xi32>
// CHECK-SAME: ["expected arg1 to have at least ", " entries, arg0 + 1, but got "], ["expected the last of arg1 to be at least ", " but got "], ["expected arg2 to have at least ", " entries, the last of arg1, but got "]
// CHECK: %[[SIZE:.*]] = memref.dim %[[POS]]
// CHECK: %[[INSIDE:.*]] = arith.cmpi ult, %[[LAST:.*]], %{{.*}}
// CHECK: scf.if %{{.*}} -> (index) {
// CHECK: memref.load %[[POS]][%[[LAST]]]
func.func @last_position(%m: index, %pos: memref<?xi32>, %crd: memref<?xi32>) -> index {
  %I = axis.dense_fixed %m : !axis.axis<dense_fixed>
  %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !axis.axis<dense_fixed>, memref<?xi32>, memref<?xi32> -> !axis.axis<sparse_variable>
  %size = axis.size %J : !axis.axis<sparse_variable>
  return %size : index
}

// -----

// Through a view the memory is the caller's as well. What a size is divided by is one
// at least.

// CHECK-LABEL: func.func private @views.lengths(
// CHECK-SAME: %[[X:[^:]*]]: memref<8xf32>, %[[N:[^:]*]]: index, %[[B:[^:]*]]: index, %{{.*}}: f32)
// CHECK-SAME: ["expected arg2 to be at least ", " but got "]
// CHECK-SAME: ["expected arg0 to have at least ", " entries, ceil(arg1 / arg2), but got "]
// CHECK: %[[DIVISOR:.*]] = arith.maxsi %[[B]], %{{.*}}
// CHECK: arith.ceildivui %[[N]], %[[DIVISOR]]
// CHECK: memref.cast %[[X]]
func.func @views(%X: memref<8xf32>, %n: index, %b: index, %v: f32) {
  %x = memref.cast %X : memref<8xf32> to memref<?xf32>
  %blocks = arith.ceildivui %n, %b : index
  %I = axis.dense_fixed %blocks : !axis.axis<dense_fixed>
  %Xv = sparse.bind %x on (%I) : memref<?xf32> on (!axis.axis<dense_fixed>) -> !sparse.buffer<?xf32>
  sparse.fill %Xv, %v : !sparse.buffer<?xf32>
  return
}

// -----

// Not checked: memory of the function's own, pieces of tensors, memory on axes that
// are made in a loop, or whose size is an entry that the function writes.

// CHECK-LABEL: func.func @nothing(
// CHECK-NOT: sparse.length_check
// CHECK-NOT: func.func private
func.func @nothing(%n: index, %X: memref<?xf32>, %P: memref<?xf32> {sparse.piece = #sparse.piece<"A", part [], values>}, %sizes: memref<?xindex>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %own = memref.alloc(%n) : memref<?xf32>
  %Own = sparse.bind %own on (%I) : memref<?xf32> on (!axis.axis<dense_fixed>) -> !sparse.buffer<?xf32>
  sparse.fill %Own, %v : !sparse.buffer<?xf32>
  %Piece = sparse.bind %P on (%I) : memref<?xf32> on (!axis.axis<dense_fixed>) -> !sparse.buffer<?xf32>
  sparse.fill %Piece, %v : !sparse.buffer<?xf32>
  scf.for %i = %c0 to %n step %c1 {
    %J = axis.dense_fixed %i : !axis.axis<dense_fixed>
    %Xv = sparse.bind %X on (%J) : memref<?xf32> on (!axis.axis<dense_fixed>) -> !sparse.buffer<?xf32>
    sparse.fill %Xv, %v : !sparse.buffer<?xf32>
  }
  memref.store %n, %sizes[%c0] : memref<?xindex>
  %written = memref.load %sizes[%c0] : memref<?xindex>
  %K = axis.dense_fixed %written : !axis.axis<dense_fixed>
  %Xk = sparse.bind %X on (%K) : memref<?xf32> on (!axis.axis<dense_fixed>) -> !sparse.buffer<?xf32>
  sparse.fill %Xk, %v : !sparse.buffer<?xf32>
  memref.dealloc %own : memref<?xf32>
  return
}

// -----

// A function that is checked already stays as it is.

// CHECK-LABEL: func.func @checked(
// CHECK-SAME: sparse.length_check = @other
// CHECK-NOT: func.func private
func.func @checked(%X: memref<?xf32>, %n: index, %v: f32) attributes {sparse.length_check = @other} {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %Xv = sparse.bind %X on (%I) : memref<?xf32> on (!axis.axis<dense_fixed>) -> !sparse.buffer<?xf32>
  sparse.fill %Xv, %v : !sparse.buffer<?xf32>
  return
}

// -----

// The coordinates that are read are inside, unless there are none.

// CHECK-LABEL: func.func @ranges(
// CHECK-SAME: sparse.length_check = @ranges.lengths
// CHECK-LABEL: func.func private @ranges.lengths(
// CHECK-SAME: %[[LOW:[^:]*]]: index, %[[HIGH:[^:]*]]: index, %[[SIZE:[^:]*]]: index)
// CHECK-SAME: ["expected the coordinate 2 * I - 1 of dimension 0 of A to be at least ", " but got "]
// CHECK-SAME: ["expected dimension 0 of A to be at least ", ", for the coordinate 2 * I - 1, but got "]
// CHECK: %[[EMPTY:.*]] = arith.cmpi sle, %[[HIGH]], %[[LOW]]
// CHECK: %[[FIRST:.*]] = arith.select %[[EMPTY]], %{{.*}}, %[[LOW]]
// CHECK: arith.cmpi slt, %[[FIRST]], %{{.*}}
// CHECK: %[[END:.*]] = arith.select %[[EMPTY]], %{{.*}}, %[[HIGH]]
// CHECK: arith.cmpi slt, %[[SIZE]], %[[END]]
func.func @ranges(%low: index, %high: index, %size: index) {
  sparse.expect_range "2 * I - 1" from %low to %high in "A" dimension 0 of %size
  return
}
