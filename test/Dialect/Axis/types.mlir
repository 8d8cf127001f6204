// RUN: sparse-opt %s | FileCheck %s
// RUN: sparse-opt %s | sparse-opt | FileCheck %s

!dense = !axis.axis<dense_fixed>
!block = !axis.axis<dense_fixed, width = 4>
!row = !axis.axis<sparse_variable, pos = i64, sorted, unique>

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

// CHECK: func.func private @site(!axis.site)
func.func private @site(!axis.site)
