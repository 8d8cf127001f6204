// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(convert-sparse-to-memref),canonicalize,cse)' | FileCheck %s
// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(convert-sparse-to-memref),spindle-verify-stage{stage=loops})' -o /dev/null

!dense = !axis.axis<dense_fixed>
!block = !axis.axis<dense_fixed, width = 4>
!sparse = !axis.axis<sparse_variable, sorted, unique>
!rows = !axis.axis<sparse_variable, sorted>
!ragged = !axis.axis<dense_variable>
!ragged64 = !axis.axis<dense_variable, pos = i64>
!one = !axis.axis<singleton>
!pairs = !axis.axis<product>
!bits = !axis.axis<occupancy>

// A ragged fibre's coordinates are its offsets; a root's length is its count.

// CHECK-LABEL: func.func @variable
// CHECK-SAME: %[[I:[^:]*]]: index, %[[P:[^:]*]]: index, %[[N:[^:]*]]: index, %[[COUNT:[^:]*]]: index, %[[POS:[^:]*]]: memref<?xi64>
// CHECK: memref.load %[[POS]][%[[I]]]
// CHECK: %[[BEGIN:.*]] = arith.index_cast %{{.*}} : i64 to index
// CHECK: %[[O:.*]] = arith.subi %[[P]], %[[BEGIN]]
// CHECK: memref.load %[[POS]][%[[COUNT]]]
// CHECK: %[[SIZE:.*]] = arith.index_cast
// CHECK: return %[[O]], %[[SIZE]], %[[N]], %[[COUNT]], %[[COUNT]], %[[P]]
func.func @variable(%i: index, %p: index, %n: index, %count: index, %pos: memref<?xi64>) -> (index, index, index, index, index, index) {
  %R = axis.dense_variable %n count %count : !ragged
  %J = axis.dense_variable %n of %R positions %pos : !ragged, memref<?xi64> -> !ragged64
  %o = axis.coordinate %J[%p] under %i : !ragged64
  %size = axis.size %J : !ragged64
  %e = axis.extent %J : !ragged64
  %l = axis.length %R : !ragged
  %s = axis.size %R : !ragged
  %c = axis.coordinate %R[%p] : !ragged
  return %o, %size, %e, %l, %s, %c : index, index, index, index, index, index
}

// Under each position of COO's rows lies one of its columns.

// CHECK-LABEL: func.func @coo
// CHECK-SAME: %[[P:[^:]*]]: index, %[[M:[^:]*]]: index, %[[NNZ:[^:]*]]: index, %[[ROW:[^:]*]]: memref<?xi32>, %[[COL:[^:]*]]: memref<?xi32>
// CHECK-DAG: %[[ONE:.*]] = arith.constant 1 : index
// CHECK: memref.load %[[ROW]][%[[P]]]
// CHECK: %[[I:.*]] = arith.index_cast
// CHECK: memref.load %[[COL]][%[[P]]]
// CHECK: %[[J:.*]] = arith.index_cast
// CHECK: return %[[I]], %[[P]], %[[J]], %[[P]], %[[ONE]], %[[NNZ]], %[[NNZ]]
func.func @coo(%p: index, %m: index, %nnz: index, %row: memref<?xi32>, %col: memref<?xi32>) -> (index, index, index, index, index, index, index) {
  %c0 = arith.constant 0 : index
  %E = axis.sparse_variable %m count %nnz coordinates %row : memref<?xi32> -> !rows
  %J = axis.singleton %m of %E coordinates %col : (!rows), memref<?xi32> -> !one
  %i = axis.coordinate %E[%p] : !rows
  %q = axis.position %J[%c0] under %p : !one
  %j = axis.coordinate %J[%q] under %p : !one
  %r = axis.parent %J[%q] : !one
  %l = axis.length %J under %p : !one
  %size = axis.size %J : !one
  %rows = axis.size %E : !rows
  return %i, %q, %j, %r, %l, %size, %rows : index, index, index, index, index, index, index
}

// SELL's columns lie under a slot and a row of their slice: cells of [s, C].

// CHECK-LABEL: func.func @sell
// CHECK-SAME: %[[B:[^:]*]]: index, %[[S:[^:]*]]: index, %[[O:[^:]*]]: index, %[[M:[^:]*]]: index, %[[POS:[^:]*]]: memref<?xi32>, %[[CRD:[^:]*]]: memref<?x4xi32>
// CHECK-DAG: %[[FOUR:.*]] = arith.constant 4 : index
// CHECK: %[[ROW:.*]] = arith.muli %[[S]], %[[FOUR]]
// CHECK: %[[P:.*]] = arith.addi %[[ROW]], %[[O]]
// CHECK: memref.load %[[CRD]][%[[S]], %[[O]]]
// CHECK: %[[J:.*]] = arith.index_cast
// CHECK: memref.load %[[POS]][%[[M]]]
// CHECK: %[[SLOTS:.*]] = arith.index_cast
// CHECK: %[[SIZE:.*]] = arith.muli %[[SLOTS]], %[[FOUR]]
// CHECK: return %[[P]], %[[J]], %[[SIZE]]
func.func @sell(%b: index, %s: index, %o: index, %m: index, %pos: memref<?xi32>, %crd: memref<?x4xi32>) -> (index, index, index) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %PO = axis.dense_fixed %m : !dense
  %S = axis.dense_variable %m of %PO positions %pos : !dense, memref<?xi32> -> !ragged
  %PI = axis.dense_fixed %c4 of %PO : !dense -> !block
  %J = axis.singleton %m of %S, %PI coordinates %crd : (!ragged, !block), memref<?x4xi32> -> !one
  %pi = axis.position %PI[%o] under %b : !block
  %p = axis.position %J[%c0] under %b, %s, %pi : !one
  %j = axis.coordinate %J[%p] under %b, %s, %pi : !one
  %size = axis.size %J : !one
  return %p, %j, %size : index, index, index
}

// A fibre under such a cell, of which only the number is known, lies where the
// number's parts say.

// CHECK-LABEL: func.func @under_sell
// CHECK-SAME: %[[P:[^:]*]]: index, %[[O:[^:]*]]: index, %[[M:[^:]*]]: index
// CHECK-SAME: %[[CRD:[^:]*]]: memref<?x4x4xi32>
// CHECK: %[[C:.*]] = arith.remui %[[P]], %[[FOUR:.*]]
// CHECK: %[[S:.*]] = arith.divui %[[P]], %[[FOUR]]
// CHECK: memref.load %[[CRD]][%[[S]], %[[C]], %[[O]]]
func.func @under_sell(%p: index, %o: index, %m: index, %pos: memref<?xi32>, %crd: memref<?x4xi32>, %crd3: memref<?x4x4xi32>) -> index {
  %c4 = arith.constant 4 : index
  %PO = axis.dense_fixed %m : !dense
  %S = axis.dense_variable %m of %PO positions %pos : !dense, memref<?xi32> -> !ragged
  %PI = axis.dense_fixed %c4 of %PO : !dense -> !block
  %J = axis.singleton %m of %S, %PI coordinates %crd : (!ragged, !block), memref<?x4xi32> -> !one
  %K = axis.sparse_fixed %m width %c4 of %J coordinates %crd3 : !one, memref<?x4x4xi32> -> !axis.axis<sparse_fixed, width = 4>
  %q = axis.position %K[%o] under %p : !axis.axis<sparse_fixed, width = 4>
  %k = axis.coordinate %K[%q] under %p : !axis.axis<sparse_fixed, width = 4>
  return %k : index
}

// The pairs of a batch count from its offset, the second factor fastest.

// CHECK-LABEL: func.func @product
// CHECK-SAME: %[[B:[^:]*]]: index, %[[I:[^:]*]]: index, %[[J:[^:]*]]: index, %[[M:[^:]*]]: index, %[[POSI:[^:]*]]: memref<?xi32>, %[[POSJ:[^:]*]]: memref<?xi64>, %[[OFF:[^:]*]]: memref<?xi32>
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[ONE:.*]] = arith.constant 1 : index
// CHECK: memref.load %[[POSI]][%[[B]]]
// CHECK: %[[BEGINI:.*]] = arith.index_cast
// CHECK: %[[ROW:.*]] = arith.subi %[[I]], %[[BEGINI]]
// CHECK: memref.load %[[POSJ]][%[[B]]]
// CHECK: %[[BEGINJ:.*]] = arith.index_cast
// CHECK: %[[COLUMN:.*]] = arith.subi %[[J]], %[[BEGINJ]]
// CHECK: %[[ENDJ:.*]] = arith.index_cast
// CHECK: %[[COLUMNS:.*]] = arith.subi %[[ENDJ]], %[[BEGINJ]]
// CHECK: memref.load %[[OFF]][%[[B]]]
// CHECK: %[[BEGIN:.*]] = arith.index_cast
// CHECK: %[[ROWS:.*]] = arith.muli %[[ROW]], %[[COLUMNS]]
// CHECK: %[[ROWBEGIN:.*]] = arith.addi %[[BEGIN]], %[[ROWS]]
// CHECK: %[[P:.*]] = arith.addi %[[ROWBEGIN]], %[[COLUMN]]
// CHECK: memref.load %[[OFF]][%[[M]]]
// CHECK: %[[SIZE:.*]] = arith.index_cast
// CHECK: return %[[P]], %[[SIZE]], %[[ONE]], %[[ZERO]], %[[ONE]]
func.func @product(%b: index, %i: index, %j: index, %m: index, %posi: memref<?xi32>, %posj: memref<?xi64>, %off: memref<?xi32>) -> (index, index, index, index, index) {
  %c0 = arith.constant 0 : index
  %B = axis.dense_fixed %m : !dense
  %I = axis.dense_variable %m of %B positions %posi : !dense, memref<?xi32> -> !ragged
  %J = axis.dense_variable %m of %B positions %posj : !dense, memref<?xi64> -> !ragged64
  %IJ = axis.product %I, %J offsets %off : !ragged, !ragged64, memref<?xi32> -> !pairs
  %p = axis.position %IJ[%c0] under %b, %i, %j : !pairs
  %size = axis.size %IJ : !pairs
  %l = axis.length %IJ under %b, %i, %j : !pairs
  %c = axis.coordinate %IJ[%p] under %b, %i, %j : !pairs
  %e = axis.extent %IJ : !pairs
  return %p, %size, %l, %c, %e : index, index, index, index, index
}

// A fibre of an occupancy has one position, the number of its cell, where the bit
// is not 0.

// CHECK-LABEL: func.func @occupancy
// CHECK-SAME: %[[I:[^:]*]]: index, %[[Q:[^:]*]]: index, %[[A:[^:]*]]: index, %[[B:[^:]*]]: index, %[[M:[^:]*]]: index, %[[POS:[^:]*]]: memref<?xi32>, %[[CRD:[^:]*]]: memref<?xi32>, %[[BITS:[^:]*]]: memref<?x4x4xi8>
// CHECK-DAG: %[[NONE:.*]] = arith.constant 0 : i8
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[ONE:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[FOUR:.*]] = arith.constant 4 : index
// CHECK: %[[BIT:.*]] = memref.load %[[BITS]][%[[Q]], %[[A]], %[[B]]]
// CHECK: %[[HAS:.*]] = arith.cmpi ne, %[[BIT]], %[[NONE]]
// CHECK: %[[LENGTH:.*]] = arith.select %[[HAS]], %[[ONE]], %[[ZERO]]
// CHECK: %[[ROWS:.*]] = arith.muli %[[Q]], %[[FOUR]]
// CHECK: %[[ROW:.*]] = arith.addi %[[ROWS]], %[[A]]
// CHECK: %[[CELLS:.*]] = arith.muli %[[ROW]], %[[FOUR]]
// CHECK: %[[CELL:.*]] = arith.addi %[[CELLS]], %[[B]]
// CHECK: %[[IS:.*]] = arith.cmpi ugt, %[[LENGTH]], %[[ZERO]]
// CHECK: return %[[LENGTH]], %[[CELL]], %[[IS]]
func.func @occupancy(%i: index, %q: index, %a: index, %b: index, %m: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %bits: memref<?x4x4xi8>) -> (index, index, i1) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %IO = axis.dense_fixed %m : !dense
  %JO = axis.sparse_variable %m of %IO positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %II = axis.dense_fixed %c4 of %JO : !sparse -> !block
  %JI = axis.dense_fixed %c4 of %JO : !sparse -> !block
  %E = axis.occupancy %bits on (%IO, %JO, %II of 1, %JI of 1) : memref<?x4x4xi8> on (!dense, !sparse, !block, !block) -> !bits
  %pa = axis.position %II[%a] under %q : !block
  %pb = axis.position %JI[%b] under %q : !block
  %l = axis.length %E under %i, %q, %pa, %pb : !bits
  %p = axis.position %E[%c0] under %i, %q, %pa, %pb : !bits
  %o = axis.occupied %E[%p] under %i, %q, %pa, %pb : !bits
  return %l, %p, %o : index, index, i1
}

// A bitmap of a matrix counts rows of the extent of its columns.

// CHECK-LABEL: func.func @bitmap
// CHECK-SAME: %[[I:[^:]*]]: index, %[[J:[^:]*]]: index, %[[M:[^:]*]]: index, %[[N:[^:]*]]: index, %[[BITS:[^:]*]]: memref<?x?xi1>
// CHECK: %[[SIZE:.*]] = arith.muli %[[M]], %[[N]]
// CHECK: memref.load %[[BITS]][%[[I]], %[[J]]]
// CHECK: %[[ROW:.*]] = arith.muli %[[I]], %[[N]]
// CHECK: %[[CELL:.*]] = arith.addi %[[ROW]], %[[J]]
// CHECK: return %[[CELL]], %{{.*}}, %[[SIZE]]
func.func @bitmap(%i: index, %j: index, %m: index, %n: index, %bits: memref<?x?xi1>) -> (index, index, index) {
  %c0 = arith.constant 0 : index
  %I = axis.dense_fixed %m : !dense
  %J = axis.dense_fixed %n : !dense
  %E = axis.occupancy %bits on (%I, %J) : memref<?x?xi1> on (!dense, !dense) -> !bits
  %size = axis.size %E : !bits
  %l = axis.length %E under %i, %j : !bits
  %p = axis.position %E[%c0] under %i, %j : !bits
  return %p, %l, %size : index, index, index
}
