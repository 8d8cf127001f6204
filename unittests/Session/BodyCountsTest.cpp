//===- BodyCountsTest.cpp - what bodies of nests do -----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Session/Session.h"

#include <gtest/gtest.h>

using namespace spindle;
using namespace spindle::session;

namespace {

/// What is counted of the program that `options` name.
Measures countAll(Options options, bool atOnce = false) {
  Session session(std::move(options));
  llvm::cantFail(session.open());
  llvm::cantFail(session.bind());
  llvm::cantFail(session.countBodies(atOnce));
  return session.getMeasures();
}

/// Options for `program` on random operands.
Options makeOptions(llvm::StringRef program,
                    llvm::ArrayRef<llvm::StringRef> operands,
                    llvm::StringRef dtype = "f32") {
  Options options;
  options.program = program.str();
  options.dtype = dtype.str();
  for (llvm::StringRef name : operands)
    options.binds.push_back({name.str(), "random"});
  options.sizes = {{"I", "30"}, {"J", "40"}, {"K", "7"}};
  return options;
}

/// A function of `body` on a vector `x` and the axis `I` of its 5 elements.
Options makeText(llvm::StringRef body) {
  Options options;
  options.program = "text";
  options.text = (R"(
#id = affine_map<(i) -> (i)>
!x = !sparse.tensor<?xf32, #sparse.dense>
!t = !sparse.tensor<?xi32, #sparse.dense>
func.func private @twice(%x: !x) {
  sparse.generic ins(%x : !x) outs(%x : !x) maps [#id, #id] kinds [spatial] {
  ^bb0(%e: f32):
    %d = arith.addf %e, %e : f32
    sparse.yield %d : f32
  }
  return
}
func.func @text(%x: !x {sparse.name = "x"}, %t: !t {sparse.name = "t"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %one = arith.constant 1 : i32
)" + body + R"(
  return
})")
                     .str();
  for (llvm::StringRef name : {"x", "t"}) {
    options.binds.push_back({name.str(), "ones"});
    options.sizes.push_back({(name + "[0]").str(), "5"});
  }
  return options;
}

/// A generic operation over `x` whose body is `body`.
std::string makeGeneric(llvm::StringRef body) {
  return (R"(
  sparse.generic ins(%x : !x) outs(%x : !x) maps [#id, #id] kinds [spatial] {
  ^bb0(%e: f32):
)" + body +
          R"(
    sparse.yield %d : f32
  })")
      .str();
}

/// Six operations on floats in five runs of a body: one, and a fused one twice.
const char *const three = R"(
    %s = arith.mulf %e, %e : f32
    %d = math.fma %s, %e, %e : f32)";

} // namespace

TEST(BodyCountsTest, EveryFormatByItsStructure) {
  for (const char *format :
       {"csr", "csc", "coo", "dcsr", "ell", "ell(32,bitmap)", "bsr(4,4)",
        "bsr(4,4,full)", "dbsr(3,2)", "sell(4,8)", "dia", "csr-coo(4)"}) {
    Options options = makeOptions("spmm", {"A", "B"});
    options.formats = {{"A", format}};
    Session session(options);
    if (llvm::Error error = session.open()) {
      ADD_FAILURE() << format << ": " << toString(std::move(error));
      continue;
    }
    llvm::cantFail(session.bind());
    llvm::cantFail(session.countBodies(/*atOnce=*/true));
    int64_t elements = session.getOperand("A").countElements();
    EXPECT_EQ(session.getMeasures().bodyRuns, 7 * elements) << format;
    EXPECT_EQ(session.getMeasures().operations->floats, 14 * elements)
        << format;
    // The interpreter visits them all.
    mlir::func::FuncOp function = session.getProgram().entry;
    auto visited = interpreter::countBodyRuns(
        function, getArguments(function, session.getOperands()));
    EXPECT_EQ(llvm::cantFail(std::move(visited)), 7 * elements) << format;
  }
}

TEST(BodyCountsTest, IntegersAndComplexNumbers) {
  Measures whole = countAll(makeOptions("spmm", {"A", "B"}, "i32"));
  EXPECT_EQ(whole.operations->floats, 0);
  EXPECT_EQ(whole.operations->integers, 2 * *whole.bodyRuns);
  Measures bits = countAll(makeOptions("spmm", {"A", "B"}, "i1"));
  EXPECT_EQ(bits.operations->integers, 2 * *bits.bodyRuns);
  Measures pairs = countAll(makeOptions("spmm", {"A", "B"}, "complex<f32>"));
  EXPECT_EQ(pairs.operations->floats, (6 + 2) * *pairs.bodyRuns);
  // Sums of narrow numbers are made in wider ones, which is no operation.
  Measures half = countAll(makeOptions("spmm", {"A", "B"}, "f16"));
  EXPECT_EQ(half.operations->floats, whole.operations->integers);
  EXPECT_GT(*half.bodyRuns, *whole.bodyRuns);
}

TEST(BodyCountsTest, NestsBesideAndInsideOneAnother) {
  std::string generic = makeGeneric(three);
  Measures two = countAll(makeText(generic + generic));
  EXPECT_EQ(two.bodyRuns, 10);
  EXPECT_EQ(two.operations->floats, 30);
  Measures loop =
      countAll(makeText("scf.for %n = %c0 to %c3 step %c1 {" + generic + "}"));
  EXPECT_EQ(loop.bodyRuns, 15);
  EXPECT_EQ(loop.operations->floats, 45);
  Measures called =
      countAll(makeText(generic + "func.call @twice(%x) : (!x) -> ()"));
  EXPECT_EQ(called.bodyRuns, 10);
  EXPECT_EQ(called.operations->floats, 20);
  Measures inside = countAll(makeText(R"(
  %I = axis.dense_fixed %c3 : !axis.axis<dense_fixed>
  iter.nest "outer" ("i": %i) over (%I : !axis.axis<dense_fixed>) kinds [spatial] {
    %n = arith.addi %one, %one : i32)" +
                                      generic + "}"));
  EXPECT_EQ(inside.bodyRuns, 3 + 15);
  EXPECT_EQ(inside.operations->floats, 45);
  EXPECT_EQ(inside.operations->integers, 3);
}

TEST(BodyCountsTest, WhatIsDecidedInABody) {
  Measures branch = countAll(makeText(makeGeneric(R"(
    %b = arith.cmpf ogt, %e, %e : f32
    %d = scf.if %b -> f32 {
      %s = arith.mulf %e, %e : f32
      scf.yield %s : f32
    } else {
      scf.yield %e : f32
    })")));
  EXPECT_EQ(branch.bodyRuns, 5);
  EXPECT_FALSE(branch.operations);
}

/// A nest whose runs are found one fibre at a time.
TEST(BodyCountsTest, WhatTakesLongIsLeftOut) {
  Options options = makeText(R"(
  %many = arith.constant 4000000000000000000 : index
  %I = axis.dense_fixed %c1 : !axis.axis<dense_fixed>
  scf.for %n = %c0 to %many step %c1 {
    iter.nest "n" ("i": %i) over (%I : !axis.axis<dense_fixed>) kinds [spatial] {
    }
  })");
  Measures measures = countAll(options, /*atOnce=*/true);
  EXPECT_FALSE(measures.bodyRuns);
  EXPECT_FALSE(measures.operations);
}
