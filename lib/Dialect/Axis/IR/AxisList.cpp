//===- AxisList.cpp - lists of axes, parents first ------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Dialect/Axis/IR/AxisList.h"

#include "Spindle/Dialect/Axis/IR/Axis.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace spindle::axis;

//===----------------------------------------------------------------------===//
// Lists of parents
//===----------------------------------------------------------------------===//

ParentLists spindle::axis::getParentLists(ArrayAttr attr) {
  ParentLists lists;
  for (auto list : attr.getAsRange<DenseI64ArrayAttr>())
    lists.emplace_back(list.asArrayRef());
  return lists;
}

ArrayAttr
spindle::axis::getParentListsAttr(MLIRContext *context,
                                  ArrayRef<SmallVector<int64_t, 2>> parents) {
  Builder builder(context);
  SmallVector<Attribute> lists;
  for (ArrayRef<int64_t> list : parents)
    lists.push_back(builder.getDenseI64ArrayAttr(list));
  return builder.getArrayAttr(lists);
}

SmallVector<int64_t, 2> spindle::axis::getDefaultParents(ValueRange axes,
                                                         int64_t index) {
  SmallVector<Value> parents = getParents(axes[index]);
  SmallVector<int64_t, 2> found(parents.size(), -1);
  for (int64_t number = int64_t(parents.size()) - 1; number >= 0; --number)
    for (int64_t before = index - 1; before >= 0 && found[number] < 0; --before)
      if (axes[before] == parents[number] && !llvm::is_contained(found, before))
        found[number] = before;
  return found;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// Parses an index or, with `mayLieUnderSites`, a site.
static ParseResult parseParent(OpAsmParser &parser, AxisListEntry &entry,
                               bool mayLieUnderSites) {
  OpAsmParser::UnresolvedOperand site;
  if (mayLieUnderSites) {
    OptionalParseResult parsed = parser.parseOptionalOperand(site);
    if (parsed.has_value()) {
      entry.parents.push_back(site);
      return *parsed;
    }
  }
  int64_t index;
  if (parser.parseInteger(index))
    return failure();
  entry.parents.push_back(index);
  return success();
}

ParseResult spindle::axis::parseAxisListEntry(OpAsmParser &parser,
                                              AxisListEntry &entry,
                                              bool mayLieUnderSites) {
  if (parser.parseOperand(entry.axis))
    return failure();
  if (mayLieUnderSites && succeeded(parser.parseOptionalKeyword("under"))) {
    OpAsmParser::UnresolvedOperand site;
    entry.saysParents = true;
    if (parser.parseOperand(site))
      return failure();
    entry.parents.push_back(site);
    return success();
  }
  if (failed(parser.parseOptionalKeyword("of")))
    return success();
  entry.saysParents = true;
  if (failed(parser.parseOptionalLParen()))
    return parseParent(parser, entry, /*mayLieUnderSites=*/false);
  auto parse = [&] { return parseParent(parser, entry, mayLieUnderSites); };
  return failure(parser.parseCommaSeparatedList(parse) || parser.parseRParen());
}

ParseResult
spindle::axis::parseAxisList(OpAsmParser &parser,
                             SmallVectorImpl<AxisListEntry> &entries,
                             bool mayLieUnderSites) {
  return parser.parseCommaSeparatedList([&] {
    return parseAxisListEntry(parser, entries.emplace_back(), mayLieUnderSites);
  });
}

ParseResult
spindle::axis::parseAxisListInParens(OpAsmParser &parser,
                                     SmallVectorImpl<AxisListEntry> &entries) {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, [&] {
    return parseAxisListEntry(parser, entries.emplace_back(),
                              /*mayLieUnderSites=*/false);
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
                                       const ParentLists &parents,
                                       int64_t index, ValueRange sites) {
  printer << axes[index];
  ArrayRef<int64_t> list = parents[index];
  bool isDefault = list == ArrayRef<int64_t>(getDefaultParents(axes, index)) &&
                   isWrittenBefore(axes[index], op);
  if (list.empty() || (isDefault && sites.empty()))
    return;
  if (list.size() == 1 && !sites.empty()) {
    printer << " under " << sites.front();
    return;
  }
  auto next = sites.begin();
  auto printParent = [&](int64_t parent) {
    if (parent < 0 && next != sites.end())
      printer << *next++;
    else
      printer << parent;
  };
  printer << " of " << (list.size() > 1 ? "(" : "");
  llvm::interleaveComma(list, printer, printParent);
  printer << (list.size() > 1 ? ")" : "");
}

void spindle::axis::printAxisListInParens(OpAsmPrinter &printer, Operation *op,
                                          ValueRange axes,
                                          const ParentLists &parents) {
  printer << "(";
  llvm::interleaveComma(llvm::seq<int64_t>(0, axes.size()), printer,
                        [&](int64_t index) {
                          printAxisListEntry(printer, op, axes, parents, index);
                        });
  printer << ")";
}

ParentLists spindle::axis::getParents(ArrayRef<AxisListEntry> entries,
                                      ValueRange axes) {
  ParentLists lists;
  for (auto [index, entry] : llvm::enumerate(entries)) {
    SmallVector<int64_t, 2> &list = lists.emplace_back();
    if (!entry.saysParents)
      list = getDefaultParents(axes, index);
    for (const ParentText &parent : entry.parents)
      list.push_back(std::holds_alternative<int64_t>(parent)
                         ? std::get<int64_t>(parent)
                         : -1);
  }
  return lists;
}

SmallVector<OpAsmParser::UnresolvedOperand>
spindle::axis::getSites(ArrayRef<AxisListEntry> entries) {
  SmallVector<OpAsmParser::UnresolvedOperand> sites;
  for (const AxisListEntry &entry : entries)
    for (const ParentText &parent : entry.parents)
      if (const auto *site =
              std::get_if<OpAsmParser::UnresolvedOperand>(&parent))
        sites.push_back(*site);
  return sites;
}

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

namespace {
/// A list of axes while its parents are verified.
struct ListVerifier {
  ValueRange axes;
  const ParentLists &parents;
  /// For each entry, the sites that stand for its parents; null where an entry
  /// does.
  SmallVector<SmallVector<Value, 2>> sites;

  /// What is wrong with parent `number` of entry `index`, which is to be
  /// `parent`; empty where nothing is.
  StringRef getParentFault(int64_t index, int64_t number, Value parent) const;
  /// Whether parent `number` of `index` lies under parent `link` of it.
  bool liesUnder(int64_t index, int64_t number, int64_t link) const;
};
} // namespace

StringRef ListVerifier::getParentFault(int64_t index, int64_t number,
                                       Value parent) const {
  if (Value site = sites[index][number])
    return getSiteAxis(site) == parent ? "" : "a site on its parent";
  int64_t entry = parents[index][number];
  if (entry == -1)
    return "an earlier entry to name its parent";
  if (entry < 0 || entry >= index || axes[entry] != parent)
    return "the entry that it lies under to name its parent";
  return "";
}

bool ListVerifier::liesUnder(int64_t index, int64_t number,
                             int64_t link) const {
  Value site = sites[index][number], above = sites[index][link];
  if (site)
    return above && llvm::is_contained(getSiteParents(site), above);
  int64_t entry = parents[index][number];
  if (above)
    return llvm::is_contained(sites[entry], above);
  return llvm::is_contained(parents[entry], parents[index][link]);
}

/// Gives each -1 of `parents` its site; fails where there are more or fewer.
static LogicalResult giveSites(ListVerifier &list,
                               std::optional<ValueRange> sites) {
  size_t next = 0, count = sites ? sites->size() : 0;
  for (const auto &entry : list.parents) {
    SmallVector<Value, 2> &own = list.sites.emplace_back(entry.size());
    for (auto [number, parent] : llvm::enumerate(entry))
      if (parent == -1 && next < count)
        own[number] = (*sites)[next++];
  }
  return success(next == count);
}

/// Reports entry `index` where it is at fault.
static LogicalResult verifyEntry(Operation *op, const ListVerifier &list,
                                 int64_t index, StringRef rule) {
  SmallVector<Value> parents = getParents(list.axes[index]);
  auto report = [&](StringRef fault) {
    InFlightDiagnostic diag = op->emitOpError(rule)
                              << " axis " << index << ": expected " << fault;
    diag.attachNote(list.axes[index].getLoc()) << "the axis is made here";
    return diag;
  };
  if (parents.empty() && !list.parents[index].empty())
    return report("a root to lie under no entry")
           << " but got entry " << list.parents[index].front();
  if (parents.size() != list.parents[index].size()) {
    bool hasLinks = llvm::any_of(getParentLinks(list.axes[index]),
                                 [](int64_t link) { return link >= 0; });
    return report("an entry for each of its parents, ")
           << parents.size()
           << (hasLinks ? ", the one that others lie under first" : "")
           << ", but got " << list.parents[index].size();
  }
  for (auto [number, parent] : llvm::enumerate(parents)) {
    StringRef fault = list.getParentFault(index, number, parent);
    if (!fault.empty() && list.sites[index][number])
      return report(fault) << " but got a site on another axis";
    if (!fault.empty())
      return report(fault) << " but got entry " << list.parents[index][number];
  }
  for (auto [number, link] : llvm::enumerate(getParentLinks(list.axes[index])))
    if (link >= 0 && !list.liesUnder(index, number, link))
      return report("its parent ")
             << number << " to lie under the same position as its parent "
             << link;
  return success();
}

LogicalResult spindle::axis::verifyParents(Operation *op, ValueRange axes,
                                           const ParentLists &parents,
                                           StringRef rule,
                                           std::optional<ValueRange> sites) {
  if (parents.size() != axes.size())
    return op->emitOpError(rule)
           << " expected the parents of each axis, " << axes.size()
           << " lists, but got " << parents.size();
  ListVerifier list{axes, parents, {}};
  if (failed(giveSites(list, sites)))
    return op->emitOpError(rule)
           << " expected as many sites as entries that lie under one, but got "
           << sites->size() << " sites";
  for (int64_t index = 0, end = axes.size(); index < end; ++index)
    if (failed(verifyEntry(op, list, index, rule)))
      return failure();
  return success();
}
