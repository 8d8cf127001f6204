//===- GenericRun.cpp - runs of generic operations ------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementFinder.h"
#include "Generic.h"
#include "Ranges.h"

#include "llvm/Support/MathExtras.h"

#include <map>

using namespace mlir;
using namespace spindle;
using namespace spindle::interpreter;

namespace {
/// The indices of the first element at coordinates of the dimensions.
using Elements = std::map<Positions, Positions>;

/// One operand of the running operation.
struct OperandState {
  ArrayRef<int64_t> shape;
  SmallVector<AxisRef, 4> axes;
  BufferState buffer;
  /// All, where coordinates on the levels do not follow from the dimensions'.
  std::optional<Elements> elements;
};

/// A run of one, over the elements of one part of its driver.
class GenericRun {
public:
  GenericRun(const Generic &plan, Machine &m, size_t part)
      : plan(plan), m(m), part(part), extents(plan.numDims, -1),
        coordinates(plan.numDims, 0) {}

  bool run();
  /// Counts the runs of the body instead: those of one element of the driver
  /// are as many as those of another.
  bool count();

private:
  bool prepare();
  bool setExtents(const GenericOperand &operand, ArrayRef<int64_t> shape);
  bool checkSums(unsigned number);
  bool listElements(unsigned number);
  void setCoordinates(const GenericOperand &driver, ArrayRef<int64_t> found);
  /// Whether the driver gives coordinates of `dim`.
  bool isDriven(unsigned dim) const {
    return plan.driver &&
           llvm::is_contained(plan.operands[*plan.driver].dims, dim);
  }
  bool countElements(int64_t &elements);
  bool runDim(unsigned dim);
  bool runBody();
  std::optional<Positions> getCoordinates(unsigned operand) const;
  bool readInput(unsigned in);
  bool writeOutputs();
  std::optional<Positions> lookUp(unsigned operand) const;
  bool find(unsigned operand, int64_t &element, bool &found);
  const FormatPlan &getFormat(const GenericOperand &operand) const {
    return operand.formats[operand.formats.size() == 1 ? 0 : part];
  }
  /// The tensor in `slot`, or its part at hand.
  const TensorState &getTensor(Slot slot) const {
    const TensorState &tensor = *m[slot].tensor;
    return tensor.parts.empty() ? tensor : *tensor.parts[part];
  }

  const Generic &plan;
  Machine &m;
  size_t part;
  SmallVector<OperandState, 4> states;
  Positions extents, coordinates, driverIndices;
};
} // namespace

//===----------------------------------------------------------------------===//
// Operands and dimensions
//===----------------------------------------------------------------------===//

bool GenericRun::setExtents(const GenericOperand &operand,
                            ArrayRef<int64_t> shape) {
  for (auto [dim, size] : llvm::zip(operand.dims, shape)) {
    if (dim < 0)
      continue;
    if (extents[dim] < 0)
      extents[dim] = size;
    if (extents[dim] != size)
      return m.fail(plan.op, "expected size " + Twine(extents[dim]) +
                                 " of dimension " + Twine(dim) + " but got " +
                                 Twine(size));
  }
  return true;
}

/// Checks that the sums that are coordinates of an operand are inside of it,
/// unless it has a border.
bool GenericRun::checkSums(unsigned number) {
  const GenericOperand &operand = plan.operands[number];
  for (auto [dim, sum] : llvm::enumerate(operand.sums)) {
    std::optional<sparse::SumRange> range = sparse::getRange(sum, extents);
    if (operand.dims[dim] >= 0 || operand.border || !range)
      continue;
    std::vector<std::string> names;
    for (unsigned own = 0; own < plan.numDims; ++own)
      names.push_back("d" + std::to_string(own));
    std::string error = findRangeFault(
        *range, states[number].shape[dim], sparse::printSum(sum, names),
        "dimension " + std::to_string(dim) + " of operand " +
            std::to_string(number));
    if (!error.empty())
      return m.fail(plan.op, error);
  }
  return true;
}

/// Lists the elements of an operand that is looked up, where only a walk finds
/// them.
bool GenericRun::listElements(unsigned number) {
  const GenericOperand &operand = plan.operands[number];
  if (operand.atDriver || !getFormat(operand).hasNumbersOfPattern())
    return true;
  const Grid &grid = states[number].buffer.grid;
  Elements &elements = states[number].elements.emplace();
  bool done =
      grid.walk([&](ArrayRef<int64_t> positions, ArrayRef<int64_t> found) {
        elements.try_emplace(getFormat(operand).getDims(found),
                             grid.getIndices(positions));
        return true;
      });
  return done || failWalk(m, plan.op);
}

bool GenericRun::prepare() {
  for (const GenericOperand &operand : plan.operands) {
    const Tensor &structure = *getTensor(operand.owner).argument;
    OperandState &state = states.emplace_back();
    std::string fault = getFormat(operand).makeAxes(structure, state.axes);
    if (!fault.empty())
      return m.fail(plan.op, fault);
    state.buffer = getTensor(operand.tensor).values;
    state.buffer.grid = getFormat(operand).makeGrid(state.axes);
    state.shape = structure.shape;
    if (!setExtents(operand, structure.shape))
      return false;
  }
  for (unsigned number = 0; number < plan.operands.size(); ++number)
    if (!checkSums(number) || !(plan.counting || listElements(number)))
      return false;
  return true;
}

/// The dimensions that the driver gives coordinates for are passed over.
bool GenericRun::runDim(unsigned dim) {
  if (dim == plan.numDims)
    return runBody();
  if (isDriven(dim))
    return runDim(dim + 1);
  for (int64_t c = 0; c < extents[dim]; ++c) {
    coordinates[dim] = c;
    if (!runDim(dim + 1))
      return false;
  }
  return true;
}

/// Sets the coordinates of the dimensions of `driver`, whose axes have those of
/// `found`.
void GenericRun::setCoordinates(const GenericOperand &driver,
                                ArrayRef<int64_t> found) {
  for (auto [dim, coordinate] :
       llvm::zip_equal(driver.dims, getFormat(driver).getDims(found)))
    coordinates[dim] = coordinate;
}

bool GenericRun::run() {
  if (!prepare())
    return false;
  if (!plan.driver)
    return runDim(0);
  const GenericOperand &driver = plan.operands[*plan.driver];
  const Grid &grid = states[*plan.driver].buffer.grid;
  bool done =
      grid.walk([&](ArrayRef<int64_t> positions, ArrayRef<int64_t> found) {
        driverIndices = grid.getIndices(positions);
        setCoordinates(driver, found);
        return runDim(0);
      });
  return done || failWalk(m, plan.op);
}

/// The elements of the driver, or 1 without one.
bool GenericRun::countElements(int64_t &elements) {
  elements = 1;
  if (!plan.driver)
    return true;
  elements = 0;
  bool done = states[*plan.driver].buffer.grid.walk(
      [&](ArrayRef<int64_t>, ArrayRef<int64_t>) {
        ++elements;
        return m.takeTurn(plan.op);
      });
  return done || failWalk(m, plan.op);
}

bool GenericRun::count() {
  int64_t runs;
  if (!prepare() || !countElements(runs))
    return false;
  for (unsigned dim = 0; dim < plan.numDims; ++dim)
    if (!isDriven(dim) && llvm::MulOverflow(runs, extents[dim], runs))
      return m.fail(plan.op, "expected less than 2^63 runs of the body");
  return m.addBodyRuns(plan.op, runs);
}

//===----------------------------------------------------------------------===//
// The body
//===----------------------------------------------------------------------===//

/// The coordinates of the element of an operand; none outside of its border.
std::optional<Positions> GenericRun::getCoordinates(unsigned number) const {
  const GenericOperand &operand = plan.operands[number];
  Positions asked;
  for (auto [sum, size] : llvm::zip_equal(operand.sums, states[number].shape)) {
    int64_t coordinate = sum.constant;
    for (sparse::Sum::Term term : sum.terms)
      coordinate += term.factor * coordinates[term.dim];
    if (operand.border && (coordinate < 0 || coordinate >= size))
      return std::nullopt;
    asked.push_back(coordinate);
  }
  return asked;
}

/// The indices of the element of an operand that is looked up; none where it is
/// missing.
std::optional<Positions> GenericRun::lookUp(unsigned number) const {
  const OperandState &state = states[number];
  Positions asked = *getCoordinates(number);
  if (state.elements) {
    auto found = state.elements->find(asked);
    return found == state.elements->end() ? std::nullopt
                                          : std::optional(found->second);
  }
  const Grid &grid = state.buffer.grid;
  std::optional<Positions> positions =
      grid.locate(getFormat(plan.operands[number]).getCoordinates(asked));
  return positions ? std::optional(grid.getIndices(*positions)) : std::nullopt;
}

/// Finds the element of an operand, which is inside; false after an error.
bool GenericRun::find(unsigned number, int64_t &element, bool &found) {
  std::optional<Positions> indices = driverIndices;
  if (!plan.operands[number].atDriver)
    indices = lookUp(number);
  found = indices.has_value();
  return !found ||
         findElement(m, plan.op, states[number].buffer, *indices, element);
}

bool GenericRun::readInput(unsigned in) {
  const GenericOperand &operand = plan.operands[in];
  Cell &cell = m[plan.args[in]];
  if (!operand.isUsed)
    return true;
  if (operand.border && !getCoordinates(in)) {
    cell = *operand.border;
    return true;
  }
  int64_t element;
  bool found;
  if (!find(in, element, found))
    return false;
  cell = operand.fill;
  return !found || readElement(m, plan.op, states[in].buffer, element,
                               operand.type, cell);
}

/// Outputs are dense or at the driver's element: there is one.
bool GenericRun::writeOutputs() {
  unsigned first = plan.args.size(), count = plan.getNumOuts();
  SmallVector<Cell, 4> values;
  SmallVector<int64_t, 4> elements(count);
  for (unsigned out = 0; out < count; ++out) {
    bool found;
    if (!find(first + out, elements[out], found))
      return false;
    values.push_back(m[plan.yields[out]]);
  }
  for (const GenericCombine &kind : plan.combine) {
    Cell current[2];
    for (unsigned value = 0; value < kind.count; ++value) {
      unsigned out = kind.first + value;
      if (!readElement(m, plan.op, states[first + out].buffer, elements[out],
                       plan.operands[first + out].type, current[value]))
        return false;
    }
    kind.combine(current, &values[kind.first]);
    std::copy_n(current, kind.count, &values[kind.first]);
  }
  for (unsigned out = 0; out < count; ++out)
    writeElement(states[first + out].buffer, elements[out],
                 plan.operands[first + out].type, values[out]);
  return true;
}

bool GenericRun::runBody() {
  m.countBodyRun();
  if (!m.takeTurn(plan.op))
    return false;
  for (auto [slot, coordinate] : llvm::zip(plan.coordinates, coordinates))
    m[slot].integer = coordinate;
  for (unsigned in = 0; in < plan.args.size(); ++in)
    if (!readInput(in))
      return false;
  return plan.body.run(m) && writeOutputs();
}

bool Generic::run(Machine &m) const {
  for (size_t part = 0; part < getNumParts(); ++part) {
    GenericRun run(*this, m, part);
    if (counting ? !run.count() : !run.run())
      return false;
  }
  return true;
}
