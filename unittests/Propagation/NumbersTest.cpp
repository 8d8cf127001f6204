//===- NumbersTest.cpp - facts about numbers, by running programs ---------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramMaker.h"
#include "Spindle/Dialect/Tesa/IR/DataFormats.h"
#include "Spindle/Dialect/Tesa/IR/Tesa.h"
#include "Spindle/Propagation/Propagation.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"
#include <cmath>

using namespace mlir;
using namespace spindle;

static constexpr unsigned kRuns = 12;

static DialectRegistry makeRegistry() {
  DialectRegistry registry;
  registry.insert<arith::ArithDialect, func::FuncDialect, linalg::LinalgDialect,
                  tensor::TensorDialect, tesa::TesaDialect>();
  return registry;
}

/// The values of the one function, in the order of what it returns.
static SmallVector<Value> getValues(ModuleOp module) {
  func::FuncOp function = *module.getOps<func::FuncOp>().begin();
  return llvm::to_vector(
      function.getBody().front().getTerminator()->getOperands());
}

static uint64_t getBits(Type type, double number) {
  if (isa<FloatType>(type))
    return llvm::APFloat(float(number)).bitcastToAPInt().getZExtValue();
  return APInt(type.getIntOrFloatBitWidth(), int64_t(number), true)
      .getZExtValue();
}

static bool isFinite(const std::vector<std::vector<Tensor>> &runs) {
  for (const std::vector<Tensor> &run : runs)
    for (const Tensor &tensor : run)
      for (double element : tensor.elements)
        if (!std::isfinite(element))
          return false;
  return true;
}

namespace {
/// What was found, so that finding nothing is noticed, and what was missed.
struct Totals {
  int64_t same = 0, known = 0, narrow = 0, missed = 0;
};
} // namespace

/// Whether `number` is one of `format`, whichever sign a zero has.
static bool isOf(Type format, double number) {
  if (auto real = dyn_cast<FloatType>(format)) {
    llvm::APFloat value(number);
    bool loses = false;
    value.convert(real.getFloatSemantics(), llvm::APFloat::rmTowardZero,
                  &loses);
    return !loses;
  }
  int bits = format.getIntOrFloatBitWidth();
  double most = std::ldexp(1.0, format.isSignedInteger() ? bits - 1 : bits);
  double least = format.isSignedInteger() ? -most : 0;
  return number == std::floor(number) && number >= least && number < most;
}

/// That one element is in each run what is known of it.
static void checkElement(Type type, const Number &number, bool isZero,
                         ArrayRef<double> elements, Totals &totals) {
  bool isSame = llvm::all_of(elements, [&](double element) {
    return getBits(type, element) == getBits(type, elements[0]);
  });
  EXPECT_TRUE(isSame || !number.same);
  EXPECT_TRUE(number.same || !number.known);
  Type format = tesa::getNarrowest(type, number.width);
  for (double element : elements) {
    if (number.known)
      EXPECT_EQ(getBits(type, element), number.bits);
    if (isZero)
      EXPECT_EQ(element, 0);
    if (format)
      EXPECT_TRUE(isOf(format, element));
  }
  totals.same += number.same;
  totals.known += number.known;
  totals.narrow += format && !isZero;
  totals.missed += isSame && !number.same && !isZero;
}

static void check(MLIRContext &context, unsigned seed, Totals &totals) {
  ProgramMaker maker(seed);
  std::string text = maker.getText();
  SCOPED_TRACE(text);
  auto module = parseSourceString<ModuleOp>(text, &context);
  ASSERT_TRUE(module);
  std::vector<std::vector<Tensor>> runs;
  for (unsigned run = 0; run < kRuns; ++run)
    runs.push_back(maker.run(run));
  if (!isFinite(runs))
    return;
  Propagation facts(*module);
  for (auto [index, value] : llvm::enumerate(getValues(*module))) {
    const SparsityFacts *known = facts.lookup(value);
    Type type = tesa::getNumberType(value.getType());
    MaskSizes shape = known->zero.getShape(), place(shape.size(), 0);
    do {
      SmallVector<double> elements;
      for (const std::vector<Tensor> &run : runs)
        elements.push_back(run[index].at(place));
      checkElement(type, known->numbers.at(place), known->zero.has(place),
                   elements, totals);
    } while (nextIndex(place, shape));
  }
}

TEST(Numbers, AreThoseOfEachRun) {
  MLIRContext context(makeRegistry());
  Totals totals;
  for (unsigned seed = 0; seed < 1000 && !testing::Test::HasFailure(); ++seed)
    check(context, seed, totals);
  EXPECT_GT(totals.same, 1000);
  EXPECT_GT(totals.known, 1000);
  EXPECT_GT(totals.narrow, 10000);
  // What is the same in all runs by chance, or by numbers that are not known.
  EXPECT_LT(totals.missed, totals.same / 10);
}

/// All four facts, in one order.
static std::vector<SparsityFacts> getFacts(ModuleOp module,
                                           std::optional<unsigned> seed) {
  PropagationOptions options;
  options.seed = seed;
  Propagation facts(module, options);
  std::vector<SparsityFacts> found;
  module.walk([&](Operation *op) {
    for (Value result : op->getResults())
      if (const SparsityFacts *known = facts.lookup(result))
        found.push_back(*known);
    for (Region &region : op->getRegions())
      for (BlockArgument arg : region.getArguments())
        if (const SparsityFacts *known = facts.lookup(arg))
          found.push_back(*known);
  });
  return found;
}

TEST(Facts, DoNotDependOnTheOrderOfWork) {
  MLIRContext context(makeRegistry());
  for (unsigned program = 0; program < 20; ++program) {
    std::string text =
        ProgramMaker(program).getText(/*returnsAll=*/program % 2);
    SCOPED_TRACE(text);
    auto module = parseSourceString<ModuleOp>(text, &context);
    ASSERT_TRUE(module);
    std::vector<SparsityFacts> expected = getFacts(*module, std::nullopt);
    for (unsigned seed = 0; seed < 100; ++seed) {
      std::vector<SparsityFacts> found = getFacts(*module, seed);
      ASSERT_EQ(found.size(), expected.size());
      for (auto [one, other] : llvm::zip_equal(found, expected)) {
        ASSERT_EQ(one.zero, other.zero);
        ASSERT_EQ(one.dead, other.dead);
        ASSERT_TRUE(one.numbers == other.numbers);
      }
    }
  }
}

/// What meet() makes of any three does not depend on their order.
TEST(Numbers, MeetInAnyOrder) {
  std::mt19937 random(1);
  auto make = [&] {
    Number number;
    number.known = random() % 4 == 0;
    number.same = number.known || random() % 2;
    number.bits = number.known ? random() % 3 : 0;
    number.width.least = random() % 2 ? -int64_t(random() % 9) : Width::kLeast;
    number.width.most = random() % 2 ? int64_t(random() % 9) : Width::kMost;
    number.width.isInteger = random() % 2;
    number.width.floats = random() % 128;
    return number;
  };
  for (int i = 0; i < 1000; ++i) {
    Number a = make(), b = make(), c = make();
    EXPECT_TRUE(a.meet(b) == b.meet(a));
    EXPECT_TRUE(a.meet(b).meet(c) == a.meet(b.meet(c)));
    EXPECT_TRUE(a.meet(a) == a);
    EXPECT_TRUE(a.meet(b).meet(a) == a.meet(b));
  }
}
