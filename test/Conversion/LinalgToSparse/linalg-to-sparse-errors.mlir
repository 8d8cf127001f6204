// RUN: sparse-opt %s --convert-linalg-to-sparse --split-input-file --verify-diagnostics
// RUN: not sparse-opt %s --convert-linalg-to-sparse --split-input-file --mlir-print-ir-after-failure 2>&1 | FileCheck %s

// Where it fails, nothing is changed: no function either that could be.

// CHECK: IR Dump After ConvertLinalgToSparsePass Failed
// CHECK: func.func @fits(%{{.*}}: tensor<4xf32>) -> tensor<4xf32>
// CHECK: func.func @unknown(%{{.*}}: tensor<4xf32>) -> tensor<4xf32>
func.func @fits(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
func.func @unknown(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{'tensor.generate' op expected an operation of linalg or tensor that has a counterpart on Spindle's tensors, or one on numbers}}
  %y = tensor.generate {
  ^bb0(%i: index):
    %zero = arith.constant 0.0 : f32
    tensor.yield %zero : f32
  } : tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

func.func private @other(tensor<4xf32>) -> tensor<4xf32>
func.func @calls(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{'func.call' op expected an operation of linalg or tensor}}
  %y = call @other(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// expected-error @below {{expected argument 0 to be a tensor of static shape, without an encoding, or a number but got 'tensor<?xf32>'}}
func.func @dynamic(%x: tensor<?xf32>) {
  return
}

// -----

// expected-error @below {{expected result 0 to be a tensor of static shape, without an encoding, or a number but got 'f32'}}
func.func @number(%x: tensor<4xf32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  return %zero : f32
}

// -----

func.func @grows(%x: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  // expected-error @below {{'tensor.empty' op expected results of static shape, without an encoding, but got 'tensor<?xf32>'}}
  %y = tensor.empty(%n) : tensor<?xf32>
  return %x : tensor<4xf32>
}

// -----

func.func @empty(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = tensor.empty() : tensor<4xf32>
  // expected-error @below {{'func.return' op expected values that were written but got what 'tensor.empty' gives}}
  return %y : tensor<4xf32>
}

// -----

func.func @unwritten_input(%x: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  // expected-error @below {{'linalg.generic' op expected operand 0 to be written before it is read but got 'tensor.empty'}}
  %y = linalg.exp ins(%e : tensor<4xf32>) outs(%x : tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

func.func @unwritten_sum(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %e = tensor.empty() : tensor<4x4xf32>
  // expected-error @below {{'linalg.generic' op expected operand 2 to be written before it is combined with but got 'tensor.empty'}}
  %y = linalg.matmul ins(%x, %x : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %y : tensor<4x4xf32>
}

// -----

func.func @other_combination(%x: tensor<4xf32>, %y: tensor<f32>) -> tensor<f32> {
  // expected-error @below {{'linalg.generic' op expected a reduction to combine output 0 with one value, by addition, multiplication, minimum, maximum, 'and' or 'or'}}
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} ins(%x : tensor<4xf32>) outs(%y : tensor<f32>) {
  ^bb0(%a: f32, %o: f32):
    %t = arith.divf %o, %a : f32
    linalg.yield %t : f32
  } -> tensor<f32>
  return %r : tensor<f32>
}

// -----

func.func @prints(%x: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    // expected-error @below {{'vector.print' op expected operations on numbers, 'linalg.index' and 'tensor.extract' in a body}}
    vector.print %a : f32
    linalg.yield %a : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @in_parts(%x: tensor<4x4xf32> {sparse.format = #sparse.hyb<1, 2>}, %w: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %e = tensor.empty() : tensor<4x4xf32>
  // expected-error @below {{'linalg.generic' op expected a tensor in a composite format to be a factor in a sum, alone, but got}}
  %y = linalg.add ins(%x, %w : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %y : tensor<4x4xf32>
}

// -----

func.func @pads_with_coordinates(%x: tensor<4xindex>) -> tensor<6xindex> {
  // expected-error @below {{'tensor.pad' op expected one number around a tensor, of sizes that are constants}}
  %y = tensor.pad %x low[1] high[1] {
  ^bb0(%i: index):
    tensor.yield %i : index
  } : tensor<4xindex> to tensor<6xindex>
  return %y : tensor<6xindex>
}

// -----

func.func @inserts_anywhere(%x: tensor<2xf32>, %y: tensor<4xf32>, %i: index) -> tensor<4xf32> {
  // expected-error @below {{'tensor.insert_slice' op expected a slice with offsets that are constants and strides of 1, and tensors that were written}}
  %r = tensor.insert_slice %x into %y[%i] [2] [1] : tensor<2xf32> into tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @slices_anywhere(%y: tensor<4xf32>, %i: index) -> tensor<2xf32> {
  // expected-error @below {{'tensor.extract_slice' op expected offsets and strides that are constants}}
  %r = tensor.extract_slice %y[%i] [2] [1] : tensor<4xf32> to tensor<2xf32>
  return %r : tensor<2xf32>
}

// -----

// expected-error @below {{expected one block but got 2}}
func.func @branches(%x: tensor<4xf32>) -> tensor<4xf32> {
  cf.br ^next
^next:
  return %x : tensor<4xf32>
}

// -----

func.func @loops(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @below {{'scf.for' op expected an operation of linalg or tensor}}
  %y = scf.for %i = %c0 to %c1 step %c1 iter_args(%z = %x) -> (tensor<4xf32>) {
    scf.yield %z : tensor<4xf32>
  }
  return %y : tensor<4xf32>
}

// -----

// Constants beside a function are not left without it.

// CHECK: IR Dump After ConvertLinalgToSparsePass Failed
// CHECK-NOT: memref.global
// CHECK: func.func @marks_more(
func.func @marks_more(%x: tensor<33x32xf32>) -> tensor<33x32xf32> {
  %y = tesa.mark %x keeps <[33, 32] by [1, 1] keeps "5a5a5a5aa5a5a5a55a5a5a5aa5a5a5a55a5a5a5aa5a5a5a55a5a5a5aa5a5a5a55a5a5a5aa5a5a5a55a5a5a5aa5a5a5a55a5a5a5aa5a5a5a55a5a5a5aa5a5a5a55a5a5a5aa5a5a5a55a5a5a5aa5a5a5a55a5a5a5aa5a5a5a55a5a5a5aa5a5a5a55a5a5a5aa5a5a5a55a5a5a5aa5a5a5a55a5a5a5aa5a5a5a55a5a5a5aa5a5a5a55a5a5a5a"> : tensor<33x32xf32>
  // expected-error @below {{'tensor.generate' op expected an operation of linalg or tensor}}
  %z = tensor.generate {
  ^bb0(%i: index, %j: index):
    %zero = arith.constant 0.0 : f32
    tensor.yield %zero : f32
  } : tensor<33x32xf32>
  return %y : tensor<33x32xf32>
}

// -----

func.func @called(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

func.func @caller() {
  %x = arith.constant dense<1.0> : tensor<4xf32>
  // expected-error @below {{expected a function on builtin tensors to be called by none but got a use of 'called'}}
  %y = func.call @called(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @calls_itself(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{expected functions that do not call themselves but got @calls_itself, which calls @calls_itself}}
  %y = call @calls_itself(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// An error in what is called is where it is.

func.func private @unknown_inside(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{'tensor.generate' op expected an operation of linalg or tensor}}
  %y = tensor.generate {
  ^bb0(%i: index):
    %zero = arith.constant 0.0 : f32
    tensor.yield %zero : f32
  } : tensor<4xf32>
  return %y : tensor<4xf32>
}
func.func @calls_it(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = call @unknown_inside(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// A format of matrices is for a larger tensor where its levels are of rows or of columns
// alone.

// expected-error @below {{argument 0: expected levels of rows or of columns, dense or with stored coordinates, but got dia for a tensor of 3 dimensions}}
func.func @diagonals(%W: tensor<4x3x2xf32> {sparse.format = #sparse.dia}) -> tensor<4x3x2xf32> {
  return %W : tensor<4x3x2xf32>
}

// -----

// expected-error @below {{argument 0: expected levels of rows or of columns, dense or with stored coordinates, but got ragged for a tensor of 3 dimensions}}
func.func @lengths(%W: tensor<4x3x2xf32> {sparse.format = #sparse.ragged}) -> tensor<4x3x2xf32> {
  return %W : tensor<4x3x2xf32>
}

// -----

// expected-error @below {{argument 0: format #sparse.format<(i, j, k) -> (i : dense, j : fixed(2, nonunique), k : singleton)> is not supported yet: level 1 is fixed and nonunique}}
func.func @widths(%W: tensor<4x3x2xf32> {sparse.format = #sparse.ell<2>}) -> tensor<4x3x2xf32> {
  return %W : tensor<4x3x2xf32>
}

// -----

// expected-error @below {{expected argument 0, of 3 dimensions, to be in one part but got #sparse.columns<2>}}
func.func @parts(%W: tensor<4x3x2xf32> {sparse.format = #sparse.columns<2>}) -> tensor<4x3x2xf32> {
  return %W : tensor<4x3x2xf32>
}

// -----

func.func @every_other(%x: tensor<4xf32>, %y: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @below {{'linalg.generic' op expected the map of output 0 to have dimensions and constants but got affine_map<(d0) -> (d0 * 2)>}}
  %z = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (2 * i)>], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%y : tensor<8xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  } -> tensor<8xf32>
  return %z : tensor<8xf32>
}

// -----

func.func @several_times(%x: tensor<4x3xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{'linalg.generic' op expected the map of output 0 to have the parallel dimension 1, so that each element is written once, but got affine_map<(d0, d1) -> (d0)>}}
  %z = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<4x3xf32>) outs(%y : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  } -> tensor<4xf32>
  return %z : tensor<4xf32>
}
