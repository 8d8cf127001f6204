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

// -----

// expected-error@+1 {{#tesa.mask (C3) expected a resource of type 'tensor<1xi8>' for 4 blocks but got 'tensor<2xi8>'}}
func.func private @resource_type(tensor<8x4xf32> {tesa.mask = #tesa.mask<[8, 4] by [8, 1] stored dense_resource<W> : tensor<2xi8> hash "2b4c342f5433ebe591a1da77e013d1b72475562d48578dca8b84bac6651c3cb9">})

// -----

// expected-error@+1 {{#tesa.mask (C3) expected a hash of 64 hexadecimal digits but got '2b4c'}}
func.func private @hash_digits(tensor<8x4xf32> {tesa.mask = #tesa.mask<[8, 4] by [8, 1] stored dense_resource<W> : tensor<1xi8> hash "2b4c">})

// -----

// expected-error@+1 {{#tesa.mask (C3) expected a resource called 'W' but got none}}
func.func private @no_resource(tensor<8x4xf32> {tesa.mask = #tesa.mask<[8, 4] by [8, 1] stored dense_resource<W> : tensor<1xi8> hash "2b4c342f5433ebe591a1da77e013d1b72475562d48578dca8b84bac6651c3cb9">})

// -----

// expected-error@+1 {{'tesa' dialect (C3) expected 'tesa.constant' of argument 0 to be elements of type 'tensor<8xf32>' but got dense<1.000000e+00> : tensor<4xf32>}}
func.func private @constant_type(tensor<8xf32> {tesa.constant = dense<1.0> : tensor<4xf32>})

// -----

// expected-error@+1 {{'tesa' dialect (C3) expected zeros in 'tesa.constant' of argument 0 where its mask keeps nothing but got others}}
func.func private @constant_and_mask(tensor<2xf32> {tesa.constant = dense<1.0> : tensor<2xf32>, tesa.mask = #tesa.mask<[2] by [1] keeps "01">})

// -----

// expected-error@+1 {{'tesa' dialect (C3) expected zeros in 'tesa.constant' of argument 0 where its mask keeps nothing but got others}}
func.func private @no_number_and_mask(tensor<1xf32> {tesa.constant = dense<0x7FC00000> : tensor<1xf32>, tesa.mask = #tesa.mask<[1] by [1] keeps "00">})

// -----

// expected-error@+1 {{'tesa' dialect (C4) expected 'tesa.width' of argument 0 to be a #tesa.width but got 8}}
func.func private @width_number(tensor<8xf32> {tesa.width = 8 : i32})

// -----

// expected-error@+1 {{'tesa' dialect (C5) expected argument 0 to have the shape [8] of its formats but got 'tensor<4xf32>'}}
func.func private @width_shape(tensor<4xf32> {tesa.width = #tesa.width<[8] by [8] holds [f16]>})

// -----

// expected-error@+1 {{'tesa' dialect (C5) expected argument 0 to have formats whose numbers 'i8' has but got 'si9' for block 1}}
func.func private @over(tensor<4xi8> {tesa.width = #tesa.width<[4] by [2] holds [si8, si9]>})

// -----

// 11 bits are before the point of an f16, without its sign.
// expected-error@+1 {{'tesa' dialect (C5) expected argument 1 to have formats whose numbers 'f16' has but got 'si13' for block 0}}
func.func private @over_float(tensor<4xf16> {tesa.width = #tesa.width<[4] by [4] holds [si12]>}, tensor<4xf16> {tesa.width = #tesa.width<[4] by [4] holds [si13]>})

// -----

// expected-error@+1 {{'tesa' dialect (C5) expected argument 0 to have formats whose numbers 'f16' has but got 'bf16' for block 0}}
func.func private @other_float(tensor<4xf16> {tesa.width = #tesa.width<[4] by [4] holds [bf16]>})

// -----

// expected-error@+1 {{'tesa' dialect (C5) expected argument 0 to have formats whose numbers 'i32' has but got 'f16' for block 0}}
func.func private @float_in_integer(tensor<4xi32> {tesa.width = #tesa.width<[4] by [4] holds [f16]>})

// -----

// expected-error@+1 {{#tesa.width (C1) expected blocks of 1 to 4 elements in dimension 0 but got 8}}
func.func private @width_block(tensor<4xf16> {tesa.width = #tesa.width<[4] by [8] holds [f16]>})

// -----

// expected-error@+1 {{#tesa.width (C2) expected a format for each of 2 blocks but got 1}}
func.func private @formats(tensor<4xf16> {tesa.width = #tesa.width<[4] by [2] holds [f16]>})

// -----

// expected-error@+1 {{#tesa.width (C2) expected a format such as si8, ui8 or f16 but got 'i8'}}
func.func private @signless(tensor<4xi8> {tesa.width = #tesa.width<[4] by [4] holds [i8]>})

// -----

func.func @width_over(%Y: tensor<4xi8>) {
  // expected-error@+1 {{'tesa.width' op (C1) expected the source to have formats whose numbers 'i8' has but got 'si16' for block 0}}
  %0 = tesa.width %Y as <[4] by [4] holds [si16]> : tensor<4xi8>
  return
}

// -----

func.func @replace_shape(%Y: tensor<4xf32>) {
  // expected-error@+1 {{'tesa.replace' op (C1) expected a tensor of numbers with the shape [8] of the mask but got 'tensor<4xf32>'}}
  %0 = tesa.replace %Y keeps <[8] by [8] keeps "00"> with dense<1.0> : tensor<1xf32> : tensor<4xf32>
  return
}

// -----

func.func @replace_count(%Y: tensor<4xf32>) {
  // expected-error@+1 {{'tesa.replace' op (C2) expected constants of type 'tensor<3xf32>' in the text, one for each block that is not kept, but got 'tensor<1xf32>'}}
  %0 = tesa.replace %Y keeps <[4] by [1] keeps "01"> with dense<1.0> : tensor<1xf32> : tensor<4xf32>
  return
}

// -----

func.func @replace_resource(%Y: tensor<4xf32>) {
  // expected-error@+1 {{'tesa.replace' op (C2) expected constants of type 'tensor<1xf32>' in the text, one for each block that is not kept, but got 'tensor<1xf32>'}}
  %0 = tesa.replace %Y keeps <[4] by [4] keeps "00"> with dense_resource<C> : tensor<1xf32> : tensor<4xf32>
  return
}

// -----

// expected-error@+1 {{#tesa.kept (C1) expected digits for each of 2 dimensions but got 1}}
func.func @kept_rank(%W: tensor<2x4xf32> {tesa.kept = #tesa.kept<[8, 4] keeps ["09"]>}) { return }

// -----

// expected-error@+1 {{#tesa.kept (C1) expected 2 digits for 8 coordinates but got 4}}
func.func @kept_digits(%W: tensor<2x4xf32> {tesa.kept = #tesa.kept<[8, 4] keeps ["0900", "0f"]>}) { return }

// -----

// expected-error@+1 {{#tesa.kept (C1) expected 4 bits but got one at 4}}
func.func @kept_bits(%W: tensor<2x4xf32> {tesa.kept = #tesa.kept<[8, 4] keeps ["09", "1f"]>}) { return }

// -----

// expected-error@+1 {{#tesa.kept (C1) expected hexadecimal digits but got '0x'}}
func.func @kept_text(%W: tensor<2x4xf32> {tesa.kept = #tesa.kept<[8, 4] keeps ["0x", "0f"]>}) { return }

// -----

// expected-error@+1 {{'tesa' dialect (C6) expected 'tesa.kept' of argument 0 to be a #tesa.kept but got 8 : i64}}
func.func @kept_attribute(%W: tensor<2x4xf32> {tesa.kept = 8}) { return }

// -----

// expected-error@+1 {{'tesa' dialect (C7) expected argument 0 to be a tensor with the shape [2, 4] that is left but got 'tensor<3x4xf32>'}}
func.func @kept_shape(%W: tensor<3x4xf32> {tesa.kept = #tesa.kept<[8, 4] keeps ["09", "0f"]>}) { return }

// -----

// expected-error@+1 {{#tesa.part (C1) expected the name of a weight but got none}}
func.func @part_name(%W: tensor<8x4xi8> {tesa.part = #tesa.part<"" of tensor<8x4xf32> as si8 by 1>}) { return }

// -----

// expected-error@+1 {{#tesa.part (C2) expected a format such as si8 or f32 but got 'i8'}}
func.func @part_format(%W: tensor<8x4xi8> {tesa.part = #tesa.part<"W" of tensor<8x4xf32> as i8 by 1>}) { return }

// -----

// expected-error@+1 {{#tesa.part (C2) expected a dimension below 2 but got 2}}
func.func @part_dim(%W: tensor<8x4xi8> {tesa.part = #tesa.part<"W" of tensor<8x4xf32> as si8 by 2>}) { return }

// -----

// expected-error@+1 {{#tesa.part (C2) expected steps of integers of at most 16 bits, in a weight of floats, but got 'f16' in 'tensor<8x4xf32>'}}
func.func @part_steps(%W: tensor<8x4xf16> {tesa.part = #tesa.part<"W" of tensor<8x4xf32> as f16 by 1>}) { return }

// -----

// expected-error@+1 {{'tesa' dialect (C8) expected 'tesa.part' of argument 0 to be a #tesa.part but got "W"}}
func.func @part_attr(%W: tensor<8x4xi8> {tesa.part = "W"}) { return }

// -----

// expected-error@+1 {{'tesa' dialect (C9) expected argument 0 to have 2 dimensions and numbers of 'si8', or steps in one dimension, but got 'tensor<8x4xi4>'}}
func.func @part_type(%W: tensor<8x4xi4> {tesa.part = #tesa.part<"W" of tensor<8x4xf32> as si8 by 1>}) { return }

// -----

// expected-error@+1 {{'tesa' dialect (C9) expected argument 0 to have 2 dimensions and numbers of 'si8', or steps in one dimension, but got 'tensor<8x4xf32>'}}
func.func @part_steps_rank(%W: tensor<8x4xf32> {tesa.part = #tesa.part<"W" of tensor<8x4xf32> as si8 by 1>}) { return }
