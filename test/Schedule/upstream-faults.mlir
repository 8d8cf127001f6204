// What upstream's operations do that schedules refuse for it, each as a table in
// UpstreamFaults.cpp has it. Where one of these fails with a newer LLVM, its row goes.

// RUN: sparse-opt %s --transform-interpreter --split-input-file | FileCheck %s

// The first iteration of a loop that may have none (llvm/llvm-project#118790).

// CHECK-LABEL: func.func @peel_front(
// CHECK-SAME: %{{.*}}: memref<?xindex>, %[[N:.*]]: index)
// CHECK-NOT: min
// CHECK: scf.for %{{.*}} = %{{.*}} to %[[SECOND:[^ ]*]] step
// CHECK: scf.for %{{.*}} = %[[SECOND]] to %[[N]] step
module attributes {transform.with_named_sequence} {
  func.func @peel_front(%y: memref<?xindex>, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %i = %c0 to %n step %c1 {
      memref.store %i, %y[%i] : memref<?xindex>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %any = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    %loops = transform.cast %any : !transform.any_op to !transform.op<"scf.for">
    transform.loop.peel %loops {peel_front = true} : (!transform.op<"scf.for">) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// All copies that are asked for.

// CHECK-LABEL: func.func @unroll(
// CHECK-COUNT-2000: memref.store
module attributes {transform.with_named_sequence} {
  func.func @unroll(%y: memref<?xindex>, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %i = %c0 to %n step %c1 {
      memref.store %i, %y[%i] : memref<?xindex>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.loop.unroll %loops {factor = 2000} : !transform.any_op
    transform.yield
  }
}

// -----

// Each outer iteration adds to what the one before has left behind all inner ones.

// CHECK-LABEL: func.func @unroll_and_jam(
// CHECK: scf.for
// CHECK-NOT: scf.for
// CHECK: memref.load
// CHECK: memref.store
// CHECK: memref.load
// CHECK: memref.store
module attributes {transform.with_named_sequence} {
  func.func @unroll_and_jam(%y: memref<8xindex>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c6 = arith.constant 6 : index
    scf.for %i = %c0 to %c2 step %c1 {
      scf.for %j = %c0 to %c6 step %c1 {
        %j1 = arith.addi %j, %c1 : index
        %x = memref.load %y[%j1] : memref<8xindex>
        memref.store %x, %y[%j] : memref<8xindex>
      } {inner}
    } {outer}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.structured.match ops{["scf.for"]} attributes{outer} in %root : (!transform.any_op) -> !transform.any_op
    transform.loop.unroll_and_jam %loops {factor = 2} : !transform.any_op
    transform.yield
  }
}
