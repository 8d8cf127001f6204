//===- TensorAxes.h - the axes of a tensor's levels -------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_CONVERSION_EXPANDTENSORS_TENSORAXES_H
#define SPINDLE_LIB_CONVERSION_EXPANDTENSORS_TENSORAXES_H

#include "DimSizes.h"

namespace spindle::sparse {

/// The axes of a tensor that has its structure, made of the pieces: one for
/// each level, and the occupancy where the format keeps a bitmap. Extents
/// follow from `sizes`, which knows the tensor.
llvm::SmallVector<mlir::Value> makeAxes(mlir::OpBuilder &builder,
                                        mlir::Location loc,
                                        const Pieces &pieces, DimSizes &sizes);

/// The buffer of a tensor on `axes`.
mlir::Value bindValues(mlir::OpBuilder &builder, mlir::Location loc,
                       const Pieces &pieces, mlir::ValueRange axes);

} // namespace spindle::sparse

#endif // SPINDLE_LIB_CONVERSION_EXPANDTENSORS_TENSORAXES_H
