//===- Check.cpp - are the numbers right ----------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Check.h"

#include "Failure.h"
#include "Progress.h"
#include "Spindle/Dialect/Iter/IR/Iter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/FormatVariadic.h"

#include <cmath>
#include <limits>

using namespace spindle;
using namespace spindle::run;

//===----------------------------------------------------------------------===//
// The bound
//===----------------------------------------------------------------------===//

namespace {

/// How far two right results may be apart.
struct Bound {
  /// True where `magnitudes` and `terms` are there.
  bool perElement = false;
  /// The operands with the sums of absolute values.
  llvm::SmallVector<Operand> magnitudes;
  /// The operands with the numbers of products that are summed.
  llvm::SmallVector<Operand> terms;
  /// How often one product is rounded.
  int64_t factors = 0;
};

} // namespace

/// Whether a float that `op` makes is a sum of products of what it is given.
static bool isMultiplyAdd(mlir::Operation *op) {
  llvm::APFloat constant(0.0);
  if (mlir::matchPattern(op, mlir::m_ConstantFloat(&constant)))
    return !constant.isNegative();
  if (auto accumulate = mlir::dyn_cast<sparse::AccumulateOp>(op))
    return accumulate.getKind() == sparse::AccumulateKind::Add;
  if (mlir::isa<sparse::StoreOp>(op))
    return false;
  auto isFloat = [](mlir::Type type) { return mlir::isa<mlir::FloatType>(type); };
  return llvm::none_of(op->getResultTypes(), isFloat) ||
         mlir::isa<sparse::LoadOp, mlir::arith::MulFOp, mlir::arith::AddFOp,
                   mlir::arith::ExtFOp, mlir::math::FmaOp>(op);
}

/// The number of roundings in one run of the body, where the program only
/// multiplies, adds and accumulates sums.
static std::optional<int64_t> countRoundings(mlir::func::FuncOp function) {
  int64_t count = 0;
  mlir::WalkResult walk = function.walk([&](mlir::Operation *op) {
    bool isBranch = op->getNumRegions() != 0 &&
                    !mlir::isa<iter::NestOp, mlir::func::FuncOp>(op);
    if (isBranch || !isMultiplyAdd(op))
      return mlir::WalkResult::interrupt();
    count += mlir::isa<mlir::arith::MulFOp, mlir::arith::AddFOp,
                       mlir::math::FmaOp>(op);
    return mlir::WalkResult::advance();
  });
  if (walk.wasInterrupted())
    return std::nullopt;
  return count;
}

/// Copies of `operands` whose floats went through `change`.
static llvm::Expected<llvm::SmallVector<Operand>>
changeFloats(llvm::ArrayRef<Operand> operands,
             llvm::function_ref<double(double)> change) {
  llvm::SmallVector<Operand> copies(operands);
  for (Operand &operand : copies) {
    operand.real = change(operand.real);
    auto copy = runtime::Array::allocate(operand.values.dtype(),
                                         operand.values.shape());
    if (!copy)
      return fail(copy.error());
    visitDType(copy->dtype(), [&](auto zero) {
      using T = decltype(zero);
      const T *from = operand.values.as<T>();
      T *to = copy->as<T>();
      for (int64_t i = 0; i < copy->size(); ++i)
        to[i] = std::is_floating_point_v<T> ? T(change(from[i])) : from[i];
    });
    operand.values = std::move(*copy);
  }
  return copies;
}

/// Interprets `function` on `operands`, with a bar called `label`.
static llvm::Error interpret(mlir::func::FuncOp function,
                             llvm::ArrayRef<Operand> operands,
                             int64_t bodyRuns, std::string label) {
  DiagnosticKeeper diagnostics(function.getContext());
  Progress progress(std::move(label));
  interpreter::Options options;
  options.progress = [&](int64_t done) { progress.update(done, bodyRuns); };
  return interpreter::run(function, getArguments(operands), options);
}

/// Finds how far right results for `start`, the operands before the run, may be
/// apart.
static llvm::Expected<Bound> findBound(mlir::func::FuncOp function,
                                       llvm::ArrayRef<Operand> start,
                                       int64_t bodyRuns) {
  Bound bound;
  std::optional<int64_t> roundings = countRoundings(function);
  if (!roundings)
    return bound;
  bound.perElement = true;
  bound.factors = *roundings;
  auto magnitudes = changeFloats(start, [](double x) { return std::fabs(x); });
  if (!magnitudes)
    return magnitudes.takeError();
  auto terms = changeFloats(start, [](double) { return 1.0; });
  if (!terms)
    return terms.takeError();
  bound.magnitudes = std::move(*magnitudes);
  bound.terms = std::move(*terms);
  if (llvm::Error error = interpret(function, bound.magnitudes, bodyRuns,
                                    "checking: magnitudes"))
    return error;
  if (llvm::Error error =
          interpret(function, bound.terms, bodyRuns, "checking: terms"))
    return error;
  return bound;
}

//===----------------------------------------------------------------------===//
// Comparing
//===----------------------------------------------------------------------===//

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

/// Compares operand `which` of `reference` and `results`, held as `T`.
template <typename T>
static void compare(llvm::ArrayRef<Operand> reference,
                    llvm::ArrayRef<Operand> results, size_t which,
                    const Bound &bound, CheckResult &result) {
  constexpr double unit = std::numeric_limits<T>::epsilon() / 2.0;
  constexpr double least = std::numeric_limits<T>::denorm_min();
  const T *expected = reference[which].values.as<T>();
  const T *got = results[which].values.as<T>();
  double largest = findLargest<T>(reference[which].values);
  for (int64_t i = 0; i < results[which].values.size(); ++i) {
    if (isSame(expected[i], got[i]))
      continue;
    double error = std::fabs(double(expected[i]) - double(got[i]));
    double allowed = 1024 * unit * largest;
    if (bound.perElement) {
      double steps = bound.terms[which].values.as<T>()[i] + bound.factors + 1;
      double magnitude = bound.magnitudes[which].values.as<T>()[i];
      allowed = 2 * steps * (unit * magnitude + least);
    }
    if (std::is_integral_v<T>)
      allowed = 0;
    result.maxAbsolute = std::max(result.maxAbsolute, error);
    if (expected[i] != 0)
      result.maxRelative =
          std::max(result.maxRelative, error / std::fabs(double(expected[i])));
    // Written so that a NaN is wrong.
    if (!(error <= allowed) && result.wrong.empty())
      result.wrong = llvm::formatv("{0}: expected {1} within {2:e2} but got {3}",
                                   describePlace(results[which], i),
                                   expected[i], allowed, got[i]);
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

llvm::Expected<llvm::SmallVector<Operand>>
run::prepareReference(llvm::ArrayRef<Operand> operands) {
  auto reference = cloneWritten(operands);
  if (!reference)
    return reference;
  for (Operand &operand : *reference)
    if (!operand.spec->needsSource())
      fillPoison(operand.values, Poison::Interpreter);
  return reference;
}

llvm::Expected<CheckResult>
run::checkResults(mlir::func::FuncOp function,
                  llvm::ArrayRef<Operand> reference,
                  llvm::ArrayRef<Operand> results, int64_t bodyRuns) {
  auto start = cloneWritten(reference);
  if (!start)
    return start.takeError();
  if (llvm::Error error = interpret(function, reference, bodyRuns, "checking"))
    return error;
  CheckResult result;
  std::optional<Bound> bound;
  bool onlyIntegers = true;
  for (size_t which = 0; which < results.size(); ++which) {
    if (!results[which].spec->isWritten())
      continue;
    onlyIntegers &= isInteger(results[which].spec->dtype);
    if (areSame(reference[which].values, results[which].values))
      continue;
    if (!bound) {
      llvm::Expected<Bound> found = findBound(function, *start, bodyRuns);
      if (!found)
        return found.takeError();
      bound = std::move(*found);
    }
    visitDType(results[which].spec->dtype, [&](auto zero) {
      compare<decltype(zero)>(reference, results, which, *bound, result);
    });
  }
  result.bound = describe(bound ? &*bound : nullptr, onlyIntegers);
  return result;
}

std::string run::findUnwritten(llvm::ArrayRef<Operand> results) {
  for (const Operand &operand : results) {
    if (operand.spec->needsSource())
      continue;
    int64_t count = countPoison(operand.values);
    if (count != 0)
      return operand.spec->name + ": expected every element to be written but "
                                  "got " +
             std::to_string(count) + " of " +
             std::to_string(operand.values.size()) + " that were not";
  }
  return "";
}
