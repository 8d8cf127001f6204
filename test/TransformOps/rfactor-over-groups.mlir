// RUN: sparse-opt %s --transform-interpreter --split-input-file --verify-diagnostics | FileCheck %s
// RUN: sed 's/{refused/{where_legal/; /expected-/d' %s | sparse-opt --transform-interpreter --split-input-file | FileCheck %s --check-prefix=LEFT

// Groups of a block each sum up a part of the elements, in memory that they share,
// and the sums are combined in the order of the parts, behind what the loop begins
// with. Parts have as many elements as lanes do at once, times a number.

// CHECK-LABEL: func.func @sums_by_groups(
// CHECK: scf.forall (%[[I:.*]]) in
// CHECK-NEXT: %[[SUMS:.*]] = memref.alloca() : memref<8xf32>
// CHECK: %[[BEGIN:.*]] = memref.load
// CHECK: %[[END:.*]] = memref.load
// CHECK: scf.forall (%[[PART:.*]]) in (8) {
// CHECK: %[[ROUNDS:.*]] = arith.ceildivui %{{.*}}, %[[C256:.*]] : index
// CHECK: %[[SIZE:.*]] = arith.muli %[[ROUNDS]]
// CHECK: %[[BEFORE:.*]] = arith.muli %[[PART]], %[[SIZE]]
// CHECK: %[[FIRST:.*]] = arith.addi %[[BEGIN]], %[[BEFORE]]
// CHECK: %[[FROM:.*]] = arith.minsi %[[FIRST]], %[[END]]
// CHECK: %[[LAST:.*]] = arith.addi %[[FROM]], %[[SIZE]]
// CHECK: %[[TO:.*]] = arith.minsi %[[LAST]], %[[END]]
// CHECK: %[[NEUTRAL:.*]] = arith.constant -0.000000e+00
// CHECK: %[[SUM:.*]] = scf.for %{{.*}} = %[[FROM]] to %[[TO]] step %{{.*}} iter_args(%{{.*}} = %[[NEUTRAL]])
// CHECK: } {iter.loop = #iter.loop<nest = "sums", dims = ["j"], axis = sparse_variable, kind = reduction, role = level>, part}
// CHECK: memref.store %[[SUM]], %[[SUMS]][%[[PART]]]
// CHECK: } {iter.loop = #iter.loop<nest = "sums", dims = ["j"], axis = sparse_variable, kind = reduction, role = worker>}
// CHECK: %[[ALL:.*]] = scf.for %[[K:.*]] = %{{.*}} to %{{.*}} step %{{.*}} iter_args(%[[S:.*]] = %{{.*}}) -> (f32) {
// CHECK: %[[T:.*]] = memref.load %[[SUMS]][%[[K]]]
// CHECK: arith.addf %[[S]], %[[T]]
// CHECK: memref.store %[[ALL]]

// LEFT-LABEL: func.func @sums_by_groups(
#i = #iter.loop<nest = "sums", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "sums", dims = ["j"], axis = sparse_variable, kind = reduction, role = level>
module attributes {transform.with_named_sequence} {
  func.func @sums_by_groups(%n: index, %ends: memref<?xindex>, %a: memref<?xf32>, %b: memref<?xf32>) {
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f32
    scf.forall (%i) in (%n) {
      %next = arith.addi %i, %c1 : index
      %begin = memref.load %ends[%i] : memref<?xindex>
      %end = memref.load %ends[%next] : memref<?xindex>
      %sum = scf.for %j = %begin to %end step %c1 iter_args(%s = %zero) -> (f32) {
        %x = memref.load %a[%j] : memref<?xf32>
        %t = arith.addf %s, %x : f32
        scf.yield %t : f32
      } {iter.loop = #j}
      memref.store %sum, %b[%i] : memref<?xf32>
    } {iter.block, iter.loop = #i, iter.workers = #iter.workers<lanes = 32, per_block = 8>}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %groups = transform.param.constant 8 : i64 -> !transform.param<i64>
    %elements = transform.sparse.match.loops dims ["j"] in %root : (!transform.any_op) -> !transform.any_op
    %part = transform.sparse.rfactor %elements factor(%groups) {over_groups, reassociate} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.annotate %part "part" : !transform.any_op
    transform.yield
  }
}

// -----

// Vectors of columns are rows of that memory, and parts have any number of elements.

// CHECK-LABEL: func.func @vectors_by_groups(
// CHECK: memref.alloca() : memref<2x32xi32>
// CHECK: memref.alloca() : memref<2xi32>
// CHECK: scf.forall (%[[PART:.*]]) in (2)
// CHECK: %[[SUM:.*]]:2 = scf.for
// CHECK: vector.store %[[SUM]]#0, %{{.*}}[%[[PART]], %{{.*}}] : memref<2x32xi32>, vector<32xi32>
// CHECK: memref.store %[[SUM]]#1, %{{.*}}[%[[PART]]] : memref<2xi32>
// CHECK: scf.for
// CHECK: vector.load %{{.*}} : memref<2x32xi32>, vector<32xi32>
// CHECK: memref.load %{{.*}} : memref<2xi32>

// LEFT-LABEL: func.func @vectors_by_groups(
#i = #iter.loop<nest = "sums", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "sums", dims = ["j"], axis = dense_fixed, kind = reduction, role = level>
module attributes {transform.with_named_sequence} {
  func.func @vectors_by_groups(%n: index, %a: memref<?x32xi32>, %b: memref<?x32xi32>, %c: memref<?xi32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zeros = arith.constant dense<0> : vector<32xi32>
    %zero = arith.constant 0 : i32
    scf.forall (%i) in (%n) {
      %sums:2 = scf.for %j = %c0 to %n step %c1 iter_args(%s = %zeros, %m = %zero) -> (vector<32xi32>, i32) {
        %x = vector.load %a[%j, %c0] : memref<?x32xi32>, vector<32xi32>
        %t = arith.addi %s, %x : vector<32xi32>
        %y = memref.load %a[%j, %i] : memref<?x32xi32>
        %l = arith.maxsi %m, %y : i32
        scf.yield %t, %l : vector<32xi32>, i32
      } {iter.loop = #j}
      vector.store %sums#0, %b[%i, %c0] : memref<?x32xi32>, vector<32xi32>
      memref.store %sums#1, %c[%i] : memref<?xi32>
    } {iter.block, iter.loop = #i, iter.workers = #iter.workers<lanes = 32, per_block = 8>}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %elements = transform.sparse.match.loops dims ["j"] in %root : (!transform.any_op) -> !transform.any_op
    %part = transform.sparse.rfactor %elements {over_groups} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// LEFT-LABEL: func.func @no_block(
// LEFT-NOT: memref.alloca
// LEFT: return
#i = #iter.loop<nest = "sums", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "sums", dims = ["j"], axis = dense_fixed, kind = reduction, role = level>
module attributes {transform.with_named_sequence} {
  func.func @no_block(%n: index, %a: memref<?xi32>, %b: memref<?xi32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0 : i32
    scf.forall (%i) in (%n) {
      // expected-error @below {{cannot take apart the sums of loop over j of nest 'sums': it stands in no loop that is bound to blocks}}
      %sum = scf.for %j = %c0 to %n step %c1 iter_args(%s = %zero) -> (i32) {
        %x = memref.load %a[%j] : memref<?xi32>
        %t = arith.addi %s, %x : i32
        scf.yield %t : i32
      } {iter.loop = #j}
      memref.store %sum, %b[%i] : memref<?xi32>
    } {iter.loop = #i, iter.workers = #iter.workers<lanes = 32, per_block = 8>}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %elements = transform.sparse.match.loops dims ["j"] in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @below {{the schedule asks for it here}}
    %part = transform.sparse.rfactor %elements {refused, over_groups} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// LEFT-LABEL: func.func @in_a_shared_loop(
// LEFT-NOT: memref.alloca
// LEFT: return
#i = #iter.loop<nest = "sums", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "sums", dims = ["j"], axis = dense_fixed, kind = reduction, role = level>
#k = #iter.loop<nest = "sums", dims = ["k"], axis = dense_fixed, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @in_a_shared_loop(%n: index, %a: memref<?xi32>, %b: memref<?x?xi32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0 : i32
    scf.forall (%i) in (%n) {
      scf.forall (%k) in (%n) {
        // expected-error @below {{cannot take apart the sums of loop over j of nest 'sums': it stands in a loop that the groups of a block share}}
        %sum = scf.for %j = %c0 to %n step %c1 iter_args(%s = %zero) -> (i32) {
          %x = memref.load %a[%j] : memref<?xi32>
          %t = arith.addi %s, %x : i32
          scf.yield %t : i32
        } {iter.loop = #j}
        memref.store %sum, %b[%i, %k] : memref<?x?xi32>
      } {iter.loop = #k}
    } {iter.block, iter.loop = #i, iter.workers = #iter.workers<lanes = 32, per_block = 8>}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %elements = transform.sparse.match.loops dims ["j"] in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @below {{the schedule asks for it here}}
    %part = transform.sparse.rfactor %elements {refused, over_groups} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// LEFT-LABEL: func.func @writes_memory(
// LEFT-NOT: memref.alloca
// LEFT: return
#i = #iter.loop<nest = "sums", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "sums", dims = ["j"], axis = dense_fixed, kind = reduction, role = level>
module attributes {transform.with_named_sequence} {
  func.func @writes_memory(%n: index, %a: memref<?x?xi32>, %b: memref<?xi32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0 : i32
    scf.forall (%i) in (%n) {
      // expected-error @below {{cannot take apart the sums of loop over j of nest 'sums': it writes memory}}
      %sum = scf.for %j = %c0 to %n step %c1 iter_args(%s = %zero) -> (i32) {
        %x = memref.load %a[%i, %j] : memref<?x?xi32>
        memref.store %zero, %a[%i, %j] : memref<?x?xi32>
        %t = arith.addi %s, %x : i32
        scf.yield %t : i32
      } {iter.loop = #j}
      memref.store %sum, %b[%i] : memref<?xi32>
    } {iter.block, iter.loop = #i, iter.workers = #iter.workers<lanes = 32, per_block = 8>}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %elements = transform.sparse.match.loops dims ["j"] in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @below {{the schedule asks for it here}}
    %part = transform.sparse.rfactor %elements {refused, over_groups} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// LEFT-LABEL: func.func @floats_in_order(
// LEFT-NOT: memref.alloca
// LEFT: return
#i = #iter.loop<nest = "sums", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "sums", dims = ["j"], axis = dense_fixed, kind = reduction, role = level>
module attributes {transform.with_named_sequence} {
  func.func @floats_in_order(%n: index, %a: memref<?xf32>, %b: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f32
    scf.forall (%i) in (%n) {
      // expected-error @below {{cannot take apart the sums of loop over j of nest 'sums': another order of its sums changes their bits, and 'reassociate' is not given}}
      %sum = scf.for %j = %c0 to %n step %c1 iter_args(%s = %zero) -> (f32) {
        %x = memref.load %a[%j] : memref<?xf32>
        %t = arith.addf %s, %x : f32
        scf.yield %t : f32
      } {iter.loop = #j}
      memref.store %sum, %b[%i] : memref<?xf32>
    } {iter.block, iter.loop = #i, iter.workers = #iter.workers<lanes = 32, per_block = 8>}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %elements = transform.sparse.match.loops dims ["j"] in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @below {{the schedule asks for it here}}
    %part = transform.sparse.rfactor %elements {refused, over_groups} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
