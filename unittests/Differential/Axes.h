//===- Axes.h - random trees of axes ----------------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_DIFFERENTIAL_AXES_H
#define SPINDLE_UNITTESTS_DIFFERENTIAL_AXES_H

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace spindle::differential {

/// What an axis keeps.
enum class Kind {
  DenseFixed,
  DenseVariable,
  SparseFixed,
  SparseVariable,
  Singleton,
  Product,
  Occupancy
};

/// A position of each of some axes.
using Positions = std::vector<int64_t>;

/// One cell of an axis.
struct Cell {
  /// The positions of the parents, in the order of `Axis::parents`.
  Positions under;
  int64_t coordinate = 0;
  /// Whether it is an element; padding otherwise, or cut away.
  bool exists = true;
};

/// An axis, and all of its cells: what the arrays say that the text gives it.
struct Axis {
  /// Its name and type in the text.
  std::string name, type;
  Kind kind = Kind::DenseFixed;
  /// The axes that it lies under, as AxisOpInterface counts them, and for each
  /// the index among them of the one that it lies under itself, or -1.
  std::vector<int64_t> parents, links;
  /// Coordinates lie in [from, from + extent).
  int64_t extent = 0, from = 0;
  /// The cells of a fibre, of a fixed axis.
  int64_t width = 0;
  /// Whether the type says the width.
  bool isStatic = false;
  bool sorted = true;
  /// Whether no coordinate comes twice in a fibre.
  bool unique = true;
  /// Whether fibres may lack cells of their own: by lengths, a cut, or bits.
  bool lacks = false;
  /// The axis whose coordinate the axis' cut depends on, or -1.
  int64_t cutBy = -1;
  /// By position.
  std::vector<Cell> cells;
  /// The cells of each fibre, in order, by the positions of the parents.
  std::map<Positions, std::vector<int64_t>> fibres;
  /// The most existing cells of a fibre.
  int64_t longest = 0;

  int64_t size() const { return int64_t(cells.size()); }
  bool isFixed() const {
    return kind == Kind::DenseFixed || kind == Kind::SparseFixed;
  }
  bool isVariable() const {
    return kind == Kind::DenseVariable || kind == Kind::SparseVariable;
  }
  bool isThin() const { return !isFixed() && !isVariable(); }
  bool isDimension() const {
    return kind != Kind::Product && kind != Kind::Occupancy;
  }
  bool storesCoordinates() const {
    return kind == Kind::SparseFixed || kind == Kind::SparseVariable ||
           kind == Kind::Singleton;
  }
  /// Whether the cells of an existing fibre are all coordinates.
  bool isWhole() const { return kind == Kind::DenseFixed && !lacks; }
  /// Appends a cell.
  void add(Positions under, int64_t coordinate, bool exists) {
    cells.push_back({std::move(under), coordinate, exists});
  }
  /// Finds the fibres of the cells.
  void collectFibres();
};

using Axes = std::vector<Axis>;

/// An entry of a list of axes.
struct Entry {
  /// The index of the axis.
  int64_t axis;
  /// For each parent, the index in the list of the entry that it lies under, or
  /// -2 - n for the site of number n.
  std::vector<int64_t> parents;
};

using List = std::vector<Entry>;

/// Finds the number of a known site on an axis whose own parents are the given
/// ones (numbers of sites), or anyone's where there are none given; -1 for
/// none.
using FindSite = std::function<int64_t(int64_t axis, const Positions *under)>;

/// The number of the site in the parent `parent` of an entry, or -1.
inline int64_t getSite(int64_t parent) {
  return parent < -1 ? -2 - parent : -1;
}

/// Adds `axis` and, now and then, all its ancestors to `list`, below entries
/// and sites that are there or below new ones; gives the index of its entry.
int64_t addEntry(class Random &random, const Axes &axes, List &list,
                 int64_t axis, const FindSite &findSite = {});

/// Adds new entries for the parents of `axis` and all of their ancestors, and
/// gives those of the parents.
std::vector<int64_t> addParents(const Axes &axes, List &list,
                                const std::vector<int64_t> &parents,
                                const std::vector<int64_t> &links);

/// The text of entry `index`, `%J of 0`; without what is the default where
/// `terse`. `printSite` gives the name of a site.
std::string
printEntry(const Axes &axes, const List &list, int64_t index, bool terse,
           const std::function<std::string(int64_t)> &printSite = {});

/// How values on a list lie in memory.
struct ListLayout {
  /// For each storage dimension, the entry that it belongs to, and its size.
  std::vector<int64_t> dims, sizes;
  /// The shape in a type, as in `?x4x`.
  std::string shape;

  /// The number of cells.
  int64_t count() const;
};

/// False where the layout rule refuses the list.
bool computeLayout(const Axes &axes, const List &list, ListLayout &layout);

/// The row-major address, in memory of `sizes`, of the values at `positions`,
/// one per entry of the list.
int64_t getAddress(const Axes &axes, const List &list, const ListLayout &layout,
                   const std::vector<int64_t> &sizes,
                   const Positions &positions);

/// Calls `visit` with a position per entry of `list`, in the order of a nest
/// over it; with `all`, also those that do not exist.
void walk(const Axes &axes, const List &list, bool all,
          const std::function<void(const Positions &)> &visit);

/// Whether all of them exist.
bool exist(const Axes &axes, const List &list, const Positions &positions);

} // namespace spindle::differential

#endif // SPINDLE_UNITTESTS_DIFFERENTIAL_AXES_H
