//===- NotationMeaning.h - what index notation means ------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_PROGRAMS_NOTATIONMEANING_H
#define SPINDLE_LIB_PROGRAMS_NOTATIONMEANING_H

#include "Spindle/Programs/IndexNotation.h"
#include "mlir/Support/LLVM.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"

namespace spindle::programs {

/// Values that are multiplied, or divided by.
struct NotationFactor {
  const NotationNode *node = nullptr;
  bool isDivisor = false;
};

/// A term: what one nest computes.
struct NotationTerm {
  llvm::SmallVector<NotationFactor> factors;
  bool isNegative = false;
  /// The access that drives the nest; null where no operand is sparse.
  const NotationNode *driver = nullptr;
};

/// A statement whose operands agree, term by term.
struct NotationMeaning {
  explicit NotationMeaning(const Notation &notation) : notation(notation) {}

  const Notation &notation;
  llvm::SmallVector<NotationTerm> terms;
  /// The names of the dimensions of each operand.
  llvm::StringMap<llvm::SmallVector<std::string, 3>> dims;
  /// The operands in the order of the function's arguments: on the right by
  /// their first appearance, then the left one.
  llvm::SmallVector<const NotationNode *> operands;
  /// The left side is on the pattern of the driver.
  bool isOnPattern = false;
};

/// Finds what `notation` means; nothing after an error, as of `buildNotation`.
std::optional<NotationMeaning> findMeaning(const Notation &notation,
                                           const NotationOptions &options,
                                           NotationError emitError);

/// Calls `visit` with the nodes below `node` and itself, from left to right.
void forEachNode(const NotationNode &node,
                 llvm::function_ref<void(const NotationNode &)> visit);

/// Adds the indices below `node` that `indices` lacks.
void addIndices(const NotationNode &node,
                llvm::SmallVectorImpl<llvm::StringRef> &indices);

} // namespace spindle::programs

#endif // SPINDLE_LIB_PROGRAMS_NOTATIONMEANING_H
