//===- FormatAxes.cpp - makes the axes of a tensor ------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FixedAxes.h"
#include "FormatPlan.h"
#include "Number.h"
#include "ThinAxes.h"

using namespace mlir;
using namespace spindle::interpreter;
using spindle::sparse::LevelKind;

IntegerArray spindle::interpreter::getIntegers(const Memory &memory) {
  int64_t size = 1;
  for (int64_t extent : memory.shape)
    size *= extent;
  return {static_cast<const char *>(memory.data), size,
          getByteSize(memory.elementType)};
}

//===----------------------------------------------------------------------===//
// One axis
//===----------------------------------------------------------------------===//

namespace {
/// Makes the axis of entry `number` of a tensor's list, whose `axes` before it
/// are made.
struct FormatAxis {
  using State = std::shared_ptr<AxisState>;

  State make() const;

  const Tensor &tensor;
  const IndexMap &map;
  ArrayRef<FormatEntry> entries;
  ArrayRef<AxisRef> axes;
  unsigned number = axes.size();
  const FormatEntry &entry = entries[number];

private:
  Grid makeGridAbove() const { return entry.above.makeGrid(axes); }
  CellArray getCells(const Memory &memory, ArrayRef<int64_t> width = {}) const;
  void setGrid(GridAxis &state) const;
  State makeKind() const;
  unsigned countSteps(int64_t above) const;
  void setCut(FixedAxis &state) const;
  State makeDense() const;
  State makeVariable() const;
  State makeFixed() const;
  State makeSingleton() const;
  State makeOccupancy() const;
};
} // namespace

/// The integers of `memory`: one for each cell of values on what the axis lies
/// under, or as many as `width` says.
CellArray FormatAxis::getCells(const Memory &memory,
                               ArrayRef<int64_t> width) const {
  Positions extents = makeGridAbove().getExtents();
  extents.append(width.begin(), width.end());
  return CellArray(getIntegers(memory), memory.shape, extents);
}

/// One cell for each cell of values on what the axis lies under.
void FormatAxis::setGrid(GridAxis &state) const {
  state.grid = makeGridAbove();
  for (int64_t parent : entry.parents)
    state.entries.push_back(llvm::find(entry.above.entries, parent) -
                            entry.above.entries.begin());
}

/// How many steps from the only parent it is to entry `above`.
unsigned FormatAxis::countSteps(int64_t above) const {
  unsigned steps = 0;
  for (int64_t at = entry.parents.front(); at != above;
       at = entries[at].parents.front())
    ++steps;
  return steps;
}

/// Blocks end where what they divide does.
void FormatAxis::setCut(FixedAxis &state) const {
  if (entry.cut >= 0)
    state.cut = {map.getDividendExtent(number, tensor.shape),
                 map.getExtent(number, tensor.shape), countSteps(entry.cut)};
}

FormatAxis::State FormatAxis::makeDense() const {
  auto state = std::make_shared<DenseFixedAxis>();
  state->width = map.getExtent(number, tensor.shape);
  setCut(*state);
  if (entry.skew >= 0)
    state->skew = {map.getSumExtent(entry.skew, tensor.shape),
                   countSteps(entry.skew)};
  return state;
}

/// A compressed level, or one without coordinates.
FormatAxis::State FormatAxis::makeVariable() const {
  auto state = std::make_shared<VariableAxis>();
  state->positionBits = entry.level.getPos().getIntOrFloatBitWidth();
  if (entry.level.getCrd())
    state->coordinates = getIntegers(tensor.coordinates[number]);
  if (entry.parents.empty())
    state->count = state->coordinates->size;
  else
    state->positions = getIntegers(tensor.positions[number]);
  return state;
}

/// A width that the format leaves open is that of the memory.
FormatAxis::State FormatAxis::makeFixed() const {
  auto state = std::make_shared<SparseFixedAxis>();
  const Memory &coordinates = tensor.coordinates[number];
  int64_t width = entry.level.getParams().front();
  state->width =
      ShapedType::isDynamic(width) ? coordinates.shape.back() : width;
  state->coordinates = getCells(coordinates, state->width);
  setCut(*state);
  if (entry.keepsLengths)
    state->lengths = getCells(tensor.lengths[number]);
  return state;
}

FormatAxis::State FormatAxis::makeSingleton() const {
  auto state = std::make_shared<SingletonAxis>();
  setGrid(*state);
  state->coordinates = getCells(tensor.coordinates[number]);
  return state;
}

FormatAxis::State FormatAxis::makeOccupancy() const {
  auto state = std::make_shared<OccupancyAxis>();
  setGrid(*state);
  state->bits = getCells(tensor.bitmap);
  return state;
}

FormatAxis::State FormatAxis::makeKind() const {
  if (!entry.level)
    return makeOccupancy();
  switch (entry.level.getKind()) {
  case LevelKind::Dense:
    return makeDense();
  case LevelKind::Compressed:
  case LevelKind::Variable:
    return makeVariable();
  case LevelKind::Fixed:
  case LevelKind::Structured:
    return makeFixed();
  case LevelKind::Singleton:
    return makeSingleton();
  }
  llvm_unreachable("unknown kind of level");
}

FormatAxis::State FormatAxis::make() const {
  State state = makeKind();
  state->extent = entry.level ? map.getExtent(number, tensor.shape) : 1;
  state->from = entry.level ? map.getFrom(number, tensor.shape) : 0;
  state->sorted = !entry.type.hasCoordinates() || entry.type.getSorted();
  state->unique = !entry.type.hasCoordinates() || entry.type.getUnique();
  for (int64_t parent : entry.parents)
    state->parents.push_back(axes[parent]);
  state->links = entry.links;
  return state;
}

//===----------------------------------------------------------------------===//
// All axes
//===----------------------------------------------------------------------===//

std::string FormatPlan::makeAxes(const Tensor &tensor,
                                 SmallVectorImpl<AxisRef> &axes) const {
  for (const FormatEntry &entry : entries) {
    FormatAxis constructor{tensor, map, entries, axes};
    std::shared_ptr<AxisState> axis = constructor.make();
    std::string fault = axis->check();
    if (!fault.empty() && !entry.level)
      return "bitmap: " + fault;
    if (!fault.empty())
      return ("level " + Twine(axes.size()) + ": " + fault).str();
    axes.push_back(std::move(axis));
  }
  return checkDims(tensor, makeGrid(axes));
}

/// Stored remainders may go beyond the end of a tensor in its last block, and
/// sums with a stored difference beyond both ends, where each is in range.
std::string FormatPlan::checkDims(const Tensor &tensor,
                                  const Grid &grid) const {
  std::string fault;
  auto check = [&](ArrayRef<int64_t> positions, ArrayRef<int64_t> found) {
    Positions coordinates = map.getDims(found);
    for (auto [dim, coordinate] : llvm::enumerate(coordinates))
      if (coordinate < 0 || coordinate >= tensor.shape[dim])
        fault = ("expected coordinate " + Twine(dim) +
                 " of the element at positions " + printPositions(positions) +
                 " to be in [0, " + Twine(tensor.shape[dim]) + ") but got " +
                 Twine(coordinate))
                    .str();
    return fault.empty();
  };
  for (unsigned number = 0; number < entries.size() && fault.empty(); ++number)
    if (entries[number].type.hasCoordinates() &&
        (map.isRemainder(number) || map.isDifference(number))) {
      grid.walk(check);
      break;
    }
  return fault;
}
