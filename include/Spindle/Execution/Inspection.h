//===- Inspection.h - what a kernel's inspectors find -----------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_EXECUTION_INSPECTION_H
#define SPINDLE_EXECUTION_INSPECTION_H

#include "Spindle/Execution/Arguments.h"
#include "Spindle/Runtime/Support/Array.h"

#include <string>
#include <vector>

namespace spindle::execution {

/// Integers that a kernel is given beside its operands, of one dimension.
struct FoundArray {
  std::string name;
  /// How many bytes each has: 4 or 8.
  int64_t bytes = 0;
};

/// What inspectors found in the structures of a kernel's operands: for each
/// FoundArray of the kernel the array. Nothing writes it afterwards: any number
/// of calls with these structures may use it, at once too.
using Inspection = std::vector<runtime::Array>;

/// An inspection of the caller's, array by array.
using InspectionView = llvm::ArrayRef<MemoryView>;

/// Views of what is found.
llvm::SmallVector<MemoryView> viewInspection(const Inspection &found);

} // namespace spindle::execution

#endif // SPINDLE_EXECUTION_INSPECTION_H
