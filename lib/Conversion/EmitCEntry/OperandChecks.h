//===- OperandChecks.h - checks of what a function is given -----*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_CONVERSION_EMITCENTRY_OPERANDCHECKS_H
#define SPINDLE_LIB_CONVERSION_EMITCENTRY_OPERANDCHECKS_H

#include "EntryBuilder.h"
#include "Spindle/CInterface/CSignature.h"
#include "llvm/ADT/StringMap.h"

namespace spindle {

/// A number that the function is given, and what messages call it.
struct Named {
  mlir::Value value;
  std::string name;
};

/// An array that a C function was given and found right.
struct Memory {
  /// What messages call it.
  std::string name;
  mlir::Value pointer;
  /// The size of each dimension, and how far apart its neighbours are.
  llvm::SmallVector<mlir::Value> sizes, strides;
  /// From the first byte to the last.
  mlir::Value bytes;
  bool isWritten = false;
};

/// What was found out of an operand.
struct OperandMemory {
  /// The size of each dimension.
  llvm::SmallVector<mlir::Value> sizes;
  /// Of a tensor in a format, for each level the cells in a fibre, null where
  /// fibres differ, and the positions of all fibres.
  llvm::SmallVector<mlir::Value> widths, positions;
  /// In the order of `COperand::arrays`; that of a dense operand.
  std::vector<Memory> arrays;
};

/// The sizes of the dimensions that were met, by their names.
using KnownSizes = llvm::StringMap<Named>;

/// What checks do with the memory of arrays.
enum class MemoryUse {
  /// Read the first and the last of positions.
  Read,
  /// Look at addresses alone: it is a GPU's.
  Address,
  /// Nothing: it need not be there yet.
  None
};

/// Builds the checks of all operands, one after the other: that they are there,
/// that their sizes agree, that arrays are as long as their formats ask for.
/// They are those that Execution's CheckCall.h has for calls from C++, by the
/// same `sparse.operands`: the function runs without Spindle.
class OperandChecks {
public:
  OperandChecks(EntryBuilder &builder, const cinterface::CSignature &signature,
                mlir::ValueRange parameters, MemoryUse use = MemoryUse::Read)
      : builder(builder), signature(signature), parameters(parameters),
        use(use) {}

  /// Builds the checks of all operands, those with structure first, and then
  /// that no array that is written overlaps another one.
  void check();

  /// What was found of each operand, in order.
  llvm::ArrayRef<OperandMemory> getOperands() const { return operands; }

private:
  /// How many entries an array is to have.
  enum class Bound { Exactly, AtLeast };

  const std::string &getName(size_t parameter) const {
    return signature.parameters[parameter].name;
  }
  void checkSize(const cinterface::COperand &operand, OperandMemory &memory,
                 const Named &size);
  void checkCount(size_t parameter, mlir::Value entries, Bound bound);
  mlir::Value buildExtent(mlir::AffineExpr expr, const OperandMemory &memory);
  void checkLevel(const cinterface::COperand &operand, OperandMemory &memory,
                  int64_t level);
  mlir::Value buildWidth(const cinterface::COperand &operand,
                         const OperandMemory &memory, int64_t level);
  mlir::Value countBelow(const cinterface::COperand &operand,
                         const OperandMemory &memory, int64_t level,
                         int64_t below);
  mlir::Value countPositions(const cinterface::COperand &operand,
                             const OperandMemory &memory, int64_t level);
  mlir::Value checkPositions(const cinterface::COperand &operand,
                             OperandMemory &memory, int64_t level);
  void checkArray(const cinterface::COperand &operand,
                  const cinterface::CArray &array, OperandMemory &memory,
                  const OperandMemory &structure);
  void checkStructured(const cinterface::COperand &operand,
                       OperandMemory &memory);
  void checkSizes(const cinterface::COperand &operand, OperandMemory &memory);
  void checkDense(const cinterface::COperand &operand, OperandMemory &memory);
  mlir::Value buildSpan(llvm::ArrayRef<mlir::Value> sizes,
                        llvm::ArrayRef<mlir::Value> strides,
                        mlir::Value isEmpty);
  llvm::SmallVector<mlir::Value>
  buildStrides(const cinterface::COperand &operand,
               llvm::ArrayRef<mlir::Value> sizes);
  llvm::SmallVector<mlir::Value>
  checkStrides(const cinterface::COperand &operand,
               llvm::ArrayRef<mlir::Value> sizes, mlir::Value isEmpty);
  void setBytes(Memory &memory, mlir::Value entries, mlir::Type type,
                cinterface::CStatus status);
  mlir::Value getAddress(const Memory &memory);
  mlir::Value beginsIn(const Memory &a, const Memory &b);
  void checkOverlaps();

  EntryBuilder &builder;
  const cinterface::CSignature &signature;
  mlir::ValueRange parameters;
  MemoryUse use;
  KnownSizes known;
  std::vector<OperandMemory> operands;
};

} // namespace spindle

#endif // SPINDLE_LIB_CONVERSION_EMITCENTRY_OPERANDCHECKS_H
