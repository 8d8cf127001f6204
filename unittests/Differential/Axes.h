//===- Axes.h - random trees of axes ----------------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_DIFFERENTIAL_AXES_H
#define SPINDLE_UNITTESTS_DIFFERENTIAL_AXES_H

#include "Random.h"

#include <string>
#include <vector>

namespace spindle::differential {

/// An axis and, where it is sparse, its structure.
struct Axis {
  /// Its name and type in the text.
  std::string name, type;
  /// The index of its parent; -1 for a root.
  int64_t parent = -1;
  bool dense = true, unique = true;
  /// Whether the type says the extent, of a dense axis.
  bool isStatic = false;
  int64_t extent = 0;
  /// The number of positions of all fibres.
  int64_t size = 0;
  /// The types of the arrays, and their elements.
  std::string pos, crd;
  std::vector<int64_t> positions, coordinates;
};

/// One to five axes, parents before children.
std::vector<Axis> generateAxes(Random &random);

/// An entry of a list of axes.
struct Entry {
  /// The index of the axis.
  int64_t axis;
  /// The index in the list of the entry that it lies under; -1 for none.
  int64_t parent = -1;
  /// The number of the site that it lies under instead; -1 for none.
  int64_t under = -1;
};

/// Adds `axis` to `list`, after what it lies under; gives the index of its
/// entry. `findSite` gives the number of a site on an axis that an entry may
/// lie under, or -1.
template <typename FindSite>
int64_t addEntry(Random &random, const std::vector<Axis> &axes,
                 std::vector<Entry> &list, int64_t axis, FindSite findSite) {
  Entry entry{axis};
  int64_t parent = axes[axis].parent;
  if (parent >= 0)
    entry.under = findSite(parent);
  if (parent >= 0 && entry.under < 0) {
    std::vector<int64_t> known;
    for (int64_t index = 0; index < int64_t(list.size()); ++index)
      if (list[index].axis == parent)
        known.push_back(index);
    // Now and then the parent once more: the list may name an axis twice.
    if (known.empty() || random.chance(15))
      known.push_back(addEntry(random, axes, list, parent, findSite));
    entry.parent = random.pick(known);
  }
  list.push_back(entry);
  return int64_t(list.size()) - 1;
}

/// The text of entry `index`, `%J of 0`, without what is the default.
std::string printEntry(const std::vector<Axis> &axes,
                       const std::vector<Entry> &list, int64_t index);

/// For each storage dimension of values on `list`, the entry that it belongs
/// to; none where the layout rule refuses the list.
bool computeStorage(const std::vector<Axis> &axes,
                    const std::vector<Entry> &list, std::vector<int64_t> &dims);

} // namespace spindle::differential

#endif // SPINDLE_UNITTESTS_DIFFERENTIAL_AXES_H
