//===- CombineReductionsTest.cpp - several sums of vectors at once --------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VectorTrial.h"

#include "Spindle/Transforms/Loops/CombineReductions.h"
#include "TestContext/TestContext.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Parser/Parser.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace spindle::loops;

/// A function that stores the sums of the `count` rows of %x, of `lanes`
/// elements of `type`, to %y.
static std::string makeSums(int64_t count, int64_t lanes, StringRef type) {
  std::string text,
      vector = "vector<" + std::to_string(lanes) + "x" + type.str() + ">";
  llvm::raw_string_ostream os(text);
  std::string rows = "memref<?x?x" + type.str() + ">";
  std::string sums = "memref<?x" + type.str() + ">";
  bool isFloat = type.starts_with("f");
  os << "func.func @f(%x: " << rows << ", %y: " << sums << ") {\n"
     << "%c0 = arith.constant 0 : index\n";
  for (int64_t row = 0; row < count; ++row)
    os << "%i" << row << " = arith.constant " << row << " : index\n"
       << "%v" << row << " = vector.load %x[%i" << row << ", %c0] : " << rows
       << ", " << vector << "\n";
  for (int64_t row = 0; row < count; ++row) {
    os << "%w" << row << " = arith.add" << (isFloat ? "f" : "i") << " %v" << row
       << ", %v" << row << " : " << vector << "\n"
       << "%s" << row << " = vector.reduction <add>, %w" << row
       << (isFloat ? " fastmath<reassoc>" : "") << " : " << vector << " into "
       << type << "\n"
       << "memref.store %s" << row << ", %y[%i" << row << "] : " << sums
       << "\n";
  }
  os << "return }\n";
  return text;
}

static int64_t countReductions(ModuleOp module) {
  int64_t count = 0;
  module.walk([&](vector::ReductionOp) { ++count; });
  return count;
}

static void compare(int64_t count, int64_t lanes, StringRef type) {
  std::string text = makeSums(count, lanes, type), combined;
  MLIRContext &context = spindle::getTestContext();
  context.loadDialect<vector::VectorDialect>();
  auto module = parseSourceString<ModuleOp>(text, &context);
  ASSERT_TRUE(module);
  IRRewriter rewriter(&context);
  std::string refusal;
  EXPECT_TRUE(succeeded(combineReductions(rewriter, *module, count, refusal)))
      << refusal;
  EXPECT_EQ(countReductions(*module), 0);
  llvm::raw_string_ostream(combined) << *module;
  std::string results[2];
  for (bool isCombined : {false, true}) {
    LoopArguments arguments;
    arguments.add(type, {count, lanes}, drawInteger);
    arguments.add(type, {count}, drawInteger);
    results[isCombined] =
        arguments.run(CompiledLoops(isCombined ? combined : text, nullptr));
  }
  EXPECT_TRUE(results[0] == results[1])
      << count << " sums of " << lanes << " elements of " << type.str();
}

TEST(CombineReductions, OfAllSizes) {
  for (int64_t count : {2, 4, 8})
    for (int64_t lanes : {2, 4, 8, 16})
      if (count <= lanes)
        compare(count, lanes, "f32");
}

TEST(CombineReductions, OfOtherElements) {
  compare(4, 8, "f64");
  compare(4, 4, "i64");
  compare(8, 16, "i8");
  compare(2, 16, "i16");
}
