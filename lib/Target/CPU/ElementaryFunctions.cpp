//===- ElementaryFunctions.cpp - exp, log and others in f32 ---------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementaryFunctions.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/TypeSwitch.h"

#include <limits>

using namespace mlir;
using namespace spindle;

/// ln 2 in two parts: products of the first with small integers are exact.
static constexpr float kLn2Above = 0.693359375f, kLn2Below = -2.12194440e-4f;
static constexpr float kInfinite = std::numeric_limits<float>::infinity();

//===----------------------------------------------------------------------===//
// Exponentials
//===----------------------------------------------------------------------===//

namespace {
/// exp(x) = 2^(first + second) (1 + rest), with two exponents so that 2^first
/// and 2^second are numbers where exp(x) is infinite or subnormal.
struct Exponential {
  Value first, second, rest;
};
} // namespace

/// Reduces `x`, from -104 to 89, by the nearest multiple of ln 2. The
/// polynomial is fitted to (exp(r) - 1 - r) / r^2 with the least error, some
/// 5e-11 of exp(r).
static Exponential reduceExponential(FloatArithmetic &f, Value x) {
  static constexpr float kCoefficients[] = {0.5f,           0.166666672f,
                                            0.0416662693f,  0.00833326392f,
                                            0.00139461039f, 0.000199184258f};
  // Its last place is 1: what is added to it is rounded to an integer.
  Value rounder = f.number(0x1.8p23f);
  Value shifted = f.mulAdd(x, f.number(1.44269504f), rounder);
  Value exponent = f.subInt(f.bits(shifted), f.bits(rounder));
  Value multiple = f.sub(shifted, rounder);
  Value r = f.mulAdd(multiple, f.number(-kLn2Above), x);
  r = f.mulAdd(multiple, f.number(-kLn2Below), r);
  Value rest = f.mulAdd(f.mul(r, r), f.polynomial(r, kCoefficients), r);
  Value first = f.shiftRight(exponent, 1);
  return {first, f.subInt(exponent, first), rest};
}

/// Beyond -104 the result is 0, beyond 89 infinite. The second product is the
/// only rounding of a subnormal result.
static Value buildExp(FloatArithmetic &f, Value x) {
  Exponential e = reduceExponential(f, f.clamp(x, -104.0f, 89.0f));
  Value sum = f.add(e.rest, f.number(1.0f));
  return f.mul(f.mul(sum, f.powerOfTwo(e.first)), f.powerOfTwo(e.second));
}

/// exp(x) - 1 = 2^second (2^first rest + (2^first - 2^-second)): nothing
/// cancels where x is near 0, since both powers are 1 there. Beyond -25 the
/// result is -1.
static Value buildExpM1(FloatArithmetic &f, Value x) {
  Exponential e = reduceExponential(f, f.clamp(x, -25.0f, 89.0f));
  Value power = f.powerOfTwo(e.first);
  Value minus = f.powerOfTwo(f.subInt(f.integer(0), e.second));
  Value sum = f.mulAdd(e.rest, power, f.sub(power, minus));
  return f.copySign(f.mul(sum, f.powerOfTwo(e.second)), x);
}

/// tanh(x) = t / (t + 2) for t = exp(2 |x|) - 1, with the sign of x. Beyond 10
/// the result is 1.
static Value buildTanh(FloatArithmetic &f, Value x) {
  Value bounded = f.clamp(f.abs(x), 0.0f, 10.0f);
  Value t = buildExpM1(f, f.add(bounded, bounded));
  return f.copySign(f.div(t, f.add(t, f.number(2.0f))), x);
}

//===----------------------------------------------------------------------===//
// Logarithms
//===----------------------------------------------------------------------===//

namespace {
/// x = 2^exponent (1 + f), with 1 + f between the roots of 1/2 and 2, and
/// log(1 + f) = f + rest.
struct Logarithm {
  Value exponent, f, rest;
};
} // namespace

/// Takes `x` apart, a number above 0. The polynomial is fitted to
/// (log(1 + m) - m + m^2 / 2) / m^3 with the least error, some 8e-10 of
/// log(1 + m).
static Logarithm reduceLogarithm(FloatArithmetic &f, Value x) {
  static constexpr float kLeastNormal = 0x1p-126f;
  static constexpr int32_t kRootOfHalf = 0x3f3504f3;
  static constexpr float kCoefficients[] = {
      0.333333135f,  -0.250000089f, 0.200021237f,  -0.166680053f, 0.142194524f,
      -0.124053404f, 0.118886977f,  -0.116775155f, 0.0674772859f};
  Value normal = f.ifBelow(x, kLeastNormal, f.mul(x, f.number(0x1p23f)), x);
  Value scale = f.ifBelow(x, kLeastNormal, f.number(23.0f), f.number(0.0f));
  Value root = f.integer(kRootOfHalf);
  Value bits = f.subInt(f.bits(normal), root);
  Value exponent = f.sub(f.toFloat(f.shiftRight(bits, 23)), scale);
  Value mantissa =
      f.ofBits(f.addInt(f.andInt(bits, f.integer(0x7fffff)), root));
  Value m = f.sub(mantissa, f.number(1.0f));
  Value square = f.mul(m, m);
  Value rest = f.mul(f.polynomial(m, kCoefficients), f.mul(square, m));
  return {exponent, m, rest};
}

/// Builds `result`, the logarithm of `x`, or what it is where `x` is 0,
/// infinite, below 0 or no number.
static Value addSpecial(FloatArithmetic &f, Value x, Value result) {
  result = f.ifEqual(x, kInfinite, x, result);
  result = f.ifEqual(x, 0.0f, f.number(-kInfinite), result);
  Value none = f.number(std::numeric_limits<float>::quiet_NaN());
  return f.ifNotFrom(x, 0.0f, none, result);
}

/// Builds the logarithm of a number above 0.
static Value buildLogOfPositive(FloatArithmetic &f, Value x) {
  Logarithm l = reduceLogarithm(f, x);
  Value rest = f.mulAdd(l.exponent, f.number(kLn2Below), l.rest);
  rest = f.mulAdd(f.number(-0.5f), f.mul(l.f, l.f), rest);
  return f.mulAdd(l.exponent, f.number(kLn2Above), f.add(l.f, rest));
}

static Value buildLog(FloatArithmetic &f, Value x) {
  return addSpecial(f, x, buildLogOfPositive(f, x));
}

/// log2(1 + f) = (f + rest) log2(e), where log2(e) is 1 and a rest.
static Value buildLog2(FloatArithmetic &f, Value x) {
  Logarithm l = reduceLogarithm(f, x);
  Value rest = f.mulAdd(f.number(-0.5f), f.mul(l.f, l.f), l.rest);
  Value factor = f.number(0.44269504f);
  Value sum = f.mulAdd(l.f, factor, f.mul(rest, factor));
  sum = f.add(f.add(sum, rest), l.f);
  return addSpecial(f, x, f.add(sum, l.exponent));
}

/// log(1 + x) = log(u) + c / u, where u is the rounded sum 1 + x and c what
/// rounding took away: for small x the result is that quotient.
static Value buildLog1p(FloatArithmetic &f, Value x) {
  Value one = f.number(1.0f);
  Value u = f.add(one, x);
  Value lost = f.sub(x, f.sub(u, one));
  Value sum = f.add(buildLogOfPositive(f, u), f.div(lost, u));
  return f.copySign(addSpecial(f, u, sum), x);
}

//===----------------------------------------------------------------------===//
// The error function
//===----------------------------------------------------------------------===//

/// erf(x) is x P(x^2) / Q(x^2), with two polynomials that were fitted to the
/// least relative error up to 3.8, some 1e-8; from there on it is 1 to a few
/// units. All coefficients are above 0, so that roundings do not grow, and are
/// scaled so that those of the coefficients do least.
static Value buildErf(FloatArithmetic &f, Value x) {
  static constexpr float kEnd = 3.8f;
  static constexpr float kAbove[] = {1.8773992f,   0.3098763f,
                                     0.08703393f,  0.0060145194f,
                                     0.000476691f, 3.5789747e-06f};
  static constexpr float kBelow[] = {1.6638018f,    0.8292207f,
                                     0.18716185f,   0.024402928f,
                                     0.0018885268f, 6.5244145e-05f};
  Value bounded = f.clamp(x, -kEnd, kEnd);
  Value square = f.mul(bounded, bounded);
  Value above = f.mul(bounded, f.polynomial(square, kAbove));
  Value below = f.polynomial(square, kBelow);
  return f.clamp(f.div(above, below), -1.0f, 1.0f);
}

Value spindle::buildElementary(Operation *op, Value x, ImplicitLocOpBuilder &b,
                               bool fused) {
  FloatArithmetic f(b, x, fused);
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case([&](math::ErfOp) { return buildErf(f, x); })
      .Case([&](math::ExpOp) { return buildExp(f, x); })
      .Case([&](math::ExpM1Op) { return buildExpM1(f, x); })
      .Case([&](math::LogOp) { return buildLog(f, x); })
      .Case([&](math::Log1pOp) { return buildLog1p(f, x); })
      .Case([&](math::Log2Op) { return buildLog2(f, x); })
      .Case([&](math::TanhOp) { return buildTanh(f, x); })
      .Default([](Operation *) { return Value(); });
}
