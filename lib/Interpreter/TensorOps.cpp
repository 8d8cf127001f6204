//===- TensorOps.cpp - tensors and what they unpack to --------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AxisConstructor.h"
#include "Buffers.h"
#include "FormatPlan.h"
#include "OpTables.h"
#include "Ranges.h"

using namespace mlir;
namespace sparse = spindle::sparse;
using namespace spindle::interpreter;

namespace {
/// An unpack of a tensor that has a structure of its own.
struct Unpack {
  bool run(Machine &m) const;

  Operation *op;
  Slot tensor;
  FormatPlan format;
  SmallVector<unsigned, 4> axes;
  unsigned buffer;
  ListPlan list;
};
} // namespace

bool Unpack::run(Machine &m) const {
  const TensorState &state = *m[tensor].tensor;
  std::vector<Snapshot> &snapshots = m.snapshots[op];
  snapshots.clear();
  format.takeSnapshots(*state.argument, snapshots);
  SmallVector<AxisRef, 4> made;
  std::string fault = format.makeAxes(*state.argument, made);
  if (!fault.empty())
    return m.fail(op, fault);
  for (auto [number, axis] : llvm::zip(axes, made))
    m.axes[number] = axis;
  return defineBuffer(m, op, buffer, list, state.values);
}

static Step translateUnpack(Translator &t, Operation &op) {
  auto unpack = cast<sparse::UnpackOp>(op);
  unsigned buffer = t.bufferOf(unpack.getBuffer());
  ListPlan list = planList(t, unpack.getBuffer());
  Slot tensor = t.slotOf(unpack.getTensor());
  if (!unpack.getOn().empty())
    return [=, at = &op](Machine &m) {
      return defineBuffer(m, at, buffer, list, m[tensor].tensor->values);
    };
  std::optional<FormatPlan> format =
      FormatPlan::make(unpack.getTensor().getType());
  if (!format)
    return t.refuse(op, kUnknownFormat);
  Unpack code{&op, tensor, std::move(*format), {}, buffer, list};
  for (Value axis : unpack.getAxes())
    code.axes.push_back(t.axisOf(axis));
  compareAfterLastUse(t, &op);
  return [code = std::move(code)](Machine &m) { return code.run(m); };
}

static Step translateWithValues(Translator &t, Operation &op) {
  auto with = cast<sparse::WithValuesOp>(op);
  return [tensor = t.slotOf(with.getTensor()),
          values = t.bufferOf(with.getValues()),
          result = t.slotOf(with.getResult())](Machine &m) {
    m[result].tensor = &m.tensors.emplace_back(
        TensorState{m[tensor].tensor->argument, m.buffers[values]});
    return true;
  };
}

/// A dense tensor has no arrays but its values; its sizes are those of axes.
static Step translatePack(Translator &t, Operation &op) {
  auto pack = cast<sparse::PackOp>(op);
  auto made = pack.getValues().getDefiningOp<sparse::BufferOpInterface>();
  SmallVector<unsigned, 4> axes;
  for (Value axis : made.getBufferAxes())
    axes.push_back(t.axisOf(axis));
  return [=, values = t.bufferOf(pack.getValues()),
          result = t.slotOf(pack.getResult())](Machine &m) {
    Tensor &tensor = m.made.emplace_back().tensor;
    for (unsigned axis : axes)
      tensor.shape.push_back(m.axes[axis]->extent);
    m[result].tensor =
        &m.tensors.emplace_back(TensorState{&tensor, m.buffers[values]});
    return true;
  };
}

static Step translateParts(Translator &t, Operation &op) {
  auto parts = cast<sparse::PartsOp>(op);
  return [tensor = t.slotOf(parts.getTensor()),
          results = t.slotsOf(parts.getParts())](Machine &m) {
    for (auto [result, part] :
         llvm::zip_equal(results, m[tensor].tensor->parts))
      m[result].tensor = part;
    return true;
  };
}

static Step translateCompose(Translator &t, Operation &op) {
  auto compose = cast<sparse::ComposeOp>(op);
  return [parts = t.slotsOf(compose.getParts()),
          result = t.slotOf(compose.getResult())](Machine &m) {
    TensorState &state = m.tensors.emplace_back();
    for (Slot part : parts)
      state.parts.push_back(m[part].tensor);
    state.argument = state.parts.front()->argument;
    m[result].tensor = &state;
    return true;
  };
}

/// The parts of a tensor have its sizes.
static Step translateTensorDim(Translator &t, Operation &op) {
  auto dim = cast<sparse::DimOp>(op);
  return [tensor = t.slotOf(dim.getTensor()), number = dim.getDimension(),
          result = t.slotOf(dim.getSize())](Machine &m) {
    const TensorState *state = m[tensor].tensor;
    while (!state->parts.empty())
      state = state->parts.front();
    m[result].integer = state->argument->shape[number];
    return true;
  };
}

std::string spindle::interpreter::findRangeFault(sparse::SumRange range,
                                                 int64_t size,
                                                 const std::string &expression,
                                                 const std::string &dimension) {
  if (range.low >= range.high)
    return "";
  if (range.low < 0)
    return "expected the coordinate " + expression + " of " + dimension +
           " to be at least 0 but got " + std::to_string(range.low);
  if (range.high > size)
    return "expected " + dimension + " to be at least " +
           std::to_string(range.high) + ", for the coordinate " + expression +
           ", but got " + std::to_string(size);
  return "";
}

static Step translateExpectRange(Translator &t, Operation &op) {
  auto expect = cast<sparse::ExpectRangeOp>(op);
  return [at = &op, expression = expect.getExpression().str(),
          dimension = ("dimension " + Twine(expect.getDimension()) + " of " +
                       expect.getTensor())
                          .str(),
          low = t.slotOf(expect.getLow()), high = t.slotOf(expect.getHigh()),
          size = t.slotOf(expect.getSize())](Machine &m) {
    std::string fault = findRangeFault({m[low].integer, m[high].integer},
                                       m[size].integer, expression, dimension);
    return fault.empty() || m.fail(at, fault);
  };
}

void spindle::interpreter::addTensorOps(OpTable &table) {
  table["sparse.unpack"] = translateUnpack;
  table["sparse.with_values"] = translateWithValues;
  table["sparse.pack"] = translatePack;
  table["sparse.parts"] = translateParts;
  table["sparse.compose"] = translateCompose;
  table["sparse.dim"] = translateTensorDim;
  table["sparse.expect_range"] = translateExpectRange;
}
