//===- VectorizeForms.h - vectors and single lanes --------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// A value that differs between iterations is needed as vectors, or lane by lane
// as scalars, or both: the address of an element that is loaded by itself is a
// scalar, and so is all that is only computed for it. A coordinate, for one,
// is then loaded where it is used and not taken out of a vector.
//

#ifndef SPINDLE_LIB_TRANSFORMS_LOOPS_VECTORIZEFORMS_H
#define SPINDLE_LIB_TRANSFORMS_LOOPS_VECTORIZEFORMS_H

#include "Spindle/Transforms/Loops/Vectorize.h"
#include "VectorizeKinds.h"
#include "llvm/ADT/SetVector.h"

namespace spindle::loops {

/// In which forms the values in a loop are needed.
class ValueForms {
public:
  /// What `kept` would store stays in vectors, and its address is not needed.
  ValueForms(mlir::scf::ForOp loop, const LaneKinds &kinds, Gathers gathers,
             mlir::memref::StoreOp kept = {});

  /// Whether vectors of `value` are needed; one that is the same in all lanes
  /// is then needed as such a vector.
  bool asVectors(mlir::Value value) const { return vectors.contains(value); }
  /// Whether single lanes of `value`, which varies, are needed.
  bool asLanes(mlir::Value value) const { return lanes.contains(value); }
  /// Whether single lanes of anything are needed.
  bool hasLanes() const { return usesLanes; }
  /// How many operations there are for each single lane, at least.
  int64_t countSingle() const { return int64_t(lanes.size()) + singleAccesses; }
  /// The values that are needed as vectors, in a fixed order.
  llvm::ArrayRef<mlir::Value> getVectors() const {
    return vectors.getArrayRef();
  }
  /// Whether a scattered access is made element by element, and not by
  /// `vector.gather` or `vector.scatter`: these know other elements of a row.
  bool isSingle(mlir::Value memory, mlir::ValueRange indices) const;

private:
  void needVector(mlir::Value value);
  void needLanes(mlir::Value value);
  /// The address of a scattered access.
  void needAddress(mlir::Value memory, mlir::ValueRange indices);
  void visit(mlir::Operation *op);

  const LaneKinds &kinds;
  Gathers gathers;
  mlir::memref::StoreOp kept;
  llvm::SetVector<mlir::Value> vectors;
  llvm::DenseSet<mlir::Value> lanes;
  bool usesLanes = false;
  /// Accesses that are made element by element.
  int64_t singleAccesses = 0;
};

} // namespace spindle::loops

#endif // SPINDLE_LIB_TRANSFORMS_LOOPS_VECTORIZEFORMS_H
