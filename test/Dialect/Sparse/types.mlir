// RUN: sparse-opt %s | FileCheck %s
// RUN: sparse-opt %s | sparse-opt | FileCheck %s

!values = !sparse.buffer<?xf32>
!blocks = !sparse.buffer<?x4x4xf64>
!maxima = !sparse.buffer<?xf32, fill = 0xFF800000>

!A = !sparse.tensor<?x?xf32, #sparse.csr>
!B = !sparse.tensor<?x128xf32, #sparse.dense>

// Buffers of each element type.

// CHECK: func.func private @values(!sparse.buffer<?xf32>)
func.func private @values(!values)
// CHECK: func.func private @blocks(!sparse.buffer<?x4x4xf64>)
func.func private @blocks(!blocks)
// CHECK: func.func private @scalar(!sparse.buffer<f32>)
func.func private @scalar(!sparse.buffer<f32>)
// CHECK: func.func private @empty(!sparse.buffer<0xf32>)
func.func private @empty(!sparse.buffer<0xf32>)
// CHECK: func.func private @integers(!sparse.buffer<?xi1>, !sparse.buffer<?xi8>, !sparse.buffer<?xi16>, !sparse.buffer<?xi32>, !sparse.buffer<?xi64>, !sparse.buffer<?xindex>)
func.func private @integers(!sparse.buffer<?xi1>, !sparse.buffer<?xi8>, !sparse.buffer<?xi16>, !sparse.buffer<?xi32>, !sparse.buffer<?xi64>, !sparse.buffer<?xindex>)
// CHECK: func.func private @floats(!sparse.buffer<?xf16>, !sparse.buffer<?xbf16>, !sparse.buffer<?xf64>, !sparse.buffer<?xf8E4M3FN>, !sparse.buffer<?xtf32>)
func.func private @floats(!sparse.buffer<?xf16>, !sparse.buffer<?xbf16>, !sparse.buffer<?xf64>, !sparse.buffer<?xf8E4M3FN>, !sparse.buffer<?xtf32>)
// CHECK: func.func private @complex_numbers(!sparse.buffer<?xcomplex<f32>>, !sparse.buffer<4xcomplex<f64>>)
func.func private @complex_numbers(!sparse.buffer<?xcomplex<f32>>, !sparse.buffer<4xcomplex<f64>>)

// Fill values: zero is left out.

// CHECK: func.func private @fill_zero(!sparse.buffer<?xf32>, !sparse.buffer<?xi8>, !sparse.buffer<?xi1>, !sparse.buffer<?xcomplex<f32>>)
func.func private @fill_zero(!sparse.buffer<?xf32, fill = 0.0>, !sparse.buffer<?xi8, fill = 0>, !sparse.buffer<?xi1, fill = false>, !sparse.buffer<?xcomplex<f32>, fill = 0.0>)
// CHECK: func.func private @fill_negative_zero(!sparse.buffer<?xf32, fill = -0.000000e+00>)
func.func private @fill_negative_zero(!sparse.buffer<?xf32, fill = -0.0>)
// CHECK: func.func private @fill_negative_infinity(!sparse.buffer<?xf32, fill = 0xFF800000>)
func.func private @fill_negative_infinity(!maxima)
// CHECK: func.func private @fill_infinity(!sparse.buffer<?xf64, fill = 0x7FF0000000000000>, !sparse.buffer<?xf16, fill = 0x7C00>, !sparse.buffer<?xbf16, fill = 0x7F80>)
func.func private @fill_infinity(!sparse.buffer<?xf64, fill = 0x7FF0000000000000>, !sparse.buffer<?xf16, fill = 0x7C00>, !sparse.buffer<?xbf16, fill = 0x7F80>)
// CHECK: func.func private @fill_nan(!sparse.buffer<?xf32, fill = 0x7FC00000>)
func.func private @fill_nan(!sparse.buffer<?xf32, fill = 0x7FC00000>)
// CHECK: func.func private @fill_one(!sparse.buffer<?x4xf32, fill = 1.000000e+00>)
func.func private @fill_one(!sparse.buffer<?x4xf32, fill = 1.0>)
// CHECK: func.func private @fill_integers(!sparse.buffer<?xi8, fill = -128>, !sparse.buffer<?xi32, fill = 2147483647>, !sparse.buffer<?xi64, fill = -9223372036854775808>, !sparse.buffer<?xindex, fill = 7>)
func.func private @fill_integers(!sparse.buffer<?xi8, fill = -128>, !sparse.buffer<?xi32, fill = 2147483647>, !sparse.buffer<?xi64, fill = -9223372036854775808>, !sparse.buffer<?xindex, fill = 7>)
// CHECK: func.func private @fill_true(!sparse.buffer<?xi1, fill = true>)
func.func private @fill_true(!sparse.buffer<?xi1, fill = true>)
// CHECK: func.func private @fill_of_a_complex_number_is_its_real_part(!sparse.buffer<?xcomplex<f32>, fill = 1.000000e+00>, !sparse.buffer<?xcomplex<f64>, fill = 0x7FF0000000000000>)
func.func private @fill_of_a_complex_number_is_its_real_part(!sparse.buffer<?xcomplex<f32>, fill = 1.0>, !sparse.buffer<?xcomplex<f64>, fill = 0x7FF0000000000000>)

// Tensors.

// CHECK: func.func private @csr(!sparse.tensor<?x?xf32, #sparse.csr>)
func.func private @csr(!A)
// CHECK: func.func private @dense_of_a_static_width(!sparse.tensor<?x128xf32, #sparse.dense>)
func.func private @dense_of_a_static_width(!B)
// CHECK: func.func private @vector(!sparse.tensor<5xi1, #sparse.dense>)
func.func private @vector(!sparse.tensor<5xi1, #sparse.dense>)
// CHECK: func.func private @wide_arrays(!sparse.tensor<4x4xcomplex<f64>, #sparse.csr<pos = i64, crd = i64>>)
func.func private @wide_arrays(!sparse.tensor<4x4xcomplex<f64>, #sparse.csr<pos = i64, crd = i64>>)
