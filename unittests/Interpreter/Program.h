//===- Program.h - programs from text, and their memory ---------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_INTERPRETER_PROGRAM_H
#define SPINDLE_UNITTESTS_INTERPRETER_PROGRAM_H

#include "Spindle/Interpreter/Interpreter.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"

#include <limits>
#include <string>
#include <vector>

namespace spindle::interpreter {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

/// `text` with each `what` in it, which `with` does not have, replaced.
inline std::string replaceAll(std::string text, const std::string &what,
                              const std::string &with) {
  for (size_t at; (at = text.find(what)) != std::string::npos;)
    text.replace(at, what.size(), with);
  return text;
}

/// A function parsed from text, `func.func @f(..)`.
class Program {
public:
  /// Fails the test where the text is no program.
  explicit Program(const std::string &text);

  /// Runs the function; gives the error, empty where there is none. What it
  /// returns goes to `results`, unless that is null.
  std::string run(llvm::ArrayRef<Argument> arguments,
                  std::vector<OwnedTensor> *results = nullptr);
  /// How often bodies would run, or the error.
  std::string count(llvm::ArrayRef<Argument> arguments);
  /// The type that `text` names.
  mlir::Type type(llvm::StringRef text);
  /// The memory of `data`, a vector of elements of the type that `element`
  /// names; of rank 1 unless a shape is given.
  template <typename T>
  Memory memory(std::vector<T> &data, llvm::StringRef element,
                llvm::ArrayRef<int64_t> shape = {}) {
    Memory memory{data.data(), type(element), {}};
    if (shape.empty())
      memory.shape.push_back(data.size());
    else
      memory.shape.assign(shape.begin(), shape.end());
    return memory;
  }
  mlir::func::FuncOp getFunction() { return function; }

private:
  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  mlir::func::FuncOp function;
};

} // namespace spindle::interpreter

#endif // SPINDLE_UNITTESTS_INTERPRETER_PROGRAM_H
