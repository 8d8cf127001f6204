//===- IndexFamilies.h - indices that belong to one iteration ---*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Which iteration of a loop an index belongs to.
//
// A *family* gives each iteration r of the loop a set of indices, F(r), such
// that the sets of two iterations have nothing in common. An index of the
// loop's body is *of* the family where, whatever the program is given, in
// iteration r it is in F(r). So if all accesses to one memory have, in one and
// the same dimension, an index of one and the same family, two iterations never
// touch one element: that is the whole of what `spindle-parallelize-loops`
// needs to know. It must be the same family: r and r + 1 are of one each, and
// yet the second of an iteration is the first of the next.
//
// Families are made of one another:
//
//   variable           F(r) = { r, .., r + s - 1 } for a loop of steps of s
//   fibres of A, G     the positions of A under the parent's positions G(r)
//   coordinates of A, G    the coordinates of the positions G(r) of A
//   places on A, G     the positions of A whose coordinates are in G(r)
//   numbers of A, G    what an array A, in which no number comes twice, holds
//                      at G(r)
//   blocks c, s, G     { c x + s + o : x in G(r), 0 <= o < |c| }; so are the
//                      numbers of a loop that is cut off where a block is
//   shift k, v, G      { x + k v : x in G(r) } for a v from outside of the loop
//
// and each has disjoint sets where G has:
//
// - Variable: no two iterations have one number, and tiles end where the next
//   ones begin.
// - Fibres: each position of an axis lies in one fibre, under one position of
//   each parent. That is so by the arithmetic of positions for axes of fixed
//   width, p w + o with o < w, and for those with one cell for each cell of
//   their parents; for a variable axis and a product it is so because the array
//   that delimits their fibres does not descend: the fibre under p is
//   [positions[p], positions[p + 1]), and ends before or where that under a
//   later p' begins. That the array does not descend is what the axis'
//   constructor is promised (check mode looks), and that one position has
//   several fibres, an empty one among them, does no harm.
// - Coordinates: distinct positions have distinct coordinates where `unique` is
//   said of all of them: of a root, which has one fibre, of a singleton, of
//   which it means that (a permutation), or of the one fibre that all
//   iterations have their positions in. It speaks of cells that exist, and
//   the loops visit no other, but for one case: the guard of an occupancy may
//   have been left out, so an axis below an occupancy has no such family.
// - Places: each position has one coordinate, in whichever fibre it lies.
// - Numbers: as coordinates; this is what an axis' array has become in plain
//   loops, where its loads say so (UniqueNumbers.h).
// - Blocks: for x < x', with c > 0, all of c x + s + o is below c x' + s.
// - Shift: what is added is the same in all iterations.
//
// All of this is said of one axis, so one that an iteration makes has none: it
// has another width, and other arrays, each time.
//
// What an index is of is read off the operations that it is made by. They are
// trusted as far as the dialect defines what they give: a position that a
// fibre does not have, a position that was not found, a coordinate of a cell
// that does not exist are undefined where they are used, and need not be
// thought of. After a `carry` a position is defined, found or not, and so is of
// no family.
//

#ifndef SPINDLE_ANALYSIS_INDEXFAMILIES_H
#define SPINDLE_ANALYSIS_INDEXFAMILIES_H

#include "Spindle/Analysis/LinearIndex.h"
#include "Spindle/Analysis/MemoryAccess.h"
#include "Spindle/Dialect/Axis/IR/Axis.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace spindle::iter {

/// The families of one loop, or of several whose iterations of one number
/// belong together, and which index is of which.
class IndexFamilies {
public:
  explicit IndexFamilies(mlir::scf::ForOp loop) : IndexFamilies(loop, loop) {}
  /// For `loops`, whose variables run through the same numbers. What is not in
  /// any of `bodies`, which hold them, is the same in all that is compared.
  IndexFamilies(llvm::ArrayRef<mlir::scf::ForOp> loops,
                llvm::ArrayRef<mlir::scf::ForOp> bodies)
      : loops(loops), bodies(bodies) {}

  /// The number of a family that `index`, a value of the loop's body, is of;
  /// none where none is found. Equal numbers are the same family.
  std::optional<size_t> find(mlir::Value index);

  /// Whether two iterations never touch one element of a memory by `accesses`,
  /// which are to that one: all have, in one and the same dimension, an index
  /// of one and the same family.
  bool keepApart(llvm::ArrayRef<MemoryAccess> accesses);
  bool keepApart(const MemoryAccess &first, const MemoryAccess &second);

  /// Whether `index` is a coordinate of `rows` that belongs to the iteration.
  bool isCoordinate(mlir::Value index, mlir::Value rows);
  /// Whether `index` is a coordinate on `pattern` of an element under the row
  /// that is such a coordinate of `rows`.
  bool isColumn(mlir::Value index, mlir::Value pattern, mlir::Value rows);

  /// A fibre of `axis` under positions of the family `of`.
  struct Fibre {
    mlir::Value axis;
    size_t of;
  };
  /// The fibre that `index` is a position in, if that belongs to the iteration.
  std::optional<Fibre> findFibre(mlir::Value index);
  /// The axes of which `index` is a position, if that is under the iteration:
  /// the first one under the loop's variable, each other one under the one
  /// before. None where it is something else.
  std::optional<llvm::SmallVector<mlir::Value>> findPath(mlir::Value index);
  /// The fibre that the position is in whose coordinate `index` is, on an axis
  /// that has an array of them and goes to `rows`.
  std::optional<Fibre> findNamed(mlir::Value index, mlir::Value &rows);
  /// As `isColumn`, for any axis of `rows`, which is found; the fibre that the
  /// row's position is in.
  std::optional<Fibre> findRow(mlir::Value index, mlir::Value pattern,
                               mlir::Value &rows);

private:
  using Found = std::optional<size_t>;

  enum class Kind {
    Variable,
    Fibres,
    Coordinates,
    Places,
    Numbers,
    Blocks,
    Shift
  };
  struct Family {
    Kind kind;
    /// The axis of fibres, coordinates and places; of numbers, the array; of a
    /// shift, the value.
    mlir::Value axis = {};
    /// The factor and the start of blocks; of fibres, the parent's number; of
    /// numbers, the dimension; of a shift, the factor.
    int64_t factor = 0, start = 0;
    /// What it is made of; none for the variable.
    Found of = {};

    bool operator==(const Family &other) const;
  };

  bool isVariable(mlir::Value index);
  bool isInOneFibre(axis::CoordinateOp op);
  bool isOutside(mlir::Value value);
  Found getNumber(const Family &family);
  const Family *findRowOf(mlir::Value index, mlir::Value pattern);
  std::optional<Fibre> getFibre(Found found);
  Found compute(mlir::Value index);
  bool keepAllApart(llvm::ArrayRef<const MemoryAccess *> accesses);
  bool haveFamily(llvm::ArrayRef<const MemoryAccess *> accesses, size_t dim);
  Found findFibres(mlir::Value axis, mlir::ValueRange under);
  Found findRange(mlir::Value begin, mlir::Value end);
  Found findVariable(mlir::scf::ForOp inner);
  Found findCut(mlir::scf::ForOp inner);
  Found findPosition(axis::PositionOp op);
  Found findCoordinate(axis::CoordinateOp op);
  Found findLocated(axis::LocateOp op);
  Found findNumber(mlir::memref::LoadOp load);
  Found findBlocks(mlir::Value index);
  Found findBlocks(const LinearIndex &sum, const LinearIndex::Term &block);

  llvm::SmallVector<mlir::scf::ForOp, 2> loops, bodies;
  llvm::SmallVector<Family> families;
  llvm::DenseMap<mlir::Value, Found> known;
};

} // namespace spindle::iter

#endif // SPINDLE_ANALYSIS_INDEXFAMILIES_H
