//===- DirectConversion.h - From CSR by one kernel --------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The conversions that programs ask for most often, from the arrays of a matrix
// that is by rows, or by columns, already. Placing (Placement.h) finds for any
// format where elements go, and keeps that in lists; here it is known from the
// format, and a few passes over the arrays of the operand write those of the
// result. The bytes are the same: that is how these kernels are tested. What a
// kernel is not made for it leaves to placing, broken arrays too.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_RUNTIME_CONVERT_DIRECTCONVERSION_H
#define SPINDLE_LIB_RUNTIME_CONVERT_DIRECTCONVERSION_H

#include "DirectRows.h"

#include "Spindle/Runtime/Convert/Composite.h"

namespace spindle::runtime {

/// The elements of `rows` in `plan.format`; nothing where no kernel is made for
/// that. Error: memory that cannot be had.
Expected<std::optional<Storage>>
convertRows(const RowArrays &rows, const StoragePlan &plan, Workers &workers);

/// The elements of `rows` in the parts of `format`, as `convertRows` gives them
/// in levels.
Expected<std::optional<std::vector<Storage>>>
convertRowsToParts(const RowArrays &rows, const Composite &format,
                   Workers &workers);

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

/// Rows for columns: CSC of CSR, and CSR of CSC, by one worker: several would
/// write the same lines of a small result. Large ones are left to placing,
/// unless there is one worker.
Expected<std::optional<Storage>>
transposeRows(const RowArrays &rows, const StoragePlan &plan, Workers &workers);

/// Rows sorted by length in windows, in slices: SELL-C-sigma.
Expected<std::optional<Storage>>
sliceRows(const RowArrays &rows, const StoragePlan &plan, Workers &workers);

/// Blocks of rows and columns: BSR.
Expected<std::optional<Storage>>
blockRows(const RowArrays &rows, const StoragePlan &plan, Workers &workers);

/// Rows by length, in sections of the columns or in all: SparseTIR's hyb.
Expected<std::optional<std::vector<Storage>>>
bucketRows(const RowArrays &rows, const Composite &format, Workers &workers);

/// Sections of the columns, each by rows.
Expected<std::optional<std::vector<Storage>>>
sectionRows(const RowArrays &rows, const Composite &format, Workers &workers);

} // namespace spindle::runtime

#endif // SPINDLE_LIB_RUNTIME_CONVERT_DIRECTCONVERSION_H
