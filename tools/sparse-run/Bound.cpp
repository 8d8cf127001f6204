//===- Bound.cpp - how far right results may be apart ---------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bound.h"

#include "Failure.h"
#include "Progress.h"
#include "Spindle/Dialect/Iter/IR/Iter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"

#include <cmath>

using namespace spindle;
using namespace spindle::run;

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

/// Whether a float that `op` makes is a sum of products of what it is given.
static bool isMultiplyAdd(mlir::Operation *op) {
  llvm::APFloat constant(0.0);
  // Below 1 a constant would make the number of products too small.
  if (mlir::matchPattern(op, mlir::m_ConstantFloat(&constant)))
    return constant.isPosZero() || constant.convertToDouble() >= 1;
  if (auto accumulate = mlir::dyn_cast<sparse::AccumulateOp>(op))
    return accumulate.getKind() == iter::CombineKind::Add;
  if (auto nest = mlir::dyn_cast<iter::NestOp>(op))
    return areSums(nest.getCombine());
  if (auto generic = mlir::dyn_cast<sparse::GenericOp>(op))
    return !generic.getCombine().empty() && areSums(generic.getCombine());
  if (mlir::isa<sparse::StoreOp>(op))
    return false;
  auto isFloat = [](mlir::Type type) {
    return mlir::isa<mlir::FloatType>(type);
  };
  return llvm::none_of(op->getResultTypes(), isFloat) ||
         mlir::isa<sparse::LoadOp, mlir::arith::MulFOp, mlir::arith::AddFOp,
                   mlir::arith::ExtFOp, mlir::math::FmaOp>(op);
}

/// The number of roundings in one run of the body, where the program only
/// multiplies, adds and accumulates sums.
static std::optional<int64_t> countRoundings(mlir::func::FuncOp function) {
  int64_t count = 0;
  mlir::WalkResult walk = function.walk([&](mlir::Operation *op) {
    bool isBranch = op->getNumRegions() != 0 && !isSpace(op) &&
                    !mlir::isa<mlir::func::FuncOp>(op);
    if (isBranch || !isMultiplyAdd(op))
      return mlir::WalkResult::interrupt();
    count +=
        mlir::isa<mlir::arith::MulFOp, mlir::arith::AddFOp, mlir::math::FmaOp>(
            op);
    return mlir::WalkResult::advance();
  });
  if (walk.wasInterrupted())
    return std::nullopt;
  return count;
}

/// Copies of `operands` whose floats went through `change`.
static llvm::Expected<std::vector<Operand>>
changeFloats(llvm::ArrayRef<Operand> operands,
             llvm::function_ref<double(double)> change) {
  std::vector<Operand> copies = operands.vec();
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

llvm::Error run::interpret(mlir::func::FuncOp function,
                           llvm::ArrayRef<Operand> operands, int64_t bodyRuns,
                           std::string label) {
  DiagnosticKeeper diagnostics(function.getContext());
  Progress progress(std::move(label));
  interpreter::Options options;
  options.progress = [&](int64_t done) { progress.update(done, bodyRuns); };
  return interpreter::run(function, getArguments(operands), options);
}

llvm::Expected<Bound> run::findBound(mlir::func::FuncOp function,
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
