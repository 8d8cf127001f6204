//===- LaneForms.h - which vectors lanes share ------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// A group of g lanes runs one program. A vector in it has one of three forms:
//
//   whole     each lane has all elements;
//   blocked   lane l has the elements l * v, l * v + 1, ... of g * v;
//   cyclic    lane l has the elements l, l + g, l + 2 * g, ... of g * v.
//
// The last two are spread. Lanes that have blocks load them by instructions of
// up to 16 bytes, if they are aligned; of cyclic vectors each element is an
// access by itself, of neighbours by neighbouring lanes.
//
// Vectors that one operation computes with element by element, or that a loop
// or branch hands on to one another, have one form: they are a class. A class
// is spread if its vectors have g * v elements and one of them is loaded,
// stored or summed up; it is blocked if all that are loaded or stored as rows
// are known to be aligned. Everything else is whole, among it what operations
// give that move elements about. What can be made in any form again wherever it
// is needed, as a constant can, is a source, which is in no class.
//

#ifndef SPINDLE_LIB_TARGET_GPU_LANEFORMS_H
#define SPINDLE_LIB_TARGET_GPU_LANEFORMS_H

#include "LaneAlignment.h"
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

/// How the lanes of a group have a vector.
enum class LaneForm { Whole, Blocked, Cyclic };

/// How the lanes of a group share a vector of g * v elements.
struct LaneShare {
  LaneForm form;
  /// g and v.
  int64_t lanes, count;
  mlir::Type element;

  /// The number in the vector of element `place` of lane `lane`.
  int64_t getNumber(int64_t lane, int64_t place) const {
    return form == LaneForm::Blocked ? lane * count + place
                                     : place * lanes + lane;
  }
};

/// The forms of the vectors of a kernel.
class LaneForms {
public:
  LaneForms(mlir::gpu::GPUFuncOp kernel, int64_t lanes);

  /// The form of `value`, a vector when this was made.
  LaneForm getForm(mlir::Value value) const {
    return values.lookup(value).form;
  }
  /// The form of the vectors that `op` moves or sums up.
  LaneForm getForm(mlir::Operation *op) const { return ops.lookup(op); }

  template <typename T> bool isSpread(T what) const {
    return getForm(what) != LaneForm::Whole;
  }

  /// What the type of `value` was when this was made; null for no vector.
  mlir::VectorType getType(mlir::Value value) const {
    return values.lookup(value).type;
  }
  /// How lanes share a vector of `type` in `form`, which is spread.
  LaneShare getShare(mlir::VectorType type, LaneForm form) const {
    return {form, lanes, type.getDimSize(0) / lanes, type.getElementType()};
  }
  /// How lanes share `value`, which is spread.
  LaneShare getShare(mlir::Value value) const {
    return getShare(getType(value), getForm(value));
  }
  /// Notes what is now in the place of `value`.
  void replace(mlir::Value value, mlir::Value by) {
    Vector vector = values.lookup(value);
    values[by] = vector;
  }

  /// What arguments of the kernel need to be, and are not known to be, for all
  /// rows to be aligned that can be, in classes of which all can be.
  const AlignmentNeeds &getNeeds() const { return needs; }

private:
  struct Vector {
    mlir::VectorType type;
    LaneForm form = LaneForm::Whole;
  };

  void findClasses(mlir::gpu::GPUFuncOp kernel);

  int64_t lanes;
  llvm::DenseMap<mlir::Value, Vector> values;
  llvm::DenseMap<mlir::Operation *, LaneForm> ops;
  AlignmentNeeds needs;
};

/// Whether `op` computes each element of its results from the same element of
/// its operands.
bool isElementByElement(mlir::Operation *op);

} // namespace spindle

#endif // SPINDLE_LIB_TARGET_GPU_LANEFORMS_H
