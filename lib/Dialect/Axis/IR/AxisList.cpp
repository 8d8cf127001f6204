//===- AxisList.cpp - lists of axes, parents first ------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Dialect/Axis/IR/AxisList.h"

#include "Spindle/Dialect/Axis/IR/Axis.h"

using namespace mlir;
using namespace spindle::axis;

int64_t spindle::axis::getDefaultParent(ValueRange axes, int64_t index) {
  Value parent = getParent(axes[index]);
  if (!parent)
    return -1;
  for (int64_t before = index - 1; before >= 0; --before)
    if (axes[before] == parent)
      return before;
  return -1;
}

ParseResult
spindle::axis::parseAxisList(OpAsmParser &parser,
                             SmallVectorImpl<AxisListEntry> &entries,
                             bool mayLieUnderSites) {
  return parser.parseCommaSeparatedList([&]() -> ParseResult {
    AxisListEntry &entry = entries.emplace_back();
    if (parser.parseOperand(entry.axis))
      return failure();
    if (mayLieUnderSites && succeeded(parser.parseOptionalKeyword("under")))
      return parser.parseOperand(entry.under.emplace());
    if (succeeded(parser.parseOptionalKeyword("of")))
      return parser.parseInteger(entry.parent.emplace());
    return success();
  });
}

/// Whether `value`, which dominates `op`, comes before it in the text: blocks
/// need not be written in the order of dominance.
static bool isWrittenBefore(Value value, Operation *op) {
  Block *block = value.getParentBlock();
  return block->isEntryBlock() || block->findAncestorOpInBlock(*op);
}

void spindle::axis::printAxisListEntry(OpAsmPrinter &printer, Operation *op,
                                       ValueRange axes,
                                       ArrayRef<int64_t> parents,
                                       int64_t index) {
  printer << axes[index];
  bool isDefault = parents[index] == getDefaultParent(axes, index) &&
                   isWrittenBefore(axes[index], op);
  if (parents[index] >= 0 && !isDefault)
    printer << " of " << parents[index];
}

SmallVector<int64_t> spindle::axis::getParents(ArrayRef<AxisListEntry> entries,
                                               ValueRange axes) {
  SmallVector<int64_t> parents;
  for (auto [index, entry] : llvm::enumerate(entries)) {
    if (entry.under)
      parents.push_back(-1);
    else
      parents.push_back(entry.parent.value_or(getDefaultParent(axes, index)));
  }
  return parents;
}

/// What is wrong with entry `index`; empty where nothing is.
static StringRef getParentFault(ValueRange axes, ArrayRef<int64_t> parents,
                                int64_t index, bool mayLieUnderSites) {
  Value parent = getParent(axes[index]);
  int64_t entry = parents[index];
  if (!parent)
    return entry == -1 ? "" : "a root to lie under no entry";
  if (entry == -1)
    return mayLieUnderSites ? "" : "an earlier entry to name its parent";
  if (entry < 0 || entry >= index || axes[entry] != parent)
    return "the entry that it lies under to name its parent";
  return "";
}

LogicalResult spindle::axis::verifyParents(Operation *op, ValueRange axes,
                                           ArrayRef<int64_t> parents,
                                           StringRef rule,
                                           bool mayLieUnderSites) {
  if (parents.size() != axes.size())
    return op->emitOpError(rule)
           << " expected a parent's index per axis, " << axes.size()
           << ", but got " << parents.size();
  for (int64_t index = 0, end = axes.size(); index < end; ++index) {
    StringRef fault = getParentFault(axes, parents, index, mayLieUnderSites);
    if (fault.empty())
      continue;
    InFlightDiagnostic diag = op->emitOpError(rule)
                              << " axis " << index << ": expected " << fault
                              << " but got entry " << parents[index];
    diag.attachNote(axes[index].getLoc()) << "the axis is made here";
    return diag;
  }
  return success();
}
