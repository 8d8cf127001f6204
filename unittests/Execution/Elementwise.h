//===- Elementwise.h - functions of arrays, compiled and not ----*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_EXECUTION_ELEMENTWISE_H
#define SPINDLE_UNITTESTS_EXECUTION_ELEMENTWISE_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

#include <algorithm>
#include <string>
#include <vector>

namespace spindle::execution {

/// The processors that code is made for here: the oldest, one without small
/// floats but with conversions of f16, and this one.
std::vector<std::string> getProcessors();

/// A function of arrays of one length: `body` makes %r, of type `to`, of %a,
/// %b, ..., of the types `from`. A vector of n numbers takes n elements of an
/// array.
class Elementwise {
public:
  Elementwise(std::vector<std::string> from, std::string to,
              const std::string &body);

  /// The results for `operands` by code for `cpu`; fails the test where there
  /// is none.
  template <typename To, typename... From>
  std::vector<To> compute(const std::string &cpu,
                          const std::vector<From> &...operands) {
    std::vector<To> results(std::max({operands.size()...}));
    execute(cpu, {toBytes(operands)..., toBytes(results)}, results.size());
    return results;
  }
  /// The results by the interpreter.
  template <typename To, typename... From>
  std::vector<To> interpret(const std::vector<From> &...operands) {
    std::vector<To> results(std::max({operands.size()...}));
    interpret({toBytes(operands)..., toBytes(results)}, results.size());
    return results;
  }

private:
  template <typename T> static void *toBytes(const std::vector<T> &data) {
    return const_cast<T *>(data.data());
  }
  /// The last array is that of the results; `size` counts numbers.
  void execute(const std::string &cpu, const std::vector<void *> &arrays,
               int64_t size);
  void interpret(const std::vector<void *> &arrays, int64_t size);

  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::vector<std::string> types;
};

} // namespace spindle::execution

#endif // SPINDLE_UNITTESTS_EXECUTION_ELEMENTWISE_H
