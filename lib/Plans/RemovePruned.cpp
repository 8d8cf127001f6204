//===- RemovePruned.cpp - smaller tensors for pruned ones -----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Plans/RemovePruned.h"

#include "DimClasses.h"
#include "NullTerms.h"
#include "Shrink.h"
#include "Spindle/Dialect/Tesa/IR/Tesa.h"
#include "Spindle/Propagation/Propagation.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::plans;
using spindle::tesa::TesaDialect;

bool plans::isWeight(func::FuncOp function, unsigned number) {
  return function.getArgAttr(number, TesaDialect::kMaskAttr) ||
         function.getArgAttr(number, TesaDialect::kConstantAttr);
}

void plans::markWeight(func::FuncOp function, unsigned number) {
  if (!isWeight(function, number))
    function.setArgAttr(number, TesaDialect::kConstantAttr,
                        UnitAttr::get(function.getContext()));
}

/// The coordinates of dimension `dim` at which `mask` has all elements.
static std::vector<uint8_t> findWhole(const Mask &mask, unsigned dim) {
  MaskSizes grid = mask.getGrid(), cell(grid.size(), 0);
  std::vector<uint8_t> blocks(grid[dim], 1);
  for (uint8_t has : mask.getCells()) {
    blocks[cell[dim]] &= has;
    nextIndex(cell, grid);
  }
  std::vector<uint8_t> whole(mask.getShape()[dim]);
  for (size_t at = 0; at < whole.size(); ++at)
    whole[at] = blocks[at / mask.getBlock()[dim]];
  return whole;
}

namespace {
/// Finds the coordinates of each class that may be removed.
class Removal {
public:
  explicit Removal(func::FuncOp function)
      : function(function), classes(function), facts(function) {}

  Kept find();

private:
  using Bits = std::vector<uint8_t>;

  Bits &getRemoved(DimClasses::Node node) {
    return removed[classes.find(node)];
  }
  void meet(DimClasses::Node node, const Bits &bits);
  Mask getSpared(Value value) const;
  void visitValue(Value value);
  void visitSums(linalg::LinalgOp op);
  bool meetProduct(const DimClasses::Product &product);

  func::FuncOp function;
  DimClasses classes;
  Propagation facts;
  std::vector<Bits> removed;
};
} // namespace

void Removal::meet(DimClasses::Node node, const Bits &bits) {
  Bits &own = getRemoved(node);
  for (size_t at = 0; at < own.size(); ++at)
    own[at] &= bits[at];
}

/// The elements that are zero or dead.
Mask Removal::getSpared(Value value) const {
  const SparsityFacts *known = facts.lookup(value);
  return known ? known->zero | known->dead
               : tesa::getNoElement(value.getType());
}

/// What an operation makes is spared wherever it is removed.
void Removal::visitValue(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type || !tesa::hasMask(type) || isMadeAnew(value))
    return;
  Mask spared = getSpared(value);
  for (unsigned dim = 0; dim < type.getRank(); ++dim)
    if (!classes.isFixed(classes.getDim(value, dim)))
      meet(classes.getDim(value, dim), findWhole(spared, dim));
}

/// Nothing is added where a loop that is no result's leaves coordinates out.
void Removal::visitSums(linalg::LinalgOp op) {
  SmallVector<utils::IteratorType> kinds = op.getIteratorTypesArray();
  for (auto [loop, kind] : llvm::enumerate(kinds)) {
    DimClasses::Node node = classes.getLoop(op, loop);
    if (kind == utils::IteratorType::parallel || classes.isFixed(node))
      continue;
    SmallVector<Bits> zeros(op->getNumOperands(),
                            Bits(classes.getSize(node), 0));
    for (OpOperand &use : op->getOpOperands()) {
      if (!isa<RankedTensorType>(use.get().getType()))
        continue;
      AffineMap map = op.getMatchingIndexingMap(&use);
      for (auto [dim, expr] : llvm::enumerate(map.getResults()))
        if (expr == getAffineDimExpr(loop, op.getContext()))
          zeros[use.getOperandNumber()] = findWhole(getSpared(use.get()), dim);
    }
    NullTerms terms(op);
    Bits null(classes.getSize(node));
    for (size_t at = 0; at < null.size(); ++at) {
      llvm::SmallBitVector zero(op->getNumOperands());
      for (unsigned operand = 0; operand < zero.size(); ++operand)
        zero[operand] = zeros[operand][at];
      null[at] = terms.areNull(zero);
    }
    meet(node, null);
  }
}

/// Calls `visit` with the coordinate in the whole of each group of coordinates
/// of parts of `sizes`, and these.
static void forProduct(ArrayRef<int64_t> sizes,
                       function_ref<void(int64_t, const MaskSizes &)> visit) {
  MaskSizes all(sizes.begin(), sizes.end()), part(sizes.size(), 0);
  int64_t count = 1;
  for (int64_t size : sizes)
    count *= size;
  for (int64_t whole = 0; whole < count; ++whole) {
    visit(whole, part);
    nextIndex(part, all);
  }
}

/// Has the whole be removed where a part is, and a part where all of the whole
/// under it is; true if that changed anything.
bool Removal::meetProduct(const DimClasses::Product &product) {
  SmallVector<int64_t> sizes;
  std::vector<Bits> under;
  for (DimClasses::Node part : product.parts) {
    sizes.push_back(classes.getSize(part));
    under.push_back(Bits(sizes.back(), 1));
  }
  forProduct(sizes, [&](int64_t whole, const MaskSizes &part) {
    for (size_t number = 0; number < part.size(); ++number)
      under[number][part[number]] &= getRemoved(product.whole)[whole];
  });
  bool isChanged = false;
  auto narrow = [&](DimClasses::Node node, const Bits &bits) {
    Bits before = getRemoved(node);
    meet(node, bits);
    isChanged |= before != getRemoved(node);
  };
  for (auto [part, bits] : llvm::zip_equal(product.parts, under))
    narrow(part, bits);
  Bits whole(classes.getSize(product.whole), 0);
  forProduct(sizes, [&](int64_t at, const MaskSizes &part) {
    for (size_t number = 0; number < part.size(); ++number)
      whole[at] |= getRemoved(product.parts[number])[part[number]];
  });
  narrow(product.whole, whole);
  return isChanged;
}

Kept Removal::find() {
  for (DimClasses::Node node = 0; node < classes.getNumNodes(); ++node)
    removed.push_back(Bits(std::max<int64_t>(classes.getSize(node), 0),
                           !classes.isFixed(node)));
  for (Operation &op : function.getBody().front()) {
    for (Value result : op.getResults())
      visitValue(result);
    if (auto linalg = dyn_cast<linalg::LinalgOp>(op);
        linalg && !(op.getNumResults() == 1 && isMadeAnew(op.getResult(0))))
      visitSums(linalg);
  }
  // A dimension keeps a coordinate, so that nothing becomes empty.
  for (Bits &bits : removed)
    if (!bits.empty() && llvm::all_of(bits, [](uint8_t bit) { return bit; }))
      bits[0] = 0;
  bool isChanged = true;
  while (isChanged) {
    isChanged = false;
    for (const DimClasses::Product &product : classes.getProducts())
      isChanged |= meetProduct(product);
  }
  Kept kept(std::move(classes));
  for (DimClasses::Node node = 0; node < removed.size(); ++node) {
    const Bits &bits = removed[kept.classes.find(node)];
    MaskSizes &left = kept.coordinates.emplace_back();
    if (kept.classes.find(node) == node)
      for (size_t at = 0; at < bits.size(); ++at)
        if (!bits[at])
          left.push_back(at);
  }
  return kept;
}

std::string plans::findFixedTypes(func::FuncOp function) {
  if (function.isExternal())
    return "expected a function with a body but got a declaration";
  if (!llvm::hasSingleElement(function.getBody()))
    return "expected a function of one block but got " +
           std::to_string(function.getBody().getBlocks().size());
  auto uses = SymbolTable::getSymbolUses(function, function->getParentOp());
  if (uses && !uses->empty())
    return "expected a function that nothing calls, as the types of its "
           "arguments change, but got a call";
  return {};
}

LogicalResult plans::removePruned(func::FuncOp function, std::string &refusal,
                                  RemovedCounts *counts) {
  refusal = findFixedTypes(function);
  if (!refusal.empty())
    return failure();
  Kept kept = Removal(function).find();
  RemovedCounts removed = shrink(function, kept);
  if (counts)
    *counts = removed;
  return success();
}
