//===- ProgramMaker.h - random programs on tensors --------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each program is made twice: as text over linalg, tensor and arith, and as
// what its values are computed by, element by element, in C++. Neither knows of
// facts.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_PROPAGATION_PROGRAMMAKER_H
#define SPINDLE_UNITTESTS_PROPAGATION_PROGRAMMAKER_H

#include "Spindle/Mask/BlockGrid.h"
#include <functional>
#include <random>
#include <string>

namespace spindle {

/// Elements in row-major order: numbers of i8, i32 or f32.
struct Tensor {
  std::string type;
  MaskSizes shape;
  std::vector<double> elements;

  double at(const MaskSizes &index) const {
    return elements[getLinearIndex(index, shape)];
  }
  std::string getType() const;
};

/// A program of 2 to 9 operations.
class ProgramMaker {
public:
  explicit ProgramMaker(unsigned seed);

  /// The function `program`, which returns all values, or the last one alone.
  std::string getText(bool returnsAll = true) const;
  /// All values, arguments first, as one run has them. `run` decides on the
  /// numbers that are not the same in every run.
  std::vector<Tensor> run(unsigned run) const;
  size_t getNumArguments() const { return numArguments; }

private:
  using Values = std::vector<Tensor>;
  struct Value {
    Tensor like;
    std::string text;
    /// Of an argument by the generator, of others by those before.
    std::function<Tensor(const Values &, std::mt19937 &)> compute;
    /// A signed format that all elements have, 0 if none is known.
    unsigned bits = 0;
  };

  int64_t pick(int64_t below) { return random() % below; }
  std::string getName(size_t value) const {
    return "%v" + std::to_string(value);
  }
  size_t add(Tensor like, std::string text,
             std::function<double(const Values &, const MaskSizes &)> element,
             unsigned bits = 0);
  void addStep();
  size_t pickValue(std::function<bool(const Value &)> fits);
  void addArgument();
  void addSum(size_t x);
  void addBias(size_t x);
  void addRelu(size_t x);
  void addProduct(size_t x);
  void addTotal(size_t x);
  void addClamp(size_t x);
  void addTranspose(size_t x);
  void addSlice(size_t x);
  void addPad(size_t x);
  void addReshape(size_t x);
  void addWiden(size_t x);
  void addWidth(size_t x);
  std::string addStart(const Tensor &like);

  std::mt19937 random;
  std::vector<Value> values;
  std::string arguments, body;
  size_t numArguments = 0, numStarts = 0;
};

} // namespace spindle

#endif // SPINDLE_UNITTESTS_PROPAGATION_PROGRAMMAKER_H
