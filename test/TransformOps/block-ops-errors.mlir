// RUN: sparse-opt %s --split-input-file --verify-diagnostics

module attributes {transform.with_named_sequence} {
  transform.named_sequence @no_such_word(%rows: !transform.any_op {transform.consumed}) {
    // expected-error @below {{expected workers, warps, blocks or groups but got lanes}}
    %a = transform.sparse.bind %rows to lanes : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @lanes_of_warps(%rows: !transform.any_op {transform.consumed}) {
    %lanes = transform.param.constant 8 : i64 -> !transform.param<i64>
    // expected-error @below {{expected no 'lanes' with 'warps'}}
    %a = transform.sparse.bind %rows to warps lanes(%lanes) : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @groups_per_block(%rows: !transform.any_op {transform.consumed}) {
    %four = transform.param.constant 4 : i64 -> !transform.param<i64>
    // expected-error @below {{expected no 'per_block' with 'groups'}}
    %a = transform.sparse.bind %rows to groups per_block(%four) : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @columns_of_panels(%loops: !transform.any_op {transform.readonly}) {
    %one = transform.param.constant 1 : i64 -> !transform.param<i64>
    // expected-error @below {{expected 'pad' with 'in_block' alone}}
    %copies = transform.sparse.cache_read %loops pad(%one) : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @columns_first_of_a_block(%loops: !transform.any_op {transform.readonly}) {
    // expected-error @below {{expected 'columns_first' without 'in_block'}}
    %copies = transform.sparse.cache_read %loops {in_block, columns_first} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
