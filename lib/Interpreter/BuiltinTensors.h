//===- BuiltinTensors.h - values of builtin tensors -------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_INTERPRETER_BUILTINTENSORS_H
#define SPINDLE_LIB_INTERPRETER_BUILTINTENSORS_H

#include "Element.h"
#include "Translator.h"

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace spindle::interpreter {

// The cell of a builtin tensor names a view. A tensor is a value: what a view
// holds is not changed after the operation that made it, so that two tensors
// may share memory. A view whose elements are all equal has memory for one.

/// Makes a tensor of `shape` whose elements are to be written; null after an
/// error at `op`.
View *makeTensor(Machine &machine, mlir::Operation *op,
                 llvm::ArrayRef<int64_t> shape, const Element &element);

/// Makes a tensor of `shape` all of whose elements are `value`.
View *makeSplat(Machine &machine, llvm::ArrayRef<int64_t> shape,
                const Element &element, Cell value);

/// Makes a tensor of `shape` with the memory of `view`.
View *shareTensor(Machine &machine, const View &view,
                  llvm::ArrayRef<int64_t> shape);

/// The number of elements of a tensor of `shape`.
int64_t countTensorElements(llvm::ArrayRef<int64_t> shape);

/// Copies the elements of `from` to `to`, which has as many.
void copyElements(const View &from, View &to, const Element &element);

/// Reads element `number` of `view`, in row-major order, into `cell`.
inline void readElement(const View &view, int64_t number,
                        const Element &element, Cell &cell) {
  element.load(view.data, view.isSplat ? 0 : number, cell);
}

/// Calls `visit` with the coordinates in `shape`, in row-major order; false
/// where a call was.
bool visitCoordinates(
    llvm::ArrayRef<int64_t> shape,
    llvm::function_ref<bool(llvm::ArrayRef<int64_t> coordinates)> visit);

/// The row-major number of the element at `coordinates` in `shape`.
int64_t numberElement(llvm::ArrayRef<int64_t> coordinates,
                      llvm::ArrayRef<int64_t> shape);

/// Gives `made` a copy of `view`, whose elements are of `type`. False after an
/// error at `op`.
bool copyOut(Machine &machine, mlir::Operation *op, const View &view,
             mlir::Type type, OwnedTensor &made);

} // namespace spindle::interpreter

#endif // SPINDLE_LIB_INTERPRETER_BUILTINTENSORS_H
