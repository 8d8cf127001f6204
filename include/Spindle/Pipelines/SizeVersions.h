//===- SizeVersions.h - kernels for certain sizes ---------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// A loop over few columns is fast where their number is known, and a program
// may be called with several numbers. Beside the function for all sizes there
// are then versions of it for some, each lowered by itself and by a schedule of
// its own. They meet as plain loops: the program's function looks at the sizes
// that it is called with and calls one of them.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_PIPELINES_SIZEVERSIONS_H
#define SPINDLE_PIPELINES_SIZEVERSIONS_H

#include "Spindle/Pipelines/Pipelines.h"

#include <utility>

namespace spindle {

/// Sizes of dimensions, by their names in `sparse.dims`.
using NamedSizes = llvm::SmallVector<std::pair<std::string, int64_t>>;

/// A function for certain sizes alone.
struct SizeVersion {
  /// The dimensions, at least one, and their sizes.
  NamedSizes sizes;
  /// The schedule that it goes through its stages by; null for none.
  std::shared_ptr<const Schedule> schedule;
};

/// The sizes as text: "K = 32, D = 8".
std::string describeSizes(const NamedSizes &sizes);

/// Lowers `module`, which is in the stage `tensors`, to `stop`: to plain loops
/// or further. Its function `entry` calls that of the first of `versions` whose
/// sizes are those that it is called with, and the one for all sizes where
/// there is none; without versions it is that one. What refuses is reported,
/// and leaves the module on its way.
mlir::LogicalResult lowerWithVersions(mlir::ModuleOp module,
                                      llvm::StringRef entry,
                                      llvm::ArrayRef<SizeVersion> versions,
                                      StopAt stop,
                                      const LoweringChoices &choices);

} // namespace spindle

#endif // SPINDLE_PIPELINES_SIZEVERSIONS_H
