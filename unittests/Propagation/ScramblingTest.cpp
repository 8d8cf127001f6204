//===- ScramblingTest.cpp - functions that are sampled --------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Propagation/Scrambling.h"
#include "Spindle/Dialect/Tesa/IR/Tesa.h"
#include "Spindle/Propagation/Propagation.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace spindle;

namespace {
/// Functions that are written here: `copy` gives its operand back, `isZero`
/// says where that is 0, and `fails` cannot be called.
struct WrittenFunctions : CompiledFunctions {
  llvm::Error find(StringRef, size_t) override {
    return llvm::Error::success();
  }
  llvm::Error call(StringRef name, MutableArrayRef<TensorBytes> operands,
                   MutableArrayRef<TensorBytes> results) override {
    ++calls;
    if (name == "fails")
      return llvm::createStringError("it fails");
    results[0].bytes = operands[0].bytes;
    if (name == "isZero")
      for (size_t i = 0; i < results[0].bytes.size(); i += sizeof(float)) {
        float value;
        std::memcpy(&value, &operands[0].bytes[i], sizeof(float));
        value = value == 0;
        std::memcpy(&results[0].bytes[i], &value, sizeof(float));
      }
    return llvm::Error::success();
  }
  static unsigned calls;
};
unsigned WrittenFunctions::calls = 0;

struct WrittenCode : CompiledCodeInterface {
  using CompiledCodeInterface::CompiledCodeInterface;
  llvm::Expected<std::unique_ptr<CompiledFunctions>>
  open(ArrayRef<std::string>) const override {
    return std::make_unique<WrittenFunctions>();
  }
};

const char kProgram[] = R"(
func.func private @copy(tensor<4xf32>) -> tensor<4xf32>
func.func private @isZero(tensor<4xf32>) -> tensor<4xf32>
func.func private @fails(tensor<4xf32>) -> tensor<4xf32>
func.func private @scaled(%X: tensor<4xf32>, %W: tensor<4xf32>) -> tensor<4xf32> {
  %Y = func.call @copy(%X) : (tensor<4xf32>) -> tensor<4xf32>
  %Z = arith.mulf %Y, %W : tensor<4xf32>
  return %Z : tensor<4xf32>
}
func.func @model(%X: tensor<4xf32> {tesa.mask = #tesa.mask<[4] by [2] keeps "02">},
                 %W: tensor<4xf32> {tesa.mask = #tesa.mask<[4] by [1] keeps "0d">})
    -> (tensor<4xf32>, tensor<4xf32>) {
  %Y = func.call @scaled(%X, %W) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %Z = func.call @scaled(%Y, %W) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %V = func.call @isZero(%X) : (tensor<4xf32>) -> tensor<4xf32>
  return %Z, %V : tensor<4xf32>, tensor<4xf32>
})";

struct ScramblingTest : testing::Test {
  ScramblingTest() {
    DialectRegistry registry;
    registry
        .insert<arith::ArithDialect, func::FuncDialect, tesa::TesaDialect>();
    registry.addExtension(+[](MLIRContext *, tesa::TesaDialect *dialect) {
      dialect->addInterfaces<WrittenCode>();
    });
    context.appendDialectRegistry(registry);
    module = parseSourceString<ModuleOp>(kProgram, &context);
    scrambler = *Scrambler::open(*module, {{"written"}, 64, 1});
  }

  /// Zeros and dead elements of all values of @model, in order.
  std::vector<Mask> findFacts(std::optional<unsigned> seed) {
    PropagationOptions options;
    options.seed = seed;
    options.scrambler = scrambler.get();
    Propagation facts(*module, options);
    std::vector<Mask> found;
    auto add = [&](Value value) {
      found.push_back(facts.lookup(value)->zero);
      found.push_back(facts.lookup(value)->dead);
    };
    auto model = module->lookupSymbol<func::FuncOp>("model");
    llvm::for_each(model.getArguments(), add);
    for (Operation &op : model.getBody().front())
      llvm::for_each(op.getResults(), add);
    return found;
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  std::unique_ptr<Scrambler> scrambler;
};
} // namespace

TEST_F(ScramblingTest, FindsZerosInFunctionsThatAreCalled) {
  std::vector<Mask> facts = findFacts(std::nullopt);
  Mask zero = Mask::ofCells({4}, {2}, {1, 0});
  // Of both arguments, of two calls, and of a function that has no zeros.
  EXPECT_EQ(facts[0], zero);
  EXPECT_EQ(facts[4], zero);
  EXPECT_EQ(facts[6], zero);
  EXPECT_TRUE(facts[8].isNone());
  EXPECT_FALSE(scrambler->hasFailed());
}

TEST_F(ScramblingTest, FindsTheSameInAnyOrder) {
  std::vector<Mask> expected = findFacts(std::nullopt);
  for (unsigned seed = 0; seed < 100; ++seed)
    EXPECT_EQ(findFacts(seed), expected) << seed;
}

TEST_F(ScramblingTest, SaysThatACallFailed) {
  auto model = module->lookupSymbol<func::FuncOp>("model");
  OpBuilder builder = OpBuilder::atBlockBegin(&model.getBody().front());
  auto fails = module->lookupSymbol<func::FuncOp>("fails");
  func::CallOp::create(builder, model.getLoc(), fails, model.getArgument(0));
  std::string said;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    said += diagnostic.str();
    return success();
  });
  findFacts(std::nullopt);
  EXPECT_TRUE(scrambler->hasFailed());
  EXPECT_EQ(said, "it fails");
}

TEST_F(ScramblingTest, StopsWhereNoZeroIsLeft) {
  WrittenFunctions::calls = 0;
  Mask none = Mask::none({4});
  std::vector<Mask> results{none};
  module->walk([&](CallOpInterface call) {
    if (cast<func::CallOp>(*call).getCallee() == "copy")
      scrambler->inferZeros(call, none, results);
  });
  EXPECT_TRUE(results[0].isNone());
  EXPECT_LT(WrittenFunctions::calls, 16u);
}

TEST_F(ScramblingTest, FindsWhatHasNoEffect) {
  Mask none = Mask::none({4}), dead = Mask::ofCells({4}, {2}, {1, 0});
  std::vector<Mask> copied{none}, compared{none};
  module->walk([&](CallOpInterface call) {
    StringRef callee = cast<func::CallOp>(*call).getCallee();
    if (callee == "copy")
      scrambler->inferDead(call, none, dead, copied);
    // Other numbers than 0 do not tell, and 0 does.
    if (callee == "isZero")
      scrambler->inferDead(call, none, dead, compared);
  });
  EXPECT_EQ(copied[0], dead);
  EXPECT_EQ(compared[0], dead);
}

TEST_F(ScramblingTest, KnowsNothingAfterManyRuns) {
  auto large = parseSourceString<ModuleOp>(R"(
    func.func private @copy(tensor<8193xf32>) -> tensor<8193xf32>
    func.func @model(%X: tensor<8193xf32>) -> tensor<8193xf32> {
      %Y = func.call @copy(%X) : (tensor<8193xf32>) -> tensor<8193xf32>
      return %Y : tensor<8193xf32>
    })",
                                           &context);
  auto once = *Scrambler::open(*large, {{"written"}, 1, 1});
  Mask none = Mask::none({8193}), first = Mask::ofCells({8193}, {8192}, {1, 0});
  std::vector<Mask> operands{none};
  WrittenFunctions::calls = 0;
  large->walk([&](CallOpInterface call) {
    EXPECT_TRUE(once->inferDead(call, none, ~first, operands));
  });
  EXPECT_TRUE(operands[0].isNone());
  EXPECT_LT(WrittenFunctions::calls, 16400u);
}
