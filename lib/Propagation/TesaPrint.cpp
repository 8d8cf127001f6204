//===- TesaPrint.cpp - what is known of each value ------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NumberReport.h"
#include "Spindle/Dialect/Tesa/IR/Tesa.h"
#include "Spindle/Propagation/Passes.h"
#include "Spindle/Propagation/Propagation.h"
#include "Spindle/Propagation/Scrambling.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace spindle;

namespace spindle {
#define GEN_PASS_DEF_TESAPRINTPASS
#include "Spindle/Propagation/Passes.h.inc"
} // namespace spindle

/// What is said of facts, and of which of them there is no proof.
namespace {
struct Report {
  const Propagation &facts;
  /// Those without samples; null if there are none.
  const Propagation *proven;
  unsigned samples;
  bool masks, constants, widths;
};
} // namespace

/// "8 of 16 elements are zero, by [4, 1], 4 of them by 256 samples"; with masks
/// as one that keeps them.
static std::string describe(const Mask &mask, const Mask *proven,
                            StringRef what, const Report &report,
                            MLIRContext *context) {
  std::string text;
  llvm::raw_string_ostream out(text);
  out << mask.count() << " of " << mask.getNumElements() << " elements are "
      << what;
  if (report.masks) {
    out << ": " << tesa::MaskAttr::get(context, mask);
  } else if (!mask.isAll()) {
    out << ", by [";
    llvm::interleaveComma(mask.getBlock(), out);
    out << "]";
  }
  if (proven && mask != *proven)
    out << ", " << (mask & ~*proven).count() << " of them by " << report.samples
        << " samples";
  return text;
}

static void report(Value value, StringRef name, const Report &report) {
  const SparsityFacts *known = report.facts.lookup(value);
  if (!known)
    return;
  const SparsityFacts *proven =
      report.proven ? report.proven->lookup(value) : nullptr;
  MLIRContext *context = value.getContext();
  SmallVector<std::string> said;
  if (!known->zero.isNone())
    said.push_back(describe(known->zero, proven ? &proven->zero : nullptr,
                            "zero", report, context));
  if (!known->dead.isNone())
    said.push_back(describe(known->dead, proven ? &proven->dead : nullptr,
                            "dead", report, context));
  // Samples prove nothing of numbers.
  const SparsityFacts &facts = proven ? *proven : *known;
  if (report.constants)
    describeConstants(facts, report.masks, context, said);
  if (report.constants)
    describeZeroNumbers(facts, report.masks, context, said);
  if (report.widths)
    describeWidths(value.getType(), facts, report.masks, said);
  if (!said.empty())
    emitRemark(value.getLoc()) << name << ": " << llvm::join(said, "; ");
}

/// Says what is known of each value below `root`.
static void reportAll(Operation *root, const Report &facts) {
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    for (OpResult result : op->getResults())
      report(result,
             ("result " + Twine(result.getResultNumber()) + " of '" +
              op->getName().getStringRef() + "'")
                 .str(),
             facts);
    if (isa<linalg::LinalgOp>(op))
      return WalkResult::skip();
    for (Region &region : op->getRegions())
      for (BlockArgument arg : region.getArguments())
        report(arg, ("argument " + Twine(arg.getArgNumber())).str(), facts);
    return WalkResult::advance();
  });
}

namespace {
struct TesaPrintPass : spindle::impl::TesaPrintPassBase<TesaPrintPass> {
  using Base::Base;

  void runOnOperation() override {
    markAllAnalysesPreserved();
    FailureOr<std::unique_ptr<Scrambler>> scrambler = Scrambler::open(
        getOperation(),
        {{libraries.begin(), libraries.end()}, samples, samplesSeed});
    if (failed(scrambler))
      return signalPassFailure();
    PropagationOptions options;
    options.strict = strict;
    if (seed >= 0)
      options.seed = unsigned(seed);
    Propagation proven(getOperation(), options);
    if (!*scrambler)
      return reportAll(getOperation(),
                       {proven, nullptr, 0, masks, constants, widths});
    options.scrambler = scrambler->get();
    Propagation facts(getOperation(), options);
    if ((*scrambler)->hasFailed())
      return signalPassFailure();
    reportAll(getOperation(),
              {facts, &proven, samples, masks, constants, widths});
  }
};
} // namespace
