//===- Bench.cpp - how fast is it -----------------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Session/Bench.h"

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
  /// What inspectors found before; nothing where each run is to find it.
  std::optional<execution::Inspection> found;
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
  } else if (llvm::Error error =
                 trial.found
                     ? trial.kernel.run(trial.arguments,
                                        execution::viewInspection(*trial.found))
                     : trial.kernel.run(trial.arguments)) {
    return std::move(error);
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
               bool fixedStructures, const Watcher &watcher) {
  auto copies = cloneWritten(operands);
  if (!copies)
    return copies.takeError();
  auto arguments = kernel.prepare(getViews(*copies));
  if (!arguments)
    return arguments.takeError();
  Trial trial{kernel.kernel, std::move(*arguments), returnsTensors(operands),
              std::nullopt};
  if (fixedStructures && !trial.returnsTensors) {
    auto found = trial.kernel.inspect(trial.arguments);
    if (!found)
      return found.takeError();
    trial.found = std::move(*found);
  }
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
