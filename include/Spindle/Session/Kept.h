//===- Kept.h - operands that are part of larger arrays ---------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_SESSION_KEPT_H
#define SPINDLE_SESSION_KEPT_H

#include "Spindle/Runtime/Storage/CooTensor.h"
#include "Spindle/Runtime/Support/Array.h"
#include "llvm/ADT/ArrayRef.h"

#include <string>
#include <vector>

namespace spindle::session {

/// An operand that has some coordinates of a larger array, as `tesa.kept` says.
struct KeptOperand {
  std::string name;
  /// The shape of the larger array, and the coordinates, ascending, that the
  /// operand has of each dimension.
  std::vector<int64_t> shape;
  std::vector<std::vector<int64_t>> coordinates;

  /// Whether an array of `other` is the larger one. Where nothing was removed
  /// it is the operand.
  bool isWhole(llvm::ArrayRef<int64_t> other) const {
    return other == llvm::ArrayRef(shape);
  }
};

/// The one called `name`; null for an operand that is whole.
const KeptOperand *findKept(llvm::ArrayRef<KeptOperand> kept,
                            llvm::StringRef name);

/// The part of `whole` that the operand has, in memory of its own. Errors:
/// those of `Array::allocate`.
runtime::Expected<runtime::Array> takeKept(const KeptOperand &kept,
                                           const runtime::Array &whole);

/// The larger array of which `part` is what the operand has, with 0 in the
/// place of what was removed. Errors: as above.
runtime::Expected<runtime::Array> spreadKept(const KeptOperand &kept,
                                             const runtime::Array &part);

/// The entries of `whole` that the operand has.
runtime::Expected<runtime::CooTensor> takeKept(const KeptOperand &kept,
                                               const runtime::CooTensor &whole);

} // namespace spindle::session

#endif // SPINDLE_SESSION_KEPT_H
