//===- RowGroup.cpp - nests that may share ranges of rows -----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowGroup.h"

#include "Spindle/Analysis/EqualValues.h"
#include "Spindle/Analysis/IndexFamilies.h"
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
  return (isa_and_nonnull<axis::AxisDialect>(op->getDialect()) &&
          !isa<axis::InspectorOpInterface>(op)) ||
         isMemoryEffectFree(op);
}

/// Checks that `nest` follows the nests of the group, with nothing between that
/// they could notice.
std::string RowGroup::checkSurroundings(scf::ForOp nest) const {
  if (std::string reason = checkNothingCarried(nest); !reason.empty())
    return reason;
  if (proof.nests.empty())
    return "";
  scf::ForOp last = proof.nests.back().nest;
  if (last->getBlock() != nest->getBlock() || !last->isBeforeInBlock(nest))
    return "it does not follow the others in their block";
  for (Operation *op = last->getNextNode(); op != nest; op = op->getNextNode())
    // What columns are kept in may begin between nests.
    if (!isHarmless(op) && !(options.columns && isa<sparse::AllocOp>(op)))
      return ("before it stands '" + op->getName().getStringRef() +
              "', whose effects may be on what the nests use")
          .str();
  return "";
}

static void takeRows(NestRows &own, const NestRows &other) {
  own.axis = other.axis;
  own.factor = other.factor;
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

/// The rows that `next` accesses a memory by that is written; `isOutermost`
/// says whether its outermost loop has to go through them.
std::optional<NestRows> RowGroup::findWrittenRows(const Candidate &next,
                                                  bool isOutermost) const {
  for (bool byNext : {true, false})
    for (const auto &[root, accesses] : next.memory.getMemories()) {
      if (!(byNext ? next.memory : all).writes(root))
        continue;
      size_t rank = accesses.front().indices.size();
      for (size_t dim = options.columns ? rank - 1 : 0; dim < rank; ++dim) {
        auto rows = findCommonRows(next.nest, accesses, dim);
        if (rows && (!isOutermost || rows->isOutermost()))
          return rows;
      }
    }
  return std::nullopt;
}

/// Whether no two iterations of `next` touch one element that it writes.
static bool isApart(scf::ForOp nest, const BodyMemory &memory) {
  IndexFamilies families(nest);
  return llvm::all_of(memory.getMemories(), [&](const auto &entry) {
    return !memory.writes(entry.first) || families.keepApart(entry.second);
  });
}

/// Finds the rows of a nest: those of memory that the group has by rows; else
/// those of its outermost loop, by memory that is written; else its own
/// iterations, where these are apart; else those of a loop inside.
std::string RowGroup::chooseRows(Candidate &next) const {
  for (const auto &[root, accesses] : next.memory.getMemories())
    if (auto known = proof.dims.find(root); known != proof.dims.end()) {
      next.rows = findCommonRows(next.nest, accesses, known->second);
      return next.rows ? ""
                       : describe(next, root) +
                             ", which the order of no loop goes through";
    }
  if (options.columns) {
    next.rows = findWrittenRows(next, /*isOutermost=*/false);
    return next.rows ? "" : "what it writes has no columns";
  }
  next.rows = findWrittenRows(next, /*isOutermost=*/true);
  if (!next.rows && !isApart(next.nest, next.memory))
    next.rows = findWrittenRows(next, /*isOutermost=*/false);
  next.isFree = !next.rows;
  if (next.isFree)
    next.rows = getOwnRows(next.nest);
  return next.rows ? "" : "no loop of it goes through rows in their order";
}

/// Whether all accesses to `root`, those of the group too, are by rows in
/// dimension `dim`.
bool RowGroup::isByRows(const Candidate &next, Value root, size_t dim) const {
  auto areOf = [&](ArrayRef<MemoryAccess> accesses, const NestRows &rows) {
    return accesses.empty() || findCommonRows(rows.nest, accesses, dim) == rows;
  };
  for (auto [rows, memory] : llvm::zip_equal(proof.nests, memories))
    if (!areOf(memory.getAccesses(root), rows))
      return false;
  return areOf(next.memory.getAccesses(root), *next.rows);
}

/// Has the nests whose loop is as that of `nest`, and of which nothing says
/// what their rows are, go through `rows`.
void RowGroup::fixRows(scf::ForOp nest, const NestRows &rows) {
  for (auto [own, isFree] : llvm::zip_equal(proof.nests, proof.areFree))
    if (isFree && haveEqualBounds(own.nest, nest)) {
      takeRows(own, rows);
      isFree = false;
    }
}

/// Has the iterations of all nests that access `root` be of rows in one way, if
/// they are or may be: a nest that nothing says the rows of takes those of
/// another one whose outermost loop goes through the same numbers.
bool RowGroup::agreeOnRows(Candidate &next, Value root) {
  if (!next.rows->isOutermost())
    return false;
  for (auto [rows, isFree, memory] :
       llvm::zip_equal(proof.nests, proof.areFree, memories)) {
    if (memory.getAccesses(root).empty())
      continue;
    bool isGiven = !isFree && !next.isFree;
    if (isGiven
            ? rows.axis != next.rows->axis || rows.factor != next.rows->factor
            : !haveEqualBounds(rows.nest, next.nest))
      return false;
    if (!rows.isOutermost())
      return false;
    if (next.isFree && !isFree) {
      takeRows(*next.rows, rows);
      next.isFree = false;
    } else if (isFree && !next.isFree) {
      fixRows(rows.nest, *next.rows);
    }
  }
  return true;
}

/// Whether `root` is under the rows of the nests.
bool RowGroup::isUnderRows(Candidate &next, Value root,
                           const BodyMemory &together) {
  SmallVector<scf::ForOp> loops = {next.nest};
  for (auto [rows, memory] : llvm::zip_equal(proof.nests, memories))
    if (!memory.getAccesses(root).empty())
      loops.push_back(rows.nest);
  return agreeOnRows(next, root) &&
         IndexFamilies(loops, loops).keepApart(together.getAccesses(root));
}

/// Checks what the nest does to `root`; `together` is what the group does with
/// it.
std::string RowGroup::checkMemory(Candidate &next, Value root,
                                  const BodyMemory &together) {
  if (!together.writes(root))
    return "";
  std::string text = describe(next, root);
  if (proof.ofOne.contains(root))
    return text + ", which a nest before it does not use by rows";
  if (proof.underRows.contains(root))
    return isUnderRows(next, root, together)
               ? ""
               : text + ", which the nests before it use under their rows";
  size_t rank = next.memory.getAccesses(root).front().indices.size();
  for (size_t dim = 0; dim < rank; ++dim)
    if (isByRows(next, root, dim)) {
      auto known = proof.dims.try_emplace(root, dim).first;
      if (known->second != dim)
        continue;
      next.isFree = false;
      for (auto [isFree, memory] : llvm::zip_equal(proof.areFree, memories))
        isFree &= memory.getAccesses(root).empty();
      return "";
    }
  bool isShared = !all.getAccesses(root).empty();
  if (!isShared && !next.rows->isOutermost())
    return text + ", which is not told by the rows of the nests";
  if (isUnderRows(next, root, together)) {
    proof.underRows.insert(root);
    return "";
  }
  if (isShared)
    return text + ", which is not told by the rows of the nests";
  std::string reason = checkParallel(next.nest);
  if (reason.empty())
    proof.ofOne.insert(root);
  return reason;
}

/// Whether both nests are known to go through as many rows.
static bool haveEqualCounts(NestRows first, NestRows second) {
  if (first.axis || second.axis)
    return first.axis == second.axis && first.factor == second.factor;
  Value one = first.loop.getUpperBound(), other = second.loop.getUpperBound();
  auto count = getConstantIntValue(one), same = getConstantIntValue(other);
  if (count && same)
    return *count * first.factor == *same * second.factor;
  return first.factor == second.factor && areEqual(one, other);
}

/// Checks that tiles of columns are those of matrices, and that blocks of
/// columns divide them. All nests have as many columns: tiles would be those of
/// some nests alone, and workers would have uneven shares.
std::string RowGroup::checkColumns(const Candidate &next) const {
  constexpr size_t most = 2;
  for (const auto &[root, accesses] : next.memory.getMemories())
    if (next.memory.writes(root) && accesses.front().indices.size() > most)
      return describe(next, root) + ", which is no matrix";
  if (!proof.nests.empty() && !haveEqualCounts(proof.nests.front(), *next.rows))
    return "it has another number of columns than the nests before it";
  int64_t tile = options.getColumnsTile(), block = next.rows->factor;
  return tile % block == 0
             ? ""
             : "blocks of " + std::to_string(block) +
                   " columns do not divide a tile of " + std::to_string(tile);
}

std::string RowGroup::add(scf::ForOp nest) {
  Candidate next{nest, std::nullopt, {}};
  std::string reason = checkSurroundings(nest);
  if (reason.empty())
    reason = next.memory.add(nest);
  if (reason.empty())
    reason = chooseRows(next);
  if (reason.empty() && options.columns)
    reason = checkColumns(next);
  if (!reason.empty())
    return reason;
  BodyMemory together = all;
  (void)together.add(nest);
  Proof before = proof;
  for (const auto &[root, accesses] : together.getMemories()) {
    if (together.writes(root))
      reason = together.checkElements(root, distinct);
    if (reason.empty() && !next.memory.getAccesses(root).empty())
      reason = checkMemory(next, root, together);
    if (reason.empty())
      continue;
    proof = std::move(before);
    return reason;
  }
  all = together;
  proof.nests.push_back(*next.rows);
  proof.areFree.push_back(next.isFree);
  memories.push_back(std::move(next.memory));
  return "";
}

/// Whether a nest of the group fills `root`.
bool RowGroup::isFilled(Value root) const {
  return llvm::any_of(llvm::zip_equal(proof.nests, memories), [&](auto pair) {
    auto &[rows, memory] = pair;
    return isFill(rows.nest) && memory.writes(root);
  });
}

bool RowGroup::isWorthwhile() const {
  for (const auto &[root, accesses] : all.getMemories()) {
    (void)accesses;
    int64_t writers = 0, others = 0;
    for (auto [rows, memory] : llvm::zip_equal(proof.nests, memories)) {
      writers += memory.writes(root) && !isFill(rows.nest);
      others += !memory.writes(root) && !memory.getAccesses(root).empty();
    }
    // Of a tile's sums even the fill is one: it stays in the cache.
    if (options.columns && writers >= 1 && isFilled(root))
      return true;
    if (writers >= 2 || (writers == 1 && others > 0))
      return true;
  }
  return llvm::any_of(proof.nests, [](const NestRows &rows) {
    return !checkParallel(rows.nest).empty();
  });
}

SmallVector<PrivateMemory> RowGroup::findPrivate(std::string &refusal) const {
  SmallVector<PrivateMemory> found;
  refusal.clear();
  for (const auto &[root, accesses] : all.getMemories()) {
    PrivateMemory own(root.getDefiningOp<sparse::AllocOp>());
    if (!own.alloc || !all.writes(root) ||
        own.alloc->getBlock() != proof.nests.front().nest->getBlock())
      continue;
    for (auto [rows, memory] : llvm::zip_equal(proof.nests, memories))
      if (!memory.getAccesses(root).empty())
        own.nests.push_back(rows);
    auto dim = proof.dims.find(root);
    own.isByRows = dim != proof.dims.end();
    if (own.isByRows)
      own.dim = dim->second;
    bool isKnown = own.isByRows || proof.underRows.contains(root);
    std::string reason =
        isKnown ? findPrivateMemory(own, proof.nests)
                : "is used by one nest alone, which no rows are known of";
    if (reason.empty())
      found.push_back(std::move(own));
    else if (refusal.empty())
      refusal = getMemoryName(root) + " " + reason;
  }
  return found;
}
