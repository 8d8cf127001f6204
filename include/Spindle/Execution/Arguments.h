//===- Arguments.h - what a compiled function is called with ----*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a caller hands over for an operand is a view of memory that is his, with
// the type and strides that CheckCall.h compares to what the program says.
//
// A program's function takes tensors; the compiled one takes the pieces of
// their memory, in the order that the attribute `sparse.signature` gives. This
// file is the only one that turns the one list into the other.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_EXECUTION_ARGUMENTS_H
#define SPINDLE_EXECUTION_ARGUMENTS_H

#include "Spindle/Runtime/Storage/Storage.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>
#include <variant>

namespace spindle::execution {

/// An array in memory that the caller owns.
struct MemoryView {
  /// The first element; null only where there is none.
  void *data = nullptr;
  /// The extent of every dimension, outermost first.
  llvm::SmallVector<int64_t> shape = {};
  /// The type of the elements. No call is checked without one.
  std::optional<runtime::DType> dtype = std::nullopt;
  /// How far neighbours along each dimension are apart, in elements; empty for
  /// a row-major array without gaps, which is what programs take.
  llvm::SmallVector<int64_t> strides = {};
  /// Whether the program may write to it.
  bool isWritable = true;

  /// Whether there is an array; one of no elements may have no memory.
  bool exists() const { return data || dtype; }
};

/// The memory of one tensor. A list of arrays may be shorter than there are
/// levels.
struct TensorView {
  /// The operand's name, as in `sparse.name`.
  std::string name;
  /// Which part of the operand it is, where that is in a composite format.
  llvm::SmallVector<int64_t> part = {};
  /// The size of every dimension of the coordinate space.
  llvm::SmallVector<int64_t> shape = {};
  /// The array of positions of every level; unused where a level has none, and
  /// empty where the tensor shares another's structure.
  llvm::SmallVector<MemoryView> positions = {};
  /// The array of coordinates of every level; likewise.
  llvm::SmallVector<MemoryView> coordinates = {};
  /// The array of lengths of every level; likewise.
  llvm::SmallVector<MemoryView> lengths = {};
  /// Which cells are elements, a byte of 0 or 1 for each, in the shape of the
  /// values; unused where the format keeps no bitmap.
  MemoryView bitmap = {};
  /// The values, in the shape of their storage.
  MemoryView values = {};
  /// The shapes of its arrays were compared with the format, and have not
  /// changed since: a call need not do so again.
  bool isChecked = false;
};

/// The memory of `array`.
MemoryView viewArray(const runtime::Array &array);

/// The memory of a tensor called `name`: of all that `tensor` holds.
TensorView viewTensor(const runtime::Storage &tensor, std::string name);

/// A number, by its bytes in memory; the rest is unused.
struct ScalarView {
  /// Large enough for every scalar that a function takes.
  alignas(16) char bytes[16] = {};
  /// Its type; an integer of a width that memory has none of is an I64. No call
  /// is checked without one.
  std::optional<runtime::DType> dtype = std::nullopt;
};

/// One argument of a program's function.
using OperandView = std::variant<MemoryView, TensorView, ScalarView>;

/// The arguments of a compiled function in the form that `Kernel::run` takes.
/// It must outlive the call, and so must the memory that it describes.
class ArgumentList {
public:
  /// The arguments for `operands`, one per argument of the program's function.
  /// `signature` has a #sparse.piece or unit per argument of the compiled one;
  /// a unit is the next operand that is no tensor. Errors: a piece of an
  /// unknown tensor or level, and operands too few or too many.
  static llvm::Expected<ArgumentList>
  create(mlir::ArrayAttr signature, llvm::ArrayRef<OperandView> operands);

  /// Appends an array as a pointer to its memref descriptor.
  void append(const MemoryView &memory);
  /// Appends a number.
  void append(const ScalarView &scalar);
  /// Appends an index.
  void append(int64_t index);

  /// A pointer to each argument.
  llvm::MutableArrayRef<void *> get() { return pointers; }
  llvm::ArrayRef<void *> get() const { return pointers; }

private:
  /// What the pointers point to: numbers, pointers to descriptors, descriptors.
  llvm::BumpPtrAllocatorImpl<llvm::MallocAllocator, 1024> memory;
  llvm::SmallVector<void *> pointers;
};

} // namespace spindle::execution

#endif // SPINDLE_EXECUTION_ARGUMENTS_H
