// RUN: sparse-opt %s --spindle-lower-to-llvm --split-input-file --verify-diagnostics

// What no conversion takes is named.

func.func @no_atomic_product(%x: memref<?xf32>, %i: index, %v: f32) {
  // expected-error @below {{expected no 'memref.atomic_rmw' in stage 'llvm'}}
  %old = memref.atomic_rmw mulf %v, %x[%i] : (f32, memref<?xf32>) -> f32
  return
}

// -----

// Programs of plain loops are not for this pipeline.

func.func @vectors(%x: memref<?xf32>, %i: index) -> vector<4xf32> {
  // expected-error @below {{expected no 'vector.load' in stage 'coordinates'}}
  %v = vector.load %x[%i] : memref<?xf32>, vector<4xf32>
  return %v : vector<4xf32>
}
