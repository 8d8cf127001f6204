// RUN: sparse-opt %s --spindle-apply-schedule=schedule=%s:outer_and_inner | FileCheck %s
// RUN: not sparse-opt %s --spindle-apply-schedule=schedule=%s:twice 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: sparse-opt %s --spindle-apply-schedule=schedule=%s:coalesced_with_another
// RUN: not sparse-opt %s --spindle-apply-schedule=schedule=%s:partner_used_twice 2>&1 | FileCheck %s --check-prefix=PARTNER
// RUN: sparse-opt %s --spindle-apply-schedule=schedule=%s:parallel_ones_stay | FileCheck %s --check-prefix=PARALLEL
// RUN: not sparse-opt %s --spindle-apply-schedule=schedule=%s:parallel_is_refused 2>&1 | FileCheck %s --check-prefix=REFUSED

// A primitive on one target may erase another one, or what it made of one: the
// new handles name what is left, and can be used. Loops that are named twice are
// an error, and those that run in parallel are refused.

// CHECK-LABEL: func.func @rows
// CHECK-COUNT-4: {{^ *}}memref.store
// CHECK-NOT: memref.store
// CHECK: return

// TWICE: error: a handle passed as operand #0 and consumed by this operation points to a payload entity more than once

// PARTNER: error: op uses a handle invalidated by a previously executed transform op

// PARALLEL-LABEL: func.func @rows
// PARALLEL-LABEL: func.func @parallel_rows
// PARALLEL-NEXT: scf.forall

// REFUSED: error: cannot split loop over r of nest 'n': it runs in parallel

#i = #iter.loop<nest = "n", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>
#j = #iter.loop<nest = "n", dims = ["j"], axis = dense_fixed, kind = spatial, role = level>
module attributes {transform.with_named_sequence} {
  func.func @rows(%m: memref<2x2xf32>, %v: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    scf.for %i = %c0 to %c2 step %c1 {
      scf.for %j = %c0 to %c2 step %c1 {
        memref.store %v, %m[%i, %j] : memref<2x2xf32>
      } {iter.loop = #j}
    } {iter.loop = #i}
    return
  }
  func.func @parallel_rows(%m: memref<2xf32>, %v: f32) {
    scf.forall (%r) in (2) {
      memref.store %v, %m[%r] : memref<2xf32>
    } {iter.loop = #iter.loop<nest = "n", dims = ["r"], axis = dense_fixed, kind = spatial, role = level>}
    return
  }
  transform.named_sequence @outer_and_inner(%root: !transform.any_op {transform.readonly}) {
    %loops = transform.sparse.match.loops in %root : (!transform.any_op) -> !transform.any_op
    %unrolled = transform.sparse.unroll %loops {where_legal} : (!transform.any_op) -> !transform.any_op
    %again = transform.sparse.peel %unrolled {where_legal} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
  transform.named_sequence @twice(%root: !transform.any_op {transform.readonly}) {
    %one = transform.sparse.match.loops dims ["j"] in %root : (!transform.any_op) -> !transform.any_op
    %other = transform.sparse.match.loops dims ["j"] in %root : (!transform.any_op) -> !transform.any_op
    %both = transform.merge_handles %one, %other : !transform.any_op
    %two = transform.param.constant 2 : i64 -> !transform.param<i64>
    %tiles, %points = transform.sparse.split %both factor (%two) : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
  transform.named_sequence @coalesced_with_another(%root: !transform.any_op {transform.readonly}) {
    %one = transform.param.constant 1 : i64 -> !transform.param<i64>
    %loops = transform.sparse.match.loops in %root : (!transform.any_op) -> !transform.any_op
    %pairs = transform.sparse.coalesce %loops {where_legal} : (!transform.any_op) -> !transform.any_op
    %tiles, %points = transform.sparse.split %pairs factor (%one) : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
  transform.named_sequence @partner_used_twice(%root: !transform.any_op {transform.readonly}) {
    %loops = transform.sparse.match.loops in %root : (!transform.any_op) -> !transform.any_op
    %both = transform.sparse.fuse_loops %loops, %loops : (!transform.any_op, !transform.any_op) -> !transform.any_op
    transform.yield
  }
  transform.named_sequence @parallel_ones_stay(%root: !transform.any_op {transform.readonly}) {
    %parallel = transform.sparse.match.loops dims ["r"] in %root : (!transform.any_op) -> !transform.any_op
    %two = transform.param.constant 2 : i64 -> !transform.param<i64>
    %tiles, %points = transform.sparse.split %parallel factor (%two) {where_legal} : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
  transform.named_sequence @parallel_is_refused(%root: !transform.any_op {transform.readonly}) {
    %parallel = transform.sparse.match.loops dims ["r"] in %root : (!transform.any_op) -> !transform.any_op
    %two = transform.param.constant 2 : i64 -> !transform.param<i64>
    %tiles, %points = transform.sparse.split %parallel factor (%two) : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
