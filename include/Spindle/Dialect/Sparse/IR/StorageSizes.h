//===- StorageSizes.h - how large storage dimensions are --------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_DIALECT_SPARSE_IR_STORAGESIZES_H
#define SPINDLE_DIALECT_SPARSE_IR_STORAGESIZES_H

#include "Spindle/Dialect/Sparse/IR/Layout.h"

namespace spindle::sparse {

/// Whether all cells of storage of this layout are elements, and the size of
/// each of its dimensions can be said.
bool hasKnownStorage(const Layout &layout);

/// The size of a storage dimension that belongs to `axis`, of a layout for
/// which `hasKnownStorage` holds; of type index.
mlir::Value buildStorageSize(mlir::OpBuilder &builder, mlir::Location loc,
                             mlir::Value axis);

} // namespace spindle::sparse

#endif // SPINDLE_DIALECT_SPARSE_IR_STORAGESIZES_H
