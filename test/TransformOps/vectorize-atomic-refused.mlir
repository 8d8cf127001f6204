// RUN: sparse-opt %s --transform-interpreter --split-input-file --verify-diagnostics

module attributes {transform.with_named_sequence} {
  func.func @complex_numbers(%n: index, %z: complex<f32>, %y: memref<?xcomplex<f32>>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // expected-error @below {{cannot vectorize 'scf.for': 'iter.atomic_update' in it updates by 'complex<f32>', which vectors do not hold}}
    scf.for %p = %c0 to %n step %c1 {
      // expected-note @below {{this stands in the way}}
      iter.atomic_update add %z into %y[%p] : complex<f32>, memref<?xcomplex<f32>>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @below {{the schedule asks for it here}}
    %blocks = transform.sparse.vectorize %loops : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// Updates of several kinds do not commute.

module attributes {transform.with_named_sequence} {
  func.func @two_kinds(%n: index, %x: f32, %y: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // expected-error @below {{cannot vectorize 'scf.for': 'iter.atomic_update' in it may touch what another iteration writes by 'iter.atomic_update'}}
    scf.for %p = %c0 to %n step %c1 {
      iter.atomic_update add %x into %y[%c0] : f32, memref<?xf32>
      // expected-note @below {{this stands in the way}}
      iter.atomic_update max %x into %y[%c0] : f32, memref<?xf32>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @below {{the schedule asks for it here}}
    %blocks = transform.sparse.vectorize %loops : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @what_is_updated_is_read(%n: index, %y: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // expected-error @below {{cannot vectorize 'scf.for': 'memref.load' in it may touch what another iteration writes by 'iter.atomic_update'}}
    scf.for %p = %c0 to %n step %c1 {
      // expected-note @below {{this stands in the way}}
      %x = memref.load %y[%p] : memref<?xf32>
      iter.atomic_update add %x into %y[%c0] : f32, memref<?xf32>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @below {{the schedule asks for it here}}
    %blocks = transform.sparse.vectorize %loops : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
