//===- AffineOps.cpp - index arithmetic, loops and accesses of affine ----===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementAccess.h"
#include "OpTables.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"

#include <optional>

using namespace mlir;
using namespace spindle::interpreter;

namespace {
/// The operands of a map: its dimensions, then its symbols.
struct MapOperands {
  ArrayRef<Slot> slots;
  unsigned numDims;
};
} // namespace

/// Floor and modulo by a positive divisor.
static int64_t floorDivide(int64_t lhs, int64_t rhs) {
  return lhs / rhs - (lhs % rhs < 0);
}

/// The value of a binary expression; none for a divisor below 1.
static std::optional<int64_t> combine(AffineExprKind kind, int64_t lhs,
                                      int64_t rhs) {
  switch (kind) {
  case AffineExprKind::Add:
    return int64_t(uint64_t(lhs) + uint64_t(rhs));
  case AffineExprKind::Mul:
    return int64_t(uint64_t(lhs) * uint64_t(rhs));
  default:
    break;
  }
  if (rhs < 1)
    return std::nullopt;
  int64_t floor = floorDivide(lhs, rhs);
  if (kind == AffineExprKind::FloorDiv)
    return floor;
  if (kind == AffineExprKind::CeilDiv)
    return floor + (lhs != floor * rhs);
  return lhs - floor * rhs;
}

static std::optional<int64_t> evaluate(AffineExpr expr, Machine &m,
                                       const MapOperands &operands) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return constant.getValue();
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return m[operands.slots[dim.getPosition()]].integer;
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return m[operands.slots[operands.numDims + symbol.getPosition()]].integer;
  auto binary = cast<AffineBinaryOpExpr>(expr);
  std::optional<int64_t> lhs = evaluate(binary.getLHS(), m, operands);
  std::optional<int64_t> rhs = evaluate(binary.getRHS(), m, operands);
  if (!lhs || !rhs)
    return std::nullopt;
  return combine(expr.getKind(), *lhs, *rhs);
}

/// The results of `map`, of which `choose` takes one.
template <typename Function>
static Step makeMap(Translator &t, Operation &op, AffineMap map,
                    Function choose) {
  return [result = t.slotOf(op.getResult(0)), map, choose, at = &op,
          slots = t.slotsOf(op.getOperands())](Machine &m) {
    MapOperands operands{slots, map.getNumDims()};
    std::optional<int64_t> chosen;
    for (AffineExpr expr : map.getResults()) {
      std::optional<int64_t> value = evaluate(expr, m, operands);
      if (!value)
        return m.fail(at, "expected a divisor of at least 1");
      chosen = chosen ? choose(*chosen, *value) : *value;
    }
    m[result].integer = *chosen;
    return true;
  };
}

//===----------------------------------------------------------------------===//
// Loops and accesses
//===----------------------------------------------------------------------===//

namespace {
/// A bound: the largest or the smallest result of a map.
struct Bound {
  Bound(Translator &t, AffineMap map, ValueRange operands)
      : map(map), slots(t.slotsOf(operands)) {}

  /// None for a divisor below 1.
  template <typename Function>
  std::optional<int64_t> get(Machine &m, Function choose) const {
    MapOperands operands{slots, map.getNumDims()};
    std::optional<int64_t> chosen;
    for (AffineExpr expr : map.getResults()) {
      std::optional<int64_t> value = evaluate(expr, m, operands);
      if (!value)
        return std::nullopt;
      chosen = chosen ? choose(*chosen, *value) : *value;
    }
    return chosen;
  }

  AffineMap map;
  SmallVector<Slot> slots;
};

/// A loop, whose carried values are in the cells of the body's arguments.
struct AffineLoop {
  bool run(Machine &m) const;

  Operation *op;
  Bound lower, upper;
  int64_t step;
  Slot variable;
  Code before, body, after;
};
} // namespace

static int64_t getSmaller(int64_t a, int64_t b) { return std::min(a, b); }
static int64_t getLarger(int64_t a, int64_t b) { return std::max(a, b); }

bool AffineLoop::run(Machine &m) const {
  std::optional<int64_t> begin = lower.get(m, getLarger);
  std::optional<int64_t> end = upper.get(m, getSmaller);
  if (!begin || !end)
    return m.fail(op, "expected a divisor of at least 1");
  if (!before.run(m))
    return false;
  for (int64_t i = *begin; i < *end;) {
    m[variable].integer = i;
    if (!m.takeTurn(op) || !body.run(m))
      return false;
    if (llvm::AddOverflow(i, step, i))
      break;
  }
  return after.run(m);
}

static Step translateAffineFor(Translator &t, Operation &op) {
  auto loop = cast<affine::AffineForOp>(op);
  AffineLoop code{&op,
                  {t, loop.getLowerBoundMap(), loop.getLowerBoundOperands()},
                  {t, loop.getUpperBoundMap(), loop.getUpperBoundOperands()},
                  loop.getStepAsInt(),
                  t.slotOf(loop.getInductionVar()),
                  t.copyInto(loop.getInits(), loop.getRegionIterArgs()),
                  {},
                  t.copyInto(loop.getRegionIterArgs(), loop.getResults())};
  if (!t.translateBlock(*loop.getBody(), t.slotsOf(loop.getRegionIterArgs()),
                        code.body))
    return {};
  return [code = std::move(code)](Machine &m) { return code.run(m); };
}

/// The results of `map`.
static IndexFunction readMap(Translator &t, Operation &op, AffineMap map,
                             ValueRange operands) {
  return [map, at = &op, slots = SmallVector<Slot>(t.slotsOf(operands))](
             Machine &m, SmallVectorImpl<int64_t> &indices) {
    for (AffineExpr expr : map.getResults()) {
      auto value = evaluate(expr, m, {slots, map.getNumDims()});
      if (!value)
        return m.fail(at, "expected a divisor of at least 1");
      indices.push_back(*value);
    }
    return true;
  };
}

static Step translateAffineLoad(Translator &t, Operation &op) {
  auto load = cast<affine::AffineLoadOp>(op);
  return makeLoad(t, op, load.getMemRef(),
                  readMap(t, op, load.getAffineMap(), load.getMapOperands()));
}

static Step translateAffineStore(Translator &t, Operation &op) {
  auto store = cast<affine::AffineStoreOp>(op);
  return makeStore(
      t, op, store.getMemRef(), store.getValueToStore(),
      readMap(t, op, store.getAffineMap(), store.getMapOperands()));
}

void spindle::interpreter::addAffineOps(OpTable &table) {
  table["affine.apply"] = [](Translator &t, Operation &op) {
    return makeMap(t, op, cast<affine::AffineApplyOp>(op).getAffineMap(),
                   getSmaller);
  };
  table["affine.min"] = [](Translator &t, Operation &op) {
    return makeMap(t, op, cast<affine::AffineMinOp>(op).getAffineMap(),
                   getSmaller);
  };
  table["affine.max"] = [](Translator &t, Operation &op) {
    return makeMap(t, op, cast<affine::AffineMaxOp>(op).getAffineMap(),
                   getLarger);
  };
  table["affine.for"] = translateAffineFor;
  table["affine.load"] = translateAffineLoad;
  table["affine.store"] = translateAffineStore;
}
