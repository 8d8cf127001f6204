//===- Borrowed.h - arrays that are the caller's ----------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_SESSION_BORROWED_H
#define SPINDLE_SESSION_BORROWED_H

#include "Spindle/Session/Operand.h"

namespace spindle::session {

/// An array in memory that stays the caller's.
struct BorrowedArray {
  /// The first element; null for an array that there is none of.
  void *data = nullptr;
  runtime::DType dtype = runtime::DType::F32;
  std::vector<int64_t> shape;
  /// How far neighbours along each dimension are apart, in elements; empty for
  /// a row-major array without gaps, which is what programs take.
  std::vector<int64_t> strides = {};
};

/// The arrays of a tensor, those of each level by its number. A list may be
/// shorter than there are levels, and has null for those without an array.
struct BorrowedTensor {
  /// The extent of each dimension.
  std::vector<int64_t> shape;
  std::vector<BorrowedArray> positions = {}, coordinates = {}, lengths = {};
  BorrowedArray bitmap = {}, values = {};
};

/// The operand that `spec` describes, in memory that `tensor` says. Errors:
/// types, shapes, lengths and strides that are not the operand's, structure
/// that breaks the laws of its format, memory that is not aligned.
llvm::Expected<Operand> borrow(const OperandSpec &spec,
                               const BorrowedTensor &tensor);

/// The same of an operand that is one array: dense, plain memory, or the values
/// on another's pattern.
llvm::Expected<Operand> borrow(const OperandSpec &spec,
                               const BorrowedArray &array);

/// The elements of `tensor`, whose arrays are those of `format`, of the type of
/// `spec`: copies. Errors: as above, by that format.
llvm::Expected<runtime::CooTensor> copyElements(const OperandSpec &spec,
                                                const BorrowedTensor &tensor,
                                                const runtime::Format &format);

/// Gives `operand`, the borrowed values on the pattern of `owner`, that
/// pattern. Error: a shape that is not that of the owner's values.
llvm::Error share(Operand &operand, const Operand &owner);

/// Finds memory of `operands` that one of them writes and another one has too.
/// Error: the first such pair.
llvm::Error findOverlap(llvm::ArrayRef<Operand> operands);

} // namespace spindle::session

#endif // SPINDLE_SESSION_BORROWED_H
