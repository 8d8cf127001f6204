//===- TesaPruneDead.cpp - make 0 what has no effect ----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Dialect/Tesa/IR/Tesa.h"
#include "Spindle/Propagation/Passes.h"
#include "Spindle/Propagation/Propagation.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace spindle;

namespace spindle {
#define GEN_PASS_DEF_TESAPRUNEDEADPASS
#include "Spindle/Propagation/Passes.h.inc"
} // namespace spindle

/// The arguments of functions with a body, and constants, below `root`.
static SmallVector<Value> findSources(Operation *root) {
  SmallVector<Value> sources;
  root->walk([&](Operation *op) {
    if (auto function = dyn_cast<FunctionOpInterface>(op))
      if (!function.isExternal())
        llvm::append_range(sources, function.getArguments());
    if (isa<arith::ConstantOp>(op))
      sources.push_back(op->getResult(0));
  });
  return sources;
}

/// Uses `value` with the elements of `pruned` 0.
static void markPruned(Value value, const Mask &pruned) {
  OpBuilder builder(value.getContext());
  builder.setInsertionPointAfterValue(value);
  auto mark =
      tesa::MarkOp::create(builder, value.getLoc(), value,
                           tesa::MaskAttr::get(value.getContext(), ~pruned));
  value.replaceAllUsesExcept(mark.getResult(), mark);
}

/// Whether a mark that is all that uses `value` makes 0 what is dead.
static bool isMarked(Value value, const Mask &dead, const Propagation &facts) {
  auto mark = value.hasOneUse() ? dyn_cast<tesa::MarkOp>(*value.user_begin())
                                : tesa::MarkOp();
  return mark && facts.lookup(mark.getResult())->zero.contains(dead);
}

namespace {
struct TesaPruneDeadPass
    : spindle::impl::TesaPruneDeadPassBase<TesaPruneDeadPass> {
  using Base::Base;

  void runOnOperation() override {
    PropagationOptions options;
    options.strict = strict;
    Propagation facts(getOperation(), options);
    for (Value value : findSources(getOperation())) {
      const SparsityFacts *known = facts.lookup(value);
      if (!known || known->dead.isAll() || known->zero.contains(known->dead) ||
          isMarked(value, known->dead, facts))
        continue;
      ++numMarked;
      numPruned += (known->dead & ~known->zero).count();
      // A zero that stays keeps its sign.
      markPruned(value, strict ? known->dead : known->dead | known->zero);
    }
  }
};
} // namespace
