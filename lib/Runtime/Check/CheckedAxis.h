//===- CheckedAxis.h - An axis, as compiled code describes it ---*- C++ -*-===//
//
// The cells of an axis are numbered through all fibres. `check` counts them,
// checks what tells fibres apart, notes which cells exist, and then checks the
// coordinates of those; each step needs the one before it.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_RUNTIME_CHECK_CHECKEDAXIS_H
#define SPINDLE_LIB_RUNTIME_CHECK_CHECKEDAXIS_H

#include "CheckedArray.h"

namespace spindle::runtime {

class CheckedAxis {
public:
  /// One entry of a list of axes whose cells are those of an axis.
  struct Entry {
    const CheckedAxis *axis;
    /// The storage dimension that belongs to it; -1 for none.
    int64_t dim;
    /// The numbers of the entries that it lies under.
    std::vector<int64_t> under;
  };
  /// The fibre under one cell of the only parent: the cells from `begin` on, of
  /// which the first `length` exist but for those `skipped` before, as far as
  /// the axis itself says.
  struct Fibre {
    int64_t begin;
    int64_t length;
    int64_t cells;
    int64_t skipped = 0;
  };

  /// Checks all and says what is wrong; empty where nothing is. Does not look
  /// at an axis whose parents are wrong. Takes the snapshots.
  std::string check();
  /// What changed since; empty where nothing did.
  std::string checkSnapshots() const;

  bool hasWidth() const {
    return kind == CheckedKind::DenseFixed || kind == CheckedKind::SparseFixed;
  }
  /// The size of the storage dimension of the axis.
  int64_t getDimExtent() const { return hasWidth() ? width : cells; }
  /// Whether the cell at `position`, and all that it lies under, exists.
  bool exists(int64_t position) const {
    return position >= 0 && position < cells &&
           (existing.empty() || existing[position]);
  }

  /// Where the axis is made, and what it is, as faults begin.
  std::string text;
  CheckedKind kind = CheckedKind::DenseFixed;
  /// What the type claims of the coordinates of each fibre.
  bool sorted = false, unique = false;
  /// Coordinates lie in [from, from + extent).
  int64_t extent = 0, from = 0;
  /// The width of a fixed axis, and that of its type; -1 for one it leaves
  /// open.
  int64_t width = 0, typeWidth = -1;
  /// The number of cells as the program has it, in how many bits.
  int64_t count = 0, countBits = 64;
  /// The size of the dimension that the axis divides into blocks.
  int64_t cut = 0;
  /// The axis that the cut is by; null without a cut.
  const CheckedAxis *cutBy = nullptr;
  /// The size of the dimension that sums of what cells stand for lie in.
  int64_t skew = 0;
  /// The axis that the skew is along; null without a skew.
  const CheckedAxis *skewAlong = nullptr;
  std::vector<const CheckedAxis *> parents;
  /// Of an axis with a list, the entries of the list.
  std::vector<Entry> entries;
  /// Of an axis with a list, the numbers of its parents' entries.
  std::vector<int64_t> parentEntries;
  /// The arrays that it is made from, in the order in which they were told.
  std::vector<CheckedArray> arrays;

private:
  /// The array that has `role`; null without.
  const CheckedArray *find(CheckedRole role) const;
  /// The number of cells of the only parent; 1 for a root.
  int64_t getParentCells() const {
    return parents.empty() ? 1 : parents.front()->cells;
  }
  /// Whether cell `under` of the only parent exists.
  bool hasExistingParent(int64_t under) const {
    return parents.empty() || parents.front()->exists(under);
  }

  // Cells. What is checked is told as by `check`.

  /// Sets the number of cells to a product; tells one of 2^63 or more.
  std::string setCells(const std::vector<int64_t> &factors);
  /// Checks what the number of cells follows from, and sets it.
  std::string checkCells();
  /// Checks the widths, lengths and cut of a fixed axis, and sets the cells.
  std::string checkWidth();
  /// Checks that the program's number of cells fits its type and the array of
  /// coordinates.
  std::string checkCount() const;
  /// Checks that positions start at 0 and do not descend.
  std::string checkStarts(const CheckedArray &starts) const;
  /// Checks the positions of a variable axis, and sets the cells.
  std::string checkVariable();
  /// Checks the offsets of a product, and sets the cells.
  std::string checkPairs();
  /// Sets the cells of an axis with a list.
  std::string checkList();
  /// The fibre under cell `under` of the only parent.
  Fibre getFibre(int64_t under) const;
  /// The coordinate on `above`, an ancestor, above cell `under` of the parent.
  int64_t getCoordinateAbove(const CheckedAxis *above, int64_t under) const;
  /// How many cells the cut leaves of the fibre under `under`.
  int64_t getCutLength(int64_t under) const;
  /// Leaves out of `fibre`, under `under`, what the skew does.
  void applySkew(Fibre &fibre, int64_t under) const;
  /// The positions that `position` lies under, one per parent.
  std::vector<int64_t> getUnder(int64_t position) const;
  /// The positions that `position` of a product lies under.
  std::vector<int64_t> getPair(int64_t position) const;
  /// The first cell under the positions `under`, one per parent.
  int64_t getFirstCell(const std::vector<int64_t> &under) const;
  /// The coordinate of the cell at `position`.
  int64_t getCoordinate(int64_t position) const;

  // Axes with a list.

  /// Sets the `positions` of entries that those known lie under; -1: unknown.
  void setAbove(std::vector<int64_t> &positions) const;
  /// The position of each entry at the cell numbered `cell`.
  std::vector<int64_t> getPositionsInList(int64_t cell) const;
  /// The positions that `position` lies under, one per parent.
  std::vector<int64_t> getUnderInList(int64_t position) const;
  /// The cell under the positions `under`, one per parent.
  int64_t getCellInList(const std::vector<int64_t> &under) const;

  // Which of them exist.

  /// Whether some cell may not exist.
  bool mayLackCells() const;
  /// Notes of each cell whether it exists.
  void noteExisting();
  /// Whether the cell at `position` exists: in general, in its fibre, and in
  /// the list.
  bool computeExists(int64_t position) const;
  bool existsInFibre(int64_t position) const;
  bool existsInList(int64_t cell) const;

  // Coordinates. What is checked is told as by `check`.

  /// Checks the coordinates of all cells.
  std::string checkCoordinates() const;
  /// Checks that fibres without an array of coordinates keep to the extent.
  std::string checkRaggedFibres() const;
  /// Checks the coordinates of each fibre: their range, and what the type
  /// claims.
  std::string checkFibres(const CheckedArray &coordinates) const;
  /// Checks what the type claims of one fibre.
  std::string checkOrder(const CheckedArray &coordinates, int64_t under,
                         const Fibre &fibre) const;
  /// Checks the coordinates of a singleton.
  std::string checkSingleton(const CheckedArray &coordinates) const;
  /// Checks that a coordinate is in range; of a cell that does not exist, 0.
  std::string checkRange(int64_t position, int64_t coordinate) const;

  /// The number of cells; set by `check`.
  int64_t cells = 0;
  /// Whether something is wrong with it, or with a parent.
  bool wrong = false;
  /// Whether each cell exists; empty where all do.
  std::vector<bool> existing;
};

} // namespace spindle::runtime

#endif // SPINDLE_LIB_RUNTIME_CHECK_CHECKEDAXIS_H
