//===- Check.cpp - are the numbers right ----------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Session/Check.h"

#include "Bound.h"
#include "InterpretModel.h"
#include "Returned.h"
#include "Spindle/Conversion/LinalgToSparse.h"
#include "Spindle/Session/PrintNumber.h"
#include "llvm/Support/FormatVariadic.h"

#include <cmath>
#include <limits>

using namespace spindle;
using namespace spindle::session;
using llvm::formatv;

/// Whether two numbers are equal, or both are no number; of complex ones, each
/// part.
template <typename T> static bool isSame(T a, T b) {
  if constexpr (runtime::isComplexType<T>)
    return isSame(a.real(), b.real()) && isSame(a.imag(), b.imag());
  else
    return a == b || (a != a && b != b);
}

/// The elements of `array`, of which an i1 may be any byte.
template <typename T>
static const auto *getElements(const runtime::Array &array) {
  using Stored = std::conditional_t<std::is_same_v<T, bool>, uint8_t, T>;
  return static_cast<const Stored *>(array.data());
}

/// Whether two arrays of one type and shape hold the same numbers.
static bool areSame(const runtime::Array &a, const runtime::Array &b) {
  return visitDType(a.dtype(), [&](auto zero) {
    const auto *first = getElements<decltype(zero)>(a);
    return std::equal(first, first + a.size(), getElements<decltype(zero)>(b),
                      isSame<std::decay_t<decltype(*first)>>);
  });
}

/// A number in which differences are taken.
template <typename T> static auto widen(T x) {
  if constexpr (runtime::isComplexType<T>)
    return std::complex<double>(x);
  else
    return static_cast<double>(x);
}

/// How far two numbers are apart: infinitely where one is infinite or no number
/// and the other is not the same, since they do not differ by rounding alone.
static double getDistance(double a, double b) {
  if (isSame(a, b))
    return 0;
  return std::isfinite(a) && std::isfinite(b)
             ? std::abs(a - b)
             : std::numeric_limits<double>::infinity();
}

static double getDistance(std::complex<double> a, std::complex<double> b) {
  return std::hypot(getDistance(a.real(), b.real()),
                    getDistance(a.imag(), b.imag()));
}

/// The largest finite magnitude in `array`.
template <typename T> static double findLargest(const runtime::Array &array) {
  double largest = 0;
  const auto *x = getElements<T>(array);
  for (const auto *end = x + array.size(); x != end; ++x)
    if (double magnitude = std::abs(widen(*x)); std::isfinite(magnitude))
      largest = std::max(largest, magnitude);
  return largest;
}

/// The name of element `index` of `array`: "C[3, 5]".
static std::string describeElement(const Operand &operand, int64_t index) {
  llvm::SmallVector<int64_t> place;
  for (int64_t extent : llvm::reverse(operand.values.shape())) {
    place.insert(place.begin(), index % extent);
    index /= extent;
  }
  std::string text = operand.spec->name + "[";
  llvm::raw_string_ostream stream(text);
  llvm::interleaveComma(place, stream);
  return text + "]";
}

/// How many roundings a result may differ by where nothing is known of the
/// program: fewer where they would be more than a sixteenth.
static double countAllowed(double unit) {
  return std::min(1024.0, 0x1p-4 / unit);
}

/// How far element `index` of operand `which` of the results may be from
/// `reference`, the operands as the interpreter left them.
template <typename T> class Tolerance {
public:
  Tolerance(llvm::ArrayRef<Operand> reference, size_t which, const Bound &bound)
      : bound(bound) {
    if constexpr (runtime::isFloatType<T> || runtime::isComplexType<T>) {
      double least, unit = getUnit(reference[which].spec->elementType, least);
      if (!bound.perElement) {
        overall =
            countAllowed(unit) * unit * findLargest<T>(reference[which].values);
        return;
      }
      magnitudes = &bound.magnitudes.operands[which].values;
      terms = &bound.terms.operands[which].values;
    }
  }

  double operator()(int64_t index) const {
    if constexpr (runtime::isFloatType<T> || runtime::isComplexType<T>) {
      if (!bound.perElement)
        return overall;
      double steps = getWide(*terms, index) + double(bound.factors + 1);
      return 2 * steps *
             (bound.unit * getWide(*magnitudes, index) + bound.least);
    }
    return 0;
  }

private:
  /// Element `index` of the real numbers `array`.
  static double getWide(const runtime::Array &array, int64_t index) {
    if constexpr (runtime::isComplexType<T>)
      return array.as<std::complex<double>>()[index].real();
    else
      return array.as<double>()[index];
  }

  const Bound &bound;
  double overall = 0;
  const runtime::Array *magnitudes = nullptr, *terms = nullptr;
};

/// In words, that an element is wrong. What is not finite is to be the same.
template <typename T>
static std::string describeWrong(const std::string &place, T expected,
                                 double allowed, T got) {
  std::string within;
  bool mayDiffer = !std::is_integral_v<T> && std::isfinite(allowed) &&
                   std::isfinite(std::abs(widen(expected)));
  if (mayDiffer)
    within = formatv(" within {0:e2}", allowed);
  return formatv("{0}: expected {1}{2} but got {3}", place,
                 printNumber(expected), within, printNumber(got));
}

/// Compares operand `which` of `reference` and `results`, held as `T`.
template <typename T>
static void compare(llvm::ArrayRef<Operand> reference,
                    llvm::ArrayRef<Operand> results, size_t which,
                    const Bound &bound, CheckResult &result) {
  Tolerance<T> tolerance(reference, which, bound);
  const auto *expected = getElements<T>(reference[which].values);
  const auto *got = getElements<T>(results[which].values);
  for (int64_t i = 0; i < results[which].values.size(); ++i) {
    if (isSame(expected[i], got[i]))
      continue;
    double error = getDistance(widen(expected[i]), widen(got[i]));
    result.maxAbsolute = std::max(result.maxAbsolute, error);
    if (double magnitude = std::abs(widen(expected[i])); magnitude != 0)
      result.maxRelative = std::max(result.maxRelative, error / magnitude);
    // Written so that a NaN as the bound is wrong too. Integers that differ may
    // be equal as doubles. A bound may be infinite, where a sum of magnitudes
    // is.
    bool isRight =
        !std::is_integral_v<T> && std::isfinite(error) && error <= tolerance(i);
    if (!isRight && result.wrong.empty())
      result.wrong = describeWrong(describeElement(results[which], i),
                                   expected[i], tolerance(i), got[i]);
  }
}

/// The bound on the differences, in words.
static std::string describe(const Bound *bound, bool onlyExact,
                            double allowed) {
  if (onlyExact)
    return "integers must be equal";
  if (!bound)
    return "no float differs";
  if (!bound->perElement)
    return formatv("bound: {0:f0} roundings of the largest element", allowed);
  return "bound: per element 2 (n + " + std::to_string(bound->factors + 1) +
         ") u times the sum of its n products' absolute values";
}

llvm::Expected<Reference>
session::interpretCopies(mlir::func::FuncOp function,
                         llvm::ArrayRef<Operand> operands, int64_t bodyRuns,
                         const Watcher &watcher) {
  auto start = clonePoisoned(operands);
  if (!start)
    return start.takeError();
  auto results = cloneWritten(*start);
  if (!results)
    return results.takeError();
  if (isOnBuiltinTensors(function)) {
    if (llvm::Error error =
            interpretModel(function, *results, bodyRuns, watcher))
      return error;
    return Reference{std::move(*start), std::move(*results)};
  }
  std::vector<interpreter::OwnedTensor> returned;
  if (llvm::Error error = interpret(function, *results, bodyRuns, "checking",
                                    watcher, &returned))
    return error;
  if (llvm::Error error = setReturned(*results, returned))
    return error;
  return Reference{std::move(*start), std::move(*results)};
}

llvm::Expected<CheckResult>
session::compareResults(mlir::func::FuncOp function, const Reference &reference,
                        llvm::ArrayRef<Operand> results, int64_t bodyRuns,
                        const Watcher &watcher) {
  CheckResult result;
  std::optional<Bound> bound;
  bool onlyExact = true;
  double allowed = std::numeric_limits<double>::infinity();
  for (size_t which = 0; which < results.size(); ++which) {
    if (!results[which].spec->isWritten())
      continue;
    runtime::DType dtype = results[which].spec->dtype;
    if (isFloat(dtype) || isComplex(dtype)) {
      double least;
      onlyExact = false;
      allowed = std::min(
          allowed,
          countAllowed(getUnit(results[which].spec->elementType, least)));
    }
    if (results[which].spec->isResult && result.wrong.empty())
      result.wrong = compareStructure(reference.results[which], results[which]);
    if (!result.wrong.empty())
      continue;
    if (areSame(reference.results[which].values, results[which].values))
      continue;
    if (!bound) {
      auto found = findBound(function, reference.start, bodyRuns, watcher);
      if (!found)
        return found.takeError();
      bound = std::move(*found);
    }
    visitDType(dtype, [&](auto zero) {
      compare<decltype(zero)>(reference.results, results, which, *bound,
                              result);
    });
  }
  result.bound = describe(bound ? &*bound : nullptr, onlyExact, allowed);
  return result;
}

bool session::mayBeUnwritten(llvm::ArrayRef<Operand> results) {
  return llvm::any_of(results, [](const Operand &operand) {
    return !operand.spec->needsSource() && !operand.spec->isResult &&
           countPoison(operand.values) != 0;
  });
}

std::string session::findUnwritten(llvm::ArrayRef<Operand> results,
                                   llvm::ArrayRef<Operand> others) {
  for (auto [operand, other] : llvm::zip_equal(results, others)) {
    if (operand.spec->needsSource() || operand.spec->isResult)
      continue;
    int64_t count = countPoison(operand.values, &other.values);
    if (count != 0)
      return operand.spec->name +
             ": expected every element to be written but got " +
             std::to_string(count) + " of " +
             std::to_string(operand.values.size()) + " that were not";
  }
  return "";
}
