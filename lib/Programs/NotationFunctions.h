//===- NotationFunctions.h - functions of index notation --------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_PROGRAMS_NOTATIONFUNCTIONS_H
#define SPINDLE_LIB_PROGRAMS_NOTATIONFUNCTIONS_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace spindle::programs {

/// When a function of numbers is 0.
enum class Vanishing : uint8_t {
  /// Not by its arguments' being 0.
  Never,
  /// Where one of its arguments is.
  AnyZero,
  /// Where one of its arguments is, numbers aside.
  AnyMissing,
  /// Where the first is.
  FirstZero,
  /// Where all are.
  AllZero
};

/// A function of numbers.
struct NotationFunction {
  llvm::StringRef name;
  size_t arity;
  /// The operation that computes it; empty for its first argument.
  llvm::StringRef operation;
  Vanishing vanishing;
};

/// The function called `name` of `arity` arguments, 0 for the only one of a
/// name in letters; null where there is none.
const NotationFunction *lookUpFunction(llvm::StringRef name, size_t arity = 0);

/// The names of all functions with a name in letters.
std::string listFunctions();

} // namespace spindle::programs

#endif // SPINDLE_LIB_PROGRAMS_NOTATIONFUNCTIONS_H
