//===- Advisor.cpp - which format suits a matrix --------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Advisor/Advisor.h"

#include "Family.h"

#include <algorithm>
#include <cstdio>
#include <tuple>

using namespace spindle::advisor;
using spindle::runtime::PatternStatistics;

/// The bytes of a line of a cache.
static constexpr double lineBytes = 64;

/// The share of what is taken from `reach` bytes, again and again, that a cache
/// of `bytes` does not hold.
static double getMisses(double reach, int64_t bytes) {
  return reach > double(bytes) ? 1 - double(bytes) / reach : 0;
}

/// The bytes that a run goes through one after the other.
static double countTouched(const Layout &layout,
                           const PatternStatistics &matrix, const Work &work) {
  double dense = double(matrix.rows) * work.getResultBytes() +
                 double(matrix.columns) * double(work.elementBytes);
  return layout.structureBytes + layout.cells * work.getStoredBytes() +
         dense * double(work.products);
}

/// Sets the lines of a dense operand that a run takes from behind the first
/// cache: no more than its rows that are not used again in time, and than what
/// the cache does not hold of those that a row spans.
static void countDenseLines(const Layout &layout,
                            const PatternStatistics &matrix, const Work &work,
                            double vectors, Counts &counts) {
  double row = double(work.products * work.elementBytes);
  double reach = matrix.meanSpan * row / layout.passes;
  double held = double(work.nearBytes) / row * layout.passes;
  double lines = layout.denseRows * vectors;
  double missed =
      std::min(lines * getMisses(reach, work.nearBytes),
               double(matrix.elements) * vectors * matrix.getMissShare(held));
  counts[FarLines] =
      std::min(missed, lines * getMisses(reach, work.cacheBytes));
  counts[NearLines] = missed - counts[FarLines];
  counts[LastLines] =
      std::min(missed, lines * getMisses(reach, work.lastBytes));
}

/// Sets the lines of a vector that a run takes from behind the first cache.
static void countLines(const Layout &layout, const PatternStatistics &matrix,
                       const Work &work, Counts &counts) {
  double reach = matrix.meanSpan * double(work.elementBytes);
  counts[FarLines] = layout.lines * getMisses(reach, work.cacheBytes);
  counts[NearLines] =
      layout.lines * getMisses(reach, work.nearBytes) - counts[FarLines];
}

/// What a run in `layout` does.
static Counts count(const Layout &layout, const PatternStatistics &matrix,
                    const Work &work) {
  Counts counts = {};
  bool hasColumns = work.products > 1;
  double vectors = double((work.products + work.lanes - 1) / work.lanes);
  // As many vectors as a row of sums keeps in registers.
  double loops = double((int64_t(vectors) + 7) / 8);
  double touched = countTouched(layout, matrix, work);
  counts[Steps] = hasColumns ? layout.cells * vectors : layout.steps;
  counts[Fibres] = layout.fibres * loops;
  counts[Results] = layout.results * (hasColumns ? vectors : 1);
  counts[Changes] = layout.changes * loops;
  if (hasColumns)
    countDenseLines(layout, matrix, work, vectors, counts);
  else
    countLines(layout, matrix, work, counts);
  counts[Streamed] =
      touched / lineBytes * getMisses(touched, work.cacheBytes * work.workers);
  return counts;
}

double spindle::advisor::getSeconds(const Counts &counts, const Costs &costs,
                                    const Work &work) {
  double nanoseconds = 0;
  for (size_t cost = 0; cost < CostKinds; ++cost)
    nanoseconds += counts[cost] * costs.nanoseconds[cost];
  return 1e-9 * nanoseconds / double(work.workers);
}

Estimate spindle::advisor::estimate(Layout layout, const Costs &costs,
                                    const PatternStatistics &matrix,
                                    const Work &work) {
  Estimate estimate;
  auto elements = double(matrix.elements);
  estimate.counts = count(layout, matrix, work);
  estimate.seconds = getSeconds(estimate.counts, costs, work);
  estimate.uncertainty = costs.spread;
  estimate.bytes = layout.structureBytes + layout.cells * work.getStoredBytes();
  estimate.padding = layout.cells > 0 ? 1 - elements / layout.cells : 0;
  double converted =
      1e-9 * (costs.perElement * elements + costs.perCell * layout.cells);
  estimate.conversion = converted / std::max(estimate.seconds, 1e-9);
  estimate.format = std::move(layout.format);
  estimate.reason = std::move(layout.reason);
  return estimate;
}

/// Appends the estimates of `formats`, whose costs nothing has measured.
static void estimateOthers(const std::vector<spindle::runtime::Format> &formats,
                           const PatternStatistics &matrix, const Work &work,
                           std::vector<Estimate> &estimates) {
  double most = 1;
  for (const Family &family : getFamilies())
    if (const Costs *costs = findCosts(family.name, work))
      most = std::max(most, costs->spread);
  for (const spindle::runtime::Format &format : formats) {
    std::optional<OtherLayout> other = layOutOther(format, matrix, work);
    if (!other)
      continue;
    const Costs *costs = findCosts(other->family, work);
    // Nothing was measured of such loops in such work.
    costs = costs ? costs : findCosts("csr", work);
    estimates.push_back(
        estimate(std::move(other->layout), *costs, matrix, work));
    estimates.back().uncertainty = most;
  }
}

/// The estimates of all formats, that of csr first.
static std::vector<Estimate>
estimateAll(const PatternStatistics &matrix, const Work &work,
            const std::vector<spindle::runtime::Format> &others) {
  std::vector<Estimate> estimates;
  std::vector<Layout> layouts;
  for (const Family &family : getFamilies()) {
    if (!work.refusal.empty() && !estimates.empty())
      break;
    const Costs *costs = findCosts(family.name, work);
    if (!costs)
      continue;
    layouts.clear();
    family.layOut(matrix, work, layouts);
    for (Layout &layout : layouts)
      estimates.push_back(estimate(std::move(layout), *costs, matrix, work));
  }
  if (work.refusal.empty())
    estimateOthers(others, matrix, work, estimates);
  double csr = estimates.front().seconds;
  for (Estimate &estimate : estimates)
    estimate.relative = csr > 0 ? estimate.seconds / csr : 1;
  return estimates;
}

/// Why `first`, the fastest, is not chosen.
static std::string describeUncertainty(const Estimate &first) {
  char text[128];
  std::snprintf(text, sizeof(text),
                " may be faster, at %.2f of its time, but the estimate may be "
                "off by a factor of %.2f",
                first.relative, first.uncertainty);
  return first.format + text;
}

/// A run of less is mostly the call, which no format makes shorter.
static constexpr double leastSeconds = 0.25e-6;

/// Sets the choice: the fastest of those that surely are faster than csr.
static void choose(Advice &advice) {
  auto &estimates = advice.estimates;
  auto isCsr = [](const Estimate &estimate) {
    return estimate.format == "csr";
  };
  auto csr = std::find_if(estimates.begin(), estimates.end(), isCsr);
  bool isShort = csr->seconds < leastSeconds;
  auto found =
      std::find_if(estimates.begin(), csr, [&](const Estimate &estimate) {
        return !isShort && estimate.isSurelyFaster();
      });
  advice.choice = found - estimates.begin();
  if (found != csr)
    advice.reason = found->reason;
  else if (isShort)
    advice.reason = "a run is too short for a format to matter";
  else if (csr == estimates.begin())
    advice.reason = "no other format is estimated to be faster";
  else
    advice.reason = describeUncertainty(estimates.front());
}

Advice
spindle::advisor::advise(const PatternStatistics &statistics, const Work &work,
                         const std::vector<spindle::runtime::Format> &others) {
  Advice advice;
  advice.estimates = estimateAll(statistics, work, others);
  std::sort(advice.estimates.begin(), advice.estimates.end(),
            [](const Estimate &left, const Estimate &right) {
              return std::tie(left.relative, left.bytes, left.format) <
                     std::tie(right.relative, right.bytes, right.format);
            });
  choose(advice);
  if (!work.refusal.empty())
    advice.reason = work.refusal;
  return advice;
}
