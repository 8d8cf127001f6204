//===- ArrayLengths.cpp - how many entries arrays have, in words ----------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArrayLengths.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::cinterface;
using spindle::sparse::LevelAttr;
using spindle::sparse::LevelKind;
using spindle::sparse::PieceRole;

/// `factors` as a product; 1 for none.
static std::string multiply(ArrayRef<std::string> factors) {
  return factors.empty() ? "1" : llvm::join(factors, " * ");
}

namespace {
/// Says in words of the parameters how large the levels of a tensor are.
struct LevelSizes {
  const CSignature &signature;
  const COperand &operand;

  std::string getExtent(AffineExpr expr) const;
  std::string getWidth(int64_t level) const;
  SmallVector<std::string> getPositions(int64_t level) const;
  std::string getEntries(const CArray &array) const;
  const std::string &getName(size_t parameter) const {
    return signature.parameters[parameter].name;
  }
};
} // namespace

/// The extent of a coordinate that is `expr`.
std::string LevelSizes::getExtent(AffineExpr expr) const {
  if (isa<AffineConstantExpr>(expr))
    return "1";
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return getName(operand.first + dim.getPosition());
  // There are as many positions in an order as coordinates that it sorts.
  if (sparse::InspectorAttr order =
          sparse::getInspector(operand.getFormat(), expr);
      order && isa<AffineSymbolExpr>(expr))
    return getExtent(order.getSubject());
  auto operation = cast<AffineBinaryOpExpr>(expr);
  int64_t divisor = cast<AffineConstantExpr>(operation.getRHS()).getValue();
  if (expr.getKind() == AffineExprKind::Mod)
    return std::to_string(divisor);
  return "ceil(" + getExtent(operation.getLHS()) + " / " +
         std::to_string(divisor) + ")";
}

/// How many cells a fibre of `level` has; empty where fibres differ.
std::string LevelSizes::getWidth(int64_t level) const {
  LevelAttr from = operand.getFormat().getLevels()[level];
  if (from.getKind() == LevelKind::Dense)
    return getExtent(from.getExpr());
  if (from.getKind() != LevelKind::Fixed &&
      from.getKind() != LevelKind::Structured)
    return "";
  return operand.widths[level] ? getName(operand.widths[level])
                               : std::to_string(from.getParams().front());
}

/// How many positions `level` has, as a product.
SmallVector<std::string> LevelSizes::getPositions(int64_t level) const {
  LevelAttr from = operand.getFormat().getLevels()[level];
  if (from.getKind() == LevelKind::Compressed)
    return {getName(operand.getArray(PieceRole::Coordinates, level).parameter) +
            "_count"};
  if (from.getKind() == LevelKind::Variable)
    return {"the last of " +
            getName(operand.getArray(PieceRole::Positions, level).parameter)};
  SmallVector<std::string> factors;
  if (!from.getParents().empty())
    factors = getPositions(from.getParents().front());
  if (std::string width = getWidth(level); !width.empty())
    factors.push_back(width);
  return factors;
}

std::string LevelSizes::getEntries(const CArray &array) const {
  ArrayRef<LevelAttr> levels = operand.getFormat().getLevels();
  if (array.role == PieceRole::Positions) {
    int64_t parent = levels[array.level].getParents().front();
    return multiply(getPositions(parent)) + " + 1";
  }
  if (array.role == PieceRole::Coordinates &&
      levels[array.level].getKind() == LevelKind::Compressed) {
    if (levels[array.level].getParents().empty())
      return "any number";
    const CArray &positions =
        operand.getArray(PieceRole::Positions, array.level);
    return "at least the last of " + getName(positions.parameter);
  }
  SmallVector<std::string> factors;
  for (int64_t level : array.levels)
    factors.push_back(getWidth(level).empty() ? multiply(getPositions(level))
                                              : getWidth(level));
  return multiply(factors);
}

std::string spindle::cinterface::getEntries(const CSignature &signature,
                                            const COperand &owner,
                                            const CArray &array) {
  return LevelSizes{signature, owner}.getEntries(array);
}
