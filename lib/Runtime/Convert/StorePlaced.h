//===- StorePlaced.h - Two ways into a format -------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_RUNTIME_CONVERT_STOREPLACED_H
#define SPINDLE_LIB_RUNTIME_CONVERT_STOREPLACED_H

#include "Fibres.h"
#include "Progress.h"

#include "Spindle/Runtime/Convert/Store.h"
#include "Spindle/Runtime/Storage/StoragePlan.h"

namespace spindle::runtime {

/// `store` and `measureStorage` by sorting all elements: for any tensor and any
/// format.
Expected<Storage> storeSorted(const CooTensor &tensor, const Format &format,
                              const StoreOptions &options);
Expected<StorageSize> measureSorted(const CooTensor &tensor,
                                    const Format &format, int64_t threads = 0);

/// The dimension by which a matrix is best gone over to be placed in the format
/// of `plan` (Placement.h): of those that will do, `likely` if it is one. -1
/// where none will.
int64_t chooseLead(const StoragePlan &plan, int64_t likely);

/// `store` of a matrix by placing its elements, which `entries` entries of the
/// operand gave. Tells `progress` what is done of three times as many. Nothing
/// where that is declined.
Expected<std::optional<Storage>> storePlaced(const StoragePlan &plan,
                                             Fibres fibres, int64_t entries,
                                             Array *addresses, Workers &workers,
                                             Progress &progress);

/// `measureStorage`, likewise.
Expected<std::optional<StorageSize>>
measurePlaced(const StoragePlan &plan, Fibres fibres, Workers &workers);

} // namespace spindle::runtime

#endif // SPINDLE_LIB_RUNTIME_CONVERT_STOREPLACED_H
