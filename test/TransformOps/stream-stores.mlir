// RUN: sparse-opt %s --transform-interpreter --split-input-file --verify-diagnostics | FileCheck %s

// Vectors of a row, at constant distances, are tested at once: the memory is
// large, and the address of the first is aligned. A fence follows the loop.

// CHECK-LABEL: func.func @rows(
// CHECK-SAME: %[[M:[^:]*]]: index, %[[V:[^:]*]]: vector<16xf32>, %[[Y:[^:]*]]: memref<?x32xf32>)
// CHECK: %[[ROWS:.*]] = memref.dim %[[Y]]
// CHECK: %[[SOME:.*]] = arith.muli %{{.*}}, %[[ROWS]]
// CHECK: %[[SIZE:.*]] = arith.muli %[[SOME]], %{{.*}}
// CHECK: %[[MANY:.*]] = arith.constant 8000000 : index
// CHECK-NEXT: %[[IS_LARGE:.*]] = arith.cmpi uge, %[[SIZE]], %[[MANY]]
// CHECK-NEXT: scf.for %[[I:[^ ]*]] =
// CHECK-NEXT: %[[ROW:.*]] = memref.subview %[[Y]][%[[I]], 0]
// CHECK-NEXT: %{{.*}}, %[[OFFSET:.*]], %{{.*}}, %[[STRIDE:.*]] = memref.extract_strided_metadata %[[ROW]]
// CHECK-NEXT: %[[INDEX:.*]] = arith.muli %{{.*}}, %[[STRIDE]]
// CHECK-NEXT: %[[FIRST:.*]] = arith.addi %[[OFFSET]], %[[INDEX]]
// CHECK: %[[BYTES:.*]] = arith.muli %[[FIRST]], %{{.*}}
// CHECK-NEXT: %[[BASE:.*]] = memref.extract_aligned_pointer_as_index %[[ROW]]
// CHECK-NEXT: %[[ADDRESS:.*]] = arith.addi %[[BASE]], %[[BYTES]]
// CHECK: %[[REST:.*]] = arith.remui %[[ADDRESS]], %{{.*}}
// CHECK: %[[IS_ALIGNED:.*]] = arith.cmpi eq, %[[REST]], %{{.*}}
// CHECK-NEXT: %[[BOTH:.*]] = arith.andi %[[IS_LARGE]], %[[IS_ALIGNED]]
// CHECK-NEXT: scf.if %[[BOTH]] {
// CHECK-NEXT: vector.store %[[V]], %[[ROW]][%{{.*}}] {alignment = 64 : i64, nontemporal = true}
// CHECK-NEXT: vector.store %[[V]], %[[ROW]][%{{.*}}] {alignment = 64 : i64, nontemporal = true}
// CHECK-NEXT: } else {
// CHECK-NEXT: vector.store %[[V]], %[[ROW]][%{{[^ ]*}}] :
// CHECK-NEXT: vector.store %[[V]], %[[ROW]][%{{[^ ]*}}] :
// CHECK-NEXT: }
// CHECK-NEXT: } {kept}
// CHECK-NEXT: llvm.fence seq_cst
// CHECK-NEXT: return
module attributes {transform.with_named_sequence} {
  func.func @rows(%m: index, %v: vector<16xf32>, %y: memref<?x32xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %m step %c1 {
      %row = memref.subview %y[%i, 0] [1, 32] [1, 1] : memref<?x32xf32> to memref<32xf32, strided<[1], offset: ?>>
      vector.store %v, %row[%c0] : memref<32xf32, strided<[1], offset: ?>>, vector<16xf32>
      vector.store %v, %row[%c16] : memref<32xf32, strided<[1], offset: ?>>, vector<16xf32>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    %bytes = transform.param.constant 8000000 : i64 -> !transform.param<i64>
    transform.sparse.stream_stores %loops at_least(%bytes) : (!transform.any_op, !transform.param<i64>) -> ()
    transform.annotate %loops "kept" : !transform.any_op
    transform.yield
  }
}

// -----

// Memory of any size, in all loops that are in no other one. What is no whole
// number of vectors away has a test of its own, and so has what follows a store
// that stays, under a mask.

// CHECK-LABEL: func.func @apart(
// CHECK-NOT: uge
// CHECK: scf.for
// CHECK-NEXT: scf.for
// CHECK: scf.if
// CHECK-NEXT: vector.store {{.*}} {alignment = 32 : i64, nontemporal = true}
// CHECK-NEXT: } else {
// CHECK-NEXT: vector.store
// CHECK-NEXT: }
// CHECK: scf.if
// CHECK-NEXT: vector.store {{.*}} {alignment = 32 : i64, nontemporal = true}
// CHECK-NEXT: } else {
// CHECK-NEXT: vector.store
// CHECK-NEXT: }
// CHECK: vector.maskedstore
// CHECK: scf.if
// CHECK: return
// CHECK-NOT: scf.if
// CHECK-NOT: fence
module attributes {transform.with_named_sequence} {
  func.func @apart(%m: index, %v: vector<4xf64>, %mask: vector<4xi1>, %y: memref<?x?xf64>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c8 = arith.constant 8 : index
    scf.for %i = %c0 to %m step %c1 {
      scf.for %j = %c0 to %m step %c1 {
        vector.store %v, %y[%i, %c0] : memref<?x?xf64>, vector<4xf64>
        vector.store %v, %y[%i, %c3] : memref<?x?xf64>, vector<4xf64>
        vector.maskedstore %y[%i, %c8], %mask, %v : memref<?x?xf64>, vector<4xi1>, vector<4xf64>
        vector.store %v, %y[%j, %c3] : memref<?x?xf64>, vector<4xf64>
      }
    }
    return
  }
  func.func @in_no_loop(%v: vector<4xf64>, %y: memref<?xf64>) {
    %c0 = arith.constant 0 : index
    vector.store %v, %y[%c0] : memref<?xf64>, vector<4xf64>
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    transform.sparse.stream_stores %root : (!transform.any_op) -> ()
    transform.yield
  }
}

// -----

// 0 bytes leave loops as they are.

// CHECK-LABEL: func.func @as_it_is(
// CHECK-NOT: scf.if
// CHECK: vector.store %{{[^ ]*}}, %{{[^ ]*}}[%{{[^ ]*}}] :
// CHECK-NOT: fence
// CHECK: return
module attributes {transform.with_named_sequence} {
  func.func @as_it_is(%m: index, %v: vector<4xf64>, %y: memref<?xf64>) {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    scf.for %i = %c0 to %m step %c4 {
      vector.store %v, %y[%i] : memref<?xf64>, vector<4xf64>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %none = transform.param.constant 0 : i64 -> !transform.param<i64>
    transform.sparse.stream_stores %root at_least(%none) : (!transform.any_op, !transform.param<i64>) -> ()
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @reads(%m: index, %x: memref<?xf64>, %y: memref<?xf64>) {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    // expected-error @+1 {{cannot stream the stores of 'scf.for': 'vector.load' in it may read what it stores}}
    scf.for %i = %c0 to %m step %c4 {
      // expected-note @+1 {{this stands in the way}}
      %v = vector.load %x[%i] : memref<?xf64>, vector<4xf64>
      vector.store %v, %y[%i] : memref<?xf64>, vector<4xf64>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.stream_stores %loops : (!transform.any_op) -> ()
    transform.yield
  }
}

// -----

// Neither memory of the loop's own, nor less than 16 bytes, nor vectors of bits.

module attributes {transform.with_named_sequence} {
  func.func @no_whole_vectors(%m: index, %v: vector<4xf64>, %w: vector<2xf32>, %b: vector<128xi1>, %y: memref<?xf32>, %z: memref<?xi1>) {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    // expected-error @+1 {{cannot stream the stores of 'scf.for': it stores no whole vectors to memory from outside}}
    scf.for %i = %c0 to %m step %c4 {
      %own = memref.alloca() : memref<4xf64>
      vector.store %v, %own[%c0] : memref<4xf64>, vector<4xf64>
      vector.store %w, %y[%i] : memref<?xf32>, vector<2xf32>
      vector.store %b, %z[%i] : memref<?xi1>, vector<128xi1>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.sparse.stream_stores %loops {where_legal} : (!transform.any_op) -> ()
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.stream_stores %loops : (!transform.any_op) -> ()
    transform.yield
  }
}
