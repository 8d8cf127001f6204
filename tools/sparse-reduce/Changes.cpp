//===- Changes.cpp - single changes of a program --------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Changes.h"

#include "Spindle/Dialect/Iter/IR/Iter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace spindle;

/// Removes `op` and the operations that only it needed.
static void removeWithSources(Operation *op, RewriterBase &rewriter) {
  llvm::SetVector<Operation *> unused;
  unused.insert(op);
  while (!unused.empty()) {
    Operation *next = unused.pop_back_val();
    llvm::SetVector<Operation *> sources;
    for (Value operand : next->getOperands())
      if (Operation *source = operand.getDefiningOp())
        sources.insert(source);
    rewriter.eraseOp(next);
    for (Operation *source : sources)
      if (isOpTriviallyDead(source))
        unused.insert(source);
  }
}

/// Removes an operation without used results, and what was computed for it
/// alone, or nothing but the operation.
static bool removeUnused(Operation *op, RewriterBase &rewriter,
                         size_t variant) {
  if (variant > 1 || !op->use_empty() || op->hasTrait<OpTrait::IsTerminator>())
    return false;
  if (variant == 0)
    removeWithSources(op, rewriter);
  else
    rewriter.eraseOp(op);
  return true;
}

/// Puts an operand of its type instead of each result.
static bool replaceByOperands(Operation *op, RewriterBase &rewriter,
                              size_t variant) {
  if (variant > 0 || op->use_empty())
    return false;
  llvm::SmallVector<Value> replacements;
  for (Type type : op->getResultTypes()) {
    auto operand = llvm::find_if(op->getOperands(), [&](Value value) {
      return value.getType() == type;
    });
    if (operand == op->operand_end())
      return false;
    replacements.push_back(*operand);
  }
  rewriter.replaceAllUsesWith(op->getResults(), replacements);
  removeWithSources(op, rewriter);
  return true;
}

/// Puts zero instead of one operand, a number that is no constant, and
/// removes what was computed for it alone.
static bool replaceByZero(Operation *op, RewriterBase &rewriter,
                          size_t variant) {
  for (OpOperand &operand : op->getOpOperands()) {
    Type type = operand.get().getType();
    if (!type.isIntOrIndexOrFloat() ||
        matchPattern(operand.get(), m_Constant()) || variant-- > 0)
      continue;
    Operation *source = operand.get().getDefiningOp();
    rewriter.setInsertionPoint(op);
    Value zero = arith::ConstantOp::create(rewriter, op->getLoc(), type,
                                           rewriter.getZeroAttr(type));
    rewriter.modifyOpInPlace(op, [&] { operand.set(zero); });
    if (source && isOpTriviallyDead(source))
      removeWithSources(source, rewriter);
    return true;
  }
  return false;
}

/// Removes all unused arguments of a function with a body, or one of them.
static bool removeUnusedArguments(Operation *op, RewriterBase &rewriter,
                                  size_t variant) {
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (!function || function.isExternal())
    return false;
  BitVector unused(function.getNumArguments());
  size_t count = 0;
  for (BlockArgument argument : function.getArguments())
    if (argument.use_empty() && (variant == 0 || ++count == variant))
      unused.set(argument.getArgNumber());
  if (unused.none())
    return false;
  bool removed = false;
  rewriter.modifyOpInPlace(
      op, [&] { removed = succeeded(function.eraseArguments(unused)); });
  return removed;
}

/// Removes all attributes of a function's arguments, or one of them.
static bool removeArgumentAttributes(Operation *op, RewriterBase &rewriter,
                                     size_t variant) {
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (!function)
    return false;
  llvm::SmallVector<std::pair<unsigned, StringAttr>> removed;
  size_t count = 0;
  for (unsigned i = 0; i < function.getNumArguments(); ++i)
    for (NamedAttribute attribute : function.getArgAttrs(i))
      if (variant == 0 || ++count == variant)
        removed.emplace_back(i, attribute.getName());
  rewriter.modifyOpInPlace(op, [&] {
    for (auto [argument, name] : removed)
      function.removeArgAttr(argument, name);
  });
  return !removed.empty();
}

/// Removes all attributes that an operation has on top of its own, or one.
static bool removeAttributes(Operation *op, RewriterBase &rewriter,
                             size_t variant) {
  llvm::SmallVector<StringAttr> removed;
  size_t count = 0;
  for (NamedAttribute attribute : op->getDiscardableAttrs())
    if (variant == 0 || ++count == variant)
      removed.push_back(attribute.getName());
  rewriter.modifyOpInPlace(op, [&] {
    for (StringAttr name : removed)
      op->removeDiscardableAttr(name);
  });
  return !removed.empty();
}

/// `list` without its last entry.
static ArrayAttr withoutLast(ArrayAttr list) {
  return ArrayAttr::get(list.getContext(), list.getValue().drop_back());
}

/// Removes the last dimension of a nest that has several, where its coordinate
/// and its site are not used.
static bool removeDimension(Operation *op, RewriterBase &rewriter,
                            size_t variant) {
  auto nest = dyn_cast<iter::NestOp>(op);
  int64_t last = nest ? nest.getNumDims() - 1 : 0;
  if (variant > 0 || last == 0 || !nest.getCoordinate(last).use_empty() ||
      !nest.getSite(last).use_empty())
    return false;
  size_t sites = llvm::count(nest.getDimParents(last), -1);
  llvm::SmallVector<int64_t> groups(nest.getGroupSizes());
  if (--groups.back() == 0)
    groups.pop_back();
  rewriter.modifyOpInPlace(nest, [&] {
    nest.getAxesMutable().erase(last);
    nest.getUnderMutable().erase(nest.getUnder().size() - sites, sites);
    nest.setDimsAttr(withoutLast(nest.getDims()));
    nest.setKindsAttr(withoutLast(nest.getKinds()));
    nest.setParentsAttr(withoutLast(nest.getParents()));
    nest.setGroups(groups);
    nest.getBody().front().eraseArguments(2 * last, 2);
  });
  return true;
}

llvm::ArrayRef<reduce::Change> reduce::getChanges() {
  static constexpr Change changes[] = {
      removeUnused,     removeUnusedArguments, removeArgumentAttributes,
      removeAttributes, removeDimension,       replaceByOperands,
      replaceByZero};
  return changes;
}
