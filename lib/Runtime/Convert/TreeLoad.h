//===- TreeLoad.h - Entries of tensors stored as trees ----------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_RUNTIME_CONVERT_TREELOAD_H
#define SPINDLE_LIB_RUNTIME_CONVERT_TREELOAD_H

#include "Spindle/Runtime/Storage/Storage.h"
#include "Spindle/Runtime/Storage/StoragePlan.h"
#include "Spindle/Runtime/Support/Workers.h"

namespace spindle::runtime {

/// The elements of `storage` in storage order, where each level lies under the
/// one before and has a dimension of its own, and stores its coordinates (the
/// first may be dense instead), as in csf and coo. Nothing for other formats,
/// and where the storage breaks one of its laws. Error: memory that cannot be
/// had.
Expected<std::optional<CooTensor>>
loadTree(const StoragePlan &plan, const Storage &storage, Workers &workers);

} // namespace spindle::runtime

#endif // SPINDLE_LIB_RUNTIME_CONVERT_TREELOAD_H
