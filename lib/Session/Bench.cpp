//===- Bench.cpp - how fast is it -----------------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Session/Bench.h"

#include "Spindle/Dialect/Iter/IR/Iter.h"
#include "Spindle/Session/Failure.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Interfaces/CallInterfaces.h"

#include <algorithm>
#include <chrono>

using namespace spindle;
using namespace spindle::session;

namespace {

/// A kernel with what it is timed on.
struct Trial {
  const execution::Kernel &kernel;
  execution::ArgumentList arguments;
  bool returnsTensors;
};

} // namespace

/// Seconds that one run takes.
static llvm::Expected<double> timeRun(Trial &trial) {
  auto start = std::chrono::steady_clock::now();
  std::vector<runtime::Storage> returned;
  if (trial.returnsTensors) {
    auto tensors = trial.kernel.runForTensors(trial.arguments);
    if (!tensors)
      return tensors.takeError();
    returned = std::move(*tensors);
  } else {
    trial.kernel.run(trial.arguments);
  }
  std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
  return time.count();
}

/// Runs untimed until caches and clock rate have settled; returns how often.
static llvm::Expected<int64_t> warmUp(Trial &trial, const Watcher &watcher) {
  constexpr double enoughSeconds = 0.05;
  std::unique_ptr<Step> step = watcher.begin("warming up");
  double spent = 0;
  int64_t count = 0;
  while (count < 2 || (spent < enoughSeconds && count < 1000)) {
    llvm::Expected<double> time = timeRun(trial);
    if (!time)
      return time.takeError();
    if (llvm::Error error = watcher.check())
      return error;
    spent += *time;
    ++count;
    if (spent > 1)
      break;
  }
  return count;
}

/// The times of `runs` runs.
static llvm::Expected<std::vector<double>> timeRuns(Trial &trial, int64_t runs,
                                                    const Watcher &watcher) {
  std::unique_ptr<Step> step = watcher.begin("timing", "runs");
  std::vector<double> times;
  for (int64_t run = 0; run < runs; ++run) {
    llvm::Expected<double> time = timeRun(trial);
    if (!time)
      return time.takeError();
    if (llvm::Error error = watcher.check())
      return error;
    times.push_back(*time);
    step->update(run + 1, runs);
  }
  return times;
}

double BenchResult::getSpread() const {
  return median > 0 ? (highQuartile - lowQuartile) / median : 0;
}

/// What the share `part` of `sorted` stays below.
static double getQuantile(llvm::ArrayRef<double> sorted, double part) {
  double place = part * double(sorted.size() - 1);
  auto below = static_cast<size_t>(place);
  size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] +
         (place - double(below)) * (sorted[above] - sorted[below]);
}

BenchResult session::summarizeTimes(std::vector<double> times) {
  std::sort(times.begin(), times.end());
  BenchResult result;
  result.runs = int64_t(times.size());
  result.least = times.front();
  result.most = times.back();
  result.median = getQuantile(times, 0.5);
  result.lowQuartile = getQuantile(times, 0.25);
  result.highQuartile = getQuantile(times, 0.75);
  return result;
}

namespace {

/// Bytes of an operand.
struct Bytes {
  int64_t structure = 0, values = 0;
};

} // namespace

/// What lies beyond the lengths of fibres, which no run comes to.
static Bytes countBeyondLengths(const Operand &operand) {
  Bytes beyond;
  const runtime::Storage &storage = operand.storage;
  for (auto [lengths, coordinates] :
       llvm::zip(storage.lengths, storage.coordinates)) {
    if (!lengths.data() || coordinates.size() == 0)
      continue;
    int64_t lacking = coordinates.size();
    for (int64_t fibre = 0; fibre < lengths.size(); ++fibre)
      lacking -= getIndex(lengths, fibre);
    beyond.structure += lacking * runtime::dtypeSize(coordinates.dtype());
    int64_t bytesOfCell = operand.countValueBytes() / coordinates.size();
    beyond.values = std::max(beyond.values, lacking * bytesOfCell);
  }
  return beyond;
}

int64_t session::countTouchedBytes(llvm::ArrayRef<Operand> operands) {
  int64_t bytes = 0;
  for (const Operand &operand : operands) {
    if (operand.spec->kind == OperandKind::Scalar)
      continue;
    bool updated = operand.spec->access == sparse::Access::Update;
    Bytes beyond = countBeyondLengths(operand);
    int64_t values = operand.countValueBytes() - beyond.values;
    bytes += values * (updated ? 2 : 1);
    if (!operand.spec->sharesPattern())
      bytes += operand.countStructureBytes() - beyond.structure;
  }
  return bytes;
}

llvm::Expected<BenchResult>
session::bench(const execution::CompiledKernel &kernel,
               llvm::ArrayRef<Operand> operands, int64_t runs,
               const Watcher &watcher) {
  auto copies = cloneWritten(operands);
  if (!copies)
    return copies.takeError();
  auto arguments = kernel.prepare(getViews(*copies));
  if (!arguments)
    return arguments.takeError();
  Trial trial{kernel.kernel, std::move(*arguments), returnsTensors(operands)};
  llvm::Expected<int64_t> warmUps = warmUp(trial, watcher);
  if (!warmUps)
    return warmUps.takeError();
  auto times = timeRuns(trial, runs, watcher);
  if (!times)
    return times.takeError();
  BenchResult result = summarizeTimes(std::move(*times));
  result.warmUps = *warmUps;
  result.bytes = countTouchedBytes(operands);
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

/// The nests and generic operations of `function`; none where one is in another
/// operation, or makes a value, or a callee may have some.
static llvm::SmallVector<mlir::Operation *>
findSpaces(mlir::func::FuncOp function) {
  llvm::SmallVector<mlir::Operation *> spaces;
  bool areAlone = true;
  function.walk([&](mlir::Operation *op) {
    areAlone &= !mlir::isa<mlir::CallOpInterface>(op);
    if (!mlir::isa<iter::NestOp, sparse::GenericOp>(op))
      return;
    areAlone &= op->getParentOp() == function && op->getNumResults() == 0;
    spaces.push_back(op);
  });
  return areAlone ? spaces : llvm::SmallVector<mlir::Operation *>();
}

/// How many operations on floats one run of the body of `space` is; nothing
/// where there is a branch in it.
static std::optional<int64_t> countBodyFlops(mlir::Operation *space) {
  auto nest = mlir::dyn_cast<iter::NestOp>(space);
  auto generic = mlir::dyn_cast<sparse::GenericOp>(space);
  mlir::Block &body = space->getRegion(0).front();
  int64_t count = countFlops(nest ? nest.getCombine() : generic.getCombine(),
                             body.getTerminator()->getOperands());
  for (mlir::Operation &op : body) {
    if (op.getNumRegions() != 0)
      return std::nullopt;
    count += countFlops(&op);
  }
  return count;
}

/// How often the body of number `which` of the nests and generic operations of
/// `function` runs.
static llvm::Expected<int64_t>
countRuns(mlir::func::FuncOp function, size_t which,
          llvm::ArrayRef<interpreter::Argument> arguments,
          const interpreter::Options &options) {
  mlir::OwningOpRef<mlir::func::FuncOp> alone = function.clone();
  for (auto [index, space] : llvm::enumerate(findSpaces(*alone)))
    if (index != which)
      space->erase();
  return interpreter::countBodyRuns(*alone, arguments, options);
}

llvm::Expected<std::optional<BodyCounts>>
session::countFlops(mlir::func::FuncOp function,
                    llvm::ArrayRef<interpreter::Argument> arguments,
                    const interpreter::Options &options) {
  llvm::SmallVector<int64_t> flops;
  for (mlir::Operation *space : findSpaces(function)) {
    std::optional<int64_t> ofBody = countBodyFlops(space);
    if (!ofBody)
      return std::nullopt;
    flops.push_back(*ofBody);
  }
  if (flops.empty())
    return std::nullopt;
  BodyCounts counts;
  for (auto [index, ofBody] : llvm::enumerate(flops)) {
    auto runs = countRuns(function, index, arguments, options);
    if (!runs)
      return runs.takeError();
    counts.runs += *runs;
    counts.flops += *runs * ofBody;
  }
  return counts;
}
