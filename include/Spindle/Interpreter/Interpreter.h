//===- Interpreter.h - what a program means ---------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The interpreter fixes what a program means: it is the oracle that every
// transformation and lowering is compared with. It runs nests serially in
// listed order, walks coordinates, and reads the axes' memory itself. What the
// dialects call undefined it reports.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_INTERPRETER_INTERPRETER_H
#define SPINDLE_INTERPRETER_INTERPRETER_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Types.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"

#include <complex>
#include <functional>
#include <memory>
#include <variant>
#include <vector>

namespace spindle::interpreter {

/// Row-major memory of the caller; an i1 is a byte, an index 8 bytes, and two
/// i4 are a byte, the first its low half. `data`
/// may be null where a size is 0.
struct Memory {
  void *data = nullptr;
  mlir::Type elementType;
  llvm::SmallVector<int64_t> shape;
};

/// A tensor: the sizes of its dimensions, the arrays of its levels (one entry
/// per level, with null data where the level keeps none), and its values in the
/// storage shape. Lengths have the storage shape of values on the level's
/// parent, coordinates of a `fixed` level that of values on the level, and
/// those of a `singleton` that of values on its parents; other arrays have one
/// dimension. The bitmap, where the format keeps one, has the shape of the
/// values. An argument that shares the structure of another one
/// (`sparse.structure_of`) has the sizes of that; its arrays are not looked at.
/// A tensor in a composite format has its sizes and its parts alone, tensors of
/// the same sizes.
struct Tensor {
  llvm::SmallVector<int64_t> shape;
  llvm::SmallVector<Memory> positions, coordinates;
  Memory values;
  llvm::SmallVector<Memory> lengths = {};
  Memory bitmap = {};
  std::vector<Tensor> parts = {};
};

/// A tensor that a function returns, and the memory that it lies in.
struct OwnedTensor {
  OwnedTensor() = default;
  OwnedTensor(OwnedTensor &&) = default;
  OwnedTensor &operator=(OwnedTensor &&) = default;

  Tensor tensor;
  std::vector<std::unique_ptr<char[]>> memory;
};

/// An argument of a function: a memref, a tensor, an integer or index, a float,
/// a complex number. It is no `execution::OperandView`, since the interpreter
/// shares no code with what is compared with it.
using Argument =
    std::variant<Memory, Tensor, int64_t, double, std::complex<double>>;

/// How often the body of each nest and generic operation runs.
using BodyRuns = llvm::DenseMap<mlir::Operation *, int64_t>;

/// How to run a function.
struct Options {
  /// Told now and then, and at the end, how many bodies of nests and of generic
  /// operations have run.
  std::function<void(int64_t done)> progress;
  /// Where not null, gets the tensors that the function returns.
  std::vector<OwnedTensor> *results = nullptr;
  /// Asked every few thousand turns of loops and runs of bodies: a true that it
  /// gives ends the run with an error. Null where nothing does.
  std::function<bool()> isCancelled = {};
};

/// Runs `function`, which returns nothing or tensors that it converts, on
/// `arguments`, whose memory it reads and writes. An error names the operation,
/// its location and what was expected: an operation or a type that is not
/// known, an argument that does not fit, an access outside memory, a position
/// or coordinate out of range, a missing element stored to, an element of the
/// function's own memory read before it is written, elements that the format of
/// a conversion cannot hold, structure that breaks what its axis claims, or
/// that is written or freed while the axis is in use.
llvm::Error run(mlir::func::FuncOp function, llvm::ArrayRef<Argument> arguments,
                const Options &options = {});

/// How often the bodies of the nests and generic operations of `function` would
/// run, found from the axes without running the bodies or writing to memory:
/// what depends on values that the function computes is taken as it is before.
/// Where `each` is not null it gets the runs of each of them, those in
/// functions that it calls included.
llvm::Expected<int64_t> countBodyRuns(mlir::func::FuncOp function,
                                      llvm::ArrayRef<Argument> arguments,
                                      const Options &options = {},
                                      BodyRuns *each = nullptr);

} // namespace spindle::interpreter

#endif // SPINDLE_INTERPRETER_INTERPRETER_H
