//===- Check.cpp - are the numbers right ----------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Check.h"

#include "Bound.h"
#include "llvm/Support/FormatVariadic.h"

#include <cmath>
#include <limits>

using namespace spindle;
using namespace spindle::run;
using llvm::formatv;

/// Whether two numbers are equal, or both are no number.
template <typename T> static bool isSame(T a, T b) {
  return a == b || (a != a && b != b);
}

/// Whether two arrays of one type and shape hold the same numbers.
static bool areSame(const runtime::Array &a, const runtime::Array &b) {
  return visitDType(a.dtype(), [&](auto zero) {
    using T = decltype(zero);
    return std::equal(a.as<T>(), a.as<T>() + a.size(), b.as<T>(), isSame<T>);
  });
}

/// The largest finite magnitude in `array`.
template <typename T> static double findLargest(const runtime::Array &array) {
  double largest = 0;
  for (const T *x = array.as<T>(), *end = x + array.size(); x != end; ++x)
    if (std::isfinite(double(*x)))
      largest = std::max(largest, std::fabs(double(*x)));
  return largest;
}

/// The place of element `index` of `array`: "C[3, 5]".
static std::string describePlace(const Operand &operand, int64_t index) {
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

/// How far element `index` of operand `which` of the results may be from
/// `reference`, the operands as the interpreter left them.
template <typename T> class Tolerance {
public:
  Tolerance(llvm::ArrayRef<Operand> reference, size_t which, const Bound &bound)
      : bound(bound) {
    if (!bound.perElement) {
      overall = 1024 * unit * findLargest<T>(reference[which].values);
      return;
    }
    magnitudes = bound.magnitudes[which].values.as<T>();
    terms = bound.terms[which].values.as<T>();
  }

  double operator()(int64_t index) const {
    constexpr double least = std::numeric_limits<T>::denorm_min();
    if (!bound.perElement)
      return overall;
    double steps = double(terms[index]) + double(bound.factors + 1);
    return 2 * steps * (unit * double(magnitudes[index]) + least);
  }

private:
  static constexpr double unit = std::numeric_limits<T>::epsilon() / 2.0;
  const Bound &bound;
  double overall = 0;
  const T *magnitudes = nullptr, *terms = nullptr;
};

/// In words, that an element is wrong.
template <typename T>
static std::string describeWrong(const std::string &place, T expected,
                                 double allowed, T got) {
  if (std::is_integral_v<T>)
    // Promoted, since a char would print as a letter.
    return formatv("{0}: expected {1} but got {2}", place, +expected, +got);
  return formatv("{0}: expected {1} within {2:e2} but got {3}", place, expected,
                 allowed, got);
}

/// Compares operand `which` of `reference` and `results`, held as `T`.
template <typename T>
static void compare(llvm::ArrayRef<Operand> reference,
                    llvm::ArrayRef<Operand> results, size_t which,
                    const Bound &bound, CheckResult &result) {
  Tolerance<T> tolerance(reference, which, bound);
  const T *expected = reference[which].values.as<T>();
  const T *got = results[which].values.as<T>();
  for (int64_t i = 0; i < results[which].values.size(); ++i) {
    if (isSame(expected[i], got[i]))
      continue;
    double error = std::fabs(double(expected[i]) - double(got[i]));
    if (std::isnan(error))
      error = std::numeric_limits<double>::infinity();
    result.maxAbsolute = std::max(result.maxAbsolute, error);
    if (expected[i] != 0)
      result.maxRelative =
          std::max(result.maxRelative, error / std::fabs(double(expected[i])));
    // Written so that a NaN as the bound is wrong too. Integers that differ may
    // be equal as doubles.
    bool isRight = !std::is_integral_v<T> && error <= tolerance(i);
    if (!isRight && result.wrong.empty())
      result.wrong = describeWrong(describePlace(results[which], i),
                                   expected[i], tolerance(i), got[i]);
  }
}

/// The bound on the differences, in words.
static std::string describe(const Bound *bound, bool isInteger) {
  if (isInteger)
    return "integers must be equal";
  if (!bound)
    return "no float differs";
  if (!bound->perElement)
    return "bound: 1024 roundings of the largest element";
  return "bound: per element 2 (n + " + std::to_string(bound->factors + 1) +
         ") u times the sum of its n products' absolute values";
}

llvm::Expected<Reference> run::interpretCopies(mlir::func::FuncOp function,
                                               llvm::ArrayRef<Operand> operands,
                                               int64_t bodyRuns) {
  auto start = clonePoisoned(operands);
  if (!start)
    return start.takeError();
  auto results = cloneWritten(*start);
  if (!results)
    return results.takeError();
  if (llvm::Error error = interpret(function, *results, bodyRuns, "checking"))
    return error;
  return Reference{std::move(*start), std::move(*results)};
}

llvm::Expected<CheckResult> run::compareResults(mlir::func::FuncOp function,
                                                const Reference &reference,
                                                llvm::ArrayRef<Operand> results,
                                                int64_t bodyRuns) {
  CheckResult result;
  std::optional<Bound> bound;
  bool onlyIntegers = true;
  for (size_t which = 0; which < results.size(); ++which) {
    if (!results[which].spec->isWritten())
      continue;
    onlyIntegers &= isInteger(results[which].spec->dtype);
    if (areSame(reference.results[which].values, results[which].values))
      continue;
    if (!bound) {
      auto found = findBound(function, reference.start, bodyRuns);
      if (!found)
        return found.takeError();
      bound = std::move(*found);
    }
    visitDType(results[which].spec->dtype, [&](auto zero) {
      compare<decltype(zero)>(reference.results, results, which, *bound,
                              result);
    });
  }
  result.bound = describe(bound ? &*bound : nullptr, onlyIntegers);
  return result;
}

bool run::mayBeUnwritten(llvm::ArrayRef<Operand> results) {
  return llvm::any_of(results, [](const Operand &operand) {
    return !operand.spec->needsSource() && countPoison(operand.values) != 0;
  });
}

std::string run::findUnwritten(llvm::ArrayRef<Operand> results,
                               llvm::ArrayRef<Operand> others) {
  for (auto [operand, other] : llvm::zip_equal(results, others)) {
    if (operand.spec->needsSource())
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
