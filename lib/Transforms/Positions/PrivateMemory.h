//===- PrivateMemory.h - memory of one tile of rows -------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Array contraction: what nests of a group store for one another under the rows
// of a tile, and nobody else reads, need not be kept for longer than the tile.
//
//   P = alloc on (I, J)              forall t in workers
//   forall t in workers                most = the most elements of a tile
//     for b = rows of t by tiles       for b = rows of t by tiles
//       for i in tile b                  W = alloc of most
//         for p in row i                 first = position of the tile's first
//           P[p] = ..                    for i in tile b
//       for i in tile b                    for p in row i
//         for p in row i                     W[p - first] = ..
//           .. P[p]                      for i in tile b
//                                          for p in row i
//                                            .. W[p - first]
//
// `W` is the worker's, who takes it again for the next tile.
//

#ifndef SPINDLE_LIB_TRANSFORMS_POSITIONS_PRIVATEMEMORY_H
#define SPINDLE_LIB_TRANSFORMS_POSITIONS_PRIVATEMEMORY_H

#include "NestRows.h"
#include "Spindle/Dialect/Sparse/IR/Sparse.h"

namespace spindle::iter {

/// Memory of a function's own of which each element is used in one tile alone.
struct PrivateMemory {
  explicit PrivateMemory(sparse::AllocOp alloc) : alloc(alloc) {}

  sparse::AllocOp alloc;
  /// The nests that use it, in their order.
  llvm::SmallVector<NestRows> nests;
  /// Whether indices in dimension `dim` are rows; else they are positions on
  /// the last of `fibres`, each of which is under the one before, and the first
  /// one under the iterations of the nests.
  bool isByRows = false;
  int64_t dim = 0;
  llvm::SmallVector<mlir::Value> fibres;

  mlir::Value getBuffer() const { return sparse::AllocOp(alloc).getResult(); }
};

/// Completes what is known of `memory`, of which the nests of a `group` touch
/// each element in one range of rows alone: `alloc`, `nests`, and `isByRows`
/// with `dim`. Gives a reason where it cannot be private, in words that follow
/// its name.
std::string findPrivateMemory(PrivateMemory &memory,
                              llvm::ArrayRef<NestRows> group);

/// Whether `op` does no more than to read or write one element of one buffer,
/// by the indices of its storage.
bool isPlainAccess(mlir::Operation *op);

/// The indices of `op`, a plain access.
mlir::MutableOperandRange getAccessIndices(mlir::Operation *op);

/// Axes as long as the storage dimensions of `buffer`, but `size` in dimension
/// `dim`.
llvm::SmallVector<mlir::Value>
buildPrivateAxes(mlir::ImplicitLocOpBuilder &builder, mlir::Value buffer,
                 int64_t dim, mlir::Value size);

/// Memory for such elements as `buffer` has, on `axes`, of which that of
/// dimension `dim` may have any size.
mlir::Value buildPrivate(mlir::OpBuilder &builder, mlir::Value buffer,
                         llvm::ArrayRef<mlir::Value> axes, int64_t dim);

/// Has `op`, a plain access to `buffer`, be one to `own`, less `first` in
/// dimension `dim`.
void redirectAccess(mlir::RewriterBase &rewriter, mlir::Operation *op,
                    mlir::Value buffer, mlir::Value own, int64_t dim,
                    mlir::Value first);

/// The rows that a loop over tiles goes through, and how many a tile has, and
/// there are in all.
struct TileRange {
  mlir::Value begin, end, rows, count;
};

/// Private memory on its way into a loop over tiles.
class TileMemory {
public:
  TileMemory(mlir::RewriterBase &rewriter, const PrivateMemory &memory)
      : rewriter(rewriter), memory(memory) {}

  /// Makes its axes, before the loop; the one of the rows is as long as the
  /// longest tile of `range` needs.
  void buildAxes(mlir::ImplicitLocOpBuilder &builder, const TileRange &range);
  /// Makes the memory in `tiles`, in which the nests are and go through the
  /// rows of a tile, and has them use it.
  void build(mlir::scf::ForOp tiles);

private:
  mlir::Value buildPosition(mlir::ImplicitLocOpBuilder &builder,
                            mlir::Value iteration);
  mlir::Value buildLongest(mlir::ImplicitLocOpBuilder &builder,
                           const TileRange &range);

  mlir::RewriterBase &rewriter;
  const PrivateMemory &memory;
  llvm::SmallVector<mlir::Value> axes;
};

} // namespace spindle::iter

#endif // SPINDLE_LIB_TRANSFORMS_POSITIONS_PRIVATEMEMORY_H
