// RUN: sparse-opt %s --transform-interpreter --split-input-file | FileCheck %s

// Where the worker that runs a loop has lanes of its own, a vector without a width is 16
// bytes for each of them.

// CHECK-LABEL: func.func @columns(
// CHECK: vector.load {{.*}} vector<32xf32>
// CHECK: vector.store {{.*}} vector<32xf32>

module attributes {transform.with_named_sequence} {
  func.func @columns(%n: index, %a: memref<?x64xf32>, %b: memref<?x64xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %m:2 = memref.distinct_objects %a, %b : memref<?x64xf32>, memref<?x64xf32>
    scf.forall (%i) in (%n) {
      scf.for %k = %c0 to %c64 step %c1 {
        %x = memref.load %m#0[%i, %k] : memref<?x64xf32>
        memref.store %x, %m#1[%i, %k] : memref<?x64xf32>
      } {iter.loop = #iter.loop<nest = "copy", dims = ["K"], axis = dense_fixed, kind = spatial, role = level>}
    } {iter.loop = #iter.loop<nest = "copy", dims = ["I"], axis = dense_fixed, kind = spatial, role = level>, iter.workers = #iter.workers<lanes = 8, per_block = 16>}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %loops = transform.sparse.match.loops dims ["K"] in %root : (!transform.any_op) -> !transform.any_op
    %vectors = transform.sparse.vectorize %loops : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// No fewer elements than lanes: what is left of them is masked.

// CHECK-LABEL: func.func @few(
// CHECK: vector.maskedload {{.*}} vector<8xf32>
// CHECK: vector.maskedstore {{.*}} vector<8xf32>

module attributes {transform.with_named_sequence} {
  func.func @few(%n: index, %a: memref<?x3xf32>, %b: memref<?x3xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %m:2 = memref.distinct_objects %a, %b : memref<?x3xf32>, memref<?x3xf32>
    scf.forall (%i) in (%n) {
      scf.for %k = %c0 to %c3 step %c1 {
        %x = memref.load %m#0[%i, %k] : memref<?x3xf32>
        memref.store %x, %m#1[%i, %k] : memref<?x3xf32>
      } {iter.loop = #iter.loop<nest = "copy", dims = ["K"], axis = dense_fixed, kind = spatial, role = level>}
    } {iter.loop = #iter.loop<nest = "copy", dims = ["I"], axis = dense_fixed, kind = spatial, role = level>, iter.workers = #iter.workers<lanes = 8, per_block = 16>}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %loops = transform.sparse.match.loops dims ["K"] in %root : (!transform.any_op) -> !transform.any_op
    %vectors = transform.sparse.vectorize %loops : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// Where a row starts anywhere, each lane has one element, and loads what it needs from
// anywhere, be it of 16 bits.

// CHECK-LABEL: func.func @elements(
// CHECK: vector.maskedload {{.*}} vector<8xi32>
// CHECK: vector.gather {{.*}} into vector<8xf16>
// CHECK: vector.maskedstore {{.*}} vector<8xf16>

module attributes {transform.with_named_sequence} {
  func.func @elements(%n: index, %pos: memref<?xindex>, %crd: memref<?xi32>, %a: memref<?xf16>, %b: memref<?xf16>) {
    %c1 = arith.constant 1 : index
    %m:2 = memref.distinct_objects %a, %b : memref<?xf16>, memref<?xf16>
    %d:2 = memref.distinct_objects %crd, %m#1 : memref<?xi32>, memref<?xf16>
    scf.forall (%i) in (%n) {
      %next = arith.addi %i, %c1 : index
      %first = memref.load %pos[%i] : memref<?xindex>
      %end = memref.load %pos[%next] : memref<?xindex>
      scf.for %p = %first to %end step %c1 {
        %c = memref.load %d#0[%p] : memref<?xi32>
        %j = arith.index_cast %c : i32 to index
        %x = memref.load %m#0[%j] : memref<?xf16>
        memref.store %x, %d#1[%p] : memref<?xf16>
      } {iter.loop = #iter.loop<nest = "take", dims = ["J"], axis = sparse_variable, kind = spatial, role = level>}
    } {iter.loop = #iter.loop<nest = "take", dims = ["I"], axis = dense_fixed, kind = spatial, role = level>, iter.workers = #iter.workers<lanes = 8, per_block = 16>}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %loops = transform.sparse.match.loops dims ["J"] in %root : (!transform.any_op) -> !transform.any_op
    %vectors = transform.sparse.vectorize %loops : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// Rows that start anywhere are one loop under masks, whose lanes have an element each.

// CHECK-LABEL: func.func @stored_rows(
// CHECK: scf.forall
// CHECK: %[[BEGIN:.+]] = memref.load
// CHECK: %[[END:.+]] = memref.load
// CHECK: %[[SUM:.+]] = scf.for %[[P:.+]] = %[[BEGIN]] to %[[END]] step %{{.+}} iter_args(%[[S:.+]] = %{{.+}}) -> (vector<8xf32>) {
// CHECK: %[[LEFT:.+]] = arith.subi %[[END]], %[[P]] : index
// CHECK: %[[MASK:.+]] = vector.create_mask
// CHECK: %[[X:.+]] = vector.maskedload %{{.+}}[%[[P]]], %[[MASK]]
// CHECK: %[[T:.+]] = arith.addf %[[S]], %[[X]]
// CHECK: %[[KEPT:.+]] = arith.select %[[MASK]], %[[T]], %[[S]]
// CHECK: scf.yield %[[KEPT]]
// CHECK-NOT: scf.index_switch
// CHECK: vector.reduction <add>, %[[SUM]]

module attributes {transform.with_named_sequence} {
  func.func @stored_rows(%n: index, %positions: memref<?xindex>, %a: memref<?xf32>, %b: memref<?xf32>) {
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f32
    scf.forall (%i) in (%n) {
      %begin = memref.load %positions[%i] : memref<?xindex>
      %next = arith.addi %i, %c1 : index
      %end = memref.load %positions[%next] : memref<?xindex>
      %sum = scf.for %p = %begin to %end step %c1 iter_args(%s = %zero) -> (f32) {
        %x = memref.load %a[%p] : memref<?xf32>
        %t = arith.addf %s, %x : f32
        scf.yield %t : f32
      } {iter.loop = #iter.loop<nest = "sum", dims = ["J"], axis = sparse_variable, kind = reduction, role = level>}
      memref.store %sum, %b[%i] : memref<?xf32>
    } {iter.loop = #iter.loop<nest = "sum", dims = ["I"], axis = dense_fixed, kind = spatial, role = level>, iter.workers = #iter.workers<lanes = 8, per_block = 16>}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %loops = transform.sparse.match.loops dims ["J"] in %root : (!transform.any_op) -> !transform.any_op
    %vectors = transform.sparse.vectorize %loops {reassociate} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// A truth value is a byte in memory and a bit in a vector: lanes load and store each of
// them on its own.

// CHECK-LABEL: func.func @truth(
// CHECK: vector.gather {{.*}} into vector<128xi1>
// CHECK: vector.scatter {{.*}} vector<128xi1>

module attributes {transform.with_named_sequence} {
  func.func @truth(%n: index, %a: memref<?x256xi1>, %b: memref<?x256xi1>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c256 = arith.constant 256 : index
    %m:2 = memref.distinct_objects %a, %b : memref<?x256xi1>, memref<?x256xi1>
    scf.forall (%i) in (%n) {
      scf.for %k = %c0 to %c256 step %c1 {
        %x = memref.load %m#0[%i, %k] : memref<?x256xi1>
        memref.store %x, %m#1[%i, %k] : memref<?x256xi1>
      } {iter.loop = #iter.loop<nest = "copy", dims = ["K"], axis = dense_fixed, kind = spatial, role = level>}
    } {iter.loop = #iter.loop<nest = "copy", dims = ["I"], axis = dense_fixed, kind = spatial, role = level>, iter.workers = #iter.workers<lanes = 8, per_block = 16>}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %loops = transform.sparse.match.loops dims ["K"] in %root : (!transform.any_op) -> !transform.any_op
    %vectors = transform.sparse.vectorize %loops : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
