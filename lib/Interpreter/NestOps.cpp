//===- NestOps.cpp - nests ------------------------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpTables.h"

#include "Spindle/Dialect/Iter/IR/Iter.h"

using namespace mlir;
using namespace spindle::interpreter;
using spindle::iter::NestOp;

namespace {
/// One dimension of a nest.
struct NestDim {
  unsigned axis;
  /// The cell of the site that the fibre lies under; none for a root.
  std::optional<Slot> under;
  Slot coordinate, site;
  /// Whether a later dimension's fibre depends on this one's site.
  bool hasChild;
};

/// A nest: one loop per dimension, the first outermost, over the positions of
/// one fibre in order.
struct Nest {
  /// Runs dimension `dim` and those after it.
  bool run(Machine &m, unsigned dim) const;
  /// Adds to `count` how often the body runs inside dimension `dim`.
  bool count(Machine &m, unsigned dim, int64_t &count) const;
  /// The fibre of a dimension; none after an error.
  std::optional<Fibre> findFibre(Machine &m, const NestDim &dim) const;

  Operation *op;
  SmallVector<NestDim, 4> dims;
  Code body;
};
} // namespace

static int64_t getUnder(Machine &m, const NestDim &dim) {
  return dim.under ? m[*dim.under].integer : 0;
}

std::optional<Fibre> Nest::findFibre(Machine &m, const NestDim &dim) const {
  std::optional<Fibre> fibre = m.axes[dim.axis].fibre(getUnder(m, dim));
  if (!fibre)
    m.fail(op, "expected a site that was found, at a position of the parent, "
               "but got position " +
                   Twine(getUnder(m, dim)));
  return fibre;
}

bool Nest::run(Machine &m, unsigned number) const {
  if (number == dims.size()) {
    m.countBodyRun();
    return body.run(m);
  }
  const NestDim &dim = dims[number];
  std::optional<Fibre> fibre = findFibre(m, dim);
  if (!fibre)
    return false;
  int64_t under = getUnder(m, dim);
  for (int64_t position = fibre->begin; position < fibre->end; ++position) {
    m[dim.site].integer = position;
    m[dim.coordinate].integer = m.axes[dim.axis].coordinate(position, under);
    if (!run(m, number + 1))
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
    return !llvm::MulOverflow(inside, fibre->length(), count) ||
           m.fail(op, "expected less than 2^63 runs of the body");
  }
  for (int64_t position = fibre->begin; position < fibre->end; ++position) {
    m[dim.site].integer = position;
    if (!this->count(m, number + 1, inside))
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
    if (!nest.count(m, 0, count))
      return false;
    return !llvm::AddOverflow(m.bodyRuns, count, m.bodyRuns) ||
           m.fail(nest.op, "expected less than 2^63 runs of bodies");
  };
}

static NestDim makeDim(Translator &t, NestOp nest, int64_t number) {
  Value under = nest.getSiteParent(nest.getSite(number));
  return {t.axisOf(nest.getAxes()[number]),
          under ? std::optional<Slot>(t.slotOf(under)) : std::nullopt,
          t.slotOf(nest.getCoordinate(number)), t.slotOf(nest.getSite(number)),
          llvm::is_contained(nest.getParents(), number)};
}

static Step translateNest(Translator &t, Operation &op) {
  auto nest = cast<NestOp>(op);
  Nest code{&op, {}, {}};
  for (int64_t number = 0; number < nest.getNumDims(); ++number)
    code.dims.push_back(makeDim(t, nest, number));
  bool hasNest = false;
  nest.getBody().walk([&](NestOp) { hasNest = true; });
  if (t.isCounting() && !hasNest)
    return makeCountStep(std::move(code));
  if (!t.translate(nest.getBody().front(), code.body))
    return {};
  return [code = std::move(code)](Machine &m) { return code.run(m, 0); };
}

void spindle::interpreter::addNestOps(OpTable &table) {
  table["iter.nest"] = translateNest;
}
