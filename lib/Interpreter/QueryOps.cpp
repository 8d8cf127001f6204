//===- QueryOps.cpp - queries about axes ----------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FixedAxes.h"
#include "OpTables.h"

#include "Spindle/Dialect/Axis/IR/Axis.h"

using namespace mlir;
namespace axis = spindle::axis;
using namespace spindle::interpreter;

//===----------------------------------------------------------------------===//
// Whole axes
//===----------------------------------------------------------------------===//

/// A query to a whole axis.
template <typename QueryOp, typename Function>
static Handler makeQuery(Function function) {
  return [function](Translator &t, Operation &op) -> Step {
    auto query = cast<QueryOp>(op);
    unsigned number = t.axisOf(query.getAxis());
    Slot result = t.slotOf(query.getResult());
    return [=](Machine &m) {
      m[result].integer = function(*m.axes[number]);
      return true;
    };
  };
}

//===----------------------------------------------------------------------===//
// Fibres
//===----------------------------------------------------------------------===//

namespace {
/// The fibre that a query is about: that under positions or sites of the
/// parents.
class FibreOperand {
public:
  FibreOperand(Translator &t, Operation *op, Value axis, ValueRange under,
               Value cutAt = {}, Value skewAt = {})
      : op(op), axis(t.axisOf(axis)), under(t.slotsOf(under)),
        cutAt(t.slotOfAny(cutAt)), skewAt(t.slotOfAny(skewAt)) {}

  const AxisState &getAxis(Machine &m) const { return *m.axes[axis]; }
  /// Whether the fibre would lie under the end of the only parent.
  bool isAtEnd(Machine &m) const {
    const AxisState &state = getAxis(m);
    return state.parents.size() == 1 &&
           m[under.front()].integer == state.parents.front()->size();
  }
  /// The fibre; none after an error.
  std::optional<Fibre> find(Machine &m) const;
  /// Fails unless `value`, which the text calls `what`, is in [from, to).
  bool checkRange(Machine &m, StringRef what, int64_t value, int64_t from,
                  int64_t to) const {
    return (value >= from && value < to) ||
           m.fail(op, "expected " + what + " in [" + Twine(from) + ", " +
                          Twine(to) + ") but got " + Twine(value));
  }

  Operation *op;

private:
  bool checkKnown(Machine &m, ArrayRef<int64_t> positions) const;
  bool checkKnown(Machine &m, Slot known, StringRef what,
                  std::optional<int64_t> wanted) const;

  unsigned axis;
  SmallVector<Slot, 4> under;
  std::optional<Slot> cutAt, skewAt;
};
} // namespace

std::optional<Fibre> FibreOperand::find(Machine &m) const {
  Positions positions;
  for (Slot slot : under)
    positions.push_back(m[slot].integer);
  std::optional<Fibre> fibre = getAxis(m).fibre(positions);
  if (!fibre) {
    m.fail(op, "expected a position of the parent after 'under' but got " +
                   printPositions(positions));
    return std::nullopt;
  }
  return checkKnown(m, positions) ? fibre : std::nullopt;
}

/// What is given as known is compared with what is found.
bool FibreOperand::checkKnown(Machine &m, Slot known, StringRef what,
                              std::optional<int64_t> wanted) const {
  return wanted == m[known].integer ||
         m.fail(op, "expected " + what + ", " + Twine(wanted.value_or(-1)) +
                        ", but got " + Twine(m[known].integer));
}

bool FibreOperand::checkKnown(Machine &m, ArrayRef<int64_t> positions) const {
  const AxisState &state = getAxis(m);
  if (cutAt &&
      !checkKnown(m, *cutAt,
                  "'cut at' to be the coordinate of the axis that the cut is "
                  "by",
                  static_cast<const FixedAxis &>(state).getCutCoordinate(
                      positions.front())))
    return false;
  return !skewAt ||
         checkKnown(
             m, *skewAt,
             "'skew at' to be the coordinate of the axis that the skew "
             "is along",
             static_cast<const DenseFixedAxis &>(state).getSkewCoordinate(
                 positions.front()));
}

static Step translateLength(Translator &t, Operation &op) {
  auto length = cast<axis::LengthOp>(op);
  FibreOperand operand(t, &op, length.getAxis(), length.getUnder(),
                       length.getCutAt(), length.getSkewAt());
  return [operand, result = t.slotOf(length.getResult())](Machine &m) {
    std::optional<Fibre> fibre = operand.find(m);
    m[result].integer = fibre ? fibre->length() : 0;
    return fibre.has_value();
  };
}

static Step translateStart(Translator &t, Operation &op) {
  auto start = cast<axis::StartOp>(op);
  FibreOperand operand(t, &op, start.getAxis(), start.getUnder(),
                       start.getCutAt(), start.getSkewAt());
  return [operand, result = t.slotOf(start.getResult())](Machine &m) {
    std::optional<Fibre> fibre = operand.find(m);
    m[result].integer = fibre ? fibre->skipped : 0;
    return fibre.has_value();
  };
}

static Step translatePosition(Translator &t, Operation &op) {
  auto position = cast<axis::PositionOp>(op);
  FibreOperand operand(t, &op, position.getAxis(), position.getUnder());
  return [operand, result = t.slotOf(position.getResult()),
          offset = t.slotOf(position.getOffset())](Machine &m) {
    // Under the end of the parent begins the end of the axis.
    if (m[offset].integer == 0 && operand.isAtEnd(m)) {
      m[result].integer = operand.getAxis(m).size();
      return true;
    }
    std::optional<Fibre> fibre = operand.find(m);
    if (!fibre || !operand.checkRange(m, "an offset", m[offset].integer, 0,
                                      fibre->cells + 1))
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
        !operand.checkRange(m, "a position", asked, fibre->first(), fibre->end))
      return false;
    m[result].integer = operand.getAxis(m).coordinate(asked, *fibre);
    return true;
  };
}

static Step translateParent(Translator &t, Operation &op) {
  auto parent = cast<axis::ParentOp>(op);
  FibreOperand operand(t, &op, parent.getAxis(), {});
  return [operand, result = t.slotOf(parent.getResult()),
          position = t.slotOf(parent.getPosition())](Machine &m) {
    const AxisState &state = operand.getAxis(m);
    int64_t asked = m[position].integer;
    if (!operand.checkRange(m, "a position", asked, 0, state.size()))
      return false;
    m[result].integer = state.under(asked).front();
    return true;
  };
}

static Step translateOccupied(Translator &t, Operation &op) {
  auto occupied = cast<axis::OccupiedOp>(op);
  FibreOperand operand(t, &op, occupied.getAxis(), occupied.getUnder(),
                       occupied.getCutAt(), occupied.getSkewAt());
  return [operand, result = t.slotOf(occupied.getResult()),
          position = t.slotOf(occupied.getPosition())](Machine &m) {
    std::optional<Fibre> fibre = operand.find(m);
    bool holds = fibre && fibre->holds(m[position].integer);
    m[result].integer = -int64_t(holds);
    return fibre.has_value();
  };
}

//===----------------------------------------------------------------------===//
// Sites and look-ups
//===----------------------------------------------------------------------===//

static Step translatePositionOf(Translator &t, Operation &op) {
  auto positionOf = cast<axis::PositionOfOp>(op);
  FibreOperand operand(t, &op, axis::getSiteAxis(positionOf.getSite()), {});
  return [operand, result = t.slotOf(positionOf.getResult()),
          site = t.slotOf(positionOf.getSite())](Machine &m) {
    m[result] = m[site];
    return operand.checkRange(m, "a site that was found, at a position",
                              m[site].integer, 0, operand.getAxis(m).size());
  };
}

/// The site of the fibre under the given sites and, where there are several
/// parents under one axis, under the site of that axis that they lie under.
static Step translateJoin(Translator &t, Operation &op) {
  auto join = cast<axis::JoinOp>(op);
  unsigned number = t.axisOf(join.getAxis());
  return [number, sites = t.slotsOf(join.getSites()), at = &op,
          result = t.slotOf(join.getResult())](Machine &m) {
    const AxisState &state = *m.axes[number];
    Positions under;
    for (Slot site : sites)
      under.push_back(m[site].integer);
    const AxisState &last = *state.parents.back();
    bool inRange = under.back() >= 0 && under.back() < last.size();
    if (inRange && under.size() < state.parents.size())
      under.insert(under.begin(), last.under(under.back()).front());
    std::optional<Fibre> fibre = state.fibre(under);
    if (!fibre)
      return m.fail(at, "expected sites that were found, under one site, but "
                        "got positions " +
                            printPositions(under));
    m[result].integer = fibre->begin;
    return true;
  };
}

namespace {
/// A look-up, from position `from` on where there is one.
struct LookUp {
  bool run(Machine &m) const;
  /// Fails unless smaller coordinates alone lie before `from`.
  bool checkFrom(Machine &m, const Fibre &fibre) const;

  FibreOperand operand;
  Slot coordinate, place, found;
  std::optional<Slot> from;
};
} // namespace

bool LookUp::checkFrom(Machine &m, const Fibre &fibre) const {
  int64_t first = m[*from].integer;
  if (!operand.checkRange(m, "'from'", first, fibre.first(), fibre.end + 1))
    return false;
  // Of a sorted fibre, the last of them has the largest one.
  int64_t begin = operand.getAxis(m).sorted ? first - 1 : fibre.first();
  for (int64_t p = std::max(begin, fibre.first()); p < first; ++p)
    if (operand.getAxis(m).coordinate(p, fibre) >= m[coordinate].integer)
      return m.fail(operand.op,
                    "expected smaller coordinates before 'from', "
                    "position " +
                        Twine(first) + ", but position " + Twine(p) + " has " +
                        Twine(operand.getAxis(m).coordinate(p, fibre)));
  return true;
}

bool LookUp::run(Machine &m) const {
  std::optional<Fibre> fibre = operand.find(m);
  if (!fibre || (from && !checkFrom(m, *fibre)))
    return false;
  const AxisState &axis = operand.getAxis(m);
  int64_t asked = m[coordinate].integer;
  LocatedCell result = from ? axis.locateFrom(asked, *fibre, m[*from].integer)
                            : axis.locate(asked, *fibre);
  m[found].integer = -int64_t(result.found);
  // Where there is none, -1: whatever uses it fails.
  m[place].integer = result.position;
  return true;
}

/// All strategies have one outcome.
static Step translateLocate(Translator &t, Operation &op) {
  auto locate = cast<axis::LocateOp>(op);
  LookUp code{FibreOperand(t, &op, locate.getAxis(), locate.getUnder(),
                           locate.getCutAt(), locate.getSkewAt()),
              t.slotOf(locate.getCoordinate()), t.slotOf(locate.getPlace()),
              t.slotOf(locate.getFound()), t.slotOfAny(locate.getFrom())};
  return [code = std::move(code)](Machine &m) { return code.run(m); };
}

void spindle::interpreter::addQueryOps(OpTable &table) {
  table["axis.extent"] = makeQuery<axis::ExtentOp>(
      [](const AxisState &state) { return state.extent; });
  table["axis.size"] = makeQuery<axis::SizeOp>(
      [](const AxisState &state) { return state.size(); });
  table["axis.length"] = translateLength;
  table["axis.start"] = translateStart;
  table["axis.position"] = translatePosition;
  table["axis.coordinate"] = translateCoordinate;
  table["axis.parent"] = translateParent;
  table["axis.occupied"] = translateOccupied;
  table["axis.position_of"] = translatePositionOf;
  table["axis.join"] = translateJoin;
  table["axis.locate"] = translateLocate;
}
