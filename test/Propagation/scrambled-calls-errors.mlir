// RUN: rm -rf %t && mkdir %t && %cc -shared -fPIC -O1 %S/Inputs/functions.c -o %t/functions.so
// RUN: sparse-opt %s --split-input-file --tesa-print=libraries=%t/functions.so --verify-diagnostics -o /dev/null


func.func private @missing(tensor<2x4xf32>) -> tensor<2x4xf32>

func.func @no_symbol(%X: tensor<2x4xf32>) -> tensor<2x4xf32> {
  // expected-error@below {{expected '_mlir_ciface_missing' in one of the libraries but none has it}}
  %Y = func.call @missing(%X) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return %Y : tensor<2x4xf32>
}

// -----

func.func private @running(tensor<?x4xf32>) -> tensor<?x4xf32>

func.func @dynamic(%X: tensor<?x4xf32>) -> tensor<?x4xf32> {
  // expected-error@below {{expected tensors with a static shape, of floats or of integers of 1 to 64 bits, to sample 'running' but operand 0 is 'tensor<?x4xf32>'}}
  %Y = func.call @running(%X) : (tensor<?x4xf32>) -> tensor<?x4xf32>
  return %Y : tensor<?x4xf32>
}

// -----

func.func private @running(tensor<2x4xf32>, index) -> tensor<2x4xf32>

func.func @number(%X: tensor<2x4xf32>, %i: index) -> tensor<2x4xf32> {
  // expected-error@below {{to sample 'running' but operand 1 is 'index'}}
  %Y = func.call @running(%X, %i) : (tensor<2x4xf32>, index) -> tensor<2x4xf32>
  return %Y : tensor<2x4xf32>
}

// -----

func.func private @short(tensor<2x4xf32>) -> tensor<2x4xf32>

func.func @another_shape(%X: tensor<2x4xf32>) -> tensor<2x4xf32> {
  // expected-error@below {{expected result 0 of 'short' to be as declared but it has 1 elements in dimension 0, not 2}}
  %Y = func.call @short(%X) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return %Y : tensor<2x4xf32>
}

// -----

// What has no tensors is left alone.
func.func private @print(memref<4xf32>)

func.func @effects(%X: memref<4xf32>) {
  func.call @print(%X) : (memref<4xf32>) -> ()
  return
}
