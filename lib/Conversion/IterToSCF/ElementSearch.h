//===- ElementSearch.h - from coordinates to positions ----------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// A look-up names an element by coordinates. Level by level, parents first, its
// position is
//   - that of a site of the nests around, where one has the coordinate and lies
//     under the parents' sites;
//   - the offset itself on a dense_fixed axis whose fibres are whole;
//   - the one cell of a fibre on a product;
//   - asked for by `axis.locate` or, of an occupancy, `axis.occupied`
//     elsewhere: the rest of the search is then inside an `scf.if`;
//   - where coordinates of a fibre are not unique, each that has it, until the
//     rest of the search, inside an `scf.while`, finds the element.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_CONVERSION_ITERTOSCF_ELEMENTSEARCH_H
#define SPINDLE_LIB_CONVERSION_ITERTOSCF_ELEMENTSEARCH_H

#include "SiteNumbers.h"
#include "Spindle/Dialect/Sparse/IR/Layout.h"

namespace spindle {

/// Whether a look-up takes the coordinate on `axis` for the offset, without a
/// search.
bool isOffsetByLookUp(mlir::Value axis);

/// Searches the element with `coordinates`, before `op`. Levels whose site the
/// nests around know (`places`) are not searched. `access` is run with the
/// builder where every index is valid, one per storage dimension; it gives the
/// values that stand for an element, and `missing` those for a missing one.
llvm::SmallVector<mlir::Value> searchElement(
    mlir::OpBuilder &builder, mlir::Operation *op, const sparse::Layout &layout,
    mlir::ValueRange coordinates, const NumbersOfSites &places,
    llvm::function_ref<llvm::SmallVector<mlir::Value>(
        mlir::OpBuilder &, llvm::ArrayRef<mlir::Value> indices)>
        access,
    llvm::function_ref<llvm::SmallVector<mlir::Value>(mlir::OpBuilder &)>
        missing);

} // namespace spindle

#endif // SPINDLE_LIB_CONVERSION_ITERTOSCF_ELEMENTSEARCH_H
