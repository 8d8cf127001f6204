//===- Trial.h - programs that ship, on small operands ----------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_PROGRAMS_TRIAL_H
#define SPINDLE_UNITTESTS_PROGRAMS_TRIAL_H

#include "Spindle/Execution/Arguments.h"
#include "Spindle/Interpreter/Interpreter.h"
#include "Spindle/Programs/Programs.h"

#include <complex>
#include <map>
#include <string>
#include <vector>

namespace spindle::programs {

/// An element, whatever its type.
using Number = std::complex<double>;

/// An array of integers; of rank 1 unless it has a shape.
struct Integers {
  std::vector<int32_t> data;
  std::vector<int64_t> shape = {};
};

/// The arrays of the levels of a sparse operand, empty where a level has none,
/// and the bits that tell elements from padding, if its format keeps them.
struct Levels {
  std::vector<Integers> positions, coordinates, lengths = {};
  std::vector<char> bitmap = {};
};

/// The type that `text` names, in a context that all tests share.
mlir::Type parseTestType(llvm::StringRef text);
/// The format that `text` names, without its `#sparse.`.
sparse::FormatAttr parseTestFormat(llvm::StringRef text);

/// The texts of the types of elements in which `program` has a meaning.
std::vector<std::string> getMeantTypes(llvm::StringRef program);

/// A program built for one type of elements, and what it is run on. What it
/// writes is made by `run`.
class Trial {
public:
  Trial(llvm::StringRef program, llvm::StringRef element)
      : program(*lookUp(program)), element(parseTestType(element)) {}

  /// Gives the sparse operand `name`: the name of its format, its sizes, levels
  /// and values.
  Trial &sparse(const std::string &name, llvm::StringRef format,
                std::vector<int64_t> shape, Levels levels,
                const std::vector<Number> &values,
                std::vector<int64_t> valuesShape = {});
  /// Gives the dense operand `name`.
  Trial &dense(const std::string &name, std::vector<int64_t> shape,
               const std::vector<Number> &values);

  /// Runs the program by the interpreter and, lowered, on this machine. What it
  /// writes has held `kBefore`.
  void run();
  static constexpr double kBefore = 77;
  /// Checks what both runs wrote to `name`.
  void expect(const std::string &name, const std::vector<Number> &values,
              double tolerance = 0);

private:
  struct Operand {
    std::string name;
    mlir::Type element;
    std::vector<int64_t> shape, valuesShape;
    Levels levels;
    std::vector<char> bytes;
  };
  using Operands = std::vector<Operand>;

  void add(const std::string &name, std::vector<int64_t> shape,
           std::vector<int64_t> valuesShape, Levels levels,
           const std::vector<Number> &values);
  void addOutput(const ProgramArgument &argument);
  Operands getOperands();
  void interpret(mlir::ModuleOp module, Operands &operands);
  void execute(mlir::ModuleOp module, Operands &operands);

  const ProgramInfo &program;
  mlir::Type element;
  FormatMap formats;
  std::map<std::string, Operand> given;
  std::map<std::string, int64_t> sizes;
  /// What the runs left.
  Operands interpreted, executed;
};

} // namespace spindle::programs

#endif // SPINDLE_UNITTESTS_PROGRAMS_TRIAL_H
