//===- Operand.h - an operand in memory -------------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_SESSION_OPERAND_H
#define SPINDLE_SESSION_OPERAND_H

#include "Spindle/Execution/Arguments.h"
#include "Spindle/Interpreter/Interpreter.h"
#include "Spindle/Runtime/Storage/Storage.h"
#include "Spindle/Session/Binding.h"
#include "Spindle/Session/Sizes.h"

namespace spindle::session {

/// An operand in memory, ready to be handed to the program.
struct Operand {
  const OperandSpec *spec = nullptr;
  /// The size of each dimension.
  std::vector<int64_t> shape;
  /// The threads that it is stored with; 0 for as many as there are processors.
  int64_t threads = 1;
  /// The structure of a Sparse operand, its own or the one it shares; its
  /// values are `values`.
  runtime::Storage storage;
  /// The structures of the parts of one in a composite format, which has no
  /// other; `values` has those of one part after the other.
  std::vector<runtime::Storage> parts;
  /// Which values are those of elements, i1 in the shape of `values`; empty
  /// where all are. What is padding stays 0.
  runtime::Array elements;
  /// The values, in the shape of their storage.
  runtime::Array values;
  /// The number of a Scalar operand, by its type; a float is the real part.
  int64_t integer = 0;
  std::complex<double> number = 0;

  /// The number of values that are those of elements.
  int64_t countElements() const;
  /// The bytes of the values, padding too.
  int64_t countValueBytes() const { return int64_t(values.byteSize()); }
  /// The bytes of the arrays of the structure, its own or the one it shares.
  int64_t countStructureBytes() const;
};

/// How long it took to get the operands.
struct LoadTimes {
  /// Reading files and drawing random numbers, in seconds.
  double read = 0;
  /// Making the formats out of that, in seconds.
  double convert = 0;
};

/// Whether the last of `operands` is a tensor that the program returns.
bool returnsTensors(llvm::ArrayRef<Operand> operands);

/// Sets `operand`, a tensor that the program returns. Errors: those of the
/// runtime.
std::optional<runtime::Error> setResult(Operand &operand,
                                        runtime::Storage storage);

/// Operands that a caller has in memory, by their names.
struct LentOperands {
  /// Those that are used as they lie.
  llvm::StringMap<Operand> operands;
  /// The elements of those that are stored in the operand's format.
  llvm::StringMap<runtime::CooTensor> elements;
  /// Weights that operands have parts of.
  llvm::StringMap<runtime::Array> wholes;

  bool contains(llvm::StringRef name) const {
    return operands.contains(name) || elements.contains(name);
  }
};

/// Lends the operands of `program` that have parts of weights, of what
/// `options` bind weights to, which leave them. Errors: those of `loadOperands`
/// and of `divideArray`.
llvm::Error lendParts(const Program &program, Options &options,
                      LentOperands &lent);

/// Loads what `bindings` name, or takes it from `lent`, finds the sizes, and
/// makes the operands. What is only written holds `poison`. Errors: bad files,
/// sizes that are missing or contradict one another, numbers that do not fit,
/// memory that cannot be had.
llvm::Expected<std::vector<Operand>>
loadOperands(llvm::ArrayRef<Binding> bindings, const Options &options,
             LoadTimes &times, const LentOperands &lent = {});

/// What memory that nothing was written to holds: of floats a NaN of its own,
/// of integers a pattern.
enum class Poison : uint8_t {
  /// In the kernel's memory.
  Kernel,
  /// In the interpreter's, and in that of another run of the kernel: other
  /// numbers (no NaN), so that a comparison shows what was not written.
  Interpreter
};

/// Fills the elements of `operand` with `poison`.
void fillPoison(Operand &operand, Poison poison);

/// Sets the values of `operand` that are padding to 0.
void clearPadding(Operand &operand);

/// How many elements of `array` hold Poison::Kernel and, unless it is null,
/// Poison::Interpreter in `other`, which has the same type and shape.
int64_t countPoison(const runtime::Array &array,
                    const runtime::Array *other = nullptr);

/// Copies of `operands` whose written values have memory of their own. Error:
/// memory that cannot be had.
llvm::Expected<std::vector<Operand>>
cloneWritten(llvm::ArrayRef<Operand> operands);

/// `cloneWritten`, where what is only written holds Poison::Interpreter.
llvm::Expected<std::vector<Operand>>
clonePoisoned(llvm::ArrayRef<Operand> operands);

/// The operands as the compiled function's arguments are made from.
std::vector<execution::OperandView> getViews(llvm::ArrayRef<Operand> operands);

/// The operands as the interpreter takes them to run `function`: their pieces,
/// where its tensors are expanded.
std::vector<interpreter::Argument>
getArguments(mlir::func::FuncOp function, llvm::ArrayRef<Operand> operands);

/// Element `i` of an array of integers.
int64_t getIndex(const runtime::Array &array, int64_t i);

/// Has the values of `operand` lie as compiled code reads them: bytes of one of
/// I4 become halves of bytes. Errors: numbers of more than 4 bits, memory that
/// cannot be had.
std::optional<runtime::Error> packValues(Operand &operand);

/// The storage of a tensor operand: its structure, of its shape, with its
/// values as they lie. Shares the memory.
runtime::Storage getStorage(const Operand &operand);

/// The elements of a Sparse operand in row-major order. Errors: those of the
/// runtime.
runtime::Expected<runtime::CooTensor> getEntries(const Operand &operand);

/// Writes the values of `operand` to `path`; tells `step` how far it is, of
/// some kinds of files. Error: a failure of the system.
llvm::Error writeOperand(const Operand &operand, const std::string &path,
                         Step &step);

} // namespace spindle::session

#endif // SPINDLE_SESSION_OPERAND_H
