// RUN: sparse-opt %s --transform-interpreter --split-input-file --verify-diagnostics | FileCheck %s

// The coordinate some iterations later, the last one of the array at its end;
// then the line of each vector, of all that lie in it together.

// CHECK-LABEL: func.func @vectors(
// CHECK-SAME: %[[CRD:[^:]*]]: memref<?xi32>, %[[B:[^:]*]]: memref<?x?xf32>
// CHECK: %[[FAR:.*]] = arith.constant 8 : index
// CHECK: %[[SIZE:.*]] = memref.dim %[[CRD]]
// CHECK: %[[LAST:.*]] = arith.subi %[[SIZE]], %c1
// CHECK: scf.for %[[P:[^ ]*]] =
// CHECK-NEXT: memref.load %[[CRD]][%[[P]]]
// CHECK-NEXT: %[[LATER:.*]] = arith.addi %[[P]], %[[FAR]]
// CHECK-NEXT: %[[IN:.*]] = arith.minui %[[LATER]], %[[LAST]]
// CHECK-NEXT: %[[AHEAD:.*]] = memref.load %[[CRD]][%[[IN]]]
// CHECK: %[[J:.*]] = arith.index_cast %[[AHEAD]]
// CHECK: memref.prefetch %[[B]][%[[J]], %[[K:.*]]], read, locality<3>, data
// CHECK-NEXT: %[[N16:.*]] = arith.constant 16 : index
// CHECK-NEXT: %[[K16:.*]] = arith.addi %[[K]], %[[N16]]
// CHECK-NEXT: memref.prefetch %[[B]][%[[J]], %[[K16]]], read, locality<3>, data
// CHECK-NOT: memref.prefetch
// CHECK: vector.load %[[B]]
module attributes {transform.with_named_sequence} {
  func.func @vectors(%crd: memref<?xi32>, %b: memref<?x?xf32>, %lo: index, %hi: index, %k: index) -> (vector<8xf32>, vector<8xf32>, vector<8xf32>) {
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %c16 = arith.constant 16 : index
    %zero = arith.constant dense<0.0> : vector<8xf32>
    %sums:3 = scf.for %p = %lo to %hi step %c1 iter_args(%s0 = %zero, %s1 = %zero, %s2 = %zero) -> (vector<8xf32>, vector<8xf32>, vector<8xf32>) {
      %c = memref.load %crd[%p] : memref<?xi32>
      %j = arith.index_cast %c : i32 to index
      %k1 = arith.addi %k, %c8 : index
      %k2 = arith.addi %k, %c16 : index
      %v0 = vector.load %b[%j, %k] : memref<?x?xf32>, vector<8xf32>
      %v1 = vector.load %b[%j, %k1] : memref<?x?xf32>, vector<8xf32>
      %v2 = vector.load %b[%j, %k2] : memref<?x?xf32>, vector<8xf32>
      %n0 = arith.addf %s0, %v0 : vector<8xf32>
      %n1 = arith.addf %s1, %v1 : vector<8xf32>
      %n2 = arith.addf %s2, %v2 : vector<8xf32>
      scf.yield %n0, %n1, %n2 : vector<8xf32>, vector<8xf32>, vector<8xf32>
    }
    return %sums#0, %sums#1, %sums#2 : vector<8xf32>, vector<8xf32>, vector<8xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %d = transform.param.constant 8 -> !transform.any_param
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.sparse.prefetch %loops distance(%d) {where_legal} : (!transform.any_op, !transform.any_param) -> ()
    transform.yield
  }
}

// -----

// A loop of constant bounds over 100 neighbours has 7 lines fetched before it;
// other loads have what they load fetched beside them, a view included. The
// locality is a parameter too, the distance is 12 unless given.

// CHECK-LABEL: func.func @rows(
// CHECK: arith.constant 12 : index
// CHECK: scf.for
// CHECK-COUNT-7: memref.prefetch %{{.*}}, read, locality<1>, data : memref<?x100xf32>
// CHECK-NOT: memref.prefetch %{{.*}} : memref<?x100xf32>
// CHECK: scf.for
// CHECK: memref.subview
// CHECK: scf.for
// CHECK: %[[LATER:.*]] = memref.subview
// CHECK-NEXT: memref.prefetch %[[LATER]][%{{.*}}], read, locality<1>, data : memref<?xf64, strided<[1], offset: ?>>
// CHECK-NEXT: memref.load
// CHECK-NOT: memref.prefetch
module attributes {transform.with_named_sequence} {
  func.func @rows(%crd: memref<?xi64>, %b: memref<?x100xf32>, %d: memref<?x?xf64>, %y: memref<?xf32>, %z: memref<?xf64>, %lo: index, %hi: index, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c100 = arith.constant 100 : index
    scf.for %p = %lo to %hi step %c1 {
      %c = memref.load %crd[%p] : memref<?xi64>
      scf.for %k = %c0 to %c100 step %c1 {
        %j = arith.index_cast %c : i64 to index
        %v = memref.load %b[%j, %k] : memref<?x100xf32>
        memref.store %v, %y[%k] : memref<?xf32>
      }
      %j = arith.index_cast %c : i64 to index
      %row = memref.subview %d[%j, 0] [1, %n] [1, 1] : memref<?x?xf64> to memref<?xf64, strided<[1], offset: ?>>
      scf.for %k = %c0 to %n step %c1 {
        %v = memref.load %row[%k] : memref<?xf64, strided<[1], offset: ?>>
        memref.store %v, %z[%k] : memref<?xf64>
      }
    } {rows}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %l = transform.param.constant 1 -> !transform.any_param
    %loops = transform.structured.match ops{["scf.for"]} attributes{rows} in %root : (!transform.any_op) -> !transform.any_op
    transform.sparse.prefetch %loops locality(%l) : (!transform.any_op, !transform.any_param) -> ()
    transform.yield
  }
}

// -----

// Rows beside one another are fetched together, before all of their loads, which a fetch
// would keep apart; what their indices are made of comes along. A row whose index is loaded
// beside them is fetched where it is loaded.

// CHECK-LABEL: func.func @beside(
// CHECK-SAME: %[[CRD:[^:]*]]: memref<?xi32>, %[[B:[^:]*]]: memref<?x16xf32>, %[[AT:[^:]*]]: memref<?xindex>
// CHECK: arith.minui
// CHECK-NEXT: %[[AHEAD:.*]] = memref.load %[[CRD]]
// CHECK: scf.if
// CHECK: %[[J:.*]] = arith.index_cast %[[AHEAD]]
// CHECK: memref.prefetch %[[B]][%[[J]],
// CHECK: %[[NEXT:.*]] = arith.addi {{.*}} : index
// CHECK-NEXT: memref.prefetch %[[B]][%[[NEXT]],
// CHECK-NEXT: vector.load %[[B]]
// CHECK: memref.load %[[AT]]
// CHECK: vector.load %[[B]]
// CHECK: memref.prefetch %[[B]]
// CHECK-NEXT: vector.load %[[B]]
module attributes {transform.with_named_sequence} {
  func.func @beside(%crd: memref<?xi32>, %b: memref<?x16xf32>, %at: memref<?xindex>, %y: memref<?x16xf32>, %lo: index, %hi: index, %full: i1) {
    %c0 = arith.constant 0 : index
    %step = arith.constant 1 : index
    scf.for %p = %lo to %hi step %step {
      %c = memref.load %crd[%p] : memref<?xi32>
      scf.if %full {
        %j = arith.index_cast %c : i32 to index
        %v0 = vector.load %b[%j, %c0] : memref<?x16xf32>, vector<16xf32>
        vector.store %v0, %y[%c0, %c0] : memref<?x16xf32>, vector<16xf32>
        %c1 = arith.constant 1 : index
        %j1 = arith.addi %j, %c1 : index
        %i = memref.load %at[%p] : memref<?xindex>
        %v1 = vector.load %b[%j1, %c0] : memref<?x16xf32>, vector<16xf32>
        vector.store %v1, %y[%c0, %c0] : memref<?x16xf32>, vector<16xf32>
        %ji = arith.addi %j, %i : index
        %v2 = vector.load %b[%ji, %c0] : memref<?x16xf32>, vector<16xf32>
        vector.store %v2, %y[%c0, %c0] : memref<?x16xf32>, vector<16xf32>
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.sparse.prefetch %loops : (!transform.any_op) -> ()
    transform.yield
  }
}

// -----

// A distance of 0 changes nothing.

// CHECK-LABEL: func.func @not_at_all(
// CHECK-NOT: memref.prefetch
// CHECK: return
module attributes {transform.with_named_sequence} {
  func.func @not_at_all(%crd: memref<?xindex>, %x: memref<?xf32>, %lo: index, %hi: index) {
    %c1 = arith.constant 1 : index
    scf.for %p = %lo to %hi step %c1 {
      %j = memref.load %crd[%p] : memref<?xindex>
      %v = memref.load %x[%j] : memref<?xf32>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %d = transform.param.constant 0 -> !transform.any_param
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.sparse.prefetch %loops distance(%d) : (!transform.any_op, !transform.any_param) -> ()
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @in_order(%x: memref<?xf32>, %lo: index, %hi: index) {
    %c1 = arith.constant 1 : index
    // expected-error @+1 {{cannot prefetch in loop over J of nest 'sums': it loads no coordinate at its variable in each iteration}}
    scf.for %p = %lo to %hi step %c1 {
      %v = memref.load %x[%p] : memref<?xf32>
    } {iter.loop = #iter.loop<nest = "sums", dims = ["J"], axis = sparse_variable, kind = reduction, role = level>}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.prefetch %loops : (!transform.any_op) -> ()
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @coordinates_alone(%crd: memref<?xi32>, %lo: index, %hi: index) {
    %c1 = arith.constant 1 : index
    // expected-error @+1 {{cannot prefetch in 'scf.for': nothing in it is loaded at a coordinate that it loads}}
    scf.for %p = %lo to %hi step %c1 {
      %c = memref.load %crd[%p] : memref<?xi32>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.prefetch %loops : (!transform.any_op) -> ()
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @far_from_caches() {
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %l = transform.param.constant 4 -> !transform.any_param
    // expected-error @+1 {{expected locality to be at most 3 but got 4}}
    transform.sparse.prefetch %root locality(%l) : (!transform.any_op, !transform.any_param) -> ()
    transform.yield
  }
}
