// RUN: sparse-opt %s | FileCheck %s
// RUN: sparse-opt %s | sparse-opt | FileCheck %s

!dense = !axis.axis<dense_fixed>
!block = !axis.axis<dense_fixed, width = 4>
!row = !axis.axis<sparse_variable, pos = i64, sorted, unique>
!ragged = !axis.axis<dense_variable, pos = i64>
!ell = !axis.axis<sparse_fixed, width = 8, crd = i16, sorted, unique>
!permuted = !axis.axis<singleton, unique>

// CHECK: func.func private @dense(!axis.axis<dense_fixed>)
func.func private @dense(!dense)
// CHECK: func.func private @dense_of_static_width(!axis.axis<dense_fixed, width = 4>)
func.func private @dense_of_static_width(!block)
// CHECK: func.func private @dense_of_width_zero(!axis.axis<dense_fixed, width = 0>)
func.func private @dense_of_width_zero(!axis.axis<dense_fixed, width = 0>)
// CHECK: func.func private @dense_of_unknown_width(!axis.axis<dense_fixed>)
func.func private @dense_of_unknown_width(!axis.axis<dense_fixed, width = ?>)

// CHECK: func.func private @sparse_with_nothing_claimed(!axis.axis<sparse_variable>)
func.func private @sparse_with_nothing_claimed(!axis.axis<sparse_variable>)
// CHECK: func.func private @sparse_with_wide_positions(!axis.axis<sparse_variable, pos = i64, sorted, unique>)
func.func private @sparse_with_wide_positions(!row)
// CHECK: func.func private @default_types_are_left_out(!axis.axis<sparse_variable, sorted>)
func.func private @default_types_are_left_out(!axis.axis<sparse_variable, pos = i32, crd = i32, sorted>)
// CHECK: func.func private @words_in_any_order(!axis.axis<sparse_variable, pos = i64, crd = i8, sorted, unique>)
func.func private @words_in_any_order(!axis.axis<sparse_variable, unique, crd = i8, sorted, pos = i64>)
// CHECK: func.func private @unique_and_unsorted(!axis.axis<sparse_variable, crd = i16, unique>)
func.func private @unique_and_unsorted(!axis.axis<sparse_variable, crd = i16, unique>)
// CHECK: func.func private @all_wide(!axis.axis<sparse_variable, pos = i64, crd = i64>)
func.func private @all_wide(!axis.axis<sparse_variable, pos = i64, crd = i64>)

// CHECK: func.func private @ragged(!axis.axis<dense_variable, pos = i64>)
func.func private @ragged(!ragged)
// CHECK: func.func private @ragged_of_32_bits(!axis.axis<dense_variable>)
func.func private @ragged_of_32_bits(!axis.axis<dense_variable, pos = i32>)
// CHECK: func.func private @ell(!axis.axis<sparse_fixed, width = 8, crd = i16, sorted, unique>)
func.func private @ell(!ell)
// CHECK: func.func private @ell_of_unknown_width(!axis.axis<sparse_fixed>)
func.func private @ell_of_unknown_width(!axis.axis<sparse_fixed, width = ?>)
// CHECK: func.func private @permuted(!axis.axis<singleton, unique>)
func.func private @permuted(!permuted)
// CHECK: func.func private @singleton_of_16_bits(!axis.axis<singleton, crd = i16>)
func.func private @singleton_of_16_bits(!axis.axis<singleton, crd = i16>)
// CHECK: func.func private @product(!axis.axis<product, pos = i64>)
func.func private @product(!axis.axis<product, pos = i64>)
// CHECK: func.func private @occupancy(!axis.axis<occupancy>)
func.func private @occupancy(!axis.axis<occupancy>)

// CHECK: func.func private @site(!axis.site)
func.func private @site(!axis.site)
