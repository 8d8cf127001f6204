//===- OperandSpec.h - what a program says of an operand --------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What an operand is, its program says: a #sparse.operand of `sparse.operands`.
// This is how the runtime reads one; CSignature.h says which parameters of C
// hold it. All checks of calls follow from one or the other: Execution's
// CheckCall.h has those of calls from C++, and the C function that is emitted
// has its own, since it runs without Spindle.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_CINTERFACE_OPERANDSPEC_H
#define SPINDLE_CINTERFACE_OPERANDSPEC_H

#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "Spindle/Runtime/Convert/Composite.h"
#include "llvm/Support/Error.h"

#include <string>

namespace spindle::cinterface {

/// How an operand is handed to the program.
enum class OperandKind : uint8_t {
  /// A tensor that is stored as NumPy's arrays are: #sparse.dense.
  Dense,
  /// A tensor in any other format.
  Sparse,
  /// Plain row-major memory.
  Memory,
  /// A number.
  Scalar
};

/// What a program says of one argument of its function, with what the runtime
/// makes of its type.
struct OperandSpec {
  /// What it says, whole.
  sparse::OperandAttr attr;
  /// `sparse.name`, or "argN" of the N-th argument.
  std::string name;
  OperandKind kind = OperandKind::Dense;
  /// The argument's type.
  mlir::Type type;
  /// The type of the elements, or of the scalar.
  mlir::Type elementType;
  /// The type of the elements or of a scalar; i64 where that is an integer of
  /// another width.
  runtime::DType dtype = runtime::DType::F32;
  /// How the runtime stores a tensor; not used of memory and scalars.
  runtime::Format format;
  /// How the runtime stores a Sparse operand in a composite format, whose
  /// `format` is not used.
  std::optional<runtime::Composite> composite;
  /// The size of each dimension, kDynamic where the type leaves it open.
  llvm::SmallVector<int64_t> shape;
  /// A name for each dimension: `sparse.dims`, of the operand or of the one
  /// whose structure it shares, or "A[0]".
  llvm::SmallVector<std::string> dims;
  /// The operand whose structure it shares, `sparse.structure_of`; empty where
  /// it has its own.
  std::string structureOf;
  /// `sparse.access`, or what the function's body does to the operand.
  sparse::Access access = sparse::Access::Read;
  /// True of a tensor that the program returns: no argument.
  bool isResult = false;

  /// True where the program changes the operand.
  bool isWritten() const { return access != sparse::Access::Read; }
  /// True where the program uses what the operand holds at the start.
  bool needsSource() const { return access != sparse::Access::Write; }
  /// True of a sparse operand that brings its pattern.
  bool hasPattern() const {
    return !isResult && kind == OperandKind::Sparse && structureOf.empty();
  }
  /// True of a sparse operand that is the values on another one's pattern.
  bool sharesPattern() const {
    return kind == OperandKind::Sparse && !structureOf.empty();
  }
  /// The format as the user knows it, as in "csr" or "bsr<4, 4>", its levels
  /// where it has no name; "memory" or "scalar" where there is none.
  std::string getFormatName() const;
  /// "A: csr f32 [I, J]", with "on S" after it where it shares the structure
  /// of S, then "write" or "update".
  std::string str() const;
};

/// Reads `attr`. Error: a type that the runtime has nothing for.
llvm::Expected<OperandSpec> describeOperand(sparse::OperandAttr attr);

/// The type of the elements of `type`, a tensor's or a memref's; that of a
/// number is its own.
mlir::Type getElementType(mlir::Type type);

/// The size of each dimension of `type`; nothing of a number.
llvm::ArrayRef<int64_t> getShape(mlir::Type type);

/// Whether `type` is that of row-major memory without gaps.
bool isPlainMemory(mlir::Type type);

/// A name for each dimension of `attr`: those of one name have one size.
llvm::SmallVector<std::string> nameDims(sparse::OperandAttr attr);

} // namespace spindle::cinterface

#endif // SPINDLE_CINTERFACE_OPERANDSPEC_H
