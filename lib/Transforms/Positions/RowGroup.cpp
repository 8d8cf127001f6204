//===- RowGroup.cpp - nests that may share ranges of rows -----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowGroup.h"

#include "Spindle/Analysis/IndexText.h"
#include "Spindle/Analysis/ParallelLoops.h"
#include "Spindle/Analysis/PlainLoops.h"
#include "Spindle/Dialect/Axis/IR/Axis.h"
#include "Spindle/Transforms/Positions/FuseFills.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::iter;

/// Whether `op` may come before the nests that it stands between.
static bool isHarmless(Operation *op) {
  return isa_and_nonnull<axis::AxisDialect>(op->getDialect()) ||
         isMemoryEffectFree(op);
}

/// Checks that `nest` follows the nests of the group, with nothing between that
/// they could notice.
std::string RowGroup::checkSurroundings(scf::ForOp nest) const {
  if (std::string reason = checkNothingCarried(nest); !reason.empty())
    return reason;
  if (nests.empty())
    return "";
  scf::ForOp last = nests.back().nest;
  if (last->getBlock() != nest->getBlock() || !last->isBeforeInBlock(nest))
    return "it does not follow the others in their block";
  for (Operation *op = last->getNextNode(); op != nest; op = op->getNextNode())
    if (!isHarmless(op))
      return ("before it stands '" + op->getName().getStringRef() +
              "', whose effects may be on what the nests use")
          .str();
  return "";
}

/// The rows that all of `accesses` are of by their index `dim`; none where they
/// are of none, or of several.
static std::optional<NestRows>
findCommonRows(scf::ForOp nest, ArrayRef<MemoryAccess> accesses, size_t dim) {
  if (dim >= accesses.front().indices.size())
    return std::nullopt;
  auto rows = findNestRows(nest, accesses.front().indices[dim]);
  bool isCommon =
      rows && llvm::all_of(accesses, [&](const MemoryAccess &access) {
        auto own = dim < access.indices.size()
                       ? findNestRows(nest, access.indices[dim])
                       : std::nullopt;
        return own && *own == *rows;
      });
  return isCommon ? rows : std::nullopt;
}

/// What the nest does to `root` that no row tells.
std::string RowGroup::describe(const Candidate &next, Value root) const {
  const MemoryAccess &access = next.memory.getAccesses(root).front();
  return ("it " + getVerb(access) + " " + getMemoryName(root) + " at " +
          getIndexText(access.indices))
      .str();
}

/// Finds the rows of a nest: those of memory that the group has by rows; else
/// of the first memory that the nest writes by some; else its own iterations.
std::string RowGroup::chooseRows(Candidate &next) const {
  for (const auto &[root, accesses] : next.memory.getMemories())
    if (auto known = dims.find(root); known != dims.end()) {
      next.rows = findCommonRows(next.nest, accesses, known->second);
      return next.rows ? ""
                       : describe(next, root) +
                             ", which the order of no loop goes through";
    }
  for (const auto &[root, accesses] : next.memory.getMemories())
    for (size_t dim = 0; dim < accesses.front().indices.size(); ++dim)
      if (!next.rows && (next.memory.writes(root) || all.writes(root)))
        next.rows = findCommonRows(next.nest, accesses, dim);
  if (!next.rows)
    next.rows = getOwnRows(next.nest);
  return next.rows ? "" : "no loop of it goes through rows in their order";
}

/// Whether all accesses to `root`, those of the group too, are by rows in
/// dimension `dim`.
bool RowGroup::isByRows(const Candidate &next, Value root, size_t dim) const {
  auto areOf = [&](ArrayRef<MemoryAccess> accesses, const NestRows &rows) {
    return accesses.empty() || findCommonRows(rows.nest, accesses, dim) == rows;
  };
  for (auto [rows, memory] : llvm::zip_equal(nests, memories))
    if (!areOf(memory.getAccesses(root), rows))
      return false;
  return areOf(next.memory.getAccesses(root), *next.rows);
}

/// Checks what the nest does to `root`; `together` is what the group does with
/// it.
std::string RowGroup::checkMemory(const Candidate &next, Value root,
                                  const BodyMemory &together) {
  if (!together.writes(root))
    return "";
  std::string text = describe(next, root);
  if (ofOne.contains(root))
    return text + ", which a nest before it does not use by rows";
  size_t rank = next.memory.getAccesses(root).front().indices.size();
  for (size_t dim = 0; dim < rank; ++dim)
    if (isByRows(next, root, dim)) {
      auto known = dims.try_emplace(root, dim).first;
      if (known->second == dim)
        return "";
    }
  if (!all.getAccesses(root).empty() || !next.rows->isOutermost())
    return text + ", which is not told by the rows of the nests";
  std::string reason = checkParallel(next.nest);
  if (reason.empty())
    ofOne.insert(root);
  return reason;
}

std::string RowGroup::add(scf::ForOp nest) {
  Candidate next{nest, std::nullopt, {}};
  std::string reason = checkSurroundings(nest);
  if (reason.empty())
    reason = next.memory.add(nest);
  if (reason.empty())
    reason = chooseRows(next);
  if (!reason.empty())
    return reason;
  BodyMemory together = all;
  (void)together.add(nest);
  RowGroup before = *this;
  for (const auto &[root, accesses] : together.getMemories()) {
    if (together.writes(root))
      reason = together.checkElements(root, distinct);
    if (reason.empty() && !next.memory.getAccesses(root).empty())
      reason = checkMemory(next, root, together);
    if (reason.empty())
      continue;
    dims = before.dims;
    ofOne = before.ofOne;
    return reason;
  }
  all = together;
  nests.push_back(*next.rows);
  memories.push_back(std::move(next.memory));
  return "";
}

bool RowGroup::isWorthwhile() const {
  for (const auto &[root, accesses] : all.getMemories()) {
    (void)accesses;
    int64_t writers = 0;
    for (auto [rows, memory] : llvm::zip_equal(nests, memories))
      writers += memory.writes(root) && !isFill(rows.nest);
    if (writers >= 2)
      return true;
  }
  return llvm::any_of(nests, [](const NestRows &rows) {
    return !checkParallel(rows.nest).empty();
  });
}
