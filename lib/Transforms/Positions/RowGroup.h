//===- RowGroup.h - nests that may share ranges of rows ---------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Which nests may be run for one range of rows after the other, and for several
// at once. Of each nest it is known what its rows are, see NestRows.h. Memory
// that a nest of the group writes is of one of three kinds:
//
// - *by rows*: in one dimension, the same for all of the group, every index of
//   every access is of the rows of its nest. What one range of rows touches no
//   other one does, so that an element's accesses all come in one range, and in
//   the order of the serial run.
// - *under rows*: the outermost loops of all nests that access it go through
//   the rows in one and the same way, so that iterations of one number come in
//   one range; and all accesses are of one family of these iterations, as to
//   the positions under a row. Again an element's accesses all come in one
//   range.
// - *of one nest*: no other nest accesses it, and the iterations of the nest's
//   outermost loop, whose rows they are, touch different elements (what
//   `checkParallel` shows). Ranges of iterations may then run in any order.
//
// What is only read is the same for all.
//

#ifndef SPINDLE_LIB_TRANSFORMS_POSITIONS_ROWGROUP_H
#define SPINDLE_LIB_TRANSFORMS_POSITIONS_ROWGROUP_H

#include "NestRows.h"
#include "PrivateMemory.h"
#include "Spindle/Analysis/BodyMemory.h"
#include "Spindle/Transforms/Positions/FuseByRows.h"

namespace spindle::iter {

/// Nests that follow one another in a block.
class RowGroup {
public:
  RowGroup(const sparse::DistinctMemory &distinct,
           const FuseByRowsOptions &options)
      : distinct(distinct), options(options) {}

  /// Adds `nest`, an outermost loop, which comes after the others. Gives the
  /// reason where it cannot share their rows, and adds nothing then.
  std::string add(mlir::scf::ForOp nest);

  llvm::ArrayRef<NestRows> getNests() const { return proof.nests; }

  /// Whether the nests gain by it: two that fill nothing write one memory, one
  /// reads what another one writes, or one of them may not run in parallel by
  /// itself.
  bool isWorthwhile() const;

  /// The memory of the function's own of which each element that the nests
  /// write is used in one range of rows alone. Of the first that is used
  /// otherwise `refusal` says why; it is empty where there is none.
  llvm::SmallVector<PrivateMemory> findPrivate(std::string &refusal) const;

private:
  /// A nest on its way into the group.
  struct Candidate {
    mlir::scf::ForOp nest;
    std::optional<NestRows> rows;
    BodyMemory memory;
    /// Whether its rows are its own iterations, since nothing says what they
    /// are.
    bool isFree = false;
  };

  std::string checkSurroundings(mlir::scf::ForOp nest) const;
  std::optional<NestRows> findWrittenRows(const Candidate &next,
                                          bool isOutermost) const;
  std::string chooseRows(Candidate &next) const;
  std::string checkColumns(const Candidate &next) const;
  bool isFilled(mlir::Value root) const;
  std::string checkMemory(Candidate &next, mlir::Value root,
                          const BodyMemory &together);
  bool isByRows(const Candidate &next, mlir::Value root, size_t dim) const;
  bool isUnderRows(Candidate &next, mlir::Value root,
                   const BodyMemory &together);
  bool agreeOnRows(Candidate &next, mlir::Value root);
  void fixRows(mlir::scf::ForOp nest, const NestRows &rows);
  std::string describe(const Candidate &next, mlir::Value root) const;

  /// What is known of the nests and of the memory that they write.
  struct Proof {
    llvm::SmallVector<NestRows> nests;
    /// Whether the rows of each may still be others.
    llvm::SmallVector<bool> areFree;
    /// The dimension in which memory is by rows.
    llvm::DenseMap<mlir::Value, size_t> dims;
    /// Memory of one nest, and such under rows.
    llvm::DenseSet<mlir::Value> ofOne, underRows;
  };

  const sparse::DistinctMemory &distinct;
  const FuseByRowsOptions &options;
  Proof proof;
  /// What each nest accesses, and all of them.
  llvm::SmallVector<BodyMemory> memories;
  BodyMemory all;
};

} // namespace spindle::iter

#endif // SPINDLE_LIB_TRANSFORMS_POSITIONS_ROWGROUP_H
