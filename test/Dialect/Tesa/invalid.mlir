// RUN: sparse-opt %s --split-input-file --verify-diagnostics

// expected-error@+1 {{'tesa' dialect (C1) expected 'tesa.mask' of argument 0 to be a #tesa.mask but got 1}}
func.func @number(%W: tensor<8xf32> {tesa.mask = 1}) {
  return
}

// -----

// expected-error@+1 {{'tesa' dialect (C2) expected argument 0 to be a tensor of numbers with the shape [8] of its mask but got 'tensor<4xf32>'}}
func.func @shape(%W: tensor<4xf32> {tesa.mask = #tesa.mask<[8] by [8] keeps "01">}) {
  return
}

// -----

// expected-error@+1 {{'tesa' dialect (C2) expected argument 0 to be a tensor of numbers with the shape [8] of its mask but got 'tensor<8xindex>'}}
func.func @indices(%W: tensor<8xindex> {tesa.mask = #tesa.mask<[8] by [8] keeps "01">}) {
  return
}

// -----

// expected-error@+1 {{'tesa' dialect (C2) expected argument 0 to be a tensor of numbers with the shape [8] of its mask but got 'tensor<?xf32>'}}
func.func @dynamic(%W: tensor<?xf32> {tesa.mask = #tesa.mask<[8] by [8] keeps "01">}) {
  return
}

// -----

// expected-error@+1 {{#tesa.mask (C1) expected a block for each of 2 dimensions but got 1}}
func.func private @dims(tensor<8x4xf32> {tesa.mask = #tesa.mask<[8, 4] by [8] keeps "01">})

// -----

// expected-error@+1 {{#tesa.mask (C1) expected blocks of 1 to 4 elements in dimension 1 but got 8}}
func.func private @block(tensor<8x4xf32> {tesa.mask = #tesa.mask<[8, 4] by [8, 8] keeps "01">})

// -----

// expected-error@+1 {{#tesa.mask (C2) expected 2 digits for 4 blocks but got 4}}
func.func private @digits(tensor<8x4xf32> {tesa.mask = #tesa.mask<[8, 4] by [8, 1] keeps "0101">})

// -----

// expected-error@+1 {{#tesa.mask (C2) expected hexadecimal digits but got '0x'}}
func.func private @hexadecimal(tensor<8x4xf32> {tesa.mask = #tesa.mask<[8, 4] by [8, 1] keeps "0x">})

// -----

// expected-error@+1 {{#tesa.mask (C2) expected 4 bits but got one at 4}}
func.func private @behind(tensor<8x4xf32> {tesa.mask = #tesa.mask<[8, 4] by [8, 1] keeps "1f">})

// -----

func.func @mark(%Y: tensor<4xf32>) {
  // expected-error@+1 {{'tesa.mark' op (C1) expected a tensor of numbers with the shape [8] of the mask but got 'tensor<4xf32>'}}
  %0 = tesa.mark %Y keeps <[8] by [8] keeps "01"> : tensor<4xf32>
  return
}
