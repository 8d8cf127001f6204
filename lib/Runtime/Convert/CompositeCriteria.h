//===- CompositeCriteria.h - numbers of elements ----------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_RUNTIME_CONVERT_COMPOSITECRITERIA_H
#define SPINDLE_LIB_RUNTIME_CONVERT_COMPOSITECRITERIA_H

#include "Spindle/Runtime/Convert/Composite.h"
#include "Spindle/Runtime/Support/FallibleVector.h"
#include "Spindle/Runtime/Support/Workers.h"

namespace spindle::runtime {

/// A number for each element.
using Numbers = FallibleVector<int64_t>;

/// The numbers of the elements of a tensor, whose entries are sorted and
/// different.
class ElementNumbers {
public:
  /// Those of `criteria`, in their order. `tensor` outlives the result. Error:
  /// memory that cannot be had.
  static Expected<ElementNumbers> make(const CooTensor &tensor,
                                       const std::vector<Criterion> &criteria,
                                       Workers &workers);

  /// How many elements are looked at together.
  static constexpr int64_t blockSize = 512;

  /// Sets `to` to the numbers `expr` of `count` elements from `begin` on, a
  /// block at most.
  void evaluate(const Expr &expr, int64_t begin, int64_t count,
                int64_t *to) const;
  /// The number `expr` of element `e`.
  int64_t evaluate(const Expr &expr, int64_t e) const {
    int64_t number;
    evaluate(expr, e, 1, &number);
    return number;
  }

private:
  ElementNumbers(const CooTensor &tensor, Workers &workers)
      : tensor(&tensor), workers(&workers) {}

  std::optional<Error> evaluateAll(const Expr &expr, Numbers &numbers) const;
  std::optional<Error> group(const Expr *begin, const Expr *end,
                             Numbers &groups, int64_t &count) const;
  std::optional<Error> addSections(const Criterion &criterion);
  std::optional<Error> addLengths(const Criterion &criterion);
  std::optional<Error> addSlots(const Criterion &criterion);
  std::optional<Error> addOrders(const Criterion &criterion);
  std::optional<Error> addCovers(const Criterion &criterion);

  const CooTensor *tensor;
  Workers *workers;
  /// Of each criterion.
  std::vector<Numbers> numbers;
};

} // namespace spindle::runtime

#endif // SPINDLE_LIB_RUNTIME_CONVERT_COMPOSITECRITERIA_H
