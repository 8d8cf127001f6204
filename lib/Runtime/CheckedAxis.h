//===- CheckedAxis.h - An axis, as compiled code describes it ---*- C++ -*-===//
//
// The cells of an axis are numbered through all fibres. `check` counts them,
// checks what tells fibres apart, notes which cells exist, and then checks the
// coordinates of those; each step needs the one before it.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_RUNTIME_CHECKEDAXIS_H
#define SPINDLE_LIB_RUNTIME_CHECKEDAXIS_H

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
  /// which the first exist, as far as the axis itself says.
  struct Fibre {
    int64_t begin;
    int64_t length;
    int64_t cells;
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

  std::string text;
  CheckedKind kind = CheckedKind::DenseFixed;
  bool sorted = false, unique = false;
  int64_t extent = 0, from = 0;
  int64_t width = 0, typeWidth = -1;
  int64_t count = 0, countBits = 64;
  int64_t cut = 0;
  /// The axis that the cut is by; null without a cut.
  const CheckedAxis *cutBy = nullptr;
  std::vector<const CheckedAxis *> parents;
  std::vector<Entry> entries;
  /// Of an axis with a list, the numbers of its parents' entries.
  std::vector<int64_t> parentEntries;
  std::vector<CheckedArray> arrays;

private:
  /// The array that has `role`; null without.
  const CheckedArray *find(CheckedRole role) const;
  int64_t getParentCells() const {
    return parents.empty() ? 1 : parents.front()->cells;
  }
  bool hasExistingParent(int64_t under) const {
    return parents.empty() || parents.front()->exists(under);
  }

  // Cells.
  std::string setCells(const std::vector<int64_t> &factors);
  std::string checkCells();
  std::string checkWidth();
  std::string checkCount() const;
  std::string checkStarts(const CheckedArray &starts) const;
  std::string checkVariable();
  std::string checkPairs();
  std::string checkList();
  Fibre getFibre(int64_t under) const;
  int64_t getCutLength(int64_t under) const;
  /// The positions that `position` lies under, one per parent.
  std::vector<int64_t> getUnder(int64_t position) const;
  std::vector<int64_t> getPair(int64_t position) const;
  /// The first cell under the positions `under`, one per parent.
  int64_t getFirstCell(const std::vector<int64_t> &under) const;
  int64_t getCoordinate(int64_t position) const;

  // Axes with a list.
  /// Sets the `positions` of entries that those known lie under; -1: unknown.
  void setAbove(std::vector<int64_t> &positions) const;
  std::vector<int64_t> getPositionsInList(int64_t cell) const;
  std::vector<int64_t> getUnderInList(int64_t position) const;
  int64_t getCellInList(const std::vector<int64_t> &under) const;

  // Which of them exist.
  bool mayLackCells() const;
  void noteExisting();
  bool computeExists(int64_t position) const;
  bool existsInFibre(int64_t position) const;
  bool existsInList(int64_t cell) const;

  // Coordinates.
  std::string checkCoordinates() const;
  std::string checkRaggedFibres() const;
  std::string checkFibres(const CheckedArray &coordinates) const;
  std::string checkOrder(const CheckedArray &coordinates, int64_t under,
                         const Fibre &fibre) const;
  std::string checkSingleton(const CheckedArray &coordinates) const;
  std::string checkRange(int64_t position, int64_t coordinate) const;

  int64_t cells = 0;
  bool wrong = false;
  /// Whether each cell exists; empty where all do.
  std::vector<bool> existing;
};

} // namespace spindle::runtime

#endif // SPINDLE_LIB_RUNTIME_CHECKEDAXIS_H
