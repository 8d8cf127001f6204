//===- TesaPrint.cpp - what is known of each value ------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Dialect/Tesa/IR/Tesa.h"
#include "Spindle/Propagation/Passes.h"
#include "Spindle/Propagation/Propagation.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Value.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace spindle;

namespace spindle {
#define GEN_PASS_DEF_TESAPRINTPASS
#include "Spindle/Propagation/Passes.h.inc"
} // namespace spindle

/// "8 of 16 elements are zero, by [4, 1]"; with `digits` as a mask that keeps
/// them.
static std::string describe(const Mask &mask, StringRef what, bool digits,
                            MLIRContext *context) {
  std::string text;
  llvm::raw_string_ostream out(text);
  out << mask.count() << " of " << mask.getNumElements() << " elements are "
      << what;
  if (digits)
    out << ": " << tesa::MaskAttr::get(context, mask);
  if (digits || mask.isAll())
    return text;
  out << ", by [";
  llvm::interleaveComma(mask.getBlock(), out);
  out << "]";
  return text;
}

static void report(Value value, StringRef name, const Propagation &facts,
                   bool digits) {
  const SparsityFacts *known = facts.lookup(value);
  if (!known || (known->zero.isNone() && known->dead.isNone()))
    return;
  InFlightDiagnostic remark = emitRemark(value.getLoc()) << name << ": ";
  if (!known->zero.isNone())
    remark << describe(known->zero, "zero", digits, value.getContext());
  if (!known->zero.isNone() && !known->dead.isNone())
    remark << "; ";
  if (!known->dead.isNone())
    remark << describe(known->dead, "dead", digits, value.getContext());
}

namespace {
struct TesaPrintPass : spindle::impl::TesaPrintPassBase<TesaPrintPass> {
  using Base::Base;

  void runOnOperation() override {
    Propagation facts(getOperation(),
                      seed < 0 ? std::nullopt : std::optional<unsigned>(seed));
    getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
      for (OpResult result : op->getResults())
        report(result,
               ("result " + Twine(result.getResultNumber()) + " of '" +
                op->getName().getStringRef() + "'")
                   .str(),
               facts, masks);
      if (isa<linalg::LinalgOp>(op))
        return WalkResult::skip();
      for (Region &region : op->getRegions())
        for (BlockArgument arg : region.getArguments())
          report(arg, ("argument " + Twine(arg.getArgNumber())).str(), facts,
                 masks);
      return WalkResult::advance();
    });
    markAllAnalysesPreserved();
  }
};
} // namespace
