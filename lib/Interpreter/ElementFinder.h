//===- ElementFinder.h - from indices to memory -----------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_INTERPRETER_ELEMENTFINDER_H
#define SPINDLE_LIB_INTERPRETER_ELEMENTFINDER_H

#include "Element.h"
#include "Translator.h"

#include "Spindle/Dialect/Sparse/IR/Sparse.h"

namespace spindle::interpreter {

/// What an access does to an element.
enum class Use { Read, Write };

/// What became of a search for an element.
enum class Outcome { Found, Missing, Failed };

/// Finds the element that an access names.
class ElementFinder {
public:
  /// An access of `op` to `buffer`, which does not ask for the coordinates with
  /// the numbers `any`.
  ElementFinder(Translator &translator, mlir::Operation &op, mlir::Value buffer,
                mlir::ValueRange places, sparse::AccessForm form,
                llvm::ArrayRef<int64_t> any = {});

  /// Finds the element's number in row-major order of the memory of the buffer
  /// (0 of a splat). An element that no fibre has is missing, which fails where
  /// it is written; of what is named by a site or position, a cell is read that
  /// does not exist as its memory is.
  Outcome find(Machine &machine, Use use, int64_t &element) const {
    return findIn(machine, buffer, use, element);
  }
  /// The element's number in another buffer on the same axes.
  Outcome findIn(Machine &machine, unsigned buffer, Use use,
                 int64_t &element) const;

  mlir::Operation *getOp() const { return op; }
  unsigned getBuffer() const { return buffer; }

private:
  enum class Naming { Coordinates, Sites, Positions };

  std::optional<Positions> getCoordinates(Machine &machine,
                                          const BufferState &state,
                                          llvm::ArrayRef<int64_t> given) const;
  Outcome findByCoordinates(Machine &machine, const BufferState &state, Use use,
                            Positions &indices) const;
  Outcome findByPlaces(Machine &machine, const BufferState &state, Use use,
                       Positions &indices) const;
  Outcome failMissing(Machine &machine, llvm::ArrayRef<int64_t> where) const;

  mlir::Operation *op;
  unsigned buffer;
  llvm::SmallVector<Slot, 4> places;
  llvm::SmallVector<int64_t, 2> any;
  Naming naming;
  /// The buffer's name, where it has one.
  std::string name;
};

/// Finds the row-major number of the element of `buffer` at storage `indices`
/// (0 of a splat); false outside of its memory.
bool findElement(Machine &machine, mlir::Operation *op,
                 const BufferState &buffer, llvm::ArrayRef<int64_t> indices,
                 int64_t &element);

/// Reads an element, found by `op`, into `cell`; false where it was never
/// written.
bool readElement(Machine &machine, mlir::Operation *op,
                 const BufferState &buffer, int64_t element,
                 const Element &type, Cell &cell);

/// Writes an element of a buffer that is no splat.
void writeElement(const BufferState &buffer, int64_t element,
                  const Element &type, Cell cell);

/// Fails after a walk by `op` over a grid that ended early, unless something
/// has already failed.
bool failWalk(Machine &machine, mlir::Operation *op);

} // namespace spindle::interpreter

#endif // SPINDLE_LIB_INTERPRETER_ELEMENTFINDER_H
