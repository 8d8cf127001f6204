//===- FormatCase.h - a tensor, a format and a program ----------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A case is drawn by its seed alone: a format, of levels or composite, which
// keeps the rules or breaks them, a tensor that few blocks divide, and a
// program that ships. What is refused is refused with a reason and a cell; the
// rest is stored and taken out again, and the program gives the numbers that
// follow from the elements one by one.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_FORMATFUZZ_FORMATCASE_H
#define SPINDLE_UNITTESTS_FORMATFUZZ_FORMATCASE_H

#include "ProgramRun.h"

namespace spindle::formatfuzz {

/// A case that is drawn.
struct FormatCase {
  /// The format, as an attribute.
  std::string format;
  runtime::CooTensor tensor;
  /// The program, and the extents of dimensions that dense operands alone have.
  /// Their numbers are drawn from `denseSeed`.
  const programs::ProgramInfo *program = nullptr;
  int64_t columns = 0;
  uint64_t denseSeed = 0;
  CompileChoices choices;
};

/// The case of `seed`.
FormatCase drawCase(mlir::MLIRContext &context, uint64_t seed);

/// The case as text.
std::string printCase(const FormatCase &drawn);

/// Whether no coordinate can stand for padding in a level, a difference that
/// has a cell for each fibre, of a tensor of `shape` without rows or columns:
/// the interpreter and check mode report it.
bool lacksCoordinates(const ReadFormat &format,
                      const std::vector<int64_t> &shape);

/// How far cases came.
struct Counts {
  int64_t cases = 0, badFormats = 0, composites = 0, refused = 0, stored = 0,
          programs = 0, badPrograms = 0, compiled = 0;

  void add(const Counts &other);
};

/// Runs a case, by the interpreter and, if `compile`, as code. Says what is
/// wrong, if anything.
std::string runCase(mlir::MLIRContext &context, const FormatCase &drawn,
                    bool compile, Counts &counts);

} // namespace spindle::formatfuzz

#endif // SPINDLE_UNITTESTS_FORMATFUZZ_FORMATCASE_H
