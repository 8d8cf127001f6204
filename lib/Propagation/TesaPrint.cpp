//===- TesaPrint.cpp - what is known of each value ------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Dialect/Tesa/IR/DataFormats.h"
#include "Spindle/Dialect/Tesa/IR/Tesa.h"
#include "Spindle/Propagation/Passes.h"
#include "Spindle/Propagation/Propagation.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"
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

/// "8 of 16 elements need si8, 8 need ui0, by [4, 1]"; with `digits` as a
/// #tesa.width of all. Nothing if all need what their type has.
static std::string describeWidths(Type type, const Numbers &numbers,
                                  bool digits) {
  auto getFormat = [&](const Number &number) {
    return tesa::getNarrowest(type, number.width);
  };
  llvm::MapVector<Type, int64_t> counts;
  numbers.forCells([&](const Number &number, int64_t elements) {
    if (Type format = getFormat(number))
      counts[format] += elements;
  });
  std::string text;
  llvm::raw_string_ostream out(text);
  if (counts.empty())
    return text;
  llvm::interleaveComma(counts, out, [&](auto &entry) {
    out << entry.second;
    if (&entry == &counts.front())
      out << " of " << numbers.getNumElements() << " elements";
    out << " need " << entry.first;
  });
  auto getAll = [&](const Number &number) {
    Type format = getFormat(number);
    auto integer = dyn_cast<IntegerType>(type);
    return format || !integer
               ? (format ? format : type)
               : IntegerType::get(type.getContext(), integer.getWidth(),
                                  IntegerType::Signed);
  };
  if (digits) {
    out << ": "
        << tesa::WidthAttr::get(
               type.getContext(), numbers.getShape(), numbers.getBlock(),
               llvm::map_to_vector(numbers.getCells(), getAll));
  } else if (numbers.getCells().size() > 1) {
    out << ", by [";
    llvm::interleaveComma(numbers.getBlock(), out);
    out << "]";
  }
  return text;
}

/// `numbers` without what is not shown, so that blocks are those of formats.
static Numbers keepFormats(Type type, const Numbers &numbers) {
  return mapCells(numbers, [&](const Number &number) {
    Number kept;
    if (Type format = tesa::getNarrowest(type, number.width))
      kept.width = tesa::getWidth(format);
    return kept;
  });
}

/// "4 of 16 elements are constant, 2 known, by [4, 1]".
static std::string describeConstants(const SparsityFacts &facts, bool digits,
                                     MLIRContext *context) {
  std::string text = describe(facts.getConstant(), "constant", digits, context);
  Mask known = facts.getKnown();
  if (known != facts.getConstant())
    text += ", " + std::to_string(known.count()) + " known";
  return text;
}

namespace {
struct TesaPrintPass : spindle::impl::TesaPrintPassBase<TesaPrintPass> {
  using Base::Base;

  void report(Value value, StringRef name, const Propagation &facts) {
    const SparsityFacts *known = facts.lookup(value);
    if (!known)
      return;
    Type type = tesa::getNumberType(value.getType());
    SmallVector<std::string> said;
    if (!known->zero.isNone())
      said.push_back(describe(known->zero, "zero", masks, value.getContext()));
    if (!known->dead.isNone())
      said.push_back(describe(known->dead, "dead", masks, value.getContext()));
    if (constants && !known->getConstant().isNone())
      said.push_back(describeConstants(*known, masks, value.getContext()));
    std::string formats = describeWidths(
        type, keepFormats(type, known->getNumbersAndZeros(value.getType())),
        masks);
    if (widths && !formats.empty())
      said.push_back(formats);
    if (!said.empty())
      emitRemark(value.getLoc()) << name << ": " << llvm::join(said, "; ");
  }

  void runOnOperation() override {
    PropagationOptions options;
    if (seed >= 0)
      options.seed = seed;
    Propagation facts(getOperation(), options);
    getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
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
    markAllAnalysesPreserved();
  }
};
} // namespace
