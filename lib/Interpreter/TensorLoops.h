//===- TensorLoops.h - loops over elements of builtin tensors ---*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_INTERPRETER_TENSORLOOPS_H
#define SPINDLE_LIB_INTERPRETER_TENSORLOOPS_H

#include "BuiltinTensors.h"
#include "ProductRuns.h"

#include "mlir/IR/AffineMap.h"

namespace spindle::interpreter {

/// A tensor that loops read or write, at the coordinates that `map` gives of
/// those of the loops.
struct LoopTensor {
  /// The cell of the tensor; of an output, that of what it starts from.
  Slot tensor = 0;
  /// The cell of the body's argument that holds an element; none where the body
  /// reads none.
  std::optional<Slot> arg;
  Element element;
  mlir::AffineMap map;
};

/// A result of loops.
struct LoopResult {
  LoopTensor output;
  /// The cells of the result and of what the body gives for an element.
  Slot result = 0, yielded = 0;
  llvm::SmallVector<int64_t, 6> shape;
};

/// A body that runs for all coordinates, the last loop fastest, and writes an
/// element of each result: what an operation of linalg means.
struct TensorLoops {
  /// Runs the loops. False after an error.
  bool run(Machine &machine) const;
  /// Counts the runs of the body; results then hold zeros.
  bool count(Machine &machine) const;

  mlir::Operation *op = nullptr;
  llvm::SmallVector<int64_t, 6> sizes;
  std::vector<LoopTensor> inputs;
  std::vector<LoopResult> results;
  /// The loops whose coordinates the body asks for, and the cells for them.
  llvm::SmallVector<std::pair<unsigned, Slot>, 2> indices;
  /// Code that runs once, for numbers that are the same for all elements.
  Code before;
  Code body;
  /// Does what the body does for all of the innermost loop; null for none.
  ProductRun product = nullptr;
};

} // namespace spindle::interpreter

#endif // SPINDLE_LIB_INTERPRETER_TENSORLOOPS_H
