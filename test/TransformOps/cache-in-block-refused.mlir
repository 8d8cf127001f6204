// RUN: sparse-opt %s --transform-interpreter --split-input-file --verify-diagnostics
// RUN: sed 's/{refused/{where_legal/; /expected-/d' %s | sparse-opt --transform-interpreter --split-input-file | FileCheck %s --implicit-check-not=memref.alloca

// What refuses says why. With where_legal nothing is copied.

// CHECK-LABEL: func.func @no_block(
#i = #iter.loop<nest = "n", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @no_block(%n: index, %x: memref<8xf32>, %c: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %0:2 = memref.distinct_objects %x, %c : memref<8xf32>, memref<?x?xf32>
    // expected-error @below {{cannot copy what is read in loop over i of nest 'n': it stands in no loop that is bound to blocks}}
    scf.for %i = %c0 to %n step %c1 {
      scf.for %k = %c0 to %c8 step %c1 {
        %a = memref.load %0#0[%k] : memref<8xf32>
        memref.store %a, %0#1[%i, %k] : memref<?x?xf32>
      }
    } {iter.loop = #i, target}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loop = transform.structured.match ops{["scf.for"]} attributes{target} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @below {{the schedule asks for it here}}
    %rows = transform.sparse.cache_read %loop {refused, in_block} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// CHECK-LABEL: func.func @in_a_shared_loop(
#i = #iter.loop<nest = "n", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "n", dims = ["j"], axis = dense_fixed, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @in_a_shared_loop(%n: index, %x: memref<8xf32>, %c: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %0:2 = memref.distinct_objects %x, %c : memref<8xf32>, memref<?x?xf32>
    scf.forall (%i) in (%n) {
      scf.forall (%j) in (%n) {
        // expected-error @below {{cannot copy what is read in 'scf.for': it stands in a loop that the groups of a block share}}
        scf.for %b = %c0 to %n step %c1 {
          scf.for %k = %c0 to %c8 step %c1 {
            %a = memref.load %0#0[%k] : memref<8xf32>
            memref.store %a, %0#1[%i, %j] : memref<?x?xf32>
          }
        } {target}
      } {iter.loop = #j}
    } {iter.block, iter.loop = #i, iter.workers = #iter.workers<lanes = 32, per_block = 4>}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loop = transform.structured.match ops{["scf.for"]} attributes{target} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @below {{the schedule asks for it here}}
    %rows = transform.sparse.cache_read %loop {refused, in_block} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// A row of any length, one element in each iteration, and what is written.

// CHECK-LABEL: func.func @nothing_to_copy(
#i = #iter.loop<nest = "n", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "n", dims = ["j"], axis = dense_fixed, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @nothing_to_copy(%n: index, %x: memref<?xf32>, %y: memref<?xf32>, %z: memref<8xf32>, %c: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %0:4 = memref.distinct_objects %x, %y, %z, %c : memref<?xf32>, memref<?xf32>, memref<8xf32>, memref<?x?xf32>
    scf.forall (%i) in (%n) {
      // expected-error @below {{cannot copy what is read in loop over j of nest 'n': it reads nothing again whose size is bounded, and that no block writes}}
      scf.forall (%j) in (%n) {
        %e = memref.load %0#1[%j] : memref<?xf32>
        scf.for %k = %c0 to %n step %c1 {
          %a = memref.load %0#0[%k] : memref<?xf32>
          %s = arith.addf %a, %e : f32
          memref.store %s, %0#3[%i, %j] : memref<?x?xf32>
        }
        scf.for %k = %c0 to %c8 step %c1 {
          %a = memref.load %0#2[%k] : memref<8xf32>
          memref.store %a, %0#2[%c0] : memref<8xf32>
        }
      } {iter.loop = #j, target}
    } {iter.block, iter.loop = #i, iter.workers = #iter.workers<lanes = 32, per_block = 4>}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loop = transform.structured.match ops{["scf.forall"]} attributes{target} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @below {{the schedule asks for it here}}
    %rows = transform.sparse.cache_read %loop {refused, in_block} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// Rows that a coordinate names may be those of another block too, and an element
// whose sum is made under a condition may be left to it.

// CHECK-LABEL: func.func @parts_of_other_blocks(
#i = #iter.loop<nest = "n", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "n", dims = ["j"], axis = dense_fixed, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @parts_of_other_blocks(%n: index, %x: memref<?xindex>, %c: memref<?x8xf32>, %v: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %0:2 = memref.distinct_objects %x, %c : memref<?xindex>, memref<?x8xf32>
    scf.forall (%i) in (%n) {
      %row = memref.load %0#0[%i] : memref<?xindex>
      // expected-error @below {{cannot copy what is written in loop over j of nest 'n': it stores nothing again whose size is bounded, and that no other block may access}}
      scf.for %b = %c0 to %n step %c1 {
        %some = arith.cmpi ult, %b, %i : index
        scf.if %some {
          scf.for %k = %c0 to %c8 step %c1 {
            %old = memref.load %0#1[%row, %k] : memref<?x8xf32>
            %new = arith.addf %old, %v : f32
            memref.store %new, %0#1[%row, %k] : memref<?x8xf32>
          }
        }
      } {iter.loop = #j, target}
    } {iter.block, iter.loop = #i, iter.workers = #iter.workers<lanes = 32, per_block = 4>}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loop = transform.structured.match ops{["scf.for"]} attributes{target} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @below {{the schedule asks for it here}}
    %rows = transform.sparse.cache_write %loop {refused} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// CHECK-LABEL: func.func @carries_values(
#i = #iter.loop<nest = "n", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "n", dims = ["j"], axis = dense_fixed, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @carries_values(%n: index, %c: memref<?x8xf32>, %v: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    scf.forall (%i) in (%n) {
      // expected-error @below {{cannot copy what is written in loop over j of nest 'n': it carries values}}
      %s = scf.for %b = %c0 to %n step %c1 iter_args(%w = %v) -> (f32) {
        scf.for %k = %c0 to %c8 step %c1 {
          %old = memref.load %c[%i, %k] : memref<?x8xf32>
          %new = arith.addf %old, %w : f32
          memref.store %new, %c[%i, %k] : memref<?x8xf32>
        }
        %next = arith.addf %w, %v : f32
        scf.yield %next : f32
      } {iter.loop = #j, target}
    } {iter.block, iter.loop = #i, iter.workers = #iter.workers<lanes = 32, per_block = 4>}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loop = transform.structured.match ops{["scf.for"]} attributes{target} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @below {{the schedule asks for it here}}
    %rows = transform.sparse.cache_write %loop {refused} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
