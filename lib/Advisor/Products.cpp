//===- Products.cpp - products by weights ---------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Family.h"

#include <cmath>
#include <cstdio>

using namespace spindle::advisor;
using spindle::runtime::PatternStatistics;

namespace {
/// What products by weights cost that are stored in one way.
struct PlanCosts {
  const char *family;
  /// The bits of the vectors that this was measured with.
  int64_t vectorBits;
  Counts nanoseconds;
  /// The factor that estimates were off by.
  double spread;
};
} // namespace

static constexpr PlanCosts planTable[] = {
#include "PlanCosts.inc"
};

/// The costs of `kind` for `work`, with its vectors, or those next to them.
static Costs findPlanCosts(const std::string &kind, const Work &work) {
  std::string family = work.isOfBytes ? kind + " of bytes" : kind;
  const PlanCosts *found = nullptr;
  for (const PlanCosts &costs : planTable) {
    auto getDistance = [&](const PlanCosts &of) {
      return std::abs(of.vectorBits - work.vectorBits);
    };
    if (costs.family == family &&
        (!found || getDistance(costs) < getDistance(*found)))
      found = &costs;
  }
  return {found->family,
          work.gathers,
          true,
          found->nanoseconds,
          found->spread,
          0,
          0};
}

/// The bytes of positions and coordinates, as formats have them unless they say
/// otherwise.
static constexpr double planIndexBytes = 4;

/// `format` with numbers instead of its %g.
template <typename... Numbers>
static std::string spellPlan(const char *format, Numbers... numbers) {
  char text[128];
  std::snprintf(text, sizeof(text), format, double(numbers)...);
  return text;
}

Estimate spindle::advisor::estimateElements(const PatternStatistics &statistics,
                                            const Work &work) {
  Layout layout = layOutRows(statistics, work);
  layout.format = "elements";
  layout.structureBytes =
      planIndexBytes * double(statistics.rows + 1 + statistics.elements);
  layout.reason =
      spellPlan("%.3g elements for each output", statistics.meanLength);
  return estimate(std::move(layout), findPlanCosts("elements", work),
                  statistics, work);
}

Estimate spindle::advisor::estimateBlocks(const PatternStatistics &statistics,
                                          const Work &work, int64_t rows,
                                          int64_t columns, double count) {
  Layout layout = layOutRows(statistics, work);
  layout.format = "blocks";
  layout.cells = count * double(rows) * double(columns);
  double blockRows = std::ceil(double(statistics.rows) / double(rows));
  // The bytes of a block are spread before its loop.
  layout.fibres = work.isOfBytes ? count : blockRows;
  layout.changes = 0;
  layout.denseRows = count * double(columns);
  layout.structureBytes = planIndexBytes * (blockRows + 1 + count);
  layout.reason = spellPlan(
      "blocks of %g x %g have elements in %.3g %% of their "
      "cells",
      rows, columns,
      100 * double(statistics.elements) / std::max(layout.cells, 1.0));
  return estimate(std::move(layout), findPlanCosts("blocks", work), statistics,
                  work);
}

Estimate spindle::advisor::estimateMixture(const Estimate &blocks,
                                           const Estimate &rest,
                                           const Work &work) {
  Costs costs = findPlanCosts("mixtures", work);
  Estimate mixture = blocks;
  for (size_t count = 0; count < mixture.counts.size(); ++count)
    mixture.counts[count] += rest.counts[count];
  mixture.seconds = getSeconds(mixture.counts, costs, work);
  mixture.uncertainty = costs.spread;
  mixture.bytes += rest.bytes;
  return mixture;
}

Estimate spindle::advisor::estimateSections(const PatternStatistics &statistics,
                                            const Work &work, int64_t parts) {
  return estimate(layOutParts(statistics, work, parts),
                  findPlanCosts("sections", work), statistics, work);
}

Estimate spindle::advisor::estimateDense(const PatternStatistics &statistics,
                                         const Work &work) {
  Layout layout = layOutRows(statistics, work);
  layout.format = "dense";
  layout.cells = double(statistics.rows) * double(statistics.columns);
  layout.changes = layout.denseRows = 0;
  layout.reason = spellPlan("%.3g %% of the cells are elements",
                            100 * double(statistics.elements) /
                                std::max(layout.cells, 1.0));
  return estimate(std::move(layout), findPlanCosts("dense", work), statistics,
                  work);
}

Estimate spindle::advisor::estimateRounding(int64_t inputs, const Work &work) {
  PatternStatistics shape;
  shape.columns = inputs;
  Work floats = work;
  floats.elementBytes = 4;
  floats.isOfBytes = false;
  Layout layout;
  layout.format = "rounding";
  layout.cells = double(inputs);
  Estimate made = estimate(std::move(layout), findPlanCosts("rounding", floats),
                           shape, floats);
  made.bytes = 0;
  return made;
}
