//===- AtomicUpdateToLLVM.cpp - updates by atomic instructions ------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Conversion/Passes.h"

#include "Spindle/Dialect/Iter/IR/BuildCombine.h"
#include "Spindle/Dialect/Iter/IR/Iter.h"
#include "mlir/Analysis/DataLayoutAnalysis.h"
#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Transforms/DialectConversion.h"

namespace spindle {
#define GEN_PASS_DEF_CONVERTATOMICUPDATETOLLVMPASS
#include "Spindle/Conversion/Passes.h.inc"
} // namespace spindle

using namespace mlir;
using namespace spindle;
using spindle::iter::AtomicUpdateOp;
using spindle::iter::CombineKind;

/// The address space of what all threads of a GPU share.
static constexpr unsigned kGlobal = 1;

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

/// The instruction for `kind` on numbers of `type`; none where there is none.
static std::optional<LLVM::AtomicBinOp>
getInstruction(CombineKind kind, Type type, bool smallFloats) {
  using Instruction = LLVM::AtomicBinOp;
  bool isFloat = isa<FloatType>(type);
  if (isFloat && type.getIntOrFloatBitWidth() < 32 &&
      !(smallFloats && kind == CombineKind::Add))
    return {};
  switch (kind) {
  case CombineKind::Add:
    return isFloat ? Instruction::fadd : Instruction::add;
  case CombineKind::Min:
    return isFloat ? Instruction::fminimum : Instruction::min;
  case CombineKind::Max:
    return isFloat ? Instruction::fmaximum : Instruction::max;
  case CombineKind::And:
    return Instruction::_and;
  case CombineKind::Or:
    return Instruction::_or;
  default:
    return {};
  }
}

namespace {
/// Builds updates of single elements.
struct UpdateBuilder {
  ConversionPatternRewriter &rewriter;
  Location loc;
  StringRef scope;
  bool smallFloats;

  /// Combines the element at `pointer` with `value`, a number or a struct of
  /// the parts of a complex one.
  void update(CombineKind kind, Value pointer, Value value);
  /// Adds `vector` to the elements from `pointer` on, which is aligned.

private:
  void updateNumber(CombineKind kind, Value pointer, Value value);
  void updateInLoop(CombineKind kind, Value pointer, Value value);
  void buildAttempt(CombineKind kind, Value pointer, Value value, Value current,
                    Block *end);
};
} // namespace

/// The parts of a complex number are updated one after the other: their sums do
/// not depend on one another.
void UpdateBuilder::update(CombineKind kind, Value pointer, Value value) {
  auto parts = dyn_cast<LLVM::LLVMStructType>(value.getType());
  if (!parts)
    return updateNumber(kind, pointer, value);
  for (auto [number, type] : llvm::enumerate(parts.getBody())) {
    Value part = LLVM::ExtractValueOp::create(rewriter, loc, value, number);
    Value place = LLVM::GEPOp::create(
        rewriter, loc, pointer.getType(), parts, pointer,
        ArrayRef<LLVM::GEPArg>{0, static_cast<int32_t>(number)});
    updateNumber(kind, place, part);
  }
}

/// A truth value is a byte in memory.
void UpdateBuilder::updateNumber(CombineKind kind, Value pointer, Value value) {
  if (value.getType().isInteger(1))
    value = LLVM::ZExtOp::create(rewriter, loc, rewriter.getI8Type(), value);
  auto instruction = getInstruction(kind, value.getType(), smallFloats);
  if (!instruction)
    return updateInLoop(kind, pointer, value);
  LLVM::AtomicRMWOp::create(rewriter, loc, *instruction, pointer, value,
                            LLVM::AtomicOrdering::monotonic, scope);
}

//===----------------------------------------------------------------------===//
// Loops of compare and swap
//===----------------------------------------------------------------------===//

/// Builds, in a block of its own, one attempt to replace what the element held,
/// the word `current`, which goes on to `end` or tries again.
void UpdateBuilder::buildAttempt(CombineKind kind, Value pointer, Value value,
                                 Value current, Block *end) {
  Value old = LLVM::BitcastOp::create(rewriter, loc, value.getType(), current);
  ImplicitLocOpBuilder builder(loc, rewriter);
  Value next = buildCombine(builder, kind, old, value).front();
  Value word = LLVM::BitcastOp::create(rewriter, loc, current.getType(), next);
  auto swap = LLVM::AtomicCmpXchgOp::create(
      rewriter, loc, pointer, current, word, LLVM::AtomicOrdering::monotonic,
      LLVM::AtomicOrdering::monotonic, scope);
  Value seen = LLVM::ExtractValueOp::create(rewriter, loc, swap, 0);
  Value isDone = LLVM::ExtractValueOp::create(rewriter, loc, swap, 1);
  LLVM::CondBrOp::create(rewriter, loc, isDone, end, ValueRange(),
                         rewriter.getInsertionBlock(), ValueRange(seen));
}

void UpdateBuilder::updateInLoop(CombineKind kind, Value pointer, Value value) {
  Type word = rewriter.getIntegerType(value.getType().getIntOrFloatBitWidth());
  Block *before = rewriter.getInsertionBlock();
  Block *end = rewriter.splitBlock(before, rewriter.getInsertionPoint());
  Block *attempt = rewriter.createBlock(end, word, loc);
  rewriter.setInsertionPointToEnd(before);
  auto first = LLVM::LoadOp::create(
      rewriter, loc, word, pointer, word.getIntOrFloatBitWidth() / 8,
      /*isVolatile=*/false, /*isNonTemporal=*/false, /*isInvariant=*/false,
      /*isInvariantGroup=*/false, LLVM::AtomicOrdering::monotonic, scope);
  LLVM::BrOp::create(rewriter, loc, ValueRange(first), attempt);
  rewriter.setInsertionPointToStart(attempt);
  buildAttempt(kind, pointer, value, attempt->getArgument(0), end);
  rewriter.setInsertionPointToStart(end);
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
struct ConvertUpdate : ConvertOpToLLVMPattern<AtomicUpdateOp> {
  ConvertUpdate(const LLVMTypeConverter &types, StringRef scope,
                bool smallFloats)
      : ConvertOpToLLVMPattern(types), scope(scope), smallFloats(smallFloats) {}

  LogicalResult
  matchAndRewrite(AtomicUpdateOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (op.getVectorType())
      return rewriter.notifyMatchFailure(op, "updates several elements");
    Value pointer =
        getStridedElementPtr(rewriter, op.getLoc(), op.getMemRefType(),
                             adaptor.getMemref(), adaptor.getIndices());
    UpdateBuilder builder{rewriter, op.getLoc(), scope, smallFloats};
    builder.update(op.getKind(), pointer, adaptor.getValue());
    rewriter.eraseOp(op);
    return success();
  }

private:
  StringRef scope;
  bool smallFloats;
};

struct ConvertAtomicUpdateToLLVMPass
    : spindle::impl::ConvertAtomicUpdateToLLVMPassBase<
          ConvertAtomicUpdateToLLVMPass> {
  using ConvertAtomicUpdateToLLVMPassBase::ConvertAtomicUpdateToLLVMPassBase;

  void runOnOperation() override {
    LowerToLLVMOptions options(
        &getContext(),
        getAnalysis<DataLayoutAnalysis>().getAtOrAbove(getOperation()));
    if (indexBitwidth != 0)
      options.overrideIndexBitwidth(indexBitwidth);
    LLVMTypeConverter types(&getContext(), options);
    RewritePatternSet patterns(&getContext());
    patterns.add<ConvertUpdate>(types, scope, smallFloats);
    ConversionTarget target(getContext());
    target.addIllegalOp<AtomicUpdateOp>();
    target.addLegalDialect<LLVM::LLVMDialect, arith::ArithDialect,
                           complex::ComplexDialect>();
    if (failed(applyPartialConversion(getOperation(), target,
                                      std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace
