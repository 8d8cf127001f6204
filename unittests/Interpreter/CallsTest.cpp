//===- CallsTest.cpp - calls of functions ---------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Program.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace spindle::interpreter;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

TEST(Calls, FunctionsWithResults) {
  Program program(R"(
func.func @f(%out: memref<?xindex>, %n: index) {
  %a, %b = func.call @twice(%n) : (index) -> (index, index)
  %c, %d = func.call @twice(%a) : (index) -> (index, index)
  %e = arith.subi %c, %b : index
  memref.store %e, %out[%b] : memref<?xindex>
  return
}
func.func private @twice(%x: index) -> (index, index) {
  %y = arith.addi %x, %x : index
  return %y, %x : index, index
}
)");
  std::vector<int64_t> out(4);
  EXPECT_EQ(program.run({program.memory(out, "index"), int64_t(3)}), "");
  EXPECT_THAT(out, ElementsAre(0, 0, 0, 9));
}

TEST(Calls, NestsInsideAreCounted) {
  Program program(R"(
func.func @f(%n: index) {
  func.call @rows(%n) : (index) -> ()
  func.call @rows(%n) : (index) -> ()
  return
}
func.func private @rows(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  iter.nest "n" ("i": %i) over (%I : !axis.axis<dense_fixed>) kinds [spatial] {
  }
  return
}
)");
  EXPECT_EQ(program.count({int64_t(4)}), "8");
}

TEST(Calls, Refusals) {
  EXPECT_THAT(Program("func.func @f() {\n  func.call @f() : () -> ()\n"
                      "  return\n}\n")
                  .run({}),
              HasSubstr("'func.call': expected a function that does not call "
                        "itself"));
  EXPECT_THAT(Program("func.func @f() {\n  func.call @g() : () -> ()\n"
                      "  return\n}\nfunc.func private @g()\n")
                  .run({}),
              HasSubstr("expected a function with a body of one block"));
}

} // namespace
