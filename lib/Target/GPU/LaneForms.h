//===- LaneForms.h - which vectors lanes share ------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// A group of g lanes runs one program. A vector in it has one of two forms:
//
//   whole    each lane has all elements;
//   spread   lane l has the elements [l * v, l * v + v) of g * v.
//
// Vectors that one operation computes with element by element, or that a loop
// or branch hands on to one another, have one form: they are a class. A class
// is spread if its vectors have g * v elements and one of them is loaded,
// stored or summed up. Everything else is whole, among it what operations give
// that move elements about. What can be made in either form again wherever it
// is needed, as a constant can, is a source, which is in no class.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_TARGET_GPU_LANEFORMS_H
#define SPINDLE_LIB_TARGET_GPU_LANEFORMS_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseMap.h"

namespace spindle {

/// What is moved by one operation on vectors, as far as it is the same for
/// loads and stores, whole, under a mask and scattered.
struct VectorAccess {
  /// The memory, and what stands for its dimensions.
  mlir::Value memory;
  mlir::ValueRange indices;
  /// Vectors of one length: numbers, masks, places.
  llvm::SmallVector<mlir::Value> vectors;
  bool writes = false;
  /// Whether the elements follow one another.
  bool isRow = true;
  bool isAtomic = false;
};

/// The access that `op` is; none for another operation.
std::optional<VectorAccess> getVectorAccess(mlir::Operation *op);

/// Whether each lane has a memory of its own where `memory` is.
bool isPrivate(mlir::Value memory);

/// The forms of the vectors of a kernel.
class LaneForms {
public:
  LaneForms(mlir::gpu::GPUFuncOp kernel, int64_t lanes);

  /// Whether `value`, a vector when this was made, is spread.
  bool isSpread(mlir::Value value) const {
    auto it = values.find(value);
    return it != values.end() && it->second.isSpread;
  }
  /// Whether `op` moves, sums up or makes vectors that are spread.
  bool isSpread(mlir::Operation *op) const { return spreadOps.contains(op); }

  /// What the type of `value` was when this was made; null for no vector.
  mlir::VectorType getType(mlir::Value value) const {
    auto it = values.find(value);
    return it == values.end() ? mlir::VectorType() : it->second.type;
  }
  /// The elements that a lane has of a vector of `type` that is spread.
  int64_t getCount(mlir::VectorType type) const {
    return type.getDimSize(0) / lanes;
  }
  /// Notes what is now in the place of `value`.
  void replace(mlir::Value value, mlir::Value by) {
    Vector vector = values.lookup(value);
    values[by] = vector;
  }

private:
  struct Vector {
    mlir::VectorType type;
    bool isSpread = false;
  };

  int64_t lanes;
  llvm::DenseMap<mlir::Value, Vector> values;
  llvm::DenseSet<mlir::Operation *> spreadOps;
};

/// Whether `op` computes each element of its results from the same element of
/// its operands.
bool isElementByElement(mlir::Operation *op);

} // namespace spindle

#endif // SPINDLE_LIB_TARGET_GPU_LANEFORMS_H
