// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(convert-sparse-to-memref),canonicalize,cse)' | FileCheck %s
// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(convert-sparse-to-memref,convert-sparse-to-memref),canonicalize,cse)' | FileCheck %s
// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(convert-sparse-to-memref),spindle-verify-stage{stage=loops})' -o /dev/null

!dense = !axis.axis<dense_fixed>
!block = !axis.axis<dense_fixed, width = 4>
!sparse = !axis.axis<sparse_variable, sorted, unique>
!unsorted = !axis.axis<sparse_variable, unique>
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

// The parent of a position is the first fibre that ends after it, so that empty
// fibres are passed over; of a dense axis, it is a quotient.

// CHECK-LABEL: func.func @parent
// CHECK-SAME: %[[P:[^:]*]]: index, %[[M:[^:]*]]: index, %[[N:[^:]*]]: index, %[[POS:[^:]*]]: memref<?xi32>
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[ONE:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[FOUR:.*]] = arith.constant 4 : index
// CHECK: %[[SEARCH:.*]]:2 = scf.while (%[[LOW:.*]] = %[[ZERO]], %[[HIGH:.*]] = %[[M]])
// CHECK: arith.cmpi slt, %[[LOW]], %[[HIGH]]
// CHECK: ^{{.*}}(%[[LO:.*]]: index, %[[HI:.*]]: index):
// CHECK: %[[WIDTH:.*]] = arith.subi %[[HI]], %[[LO]]
// CHECK: %[[HALF:.*]] = arith.shrui %[[WIDTH]], %[[ONE]]
// CHECK: %[[MIDDLE:.*]] = arith.addi %[[LO]], %[[HALF]]
// CHECK: %[[NEXT:.*]] = arith.addi %[[MIDDLE]], %[[ONE]]
// CHECK: %[[END32:.*]] = memref.load %[[POS]][%[[NEXT]]]
// CHECK: %[[END:.*]] = arith.index_cast %[[END32]]
// CHECK: %[[BEFORE:.*]] = arith.cmpi sle, %[[END]], %[[P]]
// CHECK: %[[LO2:.*]] = arith.select %[[BEFORE]], %[[NEXT]], %[[LO]]
// CHECK: %[[HI2:.*]] = arith.select %[[BEFORE]], %[[HI]], %[[MIDDLE]]
// CHECK: scf.yield %[[LO2]], %[[HI2]]
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

// On a dense axis a coordinate is there where it is in range, neither negative
// nor too large: one comparison.

// CHECK-LABEL: func.func @locate_direct
// CHECK-SAME: %[[I:[^:]*]]: index, %[[C:[^:]*]]: index, %[[M:[^:]*]]: index
// CHECK-DAG: %[[FOUR:.*]] = arith.constant 4 : index
// CHECK: %[[ROOT:.*]] = arith.cmpi ult, %[[C]], %[[M]]
// CHECK: %[[BLOCK:.*]] = arith.muli %[[I]], %[[FOUR]]
// CHECK: %[[P:.*]] = arith.addi %[[BLOCK]], %[[C]]
// CHECK: %[[INSIDE:.*]] = arith.cmpi ult, %[[C]], %[[FOUR]]
// CHECK: return %[[C]], %[[ROOT]], %[[P]], %[[INSIDE]]
func.func @locate_direct(%i: index, %c: index, %m: index) -> (index, i1, index, i1) {
  %c4 = arith.constant 4 : index
  %I = axis.dense_fixed %m : !dense
  %K = axis.dense_fixed %c4 of %I : !dense -> !block
  %p, %0 = axis.locate %I[%c] by direct : !dense -> index
  %q, %1 = axis.locate %K[%c] under %i : index : !block -> index
  return %p, %0, %q, %1 : index, i1, index, i1
}

// A sorted fibre is halved until one place is left; what is there, if there is
// anything, is compared once more. Nothing outside the fibre is read.

// CHECK-LABEL: func.func @locate_binary
// CHECK-SAME: %[[I:[^:]*]]: index, %[[C:[^:]*]]: index, %[[M:[^:]*]]: index, %[[N:[^:]*]]: index, %[[POS:[^:]*]]: memref<?xi32>, %[[CRD:[^:]*]]: memref<?xi32>
// CHECK-DAG: %[[FALSE:.*]] = arith.constant false
// CHECK: memref.load %[[POS]][%[[I]]]
// CHECK: %[[BEGIN:.*]] = arith.index_cast
// CHECK: memref.load %[[POS]]
// CHECK: %[[END:.*]] = arith.index_cast
// CHECK: %[[SEARCH:.*]]:2 = scf.while (%[[LOW:.*]] = %[[BEGIN]], %[[HIGH:.*]] = %[[END]])
// CHECK: %[[OPEN:.*]] = arith.cmpi slt, %[[LOW]], %[[HIGH]]
// CHECK: scf.condition(%[[OPEN]]) %[[LOW]], %[[HIGH]]
// CHECK: %[[MIDDLE:.*]] = arith.addi
// CHECK: %[[HERE32:.*]] = memref.load %[[CRD]][%[[MIDDLE]]]
// CHECK: %[[HERE:.*]] = arith.index_cast %[[HERE32]]
// CHECK: arith.cmpi slt, %[[HERE]], %[[C]]
// CHECK: %[[INSIDE:.*]] = arith.cmpi slt, %[[SEARCH]]#0, %[[END]]
// CHECK: %[[FOUND:.*]] = scf.if %[[INSIDE]] -> (i1) {
// CHECK: memref.load %[[CRD]][%[[SEARCH]]#0]
// CHECK: %[[EQUAL:.*]] = arith.cmpi eq, %{{.*}}, %[[C]]
// CHECK: scf.yield %[[EQUAL]]
// CHECK: } else {
// CHECK: scf.yield %[[FALSE]]
// CHECK: return %[[SEARCH]]#0, %[[FOUND]]
func.func @locate_binary(%i: index, %c: index, %m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>) -> (index, i1) {
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %p, %found = axis.locate %J[%c] under %i : index by binary : !sparse -> index
  return %p, %found : index, i1
}

// A sorted axis is searched so without a strategy.

// CHECK-LABEL: func.func @locate_sorted
// CHECK: arith.shrui
func.func @locate_sorted(%i: index, %c: index, %m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>) -> (index, i1) {
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %p, %found = axis.locate %J[%c] under %i : index : !sparse -> index
  return %p, %found : index, i1
}

// An unsorted fibre is walked until the coordinate comes or the fibre ends.

// CHECK-LABEL: func.func @locate_unsorted
// CHECK-SAME: %[[I:[^:]*]]: index, %[[C:[^:]*]]: index, %[[M:[^:]*]]: index, %[[N:[^:]*]]: index, %[[POS:[^:]*]]: memref<?xi32>, %[[CRD:[^:]*]]: memref<?xi32>
// CHECK-DAG: %[[FALSE:.*]] = arith.constant false
// CHECK-DAG: %[[ONE:.*]] = arith.constant 1 : index
// CHECK: %[[BEGIN:.*]] = arith.index_cast
// CHECK: %[[END:.*]] = arith.index_cast
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
// CHECK: arith.cmpi slt, %[[SEARCH]], %[[END]]
// CHECK: scf.if
// CHECK: memref.load %[[CRD]][%[[SEARCH]]]
func.func @locate_unsorted(%i: index, %c: index, %m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>) -> (index, i1) {
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !unsorted
  %p, %found = axis.locate %J[%c] under %i : index : !unsorted -> index
  return %p, %found : index, i1
}

// A sorted one too where the program says so.

// CHECK-LABEL: func.func @locate_linear
// CHECK-NOT: arith.shrui
// CHECK: arith.cmpi ne
// CHECK: return
func.func @locate_linear(%i: index, %c: index, %m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>) -> (index, i1) {
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %p, %found = axis.locate %J[%c] under %i : index by linear : !sparse -> index
  return %p, %found : index, i1
}

// An axis' extent may itself be the answer of another; questions are answered
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
