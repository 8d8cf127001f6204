//===- Closure.h - what the levels of a format determine --------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_FORMAT_CLOSURE_H
#define SPINDLE_LIB_FORMAT_CLOSURE_H

#include "Spindle/Format/Format.h"

#include <unordered_map>

namespace spindle::format {

/// The expressions whose values follow from the coordinates of levels: the
/// coordinates, and what quotients with remainders and sums give. It only
/// grows, and by parts of the levels' expressions, so that growing ends.
class Closure {
public:
  /// Of all levels, or of those that `included` has.
  explicit Closure(const Format &format, const LevelSet *included = nullptr);

  bool knows(const Expr &expr) const {
    return expr.isConstant() || index.count(expr);
  }
  /// The value of a known expression over the coordinates of the levels, where
  /// dimension l is that of level l; none where it is known by a sum with
  /// another factor than 1 and -1.
  Expr getValue(const Expr &expr) const;

private:
  struct Hash {
    size_t operator()(const Expr &expr) const { return expr.hash(); }
  };

  void learn(const Expr &expr, Expr value);
  void learnDividend(const Expr &expr);
  void learnTerm(const Expr &expr);

  std::vector<Expr> known, values;
  std::unordered_map<Expr, size_t, Hash> index;
};

/// Whether two storage dimensions, of the levels `dims`, lie beside each other
/// rather than one below the other.
bool haveBranches(const Format &format, const std::vector<int64_t> &dims);

} // namespace spindle::format

#endif // SPINDLE_LIB_FORMAT_CLOSURE_H
