//===- SortEntries.h - Entries in the order of coordinates ------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_RUNTIME_CONVERT_SORTENTRIES_H
#define SPINDLE_RUNTIME_CONVERT_SORTENTRIES_H

#include "Spindle/Runtime/Storage/CooTensor.h"

namespace spindle::runtime {

class Workers;

/// The tensor with its entries in the order of their coordinates, the first
/// dimension first, and those of one cell summed in input order; explicit
/// zeros stay. Errors: those of `validate`, and memory that cannot be had.
Expected<CooTensor> sortEntries(const CooTensor &tensor);

/// The same by `workers`, where a tensor that is sorted already shares its
/// memory with the result. Where `elements` is not null it gets the number of
/// each entry's element: i64, shape {entries}.
Expected<CooTensor> sortEntries(const CooTensor &tensor, Array *elements,
                                Workers &workers);

} // namespace spindle::runtime

#endif // SPINDLE_RUNTIME_CONVERT_SORTENTRIES_H
