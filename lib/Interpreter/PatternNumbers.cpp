//===- PatternNumbers.cpp - what inspectors derive ------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PatternNumbers.h"

#include "IndexMap.h"

#include <map>

using namespace mlir;
namespace sparse = spindle::sparse;
using namespace spindle::interpreter;
using Kind = sparse::InspectorAttr::Kind;
using Key = sparse::InspectorAttr::Key;

/// The dimension that an inspector is of.
static unsigned getSubject(sparse::InspectorAttr inspector) {
  return cast<AffineDimExpr>(inspector.getSubject()).getPosition();
}

/// The number of elements at each coordinate of a dimension.
static std::map<int64_t, int64_t>
countElements(ArrayRef<std::vector<int64_t>> elements, unsigned dim) {
  std::map<int64_t, int64_t> counts;
  for (const std::vector<int64_t> &element : elements)
    ++counts[element[dim]];
  return counts;
}

/// Sorts all coordinates by their groups, then by length; those that agree in
/// both come in their own order.
void PatternNumbers::addOrder(sparse::InspectorAttr inspector,
                              Elements elements, ArrayRef<int64_t> sizes) {
  unsigned subject = getSubject(inspector);
  std::map<int64_t, int64_t> lengths = countElements(elements, subject);
  auto getKey = [&](int64_t x) {
    // The group is made of the subject alone.
    std::vector<int64_t> dims(sizes.size(), x);
    int64_t group = evaluate(inspector.getGroup(), dims, {});
    int64_t length = lengths.count(x) ? lengths[x] : 0;
    return std::tuple(group,
                      inspector.getKey() == Key::Length ? length : -length, x);
  };
  std::vector<int64_t> sorted(sizes[subject]), places(sizes[subject]);
  for (int64_t x = 0; x < sizes[subject]; ++x)
    sorted[x] = x;
  llvm::sort(sorted, [&](int64_t left, int64_t right) {
    return getKey(left) < getKey(right);
  });
  for (auto [place, x] : llvm::enumerate(sorted))
    places[x] = place;
  for (auto [element, own] : llvm::zip(elements, numbers))
    own.push_back(places[element[subject]]);
  subjects.push_back(std::move(sorted));
}

/// Slots and ranks: how many elements, or different subjects, of the same group
/// have a smaller subject.
void PatternNumbers::addCounts(sparse::InspectorAttr inspector,
                               Elements elements) {
  unsigned subject = getSubject(inspector);
  std::map<int64_t, std::vector<int64_t>> groups;
  auto getGroup = [&](const std::vector<int64_t> &element,
                      const Positions &own) -> std::vector<int64_t> & {
    return groups[evaluate(inspector.getGroup(), element, own)];
  };
  for (auto [element, own] : llvm::zip(elements, numbers))
    getGroup(element, own).push_back(element[subject]);
  for (auto &[group, members] : groups) {
    llvm::sort(members);
    if (inspector.getKind() == Kind::Rank)
      members.erase(std::unique(members.begin(), members.end()), members.end());
  }
  for (auto [element, own] : llvm::zip(elements, numbers)) {
    std::vector<int64_t> &members = getGroup(element, own);
    own.push_back(llvm::lower_bound(members, element[subject]) -
                  members.begin());
  }
}

void PatternNumbers::addLength(sparse::InspectorAttr inspector,
                               Elements elements) {
  unsigned subject = getSubject(inspector);
  std::map<int64_t, int64_t> lengths = countElements(elements, subject);
  for (auto [element, own] : llvm::zip(elements, numbers))
    own.push_back(lengths[element[subject]]);
}

PatternNumbers::PatternNumbers(sparse::FormatAttr format, Elements elements,
                               ArrayRef<int64_t> sizes)
    : numbers(elements.size()) {
  for (sparse::InspectorAttr inspector : format.getInspectors()) {
    if (inspector.getKind() == Kind::Order) {
      addOrder(inspector, elements, sizes);
      continue;
    }
    subjects.emplace_back();
    if (inspector.getKind() == Kind::Length)
      addLength(inspector, elements);
    else
      addCounts(inspector, elements);
  }
}
