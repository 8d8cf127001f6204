//===- Translator.h - from operations to steps ------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_INTERPRETER_TRANSLATOR_H
#define SPINDLE_LIB_INTERPRETER_TRANSLATOR_H

#include "Machine.h"

#include "mlir/IR/Block.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/ValueRange.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"

namespace spindle::interpreter {

class Translator;

/// Translates one operation; a null step where its types are not known, or
/// after `Translator::refuse`.
using Handler = std::function<Step(Translator &, mlir::Operation &)>;

/// What translates each operation, by the operation's name.
using OpTable = llvm::StringMap<Handler>;

/// Turns the operations of a function into steps and numbers its values.
class Translator {
public:
  /// What the steps are for.
  enum class Purpose {
    /// To do what the program says.
    Run,
    /// To count the runs of bodies: nothing is written, and a nest without
    /// nests inside is counted, not run.
    Count
  };

  Translator(const OpTable &table, Purpose purpose)
      : table(table), purpose(purpose) {}

  /// The cell of `value`.
  Slot slotOf(mlir::Value value) { return numberOf(value, slots); }
  llvm::SmallVector<Slot> slotsOf(mlir::ValueRange values);
  /// The number of an axis or a buffer among those of the machine.
  unsigned axisOf(mlir::Value axis) { return numberOf(axis, axes); }
  unsigned bufferOf(mlir::Value buffer) { return numberOf(buffer, buffers); }

  /// Translates the operations of `block` but its terminator into `code`; false
  /// after an error.
  bool translate(mlir::Block &block, Code &code);
  /// A step that sets the cells `to` to the cells of `values`, at once.
  Step makeCopy(mlir::ValueRange values, llvm::ArrayRef<Slot> to);
  /// Records that `op` cannot be translated; returns a null step.
  Step refuse(mlir::Operation &op, const llvm::Twine &message);

  bool isCounting() const { return purpose == Purpose::Count; }
  llvm::StringRef getError() const { return error; }
  /// Gives `machine` room for all cells, axes and buffers.
  void makeRoom(Machine &machine) const;

private:
  using Numbers = llvm::DenseMap<mlir::Value, unsigned>;
  static unsigned numberOf(mlir::Value value, Numbers &numbers) {
    return numbers.try_emplace(value, numbers.size()).first->second;
  }
  Step translate(mlir::Operation &op);

  const OpTable &table;
  Purpose purpose;
  Numbers slots, axes, buffers;
  std::string error;
};

} // namespace spindle::interpreter

#endif // SPINDLE_LIB_INTERPRETER_TRANSLATOR_H
