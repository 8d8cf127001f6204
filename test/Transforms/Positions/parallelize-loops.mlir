// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(spindle-parallelize-loops{report}),canonicalize,cse)' --verify-diagnostics | FileCheck %s
// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(spindle-parallelize-loops),spindle-verify-stage{stage=positions})' -o /dev/null
// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(spindle-parallelize-loops),canonicalize,cse,loop-invariant-code-motion,func.func(spindle-choose-lookups),func.func(spindle-state-distinct-memory,convert-sparse-to-memref),canonicalize,cse,spindle-verify-stage{stage=loops})' | FileCheck %s --check-prefix=LOOPS

!dense = !axis.axis<dense_fixed>
!block = !axis.axis<dense_fixed, width = 4>
!sparse = !axis.axis<sparse_variable, sorted, unique>
!one = !axis.axis<singleton>
!permutation = !axis.axis<singleton, unique>
!ragged = !axis.axis<dense_variable>
!vector = !sparse.buffer<?xf32>
!matrix = !sparse.buffer<?x?xf32>
#row = #iter.loop<nest = "n", dims = ["I"], axis = dense_fixed, kind = spatial, role = level>

// An index of the loop's own. The label stays, to the last.

// CHECK-LABEL: func.func @variable
// CHECK-SAME: %[[M:[a-z0-9]+]]: index
// CHECK: scf.forall (%[[I:.*]]) in (%[[M]]) {
// CHECK-NEXT: %[[V:.*]] = sparse.load %{{.*}} at positions [%[[I]]]
// CHECK-NEXT: sparse.store %[[V]], %{{.*}} at positions [%[[I]]]
// CHECK-NEXT: } {iter.loop = #iter.loop<nest = "n", dims = ["I"], axis = dense_fixed, kind = spatial, role = level>}
// LOOPS-LABEL: func.func @variable
// LOOPS: scf.forall
// LOOPS: } {iter.loop = #iter.loop<nest = "n", dims = ["I"], axis = dense_fixed, kind = spatial, role = level>}
func.func @variable(%m: index, %in: memref<?xf32>, %out: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %I = axis.dense_fixed %m : !dense
  %X = sparse.bind %in on (%I) : memref<?xf32> on (!dense) -> !vector
  %Y = sparse.bind %out on (%I) : memref<?xf32> on (!dense) -> !vector
  // expected-remark @+1 {{loop over I of nest 'n' is parallel}}
  scf.for %i = %c0 to %m step %c1 {
    %x = sparse.load %X at positions [%i] : !sparse.buffer<?xf32>
    sparse.store %x, %Y at positions [%i] : !sparse.buffer<?xf32>
  } {iter.loop = #iter.loop<nest = "n", dims = ["I"], axis = dense_fixed, kind = spatial, role = level>}
  return
}

// The rows of a tensor do not overlap, however far apart they are.

// CHECK-LABEL: func.func @rows_with_gaps
// CHECK: scf.forall
func.func @rows_with_gaps(%m: index, %one: f32, %out: memref<?x?xf32, strided<[?, 1]>> {sparse.piece = #sparse.piece<"C", part [], values>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %I = axis.dense_fixed %m : !dense
  %Y = sparse.bind %out on (%I, %I) : memref<?x?xf32, strided<[?, 1]>> on (!dense, !dense) -> !matrix
  // expected-remark @+1 {{loop over I of nest 'n' is parallel}}
  scf.for %i = %c0 to %m step %c1 {
    scf.for %j = %c0 to %m step %c1 {
      sparse.store %one, %Y at positions [%i, %j] : !matrix
    }
  } {iter.loop = #iter.loop<nest = "n", dims = ["I"], axis = dense_fixed, kind = spatial, role = level>}
  return
}

// A sum over each row, into one element of each row; the loop inside stays.

// CHECK-LABEL: func.func @row_sums
// CHECK: scf.forall
// CHECK: scf.for
func.func @row_sums(%m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %val: memref<?xf32>, %y: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %A = sparse.bind %val on (%I, %J) : memref<?xf32> on (!dense, !sparse) -> !vector
  %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !vector
  // expected-remark @+1 {{loop over I of nest 'n' is parallel}}
  scf.for %i = %c0 to %m step %c1 {
    %length = axis.length %J under %i : !sparse
    %begin = axis.position %J[%c0] under %i : !sparse
    %end = arith.addi %begin, %length : index
    scf.for %p = %begin to %end step %c1 {
      %a = sparse.load %A at positions [%p] : !vector
      sparse.accumulate add %a into %Y at positions [%i] : !vector
    }
  } {iter.loop = #row}
  return
}

// Positions of fibres below, of fibres below these, and of one offset each.

// CHECK-LABEL: func.func @fibres
// CHECK: scf.forall
func.func @fibres(%m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %pos2: memref<?xi32>, %crd2: memref<?xi32>, %val: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %K = axis.sparse_variable %n of %J positions %pos2 coordinates %crd2 : !sparse, memref<?xi32>, memref<?xi32> -> !sparse
  %A = sparse.bind %val on (%I, %J, %K) : memref<?xf32> on (!dense, !sparse, !sparse) -> !vector
  // expected-remark @+1 {{loop over I of nest 'n' is parallel}}
  scf.for %i = %c0 to %m step %c1 {
    %length = axis.length %J under %i : !sparse
    scf.for %o = %c0 to %length step %c1 {
      %p = axis.position %J[%o] under %i : !sparse
      %length2 = axis.length %K under %p : !sparse
      %begin2 = axis.position %K[%c0] under %p : !sparse
      %end2 = arith.addi %length2, %begin2 : index
      scf.for %q = %begin2 to %end2 step %c1 {
        %a = sparse.load %A at positions [%q] : !vector
        sparse.store %a, %A at positions [%q] : !vector
      }
    }
  } {iter.loop = #row}
  return
}

// All positions under a row, two levels down, in one loop: those of a group.

// CHECK-LABEL: func.func @group_below
// CHECK: scf.forall
func.func @group_below(%m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %pos2: memref<?xi32>, %crd2: memref<?xi32>, %val: memref<?xf32>, %one: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %K = axis.sparse_variable %n of %J positions %pos2 coordinates %crd2 : !sparse, memref<?xi32>, memref<?xi32> -> !sparse
  %A = sparse.bind %val on (%I, %J, %K) : memref<?xf32> on (!dense, !sparse, !sparse) -> !vector
  // expected-remark @+1 {{loop over I of nest 'n' is parallel}}
  scf.for %i = %c0 to %m step %c1 {
    %length = axis.length %J under %i : !sparse
    %begin = axis.position %J[%c0] under %i : !sparse
    %end = arith.addi %begin, %length : index
    %begin2 = axis.position %K[%c0] under %begin : !sparse
    %end2 = axis.position %K[%c0] under %end : !sparse
    scf.for %q = %begin2 to %end2 step %c1 {
      sparse.store %one, %A at positions [%q] : !vector
    }
  } {iter.loop = #row}
  return
}

// A group as the outermost loop: its variable is a position of its own. It starts
// at a number that is not known, and the new loop at 0.

// CHECK-LABEL: func.func @group
// CHECK: %[[BEGIN:.*]] = axis.position
// CHECK: %[[END:.*]] = axis.position
// CHECK: %[[COUNT:.*]] = arith.subi %[[END]], %[[BEGIN]] : index
// CHECK-NEXT: scf.forall (%[[T:.*]]) in (%[[COUNT]]) {
// CHECK-NEXT: %[[P:.*]] = arith.addi %[[T]], %[[BEGIN]] : index
// CHECK-NEXT: sparse.store %{{.*}}, %{{.*}} at positions [%[[P]]]
// CHECK-NEXT: } {iter.loop = #iter.loop<nest = "g", dims = ["I", "J"]
func.func @group(%m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %val: memref<?xf32>, %one: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %A = sparse.bind %val on (%I, %J) : memref<?xf32> on (!dense, !sparse) -> !vector
  %begin = axis.position %J[%c0] under %c0 : !sparse
  %end = axis.position %J[%c0] under %m : !sparse
  // expected-remark @+1 {{loop over I, J of nest 'g' is parallel}}
  scf.for %p = %begin to %end step %c1 {
    sparse.store %one, %A at positions [%p] : !vector
  } {iter.loop = #iter.loop<nest = "g", dims = ["I", "J"], axis = sparse_variable, kind = spatial, role = level>}
  return
}

// Coordinates that come once: of the rows that DCSR lists, and of a permutation.

// CHECK-LABEL: func.func @listed_rows
// CHECK: scf.forall
func.func @listed_rows(%m: index, %count: index, %row: memref<?xi32>, %y: memref<?x?xf32>, %one: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %R = axis.sparse_variable %m count %count coordinates %row : memref<?xi32> -> !sparse
  %I = axis.dense_fixed %m : !dense
  %Y = sparse.bind %y on (%I, %I) : memref<?x?xf32> on (!dense, !dense) -> !matrix
  // expected-remark @+1 {{loop over I of nest 'n' is parallel}}
  scf.for %r = %c0 to %count step %c1 {
    %i = axis.coordinate %R[%r] : !sparse
    scf.for %k = %c0 to %m step %c1 {
      sparse.accumulate add %one into %Y at positions [%i, %k] : !matrix
    }
  } {iter.loop = #row}
  return
}

// CHECK-LABEL: func.func @permuted_rows
// CHECK: scf.forall
func.func @permuted_rows(%m: index, %row: memref<?x4xi32>, %y: memref<?xf32>, %one: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %P = axis.dense_fixed %m : !dense
  %B = axis.dense_fixed %c4 of %P : !dense -> !block
  %S = axis.singleton %m of %B coordinates %row : (!block), memref<?x4xi32> -> !permutation
  %I = axis.dense_fixed %m : !dense
  %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !vector
  // expected-remark @+1 {{loop over I of nest 'n' is parallel}}
  scf.for %p = %c0 to %m step %c1 {
    scf.for %b = %c0 to %c4 step %c1 {
      %q = axis.position %B[%b] under %p : !block
      %s = axis.position %S[%c0] under %q : !permutation
      %i = axis.coordinate %S[%s] under %q : !permutation
      sparse.accumulate max %one into %Y at positions [%i] : !vector
    }
  } {iter.loop = #row}
  return
}

// Blocks of four rows each, the last of which may be cut; in two ways of writing.

// CHECK-LABEL: func.func @blocks
// CHECK: scf.forall
func.func @blocks(%m: index, %mb: index, %y: memref<?x?xf32>, %one: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %IO = axis.dense_fixed %mb : !dense
  %II = axis.dense_fixed %c4 cut %m of %IO : !dense -> !block
  %I = axis.dense_fixed %m : !dense
  %Y = sparse.bind %y on (%I, %I) : memref<?x?xf32> on (!dense, !dense) -> !matrix
  // expected-remark @+1 {{loop over I of nest 'n' is parallel}}
  scf.for %io = %c0 to %mb step %c1 {
    %length = axis.length %II under %io cut at %io : !block
    scf.for %ii = %c0 to %length step %c1 {
      %i = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%io, %ii)
      %first_value = sparse.load %Y at positions [%i, %c0] : !matrix
      %first = arith.muli %c4, %io : index
      %again = arith.addi %ii, %first : index
      sparse.store %first_value, %Y at positions [%again, %ii] : !matrix
    }
  } {iter.loop = #row}
  return
}

// Blocks of blocks, the rows of which are listed; the offsets are bounded by what
// the loops say.

// CHECK-LABEL: func.func @blocks_of_blocks
// CHECK: scf.forall
func.func @blocks_of_blocks(%m: index, %count: index, %row: memref<?xi32>, %y: memref<?xf32>, %one: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %R = axis.sparse_variable %m count %count coordinates %row : memref<?xi32> -> !sparse
  %I = axis.dense_fixed %m : !dense
  %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !vector
  // expected-remark @+1 {{loop over I of nest 'n' is parallel}}
  scf.for %r = %c0 to %count step %c1 {
    %io = axis.coordinate %R[%r] : !sparse
    scf.for %a = %c0 to %c4 step %c1 {
      scf.for %b = %c0 to %c3 step %c1 {
        %i = affine.apply affine_map<(d0, d1, d2) -> (d0 * 12 + d1 * 3 + d2)>(%io, %a, %b)
        sparse.store %one, %Y at positions [%i] : !vector
      }
    }
  } {iter.loop = #row}
  return
}

// One further on, and from the end: indices of one rule, whatever the rule.

// CHECK-LABEL: func.func @shifted_and_reversed
// CHECK: scf.forall
// CHECK: scf.forall
func.func @shifted_and_reversed(%m: index, %y: memref<?xf32>, %one: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %I = axis.dense_fixed %m : !dense
  %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !vector
  // expected-remark @+1 {{loop over I of nest 'n' is parallel}}
  scf.for %i = %c0 to %m step %c1 {
    %next = arith.addi %i, %c1 : index
    sparse.store %one, %Y at positions [%next] : !vector
  } {iter.loop = #row}
  // expected-remark @+1 {{loop over I of nest 'n' is parallel}}
  scf.for %i = %c0 to %c9 step %c1 {
    %back = arith.subi %c9, %i : index
    sparse.store %one, %Y at positions [%back] : !vector
  } {iter.loop = #row}
  return
}

// Pairs of positions under a row.

// CHECK-LABEL: func.func @pairs
// CHECK: scf.forall
func.func @pairs(%m: index, %n: index, %pos: memref<?xi32>, %off: memref<?xi32>, %val: memref<?xf32>, %one: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %B = axis.dense_fixed %m : !dense
  %I = axis.dense_variable %n of %B positions %pos : !dense, memref<?xi32> -> !ragged
  %J = axis.dense_variable %n of %B positions %pos : !dense, memref<?xi32> -> !ragged
  %IJ = axis.product %I, %J offsets %off : !ragged, !ragged, memref<?xi32> -> !axis.axis<product>
  %A = sparse.bind %val on (%B, %I, %J, %IJ of (0, 1, 2)) : memref<?xf32> on (!dense, !ragged, !ragged, !axis.axis<product>) -> !vector
  // expected-remark @+1 {{loop over I of nest 'n' is parallel}}
  scf.for %b = %c0 to %m step %c1 {
    %length = axis.length %I under %b : !ragged
    %begin = axis.position %I[%c0] under %b : !ragged
    %end = arith.addi %begin, %length : index
    scf.for %p = %begin to %end step %c1 {
      scf.for %q = %begin to %end step %c1 {
        %pq = axis.position %IJ[%c0] under %b, %p, %q : !axis.axis<product>
        sparse.store %one, %A at positions [%pq] : !vector
      }
    }
  } {iter.loop = #row}
  return
}

// Where a look-up finds a position: under a row, or in one list of rows.

// CHECK-LABEL: func.func @places
// CHECK: scf.forall
// CHECK: scf.forall
// LOOPS-LABEL: func.func @places
// LOOPS: scf.forall
// LOOPS: scf.forall
func.func @places(%m: index, %n: index, %count: index, %row: memref<?xi32>, %pos: memref<?xi32>, %crd: memref<?xi32>, %val: memref<?xf32>, %listed: memref<?xf32>, %j: index, %one: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %I = axis.dense_fixed %m : !dense
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %R = axis.sparse_variable %m count %count coordinates %row : memref<?xi32> -> !sparse
  %A = sparse.bind %val on (%I, %J) : memref<?xf32> on (!dense, !sparse) -> !vector
  %B = sparse.bind %listed on (%R) : memref<?xf32> on (!sparse) -> !vector
  // expected-remark @+1 {{loop over I of nest 'n' is parallel}}
  scf.for %i = %c0 to %m step %c1 {
    %p, %found = axis.locate %J[%j] under %i : index : !sparse -> index
    scf.if %found {
      sparse.store %one, %A at positions [%p] : !vector
    }
  } {iter.loop = #row}
  // expected-remark @+1 {{loop over I of nest 'n' is parallel}}
  scf.for %i = %c0 to %m step %c1 {
    %p, %found = axis.locate %R[%i] : !sparse -> index
    scf.if %found {
      sparse.accumulate add %one into %B at positions [%p] : !vector
    }
  } {iter.loop = #row}
  return
}

// Values and numbers that belong together; intermediates; memory that is loaded
// from; two buffers on one memref, and one by another name.

// CHECK-LABEL: func.func @memory
// CHECK: scf.forall
// CHECK: sparse.accumulate argmin
func.func @memory(%m: index, %x: memref<?xf32>, %w: memref<?xf32>, %y: memref<8xf32>, %one: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %I = axis.dense_fixed %m : !dense
  %K = axis.dense_fixed %c8 : !axis.axis<dense_fixed, width = 8>
  %X = sparse.bind %x on (%I) : memref<?xf32> on (!dense) -> !vector
  %W = sparse.bind %w on (%I) : memref<?xf32> on (!dense) -> !vector
  %W2 = sparse.bind %w on (%I) : memref<?xf32> on (!dense) -> !vector
  %T = sparse.alloc on (%I) : (!dense) -> !vector
  %N = sparse.alloc on (%I) : (!dense) -> !sparse.buffer<?xindex>
  %yd = memref.cast %y : memref<8xf32> to memref<?xf32>
  %Y = sparse.bind %yd on (%I) : memref<?xf32> on (!dense) -> !vector
  %Y8 = sparse.bind %y on (%K) : memref<8xf32> on (!axis.axis<dense_fixed, width = 8>) -> !sparse.buffer<8xf32>
  // expected-remark @+1 {{loop over I of nest 'n' is parallel}}
  scf.for %i = %c0 to %c8 step %c1 {
    %a = memref.load %x[%c0] : memref<?xf32>
    sparse.accumulate argmin %a, %i into %T, %N at positions [%i] : !vector, !sparse.buffer<?xindex>
    %b = sparse.load %W at positions [%i] : !vector
    sparse.store %b, %W2 at positions [%i] : !vector
    %c = sparse.load %Y at positions [%i] : !vector
    sparse.store %c, %Y8 at positions [%i] : !sparse.buffer<8xf32>
  } {iter.loop = #row}
  return
}

// A workspace is an iteration's own; what is read of another one's is not.

// CHECK-LABEL: func.func @workspace
// CHECK: scf.forall
// CHECK: sparse.alloc
// CHECK: scf.for
func.func @workspace(%m: index, %w: memref<?xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %I = axis.dense_fixed %m : !dense
  %W = sparse.bind %w on (%I) : memref<?xf32> on (!dense) -> !vector
  // expected-remark @+1 {{loop over I of nest 'n' is parallel}}
  scf.for %i = %c0 to %m step %c1 {
    %T = sparse.alloc on (%I) : (!dense) -> !vector
    sparse.store %x, %T at positions [%c0] : !vector
    %a = sparse.load %T at positions [%c0] : !vector
    sparse.store %a, %W at positions [%i] : !vector
  } {iter.loop = #row}
  // expected-remark @+1 {{loop over I of nest 'n' stays serial: it writes argument 1 at [0], which other iterations may write too}}
  scf.for %i = %c0 to %m step %c1 {
    %T = sparse.alloc on (%I) : (!dense) -> !vector
    sparse.store %x, %T at positions [%i] : !vector
    sparse.store %x, %W at positions [%c0] : !vector
  } {iter.loop = #row}
  return
}

// In a branch, which runs once; a loop without a label is left.

// CHECK-LABEL: func.func @branch
// CHECK: scf.if
// CHECK: scf.forall
// CHECK: scf.for
// CHECK-NOT: scf.forall
// CHECK: return
func.func @branch(%m: index, %y: memref<?xf32>, %one: f32, %yes: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %I = axis.dense_fixed %m : !dense
  %Y = sparse.bind %y on (%I) : memref<?xf32> on (!dense) -> !vector
  scf.if %yes {
    // expected-remark @+1 {{loop over I of nest 'n' is parallel}}
    scf.for %i = %c0 to %m step %c1 {
      sparse.store %one, %Y at positions [%i] : !vector
    } {iter.loop = #row}
  }
  scf.for %i = %c0 to %m step %c1 {
    sparse.store %one, %Y at positions [%i] : !vector
  }
  return
}

// What is parallel stays so.

// CHECK-LABEL: func.func @already
// CHECK: scf.forall
// CHECK-NOT: {{scf.for }}
// CHECK: return
func.func @already(%m: index, %in: memref<?xf32>, %out: memref<?xf32>) {
  %I = axis.dense_fixed %m : !dense
  %X = sparse.bind %in on (%I) : memref<?xf32> on (!dense) -> !vector
  %Y = sparse.bind %out on (%I) : memref<?xf32> on (!dense) -> !vector
  scf.forall (%i) in (%m) {
    %x = sparse.load %X at positions [%i] : !sparse.buffer<?xf32>
    sparse.store %x, %Y at positions [%i] : !sparse.buffer<?xf32>
  } {iter.loop = #iter.loop<nest = "n", dims = ["I"], axis = dense_fixed, kind = spatial, role = level>}
  return
}
