//===- SmallFloatArithmeticTest.cpp - f16 and bf16 are computed with ------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elementwise.h"
#include "SmallFloatTable.h"
#include "TestContext/Thorough.h"

#include "gtest/gtest.h"

#include <cmath>
#include <random>

using namespace spindle::execution;

namespace {

/// One of the two types.
class SmallFloatArithmetic : public ::testing::TestWithParam<const char *> {
protected:
  const SmallFloatTable table{GetParam()};
  /// Operands, all combinations of the awkward ones among them.
  std::vector<uint16_t> a, b, c;

  SmallFloatArithmetic();
  /// `body` with T for the type.
  std::string write(std::string body) const;
  void expectInterpreted(const std::string &body);
  void expectExact(const std::string &body, double (*function)(double, double));
};

std::string getName(const ::testing::TestParamInfo<const char *> &info) {
  return info.param;
}

} // namespace

INSTANTIATE_TEST_SUITE_P(Types, SmallFloatArithmetic,
                         ::testing::Values("f16", "bf16"), getName);

SmallFloatArithmetic::SmallFloatArithmetic() {
  std::vector<uint16_t> awkward;
  auto infinity = uint16_t(table.getMagnitudes().size() - 1);
  for (uint16_t bits : {0x0000, 0x0001, 0x0002, 0x0003, 0x007f, 0x0080, 0x03ff,
                        0x0400, 0x3555, 0x3c00, 0x3c01, 0x3f80, 0x3f81, 0x4170,
                        int(infinity - 1), int(infinity), 0x7fff})
    for (uint16_t sign : {0x0000, 0x8000})
      awkward.push_back(bits | sign);
  for (uint16_t first : awkward)
    for (uint16_t second : awkward)
      for (uint16_t third : awkward) {
        a.push_back(first);
        b.push_back(second);
        c.push_back(third);
      }
  std::mt19937 random(3);
  while (a.size() < 100000) {
    // Near one another, so that sums cancel, and far.
    auto bits = uint16_t(random());
    a.push_back(bits);
    b.push_back(random() % 2 ? uint16_t(random())
                             : uint16_t(bits + random() % 4096));
    c.push_back(uint16_t(random()));
  }
}

std::string SmallFloatArithmetic::write(std::string body) const {
  for (size_t at; (at = body.find("T")) != std::string::npos;)
    body.replace(at, 1, table.name);
  return body;
}

void SmallFloatArithmetic::expectInterpreted(const std::string &body) {
  Elementwise function({table.name, table.name, table.name}, table.name,
                       write(body));
  auto expected = function.interpret<uint16_t>(a, b, c);
  for (const std::string &cpu : getProcessors()) {
    auto results = function.compute<uint16_t>(cpu, a, b, c);
    for (size_t i = 0; i < a.size(); ++i)
      ASSERT_TRUE(table.areSame(results[i], expected[i]))
          << body << " for " << cpu << ", " << a[i] << ", " << b[i] << ", "
          << c[i] << ": expected " << expected[i] << " but got " << results[i];
  }
}

void SmallFloatArithmetic::expectExact(const std::string &body,
                                       double (*function)(double, double)) {
  Elementwise compiled({table.name, table.name}, table.name, write(body));
  for (const std::string &cpu : getProcessors()) {
    auto results = compiled.compute<uint16_t>(cpu, a, b);
    for (size_t i = 0; i < a.size(); ++i) {
      uint16_t expected =
          table.round(function(table.getValue(a[i]), table.getValue(b[i])));
      ASSERT_TRUE(table.areSame(results[i], expected))
          << body << " for " << cpu << ", " << a[i] << ", " << b[i]
          << ": expected " << expected << " but got " << results[i];
    }
  }
}

TEST_P(SmallFloatArithmetic, AreRoundedOncePerOperation) {
  expectExact("%r = arith.addf %a, %b : T",
              [](double x, double y) { return x + y; });
  expectExact("%r = arith.subf %a, %b : T",
              [](double x, double y) { return x - y; });
  expectExact("%r = arith.mulf %a, %b : T",
              [](double x, double y) { return x * y; });
  expectExact("%r = arith.divf %a, %b : T",
              [](double x, double y) { return x / y; });
  expectExact("%r = math.sqrt %a : T",
              [](double x, double) { return std::sqrt(x); });
}

TEST_P(SmallFloatArithmetic, AreComputedWithAsTheInterpreterDoes) {
  const std::vector<const char *> bodies = {
      "%t = arith.mulf %a, %b : T\n %r = arith.addf %t, %c : T",
      "%r = math.fma %a, %b, %c : T", "%r = arith.remf %a, %b : T",
      "%r = arith.minimumf %a, %b : T", "%r = arith.maximumf %a, %b : T",
      // Either of two zeros is right.
      "%t = arith.minnumf %a, %b : T\n %zero = arith.constant 0.0 : T\n"
      "%r = arith.addf %t, %zero : T",
      "%r = arith.negf %a : T", "%r = math.absf %a : T",
      "%r = math.copysign %a, %b : T", "%r = math.floor %a : T",
      "%r = math.ceil %a : T", "%r = math.trunc %a : T",
      "%r = math.round %a : T", "%r = math.roundeven %a : T",
      "%r = math.powf %a, %b : T"};
  for (const char *body : spindle::chooseTried(bodies))
    expectInterpreted(body);
}

TEST_P(SmallFloatArithmetic, AreComparedAndChosen) {
  const std::vector<const char *> predicates = {"olt", "oeq", "une",
                                                "uge", "ord", "uno"};
  for (const char *predicate : spindle::chooseTried(predicates))
    expectInterpreted(std::string("%t = arith.cmpf ") + predicate +
                      ", %a, %b : T\n %r = arith.select %t, %b, %c : T");
}

TEST_P(SmallFloatArithmetic, AreCarriedThroughLoops) {
  expectInterpreted(R"(
    %three = arith.constant 3 : index
    %r = scf.for %k = %c0 to %three step %c1 iter_args(%s = %a) -> T {
      %t = arith.mulf %s, %b : T
      %u = arith.addf %t, %c : T
      scf.yield %u : T
    })");
}

TEST_P(SmallFloatArithmetic, OfVectorsAreThoseOfNumbers) {
  const std::string number = "%t = arith.mulf %a, %b : T\n"
                             "%u = arith.addf %t, %c : T\n"
                             "%r = arith.negf %u : T";
  std::string vector = "vector<4x" + table.name + ">", text = number;
  for (size_t at; (at = text.find("T")) != std::string::npos;)
    text.replace(at, 1, vector);
  Elementwise ofNumbers({table.name, table.name, table.name}, table.name,
                        write(number));
  Elementwise ofVectors({vector, vector, vector}, vector, text);
  auto expected = ofNumbers.interpret<uint16_t>(a, b, c);
  for (const std::string &cpu : getProcessors()) {
    auto results = ofVectors.compute<uint16_t>(cpu, a, b, c);
    for (size_t i = 0; i < a.size(); ++i)
      ASSERT_TRUE(table.areSame(results[i], expected[i]))
          << cpu << " " << a[i] << " " << b[i] << " " << c[i];
  }
}
