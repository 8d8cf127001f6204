//===- SortedCopy.h - Elements in order -------------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_RUNTIME_SORTEDCOPY_H
#define SPINDLE_LIB_RUNTIME_SORTEDCOPY_H

#include "Workers.h"

#include "Spindle/Runtime/CooTensor.h"

namespace spindle::runtime {

/// `sortEntries`, where a tensor that is sorted already shares its memory with
/// the result. Where `elements` is not null it gets the number of each entry's
/// element: i64, shape {entries}.
Expected<CooTensor> sortEntries(const CooTensor &tensor, Array *elements,
                                Workers &workers);

} // namespace spindle::runtime

#endif // SPINDLE_LIB_RUNTIME_SORTEDCOPY_H
