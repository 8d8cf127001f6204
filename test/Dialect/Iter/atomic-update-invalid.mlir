// RUN: sparse-opt %s --split-input-file --verify-diagnostics

func.func @c1_argmax(%x: f32, %Y: memref<?xf32>, %i: index) {
  // expected-error @+1 {{(C1) expected a kind that combines 'f32' atomically but got 'argmax'}}
  iter.atomic_update argmax %x into %Y[%i] : f32, memref<?xf32>
  return
}

// -----

func.func @c1_product_of_complex_numbers(%x: complex<f32>, %Y: memref<?xcomplex<f32>>, %i: index) {
  // expected-error @+1 {{(C1) expected a kind that combines 'complex<f32>' atomically but got 'mul'}}
  iter.atomic_update mul %x into %Y[%i] : complex<f32>, memref<?xcomplex<f32>>
  return
}

// -----

func.func @c2_value_of_another_type(%x: f64, %Y: memref<?xf32>, %i: index) {
  // expected-error @+1 {{(C2) expected 'f32' or a vector of it but got 'f64'}}
  iter.atomic_update add %x into %Y[%i] : f64, memref<?xf32>
  return
}

// -----

func.func @c2_matrix(%x: vector<2x2xf32>, %Y: memref<?xf32>, %i: index) {
  // expected-error @+1 {{(C2) expected 'f32' or a vector of it but got 'vector<2x2xf32>'}}
  iter.atomic_update add %x into %Y[%i] : vector<2x2xf32>, memref<?xf32>
  return
}

// -----

func.func @c3_too_few_indices(%x: f32, %Y: memref<?x?xf32>, %i: index) {
  // expected-error @+1 {{(C3) expected 2 indices but got 1}}
  iter.atomic_update add %x into %Y[%i] : f32, memref<?x?xf32>
  return
}

// -----

func.func @c4_other_number_of_lanes(%x: vector<4xf32>, %Y: memref<?xf32>, %i: vector<8xindex>) {
  // expected-error @+1 {{(C4) expected index 0 to be one or to have as many elements as 'vector<4xf32>' but got 'vector<8xindex>'}}
  iter.atomic_update add %x into %Y[%i] : vector<4xf32>, memref<?xf32>, (vector<8xindex>)
  return
}

// -----

func.func @c4_lanes_of_one_value(%x: f32, %Y: memref<?xf32>, %i: vector<8xindex>) {
  // expected-error @+1 {{(C4) expected index 0 to be one or to have as many elements as 'f32' but got 'vector<8xindex>'}}
  iter.atomic_update add %x into %Y[%i] : f32, memref<?xf32>, (vector<8xindex>)
  return
}

// -----

func.func @c5_mask_of_one_value(%x: f32, %Y: memref<?xf32>, %i: index, %m: vector<1xi1>) {
  // expected-error @+1 {{(C5) expected a mask with as many elements as 'f32' but got 'vector<1xi1>'}}
  iter.atomic_update add %x into %Y[%i] mask(%m) : f32, memref<?xf32>
  return
}
