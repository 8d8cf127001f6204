//===- Space.cpp - the axes that a generic operation runs over ------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Space.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace spindle;
using spindle::sparse::FormatAttr;
using spindle::sparse::GenericOp;

//===----------------------------------------------------------------------===//
// Axes
//===----------------------------------------------------------------------===//

/// Adds the axis of level `level` of `operand`, under none.
void Space::addLevel(Operand &operand, int64_t level) {
  FormatAttr format = operand.type.getFormat();
  int64_t own = sparse::getDimOfLevel(format, level);
  int64_t dim = own < 0 ? -1 : int64_t(operand.map.getDimPosition(own));
  axes.push_back({operand.getAxes()[level],
                  {},
                  format,
                  level,
                  dim,
                  operand.getLevelExpr(level)});
}

/// Adds all axes of the driver. They come first, so that what they lie under
/// is numbered as its levels are.
void Space::addDriver(Operand &driver) {
  FormatAttr format = driver.type.getFormat();
  size_t levels = format.getLevels().size();
  for (auto [entry, parents] :
       llvm::enumerate(sparse::getListParents(format))) {
    if (entry < levels)
      addLevel(driver, entry);
    else
      axes.push_back({driver.getAxes()[entry], {}, {}, -1, -1, {}});
    axes.back().parents = parents;
  }
  for (auto [dim, expr] : llvm::enumerate(format.getDimMap().getResults()))
    dims[driver.map.getDimPosition(dim)] = expr;
}

/// Adds the axes of `levels` of a dense operand, which give one dimension.
void Space::addDense(Operand &operand, ArrayRef<int64_t> levels) {
  FormatAttr format = operand.type.getFormat();
  SmallVector<AffineExpr> places(format.getLevels().size());
  for (int64_t level : levels) {
    places[level] = getAffineDimExpr(axes.size(), format.getContext());
    addLevel(operand, level);
    for (int64_t parent : format.getLevels()[level].getParents())
      axes.back().parents.push_back(
          cast<AffineDimExpr>(places[parent]).getPosition());
  }
  int64_t dim = sparse::getDimOfLevel(format, levels.front());
  // The other dimensions' levels are not in this result.
  AffineExpr expr = format.getDimMap().getResult(dim);
  for (AffineExpr &place : places)
    place = place ? place : getAffineConstantExpr(0, format.getContext());
  dims[operand.map.getDimPosition(dim)] = expr.replaceDims(places);
}

//===----------------------------------------------------------------------===//
// Dimensions that the driver lacks
//===----------------------------------------------------------------------===//

/// The levels of `operand` that give dimension `dim` of the operation.
static SmallVector<int64_t> findLevels(Operand &operand, int64_t dim) {
  for (auto [own, expr] : llvm::enumerate(operand.map.getResults()))
    if (expr == getAffineDimExpr(dim, expr.getContext()))
      return sparse::getLevelsOfDim(operand.type.getFormat(), own);
  return {};
}

Space Space::build(GenericOp op, MutableArrayRef<Operand> operands) {
  Space space;
  space.dims.resize(op.getNumDims());
  if (std::optional<int64_t> driver = op.getDriverIndex())
    space.addDriver(operands[*driver]);
  for (int64_t dim = 0; dim < op.getNumDims(); ++dim) {
    if (space.dims[dim])
      continue;
    // The fewest levels, and of these those of an output, if there is one.
    Operand *best = nullptr;
    SmallVector<int64_t> levels;
    size_t inputs = op.getIns().size();
    for (size_t count = 0; count < operands.size(); ++count) {
      Operand &operand = operands[(inputs + count) % operands.size()];
      SmallVector<int64_t> found = findLevels(operand, dim);
      if (found.empty() || (best && found.size() >= levels.size()))
        continue;
      best = &operand;
      levels = found;
    }
    // The verifier has seen to an extent for each dimension.
    space.addDense(*best, levels);
  }
  return space;
}

//===----------------------------------------------------------------------===//
// Coordinates
//===----------------------------------------------------------------------===//

/// `expr` over the coordinates of `nest`, which may be null where it is a
/// number.
static Value buildApply(OpBuilder &builder, Location loc, iter::NestOp nest,
                        AffineExpr expr) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return arith::ConstantIndexOp::create(builder, loc, constant.getValue());
  SmallVector<Value> operands;
  SmallVector<AffineExpr> dims;
  for (int64_t place = 0; place < nest.getNumDims(); ++place) {
    dims.push_back(builder.getAffineDimExpr(operands.size()));
    if (expr.isFunctionOfDim(place))
      operands.push_back(nest.getCoordinate(place));
  }
  auto map = AffineMap::get(operands.size(), 0, expr.replaceDims(dims));
  return affine::AffineApplyOp::create(builder, loc, map, operands);
}

Value Coordinates::get(OpBuilder &builder, AffineExpr expr) {
  for (auto [place, entry] : llvm::enumerate(space.axes))
    if (entry.expr == expr)
      return nest.getCoordinate(place);
  AffineExpr known = simplifyAffineExpr(expr.replaceDims(space.dims),
                                        space.axes.size(), /*numSymbols=*/0);
  Value &value = computed[known];
  if (!value)
    value = buildApply(builder, loc, nest, known);
  return value;
}
