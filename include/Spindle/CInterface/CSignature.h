//===- CSignature.h - what a program's C function takes ---------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The parameters of the C function that calls a program follow from what the
// program says of its operands, `sparse.operands`, alone. They stand in the
// order of the operands:
//
// - a tensor in a format, A: the size of each dimension, A_size0, ..; of each
//   level l the number of cells in a fibre where the format leaves it open,
//   A_width<l>, and the arrays that it has, A_positions<l>, A_coordinates<l>,
//   A_lengths<l>; A_bitmap; A_values. An array is a pointer, then the number of
//   its entries, A_values_count;
// - a tensor that shares another's structure: A_values and A_values_count;
// - a tensor in a composite format: its parts, each as an operand of its own
//   called A_part0, A_part1 and so on;
// - a dense tensor or plain memory, B: B, B_sizes, B_strides (not of one
//   without dimensions);
// - a number, alpha: alpha; a complex one alpha_real, alpha_imaginary.
//
// Last comes `call`. The pass that makes the function, the header that declares
// it and whatever calls it read this list, and nothing else says what is where.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_CINTERFACE_CSIGNATURE_H
#define SPINDLE_CINTERFACE_CSIGNATURE_H

#include "Spindle/Dialect/Sparse/IR/Sparse.h"

#include <string>
#include <vector>

namespace spindle::cinterface {

/// What a parameter is.
enum class CRole : uint8_t {
  /// int64_t: the size of dimension `index`.
  Size,
  /// int64_t: the number of cells in a fibre of level `index`.
  Width,
  /// A pointer to elements: one of the operand's arrays, or a dense operand.
  Array,
  /// int64_t: the number of entries of the array before it.
  Count,
  /// A pointer to an int64_t per dimension: the sizes of a dense operand.
  Sizes,
  /// A pointer to an int64_t per dimension: how far apart neighbours are, in
  /// elements; null for a dense operand without gaps.
  Strides,
  /// A number, or its real part.
  Number,
  /// The imaginary part of the number before it.
  Imaginary,
  /// A pointer to the `spindle_call`, or null.
  Call
};

/// One parameter.
struct CParameter {
  std::string name;
  CRole role = CRole::Call;
  /// Which dimension or level; 0 for other roles.
  int64_t index = 0;
  /// Of an array the type of its elements, of a number its type.
  mlir::Type type = {};
  /// Whether the function writes to the array.
  bool isWritten = false;
};

/// How an operand is handed over.
enum class COperandKind : uint8_t {
  /// All that its format has.
  Structured,
  /// Its values; the structure is that of another operand.
  Values,
  /// A pointer, sizes and strides.
  Dense,
  /// By value.
  Number
};

/// An array of a tensor in a format.
struct CArray {
  sparse::PieceRole role;
  /// Of positions, coordinates and lengths the level.
  int64_t level;
  /// The level that each dimension of the array belongs to, as `Piece::levels`
  /// says.
  llvm::SmallVector<int64_t> levels;
  /// The parameter that is the pointer; the number of entries follows it.
  size_t parameter;
};

/// An operand as C reads it: which parameters hold it.
struct COperand {
  sparse::OperandAttr attr;
  /// What the program's pieces say that it is: a tensor, or a part of one in a
  /// composite format, which is handed over part by part.
  mlir::StringAttr tensor = {};
  llvm::SmallVector<int64_t> part = {};
  COperandKind kind = COperandKind::Number;
  /// The prefix of the names of its parameters in C.
  std::string cName = {};
  /// A name for each dimension; those of one name have one size.
  llvm::SmallVector<std::string> dims = {};
  /// Of Structured, Dense and Number the first of its parameters: the size of
  /// dimension 0, the pointer, the number.
  size_t first = 0;
  /// Of Structured and Values, in the order of the program's pieces.
  llvm::SmallVector<CArray> arrays = {};
  /// Of Structured, for each level the parameter that is the width; 0 where the
  /// format says it or there is none.
  llvm::SmallVector<size_t> widths = {};

  /// `sparse.name`.
  llvm::StringRef getName() const { return attr.getName().getValue(); }
  /// The size of each dimension as the type gives it, kDynamic where it is
  /// left open; nothing for a number.
  llvm::ArrayRef<int64_t> getShape() const;
  /// The format of Structured and Values.
  sparse::FormatAttr getFormat() const;
  /// The array of `role` and `level`, which there is.
  const CArray &getArray(sparse::PieceRole role, int64_t level) const;
  /// Whether the program has the argument that `piece` labels of it.
  bool hasPiece(sparse::PieceAttr piece) const;
  /// Whether the function writes to the values.
  bool isWritten() const { return attr.getAccess() != sparse::Access::Read; }
};

/// A program's C function.
struct CSignature {
  std::string name;
  std::vector<CParameter> parameters;
  std::vector<COperand> operands;

  /// The operand called `name`, which there is.
  const COperand &lookUp(llvm::StringRef name) const;
  /// The operand that `piece` is one of, which there is.
  const COperand &lookUp(sparse::PieceAttr piece) const;
};

/// The C function called `name` of a program whose `sparse.operands` are
/// `operands`. Fails after `emitError`: a name that C or C++ does not take, two
/// parameters of one name, a type of elements or numbers that C has nothing
/// for, memory that is not row-major.
mlir::FailureOr<CSignature>
getCSignature(llvm::StringRef name, mlir::ArrayAttr operands,
              llvm::function_ref<mlir::InFlightDiagnostic()> emitError);

/// C's word for what memory of `type` holds: `float`, of f16 and bf16
/// `uint16_t`, of i1 `uint8_t`, of i4, two in one, `int8_t`, of index
/// `int64_t`; of a complex number that of one of its two parts.
llvm::StringRef getCType(mlir::Type type);

/// How many bytes an element of `type` takes; of i4, which takes a half, 1.
int64_t getElementBytes(mlir::Type type);

} // namespace spindle::cinterface

#endif // SPINDLE_CINTERFACE_CSIGNATURE_H
