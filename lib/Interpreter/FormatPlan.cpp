//===- FormatPlan.cpp - axes of a tensor ----------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FormatPlan.h"

#include "Spindle/Dialect/Axis/IR/Layout.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
namespace axis = spindle::axis;
namespace sparse = spindle::sparse;
using namespace spindle::interpreter;
using sparse::LevelKind;

//===----------------------------------------------------------------------===//
// Lists
//===----------------------------------------------------------------------===//

Grid FormatList::makeGrid(ArrayRef<AxisRef> axes) const {
  SmallVector<const AxisState *, 4> states;
  for (int64_t entry : entries)
    states.push_back(axes[entry].get());
  return Grid(shape, std::move(states));
}

/// All that entry `entry` lies under, in order: parents come first.
static SmallVector<int64_t, 4> findAbove(int64_t entry,
                                         const axis::ParentLists &parents) {
  SmallVector<int64_t, 4> found,
      open(parents[entry].begin(), parents[entry].end());
  while (!open.empty()) {
    int64_t next = open.pop_back_val();
    if (llvm::is_contained(found, next))
      continue;
    found.push_back(next);
    open.append(parents[next].begin(), parents[next].end());
  }
  llvm::sort(found);
  return found;
}

/// The list of `entries`, which all lie under one another; none where the
/// layout rule refuses it.
static std::optional<FormatList> makeList(SmallVector<int64_t, 4> entries,
                                          ArrayRef<axis::AxisType> types,
                                          const axis::ParentLists &parents) {
  auto made = std::make_shared<GridShape>();
  SmallVector<axis::AxisType> own;
  for (int64_t entry : entries) {
    own.push_back(types[entry]);
    made->isDimension.push_back(types[entry].isDimension());
    made->parents.emplace_back();
    for (int64_t parent : parents[entry])
      made->parents.back().push_back(llvm::find(entries, parent) -
                                     entries.begin());
  }
  int64_t fault;
  FailureOr<SmallVector<int64_t>> dims =
      axis::computeStorageDims(own, made->parents, fault);
  if (failed(dims))
    return std::nullopt;
  made->dims.assign(dims->begin(), dims->end());
  return FormatList{std::move(entries), std::move(made)};
}

/// For each of the parents of an entry, the index among them of the only one
/// that it lies under itself, or -1.
static SmallVector<int64_t, 2> findLinks(ArrayRef<int64_t> own,
                                         const axis::ParentLists &parents) {
  SmallVector<int64_t, 2> links;
  for (int64_t parent : own) {
    ArrayRef<int64_t> under = parents[parent];
    auto place = under.size() == 1 ? llvm::find(own, under[0]) : own.end();
    links.push_back(place == own.end() ? -1 : place - own.begin());
  }
  return links;
}

//===----------------------------------------------------------------------===//
// Plans
//===----------------------------------------------------------------------===//

/// False where the list of what it lies under has no layout.
bool FormatPlan::addEntry(sparse::FormatAttr format, unsigned number,
                          ArrayRef<axis::AxisType> types) {
  axis::ParentLists parents = sparse::getListParents(format);
  FormatEntry &entry = entries.emplace_back();
  entry.type = types[number];
  entry.parents = parents[number];
  entry.links = findLinks(parents[number], parents);
  if (number < format.getLevels().size()) {
    entry.level = format.getLevels()[number];
    entry.cut = format.getCutLevel(number);
    entry.skew = sparse::getSkewLevel(format, number);
    entry.keepsLengths =
        entry.level.getKind() == LevelKind::Fixed && format.keepsLengths();
  }
  auto above = makeList(findAbove(number, parents), types, parents);
  if (above)
    entry.above = std::move(*above);
  return above.has_value();
}

std::optional<FormatPlan> FormatPlan::make(sparse::SparseTensorType type) {
  sparse::FormatAttr format = type.getFormat();
  SmallVector<Type> unpacked = sparse::getUnpackedTypes(type);
  SmallVector<axis::AxisType> types;
  for (Type axis : ArrayRef(unpacked).drop_back())
    types.push_back(cast<axis::AxisType>(axis));
  std::optional<IndexMap> map = IndexMap::make(format);
  std::optional<FormatList> list =
      makeList(llvm::to_vector<4>(llvm::seq<int64_t>(0, types.size())), types,
               sparse::getListParents(format));
  if (!map || !list)
    return std::nullopt;
  FormatPlan plan(std::move(*map));
  plan.list = std::move(*list);
  for (unsigned number = 0; number < types.size(); ++number)
    if (!plan.addEntry(format, number, types))
      return std::nullopt;
  return plan;
}

Positions FormatPlan::getCoordinates(ArrayRef<int64_t> dims) const {
  Positions coordinates = map.getLevels(dims);
  coordinates.resize(entries.size());
  return coordinates;
}

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

/// Appends the arrays of entry `number`.
void FormatPlan::appendArrays(const Tensor &tensor, unsigned number,
                              std::vector<FormatArray> &arrays) const {
  const FormatEntry &entry = entries[number];
  SmallVector<int64_t> above;
  for (int64_t owner : entry.above.shape->dims)
    above.push_back(entries[entry.above.entries[owner]].type.getWidth());
  if (!entry.level) {
    Type bit = IntegerType::get(entry.type.getContext(), 1);
    arrays.push_back({"bitmap", -1, &tensor.bitmap, bit, above});
    return;
  }
  auto add = [&](StringRef what, ArrayRef<Memory> of, Type type,
                 SmallVector<int64_t> shape) {
    const Memory *memory = number < of.size() ? &of[number] : nullptr;
    arrays.push_back({what, number, memory, type, std::move(shape)});
  };
  SmallVector<int64_t> shape = {ShapedType::kDynamic};
  if (entry.level.getPos() && !entry.parents.empty())
    add("positions", tensor.positions, entry.level.getPos(), shape);
  if (entry.level.getKind() != LevelKind::Compressed)
    shape = above;
  if (entry.type.isFixed())
    shape.push_back(entry.type.getWidth());
  if (entry.level.getCrd())
    add("coordinates", tensor.coordinates, entry.level.getCrd(), shape);
  if (entry.keepsLengths)
    add("lengths", tensor.lengths, sparse::getLengthType(entry.level), above);
}

std::vector<FormatArray> FormatPlan::getArrays(const Tensor &tensor) const {
  std::vector<FormatArray> arrays;
  for (unsigned number = 0; number < entries.size(); ++number)
    appendArrays(tensor, number, arrays);
  return arrays;
}

void FormatPlan::takeSnapshots(const Tensor &tensor,
                               std::vector<Snapshot> &snapshots) const {
  for (const FormatArray &array : getArrays(tensor)) {
    std::string what = "bits";
    if (array.level >= 0)
      what = array.what.str() + " of level " + std::to_string(array.level);
    snapshots.emplace_back(std::move(what), getIntegers(*array.memory));
  }
}
