//===- StoredMatrices.h - matrices stored by hand ---------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where a format can hold it, the matrix is this one, with an explicit zero and
// an empty row:
//
//    1  .  .  2  .  .  .
//    . -3  .  .  .  .  .
//    .  .  .  .  .  .  .
//    .  .  4  0  .  . -5
//    .  .  .  .  6  .  .
//
// Cells that are cut away, which no program may touch, are NaN.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_FORMATS_STOREDMATRICES_H
#define SPINDLE_UNITTESTS_FORMATS_STOREDMATRICES_H

#include "Program.h"

namespace spindle::execution {

/// The sizes of all matrices; no block divides them.
constexpr int64_t kRows = 5, kColumns = 7;

/// An element, and where its value is in the storage.
struct Element {
  int64_t row, column;
  float value;
  int64_t address;
};

/// A matrix, and what it has.
struct StoredMatrix : Stored {
  std::vector<Element> elements;
  /// Whether elements can be read by coordinates.
  bool hasLookUps = true;
};

/// A matrix in each of the formats that differ in how they are unpacked.
std::vector<StoredMatrix> storeMatrices();

} // namespace spindle::execution

#endif // SPINDLE_UNITTESTS_FORMATS_STOREDMATRICES_H
