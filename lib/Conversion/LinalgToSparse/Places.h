//===- Places.h - where the elements of values are --------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A value of a builtin tensor's type has its elements in a tensor of Spindle's,
// at coordinates that follow from its own. So shapes change without a copy:
//
//   %e = tensor.expand_shape %x [[0], [1, 2]]    (n, h, d) -> (n, 4 * h + d)
//   %c = tensor.collapse_shape %x [[0, 1], [2]]  (i, k) -> (0, i, k)
//   %p = tensor.pad %x low[1, 1] high[1, 1]      (i, j) -> (i - 1, j - 1),
//                                                and a number outside of %x
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_CONVERSION_LINALGTOSPARSE_PLACES_H
#define SPINDLE_CONVERSION_LINALGTOSPARSE_PLACES_H

#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace spindle {

/// Where the elements of a value are.
struct Place {
  /// A tensor of Spindle's; null where the value has no memory.
  mlir::Value tensor;
  /// From the value's dimensions to the tensor's.
  mlir::AffineMap map;
  /// What an element outside of the tensor is; null where none is.
  mlir::TypedAttr border;
  /// What all elements are; null where they are in memory.
  mlir::Value splat;

  /// Whether nothing was written yet: the elements may be anything.
  bool isEmpty() const { return !tensor && !splat; }
  /// Whether the elements are in a format that has no look-up.
  bool isInParts() const;
  /// Whether each coordinate is another dimension, in any order.
  bool isPlain() const {
    return tensor && !border && map.isProjectedPermutation();
  }
};

/// Whether every cell of `tensor` is an element.
bool isDenseTensor(mlir::Value tensor);

/// Whether neighbours in dimension `dim` of a value at `place` are neighbours
/// in memory.
bool areSideBySide(const Place &place, unsigned dim);

/// The place of what `op` makes of a value at `from`.
Place slicePlace(const Place &from, mlir::tensor::ExtractSliceOp op);
/// The same, where `from` has no border and no coordinate that is a sum.
Place padPlace(const Place &from, mlir::tensor::PadOp op,
               mlir::TypedAttr border);

/// The coordinates of a tensor in the dimensions of `shape`, each of which is
/// one of a group, from those in the groups, and the other way round.
mlir::AffineMap
delinearizeMap(llvm::ArrayRef<mlir::ReassociationIndices> groups,
               llvm::ArrayRef<int64_t> shape, mlir::MLIRContext *context);
mlir::AffineMap linearizeMap(llvm::ArrayRef<mlir::ReassociationIndices> groups,
                             llvm::ArrayRef<int64_t> shape,
                             mlir::MLIRContext *context);

/// `place`, for a value whose coordinates are given by `map` of new ones.
Place readThrough(const Place &place, mlir::AffineMap map);

/// Whether each coordinate is a sum that `sparse.generic` can read at.
bool hasSums(mlir::AffineMap map);

} // namespace spindle

#endif // SPINDLE_CONVERSION_LINALGTOSPARSE_PLACES_H
