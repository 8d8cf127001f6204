//===- Divided.h - weights that operands are parts of -----------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_SESSION_DIVIDED_H
#define SPINDLE_SESSION_DIVIDED_H

#include "Spindle/Session/Kept.h"
#include "llvm/Support/Error.h"

namespace spindle::session {

/// An operand that has a part of a weight, as `tesa.part` says.
struct DividedPart {
  std::string name;
  /// The weight, its shape and type.
  std::string whole;
  std::vector<int64_t> shape;
  runtime::DType wholeType;
  /// The type of the operand, and as it is written.
  runtime::DType type;
  std::string format;
  /// The bits of integers; 0 of floats.
  int64_t bits = 0;
  /// The dimension along which multiples have steps, -1 where elements are
  /// numbers as they are; and whether the operand is these steps.
  int64_t dim = -1;
  bool isSteps = false;
  /// A byte for each element of the weight, 1 where the part has it.
  std::vector<uint8_t> keeps = {};
};

/// The largest multiple of a step in integers of `bits`.
inline int64_t getMostSteps(int64_t bits) {
  return (int64_t(1) << (bits - 1)) - 1;
}

/// The arrays of the operands `parts`, all of one weight, of which `array` has
/// the elements. Errors: an array of another shape or type, elements that no
/// part has, numbers that a part has no format for, memory that cannot be had.
llvm::Expected<std::vector<std::pair<std::string, runtime::Array>>>
divideArray(llvm::ArrayRef<DividedPart> parts, llvm::ArrayRef<KeptOperand> kept,
            const runtime::Array &array);

/// Those of `parts` that are of the weight `whole`.
std::vector<DividedPart> findParts(llvm::ArrayRef<DividedPart> parts,
                                   llvm::StringRef whole);

} // namespace spindle::session

#endif // SPINDLE_SESSION_DIVIDED_H
