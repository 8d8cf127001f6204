// RUN: sparse-opt %s --transform-interpreter --split-input-file --verify-diagnostics

!V = !sparse.tensor<?x8xf32, #sparse.dense>
module attributes {transform.with_named_sequence} {
  // expected-error @+1 {{cannot specialize function @unknown_name: none of its tensors has a dimension 'column' among rows, columns; did you mean 'columns'?}}
  func.func @unknown_name(%v: !V {sparse.dims = ["rows", "columns"]}) {
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %size = transform.param.constant 8 -> !transform.param<i64>
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.specialize %root dim "column" size(%size) : !transform.any_op, !transform.param<i64>
    transform.yield
  }
}

// -----

!V = !sparse.tensor<?x8xf32, #sparse.dense>
module attributes {transform.with_named_sequence} {
  // expected-error @+1 {{cannot specialize function @another_size: it has the size 8 already, not 9}}
  func.func @another_size(%v: !V {sparse.dims = ["I", "K"]}) {
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %size = transform.param.constant 9 -> !transform.param<i64>
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.specialize %root dim "K" size(%size) : !transform.any_op, !transform.param<i64>
    transform.yield
  }
}

// -----

!V = !sparse.tensor<?xf32, #sparse.dense>
module attributes {transform.with_named_sequence} {
  func.func @negative_size(%v: !V {sparse.dims = ["K"]}) {
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %size = transform.param.constant -1 -> !transform.param<i64>
    // expected-error @+1 {{expected size to be one integer of at least 0}}
    transform.sparse.specialize %root dim "K" size(%size) : !transform.any_op, !transform.param<i64>
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-error @+1 {{cannot specialize function @beyond_stage_0: it takes no tensors, as in the stage `tensors`}}
  func.func @beyond_stage_0(%n: index {sparse.piece = #sparse.piece<"v", part [], dimension 0, size>}) {
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %size = transform.param.constant 8 -> !transform.param<i64>
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.specialize %root dim "K" size(%size) function "beyond_stage_0" : !transform.any_op, !transform.param<i64>
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @beyond_stage_0(%n: index) {
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %size = transform.param.constant 8 -> !transform.param<i64>
    // expected-error @+1 {{expected a function that takes tensors}}
    transform.sparse.specialize %root dim "K" size(%size) : !transform.any_op, !transform.param<i64>
    transform.yield
  }
}

// -----

!V = !sparse.tensor<?xf32, #sparse.dense>
module attributes {transform.with_named_sequence} {
  func.func @calls(%v: !V {sparse.dims = ["L"]}) {
    func.call @is_called(%v) : (!V) -> ()
    return
  }
  // expected-error @+1 {{cannot specialize function @is_called: another function calls it}}
  func.func @is_called(%v: !V {sparse.dims = ["K"]}) {
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %size = transform.param.constant 8 -> !transform.param<i64>
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.specialize %root dim "K" size(%size) function "is_called" : !transform.any_op, !transform.param<i64>
    transform.yield
  }
}

// -----

// The memory of an argument that is no tensor has a type of its own.

!V = !sparse.tensor<?xf32, #sparse.dense>
!dense = !axis.axis<dense_fixed>
module attributes {transform.with_named_sequence} {
  // expected-error @+1 {{cannot specialize function @buffer_on_other_memory: 'sparse.bind' op (C4) expected memory and buffer of the shape of '!sparse.buffer<8xf32>' but got 'memref<?xf32>' and '!sparse.buffer<8xf32>'}}
  func.func @buffer_on_other_memory(%v: !V {sparse.dims = ["K"]}, %m: memref<?xf32>) {
    %K, %Vv = sparse.unpack %v : !V -> !dense, !sparse.buffer<?xf32>
    %Mv = sparse.bind %m on (%K) : memref<?xf32> on (!dense) -> !sparse.buffer<?xf32>
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %size = transform.param.constant 8 -> !transform.param<i64>
    // expected-note @+1 {{the schedule asks for it here}}
    transform.sparse.specialize %root dim "K" size(%size) : !transform.any_op, !transform.param<i64>
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %size = transform.param.constant 8 -> !transform.param<i64>
    // expected-error @+1 {{expected a function called 'spmv'}}
    transform.sparse.specialize %root dim "K" size(%size) function "spmv" : !transform.any_op, !transform.param<i64>
    transform.yield
  }
}
