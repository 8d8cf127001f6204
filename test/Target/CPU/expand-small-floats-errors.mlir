// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(spindle-expand-small-floats))' --split-input-file --verify-diagnostics

func.func @toward_zero(%x: f32) -> f16 {
  // expected-error@+1 {{expected rounding to nearest and even but got toward_zero}}
  %y = arith.truncf %x toward_zero : f32 to f16
  return %y : f16
}

// -----

func.func @long_integer(%n: i128) -> bf16 {
  // expected-error@+1 {{expected numbers of at most 64 bits but got 'i128'}}
  %y = arith.sitofp %n : i128 to bf16
  return %y : bf16
}

// -----

func.func @long_float(%x: bf16) -> f128 {
  // expected-error@+1 {{expected numbers of at most 64 bits but got 'f128'}}
  %y = arith.extf %x : bf16 to f128
  return %y : f128
}

// -----

func.func @tensor(%x: tensor<4xf16>) -> tensor<4xf16> {
  // expected-error@+1 {{expected numbers and vectors but got 'tensor<4xf16>'}}
  %y = arith.addf %x, %x : tensor<4xf16>
  return %y : tensor<4xf16>
}
