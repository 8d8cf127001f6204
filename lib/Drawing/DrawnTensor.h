//===- DrawnTensor.h - what a drawing of a tensor shows ---------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_DRAWING_DRAWNTENSOR_H
#define SPINDLE_LIB_DRAWING_DRAWNTENSOR_H

#include "Spindle/Drawing/Tensor.h"
#include "Spindle/Runtime/Convert/StorageCells.h"
#include "llvm/ADT/ArrayRef.h"

namespace spindle::drawing {

/// A tensor with what its drawing says of each number: whose element it is, by
/// a colour for each row or block, or that it is padding.
class DrawnTensor {
public:
  /// Errors: those of `runtime::listCells`.
  static runtime::Expected<DrawnTensor> create(const Tensor &tensor);

  /// The tensor: its structure with its values.
  const runtime::Storage &getStorage() const { return tensor->storage; }
  const runtime::Format &getFormat() const { return tensor->format; }
  const Tensor &getTensor() const { return *tensor; }
  /// One for each value.
  llvm::ArrayRef<runtime::StorageCell> getCells() const { return cells; }

  /// The class, in the style sheet of `Svg`, of value `address`.
  std::string getStyle(int64_t address) const;
  /// The class of what is stored at `position` of `level`: the colour of the
  /// elements there, "plain" where they have several, "padding" where it has
  /// none though others of the level have.
  std::string getStyle(int64_t level, int64_t position) const;
  /// The class of what is stored for the fibre of `level` numbered `fibre`.
  std::string getFibreStyle(int64_t level, int64_t fibre) const;

  /// Where fibres start along the first dimension of the arrays of `level`: its
  /// positions, or those of the nearest level above it that has any; null where
  /// none has.
  const runtime::Array *findPositions(int64_t level) const;

  /// The number of elements.
  int64_t countElements() const;
  /// The size of all arrays.
  int64_t countBytes() const;

private:
  int getColor(const runtime::StorageCell &cell) const;
  void colorPositions();

  /// What the elements at a position look like.
  struct Position {
    int color = none;
    static constexpr int none = -1, several = -2;
  };

  const Tensor *tensor = nullptr;
  std::vector<runtime::StorageCell> cells;
  /// For each level what its positions look like, those that any cell is at.
  std::vector<std::vector<Position>> positions;
};

/// Element `i` of any array, in few letters.
std::string formatElement(const runtime::Array &array, int64_t i);

} // namespace spindle::drawing

#endif // SPINDLE_LIB_DRAWING_DRAWNTENSOR_H
