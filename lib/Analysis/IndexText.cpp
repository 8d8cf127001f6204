//===- IndexText.cpp - indices in the words of a program ------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Analysis/IndexText.h"

#include "Spindle/Analysis/LinearIndex.h"
#include "Spindle/Analysis/LoopVariable.h"
#include "Spindle/Dialect/Iter/IR/Iter.h"
#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::iter;
using spindle::axis::CoordinateOp;
using spindle::axis::ParentOp;
using spindle::axis::PositionOp;

/// The label of the loop whose variable `index` is; null where it has none.
static LoopAttr getLabelOfVariable(Value index) {
  auto argument = dyn_cast<BlockArgument>(index);
  Operation *loop = argument ? argument.getOwner()->getParentOp() : nullptr;
  bool isVariable = isa_and_present<scf::ForOp, scf::ForallOp>(loop) &&
                    argument.getArgNumber() == 0;
  return isVariable ? loop->getAttrOfType<LoopAttr>(IterDialect::kLoopAttr)
                    : LoopAttr();
}

/// The name of the dimension that the position `position` is of; empty where no
/// loop says.
static std::string getDimName(Value position) {
  // The loop of a group counts the positions of the last of its axes.
  size_t fromLast = 1;
  while (Operation *op = position.getDefiningOp()) {
    if (auto parent = dyn_cast<ParentOp>(op)) {
      position = parent.getPosition();
      ++fromLast;
    } else if (auto made = dyn_cast<PositionOp>(op)) {
      position = made.getOffset();
    } else {
      return "";
    }
  }
  LoopAttr label = getLabelOfVariable(position);
  if (!label || label.getDims().size() < fromLast)
    return "";
  return label.getDims().drop_back(fromLast - 1).back().str();
}

/// The tensor whose array the coordinates of `axis` are in; empty where the
/// function does not name it.
static std::string getOwner(Value axis) {
  Operation *constructor = axis.getDefiningOp();
  for (Value operand : constructor->getOperands())
    if (isa<MemRefType>(operand.getType()))
      if (std::string name = sparse::getArgumentName(operand); !name.empty())
        return name;
  return "";
}

static std::string getCoordinateText(CoordinateOp op) {
  if (std::string name = getDimName(op.getPosition()); !name.empty())
    return name;
  std::string owner = getOwner(op.getAxis());
  return owner.empty() ? "?" : "a coordinate of " + owner;
}

/// The text of what a loop counts: coordinates where its axis is dense_fixed.
static std::string getVariableText(LoopAttr label, Value variable) {
  std::string name = getDimName(variable);
  if (name.empty())
    return "?";
  bool isDense = label.getAxis() == axis::AxisKind::DenseFixed;
  return isDense ? name : "position " + name;
}

/// The text of a coordinate or a site of a nest; empty where `index` is none.
static std::string getNestText(Value index) {
  auto argument = dyn_cast<BlockArgument>(index);
  auto nest = argument ? dyn_cast<NestOp>(argument.getOwner()->getParentOp())
                       : NestOp();
  if (!nest)
    return "";
  std::string name = nest.getDimName(argument.getArgNumber() / 2).str();
  return isa<axis::SiteType>(index.getType()) ? "site " + name : name;
}

static std::string getTermText(Value index) {
  if (std::string text = getNestText(index); !text.empty())
    return text;
  if (LoopAttr label = getLabelOfVariable(index))
    return getVariableText(label, index);
  auto coordinate = index.getDefiningOp<CoordinateOp>();
  return coordinate ? getCoordinateText(coordinate) : "?";
}

static std::string getText(Value index) {
  std::optional<LinearIndex> sum = getLinearIndex(index);
  if (!sum)
    return "?";
  std::string text;
  for (const LinearIndex::Term &term : sum->terms) {
    text += (text.empty() ? "" : " + ") + getTermText(term.value);
    if (term.factor != 1)
      text += " * " + std::to_string(term.factor);
  }
  if (text.empty() || sum->constant != 0)
    text += (text.empty() ? "" : " + ") + std::to_string(sum->constant);
  return text;
}

std::string spindle::iter::getIndexText(ValueRange indices) {
  std::string text = "[";
  for (auto [number, index] : llvm::enumerate(indices))
    text += (number > 0 ? ", " : "") + getText(index);
  return text + "]";
}
