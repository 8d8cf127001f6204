//===- ElementFinder.h - from places to memory ------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_INTERPRETER_ELEMENTFINDER_H
#define SPINDLE_LIB_INTERPRETER_ELEMENTFINDER_H

#include "Translator.h"

#include "Spindle/Dialect/Sparse/IR/Layout.h"
#include "Spindle/Dialect/Sparse/IR/Sparse.h"

namespace spindle::interpreter {

/// A buffer's axes and storage, with the machine's numbers.
struct BufferPlan {
  BufferPlan(Translator &translator, mlir::Value buffer);

  unsigned buffer;
  /// The axes of the list, parents first.
  llvm::SmallVector<unsigned, 4> axes;
  /// For each of them, the index of its parent in the list; -1 for a root.
  llvm::SmallVector<int64_t, 4> parents;
  /// For each storage dimension, the index in the list of its axis.
  llvm::SmallVector<int64_t, 4> dims;
};

/// What became of a search for an element.
enum class Outcome { Found, Missing, Failed };

/// Finds the element that an access names.
class ElementFinder {
public:
  /// An access of `op` to `buffer`.
  ElementFinder(Translator &translator, mlir::Operation &op, mlir::Value buffer,
                mlir::ValueRange places, sparse::AccessForm form);

  /// Finds the storage indices of the element and its number in row-major order
  /// of the buffer's memory. An element that no fibre has is missing; what was
  /// named by a site or position must exist.
  Outcome find(Machine &machine, int64_t &element) const;
  /// The element's number in another buffer on the same axes.
  Outcome findIn(Machine &machine, unsigned buffer, int64_t &element) const;

  mlir::Operation *getOp() const { return op; }
  unsigned getBuffer() const { return plan.buffer; }

private:
  enum class Naming { Coordinates, Sites, Positions };
  using Indices = llvm::SmallVector<int64_t, 8>;

  Outcome findIndices(Machine &machine, Indices &indices) const;
  Outcome lookUp(Machine &machine, Indices &indices) const;
  Outcome fail(Machine &machine, const llvm::Twine &message) const {
    machine.fail(op, message);
    return Outcome::Failed;
  }

  mlir::Operation *op;
  BufferPlan plan;
  llvm::SmallVector<Slot, 4> places;
  Naming naming;
};

} // namespace spindle::interpreter

#endif // SPINDLE_LIB_INTERPRETER_ELEMENTFINDER_H
