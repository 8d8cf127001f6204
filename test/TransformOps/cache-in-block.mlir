// RUN: sparse-opt %s --transform-interpreter --split-input-file | FileCheck %s

// All elements of a row read the same row of %x: it is copied once, in pieces of as
// many elements as a group has lanes, if the memory has it. What differs from
// iteration to iteration is read where it is.

// CHECK-LABEL: func.func @a_row_for_all_elements(
// CHECK-SAME: %{{.*}}: index, %[[ENDS:.*]]: memref<?xindex>, %[[X:.*]]: memref<?x40xf32>, %[[Y:.*]]: memref<?x40xf32>, %{{.*}}: memref<?xf32>)
// CHECK: scf.forall (%[[I:.*]]) in
// CHECK-NEXT: %[[COPY:.*]] = memref.alloca() : memref<40xf32>
// CHECK: %[[EXISTS:.*]] = arith.cmpi ult, %[[I]], %{{.*}} : index
// CHECK: scf.if %[[EXISTS]] {
// CHECK-NEXT: scf.forall (%[[PIECE:.*]]) = (%{{.*}}) to (%[[END:.*]]) step (32) {
// CHECK: %[[NEXT:.*]] = arith.addi %[[PIECE]], %{{.*}} : index
// CHECK: %[[LAST:.*]] = arith.minsi %[[END]], %[[NEXT]] : index
// CHECK: scf.for %[[K:[^ ]*]] = %[[PIECE]] to %[[LAST]]
// CHECK: %[[ELEMENT:.*]] = memref.load %[[X]][%[[I]], %{{.*}}]
// CHECK-NEXT: memref.store %[[ELEMENT]], %[[COPY]][%[[K]]]
// CHECK-NEXT: } {copied}
// CHECK: scf.forall (%[[P:.*]]) in
// CHECK: scf.for %[[K:[^ ]*]] =
// CHECK: memref.load %[[COPY]][%[[K]]]
// CHECK: memref.load %[[Y]][%[[P]], %[[K]]]
#i = #iter.loop<nest = "n", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "n", dims = ["j"], axis = sparse_variable, kind = spatial, role = level>
#k = #iter.loop<nest = "n", dims = ["k"], axis = dense_fixed, kind = reduction, role = level>
module attributes {transform.with_named_sequence} {
  func.func @a_row_for_all_elements(%n: index, %ends: memref<?xindex>, %x: memref<?x40xf32>, %y: memref<?x40xf32>, %c: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c40 = arith.constant 40 : index
    %zero = arith.constant 0.0 : f32
    %0:3 = memref.distinct_objects %x, %y, %c : memref<?x40xf32>, memref<?x40xf32>, memref<?xf32>
    scf.forall (%i) in (%n) {
      %end = memref.load %ends[%i] : memref<?xindex>
      scf.forall (%j) in (%end) {
        %sum = scf.for %k = %c0 to %c40 step %c1 iter_args(%s = %zero) -> (f32) {
          %a = memref.load %x[%i, %k] : memref<?x40xf32>
          %b = memref.load %y[%j, %k] : memref<?x40xf32>
          %p = arith.mulf %a, %b : f32
          %t = arith.addf %s, %p : f32
          scf.yield %t : f32
        } {iter.loop = #k}
        memref.store %sum, %c[%j] : memref<?xf32>
      } {iter.loop = #j, target}
    } {iter.block, iter.loop = #i, iter.workers = #iter.workers<lanes = 32, per_block = 8>}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %shared = transform.structured.match ops{["scf.forall"]} attributes{target} in %root : (!transform.any_op) -> !transform.any_op
    %one = transform.param.constant 1 : i64 -> !transform.param<i64>
    %rows = transform.sparse.cache_read %shared pad(%one) {in_block} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.annotate %rows "copied" : !transform.any_op
    transform.yield
  }
}

// -----

// A tile that begins anywhere: the rows that the memory has are copied, each by a
// group, to rows that are one element longer.

// CHECK-LABEL: func.func @a_tile_for_all_rows(
// CHECK: %[[COPY:.*]] = memref.alloca() : memref<8x17xf32>
// CHECK: %[[REST:.*]] = arith.subi %{{.*}}, %{{.*}} : index
// CHECK: %[[TO:.*]] = arith.minsi %[[REST]], %{{.*}} : index
// CHECK: scf.forall (%[[R:.*]]) = (%{{.*}}) to (%[[TO]]) step (1) {
// CHECK: scf.for %[[C:.*]] =
// CHECK: memref.store %{{.*}}, %[[COPY]][%[[R]], %[[C]]] : memref<8x17xf32>
// CHECK: scf.forall
// CHECK: memref.load %[[COPY]][%{{.*}}, %{{.*}}] : memref<8x17xf32>
#i = #iter.loop<nest = "n", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "n", dims = ["j"], axis = dense_fixed, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @a_tile_for_all_rows(%n: index, %x: memref<?x16xf32>, %c: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %c16 = arith.constant 16 : index
    %0:2 = memref.distinct_objects %x, %c : memref<?x16xf32>, memref<?x?xf32>
    scf.forall (%i) in (%n) {
      scf.for %b = %c0 to %n step %c1 {
        %start = arith.muli %b, %c8 : index
        scf.forall (%j) in (%n) {
          scf.for %r = %c0 to %c8 step %c1 {
            %row = arith.addi %start, %r : index
            scf.for %k = %c0 to %c16 step %c1 {
              %a = memref.load %0#0[%row, %k] : memref<?x16xf32>
              memref.store %a, %0#1[%i, %j] : memref<?x?xf32>
            }
          }
        } {iter.loop = #j, target}
      }
    } {iter.block, iter.loop = #i, iter.workers = #iter.workers<lanes = 32, per_block = 8>}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %shared = transform.structured.match ops{["scf.forall"]} attributes{target} in %root : (!transform.any_op) -> !transform.any_op
    %one = transform.param.constant 1 : i64 -> !transform.param<i64>
    %rows = transform.sparse.cache_read %shared pad(%one) {in_block} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.yield
  }
}

// -----

// What is added to in each round stays in the memory of the block: read before the
// loop, if that runs, and written back behind it.

// CHECK-LABEL: func.func @adds_to_a_tile(
// CHECK: %[[COPY:.*]] = memref.alloca() : memref<4x32xf32>
// CHECK: %[[RUNS:.*]] = arith.cmpi slt
// CHECK: scf.if %[[RUNS]] {
// CHECK: scf.forall
// CHECK: memref.store %{{.*}}, %[[COPY]]
// CHECK: scf.for
// CHECK: scf.forall
// CHECK: %[[OLD:.*]] = memref.load %[[COPY]]
// CHECK: %[[NEW:.*]] = arith.addf %[[OLD]]
// CHECK: memref.store %[[NEW]], %[[COPY]]
// CHECK: scf.forall
// CHECK: %[[SUM:.*]] = memref.load %[[COPY]]
// CHECK-NEXT: memref.store %[[SUM]], %{{.*}} : memref<?x32xf32>
#i = #iter.loop<nest = "n", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "n", dims = ["j"], axis = dense_fixed, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @adds_to_a_tile(%n: index, %x: memref<?xf32>, %c: memref<?x32xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c32 = arith.constant 32 : index
    %0:2 = memref.distinct_objects %x, %c : memref<?xf32>, memref<?x32xf32>
    scf.forall (%i) in (%n) {
      %start = arith.muli %i, %c4 : index
      scf.for %b = %c0 to %n step %c1 {
        %a = memref.load %0#0[%b] : memref<?xf32>
        scf.forall (%j) in (4) {
          %row = arith.addi %start, %j : index
          scf.for %k = %c0 to %c32 step %c1 {
            %old = memref.load %0#1[%row, %k] : memref<?x32xf32>
            %new = arith.addf %old, %a : f32
            memref.store %new, %0#1[%row, %k] : memref<?x32xf32>
          }
        } {iter.loop = #j}
      } {target}
    } {iter.block, iter.loop = #i, iter.workers = #iter.workers<lanes = 32, per_block = 4>}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %blocks = transform.structured.match ops{["scf.for"]} attributes{target} in %root : (!transform.any_op) -> !transform.any_op
    %tiles = transform.sparse.cache_write %blocks {where_legal} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
