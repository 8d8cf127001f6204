//===- Bound.cpp - how far right results may be apart ---------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bound.h"

#include "Spindle/Dialect/Iter/IR/Iter.h"
#include "Spindle/Session/Failure.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/CallInterfaces.h"

#include <cmath>

using namespace spindle;
using namespace spindle::session;

/// Whether all of `kinds` are sums.
static bool areSums(mlir::ArrayAttr kinds) {
  return llvm::all_of(kinds.getAsRange<iter::CombineKindAttr>(), [](auto kind) {
    return kind.getValue() == iter::CombineKind::Add;
  });
}

/// Whether `op` runs its body for elements, and combines what it gives.
static bool isSpace(mlir::Operation *op) {
  return mlir::isa<iter::NestOp, sparse::GenericOp>(op);
}

/// Whether numbers of `type` are rounded.
static bool isRounded(mlir::Type type) {
  return mlir::isa<mlir::FloatType, mlir::ComplexType>(type);
}

/// Whether a constant is 0 or at least 1; between them it would make the number
/// of products too small, and below them their magnitudes.
static bool isHarmless(const llvm::APFloat &constant) {
  return constant.isPosZero() || constant.convertToDouble() >= 1;
}

/// Whether the constant `op` can be in a sum of products.
static bool isHarmless(mlir::complex::ConstantOp op) {
  auto parts = op.getValue().getAsRange<mlir::FloatAttr>();
  auto values = llvm::map_to_vector(
      parts, [](mlir::FloatAttr part) { return part.getValue(); });
  return isHarmless(values[0]) && values[1].isPosZero();
}

/// Whether all that `op` reads outside of tensors can be in a sum of products.
static bool hasHarmlessBorders(sparse::GenericOp op) {
  for (int64_t input = 0; input < int64_t(op.getIns().size()); ++input)
    if (auto border =
            mlir::dyn_cast_or_null<mlir::FloatAttr>(op.getBorder(input));
        border && !isHarmless(border.getValue()))
      return false;
  return true;
}

/// Whether a float that `op` makes is a sum of products of what it is given.
static bool isMultiplyAdd(mlir::Operation *op) {
  llvm::APFloat constant(0.0);
  if (mlir::matchPattern(op, mlir::m_ConstantFloat(&constant)))
    return isHarmless(constant);
  if (auto complex = mlir::dyn_cast<mlir::complex::ConstantOp>(op))
    return isHarmless(complex);
  if (auto accumulate = mlir::dyn_cast<sparse::AccumulateOp>(op))
    return accumulate.getKind() == iter::CombineKind::Add;
  if (auto nest = mlir::dyn_cast<iter::NestOp>(op))
    return areSums(nest.getCombine());
  if (auto generic = mlir::dyn_cast<sparse::GenericOp>(op))
    return areSums(generic.getCombine()) && hasHarmlessBorders(generic);
  // What a callee computes is not looked at.
  if (mlir::isa<sparse::StoreOp, mlir::CallOpInterface>(op))
    return false;
  return llvm::none_of(op->getResultTypes(), isRounded) ||
         mlir::isa<sparse::LoadOp, mlir::arith::MulFOp, mlir::arith::AddFOp,
                   mlir::arith::ExtFOp, mlir::arith::TruncFOp,
                   mlir::math::FmaOp, mlir::complex::MulOp,
                   mlir::complex::AddOp>(op);
}

/// How often `op` rounds a product that goes through it. Of the result of a
/// complex product each part is one of two.
static int64_t countRoundings(mlir::Operation *op) {
  if (mlir::isa<mlir::complex::MulOp>(op))
    return 3;
  return mlir::isa<mlir::arith::MulFOp, mlir::arith::AddFOp,
                   mlir::arith::TruncFOp, mlir::math::FmaOp,
                   mlir::complex::AddOp>(op);
}

double session::getUnit(mlir::Type type, double &least) {
  if (auto complex = mlir::dyn_cast<mlir::ComplexType>(type))
    type = complex.getElementType();
  const auto &semantics = mlir::cast<mlir::FloatType>(type).getFloatSemantics();
  least = llvm::APFloat::getSmallest(semantics).convertToDouble();
  return std::ldexp(1.0, -int(llvm::APFloat::semanticsPrecision(semantics)));
}

namespace {
/// The roundings of a program that only multiplies, adds and sums.
struct Roundings {
  /// The sum of the units of one run of the body, and the greatest of the sums
  /// over elements and of all.
  double product = 0, sum = 0, greatest = 0;
  /// The smallest numbers' maximum.
  double least = 0;
  /// Whether numbers of bf16 are widened: instructions for sums of their
  /// products take subnormal numbers for zeros.
  bool flushes = false;

  /// Adds `count` roundings of numbers of `type`, and returns the unit.
  double add(mlir::Type type, int64_t count) {
    double smallest = 0, unit = getUnit(type, smallest);
    product += double(count) * unit;
    greatest = std::max(greatest, unit);
    least = std::max(least, smallest);
    return unit;
  }
};
} // namespace

/// The least f32 that is not subnormal.
static constexpr double kLeastNormal = 0x1p-126;

/// Adds the roundings of `op`, which `isMultiplyAdd`.
static void addRoundings(Roundings &roundings, mlir::Operation *op) {
  if (auto widening = mlir::dyn_cast<mlir::arith::ExtFOp>(op);
      widening && widening.getIn().getType().isBF16()) {
    roundings.flushes = true;
    roundings.least = std::max(roundings.least, kLeastNormal);
  }
  if (int64_t count = countRoundings(op))
    roundings.add(op->getResult(0).getType(), count);
  llvm::SmallVector<mlir::Type> sums;
  if (auto accumulate = mlir::dyn_cast<sparse::AccumulateOp>(op))
    sums.push_back(accumulate.getValues().front().getType());
  else if (isSpace(op))
    llvm::append_range(sums, op->getResultTypes());
  // Without a combination it stores what other sums and products came to.
  if (auto generic = mlir::dyn_cast<sparse::GenericOp>(op);
      generic && !generic.getCombine().empty())
    for (mlir::Type type : generic.getOuts().getTypes())
      sums.push_back(mlir::cast<sparse::AnyTensorType>(type).getElementType());
  for (mlir::Type type : sums)
    if (isRounded(type))
      roundings.sum = std::max(roundings.sum, roundings.add(type, 0));
}

/// The roundings where the program only multiplies, adds and accumulates sums.
static std::optional<Roundings> findRoundings(mlir::func::FuncOp function) {
  Roundings roundings;
  mlir::WalkResult walk = function.walk([&](mlir::Operation *op) {
    bool isBranch = op->getNumRegions() != 0 && !isSpace(op) &&
                    !mlir::isa<mlir::func::FuncOp>(op);
    if (isBranch || !isMultiplyAdd(op))
      return mlir::WalkResult::interrupt();
    addRoundings(roundings, op);
    return mlir::WalkResult::advance();
  });
  if (walk.wasInterrupted())
    return std::nullopt;
  return roundings;
}

/// Interprets `function` on the wide copies of `start`, changed by `change`.
static llvm::Expected<WideOperands>
interpretWide(mlir::func::FuncOp function, llvm::ArrayRef<Operand> start,
              llvm::function_ref<double(double)> change, int64_t bodyRuns,
              std::string label, const Watcher &watcher) {
  auto wide = widenOperands(start, change);
  if (!wide)
    return wide.takeError();
  if (llvm::Error error = interpret(function, wide->operands, bodyRuns,
                                    std::move(label), watcher))
    return error;
  return wide;
}

llvm::Error session::interpret(mlir::func::FuncOp function,
                               llvm::ArrayRef<Operand> operands,
                               int64_t bodyRuns, std::string label,
                               const Watcher &watcher,
                               std::vector<interpreter::OwnedTensor> *results) {
  DiagnosticKeeper diagnostics(function.getContext());
  std::unique_ptr<Step> step = watcher.begin(std::move(label), "body runs");
  interpreter::Options options;
  options.progress = [&](int64_t done) { step->update(done, bodyRuns); };
  options.results = results;
  options.isCancelled = watcher.token;
  return interpreter::run(function, getArguments(function, operands), options);
}

llvm::Expected<Bound> session::findBound(mlir::func::FuncOp function,
                                         llvm::ArrayRef<Operand> start,
                                         int64_t bodyRuns,
                                         const Watcher &watcher) {
  Bound bound;
  std::optional<Roundings> roundings = findRoundings(function);
  if (!roundings)
    return bound;
  bound.perElement = true;
  bound.unit = roundings->sum ? roundings->sum : roundings->greatest;
  bound.least = roundings->least;
  if (bound.unit)
    bound.factors = std::ceil(roundings->product / bound.unit);
  mlir::OwningOpRef<mlir::func::FuncOp> wide = cloneWide(function);
  // A subnormal factor may be lost whole, and its products are then at most as
  // large as a unit of what they are here.
  auto lift = [&](double x) {
    bool isLost = roundings->flushes && bound.unit && x > 0 && x < kLeastNormal;
    return isLost ? kLeastNormal / bound.unit : x;
  };
  auto magnitudes = interpretWide(*wide, start, lift, bodyRuns,
                                  "checking: magnitudes", watcher);
  if (!magnitudes)
    return magnitudes.takeError();
  auto terms = interpretWide(
      *wide, start, [](double) { return 1.0; }, bodyRuns, "checking: terms",
      watcher);
  if (!terms)
    return terms.takeError();
  bound.magnitudes = std::move(*magnitudes);
  bound.terms = std::move(*terms);
  return bound;
}
