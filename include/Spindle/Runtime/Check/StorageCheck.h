//===- StorageCheck.h - Checks of storages ----------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_RUNTIME_CHECK_STORAGECHECK_H
#define SPINDLE_RUNTIME_CHECK_STORAGECHECK_H

#include "Spindle/Runtime/Storage/Storage.h"

namespace spindle::runtime {

struct StoragePlan;
struct StorageSizes;

/// Checks the arrays' types and shapes and the laws L1 to L5. Error: the first
/// violation.
std::optional<Error> validate(const Storage &storage, const Format &format);

/// Checks the arrays' types and shapes alone, which takes no longer for larger
/// tensors: of positions the first and the last are read. Error: as above.
std::optional<Error> validateShapes(const Storage &storage,
                                    const Format &format);

/// The same, and finds the sizes.
std::optional<Error> checkShapes(const StoragePlan &plan,
                                 const Storage &storage, StorageSizes &sizes);

/// Checks all laws of a storage and finds its sizes. Error: the first
/// violation.
std::optional<Error> checkStorage(const StoragePlan &plan,
                                  const Storage &storage, StorageSizes &sizes);

/// Checks the types and shapes of the arrays, the positions, the lengths, and
/// that coordinates are in the extents of their levels (L1, L2, L4), and finds
/// the sizes.
std::optional<Error> checkArrays(const StoragePlan &plan,
                                 const Storage &storage, StorageSizes &sizes);

/// Checks the coordinates of each fibre, in arrays that `checkArrays` found
/// good, and that padding holds nothing (L2, L3, L5).
std::optional<Error> checkFibres(const StoragePlan &plan,
                                 const Storage &storage,
                                 const StorageSizes &sizes);

/// Whether the values may have cells that are no elements: their storage has a
/// dimension of one width for all fibres.
bool mayLackCells(const StoragePlan &plan);

} // namespace spindle::runtime

#endif // SPINDLE_RUNTIME_CHECK_STORAGECHECK_H
