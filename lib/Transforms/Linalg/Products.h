//===- Products.h - sums of products of integers ----------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_TRANSFORMS_LINALG_PRODUCTS_H
#define SPINDLE_LIB_TRANSFORMS_LINALG_PRODUCTS_H

#include "Bodies.h"

namespace spindle::linalg_transforms {

/// A factor of products: an element of an input, extended to the type of the
/// sums, and what is added to it.
struct Factor {
  unsigned input;
  bool isUnsigned;
  llvm::APInt added;
  /// The input, which may become another one.
  mlir::Value tensor;

  unsigned getBits() const {
    return mlir::getElementTypeOrSelf(tensor).getIntOrFloatBitWidth();
  }
};

/// A sum of products.
struct Product {
  mlir::linalg::LinalgOp op;
  Factor factors[2];
  /// The sizes of its loops.
  llvm::SmallVector<int64_t> sizes;
};

/// `op` as a sum of products of extended elements and constants; none where it
/// is anything else.
std::optional<Product> matchProduct(mlir::linalg::LinalgOp op);

/// The map of the input that has the elements of `factor`.
mlir::AffineMap getMap(const Product &product, const Factor &factor);

/// How many iterations of loops of `kind`, or of all, use an element of
/// `factor`.
int64_t countUses(const Product &product, const Factor &factor,
                  std::optional<mlir::utils::IteratorType> kind = std::nullopt);

} // namespace spindle::linalg_transforms

#endif // SPINDLE_LIB_TRANSFORMS_LINALG_PRODUCTS_H
