//===- ExternalModelTest.cpp - facts through other dialects ---------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Dialect/Tesa/IR/Tesa.h"
#include "Spindle/Propagation/Propagation.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace spindle;

namespace {
/// A softmax over the last dimension: what is read for rows that are not needed
/// is not needed.
struct SoftmaxModel
    : tesa::SparsityOpInterface::ExternalModel<SoftmaxModel,
                                               linalg::SoftmaxOp> {
  void inferZeros(Operation *, ArrayRef<Mask>, MutableArrayRef<Mask>) const {}
  void inferDead(Operation *, ArrayRef<Mask>, ArrayRef<Mask> dead,
                 MutableArrayRef<Mask> operands) const {
    unsigned last = dead[0].getShape().size() - 1;
    operands[0] = ~(~dead[0]).spreadOver(last);
    operands[1] = Mask::all(operands[1].getShape());
  }
};
} // namespace

static const char kProgram[] = R"(
func.func @attention(%S: tensor<4x6xf32>, %init: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %P = linalg.softmax dimension(1) ins(%S : tensor<4x6xf32>) outs(%init : tensor<4x6xf32>) -> tensor<4x6xf32>
  %pruned = tesa.mark %P keeps <[4, 6] by [1, 6] keeps "0d"> : tensor<4x6xf32>
  return %pruned : tensor<4x6xf32>
})";

/// Elements of the scores of the program that are dead.
static int64_t countDead(bool withModel, bool strict = false) {
  DialectRegistry registry;
  registry
      .insert<func::FuncDialect, linalg::LinalgDialect, tesa::TesaDialect>();
  if (withModel)
    registry.addExtension(+[](MLIRContext *context, linalg::LinalgDialect *) {
      linalg::SoftmaxOp::attachInterface<SoftmaxModel>(*context);
    });
  MLIRContext context(registry);
  auto module = parseSourceString<ModuleOp>(kProgram, &context);
  PropagationOptions options;
  options.strict = strict;
  Propagation facts(*module, options);
  auto function = *module->getOps<func::FuncOp>().begin();
  return facts.lookup(function.getArgument(0))->dead.count();
}

TEST(ExternalModel, LetsFactsThrough) { EXPECT_EQ(countDead(true), 6); }

// A model that does not say that it holds for infinities is not asked.
TEST(ExternalModel, IsNotAskedInStrictMode) {
  EXPECT_EQ(countDead(true, /*strict=*/true), 0);
}

TEST(ExternalModel, IsNeededForThat) { EXPECT_EQ(countDead(false), 0); }
