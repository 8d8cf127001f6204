//===- InspectorOps.cpp - orders found in a pattern -----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AxisState.h"
#include "OpTables.h"

#include "Spindle/Dialect/Axis/IR/Axis.h"

using namespace mlir;
namespace axis = spindle::axis;
using namespace spindle::interpreter;

namespace {
/// An operation that finds wavefronts, as far as it is known before it runs.
struct Wavefronts {
  Wavefronts(Translator &t, axis::WavefrontsOp op)
      : op(op), backwards(op.getBackwards()), pattern(t.axisOf(op.getAxis())),
        result(t.slotOf(op.getCount())), starts(t.slotOf(op.getStarts())),
        order(t.slotOf(op.getOrder())), rows(t.slotOf(op.getRows())) {}

  bool run(Machine &m) const;

  Operation *op;
  bool backwards;
  unsigned pattern;
  Slot result, starts, order, rows;

private:
  using Lists = std::vector<std::vector<int64_t>>;

  bool collect(Machine &m, Lists &before) const;
  bool write(Machine &m, Slot array, StringRef what,
             ArrayRef<int64_t> numbers) const;
};
} // namespace

/// For each row those that come before it and touch what it touches.
bool Wavefronts::collect(Machine &m, Lists &before) const {
  const AxisState &state = *m.axes[pattern];
  int64_t count = before.size();
  for (int64_t row = 0; row < count; ++row) {
    std::optional<Fibre> fibre = state.fibre(row);
    if (!fibre)
      return m.fail(op, "expected a fibre of each row but got none of row " +
                            Twine(row));
    for (int64_t at = fibre->first(); at < fibre->end; ++at) {
      int64_t column = state.coordinate(at, *fibre);
      if (column < 0)
        return m.fail(op, "expected no negative column of row " + Twine(row) +
                              " but got " + Twine(column));
      if (column >= count || column == row)
        continue;
      bool isFirst = (row < column) != backwards;
      before[isFirst ? column : row].push_back(isFirst ? row : column);
    }
  }
  return true;
}

/// Writes `numbers` to the first elements of `array`.
bool Wavefronts::write(Machine &m, Slot array, StringRef what,
                       ArrayRef<int64_t> numbers) const {
  View &view = *m[array].memory;
  int64_t size = numbers.size();
  if (view.freed)
    return m.fail(op, "expected memory that is not deallocated");
  if (view.shape.front() < size)
    return m.fail(op, "expected room for " + Twine(size) + " " + what +
                          " but got " + Twine(view.shape.front()));
  Type type = cast<MemRefType>(op->getOperand(1).getType()).getElementType();
  bool isWide = type.getIntOrFloatBitWidth() == 64;
  for (auto [index, number] : llvm::enumerate(numbers)) {
    if (!isWide && !llvm::isInt<32>(number))
      return m.fail(op, "expected numbers that fit 32 bits but got " +
                            Twine(number));
    int32_t narrow = int32_t(number);
    if (isWide)
      std::memcpy(view.data + index * 8, &number, 8);
    else
      std::memcpy(view.data + index * 4, &narrow, 4);
  }
  return true;
}

bool Wavefronts::run(Machine &m) const {
  int64_t count = m.axes[pattern]->parents.front()->size(), fronts = 0;
  Lists before(count);
  if (!collect(m, before))
    return false;
  std::vector<int64_t> numbers(count);
  for (int64_t step = 0; step < count; ++step) {
    int64_t row = backwards ? count - 1 - step : step;
    for (int64_t other : before[row])
      numbers[row] = std::max(numbers[row], numbers[other] + 1);
    fronts = std::max(fronts, numbers[row] + 1);
  }
  Lists members(fronts);
  for (int64_t row = 0; row < count; ++row)
    members[numbers[row]].push_back(row);
  std::vector<int64_t> begins = {0}, list;
  for (const std::vector<int64_t> &front : members) {
    llvm::append_range(list, front);
    begins.push_back(list.size());
  }
  // Room is needed whatever is found.
  if (m[starts].memory->shape.front() < count + 1)
    return m.fail(op, "expected room for " + Twine(count + 1) +
                          " starts but got " +
                          Twine(m[starts].memory->shape.front()));
  m[result].integer = fronts;
  return write(m, starts, "starts", begins) && write(m, order, "rows", list) &&
         write(m, rows, "numbers", numbers);
}

static Step translateWavefronts(Translator &t, Operation &op) {
  return [wavefronts = Wavefronts(t, cast<axis::WavefrontsOp>(op))](
             Machine &m) { return wavefronts.run(m); };
}

void spindle::interpreter::addInspectorOps(OpTable &table) {
  table["axis.wavefronts"] = translateWavefronts;
}
