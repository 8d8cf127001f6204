//===- Places.h - sites as positions ----------------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// A site of coordinate space is, in position space, the position of its
// element, counted through the whole axis, and for an axis of fixed width also
// the offset in its fibre: a storage dimension is indexed by the one or the
// other.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_CONVERSION_ITERTOSCF_PLACES_H
#define SPINDLE_LIB_CONVERSION_ITERTOSCF_PLACES_H

#include "Spindle/Dialect/Axis/IR/Axis.h"
#include "Spindle/Dialect/Sparse/IR/Layout.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/DenseMap.h"

namespace spindle {

/// Where one site is, as numbers.
struct Place {
  /// The position, counted through the whole axis.
  mlir::Value position;
  /// The offset in the fibre; null on an axis of variable fibres, where no
  /// storage is indexed by it.
  mlir::Value offset;

  /// The index of a storage dimension that belongs to this place's axis.
  mlir::Value getIndex() const { return offset ? offset : position; }
};

/// The places of the sites of a function, as far as it is lowered.
using Places = llvm::DenseMap<mlir::Value, Place>;

/// The place at `offset` of the fibre of the dense axis `level` under position
/// `under` (null for a root).
Place getDensePlace(mlir::OpBuilder &builder, mlir::Location loc,
                    mlir::Value level, mlir::Value offset, mlir::Value under);

/// Searches the element with `coordinates`, one per axis of `layout`. Levels
/// whose site the nests know (`places`) are not searched. `loadElement` is run
/// with the builder where every position is valid; it gives the values that
/// stand for an element, and `missing` those for a missing one.
llvm::SmallVector<mlir::Value> searchElement(
    mlir::OpBuilder &builder, mlir::Location loc, const sparse::Layout &layout,
    mlir::ValueRange coordinates, const Places &places,
    llvm::function_ref<llvm::SmallVector<mlir::Value>(
        mlir::OpBuilder &, llvm::ArrayRef<mlir::Value> indices)>
        loadElement,
    llvm::function_ref<llvm::SmallVector<mlir::Value>(mlir::OpBuilder &)>
        missing);

} // namespace spindle

#endif // SPINDLE_LIB_CONVERSION_ITERTOSCF_PLACES_H
