// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(convert-sparse-to-memref),canonicalize,cse)' | FileCheck %s
// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(convert-sparse-to-memref,convert-sparse-to-memref),canonicalize,cse)' | FileCheck %s
// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(convert-sparse-to-memref),spindle-verify-stage{stage=loops})' -o /dev/null

!dense = !axis.axis<dense_fixed>
!block = !axis.axis<dense_fixed, width = 4>
!sparse = !axis.axis<sparse_variable, sorted, unique>
!narrow = !axis.axis<sparse_variable, pos = i64, crd = i8, sorted, unique>

// CHECK-LABEL: func.func @extent
// CHECK-SAME: %[[M:[^:]*]]: index, %[[N:[^:]*]]: index
// CHECK-NEXT: return %[[M]], %[[N]] : index, index
func.func @extent(%m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>) -> (index, index) {
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %0 = axis.extent %I : !dense
  %1 = axis.extent %J : !sparse
  return %0, %1 : index, index
}

// A sparse axis has as many positions as its last entry says, a dense one a
// fibre's width for each of its parent's.

// CHECK-LABEL: func.func @size
// CHECK-SAME: %[[M:[^:]*]]: index, %[[N:[^:]*]]: index, %[[POS:[^:]*]]: memref<?xi32>
// CHECK-DAG: %[[FOUR:.*]] = arith.constant 4 : index
// CHECK: %[[LAST:.*]] = memref.load %[[POS]][%[[M]]]
// CHECK: %[[NNZ:.*]] = arith.index_cast %[[LAST]] : i32 to index
// CHECK: %[[CELLS:.*]] = arith.muli %[[NNZ]], %[[FOUR]]
// CHECK: return %[[M]], %[[NNZ]], %[[CELLS]]
func.func @size(%m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>) -> (index, index, index) {
  %c4 = arith.constant 4 : index
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %K = axis.dense_fixed %c4 of %J : !sparse -> !block
  %0 = axis.size %I : !dense
  %1 = axis.size %J : !sparse
  %2 = axis.size %K : !block
  return %0, %1, %2 : index, index, index
}

// CHECK-LABEL: func.func @length
// CHECK-SAME: %[[I:[^:]*]]: index, %[[M:[^:]*]]: index, %[[N:[^:]*]]: index, %[[POS:[^:]*]]: memref<?xi64>
// CHECK-DAG: %[[ONE:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[FOUR:.*]] = arith.constant 4 : index
// CHECK: %[[BEGIN64:.*]] = memref.load %[[POS]][%[[I]]]
// CHECK: %[[BEGIN:.*]] = arith.index_cast %[[BEGIN64]] : i64 to index
// CHECK: %[[NEXT:.*]] = arith.addi %[[I]], %[[ONE]]
// CHECK: %[[END64:.*]] = memref.load %[[POS]][%[[NEXT]]]
// CHECK: %[[END:.*]] = arith.index_cast %[[END64]] : i64 to index
// CHECK: %[[LENGTH:.*]] = arith.subi %[[END]], %[[BEGIN]]
// CHECK: return %[[M]], %[[LENGTH]], %[[FOUR]]
func.func @length(%i: index, %m: index, %n: index, %pos: memref<?xi64>, %crd: memref<?xi8>) -> (index, index, index) {
  %c4 = arith.constant 4 : index
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi64>, memref<?xi8> -> !narrow
  %K = axis.dense_fixed %c4 of %J : !narrow -> !block
  %0 = axis.length %I : !dense
  %1 = axis.length %J under %i : !narrow
  %2 = axis.length %K under %i : !block
  return %0, %1, %2 : index, index, index
}

// CHECK-LABEL: func.func @position
// CHECK-SAME: %[[I:[^:]*]]: index, %[[O:[^:]*]]: index, %[[M:[^:]*]]: index, %[[N:[^:]*]]: index, %[[POS:[^:]*]]: memref<?xi32>
// CHECK-DAG: %[[FOUR:.*]] = arith.constant 4 : index
// CHECK: %[[BEGIN32:.*]] = memref.load %[[POS]][%[[I]]]
// CHECK: %[[BEGIN:.*]] = arith.index_cast %[[BEGIN32]]
// CHECK: %[[P:.*]] = arith.addi %[[BEGIN]], %[[O]]
// CHECK: %[[BLOCK:.*]] = arith.muli %[[I]], %[[FOUR]]
// CHECK: %[[Q:.*]] = arith.addi %[[BLOCK]], %[[O]]
// CHECK: return %[[O]], %[[P]], %[[Q]]
func.func @position(%i: index, %o: index, %m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>) -> (index, index, index) {
  %c4 = arith.constant 4 : index
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %K = axis.dense_fixed %c4 of %J : !sparse -> !block
  %0 = axis.position %I[%o] : !dense
  %1 = axis.position %J[%o] under %i : !sparse
  %2 = axis.position %K[%o] under %i : !block
  return %0, %1, %2 : index, index, index
}

// Coordinates are signed: their bits are extended, whatever their width.

// CHECK-LABEL: func.func @coordinate
// CHECK-SAME: %[[I:[^:]*]]: index, %[[P:[^:]*]]: index
// CHECK-SAME: %[[CRD:[^:]*]]: memref<?xi8>
// CHECK-DAG: %[[FOUR:.*]] = arith.constant 4 : index
// CHECK: %[[CRD8:.*]] = memref.load %[[CRD]][%[[P]]]
// CHECK: %[[COL:.*]] = arith.index_cast %[[CRD8]] : i8 to index
// CHECK: %[[BLOCK:.*]] = arith.muli %[[I]], %[[FOUR]]
// CHECK: %[[OFFSET:.*]] = arith.subi %[[P]], %[[BLOCK]]
// CHECK: return %[[P]], %[[COL]], %[[OFFSET]]
func.func @coordinate(%i: index, %p: index, %m: index, %n: index, %pos: memref<?xi64>, %crd: memref<?xi8>) -> (index, index, index) {
  %c4 = arith.constant 4 : index
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi64>, memref<?xi8> -> !narrow
  %K = axis.dense_fixed %c4 of %J : !narrow -> !block
  %0 = axis.coordinate %I[%p] : !dense
  %1 = axis.coordinate %J[%p] under %i : !narrow
  %2 = axis.coordinate %K[%p] under %i : !block
  return %0, %1, %2 : index, index, index
}

// The parent of a position is the last fibre that begins at or before it, so that
// empty fibres are passed over; of a dense axis, it is a quotient.

// CHECK-LABEL: func.func @parent
// CHECK-SAME: %[[P:[^:]*]]: index, %[[M:[^:]*]]: index, %[[N:[^:]*]]: index, %[[POS:[^:]*]]: memref<?xi32>
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[ONE:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[FOUR:.*]] = arith.constant 4 : index
// CHECK: %[[SEARCH:.*]]:2 = scf.while (%{{.*}} = %[[ZERO]], %{{.*}} = %[[M]])
// CHECK: ^{{.*}}(%[[LOW:.*]]: index, %[[LEFT:.*]]: index):
// CHECK: %[[HALF:.*]] = arith.shrui %[[LEFT]], %[[ONE]]
// CHECK: %[[MIDDLE:.*]] = arith.addi %[[LOW]], %[[HALF]]
// CHECK: %[[BEGIN32:.*]] = memref.load %[[POS]][%[[MIDDLE]]]
// CHECK: %[[BEGIN:.*]] = arith.index_cast %[[BEGIN32]]
// CHECK: arith.cmpi sle, %[[BEGIN]], %[[P]]
// CHECK: %[[QUOTIENT:.*]] = arith.divui %[[P]], %[[FOUR]]
// CHECK: return %[[SEARCH]]#0, %[[QUOTIENT]]
func.func @parent(%p: index, %m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>) -> (index, index) {
  %c4 = arith.constant 4 : index
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %K = axis.dense_fixed %c4 of %J : !sparse -> !block
  %0 = axis.parent %J[%p] : !sparse
  %1 = axis.parent %K[%p] : !block
  return %0, %1 : index, index
}

// CHECK-LABEL: func.func @occupied
// CHECK-SAME: %[[I:[^:]*]]: index, %[[P:[^:]*]]: index, %[[M:[^:]*]]: index, %[[N:[^:]*]]: index, %[[POS:[^:]*]]: memref<?xi32>
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : index
// CHECK: %[[ABOVE:.*]] = arith.cmpi sge, %[[P]], %[[ZERO]]
// CHECK: %[[BELOW:.*]] = arith.cmpi slt, %[[P]], %[[M]]
// CHECK: %[[ROOT:.*]] = arith.andi %[[ABOVE]], %[[BELOW]]
// CHECK: memref.load %[[POS]][%[[I]]]
// CHECK: arith.cmpi sge, %[[P]]
// CHECK: arith.cmpi slt, %[[P]]
// CHECK: %[[FIBRE:.*]] = arith.andi
// CHECK: return %[[ROOT]], %[[FIBRE]]
func.func @occupied(%i: index, %p: index, %m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>) -> (i1, i1) {
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %0 = axis.occupied %I[%p] : !dense
  %1 = axis.occupied %J[%p] under %i : !sparse
  return %0, %1 : i1, i1
}

// An axis' extent may itself be the answer of another; queries are answered
// where they are asked, in the block that they are in.

// CHECK-LABEL: func.func @in_blocks
// CHECK-SAME: %[[B:[^:]*]]: i1, %[[M:[^:]*]]: index, %[[POS:[^:]*]]: memref<?xi32>
// CHECK: cf.cond_br
// CHECK: ^{{.*}}:
// CHECK: %[[LAST:.*]] = memref.load %[[POS]][%[[M]]]
// CHECK: %[[NNZ:.*]] = arith.index_cast %[[LAST]]
// CHECK: call @use(%[[NNZ]])
func.func @in_blocks(%b: i1, %m: index, %pos: memref<?xi32>, %crd: memref<?xi32>) {
  %I = axis.dense_fixed %m : !dense
  %n = axis.extent %I : !dense
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  cf.cond_br %b, ^yes, ^no
^yes:
  %size = axis.size %J : !sparse
  %K = axis.dense_fixed %size : !dense
  %o = axis.extent %K : !dense
  call @use(%o) : (index) -> ()
  cf.br ^no
^no:
  return
}
func.func private @use(index)

// CHECK-LABEL: func.func @nothing(
// CHECK-NEXT: return
func.func @nothing(%x: memref<?xf32>) {
  return
}
