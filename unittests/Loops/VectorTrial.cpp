//===- VectorTrial.cpp - loops run with and without vectors ---------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VectorTrial.h"

#include "Spindle/Pipelines/Pipelines.h"
#include "TestContext/TestContext.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringExtras.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::loops;
using namespace spindle::execution;

std::string
spindle::loops::fill(std::string text,
                     ArrayRef<std::pair<StringRef, StringRef>> values) {
  for (auto [name, value] : values) {
    std::string word = ("$" + name).str();
    for (size_t at; (at = text.find(word)) != std::string::npos;)
      text.replace(at, word.size(), value.str());
  }
  return text;
}

/// Vectorizes what is marked in `module`.
static void vectorizeMarked(ModuleOp module, const VectorizeOptions &options) {
  SmallVector<scf::ForOp> marked;
  module.walk([&](scf::ForOp loop) {
    if (loop->hasAttr("vectorized"))
      marked.push_back(loop);
  });
  EXPECT_FALSE(marked.empty());
  IRRewriter rewriter(module.getContext());
  for (scf::ForOp loop : marked) {
    std::string refusal;
    EXPECT_TRUE(succeeded(vectorize(rewriter, loop, options, refusal)))
        << refusal;
  }
}

CompiledLoops::CompiledLoops(StringRef text, const VectorizeOptions *options) {
  MLIRContext &context = getTestContext();
  context.loadDialect<vector::VectorDialect>();
  auto module = parseSourceString<ModuleOp>(text, &context);
  if (!module) {
    ADD_FAILURE() << text.str();
    return;
  }
  if (options)
    vectorizeMarked(*module, *options);
  LoweringChoices choices;
  choices.target.smallFloats =
      llvm::cantFail(describeProcessor(kNative)).smallFloats;
  PassManager passes(&context);
  buildLoopsToLLVM(passes, choices);
  size_t operands =
      cast<func::FuncOp>(module->lookupSymbol("f")).getNumArguments();
  EXPECT_TRUE(succeeded(verify(*module)) && succeeded(passes.run(*module)));
  signature = llvm::cantFail(getSignature(*module, "f", operands));
  auto compiled = Kernel::compile(*module, "f");
  if (compiled)
    kernel = std::move(*compiled);
  else
    ADD_FAILURE() << llvm::toString(compiled.takeError());
}

void CompiledLoops::run(ArrayRef<OperandView> operands) const {
  if (!kernel)
    return;
  auto list = llvm::cantFail(ArgumentList::create(signature, operands));
  llvm::cantFail(kernel->run(list));
}

void LoopArguments::add(StringRef type, ArrayRef<int64_t> shape,
                        llvm::function_ref<double(int64_t)> draw) {
  GuardedArray &array = arrays.emplace_back(type, shape);
  for (int64_t index = 0; index < array.size(); ++index)
    array.set(index, draw(index));
}

std::string LoopArguments::run(const CompiledLoops &loops) const {
  std::vector<OperandView> views;
  for (const GuardedArray &array : arrays)
    views.push_back(array.view());
  loops.run(views);
  std::string bytes;
  for (const GuardedArray &array : arrays)
    bytes += array.str();
  return bytes;
}

void spindle::loops::addMatrix(LoopArguments &arguments) {
  arguments.add("i32", {kRows + 1}, [](int64_t row) {
    return row == kRows ? kElements : row * (row - 1) / 2;
  });
  arguments.add("i32", {kElements}, [](int64_t element) {
    return element < kElements - kColumns ? element * 7 % kColumns
                                          : element - kElements + kColumns;
  });
}

double spindle::loops::drawInteger(int64_t index) {
  return static_cast<int64_t>(llvm::hash_value(index) % 17) - 8;
}

double spindle::loops::drawReal(int64_t index) {
  return (index * 7919 % 1009 - 504) / 97.0;
}
