//===- BlockParts.cpp - parts of memory that a loop accesses --------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockParts.h"

#include "Spindle/Analysis/EqualValues.h"
#include "Spindle/Analysis/LoopVariable.h"
#include "Spindle/Analysis/MemoryFacts.h"
#include "Spindle/Analysis/MostIterations.h"
#include "Spindle/Transforms/Loops/LoopGuards.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::loops;
using spindle::iter::LinearIndex;

//===----------------------------------------------------------------------===//
// Dimensions
//===----------------------------------------------------------------------===//

static bool isInvariantBound(OpFoldResult bound, Operation *loop) {
  auto value = dyn_cast<Value>(bound);
  return !value || isInvariant(value, loop);
}

/// The numbers that `variable` runs through, of a loop in `loop` or of it.
static std::optional<PartDim> findRange(Value variable, Operation *loop) {
  PartDim dim;
  dim.variable = variable;
  OpFoldResult step;
  std::optional<int64_t> most;
  if (scf::ForOp serial = iter::getLoopOfVariable(variable)) {
    dim.range = serial;
    dim.lower = getAsOpFoldResult(serial.getLowerBound());
    dim.upper = getAsOpFoldResult(serial.getUpperBound());
    step = getAsOpFoldResult(serial.getStep());
    most = getMostIterations(serial);
  } else if (auto argument = dyn_cast<BlockArgument>(variable)) {
    auto shared = dyn_cast<scf::ForallOp>(argument.getOwner()->getParentOp());
    if (!shared || shared.getRank() != 1)
      return std::nullopt;
    dim.range = shared;
    dim.lower = shared.getMixedLowerBound().front();
    dim.upper = shared.getMixedUpperBound().front();
    step = shared.getMixedStep().front();
    auto begin = getConstantIntValue(dim.lower);
    auto end = getConstantIntValue(dim.upper);
    if (auto value = dyn_cast<Value>(dim.upper); value && !end)
      end = getLargest(value);
    if (begin && end)
      most = *end - *begin;
  }
  bool isKnown = dim.range && loop->isAncestor(dim.range) && most &&
                 *most > 0 && isConstantIntValue(step, 1) &&
                 isInvariantBound(dim.lower, loop) &&
                 isInvariantBound(dim.upper, loop);
  if (!isKnown)
    return std::nullopt;
  dim.most = *most;
  return dim;
}

static std::optional<PartDim> findDim(Value index, Operation *loop) {
  PartDim dim;
  if (isInvariant(index, loop)) {
    dim.base.terms.push_back({index, 1});
    return dim;
  }
  std::optional<LinearIndex> sum = iter::getLinearIndex(index);
  if (!sum)
    return std::nullopt;
  LinearIndex base;
  base.constant = sum->constant;
  for (LinearIndex::Term term : sum->terms) {
    if (isInvariant(term.value, loop)) {
      base.terms.push_back(term);
      continue;
    }
    std::optional<PartDim> range = findRange(term.value, loop);
    if (!range || dim.range || term.factor != 1)
      return std::nullopt;
    dim = *range;
  }
  dim.base = base;
  return dim;
}

static bool areEqual(OpFoldResult first, OpFoldResult second) {
  auto one = dyn_cast_or_null<Value>(first),
       other = dyn_cast_or_null<Value>(second);
  if (one && other)
    return iter::areEqual(one, other);
  return !one && !other && first == second;
}

static bool areEqual(const LinearIndex &first, const LinearIndex &second) {
  auto hasTerm = [&](LinearIndex::Term term) {
    return llvm::any_of(second.terms, [&](LinearIndex::Term other) {
      return term.factor == other.factor &&
             iter::areEqual(term.value, other.value);
    });
  };
  return first.constant == second.constant &&
         first.terms.size() == second.terms.size() &&
         llvm::all_of(first.terms, hasTerm);
}

static bool areEqual(const PartDim &first, const PartDim &second) {
  return bool(first.range) == bool(second.range) &&
         areEqual(first.base, second.base) &&
         areEqual(first.lower, second.lower) &&
         areEqual(first.upper, second.upper);
}

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

bool BlockPart::isRange(Operation *loop) const {
  return llvm::any_of(dims,
                      [&](const PartDim &dim) { return dim.range == loop; });
}

/// Calls `check` for what is around `access`, up to `loop`, until it fails.
static bool checkAround(Operation *access, Operation *loop,
                        llvm::function_ref<bool(Operation *)> check) {
  for (Operation *op = access->getParentOp();; op = op->getParentOp()) {
    if (!check(op))
      return false;
    if (op == loop)
      return true;
  }
}

// The ranges of an access are those of the part, whichever loops have them.
static bool isRangeOf(Operation *access, Operation *loop) {
  Value variable;
  if (auto serial = dyn_cast<scf::ForOp>(loop))
    variable = serial.getInductionVar();
  else if (auto shared = dyn_cast<scf::ForallOp>(loop))
    variable = shared.getInductionVar(0);
  std::optional<MemoryAccess> element = getElementAccess(access);
  return variable && llvm::any_of(element->indices, [&](Value index) {
           std::optional<LinearIndex> sum = iter::getLinearIndex(index);
           return sum && llvm::any_of(sum->terms, [&](LinearIndex::Term term) {
                    return term.value == variable;
                  });
         });
}

bool BlockPart::isAccessedAgain(Operation *loop) const {
  return llvm::any_of(accesses, [&](Operation *access) {
    return !checkAround(access, loop, [&](Operation *op) {
      return !isa<LoopLikeOpInterface>(op) || isRangeOf(access, op);
    });
  });
}

bool BlockPart::isSurelyAccessed(Operation *loop) const {
  return llvm::any_of(accesses, [&](Operation *access) {
    return checkAround(access, loop, [&](Operation *op) {
      if (op == loop || isRangeOf(access, op))
        return true;
      auto serial = dyn_cast<scf::ForOp>(op);
      return serial && surelyRuns(serial);
    });
  });
}

static void addAccess(Operation *op, Operation *loop,
                      SmallVectorImpl<BlockPart> &parts) {
  std::optional<MemoryAccess> access = getElementAccess(op);
  if (!access || !isInvariant(access->memory, loop))
    return;
  BlockPart part{access->memory, {}, {}};
  for (Value index : access->indices) {
    std::optional<PartDim> dim = findDim(index, loop);
    if (!dim)
      return;
    part.dims.push_back(*dim);
  }
  auto *known = llvm::find_if(parts, [&](const BlockPart &other) {
    return sparse::skipStatements(other.memory) ==
               sparse::skipStatements(part.memory) &&
           llvm::all_of(llvm::zip_equal(other.dims, part.dims), [](auto pair) {
             return areEqual(std::get<0>(pair), std::get<1>(pair));
           });
  });
  if (known == parts.end())
    known = parts.insert(known, part);
  known->accesses.push_back(op);
  (access->writes ? known->isStored : known->isLoaded) = true;
}

SmallVector<BlockPart> spindle::loops::findBlockParts(Operation *loop) {
  SmallVector<BlockPart> parts;
  loop->walk([&](Operation *op) { addAccess(op, loop, parts); });
  llvm::erase_if(parts, [](const BlockPart &part) {
    return llvm::none_of(part.dims,
                         [](const PartDim &dim) { return dim.range; });
  });
  return parts;
}
