// RUN: sparse-opt %s --transform-interpreter --split-input-file --verify-diagnostics | FileCheck %s

// Two loops, of which the tests take one; in the first one what was tested is
// known of the memory.

// CHECK-LABEL: func.func @unit_stride(
// CHECK-SAME: %[[N:[^:]*]]: index, %[[X:[^:]*]]: memref<?xf32, strided<[?], offset: ?>>, %[[Y:[^:]*]]: memref<?xf32>)
// CHECK: %{{.*}}, %{{.*}}, %{{.*}}, %[[STRIDE:.*]] = memref.extract_strided_metadata %[[X]]
// CHECK: %[[IS_ONE:.*]] = arith.cmpi eq, %[[STRIDE]], %{{.*}}
// CHECK: %[[LAST:.*]] = arith.addi %{{.*}}, %{{.*}}
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

// C1

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    // expected-error @+1 {{expected unit_stride, aligned or at_least}}
    %fast, %other = transform.sparse.version %root : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
