//===- Shrink.h - tensors with fewer coordinates ----------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_PLANS_SHRINK_H
#define SPINDLE_LIB_PLANS_SHRINK_H

#include "DimClasses.h"
#include "Spindle/Plans/RemovePruned.h"

namespace spindle::plans {

/// The coordinates that are left of each class of dimensions.
struct Kept {
  explicit Kept(DimClasses classes) : classes(std::move(classes)) {}

  const MaskSizes &get(DimClasses::Node node) const {
    return coordinates[classes.find(node)];
  }
  bool isAll(DimClasses::Node node) const {
    return int64_t(get(node).size()) == classes.getSize(node);
  }

  DimClasses classes;
  /// Those of a class at the node that stands for it.
  std::vector<MaskSizes> coordinates;
};

/// Makes the tensors of `function` as small as `kept` says.
RemovedCounts shrink(mlir::func::FuncOp function, const Kept &kept);

} // namespace spindle::plans

#endif // SPINDLE_LIB_PLANS_SHRINK_H
