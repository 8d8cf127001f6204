//===- AffineOps.cpp - index arithmetic of the affine dialect -------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpTables.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"

#include <optional>

using namespace mlir;
using namespace spindle::interpreter;

/// The operands of a map: its dimensions, then its symbols.
namespace {
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

void spindle::interpreter::addAffineOps(OpTable &table) {
  auto smaller = [](int64_t a, int64_t b) { return std::min(a, b); };
  auto larger = [](int64_t a, int64_t b) { return std::max(a, b); };
  table["affine.apply"] = [=](Translator &t, Operation &op) {
    return makeMap(t, op, cast<affine::AffineApplyOp>(op).getAffineMap(),
                   smaller);
  };
  table["affine.min"] = [=](Translator &t, Operation &op) {
    return makeMap(t, op, cast<affine::AffineMinOp>(op).getAffineMap(),
                   smaller);
  };
  table["affine.max"] = [=](Translator &t, Operation &op) {
    return makeMap(t, op, cast<affine::AffineMaxOp>(op).getAffineMap(), larger);
  };
}
