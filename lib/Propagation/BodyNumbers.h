//===- BodyNumbers.h - what a body makes of numbers -------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The body of an operation on tensors is evaluated on what is known of the
// numbers that it reads. Where iterations follow one another on one element of
// a result, they are reduced:
//
//   a sum of integers    by multiplication, modulo their bits.
//   a sum of floats      as FloatSum has it.
//   another operation whose order has no effect, such as a maximum
//                        one after the other, until nothing changes.
//   anything else        is the same in every run if all that is read is.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_PROPAGATION_BODYNUMBERS_H
#define SPINDLE_LIB_PROPAGATION_BODYNUMBERS_H

#include "FloatSum.h"
#include "Spindle/Mask/Number.h"
#include "mlir/IR/Block.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>
#include <unordered_map>

namespace spindle {

/// A body without loops, and what it yields.
class BodyNumbers {
public:
  /// The last arguments of `body`, as many as `yields` has values, are what
  /// results are before. `sizes` is the space, for bodies that ask for their
  /// place; if it is reduced, iterations follow one another.
  BodyNumbers(mlir::Block &body, mlir::ValueRange yields,
              llvm::ArrayRef<int64_t> sizes, bool isReduced, bool strict);

  /// Begins an element, of which `inits` has what it is before, and `ends`
  /// whether all that is added to it is 0.
  void start(llvm::ArrayRef<Number> inits, llvm::ArrayRef<Number> ends);
  /// Adds `times` iterations that read `inputs`.
  void step(llvm::ArrayRef<Number> inputs, int64_t times);
  /// Whether nothing more will be known of any result.
  bool isDone() const;
  llvm::SmallVector<Number> finish() const;

  /// Whether all results are sums of integers.
  bool hasIntegerSums() const;

private:
  enum class Kind { Once, IntegerSum, FloatSum, AnyOrder, Ordered };
  struct Result {
    Kind kind = Kind::Once;
    /// What is yielded, or what is added, if it is a sum.
    mlir::Value value;
    Number number;
    std::optional<FloatSum> sum;
    /// Whether it is a sum of zeros.
    bool isZero = false;
  };
  struct Hash {
    size_t operator()(const std::vector<unsigned> &numbers) const;
    size_t operator()(const Number &number) const;
  };

  Result classify(unsigned result, mlir::Value yield);
  /// What is known of each result's value, for these arguments.
  const std::vector<Number> &evaluate(llvm::ArrayRef<Number> args);
  std::vector<Number> evaluateBody(llvm::ArrayRef<Number> args);
  Number getPlace(mlir::Operation *op) const;
  unsigned getId(const Number &number);

  mlir::Block &body;
  llvm::SmallVector<int64_t> sizes;
  llvm::SmallVector<Result> results;
  bool strict, allSame = true;
  std::unordered_map<Number, unsigned, Hash> ids;
  std::unordered_map<std::vector<unsigned>, std::vector<Number>, Hash> known;
};

} // namespace spindle

#endif // SPINDLE_LIB_PROPAGATION_BODYNUMBERS_H
