//===- Propagation.h - facts about elements that travel ---------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is pruned of one tensor says something about others (SparTA, section
// 3.2). Four facts are kept apart, since each may be computed with in another
// way:
//
//   zero      the element is 0, in every run. It travels forward: a column of
//             weights that is 0 makes a column of a product 0.
//   dead      the element has no effect on what the function returns. It
//             travels backward, and sideways: if a column of weights is 0, what
//             it is multiplied by is not needed, whatever it is.
//   constant  the element is the same number in every run, and often it is
//             known which. It travels forward.
//   width     the element is a number of a format with fewer bits than its type
//             has. It travels forward, and both ways where elements move.
//
// A dead element need not be 0. With a bias B behind it, a pruned channel of Y
// = A X + B is the bias, in every run: constant, and not zero. What is not
// needed of X still has its values, and whoever reads it elsewhere sees them.
// Dead elements are defined so that all of them may become 0 at once:
// `tesa-prune-dead` does that, and keeps results. So zeros are those that
// follow from zeros alone, and stay if others become 0; 3 - 3 is 0 as long as
// 3 is 3, and is constant.
//
// A call of a function with a body is what that function is for the facts at
// this call; the facts about the function's own values hold for all calls.
//
// All grow from nothing, and each step only adds to them, so a fixed point is
// reached, and is the same in whatever order operations are visited. Every
// state before it is right, too.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_PROPAGATION_PROPAGATION_H
#define SPINDLE_PROPAGATION_PROPAGATION_H

#include "Spindle/Mask/Mask.h"
#include "Spindle/Mask/Number.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include <memory>
#include <optional>
#include <random>

namespace spindle {

class Scrambler;

/// For each dimension of a tensor, elements whose line along it has one number,
/// 0 and -0 being one.
using UniformLines = llvm::SmallVector<Mask>;

/// What is known of the elements of a value.
struct SparsityFacts {
  Mask zero;
  Mask dead;
  /// What is constant, and which formats elements have, where these are not
  /// just 0.
  Numbers numbers;
  UniformLines uniform;

  /// The elements that are the same in every run, and those of which it is
  /// known what they are.
  Mask getConstant() const;
  Mask getKnown() const;
  /// Those that are 0 as what they are made of is now: not `zero`, which stays
  /// where dead elements become 0.
  Mask getZeroNumbers() const;
  /// `numbers`, with what is said by zeros.
  Numbers getNumbersAndZeros(mlir::Type type) const;
};

/// What is asked of a propagation.
struct PropagationOptions {
  /// Operations are visited in random order, if there is one.
  std::optional<unsigned> seed = std::nullopt;
  /// Only facts that hold, too, if numbers are infinite or not a number: a
  /// product with 0 is 0 only if the other factor is known to be finite.
  bool strict = false;
  /// What runs functions without a body. Null: nothing is known of their
  /// results. Its facts are from samples, and are none in strict mode.
  Scrambler *scrambler = nullptr;
  /// Elements of results that are known constants are computed by nobody: what
  /// they are made from is dead, if nothing else needs it.
  bool replacesConstants = false;
};

/// Facts about all values of a function, or of several.
class Propagation {
public:
  /// Visits the operations in `root` until nothing is added.
  explicit Propagation(mlir::Operation *root, PropagationOptions options = {});

  /// The facts about `value`; nothing about what is not a tensor of numbers
  /// with a static shape.
  const SparsityFacts *lookup(mlir::Value value) const;
  /// Times that an operation was visited.
  size_t getNumVisits() const { return visits; }

private:
  /// Functions that are called, and what was found of their calls.
  struct Calls;
  static std::shared_ptr<Calls> makeCalls(mlir::Operation *root);
  /// Facts that hold for one call of `function`, a function with one block.
  Propagation(mlir::Operation *function, llvm::ArrayRef<Mask> zeros,
              llvm::ArrayRef<Mask> dead, llvm::ArrayRef<Numbers> numbers,
              PropagationOptions options, std::shared_ptr<Calls> calls);

  void start(mlir::Operation *root);
  void run();
  void startValue(mlir::Value value);
  mlir::Operation *takeNext();
  void visit(mlir::Operation *op);
  /// Adds to `found`, for results, and to `unneeded`, for operands, what is
  /// known of a call, and what results are as numbers; false if it calls
  /// nothing that is known, as what is not in the root.
  bool visitCall(mlir::Operation *op, llvm::ArrayRef<Mask> zeros,
                 llvm::ArrayRef<Mask> dead, llvm::MutableArrayRef<Mask> found,
                 llvm::MutableArrayRef<Mask> unneeded);
  void addZeros(mlir::Value value, const Mask &zero);
  void addNumbers(mlir::Value value, const Numbers &numbers);
  void addUniform(mlir::Value value, const UniformLines &lines);
  /// Marks what reads `value` as open, whose facts have changed.
  void openUsers(mlir::Value value);
  void addArgumentFacts(mlir::Value value);
  /// Adds what is known of the numbers of operands and results of `op`.
  void visitNumbers(mlir::Operation *op, llvm::ArrayRef<Mask> zeros);
  /// Adds which lines of results are uniform, and to `numbers`, of results,
  /// what follows from those of operands.
  void visitUniform(mlir::Operation *op, llvm::ArrayRef<Mask> zeros,
                    llvm::MutableArrayRef<Numbers> numbers);
  void addDeadUse(mlir::OpOperand &use, const Mask &dead);
  /// What is dead in all uses of `value` is dead.
  void meetUses(mlir::Value value);

  PropagationOptions options;
  std::optional<std::mt19937> random;
  /// Shared with the propagations through functions that are called.
  std::shared_ptr<Calls> calls;
  llvm::SetVector<mlir::Operation *> open;
  llvm::DenseMap<mlir::Value, SparsityFacts> facts;
  /// Times that zeros, numbers or lines of a value grew, and how often those of
  /// an operation's values had when its numbers were visited.
  llvm::DenseMap<mlir::Value, size_t> changes;
  llvm::DenseMap<mlir::Operation *, size_t> visitedChanges;
  llvm::DenseMap<mlir::OpOperand *, Mask> deadUses;
  /// Operations that are visited; others need what they use.
  llvm::DenseSet<mlir::Operation *> known;
  size_t visits = 0;
};

} // namespace spindle

#endif // SPINDLE_PROPAGATION_PROPAGATION_H
