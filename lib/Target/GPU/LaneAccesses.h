//===- LaneAccesses.h - elements that one lane loads and stores -*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_TARGET_GPU_LANEACCESSES_H
#define SPINDLE_LIB_TARGET_GPU_LANEACCESSES_H

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace spindle {

/// What a lane has of a vector: of one element the element itself, else a
/// vector.
mlir::Type getLaneType(mlir::Type element, int64_t count);

/// How many elements `part` has, what a lane has of a vector.
int64_t getLaneCount(mlir::Value part);

/// Element `index` of what a lane has.
mlir::Value getLaneElement(mlir::ImplicitLocOpBuilder &builder,
                           mlir::Value part, int64_t index);

/// The elements of what a lane has, put together.
mlir::Value makeLanePart(mlir::ImplicitLocOpBuilder &builder,
                         llvm::ArrayRef<mlir::Value> elements);

/// Whether `mask`, a vector of i1 or an i1, is known to be set everywhere.
bool isAllSet(mlir::Value mask);

/// `indices` with `offset` added to the last.
llvm::SmallVector<mlir::Value> moveIndices(mlir::ImplicitLocOpBuilder &builder,
                                           mlir::ValueRange indices,
                                           mlir::Value offset);

/// The element at `indices` where `isSet`, an i1 or null for always; else
/// `otherwise`, and nothing is loaded.
mlir::Value loadElement(mlir::ImplicitLocOpBuilder &builder, mlir::Value memory,
                        mlir::ValueRange indices, mlir::Value isSet,
                        mlir::Value otherwise);

/// Stores `element` at `indices` where `isSet`, an i1 or null for always.
void storeElement(mlir::ImplicitLocOpBuilder &builder, mlir::Value element,
                  mlir::Value memory, mlir::ValueRange indices,
                  mlir::Value isSet);

} // namespace spindle

#endif // SPINDLE_LIB_TARGET_GPU_LANEACCESSES_H
