//===- AxisList.h - lists of axes, parents first ----------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Buffers and nests are on lists of axes. Which entry an axis with a parent
// lies under is recorded by the entry's index, so that CSE, which may merge two
// axes of a list into one, never changes what a program means.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_DIALECT_AXIS_IR_AXISLIST_H
#define SPINDLE_DIALECT_AXIS_IR_AXISLIST_H

#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/ValueRange.h"

namespace spindle::axis {

/// The index of the entry that entry `index` of `axes` lies under where the
/// text does not say: the nearest before it that names its parent; -1 for a
/// root and where there is none.
int64_t getDefaultParent(mlir::ValueRange axes, int64_t index);

/// One entry of a list in the text: `%J`, `%J of 0` or `%J under %r`.
struct AxisListEntry {
  mlir::OpAsmParser::UnresolvedOperand axis;
  /// The site after `under`.
  std::optional<mlir::OpAsmParser::UnresolvedOperand> under;
  /// The index after `of`.
  std::optional<int64_t> parent;
};

/// Parses at least one entry, separated by commas; `under` only with
/// `mayLieUnderSites`.
mlir::ParseResult parseAxisList(mlir::OpAsmParser &parser,
                                llvm::SmallVectorImpl<AxisListEntry> &entries,
                                bool mayLieUnderSites);

/// Prints entry `index` of the list of `op`, its parent's index only where it
/// is not the default or the axis comes later in the text than `op`, so that a
/// reader does not know the default.
void printAxisListEntry(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                        mlir::ValueRange axes, llvm::ArrayRef<int64_t> parents,
                        int64_t index);

/// The parents of resolved `axes`: what the entries say, else the default.
llvm::SmallVector<int64_t> getParents(llvm::ArrayRef<AxisListEntry> entries,
                                      mlir::ValueRange axes);

/// Reports on `op`, under the number `rule`, where `parents` does not fit
/// `axes`: one index per axis, -1 for a root, else that of an earlier entry
/// that names the axis' parent. With `mayLieUnderSites`, -1 is allowed for an
/// axis with a parent.
mlir::LogicalResult verifyParents(mlir::Operation *op, mlir::ValueRange axes,
                                  llvm::ArrayRef<int64_t> parents,
                                  llvm::StringRef rule, bool mayLieUnderSites);

} // namespace spindle::axis

#endif // SPINDLE_DIALECT_AXIS_IR_AXISLIST_H
