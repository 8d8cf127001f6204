//===- KnownDims.cpp - the dimensions that an element tells ---------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Analysis/KnownDims.h"

#include "Spindle/Analysis/IndexBounds.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::iter;
using spindle::axis::AxisKind;
using spindle::axis::AxisType;

/// The dimension of `nest` whose coordinate or site `value` is; -1 for none.
static int64_t getDimOf(NestOp nest, Value value, bool isSite) {
  auto arg = dyn_cast<BlockArgument>(value);
  if (!arg || arg.getOwner() != &nest.getBody().front() ||
      arg.getArgNumber() % 2 != unsigned(isSite))
    return -1;
  return arg.getArgNumber() / 2;
}

//===----------------------------------------------------------------------===//
// Indices
//===----------------------------------------------------------------------===//

void KnownDims::addIndex(Value index) {
  if (index.getType().isIndex()) {
    if (std::optional<LinearIndex> sum = getLinearIndex(index))
      sums.push_back(*sum);
    return;
  }
  // A site of a nest inside lies under sites of this one.
  llvm::SetVector<Value> above(&index, &index + 1);
  for (size_t next = 0; next < above.size(); ++next) {
    if (int64_t dim = getDimOf(nest, above[next], /*isSite=*/true); dim >= 0)
      sites.push_back(dim);
    above.insert_range(axis::getSiteParents(above[next]));
  }
}

/// By how much the values of `terms` may differ between two runs; none where
/// that is not known.
static std::optional<int64_t> getSpread(ArrayRef<LinearIndex::Term> terms) {
  int64_t spread = 0;
  for (const LinearIndex::Term &term : terms) {
    std::optional<int64_t> bound = getBound(term.value);
    int64_t most;
    if (!bound || llvm::MulOverflow(*bound - 1, std::abs(term.factor), most) ||
        llvm::AddOverflow(spread, most, spread))
      return std::nullopt;
  }
  return spread;
}

/// Adds to `told` the dimensions whose coordinates are the same in both runs
/// where `sum` is, and the coordinates of `told` are. Whether there are any.
bool KnownDims::addTold(LinearIndex sum, BitVector &told) const {
  NestOp op = nest;
  auto &terms = sum.terms;
  llvm::erase_if(terms, [&](LinearIndex::Term &term) {
    int64_t dim = getDimOf(nest, term.value, /*isSite=*/false);
    bool isOutside = !op.getBody().isAncestor(term.value.getParentRegion());
    return isOutside || (dim >= 0 && told.test(dim));
  });
  llvm::sort(terms, [](const auto &left, const auto &right) {
    return std::abs(left.factor) > std::abs(right.factor);
  });
  bool grows = false;
  for (size_t first = 0; first < terms.size(); ++first) {
    auto rest = ArrayRef(terms).drop_front(first + 1);
    std::optional<int64_t> spread = getSpread(rest);
    if (!spread || *spread >= std::abs(terms[first].factor))
      break;
    if (int64_t dim = getDimOf(nest, terms[first].value, /*isSite=*/false);
        dim >= 0) {
      told.set(dim);
      grows = true;
    }
  }
  return grows;
}

//===----------------------------------------------------------------------===//
// Positions
//===----------------------------------------------------------------------===//

/// Whether the position of `dim` is the same in both runs where the positions
/// of `known` and the coordinates of `told` are.
bool KnownDims::hasKnownPosition(int64_t dim, const BitVector &known,
                                 const BitVector &told) const {
  NestOp op = nest;
  auto type = cast<AxisType>(op.getAxes()[dim].getType());
  bool isTold = told.test(dim) && type.isDimension();
  if (isTold && type.getKind() == AxisKind::Singleton && type.getUnique())
    return true;
  // A site given by `under` is one in all runs of the body.
  return (type.isThin() || (isTold && type.hasUniqueFibres())) &&
         llvm::all_of(op.getDimParents(dim), [&](int64_t parent) {
           return parent < 0 || known.test(parent);
         });
}

/// Adds `dim` to `known`, and all that it lies under.
void KnownDims::addDim(int64_t dim, BitVector &known) const {
  NestOp op = nest;
  known.set(dim);
  for (int64_t parent : op.getDimParents(dim))
    if (parent >= 0)
      addDim(parent, known);
}

BitVector KnownDims::close(BitVector known) const {
  for (int64_t dim : sites)
    addDim(dim, known);
  BitVector told;
  for (bool grows = true; grows;) {
    grows = false;
    told |= known;
    told.resize(known.size());
    for (const LinearIndex &sum : sums)
      grows |= addTold(sum, told);
    for (int64_t dim = 0; dim < int64_t(known.size()); ++dim)
      if (!known.test(dim) && hasKnownPosition(dim, known, told)) {
        addDim(dim, known);
        grows = true;
      }
  }
  return known;
}
