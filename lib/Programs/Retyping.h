//===- Retyping.h - a program in other types and formats --------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The text of a program is of f32. For elements of another type E it is written
// again, operation after operation:
//
//   in the text                 for E
//   a tensor that is read       elements of E
//   arith.mulf, other floats    in the wide type of E, operands are widened
//   a scalar                    a scalar of the wide type of E
//   a number                    that number; of infinity and -infinity the
//                               greatest and the least number of E
//   combine [add], [max]        of i1 `or`
//   combine [min]               of i1 `and`
//   a result that is summed     elements of the type of sums of E; where that
//                               is not wide, sums are made in another tensor
//                               and rounded once: by what the text stores there
//                               later, or by an operation "narrow"
//   a result of which another   elements of the wide type
//   operation reads
//   any other result            elements of E
//
// Structures are unpacked as the formats say, those of composite formats part
// by part.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_PROGRAMS_RETYPING_H
#define SPINDLE_LIB_PROGRAMS_RETYPING_H

#include "Numbers.h"
#include "Spindle/Programs/Programs.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"

namespace spindle::programs {

/// Reads a program that ships; its text is valid. The dialects that programs
/// use are loaded.
mlir::OwningOpRef<mlir::ModuleOp> parseText(mlir::MLIRContext *context,
                                            const ProgramText &program);

/// The one function of `module`.
mlir::func::FuncOp getFunction(mlir::ModuleOp module);

/// Whether `type` is that of the elements of texts.
bool isTextElement(mlir::Type type);

/// Whether `op` combines its results by `kind`.
bool combinesBy(sparse::GenericOp op, iter::CombineKind kind);

/// Whether some operation adds up elements of `tensor`.
bool isSummed(mlir::Value tensor);

/// Whether some operation stores to elements of `tensor`.
bool isStored(mlir::Value tensor);

/// Whether an operation reads `tensor` that does not write it.
bool isReadElsewhere(mlir::Value tensor);

/// Appends the operations of one function to another one, whose arguments are
/// in other types and formats.
class Retyping {
public:
  Retyping(mlir::func::FuncOp from, mlir::func::FuncOp to, mlir::Type element);

  void run();

private:
  sparse::UnpackOp unpack(mlir::Value tensor);
  sparse::PartsOp getParts(mlir::Value tensor);
  llvm::SmallVector<mlir::Value> getBuffers(mlir::Value tensor);
  mlir::Value allocateOn(mlir::Value tensor, mlir::Type element);
  /// A tensor of `element` with the structure of `tensor`.
  mlir::Value allocate(mlir::Value tensor, mlir::Type element);

  void fill(sparse::FillOp op);
  void addGeneric(sparse::GenericOp op);
  void addBody(sparse::GenericOp op, sparse::GenericOp made);
  mlir::Value addNumber(mlir::Operation &op, mlir::IRMapping &values);
  /// Rounds the sums that were made for `tensor` of the text, if any were.
  void round(mlir::Value tensor);
  /// What holds sums for `tensor` of the text until they are rounded, or else
  /// the tensor itself.
  mlir::Value getSums(mlir::Value tensor);

  mlir::func::FuncOp from;
  mlir::Location loc;
  mlir::Type wide;
  mlir::OpBuilder builder;
  Numbers numbers;
  /// What tensors of the text have become.
  mlir::IRMapping tensors;
  /// What holds the sums for some of them.
  llvm::SmallDenseMap<mlir::Value, mlir::Value> sums;
  /// What arguments were unpacked to, and what parts they have.
  llvm::SmallDenseMap<mlir::Value, sparse::UnpackOp> unpacked;
  llvm::SmallDenseMap<mlir::Value, sparse::PartsOp> parts;
};

} // namespace spindle::programs

#endif // SPINDLE_LIB_PROGRAMS_RETYPING_H
