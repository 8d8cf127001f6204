//===- TesaToArith.cpp - choose 0 for what is pruned ----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Dialect/Tesa/IR/Tesa.h"
#include "Spindle/Propagation/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace spindle;

namespace spindle {
#define GEN_PASS_DEF_CONVERTTESATOARITHPASS
#include "Spindle/Propagation/Passes.h.inc"
} // namespace spindle

static void replaceMark(tesa::MarkOp mark) {
  OpBuilder builder(mark);
  auto type = cast<RankedTensorType>(mark.getType());
  Mask kept = mark.getKeeps().getMask();
  SmallVector<bool> bits =
      llvm::map_to_vector(kept.getCellsOver(MaskSizes(type.getRank(), 1)),
                          [](uint8_t cell) { return cell != 0; });
  Value mask = arith::ConstantOp::create(
      builder, mark.getLoc(),
      DenseElementsAttr::get(type.clone(builder.getI1Type()), bits));
  Value zero = arith::ConstantOp::create(builder, mark.getLoc(),
                                         builder.getZeroAttr(type));
  mark.replaceAllUsesWith(arith::SelectOp::create(builder, mark.getLoc(), mask,
                                                  mark.getSource(), zero)
                              .getResult());
  mark.erase();
}

namespace {
struct ConvertTesaToArithPass
    : spindle::impl::ConvertTesaToArithPassBase<ConvertTesaToArithPass> {
  using Base::Base;

  void runOnOperation() override {
    getOperation()->walk([](tesa::MarkOp mark) { replaceMark(mark); });
  }
};
} // namespace
