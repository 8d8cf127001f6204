//===- ShippedProgram.h - a program that ships, run both ways ---*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_PARALLEL_SHIPPEDPROGRAM_H
#define SPINDLE_UNITTESTS_PARALLEL_SHIPPEDPROGRAM_H

#include "Compiled.h"
#include "Spindle/Programs/Programs.h"
#include "Spindle/Runtime/Storage/Storage.h"

#include <map>
#include <string>

namespace spindle::execution {

/// What one run is called with, and what it writes.
struct TestOperands {
  /// The sparse operand, and its name.
  std::string sparseName;
  runtime::Storage sparse;
  /// The values of each operand; of the sparse one, those in `sparse`.
  std::map<std::string, runtime::Array> values;
  /// The extent of each dimension.
  std::map<std::string, int64_t> sizes;
};

/// A program that ships, of f32, compiled serially and for several threads. It
/// has one sparse operand; all that it takes is drawn at random.
class ShippedProgram {
public:
  /// `format` is that of the sparse operand, as in `#sparse.csr`; `change` is
  /// applied to the plain loops of the parallel code, and `schedule` before; to
  /// serial code only where that is `alsoSerial`.
  ShippedProgram(const std::string &name, const std::string &format,
                 llvm::function_ref<void(mlir::ModuleOp)> change = {},
                 std::shared_ptr<const Schedule> schedule = {},
                 bool alsoSerial = false);

  /// Operands on the entries of `tensor`, dense dimensions of their own of
  /// extent `columns`. The values of outputs are not yet written.
  TestOperands draw(const runtime::CooTensor &tensor, int64_t columns) const;

  /// What the serial code makes of `operands`.
  std::string runSerial(const TestOperands &operands) const;
  /// What the parallel code does, in this thread's number of threads.
  std::string runParallel(const TestOperands &operands) const;

private:
  std::string run(const Compiled &compiled, const TestOperands &operands) const;

  const programs::ProgramInfo &info;
  runtime::Format format;
  Compiled serial, parallel;
};

} // namespace spindle::execution

#endif // SPINDLE_UNITTESTS_PARALLEL_SHIPPEDPROGRAM_H
