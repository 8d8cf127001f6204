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
#include "llvm/ADT/DenseSet.h"
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
    /// nests inside is counted, not run; its results are its initial values.
    Count
  };

  Translator(const OpTable &table, Purpose purpose)
      : table(table), purpose(purpose) {}

  /// The cell of `value`.
  Slot slotOf(mlir::Value value) { return numberOf(value, slots); }
  llvm::SmallVector<Slot> slotsOf(mlir::ValueRange values);
  /// The cell of `value`; none where it is null.
  std::optional<Slot> slotOfAny(mlir::Value value) {
    return value ? std::optional<Slot>(slotOf(value)) : std::nullopt;
  }
  /// The number of an axis or a buffer among those of the machine.
  unsigned axisOf(mlir::Value axis) { return numberOf(axis, axes); }
  unsigned bufferOf(mlir::Value buffer) { return numberOf(buffer, buffers); }

  /// Translates the operations of `block` but its terminator into `code`; false
  /// after an error.
  bool translate(mlir::Block &block, Code &code);
  /// As above; the terminator's operands from number `first` on go to the cells
  /// `to`.
  bool translateBlock(mlir::Block &block, llvm::ArrayRef<Slot> to, Code &code,
                      unsigned first = 0);
  /// A step that sets the cells of `to` to those of `values`; none where there
  /// are no values.
  Code copyInto(mlir::ValueRange values, mlir::ValueRange to);
  /// Has `step` run after `op`, which is translated later in the same block.
  void addAfter(mlir::Operation *op, Step step) {
    after[op].push_back(std::move(step));
  }
  /// A step that sets the cells `to` to the cells of `values`, at once.
  Step makeCopy(mlir::ValueRange values, llvm::ArrayRef<Slot> to);
  /// Marks `function` as being translated; false where it already is, and so
  /// calls itself.
  bool enter(mlir::Operation *function) { return open.insert(function).second; }
  void leave(mlir::Operation *function) { open.erase(function); }
  /// Records that `op` cannot be translated; returns a null step.
  Step refuse(mlir::Operation &op, const llvm::Twine &message);

  /// Whether `op` is a nest, or runs bodies as one, or may call what does.
  static bool runsBodies(mlir::Operation *op);

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
  /// Whether `op` does the same to each element of tensors.
  static bool isElementwise(mlir::Operation &op);
  Step translateElementwise(mlir::Operation &op);
  /// Appends the steps that were to run after `op`.
  void appendAfter(mlir::Operation &op, Code &code);

  const OpTable &table;
  Purpose purpose;
  Numbers slots, axes, buffers;
  llvm::DenseMap<mlir::Operation *, std::vector<Step>> after;
  llvm::DenseSet<mlir::Operation *> open;
  /// Operations on numbers, which stand for those on elements.
  std::vector<std::unique_ptr<mlir::Block>> blocks;
  std::string error;
};

} // namespace spindle::interpreter

#endif // SPINDLE_LIB_INTERPRETER_TRANSLATOR_H
