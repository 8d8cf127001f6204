//===- ElementNumbers.h - numbers of elements, one by one -------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_FORMATFUZZ_ELEMENTNUMBERS_H
#define SPINDLE_UNITTESTS_FORMATFUZZ_ELEMENTNUMBERS_H

#include "FormatModel.h"

namespace spindle::formatfuzz {

/// The number `expr`, over the coordinates of `place` and `numbers`.
int64_t evaluate(mlir::AffineExpr expr, const Place &place,
                 const Place &numbers);

/// Elements, and for each the numbers that were counted so far.
struct Elements {
  Elements(const Place &shape, const std::vector<Place> &places)
      : shape(shape), places(places), numbers(places.size()) {}

  /// How many there are.
  size_t size() const { return places.size(); }
  /// The number `expr` of an element.
  int64_t get(mlir::AffineExpr expr, size_t element) const {
    return evaluate(expr, places[element], numbers[element]);
  }
  /// Several of them.
  Place get(llvm::ArrayRef<mlir::AffineExpr> exprs, size_t element) const {
    Place list;
    for (mlir::AffineExpr expr : exprs)
      list.push_back(get(expr, element));
    return list;
  }
  /// Several of each element.
  std::vector<Place> getAll(llvm::ArrayRef<mlir::AffineExpr> exprs) const {
    std::vector<Place> lists;
    for (size_t element = 0; element < size(); ++element)
      lists.push_back(get(exprs, element));
    return lists;
  }
  /// Appends a number of each element, `count(element)`.
  template <typename Count> void add(Count count) {
    std::vector<int64_t> added;
    for (size_t element = 0; element < size(); ++element)
      added.push_back(count(element));
    for (size_t element = 0; element < size(); ++element)
      numbers[element].push_back(added[element]);
  }
  /// How many elements `isCounted`.
  template <typename Test> int64_t count(Test isCounted) const {
    int64_t found = 0;
    for (size_t other = 0; other < size(); ++other)
      found += isCounted(other);
    return found;
  }

  const Place &shape;
  const std::vector<Place> &places;
  std::vector<Place> numbers;
};

} // namespace spindle::formatfuzz

#endif // SPINDLE_UNITTESTS_FORMATFUZZ_ELEMENTNUMBERS_H
