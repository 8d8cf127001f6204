//===- TesaToArith.cpp - choose what stands for what ---------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Propagation/TesaToArith.h"

#include "Spindle/Dialect/Tesa/IR/DataFormats.h"
#include "Spindle/Dialect/Tesa/IR/Tesa.h"
#include "Spindle/Propagation/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace spindle;

namespace spindle {
#define GEN_PASS_DEF_CONVERTTESATOARITHPASS
#include "Spindle/Propagation/Passes.h.inc"
} // namespace spindle

/// The elements of `source` that `keeps` has, and those of `others`.
static Value choose(OpBuilder &builder, Location loc, Value source,
                    tesa::MaskAttr keeps, TypedAttr others) {
  auto type = cast<RankedTensorType>(source.getType());
  SmallVector<bool> bits = llvm::map_to_vector(
      keeps.getMask().getCellsOver(MaskSizes(type.getRank(), 1)),
      [](uint8_t cell) { return cell != 0; });
  Value mask = arith::ConstantOp::create(
      builder, loc,
      DenseElementsAttr::get(type.clone(builder.getI1Type()), bits));
  Value other = arith::ConstantOp::create(builder, loc, others);
  return arith::SelectOp::create(builder, loc, mask, source, other);
}

/// The constants of `op` in their places, and 0 in the others.
static TypedAttr spreadConstants(tesa::ReplaceOp op) {
  auto type = cast<RankedTensorType>(op.getType());
  auto constants = llvm::to_vector(op.getConstants().getValues<Attribute>());
  Attribute zero = cast<DenseElementsAttr>(Builder(op).getZeroAttr(type))
                       .getSplatValue<Attribute>();
  // A number for each block: that of its constant.
  std::vector<Number> places;
  uint64_t next = 0;
  for (uint8_t kept : op.getKeeps().getCells()) {
    Number &place = places.emplace_back();
    place.known = !kept;
    place.bits = kept ? 0 : next++;
  }
  Numbers grid =
      Numbers::ofCells(op.getKeeps().getShape().vec(),
                       op.getKeeps().getBlock().vec(), std::move(places));
  SmallVector<Attribute> elements =
      llvm::map_to_vector(grid.getCellsOver(MaskSizes(type.getRank(), 1)),
                          [&](const Number &place) {
                            return place.known ? constants[place.bits] : zero;
                          });
  return DenseElementsAttr::get(type, elements);
}

/// Removes what is said of arguments, which need not stay tensors.
static void removeAttrs(FunctionOpInterface function) {
  using tesa::TesaDialect;
  for (StringRef name : {TesaDialect::kMaskAttr, TesaDialect::kConstantAttr,
                         TesaDialect::kWidthAttr})
    for (unsigned arg = 0; arg < function.getNumArguments(); ++arg)
      if (function.getArgAttr(arg, name))
        function.removeArgAttr(arg, name);
}

void spindle::convertTesaToArith(Operation *root) {
  root->walk([](Operation *op) {
    OpBuilder builder(op);
    Value chosen;
    if (auto function = dyn_cast<FunctionOpInterface>(op))
      removeAttrs(function);
    if (auto mark = dyn_cast<tesa::MarkOp>(op))
      chosen = choose(builder, op->getLoc(), mark.getSource(), mark.getKeeps(),
                      builder.getZeroAttr(mark.getType()));
    else if (auto replace = dyn_cast<tesa::ReplaceOp>(op))
      chosen = choose(builder, op->getLoc(), replace.getSource(),
                      replace.getKeeps(), spreadConstants(replace));
    else if (auto width = dyn_cast<tesa::WidthOp>(op))
      chosen = width.getSource();
    if (!chosen)
      return;
    op->getResult(0).replaceAllUsesWith(chosen);
    op->erase();
  });
}

namespace {
struct ConvertTesaToArithPass
    : spindle::impl::ConvertTesaToArithPassBase<ConvertTesaToArithPass> {
  using Base::Base;

  void runOnOperation() override { convertTesaToArith(getOperation()); }
};
} // namespace
