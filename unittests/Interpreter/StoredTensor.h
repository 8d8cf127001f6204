//===- StoredTensor.h - a tensor in some format -----------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_INTERPRETER_STOREDTENSOR_H
#define SPINDLE_UNITTESTS_INTERPRETER_STOREDTENSOR_H

#include "Program.h"

#include "Spindle/Dialect/Sparse/IR/Sparse.h"

#include <deque>

namespace spindle::interpreter {

/// A tensor of f64 in some format, whose arrays are given one by one, and what
/// programs find in it.
class StoredTensor {
public:
  using Sizes = std::vector<int64_t>;
  /// Elements: of each the coordinates, and then the number.
  using Elements = std::vector<std::vector<double>>;

  /// `format` as in `bsr<2, 2>` or `format<(i, j) -> (..)>`.
  StoredTensor(const std::string &format, Sizes sizes)
      : format("#sparse." + format), sizes(std::move(sizes)) {}

  /// Arrays of level `level`, of rank 1 unless a shape is given; one that is
  /// given again replaces what there was.
  template <typename T>
  StoredTensor &positions(size_t level, std::vector<T> values) {
    return set({"positions", level}, values, {});
  }
  template <typename T>
  StoredTensor &coordinates(size_t level, std::vector<T> values,
                            Sizes shape = {}) {
    return set({"coordinates", level}, values, shape);
  }
  template <typename T>
  StoredTensor &lengths(size_t level, std::vector<T> values, Sizes shape = {}) {
    return set({"lengths", level}, values, shape);
  }
  /// Bits and numbers, in the storage shape.
  StoredTensor &bitmap(std::vector<int8_t> bits, Sizes shape) {
    return set({"bitmap", 0}, bits, shape);
  }
  StoredTensor &values(std::vector<double> numbers, Sizes shape = {}) {
    return set({"values", 0}, numbers, shape);
  }

  /// What a generic operation driven by the tensor visits; fails the test where
  /// a nest over the axes that it unpacks to visits other numbers.
  Elements walk() const;
  /// What is found where all coordinates are looked up, in their order.
  Elements lookUp() const;
  /// The error of a generic operation driven by the tensor, and of what is
  /// unpacked.
  std::string getDriverError() const { return runText(getDriver()).error; }
  std::string getUnpackError() const { return runText(getNest()).error; }

private:
  using Name = std::pair<std::string, size_t>;
  struct Array {
    Name name;
    std::vector<char> bytes;
    std::string element;
    Sizes shape;
  };
  /// What a program appended to its log, and the error.
  struct Outcome {
    Elements log;
    std::string error;
  };

  template <typename T>
  StoredTensor &set(Name name, const std::vector<T> &values, Sizes shape) {
    std::string element = name.first == "values"   ? "f64"
                          : name.first == "bitmap" ? "i1"
                                                   : getInteger(sizeof(T));
    if (shape.empty())
      shape = {int64_t(values.size())};
    auto *data = reinterpret_cast<const char *>(values.data());
    add({name, {data, data + sizeof(T) * values.size()}, element, shape});
    return *this;
  }
  static std::string getInteger(size_t bytes) {
    return "i" + std::to_string(8 * bytes);
  }
  void add(Array array);
  Tensor makeTensor(Program &program, std::deque<Array> &memory) const;
  std::string getTypeText() const;
  sparse::SparseTensorType getType(Program &program) const;
  std::string getUnpack() const;
  std::string getDriver() const;
  std::string getNest() const;
  std::string getLookUps() const;
  Outcome runText(const std::string &body, size_t numbers = 1) const;

  std::string format;
  Sizes sizes;
  std::deque<Array> arrays;
};

/// What padding and cells that are cut away hold: no test may find it.
constexpr double kNever = 99;

/// The elements of [1 0 2 . .; . . . . .; . 3 . . 4], with an explicit zero, in
/// the order of rows.
inline const StoredTensor::Elements kRows = {
    {0, 0, 1}, {0, 1, 0}, {0, 2, 2}, {2, 1, 3}, {2, 4, 4}};

/// Checks what `tensor` holds: `elements`, in the order of its walk, and the
/// same where all coordinates are looked up.
void expectElements(const StoredTensor &tensor,
                    StoredTensor::Elements elements);

} // namespace spindle::interpreter

#endif // SPINDLE_UNITTESTS_INTERPRETER_STOREDTENSOR_H
