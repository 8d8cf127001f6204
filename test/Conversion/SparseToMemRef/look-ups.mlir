// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(convert-sparse-to-memref),canonicalize,cse)' | FileCheck %s
// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(convert-sparse-to-memref),spindle-verify-stage{stage=loops})' -o /dev/null

!dense = !axis.axis<dense_fixed>
!block = !axis.axis<dense_fixed, width = 4>
!sparse = !axis.axis<sparse_variable, sorted, unique>
!unsorted = !axis.axis<sparse_variable, unique>
!ragged = !axis.axis<dense_variable>
!ell = !axis.axis<sparse_fixed, crd = i16, sorted, unique>
!list = !axis.axis<sparse_fixed, width = 4, unique>

// On a dense axis a coordinate is there where it is in range, neither negative
// nor too large: one comparison.

// CHECK-LABEL: func.func @direct
// CHECK-SAME: %[[I:[^:]*]]: index, %[[C:[^:]*]]: index, %[[M:[^:]*]]: index
// CHECK-DAG: %[[FOUR:.*]] = arith.constant 4 : index
// CHECK: %[[ROOT:.*]] = arith.cmpi ult, %[[C]], %[[M]]
// CHECK: %[[BLOCK:.*]] = arith.muli %[[I]], %[[FOUR]]
// CHECK: %[[P:.*]] = arith.addi %[[BLOCK]], %[[C]]
// CHECK: %[[INSIDE:.*]] = arith.cmpi ult, %[[C]], %[[FOUR]]
// CHECK: return %[[C]], %[[ROOT]], %[[P]], %[[INSIDE]]
func.func @direct(%i: index, %c: index, %m: index) -> (index, i1, index, i1) {
  %c4 = arith.constant 4 : index
  %I = axis.dense_fixed %m : !dense
  %K = axis.dense_fixed %c4 of %I : !dense -> !block
  %p, %0 = axis.locate %I[%c] by direct : !dense -> index
  %q, %1 = axis.locate %K[%c] under %i : index : !block -> index
  return %p, %0, %q, %1 : index, i1, index, i1
}

// In a ragged fibre, and in a block that is cut, it is there below the length.

// CHECK-LABEL: func.func @direct_of_lengths
// CHECK-SAME: %[[I:[^:]*]]: index, %[[C:[^:]*]]: index, %[[M:[^:]*]]: index, %[[POS:[^:]*]]: memref<?xi32>
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[FOUR:.*]] = arith.constant 4 : index
// CHECK: memref.load %[[POS]][%[[I]]]
// CHECK: %[[BEGIN:.*]] = arith.index_cast
// CHECK: memref.load %[[POS]]
// CHECK: %[[END:.*]] = arith.index_cast
// CHECK: %[[LENGTH:.*]] = arith.subi %[[END]], %[[BEGIN]]
// CHECK: %[[P:.*]] = arith.addi %[[BEGIN]], %[[C]]
// CHECK: %[[IN:.*]] = arith.cmpi ult, %[[C]], %[[LENGTH]]
// CHECK: %[[BEFORE:.*]] = arith.muli %[[I]], %[[FOUR]]
// CHECK: %[[LEFT:.*]] = arith.subi %[[M]], %[[BEFORE]]
// CHECK: %[[MOST:.*]] = arith.minsi %[[LEFT]], %[[FOUR]]
// CHECK: %[[CUT:.*]] = arith.maxsi %[[MOST]], %[[ZERO]]
// CHECK: %[[INCUT:.*]] = arith.cmpi ult, %[[C]], %[[CUT]]
// CHECK: return %[[P]], %[[IN]], %{{.*}}, %[[INCUT]]
func.func @direct_of_lengths(%i: index, %c: index, %m: index, %pos: memref<?xi32>) -> (index, i1, index, i1) {
  %c4 = arith.constant 4 : index
  %I = axis.dense_fixed %m : !dense
  %J = axis.dense_variable %m of %I positions %pos : !dense, memref<?xi32> -> !ragged
  %K = axis.dense_fixed %c4 cut %m of %I : !dense -> !block
  %p, %0 = axis.locate %J[%c] under %i : index by direct : !ragged -> index
  %q, %1 = axis.locate %K[%c] under %i : index cut at %i by direct : !block -> index
  return %p, %0, %q, %1 : index, i1, index, i1
}

// A sorted fibre is halved as often as its length says, whatever is found; what
// is there, if there is anything, is compared once more. Nothing outside the
// fibre is read.

// CHECK-LABEL: func.func @binary
// CHECK-SAME: %[[I:[^:]*]]: index, %[[C:[^:]*]]: index, %[[M:[^:]*]]: index, %[[N:[^:]*]]: index, %[[POS:[^:]*]]: memref<?xi32>, %[[CRD:[^:]*]]: memref<?xi32>
// CHECK-DAG: %[[FALSE:.*]] = arith.constant false
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[ONE:.*]] = arith.constant 1 : index
// CHECK: memref.load %[[POS]][%[[I]]]
// CHECK: %[[BEGIN:.*]] = arith.index_cast
// CHECK: memref.load %[[POS]]
// CHECK: %[[END:.*]] = arith.index_cast
// CHECK: %[[LENGTH:.*]] = arith.subi %[[END]], %[[BEGIN]]
// CHECK: %[[SEARCH:.*]]:2 = scf.while (%[[L:.*]] = %[[BEGIN]], %[[N:.*]] = %[[LENGTH]])
// CHECK: %[[OPEN:.*]] = arith.cmpi sgt, %[[N]], %[[ONE]]
// CHECK: scf.condition(%[[OPEN]]) %[[L]], %[[N]]
// CHECK: ^{{.*}}(%[[LOW:.*]]: index, %[[LEFT:.*]]: index):
// CHECK: %[[HALF:.*]] = arith.shrui %[[LEFT]], %[[ONE]]
// CHECK: %[[MIDDLE:.*]] = arith.addi %[[LOW]], %[[HALF]]
// CHECK: %[[HERE32:.*]] = memref.load %[[CRD]][%[[MIDDLE]]]
// CHECK: %[[HERE:.*]] = arith.index_cast %[[HERE32]]
// CHECK: %[[REACHED:.*]] = arith.cmpi sle, %[[HERE]], %[[C]]
// CHECK: %[[NEXT:.*]] = arith.select %[[REACHED]], %[[MIDDLE]], %[[LOW]]
// CHECK: %[[REST:.*]] = arith.subi %[[LEFT]], %[[HALF]]
// CHECK: scf.yield %[[NEXT]], %[[REST]]
// CHECK: %[[ANY:.*]] = arith.cmpi sgt, %[[LENGTH]], %[[ZERO]]
// CHECK: %[[FOUND:.*]] = scf.if %[[ANY]] -> (i1) {
// CHECK: memref.load %[[CRD]][%[[SEARCH]]#0]
// CHECK: %[[EQUAL:.*]] = arith.cmpi eq, %{{.*}}, %[[C]]
// CHECK: scf.yield %[[EQUAL]]
// CHECK: } else {
// CHECK: scf.yield %[[FALSE]]
// CHECK: return %[[SEARCH]]#0, %[[FOUND]]
func.func @binary(%i: index, %c: index, %m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>) -> (index, i1) {
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %p, %found = axis.locate %J[%c] under %i : index by binary : !sparse -> index
  return %p, %found : index, i1
}

// A sorted axis is searched so without a strategy.

// CHECK-LABEL: func.func @sorted
// CHECK: arith.shrui
func.func @sorted(%i: index, %c: index, %m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>) -> (index, i1) {
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %p, %found = axis.locate %J[%c] under %i : index : !sparse -> index
  return %p, %found : index, i1
}

// The offsets of a fixed fibre are searched, up to its length.

// CHECK-LABEL: func.func @binary_of_fixed
// CHECK-SAME: %[[I:[^:]*]]: index, %[[C:[^:]*]]: index, %[[M:[^:]*]]: index, %[[W:[^:]*]]: index, %[[LEN:[^:]*]]: memref<?xi8>, %[[CRD:[^:]*]]: memref<?x?xi16>
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : index
// CHECK: memref.load %[[LEN]][%[[I]]]
// CHECK: %[[LENGTH:.*]] = arith.index_cast
// CHECK: %[[ORIGIN:.*]] = arith.muli %[[I]], %[[W]]
// CHECK: %[[SEARCH:.*]]:2 = scf.while (%{{.*}} = %[[ZERO]], %{{.*}} = %[[LENGTH]])
// CHECK: memref.load %[[CRD]][%[[I]], %{{.*}}]
// CHECK: %[[FOUND:.*]] = scf.if
// CHECK: memref.load %[[CRD]][%[[I]], %[[SEARCH]]#0]
// CHECK: %[[P:.*]] = arith.addi %[[ORIGIN]], %[[SEARCH]]#0
// CHECK: return %[[P]], %[[FOUND]]
func.func @binary_of_fixed(%i: index, %c: index, %m: index, %w: index, %len: memref<?xi8>, %crd: memref<?x?xi16>) -> (index, i1) {
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_fixed %m width %w of %I lengths %len coordinates %crd : !dense, memref<?xi8>, memref<?x?xi16> -> !ell
  %p, %found = axis.locate %J[%c] under %i : index by binary : !ell -> index
  return %p, %found : index, i1
}

// An unsorted fibre is walked until the coordinate comes or the fibre ends.

// CHECK-LABEL: func.func @unsorted
// CHECK-SAME: %[[I:[^:]*]]: index, %[[C:[^:]*]]: index, %[[M:[^:]*]]: index, %[[N:[^:]*]]: index, %[[POS:[^:]*]]: memref<?xi32>, %[[CRD:[^:]*]]: memref<?xi32>
// CHECK-DAG: %[[FALSE:.*]] = arith.constant false
// CHECK-DAG: %[[ONE:.*]] = arith.constant 1 : index
// CHECK: %[[BEGIN:.*]] = arith.index_cast
// CHECK: %[[END:.*]] = arith.addi %[[BEGIN]], %{{.*}}
// CHECK: %[[SEARCH:.*]] = scf.while (%[[P:.*]] = %[[BEGIN]])
// CHECK: %[[OPEN:.*]] = arith.cmpi slt, %[[P]], %[[END]]
// CHECK: %[[ON:.*]] = scf.if %[[OPEN]] -> (i1) {
// CHECK: memref.load %[[CRD]][%[[P]]]
// CHECK: arith.cmpi ne, %{{.*}}, %[[C]]
// CHECK: } else {
// CHECK: scf.yield %[[FALSE]]
// CHECK: scf.condition(%[[ON]]) %[[P]]
// CHECK: %[[NEXT:.*]] = arith.addi %{{.*}}, %[[ONE]]
// CHECK: scf.yield %[[NEXT]]
// CHECK: %[[FOUND:.*]] = arith.cmpi slt, %[[SEARCH]], %[[END]]
// CHECK: return %[[SEARCH]], %[[FOUND]]
func.func @unsorted(%i: index, %c: index, %m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>) -> (index, i1) {
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !unsorted
  %p, %found = axis.locate %J[%c] under %i : index : !unsorted -> index
  return %p, %found : index, i1
}

// A sorted one too where the program says so.

// CHECK-LABEL: func.func @linear
// CHECK-NOT: arith.shrui
// CHECK: arith.cmpi ne
// CHECK: return
func.func @linear(%i: index, %c: index, %m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>) -> (index, i1) {
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %p, %found = axis.locate %J[%c] under %i : index by linear : !sparse -> index
  return %p, %found : index, i1
}

// A root of fixed width has one fibre, whose positions are its offsets.

// CHECK-LABEL: func.func @fixed_root
// CHECK-SAME: %[[C:[^:]*]]: index, %[[N:[^:]*]]: index, %[[CRD:[^:]*]]: memref<4xi32>
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[FOUR:.*]] = arith.constant 4 : index
// CHECK: %[[SEARCH:.*]] = scf.while (%[[P:.*]] = %[[ZERO]])
// CHECK: arith.cmpi slt, %[[P]], %[[FOUR]]
// CHECK: memref.load %[[CRD]][%[[P]]]
// CHECK: %[[FOUND:.*]] = arith.cmpi slt, %[[SEARCH]], %[[FOUR]]
// CHECK: return %[[SEARCH]], %[[FOUND]]
func.func @fixed_root(%c: index, %n: index, %crd: memref<4xi32>) -> (index, i1) {
  %c4 = arith.constant 4 : index
  %J = axis.sparse_fixed %n width %c4 coordinates %crd : memref<4xi32> -> !list
  %p, %found = axis.locate %J[%c] : !list -> index
  return %p, %found : index, i1
}

// The one coordinate of a singleton is compared.

// CHECK-LABEL: func.func @singleton
// CHECK-SAME: %[[P:[^:]*]]: index, %[[C:[^:]*]]: index
// CHECK-SAME: %[[COL:[^:]*]]: memref<?xi64>
// CHECK-NEXT: %[[HERE64:.*]] = memref.load %[[COL]][%[[P]]]
// CHECK-NEXT: %[[HERE:.*]] = arith.index_cast %[[HERE64]]
// CHECK-NEXT: %[[FOUND:.*]] = arith.cmpi eq, %[[HERE]], %[[C]]
// CHECK-NEXT: return %[[P]], %[[FOUND]]
func.func @singleton(%p: index, %c: index, %m: index, %row: memref<?xi32>, %col: memref<?xi64>) -> (index, i1) {
  %E = axis.sparse_variable %m count %m coordinates %row : memref<?xi32> -> !sparse
  %J = axis.singleton %m of %E coordinates %col : (!sparse), memref<?xi64> -> !axis.axis<singleton, crd = i64>
  %q, %found = axis.locate %J[%c] under %p : index by linear : !axis.axis<singleton, crd = i64> -> index
  return %q, %found : index, i1
}
