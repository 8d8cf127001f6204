//===- GenericOps.cpp - generic operations on tensors ---------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Combiner.h"
#include "Constants.h"
#include "ElementFinder.h"
#include "FormatPlan.h"
#include "OpTables.h"

using namespace mlir;
namespace sparse = spindle::sparse;
using namespace spindle::interpreter;
using sparse::GenericOp;

namespace {
/// One operand, as far as it is known before the function runs.
struct OperandPlan {
  Slot tensor;
  /// The tensor that has its structure.
  Slot owner;
  FormatPlan format;
  Element type;
  Cell fill;
  /// The dimension of the operation that each of its own is.
  SmallVector<unsigned, 4> dims;
  /// Whether it is accessed at the driver's own element.
  bool atDriver;
};

/// One operand of the running operation.
struct OperandState {
  SmallVector<AxisRef, 4> axes;
  BufferState buffer;
};

/// The kinds of combination, each with its first output.
struct CombinePlan {
  unsigned first, count;
  Combiner combine;
};

/// A generic operation.
struct Generic {
  unsigned getNumOuts() const { return operands.size() - args.size(); }

  GenericOp op;
  unsigned numDims;
  std::optional<unsigned> driver;
  SmallVector<OperandPlan, 4> operands;
  SmallVector<CombinePlan, 2> combine;
  SmallVector<Slot, 4> args, yields;
  /// Counts bodies, and runs none.
  bool counting;
  Code body;
};

/// A run of one.
class GenericRun {
public:
  GenericRun(const Generic &plan, Machine &m)
      : plan(plan), m(m), extents(plan.numDims, -1),
        coordinates(plan.numDims, 0) {}

  bool run();

private:
  bool prepare();
  bool setExtents(const OperandPlan &operand, ArrayRef<int64_t> shape);
  bool runDim(unsigned dim);
  bool runBody();
  bool readInputs();
  bool writeOutputs();
  bool find(unsigned operand, int64_t &element, bool &found);

  const Generic &plan;
  Machine &m;
  SmallVector<OperandState, 4> states;
  Positions extents, coordinates, driverIndices;
};
} // namespace

//===----------------------------------------------------------------------===//
// Operands and dimensions
//===----------------------------------------------------------------------===//

bool GenericRun::setExtents(const OperandPlan &operand,
                            ArrayRef<int64_t> shape) {
  for (auto [dim, size] : llvm::zip(operand.dims, shape)) {
    if (extents[dim] < 0)
      extents[dim] = size;
    if (extents[dim] != size)
      return m.fail(plan.op, "expected size " + Twine(extents[dim]) +
                                 " of dimension " + Twine(dim) + " but got " +
                                 Twine(size));
  }
  return true;
}

bool GenericRun::prepare() {
  for (const OperandPlan &operand : plan.operands) {
    const Tensor &structure = *m[operand.owner].tensor->argument;
    OperandState &state = states.emplace_back();
    std::string fault = operand.format.makeAxes(structure, state.axes);
    if (!fault.empty())
      return m.fail(plan.op, fault);
    state.buffer = m[operand.tensor].tensor->values;
    state.buffer.grid = operand.format.makeGrid(state.axes);
    if (!setExtents(operand, structure.shape))
      return false;
  }
  return true;
}

/// The dimensions that the driver gives coordinates for are passed over.
bool GenericRun::runDim(unsigned dim) {
  if (dim == plan.numDims)
    return runBody();
  if (plan.driver && llvm::is_contained(plan.operands[*plan.driver].dims, dim))
    return runDim(dim + 1);
  for (int64_t c = 0; c < extents[dim]; ++c) {
    coordinates[dim] = c;
    if (!runDim(dim + 1))
      return false;
  }
  return true;
}

bool GenericRun::run() {
  if (!prepare())
    return false;
  if (!plan.driver)
    return runDim(0);
  const OperandPlan &driver = plan.operands[*plan.driver];
  const Grid &grid = states[*plan.driver].buffer.grid;
  bool done =
      grid.walk([&](ArrayRef<int64_t> positions, ArrayRef<int64_t> found) {
        driverIndices = grid.getIndices(positions);
        for (unsigned level = 0; level < found.size(); ++level)
          coordinates[driver.dims[driver.format.getDim(level)]] = found[level];
        return runDim(0);
      });
  return done || failWalk(m, plan.op);
}

//===----------------------------------------------------------------------===//
// The body
//===----------------------------------------------------------------------===//

/// Finds the element of an operand at the coordinates; false after an error.
bool GenericRun::find(unsigned number, int64_t &element, bool &found) {
  const OperandPlan &operand = plan.operands[number];
  const BufferState &buffer = states[number].buffer;
  Positions indices = driverIndices, asked;
  found = true;
  if (!operand.atDriver) {
    for (unsigned level = 0; level < operand.format.getNumLevels(); ++level)
      asked.push_back(coordinates[operand.dims[operand.format.getDim(level)]]);
    std::optional<Positions> positions = buffer.grid.locate(asked);
    found = positions.has_value();
    if (!found)
      return true;
    indices = buffer.grid.getIndices(*positions);
  }
  return findElement(m, plan.op, buffer, indices, element);
}

bool GenericRun::readInputs() {
  for (unsigned in = 0; in < plan.args.size(); ++in) {
    int64_t element;
    bool found;
    if (!find(in, element, found))
      return false;
    m[plan.args[in]] = plan.operands[in].fill;
    if (found && !readElement(m, plan.op, states[in].buffer, element,
                              plan.operands[in].type, m[plan.args[in]]))
      return false;
  }
  return true;
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
  for (const CombinePlan &kind : plan.combine) {
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
  return plan.counting || (readInputs() && plan.body.run(m) && writeOutputs());
}

//===----------------------------------------------------------------------===//
// Translation
//===----------------------------------------------------------------------===//

static std::optional<OperandPlan> planOperand(Translator &t, GenericOp op,
                                              unsigned number) {
  Value tensor = op->getOperand(number),
        owner = sparse::getStructureOwner(tensor);
  auto type = cast<sparse::SparseTensorType>(tensor.getType());
  auto buffer = cast<sparse::BufferType>(sparse::getUnpackedTypes(type).back());
  std::optional<FormatPlan> format = FormatPlan::make(type);
  std::optional<Cell> fill =
      makeFillCell(buffer.getFill(), type.getElementType());
  if (!format || !fill)
    return std::nullopt;
  AffineMap map = op.getMap(number);
  OperandPlan plan{t.slotOf(tensor),
                   t.slotOf(owner),
                   std::move(*format),
                   getElement(type.getElementType()),
                   *fill,
                   {},
                   false};
  for (unsigned dim = 0; dim < map.getNumResults(); ++dim)
    plan.dims.push_back(map.getDimPosition(dim));
  if (std::optional<int64_t> driver = op.getDriverIndex())
    plan.atDriver = op.getMap(*driver) == map &&
                    sparse::getStructureOwner(op->getOperand(*driver)) == owner;
  return plan;
}

/// False where a kind has no meaning in the types of its outputs.
static bool planCombine(GenericOp op, Generic &plan) {
  unsigned first = 0;
  SmallVector<Type> types;
  for (Type out : op.getOuts().getTypes())
    types.push_back(cast<sparse::SparseTensorType>(out).getElementType());
  for (Attribute attr : op.getCombine()) {
    auto kind = cast<spindle::iter::CombineKindAttr>(attr).getValue();
    unsigned count = countValues(kind);
    plan.combine.push_back(
        {first, count,
         makeCombiner(kind, ArrayRef(types).slice(first, count))});
    if (!plan.combine.back().combine)
      return false;
    first += count;
  }
  return true;
}

static Step translateGeneric(Translator &t, Operation &operation) {
  auto op = cast<GenericOp>(operation);
  Block &block = op.getBody().front();
  Generic plan{op,
               unsigned(op.getNumDims()),
               op.getDriverIndex(),
               {},
               {},
               t.slotsOf(block.getArguments()),
               t.slotsOf(block.getTerminator()->getOperands()),
               t.isCounting(),
               {}};
  for (unsigned number = 0; number < op->getNumOperands(); ++number) {
    std::optional<OperandPlan> operand = planOperand(t, op, number);
    if (!operand)
      return t.refuse(operation, kUnknownFormat);
    plan.operands.push_back(std::move(*operand));
  }
  if (!planCombine(op, plan))
    return {};
  if (!plan.counting && !t.translate(block, plan.body))
    return {};
  return [plan = std::move(plan)](Machine &m) {
    return GenericRun(plan, m).run();
  };
}

void spindle::interpreter::addGenericOps(OpTable &table) {
  table["sparse.generic"] = translateGeneric;
}
