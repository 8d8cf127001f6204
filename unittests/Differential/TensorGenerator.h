//===- TensorGenerator.h - makes random operations on tensors ---*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_DIFFERENTIAL_TENSORGENERATOR_H
#define SPINDLE_UNITTESTS_DIFFERENTIAL_TENSORGENERATOR_H

#include "Function.h"
#include "TensorProgram.h"

namespace spindle::differential {

/// A program of stage 0 while it is made.
class TensorGenerator {
public:
  explicit TensorGenerator(Random &random) : random(random), function(random) {}
  Case generate();

private:
  void addDense(const std::string &dims);
  void addSparse();
  void addOnStructure(int64_t owner);
  void addWithValues(int64_t owner);
  void addArgument(ProgramTensor &tensor, TensorArgument argument);
  void addGeneric();
  /// Sums over a dimension that the first tensor has not, for each element.
  void addSampledProduct();
  bool chooseOperands(ProgramGeneric &generic);
  void addRead(ProgramGeneric &generic);
  ProgramGeneric::Sum chooseSum(const std::string &dims, char own);
  bool isInside(const ProgramGeneric::Sum &sum, char own);
  void chooseBody(ProgramGeneric &generic);
  void print(const ProgramGeneric &generic);
  void moveToCallee(size_t start);
  std::string printBody(const ProgramGeneric &generic,
                        const std::string &number);
  static std::string printMap(const ProgramGeneric &generic,
                              const std::string &results);
  static std::string printSums(const ProgramGeneric::Read &read);
  std::string printBorders(const ProgramGeneric &generic);
  std::string printShape(const std::string &dims);
  Array makeValues(const std::string &name, std::vector<int64_t> shape,
                   ProgramTensor &tensor);
  /// Which tensors may be picked besides dense ones: those on one structure, or
  /// all.
  enum class Among { Structure, All };
  int64_t pick(const std::string &within, int64_t owner, Among among);

  Random &random;
  Function function;
  /// Functions that the program calls.
  std::string callees;
  std::string element;
  std::map<char, int64_t> sizes;
  std::vector<ProgramTensor> tensors;
  int64_t nextName = 0;
};

} // namespace spindle::differential

#endif // SPINDLE_UNITTESTS_DIFFERENTIAL_TENSORGENERATOR_H
