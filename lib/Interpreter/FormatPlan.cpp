//===- FormatPlan.cpp - axes of a tensor ----------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FormatPlan.h"

#include "FixedAxes.h"
#include "Number.h"
#include "VariableAxis.h"

using namespace mlir;
namespace axis = spindle::axis;
namespace sparse = spindle::sparse;
using namespace spindle::interpreter;
using sparse::LevelKind;

/// The levels are a chain, or all roots: a compressed level closes every
/// dimension before it.
std::optional<FormatPlan> FormatPlan::make(sparse::SparseTensorType type) {
  FormatPlan plan;
  auto made = std::make_shared<GridShape>();
  SmallVector<Type> types = sparse::getUnpackedTypes(type);
  for (auto [number, level] : llvm::enumerate(type.getFormat().getLevels())) {
    bool dense = level.getKind() == LevelKind::Dense;
    ArrayRef<int64_t> parents = level.getParents();
    bool isChain =
        parents.size() == 1 && parents.front() + 1 == int64_t(number);
    bool known = (dense && (parents.empty() || isChain)) ||
                 (level.getKind() == LevelKind::Compressed && isChain);
    if (!known || level.getDim() < 0)
      return std::nullopt;
    plan.levels.push_back({parents.empty() ? -1 : parents.front(),
                           level.getDim(),
                           cast<axis::AxisType>(types[number])});
    if (!dense)
      made->dims.clear();
    made->dims.push_back(number);
    made->parents.emplace_back(parents);
    made->isDimension.push_back(true);
  }
  plan.shape = std::move(made);
  return plan;
}

static IntegerArray makeArray(const Memory &memory) {
  return {static_cast<const char *>(memory.data), memory.shape.front(),
          getByteSize(memory.elementType)};
}

AxisRef FormatPlan::makeAxis(const Tensor &tensor, unsigned number,
                             ArrayRef<AxisRef> axes, std::string &fault) const {
  const Level &level = levels[number];
  std::shared_ptr<AxisState> state;
  int64_t extent = tensor.shape[level.dim];
  if (level.type.isDense()) {
    auto dense = std::make_shared<DenseFixedAxis>();
    dense->width = extent;
    state = std::move(dense);
  } else {
    auto compressed = std::make_shared<VariableAxis>();
    compressed->positions = makeArray(tensor.positions[number]);
    compressed->coordinates = makeArray(tensor.coordinates[number]);
    compressed->sorted = level.type.getSorted();
    compressed->unique = level.type.getUnique();
    state = std::move(compressed);
  }
  state->extent = extent;
  if (level.parent >= 0) {
    state->parents.push_back(axes[level.parent]);
    state->links.push_back(-1);
  }
  fault = state->check();
  return state;
}

std::string FormatPlan::makeAxes(const Tensor &tensor,
                                 SmallVectorImpl<AxisRef> &axes) const {
  for (unsigned number = 0; number < levels.size(); ++number) {
    std::string fault;
    axes.push_back(makeAxis(tensor, number, axes, fault));
    if (!fault.empty())
      return ("level " + Twine(number) + ": " + fault).str();
  }
  return "";
}

void FormatPlan::takeSnapshots(const Tensor &tensor,
                               std::vector<Snapshot> &snapshots) const {
  for (auto [number, level] : llvm::enumerate(levels)) {
    if (level.type.isDense())
      continue;
    std::string of = " of level " + std::to_string(number);
    snapshots.emplace_back("positions" + of,
                           makeArray(tensor.positions[number]));
    snapshots.emplace_back("coordinates" + of,
                           makeArray(tensor.coordinates[number]));
  }
}

Grid FormatPlan::makeGrid(ArrayRef<AxisRef> axes) const {
  SmallVector<const AxisState *, 4> states;
  for (const AxisRef &axis : axes)
    states.push_back(axis.get());
  return Grid(shape, std::move(states));
}
