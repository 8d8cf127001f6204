//===- TensorProgram.h - random operations on tensors -----------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_DIFFERENTIAL_TENSORPROGRAM_H
#define SPINDLE_UNITTESTS_DIFFERENTIAL_TENSORPROGRAM_H

#include "Case.h"
#include "Random.h"

#include <map>
#include <optional>

namespace spindle::differential {

/// A program of stage 0: one to four `sparse.generic` on dense tensors, tensors
/// in CSR, DCSR and COO, others on their structure, some made by
/// `sparse.with_values`, and some whose rows are sorted, which are looked up.
/// Where numbers are i64, what it computes is found here too, from the meaning
/// of the operation and without its text.
Case generateTensorProgram(Random &random);

/// A tensor of such a program.
struct ProgramTensor {
  std::string name, type, attributes;
  /// Its dimensions, as in "ij".
  std::string dims;
  /// The beginning of a sparse one's format, as in "csr<".
  std::string format;
  /// The tensor whose structure it has; -1 for a dense one.
  int64_t owner = -1;
  /// Whether it may be walked: its elements are in the order of `places`.
  bool mayDrive = true;
  /// Whether it is an argument, and not made in the function.
  bool isArgument = true;
  /// Where the value of the element at some coordinates lies, and in the order
  /// of a nest.
  std::map<std::vector<int64_t>, size_t> places;
  std::vector<int64_t> values;
};

/// An operation on such tensors. An expression is a number of an input (0 or
/// more) or, below 0, of the step before that gave it; steps add or multiply.
struct ProgramGeneric {
  struct Step {
    bool multiplies;
    int64_t left, right;
  };
  /// Where an input is read: at sums of dimensions times integers and of an
  /// integer, one for each of the tensor's dimensions.
  struct Sum {
    std::vector<std::pair<char, int64_t>> terms;
    int64_t constant = 0;
  };
  struct Read {
    std::vector<Sum> sums;
    /// What is read outside; without one, none is.
    std::optional<int64_t> border;
  };
  /// All dimensions, in order.
  std::string dims;
  int64_t driver = -1;
  std::vector<int64_t> ins, outs;
  /// For some inputs; others are read at their own dimensions.
  std::map<size_t, Read> reads;
  std::vector<Step> steps;
  /// For each output, the expression that is yielded, and the kind: `add`,
  /// `max`, `min`, `mul`, or nothing where it is stored.
  std::vector<int64_t> yields;
  std::vector<std::string> combine;
};

/// Does what `generic` says to the values of `tensors`; `sizes` has the size of
/// each dimension.
void evaluate(const ProgramGeneric &generic,
              std::vector<ProgramTensor> &tensors,
              const std::map<char, int64_t> &sizes);

} // namespace spindle::differential

#endif // SPINDLE_UNITTESTS_DIFFERENTIAL_TENSORPROGRAM_H
