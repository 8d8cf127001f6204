//===- Machine.h - the state of a running function --------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function is translated once: each SSA value gets a cell, each operation
// becomes a step that reads and writes cells. Axes and buffers, which never
// pass through branches, are numbered apart.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_INTERPRETER_MACHINE_H
#define SPINDLE_LIB_INTERPRETER_MACHINE_H

#include "Cell.h"
#include "Grid.h"
#include "Snapshots.h"
#include "Spindle/Interpreter/Interpreter.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/FunctionExtras.h"

#include <deque>
#include <memory>
#include <string>
#include <vector>

namespace spindle::interpreter {

/// Row-major memory that a memref names, or that a builtin tensor is.
struct View {
  char *data = nullptr;
  llvm::SmallVector<int64_t, 4> shape;
  /// Of a builtin tensor whose elements are all the one at `data`.
  bool isSplat = false;
  /// The memory where the function allocated it.
  std::unique_ptr<char[]> owned;
  /// True once it is deallocated; the memory stays until the function ends, so
  /// that a later use can be reported.
  bool freed = false;
  /// Of memory that starts undefined, which elements have been written; empty
  /// of other memory.
  std::vector<bool> written;
};

/// A buffer that the running function has made.
struct BufferState {
  /// Its memory; none of a splat, whose elements are all `value`.
  View *view = nullptr;
  Cell value;
  /// The axes of its list.
  Grid grid;
  bool mayLackCells = false;
};

/// A tensor: an argument, or one with the structure of an argument and values
/// of its own.
struct TensorState {
  /// The argument whose sizes it has; its levels may be those of another one.
  /// Of a tensor that was made, itself.
  const Tensor *argument = nullptr;
  /// Its values, without a grid.
  BufferState values;
  /// The tensor where the function made it; null of others.
  OwnedTensor *owned = nullptr;
  /// Of a tensor in a composite format, which has no values of its own.
  llvm::SmallVector<TensorState *, 0> parts = {};
};

/// Everything that steps read and write.
struct Machine {
  Machine(llvm::ArrayRef<Argument> arguments, const Options &options)
      : arguments(arguments), options(options) {}

  Cell &operator[](Slot slot) { return cells[slot]; }

  /// Records that `op` failed, as "location: 'op': message"; returns false.
  bool fail(mlir::Operation *op, const llvm::Twine &message);

  /// Counts a run of the body of a nest.
  void countBodyRun() { countBodyRuns(1); }

  /// Counts `count` runs that took place.
  void countBodyRuns(int64_t count) {
    constexpr int64_t kReportEvery = int64_t(1) << 20;
    int64_t before = bodyRuns;
    bodyRuns += count;
    if (before / kReportEvery != bodyRuns / kReportEvery && options.progress)
      options.progress(bodyRuns);
  }

  /// Counts `count` runs of the body of `op`, none of which takes place. False
  /// where they are too many.
  bool addBodyRuns(mlir::Operation *op, int64_t count);

  /// Counts a turn of a loop, or a run of a body, of `op`. False where the run
  /// is to stop, which is asked now and then; the machine records the error.
  bool takeTurn(mlir::Operation *op) {
    constexpr int64_t kAskEvery = int64_t(1) << 12;
    return ++turns % kAskEvery != 0 || mayGoOn(op);
  }

  llvm::ArrayRef<Argument> arguments;
  const Options &options;
  std::vector<Cell> cells;
  std::vector<AxisRef> axes;
  std::vector<BufferState> buffers;
  /// Memory of arguments and allocations, and tensors; addresses stay.
  std::deque<View> views;
  std::deque<TensorState> tensors;
  std::deque<OwnedTensor> made;
  /// What the axes that an operation made last were made from.
  llvm::DenseMap<mlir::Operation *, std::vector<Snapshot>> snapshots;
  int64_t bodyRuns = 0;
  /// How often each body runs, where that is asked for and runs are counted
  /// alone; else null.
  BodyRuns *bodyRunsOf = nullptr;
  std::string error;

private:
  /// Asks whether to go on.
  bool mayGoOn(mlir::Operation *op);

  int64_t turns = 0;
};

/// One operation, translated. False where it failed, which the machine records.
using Step = llvm::unique_function<bool(Machine &) const>;

/// The operations of a block, in order.
struct Code {
  bool run(Machine &machine) const {
    for (const Step &step : steps)
      if (!step(machine))
        return false;
    return true;
  }

  std::vector<Step> steps;
};

/// What an error says of `op` before its message: "location: 'op': ".
std::string describe(mlir::Operation *op);

} // namespace spindle::interpreter

#endif // SPINDLE_LIB_INTERPRETER_MACHINE_H
