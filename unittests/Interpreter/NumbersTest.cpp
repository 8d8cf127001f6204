//===- NumbersTest.cpp - arithmetic of every type -------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Program.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <cmath>
#include <complex>
#include <limits>

using namespace spindle::interpreter;
using testing::HasSubstr;

namespace {

/// The result, kept as R in memory, of the operations `body`, which compute %r
/// of type `result` from %0, %1, .. of type `type`, kept as T.
template <typename R, typename T>
R compute(const std::string &result, const std::string &type,
          std::vector<T> operands, const std::string &body,
          std::string *error = nullptr) {
  std::string text = "func.func @f(%in: memref<?x" + type +
                     ">, %out: memref<1x" + result + ">) {\n";
  for (size_t i = 0; i < operands.size(); ++i) {
    std::string n = std::to_string(i);
    text += "  %c" + n + " = arith.constant " + n + " : index\n  %v" + n +
            " = memref.load %in[%c" + n + "] : memref<?x" + type + ">\n";
  }
  Program program(text + body + "\n  memref.store %r, %out[%c0] : memref<1x" +
                  result + ">\n  return\n}\n");
  std::vector<R> out(1);
  std::string fault = program.run(
      {program.memory(operands, type), program.memory(out, result)});
  if (error)
    *error = fault;
  else
    EXPECT_EQ(fault, "");
  return out[0];
}

/// An operation on two integers of one type.
template <typename T>
T binary(const std::string &op, const std::string &type, T lhs, T rhs) {
  return compute<T, T>(type, type, {lhs, rhs},
                       "  %r = " + op + " %v0, %v1 : " + type);
}

/// The error of such an operation.
template <typename T>
std::string binaryError(const std::string &op, const std::string &type, T lhs,
                        T rhs) {
  std::string error;
  compute<T, T>(type, type, {lhs, rhs}, "  %r = " + op + " %v0, %v1 : " + type,
                &error);
  return error;
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

TEST(Integers, WrapAtTheirWidth) {
  EXPECT_EQ(binary<int8_t>("arith.addi", "i8", 100, 100), -56);
  EXPECT_EQ(binary<int16_t>("arith.subi", "i16", -32768, 1), 32767);
  EXPECT_EQ(binary<int32_t>("arith.muli", "i32", 1 << 20, 1 << 12), 0);
  int64_t large = std::numeric_limits<int64_t>::max();
  EXPECT_EQ(binary<int64_t>("arith.addi", "i64", large, 1), -large - 1);
  EXPECT_EQ(binary<int64_t>("arith.addi", "index", 2, 3), 5);
}

TEST(Integers, Division) {
  EXPECT_EQ(binary<int32_t>("arith.divsi", "i32", -7, 2), -3);
  EXPECT_EQ(binary<int32_t>("arith.remsi", "i32", -7, 2), -1);
  EXPECT_EQ(binary<int32_t>("arith.floordivsi", "i32", -7, 2), -4);
  EXPECT_EQ(binary<int32_t>("arith.floordivsi", "i32", 7, -2), -4);
  EXPECT_EQ(binary<int32_t>("arith.ceildivsi", "i32", -7, 2), -3);
  EXPECT_EQ(binary<int32_t>("arith.ceildivsi", "i32", 7, 2), 4);
  EXPECT_EQ(binary<int8_t>("arith.divui", "i8", -2, 2), 127);
  EXPECT_EQ(binary<int8_t>("arith.remui", "i8", -1, 16), 15);
  EXPECT_EQ(binary<int8_t>("arith.ceildivui", "i8", -1, 2), -128);
}

TEST(Integers, UndefinedDivision) {
  EXPECT_THAT(binaryError<int32_t>("arith.divsi", "i32", 1, 0),
              HasSubstr("'arith.divsi': expected a divisor other than 0"));
  EXPECT_THAT(binaryError<int64_t>("arith.remui", "i64", 1, 0),
              HasSubstr("expected a divisor other than 0"));
  EXPECT_THAT(binaryError<int8_t>("arith.divsi", "i8", -128, -1),
              HasSubstr("expected a quotient that fits"));
}

TEST(Integers, BitsAndShifts) {
  EXPECT_EQ(binary<int32_t>("arith.andi", "i32", 12, 10), 8);
  EXPECT_EQ(binary<int32_t>("arith.ori", "i32", 12, 10), 14);
  EXPECT_EQ(binary<int32_t>("arith.xori", "i32", 12, 10), 6);
  EXPECT_EQ(binary<int8_t>("arith.shli", "i8", 1, 7), -128);
  EXPECT_EQ(binary<int8_t>("arith.shrsi", "i8", -128, 7), -1);
  EXPECT_EQ(binary<int8_t>("arith.shrui", "i8", -128, 7), 1);
  EXPECT_THAT(binaryError<int8_t>("arith.shli", "i8", 1, 8),
              HasSubstr("expected a shift by less than 8 but got 8"));
}

TEST(Integers, MinimaAndMaxima) {
  EXPECT_EQ(binary<int32_t>("arith.minsi", "i32", -1, 1), -1);
  EXPECT_EQ(binary<int32_t>("arith.maxsi", "i32", -1, 1), 1);
  EXPECT_EQ(binary<int32_t>("arith.minui", "i32", -1, 1), 1);
  EXPECT_EQ(binary<int32_t>("arith.maxui", "i32", -1, 1), -1);
}

// Numbers of few bits keep their sign, which must not show in what has none.
TEST(Integers, OfFewBitsWithoutSign) {
  auto compare = [](const std::string &predicate, int8_t lhs, int8_t rhs) {
    return compute<int8_t, int8_t>("i1", "i8", {lhs, rhs},
                                   "  %r = arith.cmpi " + predicate +
                                       ", %v0, %v1 : i8");
  };
  EXPECT_EQ(compare("ult", 127, -128), 1);
  EXPECT_EQ(compare("uge", 127, -128), 0);
  EXPECT_EQ(binary<int8_t>("arith.minui", "i8", 127, -128), 127);
  EXPECT_EQ(binary<int16_t>("arith.maxui", "i16", 1, -1), -1);
  EXPECT_EQ(binary<int16_t>("arith.divui", "i16", -1, 256), 255);
  EXPECT_EQ(binary<int16_t>("arith.shrui", "i16", -1, 8), 255);
}

TEST(Integers, Comparisons) {
  auto compare = [](const std::string &predicate, int32_t lhs, int32_t rhs) {
    return compute<int8_t, int32_t>("i1", "i32", {lhs, rhs},
                                    "  %r = arith.cmpi " + predicate +
                                        ", %v0, %v1 : i32");
  };
  EXPECT_EQ(compare("eq", 2, 2), 1);
  EXPECT_EQ(compare("ne", 2, 2), 0);
  EXPECT_EQ(compare("slt", -1, 1), 1);
  EXPECT_EQ(compare("sle", 1, 1), 1);
  EXPECT_EQ(compare("sgt", -1, 1), 0);
  EXPECT_EQ(compare("sge", 1, 2), 0);
  EXPECT_EQ(compare("ult", -1, 1), 0);
  EXPECT_EQ(compare("ule", 1, -1), 1);
  EXPECT_EQ(compare("ugt", -1, 1), 1);
  EXPECT_EQ(compare("uge", 1, -1), 0);
}

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

TEST(Floats, RoundAfterEachOperation) {
  EXPECT_EQ(binary<float>("arith.addf", "f32", 16777216.f, 1.f), 16777216.f);
  EXPECT_EQ(binary<float>("arith.divf", "f32", 1.f, 3.f), 1.f / 3.f);
  EXPECT_EQ(binary<double>("arith.divf", "f64", 1., 3.), 1. / 3.);
  EXPECT_EQ(binary<double>("arith.remf", "f64", -7, 2), -1);
  // 1 / 3 in f16 and bf16.
  EXPECT_EQ(binary<uint16_t>("arith.divf", "f16", 0x3c00, 0x4200), 0x3555);
  EXPECT_EQ(binary<uint16_t>("arith.divf", "bf16", 0x3f80, 0x4040), 0x3eab);
  // The smallest f16, halved: to even, which is zero.
  EXPECT_EQ(binary<uint16_t>("arith.mulf", "f16", 0x0001, 0x3800), 0);
}

TEST(Floats, MinimaAndMaxima) {
  EXPECT_TRUE(std::isnan(binary<double>("arith.minimumf", "f64", kNaN, 1)));
  EXPECT_TRUE(std::isnan(binary<double>("arith.maximumf", "f64", 1, kNaN)));
  EXPECT_EQ(binary<double>("arith.minnumf", "f64", kNaN, 1), 1);
  EXPECT_EQ(binary<double>("arith.maxnumf", "f64", 1, kNaN), 1);
  EXPECT_EQ(binary<double>("arith.maximumf", "f64", 1, 2), 2);
}

TEST(Floats, Comparisons) {
  auto compare = [](const std::string &predicate, double lhs, double rhs) {
    return compute<int8_t, double>("i1", "f64", {lhs, rhs},
                                   "  %r = arith.cmpf " + predicate +
                                       ", %v0, %v1 : f64");
  };
  for (const char *predicate :
       {"oeq", "one", "olt", "ole", "ogt", "oge", "ord"})
    EXPECT_EQ(compare(predicate, kNaN, 1), 0) << predicate;
  for (const char *predicate :
       {"ueq", "une", "ult", "ule", "ugt", "uge", "uno"})
    EXPECT_EQ(compare(predicate, kNaN, 1), 1) << predicate;
  EXPECT_EQ(compare("olt", 1, 2), 1);
  EXPECT_EQ(compare("uge", 1, 2), 0);
  EXPECT_EQ(compare("one", 1, 1), 0);
  EXPECT_EQ(compare("oeq", 0., -0.), 1);
}

TEST(Floats, Math) {
  auto unary = [](const std::string &op, double x) {
    return compute<double, double>("f64", "f64", {x},
                                   "  %r = math." + op + " %v0 : f64");
  };
  EXPECT_EQ(unary("exp", 1), std::exp(1.));
  EXPECT_EQ(unary("log", 2), std::log(2.));
  EXPECT_EQ(unary("sqrt", 2), std::sqrt(2.));
  EXPECT_EQ(unary("rsqrt", 4), 0.5);
  EXPECT_EQ(unary("absf", -2), 2);
  EXPECT_EQ(unary("tanh", 1), std::tanh(1.));
  EXPECT_EQ(unary("erf", 1), std::erf(1.));
  EXPECT_EQ(unary("floor", -1.5), -2);
  EXPECT_EQ(unary("ceil", -1.5), -1);
  EXPECT_EQ(unary("round", 2.5), 3);
  EXPECT_EQ(unary("roundeven", 2.5), 2);
  EXPECT_EQ(binary<double>("math.powf", "f64", 2, 10), 1024);
  EXPECT_EQ(binary<float>("math.copysign", "f32", 2, -1), -2);
}

TEST(Floats, FmaRoundsOnce) {
  auto fma = [](const std::string &type, auto a, auto b, auto c) {
    return compute<decltype(a), decltype(a)>(
        type, type, {a, b, c}, "  %r = math.fma %v0, %v1, %v2 : " + type);
  };
  float e = std::numeric_limits<float>::epsilon();
  EXPECT_EQ(fma("f32", 1 + e, 1 - e, -1.f), -e * e);
  // 257/256 by 257/256 in bf16 is a tie; the smallest bf16 breaks it upwards.
  uint16_t a = 0x3f81, tiny = 0x0001;
  EXPECT_EQ(fma("bf16", a, a, tiny), fma("bf16", a, a, uint16_t(0)));
  EXPECT_EQ(fma("bf16", uint16_t(0x3f88), uint16_t(0x3f88), tiny), 0x3f91);
  EXPECT_EQ(fma("bf16", uint16_t(0x3f88), uint16_t(0x3f88), uint16_t(0)),
            0x3f90);
}

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

TEST(Casts, BetweenIntegers) {
  EXPECT_EQ((compute<int32_t, int8_t>("i32", "i8", {-1},
                                      "  %r = arith.extsi %v0 : i8 to i32")),
            -1);
  EXPECT_EQ((compute<int32_t, int8_t>("i32", "i8", {-1},
                                      "  %r = arith.extui %v0 : i8 to i32")),
            255);
  EXPECT_EQ((compute<int64_t, int16_t>("i64", "i16", {-2},
                                       "  %r = arith.extui %v0 : i16 to i64")),
            65534);
  EXPECT_EQ(
      (compute<int64_t, int8_t>("index", "i8", {-1},
                                "  %r = arith.index_castui %v0 : i8 to index")),
      255);
  EXPECT_EQ((compute<int8_t, int32_t>("i8", "i32", {0x180},
                                      "  %r = arith.trunci %v0 : i32 to i8")),
            -128);
  EXPECT_EQ(
      (compute<int64_t, int8_t>("index", "i1", {1},
                                "  %r = arith.index_castui %v0 : i1 to index")),
      1);
  EXPECT_EQ(
      (compute<int64_t, int32_t>("index", "i32", {-5},
                                 "  %r = arith.index_cast %v0 : i32 to index")),
      -5);
}

TEST(Casts, BetweenFloatsAndIntegers) {
  EXPECT_EQ((compute<float, int64_t>("f32", "i64", {16777217},
                                     "  %r = arith.sitofp %v0 : i64 to f32")),
            16777216.f);
  EXPECT_EQ((compute<double, int64_t>("f64", "i64", {-1},
                                      "  %r = arith.uitofp %v0 : i64 to f64")),
            18446744073709551616.);
  EXPECT_EQ((compute<float, int8_t>("f32", "i8", {-1},
                                    "  %r = arith.uitofp %v0 : i8 to f32")),
            255.f);
  EXPECT_EQ(
      (compute<uint16_t, int16_t>("bf16", "i16", {-32768},
                                  "  %r = arith.uitofp %v0 : i16 to bf16")),
      0x4700);
  EXPECT_EQ((compute<float, int8_t>("f32", "i1", {1},
                                    "  %r = arith.uitofp %v0 : i1 to f32")),
            1.f);
  EXPECT_EQ((compute<int32_t, double>("i32", "f64", {-2.9},
                                      "  %r = arith.fptosi %v0 : f64 to i32")),
            -2);
  EXPECT_EQ((compute<int8_t, double>("i8", "f64", {255.5},
                                     "  %r = arith.fptoui %v0 : f64 to i8")),
            -1);
  std::string error;
  compute<int8_t, double>("i8", "f64", {128},
                          "  %r = arith.fptosi %v0 : f64 to i8", &error);
  EXPECT_THAT(error, HasSubstr("expected a number that fits the integer"));
}

TEST(Casts, BetweenFloatsRoundOnce) {
  // Just above halfway of two f16: through f32 it would become a tie.
  double halfway = 1 + std::ldexp(1, -11) + std::ldexp(1, -40);
  EXPECT_EQ((compute<uint16_t, double>("f16", "f64", {halfway},
                                       "  %r = arith.truncf %v0 : f64 to f16")),
            0x3c01);
  EXPECT_EQ((compute<float, uint16_t>("f32", "bf16", {0x3fc0},
                                      "  %r = arith.extf %v0 : bf16 to f32")),
            1.5f);
  EXPECT_EQ((compute<int32_t, float>("i32", "f32", {1.f},
                                     "  %r = arith.bitcast %v0 : f32 to i32")),
            0x3f800000);
}

TEST(Complex, Operations) {
  using C = std::complex<double>;
  auto binary = [](const std::string &op) {
    return compute<C, C>("complex<f64>", "complex<f64>", {C(1, 2), C(3, 4)},
                         "  %r = complex." + op + " %v0, %v1 : complex<f64>");
  };
  EXPECT_EQ(binary("add"), C(4, 6));
  EXPECT_EQ(binary("sub"), C(-2, -2));
  EXPECT_EQ(binary("mul"), C(-5, 10));
  EXPECT_EQ((compute<C, C>("complex<f64>", "complex<f64>", {C(1, 2)}, R"(
  %re = complex.re %v0 : complex<f64>
  %im = complex.im %v0 : complex<f64>
  %swapped = complex.create %im, %re : complex<f64>
  %k = complex.constant [1.0, -1.0] : complex<f64>
  %r = complex.add %swapped, %k : complex<f64>)")),
            C(3, 0));
}

TEST(Floats, Constants) {
  EXPECT_EQ((compute<uint16_t, uint16_t>("f16", "f16", {0}, R"(
  %r = arith.constant 1.5 : f16)")),
            0x3e00);
  EXPECT_EQ((compute<int8_t, int8_t>("i1", "i1", {0}, R"(
  %r = arith.constant true)")),
            1);
}

} // namespace
