// RUN: sparse-opt %s --transform-interpreter --verify-diagnostics

// Each element of a column is loaded by itself, and so is its row: two operations
// for each of 128 lanes of 8 vectors, and of 1 to 8 of the remainder.

module attributes {transform.with_named_sequence} {
  func.func @too_many_elements(%n: index, %k: index, %x: memref<?x?xf32>, %crd: memref<?xindex>, %y: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %d:3 = memref.distinct_objects %x, %crd, %y : memref<?x?xf32>, memref<?xindex>, memref<?xf32>
    // expected-error @+1 {{cannot vectorize 'scf.for': it would become 11264 operations on single elements, of 128 lanes, and at most 4096 are made: fewer lanes or a smaller interleave would do}}
    scf.for %j = %c0 to %n step %c1 {
      %c = memref.load %d#1[%j] : memref<?xindex>
      %v = memref.load %d#0[%c, %k] : memref<?x?xf32>
      memref.store %v, %d#2[%j] : memref<?xf32>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    %lanes = transform.param.constant 128 : i64 -> !transform.param<i64>
    %eight = transform.param.constant 8 : i64 -> !transform.param<i64>
    // expected-note @+1 {{the schedule asks for it here}}
    %blocks = transform.sparse.vectorize %loops lanes(%lanes) interleave(%eight) : (!transform.any_op, !transform.param<i64>, !transform.param<i64>) -> !transform.any_op
    transform.yield
  }
}
