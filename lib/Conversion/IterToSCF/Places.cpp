//===- Places.cpp - sites as positions ------------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Places.h"

#include "Spindle/Dialect/Sparse/IR/Access.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace spindle;
using spindle::axis::AxisType;
using spindle::sparse::Layout;

Place spindle::getDensePlace(OpBuilder &builder, Location loc, Value level,
                             Value offset, Value under) {
  Value position = axis::PositionOp::create(
      builder, loc, builder.getIndexType(), level, offset, under);
  return {position, offset};
}

namespace {
using Values = SmallVector<Value>;

/// A search for one element, level by level. Each level that may lack the
/// coordinate opens an `scf.if`, inside which the rest of the search runs.
struct ElementSearch {
  Location loc;
  const Layout &layout;
  ValueRange coordinates;
  const Places &known;
  function_ref<Values(OpBuilder &, ArrayRef<Value>)> loadElement;
  function_ref<Values(OpBuilder &)> missing;
  /// Per level searched so far: its site, where the nests know one, and place.
  SmallVector<Value> sites = {};
  SmallVector<Place> places = {};

  Values run(OpBuilder &builder);

private:
  Value getUnder(int64_t level) const {
    int64_t parent = layout.parents[level];
    return parent < 0 ? Value() : places[parent].position;
  }
  Value findKnownSite(int64_t level) const;
  Values locate(OpBuilder &builder, int64_t level);
  Values finish(OpBuilder &builder);
};
} // namespace

Value ElementSearch::findKnownSite(int64_t level) const {
  int64_t parent = layout.parents[level];
  Value under = parent < 0 ? Value() : sites[parent];
  if (parent >= 0 && !under)
    return {};
  Value site = sparse::findSite(coordinates[level], layout.axes[level], under);
  return site && known.contains(site) ? site : Value();
}

/// All levels have places: index the storage by them.
Values ElementSearch::finish(OpBuilder &builder) {
  Values indices;
  for (int64_t level : layout.dims)
    indices.push_back(places[level].getIndex());
  return loadElement(builder, indices);
}

/// Looks one level's coordinate up and goes on inside a branch.
Values ElementSearch::locate(OpBuilder &builder, int64_t level) {
  Value under = getUnder(level);
  auto op = axis::LocateOp::create(builder, loc, builder.getIndexType(),
                                   builder.getI1Type(), layout.axes[level],
                                   coordinates[level], under, nullptr);
  sites.push_back({});
  places.push_back({op.getPlace(), {}});
  auto branch = scf::IfOp::create(
      builder, loc, op.getFound(),
      [&](OpBuilder &inside, Location) {
        scf::YieldOp::create(inside, loc, run(inside));
      },
      [&](OpBuilder &inside, Location) {
        scf::YieldOp::create(inside, loc, missing(inside));
      });
  return llvm::to_vector_of<Value>(branch.getResults());
}

Values ElementSearch::run(OpBuilder &builder) {
  for (int64_t level = places.size(), end = layout.axes.size(); level < end;
       level = places.size()) {
    if (Value site = findKnownSite(level)) {
      sites.push_back(site);
      places.push_back(known.lookup(site));
      continue;
    }
    if (!cast<AxisType>(layout.axes[level].getType()).isDense())
      return locate(builder, level);
    sites.push_back({});
    places.push_back(getDensePlace(builder, loc, layout.axes[level],
                                   coordinates[level], getUnder(level)));
  }
  return finish(builder);
}

SmallVector<Value> spindle::searchElement(
    OpBuilder &builder, Location loc, const Layout &layout,
    ValueRange coordinates, const Places &places,
    function_ref<Values(OpBuilder &, ArrayRef<Value>)> loadElement,
    function_ref<Values(OpBuilder &)> missing) {
  ElementSearch search{loc, layout, coordinates, places, loadElement, missing};
  return search.run(builder);
}
