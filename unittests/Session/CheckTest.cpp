//===- CheckTest.cpp - are the numbers right, in every type ---------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Session/Check.h"
#include "Spindle/Runtime/IO/Generate.h"
#include "Spindle/Session/Program.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace spindle;
using namespace spindle::session;
using runtime::DType;

namespace {

/// y[i] is combined by `kind` from what `product` makes of %a = A[i, j], in
/// the type called T.
const char *const pattern = R"(
func.func @f(%A: !sparse.tensor<?x?xT, #sparse.dense> {sparse.name = "A"},
             %y: !sparse.tensor<?xT, #sparse.dense> {sparse.name = "y"}) {
  %zero = ZERO : T
  %I, %J, %Av = sparse.unpack %A : !sparse.tensor<?x?xT, #sparse.dense>
    -> !axis.axis<dense_fixed>, !axis.axis<dense_fixed>, !sparse.buffer<?x?xT>
  %Y, %yv = sparse.unpack %y : !sparse.tensor<?xT, #sparse.dense>
    -> !axis.axis<dense_fixed>, !sparse.buffer<?xT>
  sparse.fill %yv, %zero : !sparse.buffer<?xT>
  iter.nest "n" ("i": %i, "j": %j)
      over (%I, %J : !axis.axis<dense_fixed>, !axis.axis<dense_fixed>)
      kinds [spatial, reduction] {
    %a = sparse.load %Av[%i, %j] : !sparse.buffer<?x?xT>
    %t = PRODUCT %a, %a : T
    sparse.accumulate KIND %t into %yv[%i] : !sparse.buffer<?xT>
  }
  return
})";

std::string replaceAll(std::string text, const std::string &word,
                       const std::string &by) {
  for (size_t at = 0; (at = text.find(word, at)) != std::string::npos;
       at += by.size())
    text.replace(at, word.size(), by);
  return text;
}

/// The program for elements of `dtype`, which sums products or, where `isMax`,
/// finds a maximum.
std::string makeText(DType dtype, bool isMax) {
  std::string type(dtypeName(dtype)), zero = "arith.constant 0.0";
  std::string product = isMax ? "arith.maximumf" : "arith.mulf";
  std::string kind = isMax ? "max" : "add";
  if (isComplex(dtype)) {
    std::string part = dtype == DType::C64 ? "0.0 : f32" : "0.0 : f64";
    zero = "complex.constant [" + part + ", " + part + "]";
    product = "complex.mul";
  } else if (isInteger(dtype)) {
    zero = "arith.constant 0";
    product = "arith.muli";
  } else if (dtype == DType::I1) {
    zero = "arith.constant 0";
    product = "arith.andi";
    kind = "or";
  }
  std::string text = replaceAll(pattern, "xT", "x" + type);
  text = replaceAll(text, ": T", ": " + type);
  text = replaceAll(text, "ZERO", zero);
  return replaceAll(replaceAll(text, "PRODUCT", product), "KIND", kind);
}

/// The program of one type, run by the interpreter on a row of ones.
class Trial {
public:
  Trial(DType dtype, int64_t columns = 4, bool isMax = false) {
    prepare(dtype, columns, isMax);
    interpret();
  }

  /// A trial of sums, with `first` instead of the first one.
  template <typename T> static Trial with(T first) {
    Trial trial;
    trial.prepare(runtime::dtypeOf<T>, /*columns=*/4, /*isMax=*/false);
    *static_cast<T *>(trial.start[0].values.data()) = first;
    trial.interpret();
    return trial;
  }

  /// The check of a kernel whose y[0] was `x`.
  template <typename T> CheckResult check(T x) {
    auto results = llvm::cantFail(cloneWritten(reference.results));
    *static_cast<T *>(results[1].values.data()) = x;
    return llvm::cantFail(
        compareResults(program.entry, reference, results, 1, {}));
  }

private:
  Trial() = default;

  void prepare(DType dtype, int64_t columns, bool isMax) {
    Options options;
    options.program = "check.mlir";
    options.text = makeText(dtype, isMax);
    SourceTexts sources;
    program = llvm::cantFail(loadProgram(*context, options, sources));
    start.resize(2);
    start[0].shape = {1, columns};
    start[1].shape = {1};
    for (size_t i : {0, 1}) {
      start[i].spec = &program.operands[i];
      start[i].values = *runtime::ones(dtype, start[i].shape);
    }
  }

  void interpret() {
    reference = llvm::cantFail(interpretCopies(program.entry, start, 1, {}));
  }

  std::unique_ptr<mlir::MLIRContext> context = createContext();
  Program program;
  std::vector<Operand> start;
  Reference reference;
};

/// Four products of ones are 4, whose units are 8 u; the bound is 2 (4 + 1 + 1)
/// u 4, which is 6 of them.
template <typename T> void expectBoundOfSums() {
  double unit = std::ldexp(4.0, -std::numeric_limits<T>::digits + 1);
  Trial trial(runtime::dtypeOf<T>);
  EXPECT_EQ(trial.check(T(4)).wrong, "");
  EXPECT_EQ(trial.check(T(4)).bound, "no float differs");
  CheckResult result = trial.check(T(4 + 6 * unit));
  EXPECT_EQ(result.wrong, "");
  EXPECT_EQ(result.maxAbsolute, 6 * unit);
  EXPECT_EQ(result.bound, "bound: per element 2 (n + 2) u times the sum of its "
                          "n products' absolute values");
  EXPECT_NE(trial.check(T(4 + 7 * unit)).wrong, "");
  EXPECT_NE(trial.check(T(NAN)).wrong, "");
}

TEST(CheckTest, SumsOfFloats) {
  expectBoundOfSums<float>();
  expectBoundOfSums<double>();
}

TEST(CheckTest, SumsOfSmallFloats) {
  Trial half(DType::F16);
  EXPECT_EQ(half.check(runtime::Half(4 + 6 * 0x1p-8)).wrong, "");
  EXPECT_EQ(half.check(runtime::Half(4 + 7 * 0x1p-8)).wrong,
            "y[0]: expected 4 within 2.34e-02 but got 4.027");
  Trial brain(DType::BF16);
  EXPECT_EQ(brain.check(runtime::BFloat16(4 + 6 * 0x1p-5)).wrong, "");
  EXPECT_EQ(brain.check(runtime::BFloat16(4 + 7 * 0x1p-5)).wrong,
            "y[0]: expected 4 within 1.88e-01 but got 4.22");
}

TEST(CheckTest, WhatBoundsASumIsNotRoundedByItsType) {
  // In bf16 600 ones add up to 256; the bound is 2 (600 + 2) 2^-8 600.
  Trial trial(DType::BF16, 600);
  EXPECT_EQ(trial.check(runtime::BFloat16(256)).maxAbsolute, 0);
  EXPECT_EQ(trial.check(runtime::BFloat16(256 + 2816)).wrong, "");
  EXPECT_EQ(trial.check(runtime::BFloat16(256 + 2832)).wrong,
            "y[0]: expected 256 within 2.82e+03 but got 3088");
}

/// A complex product is rounded thrice: the bound is 2 (4 + 3 + 1) u 4.
template <typename T> void expectBoundOfComplexSums() {
  using Complex = std::complex<T>;
  T u = std::numeric_limits<T>::epsilon() / 2;
  Trial trial(runtime::dtypeOf<Complex>);
  EXPECT_EQ(trial.check(Complex(4)).maxAbsolute, 0);
  EXPECT_EQ(trial.check(Complex(4 + 64 * u, 0)).wrong, "");
  EXPECT_EQ(trial.check(Complex(4, -64 * u)).wrong, "");
  EXPECT_NE(trial.check(Complex(4 + 72 * u, 0)).wrong, "");
  EXPECT_NE(trial.check(Complex(4, 72 * u)).wrong, "");
  EXPECT_NE(trial.check(Complex(4 + 48 * u, 48 * u)).wrong, "");
  EXPECT_NE(trial.check(Complex(4, NAN)).wrong, "");
}

TEST(CheckTest, SumsOfComplexNumbers) {
  expectBoundOfComplexSums<float>();
  expectBoundOfComplexSums<double>();
  Trial trial(DType::C64);
  EXPECT_EQ(trial.check(std::complex<float>(4, 1)).wrong,
            "y[0]: expected 4+0j within 3.81e-06 but got 4+1j");
}

TEST(CheckTest, OtherProgramsOfSmallFloatsMayBeASixteenthOff) {
  Trial single(DType::F32, 4, /*isMax=*/true);
  EXPECT_EQ(single.check(1 + 0x1p-14f).wrong, "");
  EXPECT_EQ(single.check(1 + 0x1p-14f).bound,
            "bound: 1024 roundings of the largest element");
  EXPECT_NE(single.check(1 + 0x1p-14f + 0x1p-23f).wrong, "");
  Trial half(DType::F16, 4, /*isMax=*/true);
  EXPECT_EQ(half.check(runtime::Half(1 + 0x1p-4)).wrong, "");
  EXPECT_EQ(half.check(runtime::Half(1 + 0x1p-4)).bound,
            "bound: 128 roundings of the largest element");
  EXPECT_NE(half.check(runtime::Half(1 + 0x1p-4 + 0x1p-10)).wrong, "");
  Trial brain(DType::BF16, 4, /*isMax=*/true);
  EXPECT_EQ(brain.check(runtime::BFloat16(1 + 0x1p-4)).bound,
            "bound: 16 roundings of the largest element");
  EXPECT_NE(brain.check(runtime::BFloat16(1 + 0x1p-4 + 0x1p-7)).wrong, "");
}

TEST(CheckTest, WhatIsNotFiniteIsTheSameOrWrong) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  // Squares of 1e200 are infinite, and so is the bound.
  for (double element : {1., 1e200, double(NAN)}) {
    double expected = element * element + 3;
    Trial trial = Trial::with(element);
    EXPECT_EQ(trial.check(expected).wrong, "");
    for (double got : {5., infinity, -infinity, double(NAN)}) {
      if (got == expected || (std::isnan(got) && std::isnan(expected)))
        continue;
      EXPECT_NE(trial.check(got).wrong, "") << expected << " and " << got;
      EXPECT_EQ(trial.check(got).maxAbsolute,
                expected + got == 9 ? 1 : infinity);
    }
  }
  EXPECT_EQ(Trial::with(1e200).check(5.).wrong, "y[0]: expected inf but got 5");
  EXPECT_EQ(Trial::with(1.).check(infinity).wrong,
            "y[0]: expected 4 within 5.33e-15 but got inf");
}

TEST(CheckTest, EachPartThatIsNotFiniteIsTheSameOrWrong) {
  using Complex = std::complex<double>;
  constexpr double infinity = std::numeric_limits<double>::infinity();
  // The square of it is infinite in one part and no number in the other.
  Trial trial = Trial::with(Complex(infinity, 0));
  EXPECT_EQ(trial.check(Complex(infinity, NAN)).wrong, "");
  for (Complex got :
       {Complex(5, NAN), Complex(NAN, NAN), Complex(-infinity, NAN),
        Complex(infinity, 5), Complex(NAN, 5)})
    EXPECT_NE(trial.check(got).wrong, "") << got;
}

TEST(CheckTest, BitsAndIntegersAreEqualOrWrong) {
  Trial bits(DType::I1);
  EXPECT_EQ(bits.check(uint8_t(1)).wrong, "");
  EXPECT_EQ(bits.check(uint8_t(1)).bound, "integers must be equal");
  EXPECT_EQ(bits.check(uint8_t(0)).wrong, "y[0]: expected 1 but got 0");
  // No bit at all: what memory held before.
  EXPECT_EQ(bits.check(uint8_t(0xfd)).wrong, "y[0]: expected 1 but got 253");
  EXPECT_EQ(Trial(DType::I8).check(int8_t(5)).wrong,
            "y[0]: expected 4 but got 5");
  EXPECT_EQ(Trial(DType::I64).check(int64_t(4)).wrong, "");
}

} // namespace
