//===- TesaFoldConstants.cpp - constants in place of results --------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Dialect/Tesa/IR/DataFormats.h"
#include "Spindle/Dialect/Tesa/IR/Tesa.h"
#include "Spindle/Propagation/Passes.h"
#include "Spindle/Propagation/Propagation.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace spindle;

namespace spindle {
#define GEN_PASS_DEF_TESAFOLDCONSTANTSPASS
#include "Spindle/Propagation/Passes.h.inc"
} // namespace spindle

/// Whether `op` makes nothing but constants as it is.
static bool isConstant(Operation *op) {
  return op->hasTrait<OpTrait::ConstantLike>() ||
         isa<linalg::FillOp, tensor::SplatOp, tesa::ReplaceOp>(op);
}

/// The constant that has `numbers`, 0 where they are not known.
static DenseElementsAttr makeConstant(RankedTensorType type,
                                      const std::vector<Number> &numbers) {
  SmallVector<Attribute> elements =
      llvm::map_to_vector(numbers, [&](const Number &number) -> Attribute {
        return tesa::getNumberAttr(type.getElementType(), number.bits);
      });
  return DenseElementsAttr::get(type, elements);
}

/// A constant of all elements.
static Value makeWhole(OpBuilder &builder, Value value,
                       const Numbers &numbers) {
  auto type = cast<RankedTensorType>(value.getType());
  std::vector<Number> cells =
      numbers.getCells().size() == 1
          ? numbers.getCells()
          : numbers.getCellsOver(MaskSizes(type.getRank(), 1));
  return arith::ConstantOp::create(builder, value.getLoc(),
                                   makeConstant(type, cells));
}

/// The constants of the blocks of `numbers` that are known.
static Value makeReplacement(OpBuilder &builder, Value value,
                             const Numbers &numbers) {
  std::vector<uint8_t> keeps;
  std::vector<Number> constants;
  for (const Number &number : numbers.getCells()) {
    keeps.push_back(!number.known);
    if (number.known)
      constants.push_back(number);
  }
  auto type = RankedTensorType::get(int64_t(constants.size()),
                                    tesa::getNumberType(value.getType()));
  auto mask = tesa::MaskAttr::get(builder.getContext(), numbers.getShape(),
                                  numbers.getBlock(), keeps);
  return tesa::ReplaceOp::create(builder, value.getLoc(), value, mask,
                                 makeConstant(type, constants));
}

/// Known constants that are needed, and not just 0.
static Numbers findReplaced(const SparsityFacts &facts) {
  Mask needed = facts.getKnown() & ~(facts.dead | facts.zero);
  return combineCells(facts.numbers, needed,
                      [](const Number &number, uint8_t isNeeded) {
                        Number replaced;
                        replaced.known = isNeeded;
                        replaced.bits = isNeeded ? number.bits : 0;
                        return replaced;
                      });
}

namespace {
struct TesaFoldConstantsPass
    : spindle::impl::TesaFoldConstantsPassBase<TesaFoldConstantsPass> {
  using Base::Base;

  void runOnOperation() override {
    PropagationOptions options;
    options.strict = strict;
    options.replacesConstants = true;
    Propagation facts(getOperation(), options);
    SmallVector<Value> results;
    getOperation()->walk([&](Operation *op) {
      if (!isConstant(op))
        llvm::append_range(results, op->getResults());
    });
    for (Value result : results)
      if (const SparsityFacts *known = facts.lookup(result))
        replace(result, *known);
  }

  void replace(Value value, const SparsityFacts &known) {
    if (known.dead.isAll())
      return;
    OpBuilder builder(value.getContext());
    builder.setInsertionPointAfterValue(value);
    // Elements that are not needed stay what they are, too.
    if (known.getKnown().isAll()) {
      value.replaceAllUsesWith(makeWhole(builder, value, known.numbers));
      ++numFolded;
      return;
    }
    Numbers replaced = findReplaced(known);
    if (llvm::none_of(replaced.getCells(),
                      [](const Number &number) { return number.known; }))
      return;
    Value fixed = makeReplacement(builder, value, replaced);
    value.replaceAllUsesExcept(fixed, fixed.getDefiningOp());
    ++numReplaced;
  }
};
} // namespace
