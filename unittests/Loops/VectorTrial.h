//===- VectorTrial.h - loops run with and without vectors -------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_LOOPS_VECTORTRIAL_H
#define SPINDLE_UNITTESTS_LOOPS_VECTORTRIAL_H

#include "GuardedArray.h"
#include "Spindle/Execution/Kernel.h"
#include "Spindle/Transforms/Loops/Vectorize.h"

#include <deque>

namespace spindle::loops {

/// `text` with the word `$name` replaced, for all pairs of names and values.
std::string
fill(std::string text,
     llvm::ArrayRef<std::pair<llvm::StringRef, llvm::StringRef>> values);

/// A function @f on plain memory, compiled.
class CompiledLoops {
public:
  /// Vectorizes the loops of `text` that have the attribute `vectorized` by
  /// `options`, if these are given.
  CompiledLoops(llvm::StringRef text, const VectorizeOptions *options);

  void run(llvm::ArrayRef<execution::OperandView> operands) const;

private:
  std::optional<execution::Kernel> kernel;
  mlir::ArrayAttr signature;
};

/// The arguments of @f, which are all memory.
struct LoopArguments {
  std::deque<GuardedArray> arrays;

  /// Adds an array, whose elements `draw` gives by their numbers.
  void add(llvm::StringRef type, llvm::ArrayRef<int64_t> shape,
           llvm::function_ref<double(int64_t)> draw);
  std::string run(const CompiledLoops &loops) const;
};

/// The structure of a matrix in CSR: 9 rows of 0 to 8 elements and one of all
/// columns, of which there are 20.
void addMatrix(LoopArguments &arguments);
inline constexpr int64_t kRows = 10, kColumns = 20, kElements = 56;

/// Numbers without a pattern: integers of -8 to 8, and reals.
double drawInteger(int64_t index);
double drawReal(int64_t index);

} // namespace spindle::loops

#endif // SPINDLE_UNITTESTS_LOOPS_VECTORTRIAL_H
