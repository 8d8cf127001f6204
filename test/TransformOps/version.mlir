// RUN: sparse-opt %s --transform-interpreter --split-input-file --verify-diagnostics | FileCheck %s

// Two loops, of which the tests take one; in the first one what was tested is
// known of the memory.

// CHECK-LABEL: func.func @unit_stride(
// CHECK-SAME: %[[N:[^:]*]]: index, %[[X:[^:]*]]: memref<?xf32, strided<[?], offset: ?>>, %[[Y:[^:]*]]: memref<?xf32>)
// CHECK: %{{.*}}, %{{.*}}, %{{.*}}, %[[STRIDE:.*]] = memref.extract_strided_metadata %[[X]]
// CHECK: %[[IS_ONE:.*]] = arith.cmpi eq, %[[STRIDE]], %{{.*}}
// CHECK: %[[SEVEN:.*]] = arith.constant 7 : index
// CHECK: %[[REACH:.*]] = arith.muli %{{.*}}, %[[SEVEN]]
// CHECK: %[[LAST:.*]] = arith.addi %{{.*}}, %[[REACH]]
// CHECK: %[[ARE_MANY:.*]] = arith.cmpi slt, %[[LAST]], %[[N]]
// CHECK: %[[BOTH:.*]] = arith.andi %[[IS_ONE]], %[[ARE_MANY]]
// CHECK-NEXT: scf.if %[[BOTH]] {
// CHECK-NEXT: %[[CAST:.*]] = memref.cast %[[X]] : memref<?xf32, strided<[?], offset: ?>> to memref<?xf32, strided<[1], offset: ?>>
// CHECK-NEXT: scf.for
// CHECK-NEXT: memref.load %[[CAST]]
// CHECK: } {fast, iter.loop = {{.*}}}
// CHECK: } else {
// CHECK-NEXT: scf.for
// CHECK-NEXT: memref.load %[[X]]
// CHECK: } {iter.loop = {{.*}}, other}
module attributes {transform.with_named_sequence} {
  func.func @unit_stride(%n: index, %x: memref<?xf32, strided<[?], offset: ?>>, %y: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %i = %c0 to %n step %c1 {
      %v = memref.load %x[%i] : memref<?xf32, strided<[?], offset: ?>>
      memref.store %v, %y[%i] : memref<?xf32>
    } {iter.loop = #iter.loop<nest = "copy", dims = ["I"], axis = dense_fixed, kind = spatial, role = level>}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %n = transform.param.constant 8 -> !transform.any_param
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    %fast, %other = transform.sparse.version %loops at_least(%n) {unit_stride} : (!transform.any_op, !transform.any_param) -> (!transform.any_op, !transform.any_op)
    transform.annotate %fast "fast" : !transform.any_op
    transform.annotate %other "other" : !transform.any_op
    transform.yield
  }
}

// -----

// The address of the first element is tested, which an offset is part of.
// Results come from the loop that was taken.

// CHECK-LABEL: func.func @aligned(
// CHECK-SAME: %[[N:[^:]*]]: index, %[[X:[^:]*]]: memref<?xf64, strided<[1], offset: ?>>)
// CHECK: %{{.*}}, %[[OFFSET:.*]], %{{.*}}, %{{.*}} = memref.extract_strided_metadata %[[X]]
// CHECK: %[[BASE:.*]] = memref.extract_aligned_pointer_as_index %[[X]]
// CHECK: %[[EIGHT:.*]] = arith.constant 8 : index
// CHECK: %[[BYTES:.*]] = arith.muli %[[OFFSET]], %[[EIGHT]]
// CHECK: %[[ADDRESS:.*]] = arith.addi %[[BASE]], %[[BYTES]]
// CHECK: %[[REST:.*]] = arith.remui %[[ADDRESS]], %{{.*}}
// CHECK: %[[IS_ALIGNED:.*]] = arith.cmpi eq, %[[REST]], %{{.*}}
// CHECK: %[[SUM:.*]] = scf.if %[[IS_ALIGNED]] -> (f64) {
// CHECK-NEXT: %[[KNOWN:.*]] = memref.assume_alignment %[[X]], 64
// CHECK-NEXT: %[[FAST:.*]] = scf.for
// CHECK-NEXT: memref.load %[[KNOWN]]
// CHECK: scf.yield %[[FAST]]
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[OTHER:.*]] = scf.for
// CHECK: scf.yield %[[OTHER]]
// CHECK: return %[[SUM]]
module attributes {transform.with_named_sequence} {
  func.func @aligned(%n: index, %x: memref<?xf64, strided<[1], offset: ?>>) -> f64 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f64
    %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (f64) {
      %v = memref.load %x[%i] : memref<?xf64, strided<[1], offset: ?>>
      %new = arith.addf %s, %v : f64
      scf.yield %new : f64
    }
    return %sum : f64
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %bytes = transform.param.constant 64 -> !transform.any_param
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    %fast, %other = transform.sparse.version %loops aligned(%bytes) : (!transform.any_op, !transform.any_param) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @known(%n: index, %x: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // expected-error @+1 {{cannot version 'scf.for': there is nothing in it to test}}
    scf.for %i = %c0 to %n step %c1 {
      %v = memref.load %x[%i] : memref<?xf32>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %fast, %other = transform.sparse.version %loops {unit_stride} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @odd(%n: index) {
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %bytes = transform.param.constant 48 -> !transform.any_param
    // expected-error @+1 {{expected aligned to be a power of 2 but got 48}}
    %fast, %other = transform.sparse.version %root aligned(%bytes) : (!transform.any_op, !transform.any_param) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// Versions for two extents, one after the other: a loop over the dimension ends
// there, rows have that length, and what is no row stays as it is.

// CHECK-LABEL: func.func @extents(
// CHECK-SAME: %[[M:[^:]*]]: index, %[[X:[^:]*]]: memref<?x?xf32>, %[[Y:[^:]*]]: memref<?xf32>)
// CHECK: %[[K:.*]] = memref.dim %[[X]]
// CHECK: %[[FOUR:.*]] = arith.constant 4 : index
// CHECK-NEXT: %[[IS_FOUR:.*]] = arith.cmpi eq, %[[K]], %[[FOUR]]
// CHECK: %[[COLUMNS:.*]] = memref.dim %[[X]]
// CHECK: %[[ROWS_OF_FOUR:.*]] = arith.cmpi eq, %[[COLUMNS]], %{{.*}}
// CHECK-NEXT: %[[BOTH:.*]] = arith.andi %[[IS_FOUR]], %[[ROWS_OF_FOUR]]
// CHECK-NEXT: scf.if %[[BOTH]] {
// CHECK-NEXT: %[[END:.*]] = arith.constant 4 : index
// CHECK-NEXT: %[[CAST:.*]] = memref.cast %[[X]] : memref<?x?xf32> to memref<?x4xf32>
// CHECK-NEXT: scf.for %[[I:[^ ]*]] = %{{.*}} to %[[M]]
// CHECK-NEXT: memref.load %[[Y]][%[[I]]]
// CHECK-NEXT: scf.for %[[J:[^ ]*]] = %{{.*}} to %[[END]]
// CHECK-NEXT: memref.load %[[CAST]][%[[I]], %[[J]]]
// CHECK: } {iter.loop = {{.*}}, known}
// CHECK-NEXT: } else {
// CHECK: %[[IS_NINE:.*]] = arith.cmpi eq, %[[K]], %{{.*}}
// CHECK: scf.if
// CHECK: memref.cast %[[X]] : memref<?x?xf32> to memref<?x9xf32>
// CHECK: } {iter.loop = {{.*}}, known}
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.for
// CHECK: scf.for %{{.*}} to %[[K]]
// CHECK-NEXT: memref.load %[[X]]
// CHECK: } {any, iter.loop = {{.*}}}
module attributes {transform.with_named_sequence} {
  func.func @extents(%m: index, %x: memref<?x?xf32>, %y: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %k = memref.dim %x, %c1 : memref<?x?xf32>
    scf.for %i = %c0 to %m step %c1 {
      %a = memref.load %y[%i] : memref<?xf32>
      scf.for %j = %c0 to %k step %c1 {
        %v = memref.load %x[%i, %j] : memref<?x?xf32>
        %t = arith.mulf %a, %v : f32
        memref.store %t, %x[%i, %j] : memref<?x?xf32>
      } {iter.loop = #iter.loop<nest = "scale", dims = ["K"], axis = dense_fixed, kind = spatial, role = level>}
    } {iter.loop = #iter.loop<nest = "scale", dims = ["I"], axis = dense_fixed, kind = spatial, role = level>}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %four = transform.param.constant 4 : i64 -> !transform.param<i64>
    %nine = transform.param.constant 9 : i64 -> !transform.param<i64>
    %both = transform.merge_handles %four, %nine : !transform.param<i64>
    %rows = transform.sparse.match.loops dims ["I"] in %root : (!transform.any_op) -> !transform.any_op
    %known, %any = transform.sparse.version %rows extent("K" = %both) : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
    transform.annotate %known "known" : !transform.any_op
    transform.annotate %any "any" : !transform.any_op
    transform.yield
  }
}

// -----

// Coordinates of 64 bits that small memory needs 31 of. Only what they index is
// tested, and a sum of theirs stays.

// CHECK-LABEL: func.func @coordinates(
// CHECK-SAME: %[[N:[^:]*]]: index, %[[CRD:[^:]*]]: memref<?xi64>, %[[X:[^:]*]]: memref<?xf32>, %[[Y:[^:]*]]: memref<?xindex>)
// CHECK: %[[SIZE:.*]] = memref.dim %[[X]]
// CHECK: %[[MOST:.*]] = arith.constant 2147483648 : index
// CHECK-NEXT: %[[IS_SMALL:.*]] = arith.cmpi ule, %[[SIZE]], %[[MOST]]
// CHECK-NEXT: scf.if %[[IS_SMALL]]
// CHECK-NEXT: scf.for %[[I:[^ ]*]]
// CHECK-NEXT: %[[C:.*]] = memref.load %[[CRD]]
// CHECK-NEXT: %[[WIDE:.*]] = arith.index_cast %[[C]]
// CHECK-NEXT: %[[MASK:.*]] = arith.constant 2147483647 : i64
// CHECK-NEXT: %[[LOW:.*]] = arith.andi %[[C]], %[[MASK]]
// CHECK-NEXT: %[[NARROW:.*]] = arith.index_cast %[[LOW]]
// CHECK-NEXT: memref.load %[[X]][%[[NARROW]]]
// CHECK-NEXT: memref.store %[[WIDE]], %[[Y]][%[[I]]]
// CHECK: } else {
// CHECK: %[[OTHER:.*]] = arith.index_cast
// CHECK-NEXT: memref.load %[[X]][%[[OTHER]]]
module attributes {transform.with_named_sequence} {
  func.func @coordinates(%n: index, %crd: memref<?xi64>, %x: memref<?xf32>, %y: memref<?xindex>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %i = %c0 to %n step %c1 {
      %c = memref.load %crd[%i] : memref<?xi64>
      %j = arith.index_cast %c : i64 to index
      %v = memref.load %x[%j] : memref<?xf32>
      memref.store %j, %y[%i] : memref<?xindex>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    %narrow, %wide = transform.sparse.version %loops {narrow_indices} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// Neither indices of 32 bits nor memory whose size is known is tested, nor the
// extent of a dimension that no loop runs over, or one that is known.

module attributes {transform.with_named_sequence} {
  func.func @known_sizes(%n: index, %crd: memref<?xi32>, %wide: memref<?xi64>, %x: memref<?xf32>, %z: memref<8xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    // expected-error @+1 {{cannot version loop over I of nest 'sum': there is nothing in it to test}}
    scf.for %i = %c0 to %n step %c1 {
      %c = memref.load %crd[%i] : memref<?xi32>
      %j = arith.index_cast %c : i32 to index
      %v = memref.load %x[%j] : memref<?xf32>
      %w = memref.load %wide[%i] : memref<?xi64>
      %k = arith.index_cast %w : i64 to index
      scf.for %l = %c0 to %c8 step %c1 {
        memref.store %v, %z[%k] : memref<8xf32>
      } {iter.loop = #iter.loop<nest = "sum", dims = ["K"], axis = dense_fixed, kind = spatial, role = level>}
    } {iter.loop = #iter.loop<nest = "sum", dims = ["I"], axis = dense_fixed, kind = spatial, role = level>}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %n = transform.param.constant 8 -> !transform.any_param
    %loops = transform.sparse.match.loops dims ["I"] in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %narrow, %wide = transform.sparse.version %loops extent("K" = %n) {narrow_indices} : (!transform.any_op, !transform.any_param) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @no_extent(%n: index) {
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %n = transform.param.constant 0 -> !transform.any_param
    // expected-error @+1 {{expected extent to be integers of at least 1}}
    %known, %any = transform.sparse.version %root extent("K" = %n) : (!transform.any_op, !transform.any_param) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// C1

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    // expected-error @+1 {{expected unit_stride, narrow_indices, aligned, at_least or extent}}
    %fast, %other = transform.sparse.version %root : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
