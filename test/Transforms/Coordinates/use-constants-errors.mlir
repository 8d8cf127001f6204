// RUN: sparse-opt %s --spindle-use-constants --split-input-file --verify-diagnostics
// RUN: sparse-opt %s --spindle-add-length-checks --split-input-file --verify-diagnostics

memref.global "private" @written : memref<3xi32> = dense<[0, 1, 3]>
// expected-error @+1 {{expected @written to be a constant 'memref.global' of numbers that can be cast to 'memref<?xi32>', for #sparse.piece<"A", part [], level 1, positions>}}
func.func @no_constant(%p: memref<?xi32> {sparse.piece = #sparse.piece<"A", part [], level 1, positions>})
    attributes {sparse.constants = [[#sparse.piece<"A", part [], level 1, positions>, @written]]} {
  return
}

// -----

memref.global "private" constant @wide : memref<3xi64> = dense<[0, 1, 3]>
// expected-error @+1 {{expected @wide to be a constant 'memref.global' of numbers that can be cast to 'memref<?xi32>', for #sparse.piece<"A", part [], level 1, positions>}}
func.func @of_other_type(%p: memref<?xi32> {sparse.piece = #sparse.piece<"A", part [], level 1, positions>})
    attributes {sparse.constants = [[#sparse.piece<"A", part [], level 1, positions>, @wide]]} {
  return
}

// -----

// expected-error @+1 {{expected @none to be a constant 'memref.global' of numbers that can be cast to 'memref<?xi32>', for #sparse.piece<"A", part [], level 1, positions>}}
func.func @without_symbol(%p: memref<?xi32> {sparse.piece = #sparse.piece<"A", part [], level 1, positions>})
    attributes {sparse.constants = [[#sparse.piece<"A", part [], level 1, positions>, @none]]} {
  return
}
