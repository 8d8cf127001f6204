//===- AxisOps.cpp - the axis dialect -------------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpTables.h"

#include "Spindle/Dialect/Axis/IR/Axis.h"

using namespace mlir;
namespace axis = spindle::axis;
using namespace spindle::interpreter;

//===----------------------------------------------------------------------===//
// Constructors
//===----------------------------------------------------------------------===//

namespace {
/// The axis that a new one lies under.
struct ParentAxis {
  int64_t size(Machine &m) const { return number ? m.axes[*number].size() : 1; }

  std::optional<unsigned> number;
};
} // namespace

static ParentAxis getParentAxis(Translator &t, Value parent) {
  return {parent ? std::optional<unsigned>(t.axisOf(parent)) : std::nullopt};
}

/// Makes `axis` the machine's axis `number` if nothing is wrong with it.
static bool define(Machine &m, Operation *op, unsigned number, AxisState axis) {
  std::string fault = axis.check();
  if (!fault.empty())
    return m.fail(op, fault);
  m.axes[number] = axis;
  return true;
}

static Step translateDenseFixed(Translator &t, Operation &op) {
  auto maker = cast<axis::DenseFixedOp>(op);
  int64_t width = maker.getResult().getType().getWidth();
  return [number = t.axisOf(maker.getResult()), at = &op, width,
          extentSlot = t.slotOf(maker.getExtent()),
          parent = getParentAxis(t, maker.getParent())](Machine &m) {
    int64_t extent = m[extentSlot].integer;
    if (!ShapedType::isDynamic(width) && width != extent)
      return m.fail(at, "expected an extent of the width " + Twine(width) +
                            " but got " + Twine(extent));
    return define(m, at, number, AxisState::makeDense(extent, parent.size(m)));
  };
}

/// The memory of a memref of rank 1 as integers of `type`.
static IntegerArray makeArray(const View &view, Type type) {
  return {view.data, view.shape.front(), type.getIntOrFloatBitWidth() / 8};
}

static Step translateSparseVariable(Translator &t, Operation &op) {
  auto maker = cast<axis::SparseVariableOp>(op);
  return [number = t.axisOf(maker.getResult()), at = &op,
          type = maker.getResult().getType(),
          extent = t.slotOf(maker.getExtent()),
          positions = t.slotOf(maker.getPositions()),
          coordinates = t.slotOf(maker.getCoordinates()),
          parent = getParentAxis(t, maker.getParent())](Machine &m) {
    AxisState state =
        AxisState::makeSparse(m[extent].integer, parent.size(m),
                              makeArray(*m[positions].memory, type.getPos()),
                              makeArray(*m[coordinates].memory, type.getCrd()),
                              type.getSorted(), type.getUnique());
    return define(m, at, number, state);
  };
}

//===----------------------------------------------------------------------===//
// Questions
//===----------------------------------------------------------------------===//

/// A question to a whole axis.
template <typename QuestionOp, typename Function>
static Handler makeQuestion(Function function) {
  return [function](Translator &t, Operation &op) -> Step {
    auto question = cast<QuestionOp>(op);
    unsigned number = t.axisOf(question.getAxis());
    Slot result = t.slotOf(question.getResult());
    return [=](Machine &m) {
      m[result].integer = function(m.axes[number]);
      return true;
    };
  };
}

namespace {
/// The fibre that a question is about: that of a root, or under a position or
/// site of the parent.
struct FibreOperand {
  FibreOperand(Translator &t, Operation *op, Value axis, Value under)
      : op(op), axis(t.axisOf(axis)), hasParent(bool(under)),
        under(under ? t.slotOf(under) : 0) {}

  int64_t underPosition(Machine &m) const {
    return hasParent ? m[under].integer : 0;
  }
  /// The fibre; none after an error.
  std::optional<Fibre> find(Machine &m) const {
    std::optional<Fibre> fibre = m.axes[axis].fibre(underPosition(m));
    if (!fibre)
      m.fail(op, "expected a position of the parent after 'under' but got " +
                     Twine(underPosition(m)));
    return fibre;
  }
  /// Fails unless `value`, which the text calls `what`, is in [from, to).
  bool checkRange(Machine &m, StringRef what, int64_t value, int64_t from,
                  int64_t to) const {
    return (value >= from && value < to) ||
           m.fail(op, "expected " + what + " in [" + Twine(from) + ", " +
                          Twine(to) + ") but got " + Twine(value));
  }

  Operation *op;
  unsigned axis;
  bool hasParent;
  Slot under;
};
} // namespace

static Step translateLength(Translator &t, Operation &op) {
  auto length = cast<axis::LengthOp>(op);
  FibreOperand operand(t, &op, length.getAxis(), length.getUnder());
  return [operand, result = t.slotOf(length.getResult())](Machine &m) {
    std::optional<Fibre> fibre = operand.find(m);
    m[result].integer = fibre ? fibre->length() : 0;
    return fibre.has_value();
  };
}

static Step translatePosition(Translator &t, Operation &op) {
  auto position = cast<axis::PositionOp>(op);
  FibreOperand operand(t, &op, position.getAxis(), position.getUnder());
  return [operand, result = t.slotOf(position.getResult()),
          offset = t.slotOf(position.getOffset())](Machine &m) {
    std::optional<Fibre> fibre = operand.find(m);
    if (!fibre || !operand.checkRange(m, "an offset", m[offset].integer, 0,
                                      fibre->length() + 1))
      return false;
    m[result].integer = fibre->begin + m[offset].integer;
    return true;
  };
}

static Step translateCoordinate(Translator &t, Operation &op) {
  auto coordinate = cast<axis::CoordinateOp>(op);
  FibreOperand operand(t, &op, coordinate.getAxis(), coordinate.getUnder());
  return [operand, result = t.slotOf(coordinate.getResult()),
          position = t.slotOf(coordinate.getPosition())](Machine &m) {
    std::optional<Fibre> fibre = operand.find(m);
    int64_t asked = m[position].integer;
    if (!fibre ||
        !operand.checkRange(m, "a position", asked, fibre->begin, fibre->end))
      return false;
    m[result].integer =
        m.axes[operand.axis].coordinate(asked, operand.underPosition(m));
    return true;
  };
}

static Step translateParent(Translator &t, Operation &op) {
  auto parent = cast<axis::ParentOp>(op);
  FibreOperand operand(t, &op, parent.getAxis(), Value());
  return [operand, result = t.slotOf(parent.getResult()),
          position = t.slotOf(parent.getPosition())](Machine &m) {
    const AxisState &state = m.axes[operand.axis];
    int64_t asked = m[position].integer;
    if (!operand.checkRange(m, "a position", asked, 0, state.size()))
      return false;
    m[result].integer = state.parent(asked);
    return true;
  };
}

static Step translateOccupied(Translator &t, Operation &op) {
  auto occupied = cast<axis::OccupiedOp>(op);
  FibreOperand operand(t, &op, occupied.getAxis(), occupied.getUnder());
  return [operand, result = t.slotOf(occupied.getResult()),
          position = t.slotOf(occupied.getPosition())](Machine &m) {
    std::optional<Fibre> fibre = operand.find(m);
    bool holds = fibre && fibre->holds(m[position].integer);
    m[result].integer = -int64_t(holds);
    return fibre.has_value();
  };
}

static Step translatePositionOf(Translator &t, Operation &op) {
  auto positionOf = cast<axis::PositionOfOp>(op);
  FibreOperand operand(t, &op, axis::getSiteAxis(positionOf.getSite()),
                       Value());
  return [operand, result = t.slotOf(positionOf.getResult()),
          site = t.slotOf(positionOf.getSite())](Machine &m) {
    m[result] = m[site];
    return operand.checkRange(m, "a site that was found, at a position",
                              m[site].integer, 0, m.axes[operand.axis].size());
  };
}

static Step translateLocate(Translator &t, Operation &op) {
  auto locate = cast<axis::LocateOp>(op);
  FibreOperand operand(t, &op, locate.getAxis(), locate.getUnder());
  return [operand, place = t.slotOf(locate.getPlace()),
          found = t.slotOf(locate.getFound()),
          coordinate = t.slotOf(locate.getCoordinate())](Machine &m) {
    std::optional<Fibre> fibre = operand.find(m);
    if (!fibre)
      return false;
    std::optional<int64_t> position =
        m.axes[operand.axis].locate(m[coordinate].integer, *fibre);
    m[found].integer = -int64_t(position.has_value());
    // No position: whatever uses it fails.
    m[place].integer = position.value_or(-1);
    return true;
  };
}

void spindle::interpreter::addAxisOps(OpTable &table) {
  table["axis.dense_fixed"] = translateDenseFixed;
  table["axis.sparse_variable"] = translateSparseVariable;
  table["axis.extent"] = makeQuestion<axis::ExtentOp>(
      [](const AxisState &state) { return state.extent; });
  table["axis.size"] = makeQuestion<axis::SizeOp>(
      [](const AxisState &state) { return state.size(); });
  table["axis.length"] = translateLength;
  table["axis.position"] = translatePosition;
  table["axis.coordinate"] = translateCoordinate;
  table["axis.parent"] = translateParent;
  table["axis.occupied"] = translateOccupied;
  table["axis.position_of"] = translatePositionOf;
  table["axis.locate"] = translateLocate;
}
