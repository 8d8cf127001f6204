// RUN: sparse-opt %s --split-input-file --verify-diagnostics

// Elements of i4 share bytes, and are only read.

func.func @c7_alloc(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // expected-error @+1 {{(C7) expected elements that take bytes of their own, to be written, but got 'i4'}}
  %v = sparse.alloc on (%I) : (!axis.axis<dense_fixed>) -> !sparse.buffer<?xi4>
  return
}

// -----

func.func @c8_store(%A: !sparse.tensor<?xi4, #sparse.dense>, %x: i4, %i: index) {
  %I, %v = sparse.unpack %A : !sparse.tensor<?xi4, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xi4>
  // expected-error @+1 {{(C8) expected elements that take bytes of their own, to be written, but got 'i4'}}
  sparse.store %x, %v[%i] : !sparse.buffer<?xi4>
  return
}

// -----

func.func @c13_accumulate(%A: !sparse.tensor<?xi4, #sparse.dense>, %x: i4, %i: index) {
  %I, %v = sparse.unpack %A : !sparse.tensor<?xi4, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xi4>
  // expected-error @+1 {{(C13) expected elements that take bytes of their own, to be written, but got 'i4'}}
  sparse.accumulate add %x into %v[%i] : !sparse.buffer<?xi4>
  return
}

// -----

func.func @c3_fill(%A: !sparse.tensor<?xi4, #sparse.dense>, %x: i4) {
  %I, %v = sparse.unpack %A : !sparse.tensor<?xi4, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xi4>
  // expected-error @+1 {{(C3) expected elements that take bytes of their own, to be written, but got 'i4'}}
  sparse.fill %v, %x : !sparse.buffer<?xi4>
  return
}

// -----

func.func @c15_output(%A: !sparse.tensor<4xi4, #sparse.dense>, %B: !sparse.tensor<4xi4, #sparse.dense>) {
  // expected-error @+1 {{(C15) expected elements that take bytes of their own, to be written, but got 'i4'}}
  sparse.generic ins(%A : !sparse.tensor<4xi4, #sparse.dense>) outs(%B : !sparse.tensor<4xi4, #sparse.dense>) maps [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>] kinds [spatial] {
  ^bb0(%a: i4):
    sparse.yield %a : i4
  }
  return
}

// -----

// A part might begin in the middle of a byte.
// expected-error @+1 {{(C1) expected elements of a type that buffers hold, in bytes of their own, but got 'i4'}}
func.func private @c1_composite(!sparse.tensor<?x?xi4, #sparse.hyb<1, 2>>)
