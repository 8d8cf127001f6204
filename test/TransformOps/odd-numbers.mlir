// RUN: sparse-opt %s --transform-interpreter --split-input-file --verify-diagnostics

// Numbers that no loop is long enough for, or that would fill all memory with
// copies, are errors.

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    %many = transform.param.constant 1048576 : i64 -> !transform.param<i64>
    // expected-error @+1 {{expected factor to be at most 1024 but got 1048576}}
    %unrolled = transform.sparse.unroll %root factor(%many) : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    %many = transform.param.constant 4611686018427387904 : i64 -> !transform.param<i64>
    // expected-error @+1 {{expected factor to be at most 1024 but got 4611686018427387904}}
    %jammed = transform.sparse.unroll_and_jam %root factor(%many) : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    %many = transform.param.constant 1025 : i64 -> !transform.param<i64>
    // expected-error @+1 {{expected factor to be at most 1024 but got 1025}}
    %sums = transform.sparse.rfactor %root factor(%many) {reassociate} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.yield
  }
}

// -----

// A tile would end beyond the largest index, at a negative one.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    %many = transform.param.constant 9223372036854775807 : i64 -> !transform.param<i64>
    // expected-error @+1 {{expected by to be at most 1099511627776 but got 9223372036854775807}}
    %tiles, %points = transform.sparse.split %root factor (%many) : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %far = transform.param.constant 9223372036854775807 : i64 -> !transform.param<i64>
    // expected-error @+1 {{expected distance to be at most 1099511627776 but got 9223372036854775807}}
    transform.sparse.prefetch %root distance(%far) : (!transform.any_op, !transform.param<i64>) -> ()
    transform.yield
  }
}
