//===- Bench.cpp - how fast is it -----------------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bench.h"

#include "Failure.h"
#include "Progress.h"
#include "Spindle/Dialect/Iter/IR/Iter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

#include <algorithm>
#include <chrono>

using namespace spindle;
using namespace spindle::run;

/// Seconds that one run takes.
static double timeRun(const execution::Kernel &kernel,
                      execution::ArgumentList &arguments) {
  auto start = std::chrono::steady_clock::now();
  kernel.run(arguments);
  std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
  return time.count();
}

/// Runs untimed until caches and clock rate have settled; returns how often.
static int64_t warmUp(const execution::Kernel &kernel,
                      execution::ArgumentList &arguments) {
  constexpr double enoughSeconds = 0.05;
  double spent = 0;
  int64_t count = 0;
  while (count < 2 || (spent < enoughSeconds && count < 1000)) {
    spent += timeRun(kernel, arguments);
    ++count;
    if (spent > 1)
      break;
  }
  return count;
}

llvm::Expected<BenchResult> run::bench(const execution::Kernel &kernel,
                                       mlir::ArrayAttr signature,
                                       llvm::ArrayRef<Operand> operands,
                                       int64_t runs) {
  auto copies = cloneWritten(operands);
  if (!copies)
    return copies.takeError();
  auto arguments =
      execution::ArgumentList::create(signature, getViews(*copies));
  if (!arguments)
    return arguments.takeError();
  BenchResult result;
  result.runs = runs;
  result.warmUps = warmUp(kernel, *arguments);
  Progress progress("timing");
  std::vector<double> times;
  for (int64_t run = 0; run < runs; ++run) {
    times.push_back(timeRun(kernel, *arguments));
    progress.update(run + 1, runs);
  }
  std::sort(times.begin(), times.end());
  result.least = times.front();
  result.most = times.back();
  result.median = (times[(runs - 1) / 2] + times[runs / 2]) / 2;
  return result;
}

/// How many operations on floats `op` is.
static int64_t countFlops(mlir::Operation *op) {
  auto isFloat = [](mlir::Type type) {
    return mlir::isa<mlir::FloatType>(type);
  };
  if (auto accumulate = mlir::dyn_cast<sparse::AccumulateOp>(op))
    return isFloat(accumulate.getValues().front().getType());
  if (mlir::isa<mlir::math::FmaOp>(op))
    return 2;
  bool computes =
      mlir::isa_and_nonnull<mlir::arith::ArithDialect, mlir::math::MathDialect>(
          op->getDialect()) &&
      !op->hasTrait<mlir::OpTrait::ConstantLike>() &&
      !mlir::isa<mlir::CastOpInterface, mlir::arith::SelectOp>(op);
  return computes && llvm::any_of(op->getResultTypes(), isFloat);
}

/// How many operations on floats it is to combine `values` by `kinds`, once.
static int64_t countFlops(mlir::ArrayAttr kinds, mlir::ValueRange values) {
  int64_t count = 0;
  for (auto kind : kinds.getAsRange<iter::CombineKindAttr>()) {
    count += mlir::isa<mlir::FloatType>(values.front().getType());
    values = values.drop_front(iter::isArgKind(kind.getValue()) ? 2 : 1);
  }
  return count;
}

std::optional<int64_t> run::countBodyFlops(mlir::func::FuncOp function) {
  llvm::SmallVector<mlir::Operation *> spaces;
  function.walk([&](mlir::Operation *op) {
    if (mlir::isa<iter::NestOp, sparse::GenericOp>(op))
      spaces.push_back(op);
  });
  if (spaces.size() != 1 || spaces.front()->getParentOp() != function)
    return std::nullopt;
  auto nest = mlir::dyn_cast<iter::NestOp>(spaces.front());
  auto generic = mlir::dyn_cast<sparse::GenericOp>(spaces.front());
  mlir::Block &body = spaces.front()->getRegion(0).front();
  int64_t count = countFlops(nest ? nest.getCombine() : generic.getCombine(),
                             body.getTerminator()->getOperands());
  for (mlir::Operation &op : body) {
    if (op.getNumRegions() != 0)
      return std::nullopt;
    count += countFlops(&op);
  }
  return count;
}
