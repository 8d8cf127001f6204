// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(convert-sparse-to-memref),canonicalize,cse)' | FileCheck %s
// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(convert-sparse-to-memref),spindle-verify-stage{stage=loops})' -o /dev/null

!dense = !axis.axis<dense_fixed>
!block = !axis.axis<dense_fixed, width = 4>
!sparse = !axis.axis<sparse_variable, sorted, unique>
!ell = !axis.axis<sparse_fixed, crd = i16, sorted, unique>
!ell8 = !axis.axis<sparse_fixed, width = 8, sorted, unique>

// Fibres of fixed width: what exists of them is in an array, where there is one,
// and the coordinates are indexed by the parent's position and the offset, which a
// position of the nest's own gives back.

// CHECK-LABEL: func.func @ell
// CHECK-SAME: %[[I:[^:]*]]: index, %[[O:[^:]*]]: index, %[[M:[^:]*]]: index, %[[N:[^:]*]]: index, %[[W:[^:]*]]: index, %[[LEN:[^:]*]]: memref<?xi8>, %[[CRD:[^:]*]]: memref<?x?xi16>
// CHECK-NEXT: %[[LENGTH8:.*]] = memref.load %[[LEN]][%[[I]]]
// CHECK-NEXT: %[[LENGTH:.*]] = arith.index_cast %[[LENGTH8]] : i8 to index
// CHECK-NEXT: %[[BEGIN:.*]] = arith.muli %[[I]], %[[W]]
// CHECK-NEXT: %[[P:.*]] = arith.addi %[[BEGIN]], %[[O]]
// CHECK-NEXT: %[[J16:.*]] = memref.load %[[CRD]][%[[I]], %[[O]]]
// CHECK-NEXT: %[[J:.*]] = arith.index_cast %[[J16]] : i16 to index
// CHECK-NEXT: %[[SIZE:.*]] = arith.muli %[[M]], %[[W]]
// CHECK-NEXT: return %[[LENGTH]], %[[P]], %[[J]], %[[I]], %[[SIZE]], %[[N]]
func.func @ell(%i: index, %o: index, %m: index, %n: index, %w: index, %len: memref<?xi8>, %crd: memref<?x?xi16>) -> (index, index, index, index, index, index) {
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_fixed %n width %w of %I lengths %len coordinates %crd : !dense, memref<?xi8>, memref<?x?xi16> -> !ell
  %l = axis.length %J under %i : !ell
  %p = axis.position %J[%o] under %i : !ell
  %j = axis.coordinate %J[%p] under %i : !ell
  %r = axis.parent %J[%p] : !ell
  %size = axis.size %J : !ell
  %e = axis.extent %J : !ell
  return %l, %p, %j, %r, %size, %e : index, index, index, index, index, index
}

// The width is a constant where the type says it. A position of unknown making
// is taken apart by the parent's; what is asked without it is divided.

// CHECK-LABEL: func.func @positions
// CHECK-SAME: %[[I:[^:]*]]: index, %[[P:[^:]*]]: index
// CHECK-SAME: %[[CRD:[^:]*]]: memref<?x8xi32>
// CHECK-DAG: %[[EIGHT:.*]] = arith.constant 8 : index
// CHECK: %[[BEGIN:.*]] = arith.muli %[[I]], %[[EIGHT]]
// CHECK: %[[O:.*]] = arith.subi %[[P]], %[[BEGIN]]
// CHECK: memref.load %[[CRD]][%[[I]], %[[O]]]
// CHECK: %[[J:.*]] = arith.index_cast
// CHECK: %[[R:.*]] = arith.divui %[[P]], %[[EIGHT]]
// CHECK: return %[[EIGHT]], %[[J]], %[[R]]
func.func @positions(%i: index, %p: index, %m: index, %w: index, %crd: memref<?x8xi32>) -> (index, index, index) {
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_fixed %m width %w of %I coordinates %crd : !dense, memref<?x8xi32> -> !ell8
  %l = axis.length %J under %i : !ell8
  %j = axis.coordinate %J[%p] under %i : !ell8
  %r = axis.parent %J[%p] : !ell8
  return %l, %j, %r : index, index, index
}

// Rows of groups of fibres: values and coordinates are [q, r, c], and loops over
// the offsets multiply and add, no more.

// CHECK-LABEL: func.func @ell3d
// CHECK-SAME: %[[LEN:[^:]*]]: memref<?x4xi32>, %[[ROW:[^:]*]]: memref<?x4xi32>, %[[CRD:[^:]*]]: memref<?x4x8xi32>, %[[VAL:[^:]*]]: memref<?x4x8xf32>
// CHECK-NOT: arith.div
// CHECK-NOT: arith.rem
// CHECK: scf.for %[[Q:.*]] =
// CHECK: scf.for %[[R:.*]] =
// CHECK: memref.load %[[ROW]][%[[Q]], %[[R]]]
// CHECK: memref.load %[[LEN]][%[[Q]], %[[R]]]
// CHECK: scf.for %[[C:.*]] =
// CHECK: memref.load %[[CRD]][%[[Q]], %[[R]], %[[C]]]
// CHECK: memref.load %[[VAL]][%[[Q]], %[[R]], %[[C]]]
// CHECK-NOT: arith.div
// CHECK-NOT: arith.rem
// CHECK: return
func.func @ell3d(%m: index, %n: index, %nq: index, %len: memref<?x4xi32>, %row: memref<?x4xi32>, %crd: memref<?x4x8xi32>, %val: memref<?x4x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %Q = axis.dense_variable %nq count %nq : !axis.axis<dense_variable>
  %I = axis.sparse_fixed %m width %c4 of %Q coordinates %row : !axis.axis<dense_variable>, memref<?x4xi32> -> !axis.axis<sparse_fixed, width = 4>
  %J = axis.sparse_fixed %n width %c8 of %I lengths %len coordinates %crd : !axis.axis<sparse_fixed, width = 4>, memref<?x4xi32>, memref<?x4x8xi32> -> !ell8
  %Av = sparse.bind %val on (%Q, %I, %J) : memref<?x4x8xf32> on (!axis.axis<dense_variable>, !axis.axis<sparse_fixed, width = 4>, !ell8) -> !sparse.buffer<?x4x8xf32>
  %count = axis.length %Q : !axis.axis<dense_variable>
  scf.for %q = %c0 to %count step %c1 {
    scf.for %r = %c0 to %c4 step %c1 {
      %pi = axis.position %I[%r] under %q : !axis.axis<sparse_fixed, width = 4>
      %i = axis.coordinate %I[%pi] under %q : !axis.axis<sparse_fixed, width = 4>
      %l = axis.length %J under %pi : !ell8
      scf.for %c = %c0 to %l step %c1 {
        %pj = axis.position %J[%c] under %pi : !ell8
        %j = axis.coordinate %J[%pj] under %pi : !ell8
        %x = sparse.load %Av at positions [%q, %r, %c] : !sparse.buffer<?x4x8xf32>
        func.call @use(%i, %j, %x) : (index, index, f32) -> ()
      }
    }
  }
  return
}
func.func private @use(index, index, f32)

// Lengths of a dense axis: ragged rows in memory of one width.

// CHECK-LABEL: func.func @lengths
// CHECK-SAME: %[[I:[^:]*]]: index, %[[P:[^:]*]]: index, %[[M:[^:]*]]: index, %[[W:[^:]*]]: index, %[[LEN:[^:]*]]: memref<?xi64>
// CHECK-NEXT: memref.load %[[LEN]][%[[I]]]
// CHECK-NEXT: %[[LENGTH:.*]] = arith.index_cast
// CHECK-NEXT: %[[BEGIN:.*]] = arith.muli %[[I]], %[[W]]
// CHECK-NEXT: %[[ABOVE:.*]] = arith.cmpi sge, %[[P]], %[[BEGIN]]
// CHECK-NEXT: %[[END:.*]] = arith.addi %[[BEGIN]], %[[LENGTH]]
// CHECK-NEXT: %[[BELOW:.*]] = arith.cmpi slt, %[[P]], %[[END]]
// CHECK-NEXT: %[[IN:.*]] = arith.andi %[[ABOVE]], %[[BELOW]]
// CHECK-NEXT: return %[[LENGTH]], %[[IN]]
func.func @lengths(%i: index, %p: index, %m: index, %w: index, %len: memref<?xi64>) -> (index, i1) {
  %I = axis.dense_fixed %m : !dense
  %K = axis.dense_fixed %w lengths %len : memref<?xi64> of %I : !dense -> !dense
  %l = axis.length %K under %i : !dense
  %o = axis.occupied %K[%p] under %i : !dense
  return %l, %o : index, i1
}

// What is cut off a block follows from a coordinate: that of the parent, or of an
// ancestor, which is searched for only where the program does not say it.

// CHECK-LABEL: func.func @cut
// CHECK-SAME: %[[Q:[^:]*]]: index, %[[I:[^:]*]]: index, %[[M:[^:]*]]: index, %[[N:[^:]*]]: index, %[[POS:[^:]*]]: memref<?xi32>, %[[CRD:[^:]*]]: memref<?xi32>
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[FOUR:.*]] = arith.constant 4 : index
// CHECK: %[[ROWS:.*]] = arith.muli %[[I]], %[[FOUR]]
// CHECK: %[[LEFT:.*]] = arith.subi %[[M]], %[[ROWS]]
// CHECK: %[[MOST:.*]] = arith.minsi %[[LEFT]], %[[FOUR]]
// CHECK: %[[HEIGHT:.*]] = arith.maxsi %[[MOST]], %[[ZERO]]
// CHECK: memref.load %[[CRD]][%[[Q]]]
// CHECK: %[[J:.*]] = arith.index_cast
// CHECK: %[[COLUMNS:.*]] = arith.muli %[[J]], %[[FOUR]]
// CHECK: arith.subi %[[N]], %[[COLUMNS]]
// CHECK: %[[WIDTH:.*]] = arith.maxsi
// CHECK: %[[SEARCH:.*]]:2 = scf.while
// CHECK: memref.load %[[POS]]
// CHECK: arith.muli %[[SEARCH]]#0, %[[FOUR]]
// CHECK: %[[SEARCHED:.*]] = arith.maxsi
// CHECK: return %[[HEIGHT]], %[[WIDTH]], %[[SEARCHED]]
func.func @cut(%q: index, %i: index, %m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>) -> (index, index, index) {
  %c4 = arith.constant 4 : index
  %IO = axis.dense_fixed %m : !dense
  %JO = axis.sparse_variable %n of %IO positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %II = axis.dense_fixed %c4 cut %m by %IO : !dense of %JO : !sparse -> !block
  %JI = axis.dense_fixed %c4 cut %n of %JO : !sparse -> !block
  %h = axis.length %II under %q cut at %i : !block
  %w = axis.length %JI under %q : !block
  %s = axis.length %II under %q : !block
  return %h, %w, %s : index, index, index
}

// The coordinate that a cut is by is the offset that the parent's position was
// made of, without a division.

// CHECK-LABEL: func.func @cut_by_offset
// CHECK-SAME: %[[Q:[^:]*]]: index, %[[O:[^:]*]]: index, %[[M:[^:]*]]: index
// CHECK-NOT: arith.div
// CHECK-NOT: arith.rem
// CHECK: arith.muli %[[O]], %
// CHECK: return
func.func @cut_by_offset(%q: index, %o: index, %m: index) -> index {
  %c4 = arith.constant 4 : index
  %R = axis.dense_fixed %m : !dense
  %I = axis.dense_fixed %m of %R : !dense -> !dense
  %J = axis.dense_fixed %c4 of %I : !dense -> !block
  %K = axis.dense_fixed %c4 cut %m by %I : !dense of %J : !block -> !block
  %i = axis.position %I[%o] under %q : !dense
  %j = axis.position %J[%q] under %i : !block
  %l = axis.length %K under %j : !block
  return %l : index
}
