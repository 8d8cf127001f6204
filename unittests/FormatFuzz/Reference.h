//===- Reference.h - what programs come to, element by element --*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_FORMATFUZZ_REFERENCE_H
#define SPINDLE_UNITTESTS_FORMATFUZZ_REFERENCE_H

#include "RandomTensor.h"
#include "Spindle/Programs/Programs.h"

#include <string>

namespace spindle::formatfuzz {

/// A program and what it is run on.
struct Problem {
  const programs::ProgramInfo *program = nullptr;
  runtime::DType dtype = runtime::DType::F32;
  /// The elements of the sparse operand, as they are stored.
  ElementMap elements;
  /// The extents of all dimensions.
  std::map<std::string, int64_t> sizes;
  /// The values of dense operands that are read, row-major.
  std::map<std::string, std::vector<Number>> dense;

  /// The sparse argument.
  const programs::ProgramArgument &getSparse() const;
  /// The shape of `argument`.
  std::vector<int64_t>
  getShape(const programs::ProgramArgument &argument) const;
};

/// What an output is to be.
struct Result {
  /// A number for each cell, row-major; of an output that has the structure of
  /// the sparse operand, for each of its elements in row-major order.
  std::vector<Number> numbers;
  /// How far off it may be, of each number times its magnitude and 1.
  double tolerance = 0;
};

/// The dense operands of the program of `problem`, whose sizes are known.
void drawDense(Random &random, Problem &problem);

/// What the outputs of a program are to be, by their names.
std::map<std::string, Result> refer(const Problem &problem);

/// The runtime's type of `argument`, of a program for elements of `dtype`.
runtime::DType getArgumentType(const programs::ProgramArgument &argument,
                               runtime::DType dtype);

} // namespace spindle::formatfuzz

#endif // SPINDLE_UNITTESTS_FORMATFUZZ_REFERENCE_H
