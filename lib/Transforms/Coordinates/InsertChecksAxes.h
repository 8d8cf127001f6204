//===- InsertChecksAxes.h - checks of the structure of axes -----*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_TRANSFORMS_COORDINATES_INSERTCHECKSAXES_H
#define SPINDLE_LIB_TRANSFORMS_COORDINATES_INSERTCHECKSAXES_H

#include "InsertChecksCalls.h"
#include "Spindle/Dialect/Axis/IR/Layout.h"
#include "Spindle/Runtime/Check/Checks.h"

namespace spindle::sparse {

/// The first coordinate of `axis`, which an axis operation makes: an index
/// value or attribute.
mlir::OpFoldResult getFirstCoordinate(mlir::Value axis);

/// Has the axes of one function described to the runtime and checked. Parents
/// come before their children.
class AxisChecks {
public:
  explicit AxisChecks(CheckCalls &calls) : calls(calls) {}

  /// Has the axis that `constructor` makes checked after it, and its arrays
  /// compared after the last use of it. Returns the number of arrays.
  unsigned check(mlir::Operation *constructor);

private:
  /// Calls `spindle_check_<name>` for the axis at hand.
  void describe(llvm::StringRef name,
                std::initializer_list<mlir::OpFoldResult> args);
  void describeFibres(mlir::Operation *constructor);
  void describeFixed(mlir::Value width);
  void describeCut(mlir::Value size);
  void describeSkew(mlir::Value size);
  void describeCount(mlir::Value count);
  void describeParents(mlir::Operation *constructor);
  /// Describes a list of which the axis has the cells, without the axis itself,
  /// and its `parents`' entries.
  void describeList(const axis::Layout &layout,
                    llvm::ArrayRef<int64_t> parents);
  unsigned describeArrays(mlir::Operation *constructor);
  /// Describes an array, if there is one. `layout` says what its dimensions
  /// stand for; an array without has one of starts.
  unsigned describeArray(runtime::CheckedRole role, mlir::Value array,
                         mlir::FailureOr<axis::Layout> layout = {
                             mlir::failure()});
  /// Has the arrays compared after the last use, and reports where they are
  /// freed before.
  void checkAfter(mlir::Operation *constructor);
  void checkDeallocs(mlir::Operation *constructor, mlir::Operation *last);
  mlir::OpFoldResult number(int64_t value) {
    return builder->getIndexAttr(value);
  }

  CheckCalls &calls;
  /// What the runtime knows each axis by.
  llvm::DenseMap<mlir::Value, mlir::Value> handles;
  // The axis at hand.
  std::optional<mlir::OpBuilder> builder;
  mlir::Value axis;
  mlir::Value handle;
};

} // namespace spindle::sparse

#endif // SPINDLE_LIB_TRANSFORMS_COORDINATES_INSERTCHECKSAXES_H
