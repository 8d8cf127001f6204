//===- SiteNumbers.h - sites as positions -----------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// A site of coordinate space is, in position space, the position of its
// element, counted through the whole axis, and for an axis of fixed width also
// the offset in its fibre: a storage dimension is indexed by the one or the
// other. Its coordinate goes with it, for the cuts that depend on it.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_CONVERSION_ITERTOSCF_SITENUMBERS_H
#define SPINDLE_LIB_CONVERSION_ITERTOSCF_SITENUMBERS_H

#include "Spindle/Dialect/Axis/IR/Axis.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/DenseMap.h"

namespace spindle {

/// Where one site is, as numbers.
struct SiteNumbers {
  /// The position, counted through the whole axis.
  mlir::Value position;
  /// The offset in the fibre, on an axis of fixed width; null on others, where
  /// no storage is indexed by it.
  mlir::Value offset;
  /// The coordinate; zero on an axis without coordinates.
  mlir::Value coordinate;

  /// The index of a storage dimension that belongs to this site's axis.
  mlir::Value getIndex() const { return offset ? offset : position; }
};

/// The numbers of the sites of a function, as far as it is lowered.
struct NumbersOfSites {
  /// The numbers of `site`, which are known.
  SiteNumbers get(mlir::Value site) const { return places.at(site); }
  bool contains(mlir::Value site) const { return places.contains(site); }
  void set(mlir::Value site, SiteNumbers place) { places[site] = place; }

  /// The positions of `sites`, which are known.
  llvm::SmallVector<mlir::Value> getPositions(mlir::ValueRange sites) const;

  /// The coordinate of `getCutSite(axis, under)`, of `getSkewSite(axis,
  /// under)`; null where that is.
  mlir::Value getCutAt(mlir::Value axis, mlir::ValueRange under) const;
  mlir::Value getSkewAt(mlir::Value axis, mlir::ValueRange under) const;

private:
  llvm::DenseMap<mlir::Value, SiteNumbers> places;
};

/// The site on `axis`, which may be null, among `under` and those that they lie
/// under, while each lies under one; null where there is none.
mlir::Value findSiteAbove(mlir::Value axis, mlir::ValueRange under);

/// The site whose coordinate a cut, a skew of `axis` depends on in the fibre
/// under the sites `under`, one per parent; null where the axis has none, or no
/// site says.
mlir::Value getCutSite(mlir::Value axis, mlir::ValueRange under);
mlir::Value getSkewSite(mlir::Value axis, mlir::ValueRange under);

/// The site at `offset` of the fibre of `axis`, of fixed width, under the
/// parents' positions `under`.
SiteNumbers getNumbersAtOffset(mlir::OpBuilder &builder, mlir::Location loc,
                               mlir::Value axis, mlir::Value offset,
                               mlir::ValueRange under);

/// The site at `position` of `axis`, under the parents' positions `under`. Its
/// coordinate is asked for where `coordinate` is null.
SiteNumbers getNumbersAtPosition(mlir::OpBuilder &builder, mlir::Location loc,
                                 mlir::Value axis, mlir::Value position,
                                 mlir::ValueRange under,
                                 mlir::Value coordinate = {});

/// The site of the one cell of the fibre of `axis`, a singleton, product or
/// occupancy, under the parents' positions `under`.
SiteNumbers getOnlyNumbers(mlir::OpBuilder &builder, mlir::Location loc,
                           mlir::Value axis, mlir::ValueRange under);

} // namespace spindle

#endif // SPINDLE_LIB_CONVERSION_ITERTOSCF_SITENUMBERS_H
