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

#include <optional>
#include <variant>

namespace spindle::axis {

/// For each entry of a list of axes, the indices of the entries that it lies
/// under: one per parent of its axis, in the order of `getParents`; -1 for a
/// site that is given apart.
using ParentLists = llvm::SmallVector<llvm::SmallVector<int64_t, 2>>;

/// The lists of an attribute: an array of arrays of i64.
ParentLists getParentLists(mlir::ArrayAttr attr);

/// The attribute that holds `parents`.
mlir::ArrayAttr
getParentListsAttr(mlir::MLIRContext *context,
                   llvm::ArrayRef<llvm::SmallVector<int64_t, 2>> parents);

/// The indices of the entries that entry `index` of `axes` lies under where the
/// text does not say: for each parent, the last first, the nearest before
/// `index` that names it and is not taken; -1 where there is none.
llvm::SmallVector<int64_t, 2> getDefaultParents(mlir::ValueRange axes,
                                                int64_t index);

/// What stands for one parent in the text of an entry: an index or a site.
using ParentText = std::variant<int64_t, mlir::OpAsmParser::UnresolvedOperand>;

/// One entry of a list in the text: `%J`, `%J of 0`, `%J under %r`, or with
/// several parents `%J of (0, %r)`.
struct AxisListEntry {
  mlir::OpAsmParser::UnresolvedOperand axis;
  /// What the text gives for the parents; none where it does not say.
  llvm::SmallVector<ParentText, 2> parents;
  bool saysParents = false;
};

/// Parses one entry; sites only with `mayLieUnderSites`.
mlir::ParseResult parseAxisListEntry(mlir::OpAsmParser &parser,
                                     AxisListEntry &entry,
                                     bool mayLieUnderSites);

/// Parses at least one entry, separated by commas.
mlir::ParseResult parseAxisList(mlir::OpAsmParser &parser,
                                llvm::SmallVectorImpl<AxisListEntry> &entries,
                                bool mayLieUnderSites);

/// Parses a list in parentheses, which may be empty, without sites.
mlir::ParseResult
parseAxisListInParens(mlir::OpAsmParser &parser,
                      llvm::SmallVectorImpl<AxisListEntry> &entries);

/// Prints entry `index` of the list of `op`, its parents only where they are
/// not the default or the axis comes later in the text than `op`, so that a
/// reader does not know the default. `sites` stand for the -1 among the entry's
/// parents.
void printAxisListEntry(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                        mlir::ValueRange axes, const ParentLists &parents,
                        int64_t index, mlir::ValueRange sites = {});

/// Prints a list without sites in parentheses.
void printAxisListInParens(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                           mlir::ValueRange axes, const ParentLists &parents);

/// The parents of resolved `axes`: what the entries say, else the default.
ParentLists getParents(llvm::ArrayRef<AxisListEntry> entries,
                       mlir::ValueRange axes);

/// The sites that the entries name, in their order.
llvm::SmallVector<mlir::OpAsmParser::UnresolvedOperand>
getSites(llvm::ArrayRef<AxisListEntry> entries);

/// Reports on `op`, under the number `rule`, where `parents` does not fit
/// `axes`: for each axis one index per parent, that of an earlier entry that
/// names the parent, and those of several parents under one another as the axis
/// says. With `sites`, -1 stands for the next of them, a site on the parent.
mlir::LogicalResult
verifyParents(mlir::Operation *op, mlir::ValueRange axes,
              const ParentLists &parents, llvm::StringRef rule,
              std::optional<mlir::ValueRange> sites = std::nullopt);

} // namespace spindle::axis

#endif // SPINDLE_DIALECT_AXIS_IR_AXISLIST_H
