// RUN: sparse-opt %s --split-input-file --verify-diagnostics

func.func @c14_places_that_meet(%A: !sparse.tensor<4x3xf32, #sparse.dense>, %B: !sparse.tensor<12xf32, #sparse.dense>) {
  // expected-error @+1 {{(C14) expected output 0 to be written at other coordinates for all elements but got affine_map<(d0, d1) -> (d0 * 2 + d1)>}}
  sparse.generic ins(%A : !sparse.tensor<4x3xf32, #sparse.dense>) outs(%B : !sparse.tensor<12xf32, #sparse.dense>) maps [affine_map<(i, r) -> (i, r)>, affine_map<(i, r) -> (2 * i + r)>] kinds [spatial, spatial] {
  ^bb0(%a: f32):
    sparse.yield %a : f32
  }
  return
}

// -----

func.func @c14_one_dimension_twice(%A: !sparse.tensor<4xf32, #sparse.dense>, %B: !sparse.tensor<4x4xf32, #sparse.dense>) {
  // expected-error @+1 {{(C14) expected output 0 to be written at other coordinates for all elements but got affine_map<(d0) -> (d0, d0)>}}
  sparse.generic ins(%A : !sparse.tensor<4xf32, #sparse.dense>) outs(%B : !sparse.tensor<4x4xf32, #sparse.dense>) maps [affine_map<(i) -> (i)>, affine_map<(i) -> (i, i)>] kinds [spatial] {
  ^bb0(%a: f32):
    sparse.yield %a : f32
  }
  return
}

// -----

func.func @c14_sizes_that_are_not_known(%A: !sparse.tensor<?x3xf32, #sparse.dense>, %B: !sparse.tensor<?xf32, #sparse.dense>) {
  // expected-error @+1 {{(C14) expected output 0 to be written at other coordinates}}
  sparse.generic ins(%A : !sparse.tensor<?x3xf32, #sparse.dense>) outs(%B : !sparse.tensor<?xf32, #sparse.dense>) maps [affine_map<(i, r) -> (i, r)>, affine_map<(i, r) -> (3 * i + r)>] kinds [spatial, spatial] {
  ^bb0(%a: f32):
    sparse.yield %a : f32
  }
  return
}

// -----

func.func @c2_written_outside(%A: !sparse.tensor<4x3xf32, #sparse.dense>, %B: !sparse.tensor<11xf32, #sparse.dense>) {
  // expected-error @+1 {{(C2) expected dimension 0 of operand 1 to be at least 12, for the coordinate 3 * d0 + d1, but got 11}}
  sparse.generic ins(%A : !sparse.tensor<4x3xf32, #sparse.dense>) outs(%B : !sparse.tensor<11xf32, #sparse.dense>) maps [affine_map<(i, r) -> (i, r)>, affine_map<(i, r) -> (3 * i + r)>] kinds [spatial, spatial] {
  ^bb0(%a: f32):
    sparse.yield %a : f32
  }
  return
}
