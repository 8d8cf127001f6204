//===- NestOps.cpp - nests ------------------------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Combiner.h"
#include "OpTables.h"

#include "Spindle/Dialect/Iter/IR/Iter.h"

using namespace mlir;
using namespace spindle::interpreter;
using spindle::iter::NestOp;

namespace {
/// One dimension of a nest.
struct NestDim {
  unsigned axis;
  /// The cells of the sites that the fibre lies under.
  SmallVector<Slot, 2> under;
  Slot coordinate, site;
  /// Whether a later dimension's fibre depends on this one's site.
  bool hasChild;
};

/// The values that one kind combines: the results' cells, which have what is
/// combined so far, and those of what the body yields.
struct Reduction {
  Combiner combine;
  SmallVector<Slot, 2> results, yields;
};

/// A nest: one loop per dimension, the first outermost, over the positions of
/// one fibre in order. Groups change nothing of that.
struct Nest {
  /// Starts the results with their initial values, then runs all.
  bool run(Machine &m) const { return init.run(m) && run(m, 0); }
  /// Runs dimension `dim` and those after it.
  bool run(Machine &m, unsigned dim) const;
  /// Runs the body once.
  bool runBody(Machine &m) const;
  /// Adds to `count` how often the body runs inside dimension `dim`.
  bool count(Machine &m, unsigned dim, int64_t &count) const;
  /// The fibre of a dimension; none after an error.
  std::optional<Fibre> findFibre(Machine &m, const NestDim &dim) const;

  Operation *op;
  SmallVector<NestDim, 4> dims;
  SmallVector<Reduction, 1> reductions;
  Code init, body;
};
} // namespace

std::optional<Fibre> Nest::findFibre(Machine &m, const NestDim &dim) const {
  Positions under;
  for (Slot slot : dim.under)
    under.push_back(m[slot].integer);
  std::optional<Fibre> fibre = m.axes[dim.axis]->fibre(under);
  if (!fibre)
    m.fail(op, "expected a site that was found, at a position of the parent, "
               "but got position " +
                   printPositions(under));
  return fibre;
}

bool Nest::runBody(Machine &m) const {
  m.countBodyRun();
  if (m.bodyRunsOf)
    ++(*m.bodyRunsOf)[op];
  if (!body.run(m))
    return false;
  for (const Reduction &reduction : reductions) {
    Cell current[2], values[2];
    for (unsigned index = 0; index < reduction.results.size(); ++index) {
      current[index] = m[reduction.results[index]];
      values[index] = m[reduction.yields[index]];
    }
    reduction.combine(current, values);
    for (unsigned index = 0; index < reduction.results.size(); ++index)
      m[reduction.results[index]] = current[index];
  }
  return true;
}

bool Nest::run(Machine &m, unsigned number) const {
  if (number == dims.size())
    return runBody(m);
  const NestDim &dim = dims[number];
  std::optional<Fibre> fibre = findFibre(m, dim);
  if (!fibre)
    return false;
  for (int64_t position = fibre->first(); position < fibre->end; ++position) {
    m[dim.site].integer = position;
    m[dim.coordinate].integer = m.axes[dim.axis]->coordinate(position, *fibre);
    if (!m.takeTurn(op) || !run(m, number + 1))
      return false;
  }
  return true;
}

bool Nest::count(Machine &m, unsigned number, int64_t &count) const {
  count = 1;
  if (number == dims.size())
    return true;
  const NestDim &dim = dims[number];
  std::optional<Fibre> fibre = findFibre(m, dim);
  if (!fibre)
    return false;
  int64_t inside = 0, sum = 0;
  if (!dim.hasChild) {
    if (!this->count(m, number + 1, inside))
      return false;
    return !llvm::MulOverflow(inside, fibre->count(), count) ||
           m.fail(op, "expected less than 2^63 runs of the body");
  }
  for (int64_t position = fibre->first(); position < fibre->end; ++position) {
    m[dim.site].integer = position;
    if (!m.takeTurn(op) || !this->count(m, number + 1, inside))
      return false;
    if (llvm::AddOverflow(sum, inside, sum))
      return m.fail(op, "expected less than 2^63 runs of the body");
  }
  count = sum;
  return true;
}

/// Counts the runs of a nest without nests inside.
static Step makeCountStep(Nest nest) {
  return [nest = std::move(nest)](Machine &m) {
    int64_t count;
    return nest.init.run(m) && nest.count(m, 0, count) &&
           m.addBodyRuns(nest.op, count);
  };
}

//===----------------------------------------------------------------------===//
// Translation
//===----------------------------------------------------------------------===//

static NestDim makeDim(Translator &t, NestOp nest, int64_t number) {
  bool hasChild = false;
  for (int64_t later = number + 1; later < nest.getNumDims(); ++later)
    hasChild |= llvm::is_contained(nest.getDimParents(later), number);
  return {t.axisOf(nest.getAxes()[number]),
          t.slotsOf(nest.getSiteParents(nest.getSite(number))),
          t.slotOf(nest.getCoordinate(number)), t.slotOf(nest.getSite(number)),
          hasChild};
}

/// False where a kind has no meaning in the types of its values.
static bool addReductions(Translator &t, NestOp nest, Nest &code) {
  unsigned next = 0;
  ValueRange yields = nest.getBody().front().getTerminator()->getOperands();
  for (Attribute attr : nest.getCombine()) {
    auto kind = cast<spindle::iter::CombineKindAttr>(attr).getValue();
    unsigned count = countValues(kind);
    ValueRange results = nest.getResults().slice(next, count);
    code.reductions.push_back(
        {makeCombiner(kind, SmallVector<Type>(results.getTypes())),
         t.slotsOf(results), t.slotsOf(yields.slice(next, count))});
    if (!code.reductions.back().combine)
      return false;
    next += count;
  }
  if (!nest.getInit().empty())
    code.init.steps.push_back(
        t.makeCopy(nest.getInit(), t.slotsOf(nest.getResults())));
  return true;
}

/// Whether there is a nest, or what may run one, inside `nest`.
static bool hasNestInside(NestOp nest) {
  bool found = false;
  nest.getBody().walk(
      [&](Operation *op) { found |= Translator::runsBodies(op); });
  return found;
}

static Step translateNest(Translator &t, Operation &op) {
  auto nest = cast<NestOp>(op);
  Nest code{&op, {}, {}, {}, {}};
  for (int64_t number = 0; number < nest.getNumDims(); ++number)
    code.dims.push_back(makeDim(t, nest, number));
  if (!addReductions(t, nest, code))
    return {};
  if (t.isCounting() && !hasNestInside(nest))
    return makeCountStep(std::move(code));
  if (!t.translate(nest.getBody().front(), code.body))
    return {};
  return [code = std::move(code)](Machine &m) { return code.run(m); };
}

void spindle::interpreter::addNestOps(OpTable &table) {
  table["iter.nest"] = translateNest;
}
