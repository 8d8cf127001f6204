//===- Builder.h - builds functions on tensors ------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_PROGRAMS_BUILDER_H
#define SPINDLE_LIB_PROGRAMS_BUILDER_H

#include "Numbers.h"
#include "Spindle/Programs/Programs.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace spindle::programs {

/// A tensor and a letter for each of its dimensions.
struct Tensor {
  /// Of an AnyTensorType.
  mlir::Value value;
  llvm::StringRef dims;

  sparse::AnyTensorType getType() const {
    return mlir::cast<sparse::AnyTensorType>(value.getType());
  }
  mlir::Type getElementType() const { return getType().getElementType(); }
};

/// The body of a generic operation while it is made.
class Body {
public:
  Body(mlir::OpBuilder &builder, sparse::GenericOp op, llvm::StringRef dims)
      : numbers(builder, op.getLoc()), builder(builder), op(op), dims(dims) {}

  /// The element of input `index`.
  mlir::Value getElement(int64_t index);
  /// The elements of all inputs, in their wide types.
  llvm::SmallVector<mlir::Value> widenElements();
  /// The coordinate of the dimension `dim`, as an i64.
  mlir::Value getCoordinate(char dim);

  Numbers numbers;
  mlir::OpBuilder &builder;

private:
  sparse::GenericOp op;
  llvm::StringRef dims;
};

/// What a body gives: a value for each output.
using MakeBody = llvm::function_ref<llvm::SmallVector<mlir::Value>(Body &)>;

/// A function while its operations are appended.
class ProgramBuilder {
public:
  /// Appends to the end of `function`, whose arguments are those of `info`.
  ProgramBuilder(const ProgramInfo &info, mlir::func::FuncOp function);

  /// The argument called `name`.
  Tensor getArgument(llvm::StringRef name);
  /// The arguments that are read.
  llvm::SmallVector<Tensor> getInputs();
  /// The last argument.
  Tensor getOutput() { return getArgument(info.arguments.back().name); }

  /// Sets the elements of `tensor` to what `makeValue` makes of their type.
  void fill(Tensor tensor, mlir::Value (Numbers::*makeValue)(mlir::Type));
  /// A tensor of `element` with the structure of `tensor`.
  Tensor allocate(Tensor tensor, mlir::Type element);
  /// What a sum for `output` is made in, filled with zeros: `output` where that
  /// has the wide type.
  Tensor startSum(Tensor output, mlir::Type wide);
  /// Puts `sum` where it belongs, if that is not where it was made.
  void finishSum(Tensor sum, Tensor output);
  /// A generic operation that the first input drives, called `name` unless that
  /// is empty. Its dimensions are those of the inputs, by letter; those that
  /// the first output has are spatial. Without `combine` it stores.
  void addGeneric(llvm::StringRef name, llvm::ArrayRef<Tensor> ins,
                  llvm::ArrayRef<Tensor> outs,
                  llvm::ArrayRef<iter::CombineKind> combine, MakeBody makeBody);

private:
  sparse::UnpackOp unpack(mlir::Value tensor);
  sparse::PartsOp getParts(mlir::Value tensor);
  llvm::SmallVector<mlir::Value> getBuffers(mlir::Value tensor);
  mlir::Value allocateOn(mlir::Value tensor, mlir::Type element);

  const ProgramInfo &info;
  mlir::func::FuncOp function;
  mlir::Location loc;
  mlir::OpBuilder builder;
  /// What arguments were unpacked to, and what parts they have.
  llvm::SmallDenseMap<mlir::Value, sparse::UnpackOp> unpacked;
  llvm::SmallDenseMap<mlir::Value, sparse::PartsOp> parts;
};

/// Appends the sum, in `output`, of the products of the elements of `inputs`,
/// the first of which is sparse.
void addProduct(ProgramBuilder &builder, llvm::StringRef name,
                llvm::ArrayRef<Tensor> inputs, Tensor output);

/// Appends the sum, in `output`, of the products of the elements of `x` and
/// `y`, times the element of `sampled`, at the elements of which `output` has
/// its own. The sum is finished before it is multiplied: one that is finite
/// times one that is large is what it is in arithmetic, whatever `x` alone
/// would give.
void addSampledProduct(ProgramBuilder &builder, llvm::StringRef name,
                       Tensor sampled, Tensor x, Tensor y, Tensor output);

/// Appends the product of all inputs.
void buildProduct(ProgramBuilder &builder);

// Append the programs of these names.
void buildSDDMM(ProgramBuilder &builder);
void buildRowMax(ProgramBuilder &builder);
void buildArgmin(ProgramBuilder &builder);
void buildSoftmax(ProgramBuilder &builder);
void buildFusedMM(ProgramBuilder &builder);

} // namespace spindle::programs

#endif // SPINDLE_LIB_PROGRAMS_BUILDER_H
