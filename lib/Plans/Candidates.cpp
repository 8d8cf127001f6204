//===- Candidates.cpp - formats that a weight may have --------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Plans/Plan.h"

#include "Spindle/Format/Names.h"
#include "Spindle/Plans/WeightFormats.h"

using namespace spindle;
using namespace spindle::plans;
using advisor::Estimate;
using advisor::Work;
using runtime::PatternStatistics;

/// The statistics of `pattern`.
static PatternStatistics measure(const WeightPattern &pattern,
                                 const Work &work) {
  std::vector<int32_t> positions = {0}, coordinates;
  for (int64_t output = 0; output < pattern.outputs; ++output) {
    for (int64_t input = 0; input < pattern.inputs; ++input)
      if (pattern.has(output, input))
        coordinates.push_back(int32_t(input));
    positions.push_back(int32_t(coordinates.size()));
  }
  runtime::Format csr = format::makeNamed("csr", {});
  runtime::Storage storage;
  storage.shape = {pattern.outputs, pattern.inputs};
  storage.positions.resize(2);
  storage.coordinates.resize(2);
  storage.lengths.resize(2);
  // Nothing that small fails to be allocated but on a machine out of memory.
  storage.positions[1] = *runtime::Array::fromValues(positions);
  storage.coordinates[1] = *runtime::Array::fromValues(coordinates);
  storage.values = *runtime::Array::allocateZeroed(
      runtime::DType::F32, {int64_t(coordinates.size())});
  return *runtime::measurePattern(storage, csr, work.lanes);
}

namespace {
/// Makes the candidates of one product.
class Candidates {
public:
  Candidates(const WeightProduct &product, const WeightPattern &pattern,
             const Work &work)
      : product(product), pattern(pattern), work(work),
        all(measure(pattern, work)) {}

  std::vector<Candidate> list();

private:
  void add(std::string format, const Estimate &estimate);
  void addBlocks(int64_t outputs, int64_t inputs);
  void addCover(int64_t outputs, int64_t inputs);
  void addSections(int64_t inputs);
  void listOfBytes();
  int64_t countBlocks(int64_t outputs, int64_t inputs) const;

  const WeightProduct &product;
  const WeightPattern &pattern;
  const Work &work;
  PatternStatistics all;
  std::vector<Candidate> found;
};
} // namespace

void Candidates::add(std::string format, const Estimate &estimate) {
  Candidate candidate;
  candidate.format = std::move(format);
  candidate.seconds = estimate.seconds;
  candidate.uncertainty = estimate.uncertainty;
  candidate.bytes = estimate.bytes;
  candidate.reason = estimate.reason;
  candidate.counts = estimate.counts;
  found.push_back(std::move(candidate));
}

int64_t Candidates::countBlocks(int64_t outputs, int64_t inputs) const {
  BlockSize size{outputs, inputs, 1};
  return coverBlocks(pattern, size).blocks.front();
}

/// More padding than this is worth no format; of bytes four cells take an
/// instruction.
static constexpr double mostPadding = 3, mostPaddingOfBytes = 8;

void Candidates::addBlocks(int64_t outputs, int64_t inputs) {
  auto count = double(countBlocks(outputs, inputs));
  double most = work.isOfBytes ? mostPaddingOfBytes : mostPadding;
  if (count * double(outputs * inputs) > most * double(all.elements))
    return;
  add(getBlocksFormat(product.rowsAreOutputs, outputs, inputs),
      estimateBlocks(all, work, outputs, inputs, count));
}

/// The elements of `pattern` that are in blocks of the cheapest cover, or those
/// that are not.
static WeightPattern select(const WeightPattern &pattern,
                            llvm::ArrayRef<BlockSize> sizes, bool isInBlock) {
  WeightPattern selected = pattern;
  const BlockSize &size = sizes.front();
  for (int64_t first = 0; first < pattern.outputs; first += size.outputs)
    for (int64_t from = 0; from < pattern.inputs; from += size.inputs) {
      int64_t count = 0;
      auto visit = [&](auto each) {
        for (int64_t output = first;
             output < std::min(first + size.outputs, pattern.outputs); ++output)
          for (int64_t input = from;
               input < std::min(from + size.inputs, pattern.inputs); ++input)
            each(output * pattern.inputs + input);
      };
      visit([&](int64_t place) { count += pattern.bits[place]; });
      bool isBlock = size.cost <= double(count) * sizes.back().cost;
      if (isBlock != isInBlock)
        visit([&](int64_t place) { selected.bits[place] = 0; });
    }
  return selected;
}

void Candidates::addCover(int64_t outputs, int64_t inputs) {
  // What one more block takes, and one more element.
  auto cells = double(outputs * inputs);
  double element =
      estimateElements(all, work).seconds / std::max(double(all.elements), 1.0);
  double block =
      estimateBlocks(all, work, outputs, inputs, double(all.elements) / cells)
          .seconds *
      cells / std::max(double(all.elements), 1.0);
  std::vector<BlockSize> sizes = {{outputs, inputs, block / element},
                                  {1, 1, 1}};
  CoverCounts counts = coverBlocks(pattern, sizes);
  // Where few are in blocks, or few are left, one format has all of them.
  constexpr double leastShare = 0.05;
  double least = leastShare * double(all.elements);
  if (double(counts.elements[0]) < least || double(counts.elements[1]) < least)
    return;
  PatternStatistics inside = measure(select(pattern, sizes, true), work);
  PatternStatistics others = measure(select(pattern, sizes, false), work);
  Estimate estimate = estimateMixture(
      estimateBlocks(inside, work, outputs, inputs, double(counts.blocks[0])),
      estimateElements(others, work), work);
  estimate.reason +=
      ", and " + std::to_string(counts.elements[1]) + " elements are left";
  add(getCoverFormat(product.rowsAreOutputs, pattern, sizes), estimate);
}

void Candidates::addSections(int64_t inputs) {
  // A cache has half of two sections as well without them.
  if (product.inputs > 2 * inputs)
    add(getSectionsFormat(product.rowsAreOutputs, inputs),
        estimateSections(all, work, llvm::divideCeil(product.inputs, inputs)));
}

void Candidates::listOfBytes() {
  for (int64_t size : {4, 8, 32})
    addBlocks(size, size);
}

std::vector<Candidate> Candidates::list() {
  add(getDenseFormat(), estimateDense(all, work));
  if (all.elements == 0) {
    add(getElementsFormat(product.rowsAreOutputs), estimateElements(all, work));
    return std::move(found);
  }
  add(getElementsFormat(product.rowsAreOutputs), estimateElements(all, work));
  if (work.isOfBytes) {
    listOfBytes();
    return std::move(found);
  }
  for (int64_t size : {4, 8}) {
    addBlocks(size, size);
    if (product.isMatrix())
      addCover(size, size);
  }
  for (int64_t inputs : {128, 512})
    if (product.isMatrix())
      addSections(inputs);
  return std::move(found);
}

//===----------------------------------------------------------------------===//
// Choice
//===----------------------------------------------------------------------===//

Work plans::findWork(const WeightProduct &product, const PlanOptions &options) {
  Work work = options.machine;
  work.products = std::max<int64_t>(product.columns, 1);
  work.elementBytes = product.elementBytes;
  work.storedBytes = double(product.weightBits) / 8;
  work.isOfBytes = product.isOfBytes;
  // Vectors of sums.
  auto bytes = int64_t(work.getResultBytes());
  work.lanes = std::max<int64_t>(work.vectorBits / 8 / bytes, 2);
  return work;
}

bool plans::isShort(double seconds) { return seconds < 0.25e-6; }

/// What a candidate takes for sure: what it took, or by the estimate at its
/// worst, but for dense, which the others are to be faster than.
static double getScore(const Candidate &candidate, bool isMeasured) {
  if (isMeasured)
    return candidate.measured.value_or(HUGE_VAL);
  bool isDense = candidate.format == getDenseFormat();
  return candidate.seconds * (isDense ? 1 : candidate.uncertainty);
}

/// Sorts the candidates, and chooses the one that surely is the fastest.
static void choose(ProductPlan &plan) {
  llvm::sort(
      plan.candidates, [](const Candidate &left, const Candidate &right) {
        return std::pair(left.measured.value_or(left.seconds), left.format) <
               std::pair(right.measured.value_or(right.seconds), right.format);
      });
  auto isDense = [](const Candidate &candidate) {
    return candidate.format == getDenseFormat();
  };
  auto dense = llvm::find_if(plan.candidates, isDense);
  bool isMeasured = dense->measured.has_value();
  auto best = llvm::min_element(
      plan.candidates, [&](const Candidate &left, const Candidate &right) {
        return getScore(left, isMeasured) < getScore(right, isMeasured);
      });
  bool noneMatters = isShort(dense->seconds);
  if (noneMatters || best == dense) {
    plan.choice = dense - plan.candidates.begin();
    plan.reason = noneMatters ? "a run is too short for a format to matter"
                              : "no other format is surely faster";
    return;
  }
  plan.choice = best - plan.candidates.begin();
  plan.reason = best->reason;
}

/// Times the best of `plan`, and dense, and chooses again.
static llvm::Error measureBest(ProductPlan &plan, const WeightProduct &product,
                               const WeightPattern &pattern,
                               const PlanOptions &options) {
  int64_t left = options.measured;
  for (Candidate &candidate : plan.candidates) {
    bool isDense = candidate.format == getDenseFormat();
    if (!isDense && left == 0)
      continue;
    left -= !isDense;
    auto seconds = options.measure(product, pattern, candidate.format);
    if (!seconds)
      return seconds.takeError();
    candidate.measured = *seconds;
  }
  choose(plan);
  return llvm::Error::success();
}

llvm::Expected<ProductPlan> plans::planProduct(const WeightProduct &product,
                                               const WeightPattern &pattern,
                                               const PlanOptions &options) {
  ProductPlan plan;
  plan.weight = product.name;
  plan.outputs = product.outputs;
  plan.inputs = product.inputs;
  plan.columns = product.columns;
  plan.elements = pattern.count();
  Work work = findWork(product, options);
  plan.candidates = Candidates(product, pattern, work).list();
  choose(plan);
  if (options.measured > 0 && options.measure)
    if (llvm::Error error = measureBest(plan, product, pattern, options))
      return std::move(error);
  return plan;
}
