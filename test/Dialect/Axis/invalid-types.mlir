// RUN: sparse-opt %s --split-input-file --verify-diagnostics

// expected-error @+1 {{(C1) expected no 'pos' on a dense_fixed axis}}
func.func private @c1_dense_with_positions(!axis.axis<dense_fixed, pos = i32>)

// -----

// expected-error @+1 {{(C1) expected no 'crd' on a dense_fixed axis}}
func.func private @c1_dense_with_coordinates(!axis.axis<dense_fixed, crd = i64>)

// -----

// expected-error @+1 {{(C1) expected no 'sorted' on a dense_fixed axis}}
func.func private @c1_dense_sorted(!axis.axis<dense_fixed, sorted>)

// -----

// expected-error @+1 {{(C1) expected no 'unique' on a dense_fixed axis}}
func.func private @c1_dense_unique(!axis.axis<dense_fixed, width = 4, unique>)

// -----

// expected-error @+1 {{(C2) expected no 'width' on a sparse_variable axis}}
func.func private @c2_sparse_with_width(!axis.axis<sparse_variable, width = 4>)

// -----

// expected-error @+1 {{(C2) expected no 'width' on a sparse_variable axis}}
func.func private @c2_sparse_with_unknown_width(!axis.axis<sparse_variable, width = ?>)

// -----

// expected-error @+1 {{(C3) expected 'pos' to be i32 or i64 but got 'i16'}}
func.func private @c3_narrow_positions(!axis.axis<sparse_variable, pos = i16>)

// -----

// expected-error @+1 {{(C3) expected 'pos' to be i32 or i64 but got 'f32'}}
func.func private @c3_float_positions(!axis.axis<sparse_variable, pos = f32>)

// -----

// expected-error @+1 {{(C3) expected 'pos' to be i32 or i64 but got 'si32'}}
func.func private @c3_signed_positions(!axis.axis<sparse_variable, pos = si32>)

// -----

// expected-error @+1 {{(C3) expected 'crd' to be i8, i16, i32 or i64 but got 'index'}}
func.func private @c3_index_coordinates(!axis.axis<sparse_variable, crd = index>)

// -----

// expected-error @+1 {{(C3) expected 'crd' to be i8, i16, i32 or i64 but got 'i24'}}
func.func private @c3_odd_coordinates(!axis.axis<sparse_variable, crd = i24>)

// -----

// expected-error @+1 {{(C4) expected 'width' to be at least 0 but got -1}}
func.func private @c4_negative_width(!axis.axis<dense_fixed, width = -1>)

// -----

// expected-error @+1 {{expected 'dense_fixed', 'dense_variable', 'sparse_fixed', 'sparse_variable', 'singleton', 'product' or 'occupancy' but got 'dense'}}
func.func private @unknown_kind(!axis.axis<dense>)

// -----

// expected-error @+1 {{expected 'width', 'pos', 'crd', 'sorted' or 'unique' but got 'ordered'}}
func.func private @unknown_word(!axis.axis<sparse_variable, ordered>)

// -----

// expected-error @+1 {{expected 'sorted' once}}
func.func private @sorted_twice(!axis.axis<sparse_variable, sorted, sorted>)

// -----

// expected-error @+1 {{expected 'unique' once}}
func.func private @unique_twice(!axis.axis<sparse_variable, unique, unique>)

// -----

// expected-error @+1 {{expected 'width' once}}
func.func private @width_twice(!axis.axis<dense_fixed, width = ?, width = 4>)

// -----

// expected-error @+1 {{expected 'pos' once}}
func.func private @positions_twice(!axis.axis<sparse_variable, pos = i32, pos = i32>)

// -----

// expected-error @+1 {{expected 'crd' once}}
func.func private @coordinates_twice(!axis.axis<sparse_variable, crd = i8, crd = i32>)

// -----

// expected-error @+1 {{expected '<'}}
func.func private @axis_without_parameters(!axis.axis)

// -----

// expected-error @+1 {{expected valid keyword}}
func.func private @axis_without_kind(!axis.axis<>)

// -----

// expected-error @+1 {{expected '>'}}
func.func private @axis_without_end(!axis.axis<dense_fixed sorted>)

// -----

// expected-error @+1 {{expected '='}}
func.func private @width_without_number(!axis.axis<dense_fixed, width>)

// -----

// expected-error @+1 {{expected integer value}}
func.func private @width_of_a_word(!axis.axis<dense_fixed, width = wide>)

// -----

// expected-error @+1 {{integer value too large}}
func.func private @width_too_large(!axis.axis<dense_fixed, width = 99999999999999999999>)

// -----

// expected-error @+1 {{expected non-function type}}
func.func private @positions_of_no_type(!axis.axis<sparse_variable, pos = 32>)

// -----

// expected-error @+1 {{(C1) expected no 'crd' on a dense_variable axis}}
func.func private @c1_ragged_with_coordinates(!axis.axis<dense_variable, crd = i32>)

// -----

// expected-error @+1 {{(C1) expected no 'pos' on a sparse_fixed axis}}
func.func private @c1_ell_with_positions(!axis.axis<sparse_fixed, pos = i32>)

// -----

// expected-error @+1 {{(C1) expected no 'sorted' on a singleton axis}}
func.func private @c1_sorted_singleton(!axis.axis<singleton, sorted>)

// -----

// expected-error @+1 {{(C1) expected no 'unique' on a product axis}}
func.func private @c1_unique_product(!axis.axis<product, unique>)

// -----

// expected-error @+1 {{(C1) expected no 'pos' on an occupancy axis}}
func.func private @c1_occupancy_with_positions(!axis.axis<occupancy, pos = i32>)

// -----

// expected-error @+1 {{(C2) expected no 'width' on a singleton axis}}
func.func private @c2_singleton_with_width(!axis.axis<singleton, width = 1>)

// -----

// expected-error @+1 {{(C4) expected 'width' to be at least 0 but got -2}}
func.func private @c4_negative_width_of_ell(!axis.axis<sparse_fixed, width = -2>)
